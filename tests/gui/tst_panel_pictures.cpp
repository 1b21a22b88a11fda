// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/panel_fixture.h"
#include "ui/common/panel_dock.h"
#include "ui/markets/markets_panel.h"
#include "ui/tables/table_view.h"
#include "ui/tables/tables_panel.h"
#include "ui/ticket/leverage_dialog.h"
#include "ui/ticket/review_dialog.h"
#include "ui/ticket/ticket_panel.h"

#include <QAbstractButton>
#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QTest>

using namespace hl;
using namespace hl::ui;
using hl::test::PanelFixture;

/// Markets, tables, ticket and its dialogs in each theme: no label, button or heading is cut off.
/// With HL_GALLERY set to a folder the pictures are written there.
class TestPanelPictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void picture_data()
    {
        QTest::addColumn<QString>("theme");
        QTest::addColumn<QString>("what");
        QTest::addColumn<QSize>("size");
        for (const char *theme : {"dark", "light", "colourblind"}) {
            QTest::addRow("ticket %s", theme) << theme << "ticket" << QSize(236, 640);
            QTest::addRow("ticket market %s", theme) << theme << "ticket-market" << QSize(236, 640);
            QTest::addRow("ticket stop %s", theme) << theme << "ticket-stop" << QSize(236, 640);
            QTest::addRow("ticket off grid %s", theme)
                << theme << "ticket-offgrid" << QSize(236, 640);
            QTest::addRow("ticket watch-only %s", theme)
                << theme << "ticket-watch" << QSize(236, 640);
            QTest::addRow("ticket low %s", theme) << theme << "ticket" << QSize(216, 430);
            QTest::addRow("markets %s", theme) << theme << "markets" << QSize(236, 500);
            QTest::addRow("markets none %s", theme) << theme << "markets-none" << QSize(236, 300);
            QTest::addRow("orders %s", theme) << theme << "orders" << QSize(1640, 220);
            QTest::addRow("orders narrow %s", theme) << theme << "orders" << QSize(1240, 180);
            QTest::addRow("orders empty %s", theme) << theme << "orders-empty" << QSize(1640, 220);
            QTest::addRow("positions %s", theme) << theme << "positions" << QSize(1640, 220);
            QTest::addRow("fills %s", theme) << theme << "fills" << QSize(1640, 220);
            QTest::addRow("history %s", theme) << theme << "history" << QSize(1640, 220);
            QTest::addRow("balances %s", theme) << theme << "balances" << QSize(1640, 220);
            QTest::addRow("log %s", theme) << theme << "log" << QSize(1640, 220);
            QTest::addRow("review %s", theme) << theme << "review" << QSize();
            QTest::addRow("review changed %s", theme) << theme << "review-changed" << QSize();
            QTest::addRow("leverage %s", theme) << theme << "leverage" << QSize();
        }
    }

    void picture()
    {
        QFETCH(QString, theme);
        QFETCH(QString, what);
        QFETCH(QSize, size);
        Theme::instance().setTheme(Theme::fromName(theme));
        PanelFixture f;
        QMainWindow window;
        Panel *panel = nullptr;
        const QString kind = what.section(QLatin1Char('-'), 0, 0);
        const bool isTicket = kind == u"ticket" || kind == u"review" || kind == u"leverage";
        if (isTicket)
            panel = new TicketPanel(f.state);
        else if (kind == u"markets")
            panel = new MarketsPanel(f.state);
        else
            panel = new TablesPanel(f.state);
        auto *dock = new PanelDock(panel);
        window.setCentralWidget(nullptr);
        window.addDockWidget(Qt::TopDockWidgetArea, dock);
        window.resize(size.isValid() ? size : QSize(236, 640));
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        if (isTicket)
            fillTicket(f, static_cast<TicketPanel &>(*panel), what);
        else if (kind == u"markets")
            fillMarkets(static_cast<MarketsPanel &>(*panel), what);
        else
            fillTables(f, static_cast<TablesPanel &>(*panel), what);
        QTest::qWait(30);

        QWidget *shown = &window;
        if (kind == u"review")
            shown = window.findChild<ReviewDialog *>();
        else if (kind == u"leverage")
            shown = window.findChild<LeverageDialog *>();
        QVERIFY(shown);
        if (size.isValid())
            QCOMPARE(window.size(), size);
        checkNothingCut(*shown);
        save(*shown, QString::fromLatin1(QTest::currentDataTag()));
    }

private:
    static void fillTicket(PanelFixture &f, TicketPanel &panel, const QString &what)
    {
        TicketForm &form = panel.form();
        if (what == u"ticket-watch")
            f.setSigner(engine::SignerKind::None);
        f.state.requestTicket("BTC", model::Side::Buy, test::px("110143"));
        form.setSizeText(QStringLiteral("0.05"));
        if (what == u"ticket-market") {
            form.setSide(model::Side::Sell);
            form.setType(TicketType::Market);
        } else if (what == u"ticket-stop") {
            form.setSide(model::Side::Sell);
            form.setType(TicketType::Stop);
            form.setTriggerText(QStringLiteral("97,000"));
        } else if (what == u"ticket-offgrid") {
            form.setPriceText(QStringLiteral("110143.25"));
        }
        Q_EMIT form.filled();
        if (what.startsWith(u"review")) {
            panel.openReview();
            if (what == u"review-changed")
                f.setBook("110142", "110143");
        } else if (what == u"leverage") {
            auto *dialog =
                new LeverageDialog(f.state, *f.state.instrument("BTC"), 10, true, &panel);
            dialog->open();
        }
    }

    static void fillMarkets(MarketsPanel &panel, const QString &what)
    {
        panel.model().setFavourite("ETH", true);
        if (what == u"markets-none")
            panel.findChild<QLineEdit *>(QStringLiteral("marketSearch"))
                ->setText(QStringLiteral("doge"));
    }

    static void fillTables(PanelFixture &f, TablesPanel &panel, const QString &what)
    {
        if (what != u"orders-empty")
            f.sendOrders();
        std::vector<model::Fill> fills;
        for (Tid tid = 1; tid <= 40; ++tid) {
            model::Fill fill;
            fill.tid = tid;
            fill.oid = 383568041000 + tid;
            fill.coin = tid % 3 ? "BTC" : "@107";
            fill.grid = tid % 3 ? test::kBtcGrid : test::kHypeGrid;
            fill.side = tid % 2 ? model::Side::Buy : model::Side::Sell;
            fill.px = tid % 3 ? test::px("110143") : test::px("44.807", test::kHypeGrid);
            fill.sz = tid % 3 ? test::sz("0.0312") : test::sz("12.5", test::kHypeGrid);
            fill.time = f.clock.wallMs() - static_cast<TimeMs>((40 - tid) * 7311);
            fill.fee = tid % 3 ? test::dec("0.515469") : test::dec("0.00875");
            fill.feeToken = tid % 3 ? "USDC" : "HYPE";
            fill.closedPnl = tid % 4 ? Decimal() : test::dec("-12.37");
            fill.dir = tid % 4 ? "Open Long" : "Close Long";
            fill.isTaker = tid % 5 == 0;
            fills.push_back(fill);
        }
        Q_EMIT f.engine.fillsAppended(fills, true);
        std::vector<model::Order> ended;
        for (model::OrderKey key = 11; key < 17; ++key) {
            auto o = f.order(key, "110143", "0.05");
            o.phase = key % 3 == 0   ? model::OrderPhase::Filled
                      : key % 3 == 1 ? model::OrderPhase::Cancelled
                                     : model::OrderPhase::RejectedVenue;
            if (key % 3 == 2)
                o.reason = "Order must have minimum value of $10.";
            if (key % 3 == 0)
                o.filledSz = o.origSz;
            ended.push_back(o);
        }
        Q_EMIT f.engine.ordersChanged(ended, false);
        f.state.raiseNotice(engine::NoticeLevel::Warning,
                            QStringLiteral("The book of BTC is not live: no frame for 2.1 s."),
                            QStringLiteral("book"));
        f.state.raiseNotice(engine::NoticeLevel::Error,
                            QStringLiteral("The venue refused it: insufficient margin."),
                            QStringLiteral("order"));
        static const QHash<QString, TablesPanel::Page> pages{
            {QStringLiteral("positions"), TablesPanel::Page::Positions},
            {QStringLiteral("fills"), TablesPanel::Page::Fills},
            {QStringLiteral("history"), TablesPanel::Page::History},
            {QStringLiteral("balances"), TablesPanel::Page::Balances},
            {QStringLiteral("log"), TablesPanel::Page::Log}};
        panel.showPage(pages.value(what, TablesPanel::Page::Orders));
        panel.view(panel.page()).selectRow(0);
    }

    /// Every word of a label, button or heading has the room it asks for.
    static void checkNothingCut(QWidget &root)
    {
        for (const auto *label : root.findChildren<QLabel *>()) {
            if (!label->isVisible() || label->text().isEmpty())
                continue;
            if (label->wordWrap())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                         qPrintable(label->objectName() + QLatin1String(": ") + label->text()));
            else
                QVERIFY2(label->width() >= label->fontMetrics().horizontalAdvance(label->text()),
                         qPrintable(label->objectName() + QLatin1String(": ") + label->text()));
        }
        for (const auto *button : root.findChildren<QAbstractButton *>()) {
            if (!button->isVisible())
                continue;
            QString text = button->text();
            text.remove(QLatin1Char('&'));
            QVERIFY2(button->width() >= button->fontMetrics().horizontalAdvance(text),
                     qPrintable(button->objectName() + QLatin1String(": ") + text));
        }
        for (const auto *view : root.findChildren<TableView *>()) {
            const QHeaderView *header = view->horizontalHeader();
            const QFontMetrics metrics(Theme::instance().font(FontRole::Label));
            for (const int column : view->shownColumns()) {
                const QString title = view->model()->headerData(column, Qt::Horizontal).toString();
                if (view->isVisible())
                    QVERIFY2(header->sectionSize(column) >= metrics.horizontalAdvance(title),
                             qPrintable(view->objectName() + QLatin1String(": ") + title));
            }
        }
    }

    static void save(QWidget &widget, const QString &name)
    {
        const QString folder = qEnvironmentVariable("HL_GALLERY");
        if (folder.isEmpty())
            return;
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(widget.grab().save(folder + QLatin1String("/panel-") +
                                   QString(name).replace(QLatin1Char(' '), QLatin1Char('-')) +
                                   QStringLiteral(".png")));
    }
};

QTEST_MAIN(TestPanelPictures)
#include "tst_panel_pictures.moc"

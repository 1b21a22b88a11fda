// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/panel_fixture.h"
#include "ui/tables/move_dialog.h"
#include "ui/ticket/number_field.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QDir>
#include <QLabel>
#include <QTest>

using namespace hl;
using namespace hl::ui;
using namespace hl::test;
using model::Side;

namespace {

/// A buy of 1 BTC at 110,000 and the dialog that moves it.
struct Moving
{
    PanelFixture f;
    std::unique_ptr<MoveDialog> dialog;

    explicit Moving(const char *size = "1", const char *filled = "0")
    {
        model::AccountState account = PanelFixture::account();
        account.positions.clear();
        account.margins.front().accountValue = dec("1000000");
        account.margins.front().maintenanceMargin = Decimal();
        Q_EMIT f.engine.accountChanged(account);
        f.state.setGuardLimits({});
        send(size, filled);
        dialog = std::make_unique<MoveDialog>(f.state, *f.state.order(1), nullptr);
        dialog->show();
    }
    void send(const char *size, const char *filled)
    {
        auto order = f.order(1, "110000", size);
        order.filledSz = sz(filled);
        if (order.filledSz.lots > 0)
            order.phase = model::OrderPhase::PartlyFilled;
        Q_EMIT f.engine.ordersChanged({order}, true);
    }
    void type(const char *name, const char *text)
    {
        dialog->findChild<NumberField *>(QLatin1String(name))->setText(QString::fromUtf8(text));
    }
    void press()
    {
        QTest::keyClick(dialog->findChild<NumberField *>(QStringLiteral("movePrice")),
                        Qt::Key_Return, Qt::ControlModifier);
    }
    QString status() { return dialog->findChild<QLabel *>(QStringLiteral("moveStatus"))->text(); }
    QCheckBox *ask() { return dialog->findChild<QCheckBox *>(QStringLiteral("moveAsk")); }
    const auto &sent() { return f.engine.modified; }
};

} // namespace

/// A new price or size from the orders table: interaction.md L24, and the guard's own rules.
class TestMoveDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void cleanup() { Theme::instance().setTheme(ThemeId::Dark); }

    /// What is sent is what was edited: a size that was not is what remains at dispatch.
    void L24_onlyWhatWasEditedIsSent_data()
    {
        QTest::addColumn<QString>("px");
        QTest::addColumn<QString>("sz");
        QTest::addColumn<bool>("hasPx");
        QTest::addColumn<QString>("sentSz");
        QTest::newRow("price") << "109990"
                               << "" << true << "";
        QTest::newRow("smaller") << ""
                                 << "0.3" << false << "0.3";
        QTest::newRow("both") << "109990"
                              << "0.3" << true << "0.3";
        QTest::newRow("the size as it was") << "109990"
                                            << "0.4" << true << "";
    }
    void L24_onlyWhatWasEditedIsSent()
    {
        QFETCH(QString, px);
        QFETCH(QString, sz);
        QFETCH(bool, hasPx);
        QFETCH(QString, sentSz);
        Moving m("1", "0.6");
        if (!px.isEmpty())
            m.type("movePrice", qPrintable(px));
        if (!sz.isEmpty())
            m.type("moveSize", qPrintable(sz));
        m.press();
        QCOMPARE(m.sent().size(), std::size_t(1));
        QCOMPARE(m.sent()[0].px.has_value(), hasPx);
        QCOMPARE(m.sent()[0].sz.has_value(), !sentSz.isEmpty());
        if (m.sent()[0].sz)
            QCOMPARE(*m.sent()[0].sz, test::sz(sentSz.toStdString()));
    }

    /// 0.6 of 1.0 fills while it is open: neither a price nor a size of then is sent.
    void L24_aFillVoidsIt_data()
    {
        QTest::addColumn<QString>("px");
        QTest::addColumn<QString>("sz");
        QTest::newRow("price") << "109990"
                               << "";
        QTest::newRow("size") << ""
                              << "0.9";
        QTest::newRow("both") << "109990"
                              << "0.9";
    }
    void L24_aFillVoidsIt()
    {
        QFETCH(QString, px);
        QFETCH(QString, sz);
        Moving m;
        if (!px.isEmpty())
            m.type("movePrice", qPrintable(px));
        if (!sz.isEmpty())
            m.type("moveSize", qPrintable(sz));
        m.send("1", "0.6");
        QVERIFY2(m.status().contains(QStringLiteral("0.60000 of it has filled")),
                 qPrintable(m.status()));
        m.press();
        QVERIFY(m.sent().empty());
    }

    /// A raised size is an entry like any other.
    void G1_aRaisedSizeIsAskedOrBlocked_data()
    {
        QTest::addColumn<QString>("sz");
        QTest::addColumn<QString>("equity");
        QTest::addColumn<QString>("says");
        QTest::addColumn<bool>("blocks");
        QTest::newRow("inside") << "1.1"
                                << "1000000"
                                << "" << false;
        QTest::newRow("asked") << "1.5"
                               << "150000"
                               << "the account's equity" << false;
        QTest::newRow("blocked") << "2"
                                 << "60000"
                                 << "the account's equity" << true;
        QTest::newRow("smaller") << "0.9"
                                 << "1000"
                                 << "" << false;
    }
    void G1_aRaisedSizeIsAskedOrBlocked()
    {
        QFETCH(QString, sz);
        QFETCH(QString, equity);
        QFETCH(QString, says);
        QFETCH(bool, blocks);
        Moving m;
        model::AccountState account = m.f.state.account();
        account.margins.front().accountValue = dec(equity.toStdString());
        Q_EMIT m.f.engine.accountChanged(account);
        m.type("moveSize", qPrintable(sz));
        if (!says.isEmpty())
            QVERIFY2(m.status().contains(says), qPrintable(m.status()));
        QCOMPARE(m.ask()->isVisible(), !says.isEmpty() && !blocks);
        m.press();
        QCOMPARE(m.sent().size(), std::size_t(says.isEmpty() ? 1 : 0));
        if (says.isEmpty() || blocks)
            return;
        m.ask()->click();
        // More is asked: it is taken back.
        m.type("movePrice", "98000");
        QVERIFY(!m.ask()->isChecked());
        m.press();
        QVERIFY(m.sent().empty());
        m.ask()->click();
        m.press();
        QCOMPARE(m.sent().size(), std::size_t(1));
    }

    void aFarPriceIsAsked()
    {
        Moving m;
        m.type("movePrice", "98000"); // 11 % away
        QVERIFY2(m.status().contains(QStringLiteral("away from the best bid")),
                 qPrintable(m.status()));
        m.press();
        QVERIFY(m.sent().empty());
        m.ask()->click();
        m.press();
        QCOMPARE(m.sent().size(), std::size_t(1));
    }

    void nothingMovesWhenSomethingIsAsked()
    {
        Moving m;
        const auto *send = m.dialog->findChild<QAbstractButton *>(QStringLiteral("moveSend"));
        m.type("movePrice", "109990");
        QTest::qWait(20);
        const QRect before = send->geometry();
        m.type("movePrice", "98000");
        QTest::qWait(20);
        QVERIFY(m.ask()->isVisible());
        QCOMPARE(send->geometry(), before);
    }

    /// Rule zero: what reduces is moved without an act more.
    void anExitIsNotAsked()
    {
        Moving m;
        auto close = m.f.order(2, "125000", "0.1");
        close.side = Side::Sell;
        close.reduceOnly = true;
        model::AccountState account = PanelFixture::account();
        account.margins.front().accountValue = dec("1");
        Q_EMIT m.f.engine.accountChanged(account);
        Q_EMIT m.f.engine.ordersChanged({close}, true);
        m.dialog = std::make_unique<MoveDialog>(m.f.state, *m.f.state.order(2), nullptr);
        m.dialog->show();
        m.type("movePrice", "130000");
        m.press();
        QCOMPARE(m.sent().size(), std::size_t(1));
    }

    void picture_data()
    {
        QTest::addColumn<int>("theme");
        QTest::newRow("dark") << int(ThemeId::Dark);
        QTest::newRow("light") << int(ThemeId::Light);
    }
    void picture()
    {
        QFETCH(int, theme);
        Theme::instance().setTheme(static_cast<ThemeId>(theme));
        Moving m;
        m.type("movePrice", "98000");
        QTest::qWait(30);
        for (const auto *widget : m.dialog->findChildren<QWidget *>())
            if (widget->isVisible() && widget->parentWidget() == m.dialog.get())
                QVERIFY2(m.dialog->rect().contains(widget->geometry()),
                         qPrintable(widget->objectName()));
        const QString gallery = qEnvironmentVariable("HL_GALLERY");
        if (!gallery.isEmpty())
            m.dialog->grab().save(QDir(gallery).filePath(
                QStringLiteral("move-%1.png").arg(QLatin1String(QTest::currentDataTag()))));
    }
};

QTEST_MAIN(TestMoveDialog)
#include "tst_move_dialog.moc"

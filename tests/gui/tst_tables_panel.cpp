// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/panel_fixture.h"
#include "ui/common/panel_dock.h"
#include "ui/delegates/action_delegate.h"
#include "ui/markets/markets_panel.h"
#include "ui/tables/hold_button.h"
#include "ui/tables/move_dialog.h"
#include "ui/tables/table_view.h"
#include "ui/tables/tables_panel.h"
#include "ui/ticket/number_field.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

using namespace hl;
using namespace hl::ui;
using hl::test::PanelFixture;
using hl::test::px;
using hl::test::sz;

namespace {

/// Answers every dialog as told.
class AnsweringDialogs final : public Dialogs
{
public:
    QString path;
    bool yes = false;
    std::vector<Question> asked;

    void saveFile(QWidget *, const QString &, const QString &, const QString &,
                  std::function<void(const QString &)> done) override
    {
        done(path);
    }
    void openFile(QWidget *, const QString &, const QString &,
                  std::function<void(const QString &)> done) override
    {
        done(path);
    }
    void ask(QWidget *, const Question &question, std::function<void(bool)> done) override
    {
        asked.push_back(question);
        done(yes);
    }
    void askText(QWidget *, const QString &, const QString &, const QString &,
                 std::function<void(const QString &)>) override
    {}
};

struct Window
{
    PanelFixture f;
    AnsweringDialogs dialogs;
    QMainWindow window;
    TablesPanel *panel = new TablesPanel(f.state, &dialogs);

    explicit Window(QSize size = {1640, 260})
    {
        window.addDockWidget(Qt::TopDockWidgetArea, new PanelDock(panel));
        window.resize(size);
        window.show();
        QApplication::setActiveWindow(&window);
    }

    TableView &orders() { return panel->view(TablesPanel::Page::Orders); }
    QString tab(TablesPanel::Page page)
    {
        return window.findChild<QTabBar *>(QStringLiteral("tableTabs"))
            ->tabText(static_cast<int>(page));
    }
    int rowOf(model::OrderKey key)
    {
        for (int row = 0; row < orders().model()->rowCount(); ++row) {
            if (orders().model()->index(row, 0).data(TableModel::KeyRole).toULongLong() == key)
                return row;
        }
        return -1;
    }
    /// Clicks a word of an order's action cell.
    void clickAction(model::OrderKey key, int word)
    {
        const QModelIndex index = orders().model()->index(rowOf(key), OrdersModel::Actions);
        const QRect cell = orders().visualRect(index);
        const QRect rect = ActionDelegate::wordRect(cell, index.data().toString(), word);
        QVERIFY(!rect.isEmpty());
        QTest::mouseClick(orders().viewport(), Qt::LeftButton, {}, rect.center());
    }
};

model::Fill fillAt(Tid tid, TimeMs time)
{
    model::Fill fill;
    fill.tid = tid;
    fill.oid = 383568041055;
    fill.coin = "BTC";
    fill.grid = test::kBtcGrid;
    fill.px = px("110143.2");
    fill.sz = sz("0.0312");
    fill.time = time;
    fill.fee = test::dec("-0.0515469");
    fill.feeToken = "USDC";
    fill.closedPnl = test::dec("-1234.567891");
    fill.dir = "Open Long";
    return fill;
}

} // namespace

class TestTablesPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void tabsCountWhatIsOpen()
    {
        Window w;
        QCOMPARE(w.tab(TablesPanel::Page::Orders), QStringLiteral("Orders"));
        QCOMPARE(w.tab(TablesPanel::Page::Positions), QStringLiteral("Positions 2"));
        w.f.sendOrders();
        QCOMPARE(w.tab(TablesPanel::Page::Orders), QStringLiteral("Orders 4"));
        auto filled = w.f.order(1, "110143", "0.05");
        filled.phase = model::OrderPhase::Filled;
        Q_EMIT w.f.engine.ordersChanged({filled}, false);
        QCOMPARE(w.tab(TablesPanel::Page::Orders), QStringLiteral("Orders 3"));
        QCOMPARE(w.panel->view(TablesPanel::Page::History).model()->rowCount(), 1);
    }

    void deleteCancelsTheSelectedOrderOnce()
    {
        Window w;
        w.f.sendOrders();
        w.orders().setFocus();
        w.orders().selectRow(w.rowOf(2));
        QTest::keyClick(&w.orders(), Qt::Key_Delete);
        QCOMPARE(w.f.engine.cancelled.size(), 1U);
        QCOMPARE(w.f.engine.cancelled[0].orders, std::vector<model::OrderKey>{2});
        auto cancelling = w.f.state.orders().at(2);
        cancelling.pending = model::PendingChange::Cancelling;
        Q_EMIT w.f.engine.ordersChanged({cancelling}, false);
        QTest::keyClick(&w.orders(), Qt::Key_Delete); // under way already
        QKeyEvent repeat(QEvent::KeyPress, Qt::Key_Delete, Qt::NoModifier, QString(), true);
        QApplication::sendEvent(&w.orders(), &repeat);
        QCOMPARE(w.f.engine.cancelled.size(), 1U);
        QVERIFY(w.dialogs.asked.empty());
    }

    void anUnknownOrderCanBeCancelled()
    {
        Window w;
        w.f.sendOrders();
        w.clickAction(4, 0);
        QCOMPARE(w.f.engine.cancelled.size(), 1U);
        QCOMPARE(w.f.engine.cancelled[0].orders, std::vector<model::OrderKey>{4});
    }

    void theWordCancelIsBoundAtPress()
    {
        Window w;
        w.f.sendOrders();
        const QModelIndex index = w.orders().model()->index(w.rowOf(1), OrdersModel::Actions);
        const QRect rect =
            ActionDelegate::wordRect(w.orders().visualRect(index), index.data().toString(), 0);
        QTest::mousePress(w.orders().viewport(), Qt::LeftButton, {}, rect.center());
        auto filled = w.f.order(1, "110143", "0.05"); // the row leaves under the pointer
        filled.phase = model::OrderPhase::Filled;
        Q_EMIT w.f.engine.ordersChanged({filled}, false);
        QTest::mouseRelease(w.orders().viewport(), Qt::LeftButton, {}, rect.center());
        QVERIFY(w.f.engine.cancelled.empty());
    }

    void severalWithAStopAmongThemAreAsked()
    {
        Window w;
        w.f.sendOrders();
        w.orders().selectAll();
        QTest::keyClick(&w.orders(), Qt::Key_Delete);
        QCOMPARE(w.dialogs.asked.size(), 1U);
        QVERIFY(w.dialogs.asked[0].text.contains(QStringLiteral("BTC")));
        QVERIFY(w.f.engine.cancelled.empty());
        w.dialogs.yes = true;
        QTest::keyClick(&w.orders(), Qt::Key_Delete);
        QCOMPARE(w.f.engine.cancelled.size(), 1U);
        QCOMPARE(w.f.engine.cancelled[0].orders.size(), 4U);
    }

    void L16_cancelEntriesLeavesStopsAlone()
    {
        Window w;
        w.f.sendOrders();
        auto *button = w.window.findChild<HoldButton *>(QStringLiteral("cancelEntries"));
        auto *kept = w.window.findChild<QLabel *>(QStringLiteral("stopsKept"));
        QCOMPARE(kept->text(), QStringLiteral("stops kept: 1"));
        // L34: let go early and nothing happens.
        QTest::mousePress(button, Qt::LeftButton);
        w.f.clock.advance(std::chrono::milliseconds(590));
        QTest::qWait(40);
        QTest::mouseRelease(button, Qt::LeftButton);
        w.f.clock.advance(std::chrono::milliseconds(100));
        QTest::qWait(40);
        QVERIFY(w.f.engine.cancelled.empty());
        QTest::mousePress(button, Qt::LeftButton);
        w.f.clock.advance(std::chrono::milliseconds(600));
        QTRY_COMPARE(w.f.engine.cancelled.size(), 1U);
        QTest::mouseRelease(button, Qt::LeftButton);
        QCOMPARE(w.f.engine.cancelled[0].orders, (std::vector<model::OrderKey>{1, 2, 4}));
    }

    void moveSendsOneModifyOfWhatChanged()
    {
        Window w;
        w.f.sendOrders();
        w.clickAction(1, 1);
        auto *dialog = w.window.findChild<MoveDialog *>();
        QVERIFY(dialog);
        auto *price = dialog->findChild<NumberField *>(QStringLiteral("movePrice"));
        QCOMPARE(price->text(), QStringLiteral("110,143"));
        QTest::keyClick(price, Qt::Key_Return, Qt::ControlModifier); // nothing is different
        QVERIFY(w.f.engine.modified.empty());
        QTest::keyClick(price, Qt::Key_Down);
        QTest::keyClick(price, Qt::Key_Return);
        QVERIFY(w.f.engine.modified.empty());
        QTest::keyClick(price, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(w.f.engine.modified.size(), 1U);
        QCOMPARE(w.f.engine.modified[0].order, model::OrderKey{1});
        QCOMPARE(w.f.engine.modified[0].px->ticks, px("110142").ticks);
        QVERIFY(!w.f.engine.modified[0].sz);
    }

    void L24_aLimitIsNotMovedOnOrThroughTheOppositeTouch()
    {
        Window w;
        w.f.sendOrders();
        auto gtc = *w.f.state.order(1); // post-only is refused by the ticket's own rule already
        gtc.tif = model::Tif::Gtc;
        Q_EMIT w.f.engine.ordersChanged({gtc}, false);
        w.clickAction(1, 1);
        auto *dialog = w.window.findChild<MoveDialog *>();
        QVERIFY(dialog);
        auto *price = dialog->findChild<NumberField *>(QStringLiteral("movePrice"));
        const auto *status = dialog->findChild<QLabel *>(QStringLiteral("moveStatus"));
        const bool isBuy = w.f.state.order(1)->side == model::Side::Buy;
        for (const QString &through :
             isBuy ? QStringList{"110147", "110150"} : QStringList{"110146", "110140"}) {
            price->setText(through);
            QTest::keyClick(price, Qt::Key_Return, Qt::ControlModifier);
            QVERIFY(w.f.engine.modified.empty());
            QVERIFY2(status->text().contains(QStringLiteral("on or through the best")),
                     qPrintable(status->text()));
        }
        price->setText(isBuy ? QStringLiteral("110146") : QStringLiteral("110147"));
        QVERIFY2(status->text().contains(orderTypeText(*w.f.state.order(1))),
                 qPrintable(status->text()));
        QTest::keyClick(price, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(w.f.engine.modified.size(), 1U);
    }

    void closeFillsTheTicketAndSendsNothing()
    {
        Window w;
        w.f.engine.expectNoOrders();
        QSignalSpy asked(&w.f.state, &WorkspaceState::closeRequested);
        w.panel->showPage(TablesPanel::Page::Positions);
        auto &table = w.panel->view(TablesPanel::Page::Positions);
        const QModelIndex index = table.model()->index(1, PositionsModel::Actions);
        const QRect rect =
            ActionDelegate::wordRect(table.visualRect(index), index.data().toString(), 0);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, rect.center());
        QCOMPARE(asked.count(), 1);
    }

    void csvIsExactToTheDigit()
    {
        Window w;
        QTemporaryDir folder;
        w.dialogs.path = folder.filePath(QStringLiteral("fills.csv"));
        Q_EMIT w.f.engine.fillsAppended({fillAt(7, 1'764'534'103'812)}, false);
        w.panel->showPage(TablesPanel::Page::Fills);
        QSignalSpy notices(&w.f.state, &WorkspaceState::noticeRaised);
        w.panel->exportCsv();
        QFile file(w.dialogs.path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(
            file.readAll(),
            QByteArray("time,market,side,price,size,value,fee,feeToken,closedPnl,role,direction\r\n"
                       "2025-11-30T20:21:43.812Z,BTC,buy,110143.2,0.0312,3436.46784,"
                       "-0.0515469,USDC,-1234.567891,maker,Open Long\r\n"));
        QCOMPARE(notices.count(), 1);
    }

    void csvQuotesAndDefusesFormulas()
    {
        Window w;
        w.f.state.raiseNotice(engine::NoticeLevel::Info, QStringLiteral("=1+1, \"quoted\""));
        w.panel->showPage(TablesPanel::Page::Log);
        const QByteArray csv = w.panel->view(TablesPanel::Page::Log).csv();
        QVERIFY2(csv.contains("\"'=1+1, \"\"quoted\"\"\""), csv.constData());
    }

    void aFileThatCannotBeWrittenIsOneNotice()
    {
        Window w;
        w.dialogs.path = QStringLiteral("/nowhere/at/all.csv");
        QSignalSpy notices(&w.f.state, &WorkspaceState::noticeRaised);
        w.panel->exportCsv();
        QCOMPARE(notices.count(), 1);
        QCOMPARE(notices[0][0].value<engine::Notice>().level, engine::NoticeLevel::Error);
    }

    void ctrlCCopiesExactCells()
    {
        Window w;
        w.f.sendOrders();
        w.orders().selectRow(w.rowOf(3));
        QTest::keyClick(&w.orders(), Qt::Key_C, Qt::ControlModifier);
        const QStringList cells = QApplication::clipboard()->text().split(QLatin1Char('\t'));
        QVERIFY(cells.contains(QStringLiteral("107900")));
        QVERIFY(cells.contains(QStringLiteral("97110"))); // the worst fill, not a dash
        QVERIFY(cells.contains(QStringLiteral("0x5e0000000000000000000000000000a1")));
    }

    void aThirdClickOnAHeadingGivesTheOrderBack()
    {
        Window w;
        w.f.sendOrders();
        const auto keys = [&] {
            QList<qulonglong> list;
            for (int row = 0; row < w.orders().model()->rowCount(); ++row)
                list << w.orders().model()->index(row, 0).data(TableModel::KeyRole).toULongLong();
            return list;
        };
        auto *header = w.orders().horizontalHeader();
        const auto click = [&](int column) {
            const QPoint at(header->sectionViewportPosition(column) + 20, header->height() / 2);
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
        };
        click(OrdersModel::Price);
        QCOMPARE(keys(), (QList<qulonglong>{4, 1, 2, 3})); // blank last
        click(OrdersModel::Price);
        QCOMPARE(keys(), (QList<qulonglong>{2, 1, 4, 3}));
        click(OrdersModel::Price);
        QCOMPARE(keys(), (QList<qulonglong>{1, 2, 3, 4}));
    }

    void theFilterFindsWordsInAnyCell()
    {
        Window w;
        w.f.sendOrders();
        auto *filter = w.window.findChild<QLineEdit *>(QStringLiteral("tableFilter"));
        filter->setText(QStringLiteral("btc stop"));
        QCOMPARE(w.orders().model()->rowCount(), 1);
        filter->setText(QStringLiteral("0x5e00000000"));
        QCOMPARE(w.orders().model()->rowCount(), 1);
        filter->clear();
        QCOMPARE(w.orders().model()->rowCount(), 4);
    }

    /// cases.md B62: 50,000 rows, 200 updates; selection and place on the screen are kept.
    void fiftyThousandFillsKeepPlaceAndSelection()
    {
        Window w;
        std::vector<model::Fill> history;
        for (Tid tid = 1; tid <= 50'000; ++tid)
            history.push_back(fillAt(tid, static_cast<TimeMs>(1'764'000'000'000 + tid)));
        Q_EMIT w.f.engine.fillsAppended(history, true);
        w.panel->showPage(TablesPanel::Page::Fills);
        auto &table = w.panel->view(TablesPanel::Page::Fills);
        QCOMPARE(table.model()->rowCount(), 50'000);
        table.selectRow(1000);
        table.scrollTo(table.model()->index(1000, 0), QAbstractItemView::PositionAtTop);
        const auto keyAt = [&](int row) {
            return table.model()->index(row, 0).data(TableModel::KeyRole).toULongLong();
        };
        const qulonglong top = keyAt(table.rowAt(2));
        const qulonglong selected = keyAt(table.selectedRows().at(0));
        QSignalSpy resets(table.model(), &QAbstractItemModel::modelReset);
        for (Tid tid = 50'001; tid <= 50'200; ++tid)
            Q_EMIT w.f.engine.fillsAppended(
                {fillAt(tid, static_cast<TimeMs>(1'764'000'000'000 + tid))}, false);
        QCOMPARE(table.model()->rowCount(), 50'200);
        QCOMPARE(keyAt(table.rowAt(2)), top);
        QCOMPARE(keyAt(table.selectedRows().at(0)), selected);
        QCOMPARE(resets.count(), 0);
    }

    void aNarrowTableKeepsItsActionsInSight()
    {
        Window w({1240, 220});
        w.f.sendOrders();
        QVERIFY(!w.orders().isColumnShown(OrdersModel::ClientId));
        const QRect cell =
            w.orders().visualRect(w.orders().model()->index(0, OrdersModel::Actions));
        QVERIFY(w.orders().viewport()->rect().contains(cell));
        w.window.resize(1640, 220);
        QTRY_VERIFY(w.orders().isColumnShown(OrdersModel::ClientId));
    }

    void theStateKeepsTheLatestEndedOrdersAndFindsOpenOnesByMarket()
    {
        PanelFixture f;
        constexpr auto kMax = static_cast<model::OrderKey>(WorkspaceState::kMaxEndedOrders);
        auto open = f.order(1, "110143", "0.05");
        auto other = f.order(2, "110143", "0.05");
        other.coin = "ETH";
        Q_EMIT f.engine.ordersChanged({open, other}, false);
        for (model::OrderKey key = 10; key < 10 + kMax + 500; ++key) {
            auto ended = f.order(key, "110143", "0.05");
            ended.phase = model::OrderPhase::Cancelled;
            ended.updatedAt = static_cast<TimeMs>(key);
            Q_EMIT f.engine.ordersChanged({ended}, false);
        }
        QCOMPARE(f.state.orders().size(), kMax + 2);
        QVERIFY(f.state.order(1));
        QVERIFY(!f.state.order(10 + 499));
        QVERIFY(f.state.order(10 + 500));
        QCOMPARE(f.state.ordersFor("BTC").size(), 1U);
        QCOMPARE(f.state.ordersFor("ETH").size(), 1U);
        QCOMPARE(f.state.ordersFor("SOL").size(), 0U);

        open.phase = model::OrderPhase::Filled;
        open.updatedAt = 1'000'000;
        Q_EMIT f.engine.ordersChanged({open}, false);
        QCOMPARE(f.state.ordersFor("BTC").size(), 0U);
        QVERIFY(f.state.order(1));
        QVERIFY(!f.state.order(10 + 500));
        Q_EMIT f.engine.ordersChanged({other}, true);
        QCOMPARE(f.state.orders().size(), 1U);
        QCOMPARE(f.state.ordersFor("ETH").size(), 1U);
    }

    /// What traded far from the market goes first.
    void whatTradedIsKeptNearTheMarketOnly()
    {
        PanelFixture f;
        constexpr auto kMax = static_cast<std::int64_t>(TradeTape::kMaxTraded);
        engine::TradeBatch batch;
        batch.coin = f.state.selectedCoin();
        batch.grid = test::kBtcGrid;
        const std::int64_t low = px("50000").ticks;
        for (std::int64_t i = 0; i < kMax + 300; ++i) {
            market::Trade trade;
            trade.px = Px{low + i};
            trade.sz = Sz{1};
            trade.tid = static_cast<Tid>(900'000 + i);
            trade.time = f.clock.wallMs();
            batch.trades.push_back(trade);
        }
        f.state.resetTraded(batch.coin);
        Q_EMIT f.engine.tradesAppended(batch);
        const auto &traded = f.state.tape(batch.coin).traded;
        QCOMPARE(static_cast<std::int64_t>(traded.size()), kMax);
        QCOMPARE(traded.begin()->first.ticks, low + 300);
        QCOMPARE(std::prev(traded.end())->first.ticks, low + kMax + 299);
    }

    void anotherAccountLeavesNothingBehind()
    {
        Window w;
        w.f.sendOrders();
        Q_EMIT w.f.engine.fillsAppended({fillAt(7, 1'764'534'103'812)}, false);
        model::AccountState other;
        other.user.bytes[0] = 7;
        other.receivedMonoNs = 5;
        Q_EMIT w.f.engine.ordersChanged({}, true);
        Q_EMIT w.f.engine.fillsAppended({}, true);
        Q_EMIT w.f.engine.accountChanged(other);
        for (const auto page :
             {TablesPanel::Page::Orders, TablesPanel::Page::Positions, TablesPanel::Page::Fills,
              TablesPanel::Page::History, TablesPanel::Page::Balances})
            QCOMPARE(w.panel->view(page).model()->rowCount(), 0);
    }

    void aRefusedCancelIsANotice()
    {
        Window w;
        w.f.sendOrders();
        w.clickAction(1, 0);
        QSignalSpy notices(&w.f.state, &WorkspaceState::noticeRaised);
        engine::CommandResult result;
        result.request = w.f.engine.cancelled.at(0).request;
        result.ok = false;
        result.error = Error{ErrorKind::VenueRejected, "Order was never placed or is gone."};
        Q_EMIT w.f.engine.commandFinished(result);
        QCOMPARE(notices.count(), 1);
    }

    // --- the markets list

    void typingSearchesEveryKindAndReturnSelects()
    {
        PanelFixture f;
        QMainWindow window;
        auto *panel = new MarketsPanel(f.state);
        window.addDockWidget(Qt::TopDockWidgetArea, new PanelDock(panel));
        window.resize(236, 400);
        window.show();
        QApplication::setActiveWindow(&window);
        TableView &list = panel->view();
        QCOMPARE(list.model()->rowCount(), 4); // perps of the venue's own dex
        list.setFocus();
        QTest::keyClicks(&list, QStringLiteral("h"));
        auto *search = window.findChild<QLineEdit *>(QStringLiteral("marketSearch"));
        QVERIFY(search->hasFocus());
        QTest::keyClicks(search, QStringLiteral("ype"));
        QCOMPARE(list.model()->rowCount(), 1);
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(f.state.selectedCoin(), std::string("@107"));
        QVERIFY(search->text().isEmpty());
        QTest::keyClicks(search, QStringLiteral("zzz"));
        QTest::keyClick(search, Qt::Key_Escape);
        QVERIFY(search->text().isEmpty());
    }

    void arrowsAloneDoNotSwitchTheMarket()
    {
        PanelFixture f;
        MarketsPanel panel(f.state);
        panel.resize(236, 400);
        panel.show();
        panel.view().setFocus();
        QTest::keyClick(&panel.view(), Qt::Key_Down);
        QCOMPARE(f.state.selectedCoin(), std::string("BTC"));
        QTest::keyClick(&panel.view(), Qt::Key_Return);
        QCOMPARE(f.state.selectedCoin(), std::string("ETH"));
    }

    void aStarMakesAFavourite()
    {
        PanelFixture f;
        MarketsPanel panel(f.state);
        panel.resize(236, 400);
        panel.show();
        panel.view().setCurrentIndex(panel.view().model()->index(2, 0));
        QTest::keyClicks(&panel.view(), QStringLiteral("*"));
        QVERIFY(panel.model().favourites().contains(QStringLiteral("SOL")));
        QTest::mouseClick(panel.findChild<QAbstractButton *>(QStringLiteral("marketTab0")),
                          Qt::LeftButton);
        QCOMPARE(panel.view().model()->rowCount(), 1);
    }
};

QTEST_MAIN(TestTablesPanel)
#include "tst_tables_panel.moc"

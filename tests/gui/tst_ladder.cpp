// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/gui_fixture.h"
#include "ui/common/formatters.h"
#include "ui/ladder/ladder_panel.h"

#include <QApplication>
#include <QDir>
#include <QSignalSpy>
#include <QtTest>

#include <memory>

using namespace hl;
using namespace hl::ui;
using model::Side;
using test::SyntheticFeed;

using Column = LadderColumn;

class TestLadder : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<test::GuiFixture> f;
    std::unique_ptr<LadderPanel> panel;

    LadderView &view() { return panel->view(); }
    std::int64_t rowOf(std::int64_t whole, Side side = Side::Buy)
    {
        return view().rows().scale().rowFor(SyntheticFeed::btc(whole), side);
    }
    QPoint middle(std::int64_t row, Column column) { return view().cellRect(row, column).center(); }
    void click(std::int64_t row, Column column, Qt::MouseButton button = Qt::LeftButton)
    {
        QTest::mouseClick(view().viewport(), button, {}, middle(row, column));
    }
    void waitPaint() { view().viewport()->repaint(); }

    /// A book with these levels (whole units, lots).
    void sendBook(std::vector<std::pair<std::int64_t, std::int64_t>> bids,
                  std::vector<std::pair<std::int64_t, std::int64_t>> asks,
                  market::BookState state = market::BookState::Live)
    {
        auto book = std::make_shared<market::BookSnapshot>();
        book->coin = "BTC";
        book->grid = SyntheticFeed::kBtc;
        book->state = state;
        book->reason = state == market::BookState::Live ? "" : "No book frame for 3 s.";
        book->receivedMonoNs = f->clock.monoNs();
        book->fastMonoNs = f->clock.monoNs();
        book->deepMonoNs = f->clock.monoNs();
        book->revision = ++m_revision;
        for (const auto &[px, lots] : bids)
            book->bids.push_back(
                {SyntheticFeed::btc(px), Sz{lots}, 1, market::BookSource::Fast, 1});
        for (const auto &[px, lots] : asks)
            book->asks.push_back(
                {SyntheticFeed::btc(px), Sz{lots}, 1, market::BookSource::Fast, 1});
        Q_EMIT f->engine.bookChanged(book);
    }
    std::uint64_t m_revision = 1000;

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }

    void init()
    {
        f = std::make_unique<test::GuiFixture>();
        f->engine.expectNoOrders();
        f->select();
        panel = std::make_unique<LadderPanel>(f->state, QStringLiteral("ladder"));
        panel->resize(376, 620);
        panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(panel.get()));
        f->feed.sendBook();
        waitPaint();
    }

    void cleanup()
    {
        panel.reset();
        f.reset();
    }

    void rowsStandOneTickApartAndCentreOnTheTouch()
    {
        const auto row = rowOf(110'146);
        QCOMPARE(view().rows().bestBidRow(), std::optional(row));
        QCOMPARE(view().rows().bestAskRow(), std::optional(row + 1));
        const QRect bid = view().cellRect(row, Column::Price);
        const QRect ask = view().cellRect(row + 1, Column::Price);
        QCOMPARE(ask.bottom() + 1, bid.top());
        QVERIFY(std::abs(bid.top() - view().viewport()->height() / 2) < 2 * bid.height());
    }

    void bidsAndAsksAreInTheirColumnsAndColours()
    {
        sendBook({{110'146, 100'000}}, {{110'150, 100'000}});
        waitPaint();
        const QImage image = test::pictureOf(*view().viewport());
        const auto bid = rowOf(110'146);
        const auto ask = rowOf(110'150);
        const Theme &t = Theme::instance();
        // The whole width of the bar lies under the figure: both levels are the largest.
        const QColor bar = [&] {
            const QRect cell = view().cellRect(bid, Column::Bids);
            return image.pixelColor(cell.left() + 2, cell.center().y());
        }();
        QVERIFY(bar != t.color(Tone::Panel) && bar != t.color(Tone::Raised));
        QVERIFY(bar.green() > bar.red());
        const QRect askCell = view().cellRect(ask, Column::Asks);
        const QColor askBar = image.pixelColor(askCell.left() + 3, askCell.center().y());
        QVERIFY(askBar.red() > askBar.green());
        // Nothing on the other side of either row.
        const QRect empty = view().cellRect(bid, Column::Asks).adjusted(2, 2, -2, -2);
        QVERIFY(test::isColourless(image, empty));
        QCOMPARE(test::countColor(image, empty, t.color(Tone::Raised)),
                 empty.width() * empty.height());
    }

    void L1_rowsInsideTheSpreadExistAndFillTheTicket()
    {
        sendBook({{110'146, 1}}, {{110'150, 1}});
        waitPaint();
        QSignalSpy spy(&f->state, &WorkspaceState::ticketRequested);
        click(rowOf(110'148), Column::Bids);
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy[0][2].value<Px>(), SyntheticFeed::btc(110'148));
    }

    void L4_offAClickFillsTheTicketAndSendsNothing_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<qint64>("whole");
        QTest::addColumn<int>("side");
        const auto add = [](const char *name, Column c, qint64 px, Side s) {
            QTest::newRow(name) << int(c) << px << int(s);
        };
        add("bid column buys", Column::Bids, 110'143, Side::Buy);
        add("bid column above the touch still buys", Column::Bids, 110'150, Side::Buy);
        add("ask column sells", Column::Asks, 110'149, Side::Sell);
        add("own buys column buys", Column::OwnBuys, 110'141, Side::Buy);
        add("own sells column sells", Column::OwnSells, 110'152, Side::Sell);
        add("price column below buys", Column::Price, 110'140, Side::Buy);
        add("price column above sells", Column::Price, 110'151, Side::Sell);
    }
    void L4_offAClickFillsTheTicketAndSendsNothing()
    {
        QFETCH(int, column);
        QFETCH(qint64, whole);
        QFETCH(int, side);
        QSignalSpy spy(&f->state, &WorkspaceState::ticketRequested);
        click(rowOf(whole), Column(column));
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy[0][0].value<std::string>(), std::string("BTC"));
        QCOMPARE(int(spy[0][1].value<Side>()), side);
        QCOMPARE(spy[0][2].value<Px>(), SyntheticFeed::btc(whole));
        QCOMPARE(f->engine.orderCommands(), std::size_t(0));
    }

    void L11_priceIsBoundAtPress()
    {
        QSignalSpy spy(&f->state, &WorkspaceState::ticketRequested);
        const QPoint at = middle(rowOf(110'143), Column::Bids);
        // Another cell at release.
        QTest::mousePress(view().viewport(), Qt::LeftButton, {}, at);
        QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, at + QPoint(0, 40));
        // Too late.
        QTest::mousePress(view().viewport(), Qt::LeftButton, {}, at);
        f->clock.advance(std::chrono::milliseconds(1100));
        QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, at);
        // The rows moved meanwhile.
        f->feed.sendBook();
        QTest::mousePress(view().viewport(), Qt::LeftButton, {}, at);
        view().setGroup(10);
        QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(spy.size(), 0);
    }

    void L9_rightOnAnOwnOrderCancelsIt()
    {
        f->engine.expectNoOrders(false);
        f->feed.sendAccount();
        click(rowOf(110'143), Column::OwnBuys, Qt::RightButton);
        QCOMPARE(f->engine.cancelled.size(), std::size_t(1));
        QCOMPARE(f->engine.cancelled[0].orders, std::vector<model::OrderKey>{1});
        // Right elsewhere cancels nothing.
        click(rowOf(110'143), Column::Bids, Qt::RightButton);
        QCOMPARE(f->engine.cancelled.size(), std::size_t(1));
    }

    void L27_aBookThatIsNotLiveCannotBeClicked_data()
    {
        QTest::addColumn<int>("state");
        QTest::newRow("stale") << int(market::BookState::Stale);
        QTest::newRow("invalid") << int(market::BookState::Invalid);
    }
    void L27_aBookThatIsNotLiveCannotBeClicked()
    {
        QFETCH(int, state);
        f->feed.sendAccount();
        sendBook({{110'146, 100'000}}, {{110'147, 100'000}}, market::BookState(state));
        waitPaint();
        QVERIFY(!view().isLive());
        QSignalSpy tickets(&f->state, &WorkspaceState::ticketRequested);
        QSignalSpy notices(&f->state, &WorkspaceState::noticeRaised);
        for (const auto column : {Column::Bids, Column::Price, Column::Asks})
            click(rowOf(110'143), column);
        view().setFocus();
        QTest::keyClick(&view(), Qt::Key_B);
        QCOMPARE(tickets.size(), 0);
        QCOMPARE(notices.size(), 4);
        // No colours, but one's own orders.
        const QImage image = test::pictureOf(*view().viewport());
        const QRect bids = view().cellRect(rowOf(110'146), Column::Bids);
        const QRect rest(bids.left(), view().headerHeight(),
                         view().cellRect(0, Column::OwnSells).left() - bids.left(),
                         view().viewport()->height() - view().headerHeight());
        QVERIFY(test::isColourless(image, rest));
        // The cancel works all the same.
        f->engine.expectNoOrders(false);
        click(rowOf(110'143), Column::OwnBuys, Qt::RightButton);
        QCOMPARE(f->engine.cancelled.size(), std::size_t(1));
    }

    void L27_aPictureThatStopsComingIsNotLive()
    {
        QVERIFY(view().isLive());
        f->clock.advance(std::chrono::seconds(12));
        QVERIFY(!view().isLive());
        f->feed.sendBook();
        QVERIFY(view().isLive());
    }

    void creditIsReturnedOnceAPaint()
    {
        waitPaint();
        const int before = f->engine.bookCredits["BTC"];
        f->feed.sendBook();
        QCOMPARE(f->engine.bookCredits["BTC"], before); // nothing before it is painted
        waitPaint();
        QCOMPARE(f->engine.bookCredits["BTC"], before + 1);
        view().viewport()->update();
        waitPaint();
        QCOMPARE(f->engine.bookCredits["BTC"], before + 1);
        const auto &series = f->state.paintStats().series("ladder");
        QVERIFY(series.pictures >= 2);
        QVERIFY(series.paint.count() > series.pictures);
    }

    void aHiddenLadderFollowsNothing()
    {
        f->state.selectCoin("ETH"); // the window itself follows the selected one
        QCOMPARE(f->engine.followed["BTC"], 0);
        QCOMPARE(f->engine.followed["ETH"], 1);
        panel->setLinked(false);
        panel->setCoin("SOL");
        QCOMPARE(f->engine.followed["SOL"], 1);
        panel->hide();
        QCOMPARE(f->engine.followed["SOL"], 0);
        panel->show();
        QCOMPARE(f->engine.followed["SOL"], 1);
    }

    void groupingSumsAreExact_data()
    {
        QTest::addColumn<int>("group");
        for (const int group : PriceScale::kGroups)
            QTest::addRow("x%d", group) << group;
    }
    void groupingSumsAreExact()
    {
        QFETCH(int, group);
        view().setGroup(group);
        QCOMPARE(view().group(), group);
        const auto &book = *view().rows().book();
        const auto &scale = view().rows().scale();
        std::int64_t total = 0;
        for (const auto &cell : view().rows().bids()) {
            std::int64_t sum = 0;
            const Px low = scale.pxAt(cell.row);
            const Px next = scale.pxAt(cell.row + 1);
            for (const auto &level : book.bids)
                sum += level.px >= low && level.px < next ? level.sz.lots : 0;
            QCOMPARE(cell.sz.lots, sum);
            QCOMPARE(low.ticks % (group * SyntheticFeed::kUnit), 0);
            total += sum;
        }
        for (const auto &level : book.bids)
            total -= level.sz.lots;
        QCOMPARE(total, 0);
        for (const auto &cell : view().rows().asks()) {
            std::int64_t sum = 0;
            const Px high = scale.pxAt(cell.row);
            const Px below = scale.pxAt(cell.row - 1);
            for (const auto &level : book.asks)
                sum += level.px <= high && level.px > below ? level.sz.lots : 0;
            QCOMPARE(cell.sz.lots, sum);
        }
    }

    void keyboardMovesTheCursorAndFillsTheTicket()
    {
        view().setFocus();
        QSignalSpy spy(&f->state, &WorkspaceState::ticketRequested);
        QTest::keyClick(&view(), Qt::Key_M);
        const auto mid = view().rows().midRow();
        QCOMPARE(view().cursorRow(), mid);
        QTest::keyClick(&view(), Qt::Key_Down);
        QTest::keyClick(&view(), Qt::Key_Down);
        QTest::keyClick(&view(), Qt::Key_Up);
        QCOMPARE(*view().cursorRow(), *mid - 1);
        QTest::keyClick(&view(), Qt::Key_B);
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy[0][1].value<Side>(), Side::Buy);
        QCOMPARE(spy[0][2].value<Px>(), view().rows().scale().pxAt(*mid - 1));
        QTest::keyClick(&view(), Qt::Key_S);
        QCOMPARE(spy[1][1].value<Side>(), Side::Sell);
        QTest::keyClick(&view(), Qt::Key_PageDown);
        QTest::keyClick(&view(), Qt::Key_PageDown);
        QTest::keyClick(&view(), Qt::Key_PageDown);
        const QRect cursor = view().cellRect(*view().cursorRow(), Column::Price);
        QVERIFY(view().viewport()->rect().contains(cursor));
        QVERIFY(view().accessibleDescription().contains(
            fmt::pxText(view().rows().scale().pxAt(*view().cursorRow()), SyntheticFeed::kBtc)));
        QTest::keyClick(&view(), Qt::Key_Space);
        QVERIFY(view().viewport()->rect().contains(view().cellRect(*mid, Column::Price)));
    }

    void L15_xCancelsTheOwnOrderNearestTheTouch()
    {
        f->engine.expectNoOrders(false);
        f->feed.sendAccount();
        view().setFocus();
        QTest::keyClick(&view(), Qt::Key_X);
        QCOMPARE(f->engine.cancelled.size(), std::size_t(1));
        QCOMPARE(f->engine.cancelled[0].orders, std::vector<model::OrderKey>{1});
    }

    void wheelScrollsThreeRowsAndCtrlChangesGrouping()
    {
        const auto top = view().topRow();
        const auto wheel = [this](int delta, Qt::KeyboardModifiers mods) {
            const QPointF pos(100, 200);
            QWheelEvent event(pos, view().viewport()->mapToGlobal(pos), {}, {0, delta}, {}, mods,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(view().viewport(), &event);
        };
        wheel(120, {});
        QCOMPARE(view().topRow(), top + 3);
        wheel(-240, {});
        QCOMPARE(view().topRow(), top - 3);
        wheel(-120, Qt::ControlModifier);
        QCOMPARE(view().group(), 2);
        wheel(120, Qt::ControlModifier);
        QCOMPARE(view().group(), 1);
    }

    void L19_pricesStandStillUntilTheTouchHasLeftForASecond()
    {
        const auto top = view().topRow();
        f->feed.sendBook(110'146 + 3);
        f->clock.advance(std::chrono::seconds(3));
        QCOMPARE(view().topRow(), top);
        f->feed.sendBook(110'146 + 40);
        f->clock.advance(std::chrono::milliseconds(900));
        QCOMPARE(view().topRow(), top);
        f->clock.advance(std::chrono::milliseconds(600));
        QVERIFY(view().topRow() > top);
        // With the pointer on the rows, never.
        const auto now = view().topRow();
        QTest::mouseMove(view().viewport(), middle(rowOf(110'186), Column::Bids));
        f->feed.sendBook(110'146);
        f->clock.advance(std::chrono::seconds(5));
        QCOMPARE(view().topRow(), now);
    }

    void L3_aSizeThatIsNotZeroNeverPrintsAsZero()
    {
        const Grid grid = SyntheticFeed::kBtc;
        QCOMPARE(fmt::szShort({1}, grid), QStringLiteral("<0.001"));
        QCOMPARE(fmt::szText({1}, grid), QStringLiteral("0.00001"));
        QCOMPARE(fmt::szShort({0}, grid), QStringLiteral("0"));
    }

    void L3_oneHairlineWithTheDeepAge()
    {
        QVERIFY(view().rows().firstDeepBid());
        QVERIFY(view().rows().firstDeepAsk());
        const QImage image = test::pictureOf(*view().viewport());
        const int y = view().cellRect(*view().rows().firstDeepBid(), Column::Price).top();
        const QRect line(view().cellRect(0, Column::OwnSells).left() + 2, y, 40, 1);
        QCOMPARE(test::countColor(image, line, Theme::instance().color(Tone::Line)), 40);
        sendBook({{110'146, 5}}, {{110'147, 5}});
        QVERIFY(!view().rows().firstDeepBid());
    }

    void ownOrdersAreAmberMarkersInTheirColumns()
    {
        f->feed.sendAccount();
        waitPaint();
        const QImage image = test::pictureOf(*view().viewport());
        const QColor own = Theme::instance().color(Tone::Own);
        const auto amber = [&](std::int64_t px, Side side, Column column) {
            return test::countColor(image, view().cellRect(rowOf(px, side), column), own);
        };
        QVERIFY(amber(110'143, Side::Buy, Column::OwnBuys) > 300);
        QCOMPARE(amber(110'143, Side::Buy, Column::OwnSells), 0);
        QVERIFY(amber(110'155, Side::Sell, Column::OwnSells) > 300);
        // Unknown is violet and hollow.
        QCOMPARE(amber(110'139, Side::Buy, Column::OwnBuys), 0);
        QVERIFY(test::countColor(image, view().cellRect(rowOf(110'139), Column::OwnBuys),
                                 Theme::instance().color(Tone::Unknown)) > 20);
    }

    void L2_footerSaysWhatIsUnprotected()
    {
        f->feed.sendAccount();
        const auto *position = f->state.position("BTC");
        QVERIFY(position);
        QCOMPARE(unprotectedSize(*position, f->state.ordersFor("BTC")), Sz{0});
        QCOMPARE(unprotectedSize(*position, {}), Sz{25'000});
        auto partial = SyntheticFeed::order(9, Side::Sell, 107'900, 10'000);
        partial.trigger = model::TriggerSpec{SyntheticFeed::btc(107'900), true, model::TpSl::Sl};
        partial.phase = model::OrderPhase::Waiting;
        QCOMPARE(unprotectedSize(*position, {partial}), Sz{15'000});
        partial.side = Side::Buy; // would not close a long
        QCOMPARE(unprotectedSize(*position, {partial}), Sz{25'000});
    }

    void L2_breakEvenCoversBothFees()
    {
        f->feed.sendAccount();
        auto position = *f->state.position("BTC");
        const auto fees = f->state.fees();
        QVERIFY(!breakEven(position, std::nullopt));
        const auto pnl = [&](const Decimal &exit) {
            const Decimal size = toDecimal(position.szi, position.grid);
            const Decimal paid =
                (position.entryPx + exit) * size.abs() * fees->taker; // entry and exit fee
            return (exit - position.entryPx) * size - paid;
        };
        const Decimal tick(1, position.grid.pxDecimals());
        const auto even = *breakEven(position, fees);
        QVERIFY(even > position.entryPx);
        QVERIFY(pnl(even).sign() >= 0);
        QVERIFY(pnl(even - tick).sign() < 0);
        position.szi = -position.szi;
        const auto down = *breakEven(position, fees);
        QVERIFY(down < position.entryPx);
        QVERIFY(pnl(down).sign() >= 0);
        QVERIFY(pnl(down + tick).sign() < 0);
    }

    void emptyStateNamesTheMarket()
    {
        panel->setLinked(false);
        panel->setCoin("SOL");
        waitPaint();
        QVERIFY(!view().isLive());
        QSignalSpy tickets(&f->state, &WorkspaceState::ticketRequested);
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {},
                          view().viewport()->rect().center());
        QCOMPARE(tickets.size(), 0);
        save(*panel, QStringLiteral("ladder-empty"));
    }

    void pictures()
    {
        f->feed.sendContexts();
        f->feed.sendTrades(200);
        f->feed.sendAccount();
        f->feed.sendBook();
        waitPaint();
        save(*panel, QStringLiteral("ladder-live"));
        QTest::mouseMove(view().viewport(), middle(rowOf(110'141), Column::Bids));
        view().setFocus();
        QTest::keyClick(&view(), Qt::Key_M);
        save(*panel, QStringLiteral("ladder-hover"));
        Theme::instance().setTheme(ThemeId::Light);
        save(*panel, QStringLiteral("ladder-light"));
        Theme::instance().setTheme(ThemeId::Dark);
        sendBook({{110'146, 100'000}}, {{110'147, 100'000}}, market::BookState::Stale);
        save(*panel, QStringLiteral("ladder-stale"));
        QVERIFY(view().viewport()->width() > 300);
    }

private:
    static void save(QWidget &widget, const QString &name)
    {
        const QString folder = qEnvironmentVariable("HL_GALLERY");
        if (!folder.isEmpty() && QDir().mkpath(folder))
            widget.grab().save(folder + u'/' + name + QStringLiteral(".png"));
    }
};

QTEST_MAIN(TestLadder)
#include "tst_ladder.moc"

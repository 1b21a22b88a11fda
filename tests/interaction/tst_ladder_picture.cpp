// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "interaction/ladder_fixture.h"
#include "ui/common/formatters.h"
#include "ui/ladder/ladder_tip.h"

#include <QAccessible>

using namespace hl;
using namespace hl::ui;
using test::LadderFixture;
using test::SyntheticFeed;
using Column = LadderColumn;
using model::Side;

/// L1 to L3, L19, L20 and L22: what the ladder shows, and that it keeps still.
class TestLadderPicture : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<LadderFixture> f;

    QImage picture() { return test::pictureOf(*f->ladder().viewport()); }
    QAccessibleTableInterface *table()
    {
        auto *interface = QAccessible::queryAccessibleInterface(&f->ladder());
        return interface ? interface->tableInterface() : nullptr;
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp); }
    void init() { f = std::make_unique<LadderFixture>(); }
    void cleanup() { f.reset(); }

    void L1_six_columns_in_their_order()
    {
        int last = -1;
        for (int i = 0; i < 6; ++i) {
            const QRect cell = f->ladder().cellRect(f->rowOf(110'143), Column(i));
            QVERIFY(cell.left() > last && cell.width() > 20);
            last = cell.right() - 1;
            QCOMPARE(f->ladder().columnAt(cell.center().x()), Column(i));
        }
        QCOMPARE(last + 2, f->ladder().viewport()->width());
        f->gui.feed.sendTrades(50);
        QVERIFY(!f->ladder().cellWords(f->rowOf(110'146), Column::Traded).isEmpty());
        f->gui.state.resetTraded("BTC");
        QVERIFY(f->ladder().cellWords(f->rowOf(110'146), Column::Traded).isEmpty());
    }

    void L1_rows_inside_the_spread_exist_and_can_be_clicked()
    {
        f->sendBook(110'146, 4);
        const auto bid = f->rowOf(110'146);
        QCOMPARE(*f->ladder().rows().bestAskRow(), bid + 4); // no row for the spread itself
        QVERIFY(f->arm());
        f->click(110'148, Column::Bids);
        QCOMPARE(f->lastPlaced().px, SyntheticFeed::btc(110'148));
        QVERIFY(f->panel->note().contains(QStringLiteral("spread 4")));
    }

    void L2_the_footer_says_it_all()
    {
        f->sendOrders({LadderFixture::stopOrder(3, Side::Sell, 107'900, 10'000)});
        auto *footer = f->panel->findChild<LadderFooter *>();
        QVERIFY(footer && footer->isVisible());
        const QString text = footer->shownText();
        for (const char *part : {"position +0.25000", "entry 110,137", "break-even 110,236",
                                 "PnL +41.10", "liq. 98,412", "10.7 % away", "unprotected 0.15"})
            QVERIFY2(text.contains(QString::fromLatin1(part)), qPrintable(text));
        f->sendPosition(0);
        QVERIFY(footer->shownText().startsWith(QStringLiteral("position flat")));
    }

    void L2_rows_are_marked()
    {
        // A stop is hollow and has its T: its ground is the panel's.
        f->sendOrders({LadderFixture::stopOrder(3, Side::Sell, 110'140),
                       LadderFixture::order(4, Side::Sell, 110'150)});
        const QImage image = picture();
        const QColor own = Theme::instance().color(Tone::Own);
        const auto amber = [&](std::int64_t px) {
            return test::countColor(image, f->ladder().cellRect(f->rowOf(px), Column::OwnSells),
                                    own);
        };
        QVERIFY(amber(110'150) > 3 * amber(110'140));
        QVERIFY(amber(110'140) > 20);
        // Entry at 110,136.8: a dotted line in one's own colour across the row.
        const QRect entry = f->ladder().cellRect(f->rowOf(110'137), Column::Bids);
        QVERIFY(test::countColor(image, entry.adjusted(0, 0, 0, entry.height()), own, 60) > 5);
    }

    void L3_sizes_to_the_lot_or_as_value_and_never_zero()
    {
        QCOMPARE(fmt::szShort({1}, SyntheticFeed::kBtc), QStringLiteral("<0.001"));
        QVERIFY(!fmt::szText({1}, SyntheticFeed::kBtc).contains(QStringLiteral("0.00000")));
        const QImage lots = picture();
        f->ladder().setSizeMode(SizeMode::Quote);
        QVERIFY(picture() != lots);
    }

    void L3_one_hairline_where_the_fast_levels_end()
    {
        const auto deep = *f->ladder().rows().firstDeepBid();
        QCOMPARE(deep, f->rowOf(110'141));
        const QImage image = picture();
        const int y = f->ladder().cellRect(deep, Column::Price).top();
        const QRect line(f->ladder().cellRect(deep, Column::Traded).left() + 2, y, 30, 1);
        QCOMPARE(test::countColor(image, line, Theme::instance().color(Tone::Line)), 30);
        const QRect above =
            line.translated(0, -3 * f->ladder().cellRect(1, Column::Price).height());
        QCOMPARE(test::countColor(image, above, Theme::instance().color(Tone::Line)), 0);
    }

    void L19_prices_stand_still_while_someone_points()
    {
        const auto top = f->ladder().topRow();
        f->move(f->at(110'143, Column::Bids));
        for (int i = 1; i <= 60; ++i)
            f->sendBook(LadderFixture::kBid + i);
        f->advance(400, false);
        f->gui.clock.advance(std::chrono::seconds(3));
        QCOMPARE(f->ladder().topRow(), top);
        f->leave();
        f->sendBook(LadderFixture::kBid + 60);
        f->gui.clock.advance(std::chrono::milliseconds(600));
        QCOMPARE(f->ladder().topRow(), top); // not for a second yet
        f->gui.clock.advance(std::chrono::milliseconds(800));
        QVERIFY(f->ladder().topRow() != top);
    }

    void L19_following_the_touch_cannot_be_armed()
    {
        QVERIFY(f->arm());
        f->ladder().setFollowing(true);
        QCOMPARE(f->desk().armState(), ArmState::Off);
        QVERIFY(!f->arm());
        const auto top = f->ladder().topRow();
        f->sendBook(LadderFixture::kBid + 7);
        QCOMPARE(f->ladder().topRow(), top + 7);
        f->ladder().setFollowing(false);
        QVERIFY(f->arm());
    }

    void L20_what_a_click_would_do_is_said_before_it()
    {
        QVERIFY(f->arm());
        f->move(f->at(110'143, Column::Bids));
        const QString text = f->ladder().hoverWords();
        for (const char *part :
             {"buy 0.0009 at 110,143", "post only", "99.13", "3 behind the touch", "1 ahead"})
            QVERIFY2(text.contains(QString::fromLatin1(part)), qPrintable(text));
        QCOMPARE(f->strip().shownText(), QStringLiteral("ARMED · ") + text);
        // Where it would be refused: the reason, and the forbidden cursor.
        f->move(f->at(110'150, Column::Bids));
        QCOMPARE(f->ladder().viewport()->cursor().shape(), Qt::ForbiddenCursor);
        QVERIFY(f->strip().shownText().contains(QStringLiteral("would take the ask")));
        // And it stays true while the book moves under the pointer.
        f->move(f->at(110'145, Column::Bids));
        QCOMPARE(f->ladder().viewport()->cursor().shape(), Qt::ArrowCursor);
        f->sendBook(110'140);
        QCOMPARE(f->ladder().viewport()->cursor().shape(), Qt::ForbiddenCursor);
    }

    void L20_the_fuller_tip_comes_after_400_ms_beside_the_touch()
    {
        QVERIFY(f->arm());
        for (const std::int64_t px : {110'143, 110'146, 110'147, 110'151, 110'139}) {
            f->leave();
            f->move(f->at(px, px <= 110'146 ? Column::Bids : Column::Asks));
            QVERIFY(!f->ladder().tip().isVisible());
            f->gui.clock.advance(std::chrono::milliseconds(399));
            QVERIFY(!f->ladder().tip().isVisible());
            f->gui.clock.advance(std::chrono::milliseconds(2));
            QVERIFY(f->ladder().tip().isVisible());
            const QRect tip = f->ladder().tip().geometry();
            for (const std::int64_t touch : {110'146, 110'147}) {
                for (int column = 0; column < 6; ++column)
                    QVERIFY(!tip.intersects(f->ladder().cellRect(f->rowOf(touch), Column(column))));
            }
            const QString text = f->ladder().tip().lines().join(u' ');
            for (const char *part : {"old", "orders 2", "fee", "liquidation after fill"})
                QVERIFY2(text.contains(QString::fromLatin1(part)), qPrintable(text));
            f->sendBook();
        }
        QCOMPARE(f->ladder().tip().focusPolicy(), Qt::NoFocus);
        QVERIFY(f->ladder().tip().testAttribute(Qt::WA_TransparentForMouseEvents));
    }

    void L22_the_queue_is_an_upper_bound_on_fast_levels_only()
    {
        const auto words = [this](std::int64_t px) {
            return f->ladder().cellWords(f->rowOf(px), Column::OwnBuys);
        };
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143, 5'000),
                       LadderFixture::order(2, Side::Buy, 110'139, 5'000)});
        f->sendBook();
        QVERIFY2(words(110'143).contains(QStringLiteral("≤ 1 ahead")),
                 qPrintable(words(110'143))); // it may not be in that frame yet
        QVERIFY(!words(110'139).contains(QStringLiteral("ahead"))); // deep
        f->advance(1'600);
        QVERIFY(words(110'143).contains(QStringLiteral("≤ 0.95 ahead")));
        // What trades there was before it.
        engine::TradeBatch batch;
        batch.coin = "BTC";
        batch.grid = SyntheticFeed::kBtc;
        market::Trade trade;
        trade.px = SyntheticFeed::btc(110'143);
        trade.sz = {20'000};
        trade.time = f->gui.clock.wallMs() + 100;
        trade.tid = 1;
        trade.isBuy = false;
        batch.trades = {trade};
        Q_EMIT f->engine().tradesAppended(batch);
        QVERIFY(words(110'143).contains(QStringLiteral("≤ 0.75 ahead")));
        // It never grows by what joins behind.
        f->advance(800);
        QVERIFY(words(110'143).contains(QStringLiteral("≤ 0.75 ahead")));
        // Another price is another queue.
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'144, 5'000)});
        f->sendBook();
        QVERIFY(words(110'144).contains(QStringLiteral("≤ 1 ahead")));
    }

    void L22_added_and_pulled_size_on_fast_levels_only()
    {
        auto book = std::make_shared<market::BookSnapshot>(*f->makeBook());
        f->gui.clock.advance(std::chrono::milliseconds(100));
        book->fastMonoNs = f->gui.clock.monoNs();
        book->bids[2].sz = {130'000}; // 110,144
        book->bids[3].sz = {60'000};  // 110,143
        book->bids[8].sz = {1};       // deep
        f->send(book);
        const auto at = [this](std::int64_t px) {
            return f->ladder().changes().at(Side::Buy, SyntheticFeed::btc(px),
                                            f->gui.clock.monoNs());
        };
        QCOMPARE(at(110'144), std::optional(Sz{30'000}));
        QCOMPARE(at(110'143), std::optional(Sz{-40'000}));
        QVERIFY(!at(110'138));
        QVERIFY(!at(110'145));
        f->gui.clock.advance(std::chrono::milliseconds(2'100));
        QVERIFY(!at(110'144)); // a moment ago only
    }

    void grouping_means_what_it_says()
    {
        // An order in a grouped row leaves at the row's price, and its sum is exact.
        QVERIFY(f->arm());
        f->ladder().setGroup(10);
        const auto &scale = f->ladder().rows().scale();
        const auto row = scale.rowFor(SyntheticFeed::btc(110'139), Side::Buy);
        QCOMPARE(scale.pxAt(row), SyntheticFeed::btc(110'130));
        QCOMPARE(f->ladder().rows().bidAt(row)->sz, Sz{300'000}); // 110,137 to 110,139
        f->press(f->ladder().cellRect(row, Column::Bids).center());
        f->release(f->ladder().cellRect(row, Column::Bids).center());
        QCOMPARE(f->lastPlaced().px, SyntheticFeed::btc(110'130));
    }

    void a_free_ladder_keeps_its_market()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("l.ini")), QSettings::IniFormat);
        LadderPanel free(f->gui.state, QStringLiteral("ladder2"), &f->dialogs);
        free.setLinked(false);
        free.setCoin("SOL");
        free.view().setGroup(5);
        free.saveSettings(settings);
        // Restored before the venue has listed anything.
        test::GuiFixture later;
        LadderPanel again(later.state, QStringLiteral("ladder2"), &f->dialogs);
        again.setLinked(false);
        again.restoreSettings(settings);
        QCOMPARE(again.view().coin(), std::string());
        later.feed.sendInstruments();
        QCOMPARE(again.view().coin(), std::string("SOL"));
        QCOMPARE(again.view().group(), 5);
        later.state.selectCoin("ETH");
        QCOMPARE(again.view().coin(), std::string("SOL"));
    }

    /// No memory for a row whose figures stand still: the same text, not an equal one.
    void a_figure_that_stands_still_is_not_made_again()
    {
        LadderTexts texts;
        const Grid grid = SyntheticFeed::kBtc;
        const auto figures = [&](SizeMode mode) {
            std::vector<const QChar *> out;
            for (int i = 0; i < 60; ++i) {
                const Px px = SyntheticFeed::btc(110'100 + i);
                out.push_back(texts.price(px, grid).constData());
                out.push_back(texts.size(Sz{1'000 + i}, px, grid, mode, 8).constData());
            }
            return out;
        };
        const auto kept = [](const auto &a, const auto &b) {
            std::size_t same = 0;
            for (std::size_t i = 0; i < a.size(); ++i)
                if (a[i] == b[i])
                    ++same;
            return same;
        };
        const auto first = figures(SizeMode::Lot);
        const auto second = figures(SizeMode::Lot);
        // Two figures may share one place and push each other out.
        QVERIFY2(kept(first, second) >= 100, qPrintable(QString::number(kept(first, second))));
        // What differs in anything that shows is another text.
        QCOMPARE(texts.price(SyntheticFeed::btc(110'100), grid), QStringLiteral("110,100"));
        const Px px = SyntheticFeed::btc(110'100);
        const QString lots = texts.size(Sz{5'000}, px, grid, SizeMode::Lot, 8);
        const QString quote = texts.size(Sz{5'000}, px, grid, SizeMode::Quote, 8);
        const QString narrow = texts.size(Sz{5'123}, px, grid, SizeMode::Lot, 4);
        QCOMPARE(lots, fmt::szText(Sz{5'000}, grid));
        QCOMPARE(quote, QStringLiteral("5,505"));
        QVERIFY(narrow.size() <= 5 && narrow != texts.size(Sz{5'123}, px, grid, SizeMode::Lot, 8));
    }

    void a_screen_reader_reads_rows_and_cells()
    {
        f->sendOrders({LadderFixture::order(1, Side::Buy, 110'143)});
        auto *t = table();
        QVERIFY(t);
        QCOMPARE(t->columnCount(), 6);
        QVERIFY(t->rowCount() > 10);
        QCOMPARE(t->columnDescription(0), QStringLiteral("own buys"));
        const int row = static_cast<int>(f->ladder().topRow() - f->rowOf(110'143));
        QCOMPARE(t->rowDescription(row), QStringLiteral("110,143"));
        const auto text = [&](int column) {
            return t->cellAt(row, column)->text(QAccessible::Name);
        };
        QVERIFY(text(0).startsWith(QStringLiteral("your buy 0.05")));
        QCOMPARE(text(1), QStringLiteral("bid 1"));
        QCOMPARE(text(2), QStringLiteral("110,143"));
        QCOMPARE(text(3), QString());
        QVERIFY(t->cellAt(row, 1)->tableCellInterface());
        QCOMPARE(t->cellAt(row, 1)->tableCellInterface()->rowIndex(), row);
        QVERIFY(!t->cellAt(10'000, 0));
        // The cursor is the selected row.
        f->key(Qt::Key_M);
        QCOMPARE(t->selectedRowCount(), 1);
        QCOMPARE(t->rowDescription(t->selectedRows().first()), QStringLiteral("110,146"));
    }
};

QTEST_MAIN(TestLadderPicture)
#include "tst_ladder_picture.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/book_composer.h"

#include <QTest>

#include <random>

using namespace hl;
using namespace hl::market;

namespace {

constexpr Grid kGrid{MarketKind::Perp, 2}; // four decimals of price
constexpr std::int64_t kSecond = 1'000'000'000;

Px px(const char *text)
{
    return parsePx(text, kGrid).value();
}

DepthLevel level(const char *price, std::int64_t lots = 100, int n = 1)
{
    return {px(price), Sz{lots}, n};
}

BookUpdate book(TimeMs time, std::vector<DepthLevel> bids, std::vector<DepthLevel> asks,
                bool fast = false)
{
    BookUpdate update;
    update.coin = "SOL";
    update.grid = kGrid;
    update.time = time;
    update.isFast = fast;
    update.bids = std::move(bids);
    update.asks = std::move(asks);
    return update;
}

BboUpdate bbo(TimeMs time, std::optional<DepthLevel> bid, std::optional<DepthLevel> ask)
{
    BboUpdate update;
    update.coin = "SOL";
    update.grid = kGrid;
    update.time = time;
    update.bid = bid;
    update.ask = ask;
    return update;
}

/// `count` levels a tenth apart, best first.
std::vector<DepthLevel> ladder(std::int64_t bestTicks, int count, bool bids)
{
    std::vector<DepthLevel> levels;
    for (int i = 0; i < count; ++i)
        levels.push_back({Px{bestTicks + (bids ? -i : i) * 1'000}, Sz{100 + i}, 1});
    return levels;
}

Trade trade(TimeMs time, const char *price, bool isBuy)
{
    return {px(price), Sz{1}, time, static_cast<Tid>(time), isBuy};
}

QString text(const std::vector<BookLevel> &levels)
{
    QStringList out;
    for (const BookLevel &l : levels)
        out << QString::fromStdString(pxText(l.px, kGrid)) +
                   QLatin1Char(l.source == BookSource::Bbo    ? 'b'
                               : l.source == BookSource::Fast ? 'f'
                                                              : 'd');
    return out.join(QLatin1Char(' '));
}

} // namespace

class TestBookComposer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void datesThatCannotBe_data();
    void datesThatCannotBe();
    void bestPricesDatedAheadAreNotBelieved();
    void B34_olderDeepFrameFillsDepthOnly();
    void bboMovesTheTop();
    void bboOlderThanTheBookMovesNothing();
    void bookAsNewAsTheBboWins();
    void sideWithoutLevels();
    void B34_depthBehindAShortFastSide();
    void bboWithoutASide();
    void timeBackwardsIsIgnored();
    void foreignAndGroupedFramesAreNotMixed();
    void brokenFrames_data();
    void brokenFrames();
    void deepAloneLivesTenSeconds();
    void fastLivesTwoSeconds();
    void onlyBestPricesAreNotLive();
    void emptyMarket();
    void B28_tradeThroughIsNotLiveAtOnce_data();
    void B28_tradeThroughIsNotLiveAtOnce();
    void B28_onlyTheStaleBookIsStale();
    void B37_switchingForgetsEverything();
    void markedStaleUntilTheNextBook();
    void randomFeedsNeverCross();
};

void TestBookComposer::B34_olderDeepFrameFillsDepthOnly()
{
    BookComposer composer("SOL", kGrid);
    composer.apply(book(1'000, {level("100.2")}, {level("100.3")}, true), kSecond);
    // One fast level a side is a short side; use five so that depth may follow.
    composer.apply(book(1'000, ladder(1'002'000, 5, true), ladder(1'003'000, 5, false), true),
                   kSecond);
    composer.apply(book(600, ladder(1'004'000, 20, true), ladder(1'005'000, 20, false)), kSecond);
    QCOMPARE(pxText(composer.bestBid()->px, kGrid), std::string("100.2"));
    QCOMPARE(pxText(composer.bestAsk()->px, kGrid), std::string("100.3"));
    const BookSnapshot picture = composer.snapshot(kSecond);
    QCOMPARE(picture.bids.size(), 5U + 13U);
    QCOMPARE(picture.bids[0].source, BookSource::Fast);
    QCOMPARE(picture.bids[0].time, 1'000);
    QCOMPARE(pxText(picture.bids[5].px, kGrid), std::string("99.7"));
    QCOMPARE(picture.bids[5].source, BookSource::Deep);
    QCOMPARE(picture.bids[5].time, 600);
    QCOMPARE(picture.state, BookState::Live);
}

void TestBookComposer::bboMovesTheTop()
{
    BookComposer composer("SOL", kGrid);
    composer.apply(book(1'000, ladder(1'000'000, 20, true), ladder(1'001'000, 20, false)), kSecond);
    composer.apply(bbo(1'100, level("99.95"), level("100.25")), kSecond);
    QCOMPARE(text(composer.snapshot(0).bids).left(17), QStringLiteral("99.95b 99.9d 99.8"));
    QCOMPARE(text(composer.snapshot(0).asks).left(21), QStringLiteral("100.25b 100.3d 100.4d"));
    composer.apply(bbo(1'200, level("100.05"), level("100.1", 7)), kSecond);
    QCOMPARE(text(composer.snapshot(0).bids).left(20), QStringLiteral("100.05b 100d 99.9d 9"));
    QCOMPARE(composer.snapshot(0).asks[0].sz.lots, 7);
    QCOMPARE(composer.snapshot(0).asks.size(), 20U);
}

void TestBookComposer::bboOlderThanTheBookMovesNothing()
{
    BookComposer composer("SOL", kGrid);
    composer.apply(book(1'000, ladder(1'000'000, 20, true), ladder(1'001'000, 20, false)), kSecond);
    const auto revision = composer.revision();
    QCOMPARE(composer.apply(bbo(999, level("90"), level("91")), kSecond),
             BookComposer::Applied::Older);
    QCOMPARE(composer.revision(), revision);
    QCOMPARE(pxText(composer.bestBid()->px, kGrid), std::string("100"));
    QCOMPARE(composer.apply(bbo(1'000, level("99.9"), level("100.1")), kSecond),
             BookComposer::Applied::Accepted);
    QCOMPARE(pxText(composer.bestBid()->px, kGrid), std::string("99.9"));
}

void TestBookComposer::bookAsNewAsTheBboWins()
{
    BookComposer composer("SOL", kGrid);
    composer.apply(bbo(1'000, level("99.9"), level("100.4")), kSecond);
    composer.apply(book(1'000, ladder(1'000'000, 20, true), ladder(1'001'000, 20, false)), kSecond);
    QCOMPARE(pxText(composer.bestBid()->px, kGrid), std::string("100"));
    QCOMPARE(pxText(composer.bestAsk()->px, kGrid), std::string("100.1"));
}

void TestBookComposer::sideWithoutLevels()
{
    BookComposer composer("SOL", kGrid);
    composer.apply(book(600, ladder(1'000'000, 20, true), ladder(1'001'000, 20, false)), kSecond);
    composer.apply(book(1'000, ladder(1'000'000, 5, true), {}, true), kSecond);
    QCOMPARE(composer.snapshot(0).bids.size(), 20U);
    QVERIFY(composer.snapshot(0).asks.empty());
    QVERIFY(!composer.bestAsk());
    QCOMPARE(composer.state(kSecond), BookState::Live);
}

/// The case as it was reported: one level a side in the fast frame, an older deep one after it.
void TestBookComposer::B34_depthBehindAShortFastSide()
{
    BookComposer composer("SOL", kGrid);
    composer.apply(book(1'000, {level("100.2")}, {level("100.3")}, true), kSecond);
    composer.apply(book(600, ladder(1'004'000, 20, true), ladder(1'005'000, 20, false)), kSecond);
    const BookSnapshot picture = composer.snapshot(kSecond);
    QCOMPARE(text(picture.bids).left(18), QStringLiteral("100.2f 100.1d 100d"));
    QCOMPARE(text(picture.asks).left(20), QStringLiteral("100.3f 100.5d 100.6d"));
    QCOMPARE(picture.bids.size(), 1U + 17U);
}

void TestBookComposer::bboWithoutASide()
{
    BookComposer composer("SOL", kGrid);
    composer.apply(book(600, ladder(1'000'000, 20, true), ladder(1'001'000, 20, false)), kSecond);
    composer.apply(bbo(700, std::nullopt, level("100.1")), kSecond);
    QVERIFY(composer.snapshot(0).bids.empty());
    QCOMPARE(composer.snapshot(0).asks.size(), 20U);
}

void TestBookComposer::timeBackwardsIsIgnored()
{
    BookComposer composer("SOL", kGrid);
    composer.apply(book(1'000, {level("100")}, {level("101")}), kSecond);
    QCOMPARE(composer.apply(book(999, {level("50")}, {level("51")}), kSecond),
             BookComposer::Applied::Older);
    QCOMPARE(composer.apply(book(1'000, {level("100")}, {level("101")}), kSecond),
             BookComposer::Applied::Accepted);
    QCOMPARE(pxText(composer.bestBid()->px, kGrid), std::string("100"));
    QCOMPARE(composer.counters().older, 1U);
}

void TestBookComposer::foreignAndGroupedFramesAreNotMixed()
{
    BookComposer composer("SOL", kGrid);
    BookUpdate update = book(1'000, {level("100")}, {level("101")});
    update.isAggregated = true;
    QCOMPARE(composer.apply(update, kSecond), BookComposer::Applied::Foreign);
    update.isAggregated = false;
    update.coin = "ETH";
    QCOMPARE(composer.apply(update, kSecond), BookComposer::Applied::Foreign);
    QVERIFY(!composer.bestBid());
    QCOMPARE(composer.counters().foreign, 2U);
}

void TestBookComposer::brokenFrames_data()
{
    QTest::addColumn<QStringList>("bids");
    QTest::addColumn<QStringList>("asks");
    QTest::addColumn<qint64>("lots");
    QTest::addColumn<bool>("crossed");
    QTest::newRow("crossed") << QStringList{"101"} << QStringList{"100"} << qint64{1} << true;
    QTest::newRow("locked") << QStringList{"100"} << QStringList{"100"} << qint64{1} << true;
    QTest::newRow("bids unsorted")
        << QStringList{"99", "100"} << QStringList{"101"} << qint64{1} << false;
    QTest::newRow("asks unsorted")
        << QStringList{"99"} << QStringList{"102", "101"} << qint64{1} << false;
    QTest::newRow("repeated price")
        << QStringList{"99", "99"} << QStringList{"101"} << qint64{1} << false;
    QTest::newRow("no size") << QStringList{"99"} << QStringList{"101"} << qint64{0} << false;
    QTest::newRow("negative size")
        << QStringList{"99"} << QStringList{"101"} << qint64{-1} << false;
    QTest::newRow("price zero") << QStringList{"0"} << QStringList{"101"} << qint64{1} << false;
}

void TestBookComposer::brokenFrames()
{
    QFETCH(QStringList, bids);
    QFETCH(QStringList, asks);
    QFETCH(qint64, lots);
    QFETCH(bool, crossed);
    const auto side = [&](const QStringList &prices) {
        std::vector<DepthLevel> levels;
        for (const QString &price : prices)
            levels.push_back(level(price.toLatin1().constData(), lots));
        return levels;
    };
    BookComposer composer("SOL", kGrid);
    composer.apply(book(500, {level("98")}, {level("99")}), kSecond);
    QCOMPARE(composer.apply(book(1'000, side(bids), side(asks)), kSecond),
             BookComposer::Applied::Invalid);
    const BookSnapshot picture = composer.snapshot(kSecond);
    QCOMPARE(picture.state, BookState::Invalid);
    QVERIFY(!picture.isTradable());
    QVERIFY(!picture.reason.empty());
    QCOMPARE(pxText(picture.bids.front().px, kGrid), std::string("98"));
    QCOMPARE(composer.sawCrossed(), crossed);
    // The touch alone proves nothing about the depth; a whole book does.
    composer.apply(bbo(1'100, level("98"), level("99")), kSecond);
    QCOMPARE(composer.state(kSecond), BookState::Invalid);
    composer.apply(book(1'200, {level("98")}, {level("99")}), kSecond);
    QCOMPARE(composer.state(kSecond), BookState::Live);
    QVERIFY(!composer.sawCrossed());
}

void TestBookComposer::deepAloneLivesTenSeconds()
{
    BookComposer composer("SOL", kGrid);
    composer.apply(book(1'000, {level("100")}, {level("101")}), kSecond);
    QCOMPARE(composer.state(kSecond), BookState::Live);
    QCOMPARE(composer.state(11 * kSecond), BookState::Live);
    std::string reason;
    QCOMPARE(composer.state(11 * kSecond + 1, &reason), BookState::Stale);
    QVERIFY(reason.find("deep") != std::string::npos);
    // Best prices that keep coming do not make a silent book live.
    composer.apply(bbo(9'000, level("100"), level("101")), 11 * kSecond);
    QCOMPARE(composer.state(12 * kSecond), BookState::Stale);
    // The same picture once more does: a quiet market is not stale.
    composer.apply(book(9'000, {level("100")}, {level("101")}), 12 * kSecond);
    QCOMPARE(composer.state(12 * kSecond), BookState::Live);
}

void TestBookComposer::fastLivesTwoSeconds()
{
    BookComposer composer("SOL", kGrid);
    composer.apply(book(1'000, {level("100")}, {level("101")}), kSecond);
    composer.apply(book(1'001, {level("100")}, {level("101")}, true), kSecond);
    QCOMPARE(composer.state(3 * kSecond), BookState::Live);
    std::string reason;
    QCOMPARE(composer.state(3 * kSecond + 1, &reason), BookState::Stale);
    QVERIFY(reason.find("fast") != std::string::npos);
    for (int i = 4; i < 20; ++i)
        composer.apply(book(i * 1'000, {level("100")}, {level("101")}, true), i * kSecond);
    QCOMPARE(composer.state(19 * kSecond, &reason), BookState::Stale);
    QVERIFY(reason.find("deep") != std::string::npos);
}

void TestBookComposer::onlyBestPricesAreNotLive()
{
    BookComposer composer("SOL", kGrid);
    QCOMPARE(composer.state(0), BookState::Empty);
    composer.apply(bbo(1'000, level("100"), level("101")), kSecond);
    QCOMPARE(composer.state(kSecond), BookState::Stale);
    QVERIFY(composer.bestBid());
}

void TestBookComposer::emptyMarket()
{
    BookComposer composer("SOL", kGrid);
    QCOMPARE(composer.apply(book(1'000, {}, {}), kSecond), BookComposer::Applied::Accepted);
    QCOMPARE(composer.state(kSecond), BookState::Empty);
    composer.apply(book(1'500, {level("100")}, {}), kSecond);
    QCOMPARE(composer.state(kSecond), BookState::Live);
}

void TestBookComposer::B28_tradeThroughIsNotLiveAtOnce_data()
{
    QTest::addColumn<QStringList>("prices");
    QTest::addColumn<qint64>("time");
    QTest::addColumn<bool>("alarm");
    QTest::newRow("above the ask") << QStringList{"101.2"} << qint64{1'100} << true;
    QTest::newRow("below the bid") << QStringList{"99.5"} << qint64{1'100} << true;
    QTest::newRow("at the ask") << QStringList{"101"} << qint64{1'100} << false;
    QTest::newRow("inside") << QStringList{"100.5"} << qint64{1'100} << false;
    QTest::newRow("a sweep from the touch")
        << QStringList{"101", "101.1", "101.2"} << qint64{1'100} << false;
    QTest::newRow("older than the book") << QStringList{"101.2"} << qint64{900} << false;
    QTest::newRow("as old as the book") << QStringList{"101.2"} << qint64{1'000} << false;
}

void TestBookComposer::B28_tradeThroughIsNotLiveAtOnce()
{
    QFETCH(QStringList, prices);
    QFETCH(qint64, time);
    QFETCH(bool, alarm);
    BookComposer composer("SOL", kGrid);
    composer.apply(book(1'000, {level("100")}, {level("101")}), kSecond);
    std::vector<Trade> trades;
    for (const QString &price : prices)
        trades.push_back(trade(time, price.toLatin1().constData(), true));
    QCOMPARE(composer.noteTrades(trades), alarm);
    std::string reason;
    QCOMPARE(composer.state(kSecond, &reason), alarm ? BookState::Stale : BookState::Live);
    QCOMPARE(reason.empty(), !alarm);
    // A frame older than the trade cannot clear it; one as new does.
    composer.apply(book(1'050, {level("100")}, {level("101")}), kSecond);
    QCOMPARE(composer.state(kSecond), alarm ? BookState::Stale : BookState::Live);
    composer.apply(bbo(1'100, level("101.1"), level("101.2")), kSecond);
    QCOMPARE(composer.state(kSecond), BookState::Live);
}

void TestBookComposer::B28_onlyTheStaleBookIsStale()
{
    BookComposer btc("BTC", kGrid);
    BookComposer spcx("xyz:SPCX", kGrid);
    const std::int64_t now = 100 * kSecond;
    BookUpdate update = book(1'000, {level("100")}, {level("101")}, true);
    update.coin = "BTC";
    btc.apply(update, now - 300'000'000);
    update.coin = "xyz:SPCX";
    spcx.apply(update, now - 7 * kSecond);
    QCOMPARE(btc.state(now), BookState::Live);
    QCOMPARE(spcx.state(now), BookState::Stale);
    QVERIFY(!spcx.snapshot(now).isTradable());
}

void TestBookComposer::B37_switchingForgetsEverything()
{
    BookComposer composer("SOL", kGrid);
    composer.apply(book(9'000, {level("100")}, {level("101")}), kSecond);
    composer.noteTrades(std::vector{trade(9'100, "105", true)});
    composer.reset();
    QCOMPARE(composer.state(kSecond), BookState::Empty);
    QVERIFY(composer.snapshot(kSecond).bids.empty());
    BookUpdate late = book(9'200, {level("99")}, {level("99.5")});
    late.coin = "ETH";
    QCOMPARE(composer.apply(late, kSecond), BookComposer::Applied::Foreign);
    QCOMPARE(composer.apply(book(5, {level("150")}, {level("150.1")}), kSecond),
             BookComposer::Applied::Accepted);
    QCOMPARE(composer.state(kSecond), BookState::Live);
}

void TestBookComposer::markedStaleUntilTheNextBook()
{
    BookComposer composer("SOL", kGrid);
    composer.apply(book(1'000, {level("100")}, {level("101")}), kSecond);
    composer.markStale("The connection is lost.");
    std::string reason;
    QCOMPARE(composer.state(kSecond, &reason), BookState::Stale);
    QCOMPARE(reason, std::string("The connection is lost."));
    composer.apply(bbo(1'100, level("100"), level("101")), kSecond);
    QCOMPARE(composer.state(kSecond), BookState::Stale);
    composer.apply(book(1'100, {level("100")}, {level("101")}), kSecond);
    QCOMPARE(composer.state(kSecond), BookState::Live);
}

/// Three feeds of a wandering market, late and out of order: the picture stays sorted, uncrossed,
/// and its top is that of the newest frame.
void TestBookComposer::randomFeedsNeverCross()
{
    std::mt19937 random(99);
    BookComposer composer("SOL", kGrid);
    std::int64_t mid = 1'000'000;
    struct State
    {
        TimeMs time;
        std::int64_t mid;
    };
    std::vector<State> history;
    TimeMs time = 0;
    for (int i = 0; i < 20'000; ++i) {
        time += static_cast<TimeMs>(random() % 3);
        mid += static_cast<std::int64_t>(random() % 8'001) - 4'000;
        mid = std::max<std::int64_t>(mid, 200'000);
        history.push_back({time, mid});
        const std::size_t back = std::min<std::size_t>(random() % 4, history.size() - 1);
        const State &at = history[history.size() - 1 - back];
        const std::int64_t bid = at.mid - 500;
        const std::int64_t ask = at.mid + 500;
        switch (random() % 3) {
        case 0:
            composer.apply(
                bbo(at.time, DepthLevel{Px{bid}, Sz{1}, 1}, DepthLevel{Px{ask}, Sz{1}, 1}), 0);
            break;
        case 1:
            composer.apply(book(at.time, ladder(bid, 5, true), ladder(ask, 5, false), true), 0);
            break;
        default:
            composer.apply(book(at.time, ladder(bid, 20, true), ladder(ask, 20, false)), 0);
        }
        const BookSnapshot picture = composer.snapshot(0);
        QVERIFY(picture.state != BookState::Invalid);
        QVERIFY(picture.bids.front().px < picture.asks.front().px);
        for (std::size_t k = 1; k < picture.bids.size(); ++k)
            QVERIFY(picture.bids[k].px < picture.bids[k - 1].px);
        for (std::size_t k = 1; k < picture.asks.size(); ++k)
            QVERIFY(picture.asks[k].px > picture.asks[k - 1].px);
        QVERIFY(picture.bids.front().px == composer.bestBid()->px);
        QVERIFY(picture.asks.front().px == composer.bestAsk()->px);
        QCOMPARE(picture.bids.front().time, picture.time);
    }
    QVERIFY(composer.counters().older > 100);
}

/// A frame dated where it cannot be is not believed, and right ones bring the book back.
void TestBookComposer::datesThatCannotBe_data()
{
    QTest::addColumn<TimeMs>("offBy");
    QTest::addColumn<bool>("isFirst");
    constexpr TimeMs kDay = 86'400'000;
    QTest::newRow("a day ahead") << kDay << false;
    QTest::newRow("1970") << -TimeMs{1'700'000'000'000} << false;
    QTest::newRow("2100") << TimeMs{2'400'000'000'000} << false;
    QTest::newRow("two minutes ahead") << TimeMs{120'000} << false;
    QTest::newRow("the first frame of all, a day ahead") << kDay << true;
    QTest::newRow("the first frame of all, 1970") << -TimeMs{1'700'000'000'000} << true;
}

void TestBookComposer::datesThatCannotBe()
{
    QFETCH(TimeMs, offBy);
    QFETCH(bool, isFirst);
    constexpr TimeMs kStart = 1'700'000'000'000;
    BookComposer composer("SOL", kGrid);
    std::int64_t at = kSecond;
    TimeMs time = kStart;
    const auto good = [&] {
        at += kSecond / 2;
        time += 500;
        return composer.apply(book(time, {level("100")}, {level("101")}, true), at);
    };
    if (!isFirst) {
        QCOMPARE(good(), BookComposer::Applied::Accepted);
        QCOMPARE(good(), BookComposer::Applied::Accepted);
    }
    const auto applied =
        composer.apply(book(time + offBy, {level("90")}, {level("91")}, true), at + kSecond / 4);
    if (!isFirst) {
        QCOMPARE(applied, BookComposer::Applied::Invalid);
        std::string reason;
        QCOMPARE(composer.state(at + kSecond / 4, &reason), BookState::Invalid);
        QVERIFY2(reason.find("date") != std::string::npos, reason.c_str());
        QCOMPARE(composer.bestBid()->px, px("100"));
    }
    for (int i = 0; i < 3; ++i)
        good();
    QCOMPARE(composer.state(at), BookState::Live);
    QCOMPARE(composer.bestBid()->px, px("100"));
    QCOMPARE(composer.snapshot(at).time, time);
}

void TestBookComposer::bestPricesDatedAheadAreNotBelieved()
{
    constexpr TimeMs kStart = 1'700'000'000'000;
    BookComposer composer("SOL", kGrid);
    composer.apply(book(kStart, {level("100")}, {level("101")}, true), kSecond);
    QCOMPARE(composer.apply(bbo(kStart + 86'400'000, level("100.4"), level("100.5")), 2 * kSecond),
             BookComposer::Applied::Invalid);
    QCOMPARE(composer.state(2 * kSecond), BookState::Invalid);
    composer.apply(book(kStart + 1'500, {level("100")}, {level("101")}, true),
                   2 * kSecond + kSecond / 2);
    QCOMPARE(composer.state(2 * kSecond + kSecond / 2), BookState::Live);
    QCOMPARE(composer.bestBid()->px, px("100"));
}

QTEST_APPLESS_MAIN(TestBookComposer)

#include "tst_book_composer.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/faults/fault_rows.h"
#include "device_rig.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::FlattenState;
using engine::ReviewState;
using engine::TradeMode;
using model::OrderPhase;

namespace {

constexpr RequestId kFlatten = 90;
constexpr std::uint64_t kEth = 1;

/// Long BTC and short ETH, two entries that rest, and a reduce-only order that must stay.
struct Book
{
    explicit Book(DeviceRig &rig) : d(rig) {}

    bool fill()
    {
        d.rig.quote(sim::vectorsAddress(), true, "4200", "50", kEth);
        d.rig.quote(sim::vectorsAddress(), false, "4300", "50", kEth);
        if (!d.ready())
            return false;
        d.device.review = 50ms;
        // A device's market order needs a live book; what is flattened later does not.
        d.core().followMarket("ETH");
        if (!d.rig.until(5s, [&] {
                const auto book = d.sink().books.find("ETH");
                return book != d.sink().books.end() && book->second->isTradable();
            }))
            return false;
        const Cloid btc = d.rig.place(1, "111000", "0.01", model::Side::Buy, model::Tif::Ioc);
        if (!until(btc, OrderPhase::Filled))
            return false;
        model::OrderTicket ticket;
        ticket.coin = "ETH";
        ticket.side = model::Side::Sell;
        ticket.px = parsePx("4200", {MarketKind::Perp, 4}).value();
        ticket.sz = parseSz("0.5", {MarketKind::Perp, 4}).value();
        ticket.tif = model::Tif::Ioc;
        Cloid eth;
        eth.bytes[0] = 0xEE;
        ticket.cloid = eth;
        d.core().placeOrder(2, ticket);
        if (!until(eth, OrderPhase::Filled))
            return false;
        d.core().releaseMarket("ETH");
        for (const char *px : {"100000", "100100"}) {
            entries.push_back(d.rig.place(3 + entries.size(), px, "0.01"));
            if (!until(entries.back(), OrderPhase::Resting))
                return false;
        }
        target = d.rig.placeClose(9, "125000", "0.01");
        if (!until(target, OrderPhase::Resting))
            return false;
        d.device.review = 3'000ms;
        return d.rig.until(5s, [&] { return open() == 2; });
    }
    bool until(const Cloid &cloid, OrderPhase phase)
    {
        return d.rig.until(20s, [&] { return d.rig.phase(cloid) == phase; });
    }
    std::size_t open() const
    {
        return static_cast<std::size_t>(std::ranges::count_if(
            d.sink().account.positions, [](const model::Position &p) { return p.szi.lots != 0; }));
    }

    DeviceRig &d;
    std::vector<Cloid> entries;
    Cloid target;
};

const engine::FlattenProgress &progress(DeviceRig &d)
{
    return d.sink().flatten.back();
}

/// Of the flatten's requests the one in that state.
const engine::SigningReview *reviewAt(DeviceRig &d, ReviewState state)
{
    for (const auto &[id, review] : d.sink().reviews)
        if (review.request == kFlatten && review.state == state)
            return &review;
    return nullptr;
}

bool untilReview(DeviceRig &d, ReviewState state, bool isFirst)
{
    return d.rig.until(30s, [&] {
        const auto *review = reviewAt(d, state);
        return review != nullptr && (review->title.find("Cancel") == std::string::npos) == isFirst;
    });
}

bool untilEnd(DeviceRig &d)
{
    return d.rig.until(60s, [&] { return !progress(d).isRunning; });
}

} // namespace

/// Everything closed and every entry cancelled with two presses: interaction.md D17.
class TestDeviceFlatten : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void D17_theFirstPressClosesTheSecondCancels()
    {
        DeviceRig d(TradeMode::DeviceOnly, false, {"BTC", "ETH"});
        Book book(d);
        QVERIFY(book.fill());
        const int reviews = d.device.reviews;
        d.core().flattenAll(kFlatten);
        // Both are prepared and named before anything is pressed.
        QVERIFY(progress(d).isRunning && progress(d).byDevice);
        QCOMPARE(progress(d).closes.lines.size(), std::size_t{2});
        QCOMPARE(progress(d).cancels.lines.size(), std::size_t{2});
        QVERIFY(progress(d).closes.lines.front().find("0.01") != std::string::npos);
        QVERIFY(untilReview(d, ReviewState::OnDevice, true));
        const engine::SigningReview first = *reviewAt(d, ReviewState::OnDevice);
        QVERIFY(first.isExit);
        QCOMPARE(first.count, std::size_t{2});
        QVERIFY(first.words.size() == 3);
        QVERIFY(first.words.at(1).find("reduce only") != std::string::npos);
        QVERIFY(!first.totals.empty());
        QVERIFY(*first.expiresAfter - static_cast<TimeMs>(first.nonce) <= 60'050);
        const auto *second = reviewAt(d, ReviewState::Queued);
        QVERIFY(second != nullptr && second->isExit);
        QCOMPARE(second->title, std::string("Cancel 2 orders"));
        // A market whose book is not shown is closed with a cap from the mark, and that is said.
        QVERIFY(d.sink().hasNotice("taken from the mark price"));
        QVERIFY(untilReview(d, ReviewState::OnDevice, false));
        QVERIFY(progress(d).isRunning);
        QVERIFY(progress(d).closes.state == FlattenState::Done);
        QVERIFY(untilEnd(d));
        QVERIFY(progress(d).cancels.state == FlattenState::Done);
        QCOMPARE(progress(d).sentence,
                 std::string("2 of 2 positions closed, 2 of 2 entries cancelled."));
        QVERIFY2(d.sink().results.at(kFlatten).ok,
                 d.sink().results.at(kFlatten).error.detail.c_str());
        QCOMPARE(d.sink().answers.at(kFlatten), 1);
        QCOMPARE(d.device.reviews, reviews + 2);
        QVERIFY(d.rig.until(5s, [&] { return book.open() == 0; }));
        for (const Cloid &entry : book.entries)
            QCOMPARE(d.rig.phase(entry), OrderPhase::Cancelled);
        QVERIFY(d.rig.noncesRise());
        d.rig.run(2s);
        QCOMPARE(d.rig.differences(), std::vector<std::string>{});
    }

    /// A TWAP that enters would open again what was closed; each is stopped by a press of its own.
    void D17_twapsThatEnterAreStopped_data()
    {
        QTest::addColumn<bool>("byDevice");
        QTest::addColumn<bool>("hasEntries");
        QTest::newRow("device") << true << true;
        QTest::newRow("device, no order rests") << true << false;
        QTest::newRow("agent") << false << true;
    }

    void D17_twapsThatEnterAreStopped()
    {
        QFETCH(bool, byDevice);
        QFETCH(bool, hasEntries);
        DeviceRig d(byDevice ? TradeMode::DeviceOnly : TradeMode::AgentTrades, !byDevice,
                    {"BTC", "ETH"});
        Book book(d);
        if (hasEntries)
            QVERIFY(book.fill());
        else
            QVERIFY(d.ready());
        d.device.review = 500ms;
        for (const RequestId request : {RequestId{60}, RequestId{61}}) {
            model::TwapTicket ticket;
            ticket.coin = "BTC";
            ticket.sz = FaultRig::sz(request == 60 ? "0.05" : "0.06");
            ticket.minutes = 60;
            d.core().startTwap(request, ticket);
            QVERIFY(d.rig.until(20s, [&] { return d.sink().results.contains(request); }));
            QVERIFY2(d.sink().results.at(request).ok,
                     d.sink().results.at(request).error.detail.c_str());
        }
        QVERIFY(d.rig.until(5s, [&] { return d.sink().account.twaps.size() == 2; }));
        const std::size_t entries = hasEntries ? 4 : 2;
        d.core().flattenAll(kFlatten);
        QCOMPARE(progress(d).cancels.all, entries);
        QVERIFY(progress(d).cancels.lines.back().find("by TWAP") != std::string::npos);
        QVERIFY(untilEnd(d));
        QCOMPARE(progress(d).cancels.done, entries);
        QVERIFY2(progress(d).cancels.state == FlattenState::Done,
                 progress(d).cancels.sentence.c_str());
        QVERIFY(d.sink().results.at(kFlatten).ok);
        QVERIFY(d.rig.until(5s, [&] {
            return std::ranges::all_of(d.sink().account.twaps, [](const model::Twap &twap) {
                return twap.phase == model::TwapPhase::Stopped;
            });
        }));
        d.rig.run(2s);
        QCOMPARE(d.rig.differences(), std::vector<std::string>{});
    }

    /// Stopped before its press, a TWAP goes on, and is named.
    void D17_aTwapWhoseTurnHasNotComeGoesOn()
    {
        DeviceRig d(TradeMode::DeviceOnly, false, {"BTC", "ETH"});
        Book book(d);
        QVERIFY(book.fill());
        model::TwapTicket ticket;
        ticket.coin = "BTC";
        ticket.sz = FaultRig::sz("0.05");
        ticket.minutes = 60;
        d.core().startTwap(60, ticket);
        QVERIFY(d.rig.until(20s, [&] { return d.sink().account.twaps.size() == 1; }));
        d.core().flattenAll(kFlatten);
        QVERIFY(untilReview(d, ReviewState::OnDevice, true));
        const int reviews = d.device.reviews;
        d.core().stopFlatten();
        QVERIFY(untilEnd(d));
        d.rig.run(20s);
        QVERIFY(d.device.reviews <= reviews + 1);
        QVERIFY(progress(d).cancels.state == FlattenState::Stopped);
        QCOMPARE(d.sink().account.twaps.front().phase, model::TwapPhase::Running);
    }

    void D17_stoppableBetween_data()
    {
        QTest::addColumn<bool>("isFirst");
        QTest::newRow("while the first is on the device") << true;
        QTest::newRow("while the second is") << false;
    }

    void D17_stoppableBetween()
    {
        QFETCH(bool, isFirst);
        DeviceRig d(TradeMode::DeviceOnly, false, {"BTC", "ETH"});
        Book book(d);
        QVERIFY(book.fill());
        d.core().flattenAll(kFlatten);
        QVERIFY(untilReview(d, ReviewState::OnDevice, isFirst));
        d.core().stopFlatten();
        QVERIFY(untilEnd(d));
        QVERIFY(progress(d).closes.state == (isFirst ? FlattenState::Stopped : FlattenState::Done));
        QVERIFY(progress(d).cancels.state == FlattenState::Stopped);
        QVERIFY(!d.sink().results.at(kFlatten).ok);
        d.rig.run(20s);
        QCOMPARE(book.open(), std::size_t{isFirst ? 2U : 0U});
        for (const Cloid &entry : book.entries)
            QCOMPARE(d.rig.phase(entry), OrderPhase::Resting);
        QCOMPARE(d.rig.differences(), std::vector<std::string>{});
    }

    /// The chip of the second has its own Drop.
    void D17_theSecondCanBeDroppedWhileItWaits()
    {
        DeviceRig d(TradeMode::DeviceOnly, false, {"BTC", "ETH"});
        Book book(d);
        QVERIFY(book.fill());
        d.core().flattenAll(kFlatten);
        QVERIFY(untilReview(d, ReviewState::OnDevice, true));
        d.core().device().dropReview(reviewAt(d, ReviewState::Queued)->id);
        QVERIFY(untilEnd(d));
        QVERIFY(progress(d).closes.state == FlattenState::Done);
        QVERIFY(progress(d).cancels.state == FlattenState::Stopped);
        QCOMPARE(progress(d).sentence,
                 std::string("2 of 2 positions closed, 0 of 2 entries cancelled."));
    }

    void D17_refusedOnTheDeviceBringsNoSecondPress()
    {
        DeviceRig d(TradeMode::DeviceOnly, false, {"BTC", "ETH"});
        Book book(d);
        QVERIFY(book.fill());
        d.device.refuses = true;
        const int reviews = d.device.reviews;
        d.core().flattenAll(kFlatten);
        QVERIFY(untilEnd(d));
        QVERIFY(progress(d).closes.state == FlattenState::Failed);
        QVERIFY(!progress(d).closes.sentence.empty());
        QCOMPARE(d.sink().results.at(kFlatten).error.kind, ErrorKind::DeviceRefused);
        QCOMPARE(d.sink().results.at(kFlatten).error.detail, progress(d).closes.sentence);
        QVERIFY(progress(d).cancels.state == FlattenState::Stopped);
        d.rig.run(10s);
        QCOMPARE(d.device.reviews, reviews + 1);
        QCOMPARE(book.open(), std::size_t{2});
    }

    /// Nobody has pressed anything: the second is tried too.
    void D17_aSettingIsNoRefusalByHand()
    {
        DeviceRig d(TradeMode::DeviceOnly, false, {"BTC", "ETH"});
        Book book(d);
        QVERIFY(book.fill());
        d.device.hasBlindSigning = false;
        d.core().flattenAll(kFlatten);
        // Each is held for a minute: the setting can be turned on.
        QVERIFY(d.rig.until(130s, [&] { return !progress(d).isRunning; }));
        QVERIFY(progress(d).closes.state == FlattenState::Failed);
        QVERIFY2(progress(d).closes.sentence.find("Blind signing") != std::string::npos,
                 progress(d).closes.sentence.c_str());
        QVERIFY(progress(d).cancels.state == FlattenState::Failed);
    }

    void D17_sizesAreThoseOfTheMomentOfThePress()
    {
        DeviceRig d(TradeMode::DeviceOnly, false, {"BTC", "ETH"});
        Book book(d);
        QVERIFY(book.fill());
        d.device.review = 10'000ms;
        const Cloid unsent = d.rig.place(50, "99000", "0.01");
        QVERIFY(d.untilAt(50, ReviewState::OnDevice));
        d.core().flattenAll(kFlatten);
        // Also what has not left yet: it would fill once everything is flat.
        QCOMPARE(progress(d).cancels.all, std::size_t{3});
        d.rig.run(100ms);
        QCOMPARE(d.rig.phase(unsent), OrderPhase::NotSent);
        // While both wait an entry is filled: the position is larger by it.
        d.rig.quote(sim::vectorsAddress(), false, "100100", "0.01");
        d.rig.quote(sim::vectorsAddress(), true, "100050", "1");
        QVERIFY(book.until(book.entries.at(1), OrderPhase::Filled));
        QVERIFY(untilReview(d, ReviewState::OnDevice, true));
        const engine::SigningReview first = *reviewAt(d, ReviewState::OnDevice);
        QVERIFY2(first.words.at(1).find("Sell 0.02 ") != std::string::npos,
                 first.words.at(1).c_str());
        QVERIFY(untilEnd(d));
        // What was filled cannot be cancelled, and is named.
        QVERIFY(progress(d).cancels.state == FlattenState::Partly);
        QCOMPARE(progress(d).cancels.done, std::size_t{2});
        QCOMPARE(progress(d).cancels.notDone.size(), std::size_t{1});
        QVERIFY(progress(d).cancels.notDone.front().find("BTC") != std::string::npos);
    }

    void D17_whatTheCapDidNotReachIsNamed()
    {
        DeviceRig d;
        d.rig.quote(sim::vectorsAddress(), false, "111000", "0.5");
        QVERIFY(d.ready());
        const Cloid big = d.rig.place(1, "111000", "0.7", model::Side::Buy, model::Tif::Ioc);
        QVERIFY(d.rig.until(20s, [&] { return d.rig.phase(big) == OrderPhase::Filled; }));
        d.rig.run(1s);
        d.core().flattenAll(kFlatten);
        QVERIFY(untilEnd(d));
        QVERIFY(progress(d).closes.state == FlattenState::Partly);
        QVERIFY(progress(d).cancels.state == FlattenState::NotNeeded);
        QCOMPARE(progress(d).closes.notDone.size(), std::size_t{1});
        QVERIFY2(progress(d).closes.notDone.front().find("0.5 of 0.7") != std::string::npos,
                 progress(d).closes.notDone.front().c_str());
        QVERIFY(!d.sink().results.at(kFlatten).ok);
    }

    void D17_withoutAnAnswerItIsUnknownAndLookedUp()
    {
        DeviceRig d(TradeMode::DeviceOnly, false, {"BTC", "ETH"});
        Book book(d);
        QVERIFY(book.fill());
        d.core().flattenAll(kFlatten);
        QVERIFY(untilReview(d, ReviewState::OnDevice, true));
        d.rig.plan.add(fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", "post")));
        QVERIFY(untilEnd(d));
        QVERIFY(progress(d).closes.state == FlattenState::Partly);
        d.rig.run(30s);
        QCOMPARE(d.rig.differences(), std::vector<std::string>{});
        QCOMPARE(book.open(), std::size_t{0});
    }

    void D17_anAgentNeedsNoPress()
    {
        DeviceRig d(TradeMode::AgentTrades, true, {"BTC", "ETH"});
        Book book(d);
        QVERIFY(book.fill());
        d.core().flattenAll(kFlatten);
        QVERIFY(!progress(d).byDevice);
        QVERIFY(untilEnd(d));
        QCOMPARE(d.device.reviews, 0);
        QVERIFY(d.sink().results.at(kFlatten).ok);
        QVERIFY(d.rig.until(5s, [&] { return book.open() == 0; }));
        // A second call finds nothing to do.
        d.core().flattenAll(kFlatten + 1);
        d.rig.run(100ms);
        QVERIFY(d.sink().results.at(kFlatten + 1).ok);
        QCOMPARE(progress(d).sentence, std::string("There is no position and no entry."));
    }

    /// G14: an exit refused for its rate goes again, however little of the first signature's time
    /// is left by then.
    void G14_theRetryHasAnExpiryOfItsOwn_data()
    {
        QTest::addColumn<bool>("isFlatten");
        QTest::newRow("a close") << false;
        QTest::newRow("flatten all") << true;
    }

    void G14_theRetryHasAnExpiryOfItsOwn()
    {
        QFETCH(bool, isFlatten);
        DeviceRig d;
        d.takes = 15s;
        QVERIFY(d.ready());
        const Cloid entry = d.rig.place(1, "111000", "0.01", model::Side::Buy, model::Tif::Ioc);
        QVERIFY(d.rig.until(10s, [&] { return d.rig.phase(entry) == OrderPhase::Filled; }));
        QVERIFY(d.rig.until(5s, [&] { return !d.sink().account.positions.empty(); }));
        d.device.review = 11'000ms;
        Fault &refused = d.rig.plan.add(
            fault(FaultPoint::WsAnswer, FaultKind::Rewrite, member("channel", "post")));
        refused.rewrite = [](const std::string &text) {
            const auto at = text.find("\"response\":");
            return text.substr(0, at) +
                   R"("response":{"type":"error","payload":"429 Too Many Requests"}}})";
        };
        model::OrderTicket close;
        close.coin = "BTC";
        close.side = model::Side::Sell;
        close.px = FaultRig::px("108000");
        close.sz = FaultRig::sz("0.01");
        close.tif = model::Tif::Ioc;
        close.reduceOnly = true;
        const int reviews = d.device.reviews;
        if (isFlatten)
            d.core().flattenAll(2);
        else
            d.core().placeOrder(2, close);
        // Nobody buys when it arrives, so the venue does nothing; its answer becomes a 429.
        QVERIFY(d.untilAt(2, ReviewState::OnDevice));
        const auto *others = d.rig.venue.exchange().accounts().find(sim::vectorsAddress());
        std::vector<Oid> bids;
        for (const auto &[oid, order] : others->open)
            if (order.side == sim::Side::Buy)
                bids.push_back(oid);
        d.rig.quote(sim::vectorsAddress(), true, "90000", "0.5");
        for (const Oid oid : bids)
            d.rig.venue.exchange().cancel(others->id, 0, oid);
        QVERIFY(d.rig.until(20s, [&] { return refused.fired == 1; }));
        d.rig.quote(sim::vectorsAddress(), true, "109000", "0.5");
        QVERIFY(d.rig.until(40s, [&] { return d.sink().results.contains(2); }));
        QVERIFY2(d.sink().results.at(2).ok, d.sink().results.at(2).error.detail.c_str());
        QCOMPARE(d.device.reviews, reviews + 2);
        d.rig.run(2s);
        QVERIFY(std::ranges::all_of(d.sink().account.positions,
                                    [](const auto &p) { return p.szi.lots == 0; }));
    }
};

QTEST_APPLESS_MAIN(TestDeviceFlatten)
#include "tst_device_flatten.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/manual_clock.h"
#include "trading/nonce_lane.h"
#include "trading/venue_clock.h"

#include <QtTest>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

using namespace hl;
using namespace hl::trading;
using test::ManualClock;

namespace {

/// A disk that answers when told.
class SlowStore final : public NonceStore
{
public:
    explicit SlowStore(Nonce reserved = 0) : m_reserved(reserved) {}
    Nonce reserved() const override { return m_reserved; }
    void reserve(Nonce upTo, std::function<void(Status)> done) override
    {
        pending.push_back({upTo, std::move(done)});
    }
    void answer(const Status &status = {})
    {
        auto calls = std::exchange(pending, {});
        for (auto &[upTo, done] : calls) {
            if (status)
                m_reserved = std::max(m_reserved, upTo);
            done(status);
        }
    }
    std::vector<std::pair<Nonce, std::function<void(Status)>>> pending;

private:
    Nonce m_reserved;
};

struct Wire
{
    std::vector<NonceLane::Slot> handed;
    std::vector<NonceLane::Slot> failed;
    bool isOpen = true;

    NonceLane::Hooks hooks()
    {
        return {[this](NonceLane::Slot) { return isOpen; },
                [this](NonceLane::Slot slot) { handed.push_back(slot); },
                [this](NonceLane::Slot slot, const Error &) { failed.push_back(slot); }};
    }
};

} // namespace

class TestNonceLane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// cases.md B24
    void manyInOneMillisecondAndClockBack_B24()
    {
        ManualClock clock(1'700'000'000'000);
        MemoryNonceStore store;
        Wire wire;
        NonceLane lane(clock, store, wire.hooks());
        const std::vector<TimeMs> times = {1'700'000'000'000, 1'700'000'000'000, 1'700'000'000'000,
                                           1'699'999'999'995, 1'700'000'000'001};
        std::vector<Nonce> nonces;
        for (const TimeMs time : times) {
            clock.stepWall(time - clock.wallMs());
            nonces.push_back(lane.claim().nonce);
        }
        QCOMPARE(nonces,
                 (std::vector<Nonce>{1'700'000'000'000, 1'700'000'000'001, 1'700'000'000'002,
                                     1'700'000'000'003, 1'700'000'000'004}));
    }

    /// cases.md B25
    void restartWithClockBack_B25()
    {
        ManualClock clock(1'700'000'000'010);
        MemoryNonceStore store(1'700'000'000'020);
        Wire wire;
        NonceLane lane(clock, store, wire.hooks());
        QCOMPARE(lane.claim().nonce, Nonce{1'700'000'000'021});
    }

    /// A clock that is days off spends no nonce for which the venue's must catch up first (G16).
    void noncesFollowTheVenuesClock_data()
    {
        QTest::addColumn<qint64>("off");
        QTest::newRow("two days ahead") << qint64{2 * 86'400'000};
        QTest::newRow("three days behind") << qint64{-3 * 86'400'000};
        QTest::newRow("right") << qint64{0};
    }
    void noncesFollowTheVenuesClock()
    {
        QFETCH(qint64, off);
        constexpr TimeMs kVenue = 1'700'000'000'000;
        ManualClock clock(kVenue + off);
        VenueClock venue(clock);
        for (int frame = 0; frame < 8; ++frame) // so far off, one is not believed
            venue.note(kVenue, clock.monoNs());
        MemoryNonceStore store;
        Wire wire;
        NonceLane lane(clock, store, wire.hooks());
        lane.dateBy(venue);
        QCOMPARE(lane.claim().nonce, static_cast<Nonce>(kVenue));
        QVERIFY(store.reserved() < static_cast<Nonce>(kVenue) + 60'000);
    }

    void restartNeverRepeatsAHandedNonce()
    {
        ManualClock clock;
        MemoryNonceStore store;
        std::set<Nonce> used;
        for (int run = 0; run < 20; ++run) {
            Wire wire;
            NonceLane lane(clock, store, wire.hooks());
            for (int i = 0; i < 50; ++i) {
                const auto claim = lane.claim();
                QVERIFY2(used.insert(claim.nonce).second, "a nonce came twice");
                lane.ready(claim.slot);
            }
            QCOMPARE(wire.handed.size(), std::size_t{50});
            clock.stepWall(run % 2 == 0 ? -5'000 : 3);
        }
    }

    void nothingLeavesBeforeTheHighWaterIsDurable()
    {
        ManualClock clock;
        SlowStore store;
        Wire wire;
        NonceLane lane(clock, store, wire.hooks());
        const auto first = lane.claim();
        lane.ready(first.slot);
        QVERIFY(wire.handed.empty());
        QCOMPARE(store.pending.size(), std::size_t{1});
        QVERIFY(store.pending.front().first >= first.nonce);
        store.answer();
        QCOMPARE(wire.handed, std::vector{first.slot});
    }

    void theDiskIsAskedAheadAndRarely()
    {
        ManualClock clock;
        SlowStore store;
        Wire wire;
        NonceLane lane(clock, store, wire.hooks());
        lane.ready(lane.claim().slot);
        store.answer();
        int asked = 0;
        for (int i = 0; i < 600; ++i) {
            clock.advance(std::chrono::milliseconds{100});
            lane.ready(lane.claim().slot);
            // Never held up: what it needs was reserved before.
            QCOMPARE(wire.handed.size(), static_cast<std::size_t>(i) + 2);
            asked += static_cast<int>(store.pending.size());
            store.answer();
        }
        QVERIFY2(asked >= 6 && asked <= 12, qPrintable(QString::number(asked)));
    }

    void failedStoreSendsNothing()
    {
        ManualClock clock;
        SlowStore store;
        Wire wire;
        NonceLane lane(clock, store, wire.hooks());
        const auto first = lane.claim();
        lane.ready(first.slot);
        store.answer(fail(ErrorKind::Internal, "the disk is full"));
        QVERIFY(wire.handed.empty());
        QCOMPARE(wire.failed, std::vector{first.slot});
        const auto second = lane.claim();
        QVERIFY(second.nonce > first.nonce);
        lane.ready(second.slot);
        store.answer();
        QCOMPARE(wire.handed, std::vector{second.slot});
    }

    void closedWireHoldsTheChain()
    {
        ManualClock clock;
        MemoryNonceStore store;
        Wire wire;
        wire.isOpen = false;
        NonceLane lane(clock, store, wire.hooks());
        const auto a = lane.claim();
        const auto b = lane.claim();
        lane.ready(b.slot);
        lane.ready(a.slot);
        QVERIFY(wire.handed.empty());
        QCOMPARE(lane.waiting(), std::size_t{2});
        wire.isOpen = true;
        lane.pump();
        QCOMPARE(wire.handed, (std::vector{a.slot, b.slot}));
        QCOMPARE(lane.waiting(), std::size_t{0});
    }

    /// Any order of ready and burn gives rising slots, all the ready ones, at the earliest moment.
    void anyOrderHandsRising_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 50; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    void anyOrderHandsRising()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        ManualClock clock;
        MemoryNonceStore store;
        Wire wire;
        NonceLane lane(clock, store, wire.hooks());
        std::vector<NonceLane::Claim> claims;
        for (int i = 0; i < 40; ++i)
            claims.push_back(lane.claim());
        std::vector<std::size_t> order(claims.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::shuffle(order, random);
        std::vector<NonceLane::Slot> expected;
        std::set<NonceLane::Slot> burned;
        for (const std::size_t index : order) {
            if (random() % 4 == 0) {
                burned.insert(claims[index].slot);
                lane.burn(claims[index].slot);
            } else {
                lane.ready(claims[index].slot);
            }
            QVERIFY(std::ranges::is_sorted(wire.handed));
        }
        for (const auto &claim : claims)
            if (!burned.contains(claim.slot))
                expected.push_back(claim.slot);
        QCOMPARE(wire.handed, expected);
    }
};

QTEST_APPLESS_MAIN(TestNonceLane)
#include "tst_nonce_lane.moc"

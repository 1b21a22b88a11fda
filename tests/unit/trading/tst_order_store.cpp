// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "order_store_rig.h"

#include <QtTest>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

using namespace hl;
using namespace hl::trading;
using namespace hl::trading::test;
using model::Order;
using model::OrderKey;
using model::OrderKind;
using model::OrderPhase;
using model::PendingChange;
using model::Side;

namespace {

using Step = std::function<void(OrderStore &, OrderKey)>;

/// Runs `steps` in every order, each once, then with every step doubled, and compares the order
/// that comes out with the first one.
void sameInEveryOrder(
    const std::vector<Step> &steps, const std::function<void(const Order &)> &check,
    const std::function<OrderKey(OrderStore &)> &start = [](OrderStore &s) {
        return sent(s, ticket());
    })
{
    std::vector<std::size_t> order(steps.size());
    std::iota(order.begin(), order.end(), 0);
    std::optional<Order> first;
    int permutations = 0;
    do {
        for (const bool isDoubled : {false, true}) {
            OrderStore store;
            const OrderKey key = start(store);
            for (const std::size_t index : order) {
                steps[index](store, key);
                if (isDoubled)
                    steps[index](store, key);
            }
            if (isDoubled)
                for (const std::size_t index : order)
                    steps[index](store, key);
            const Order *result = store.find(key);
            QVERIFY(result != nullptr);
            QCOMPARE(store.all().size(), std::size_t{1});
            check(*result);
            if (QTest::currentTestFailed()) {
                QString names;
                for (const std::size_t index : order)
                    names += QString::number(index) + ' ';
                qWarning("in order %s%s", qPrintable(names), isDoubled ? "doubled" : "");
                return;
            }
            if (!first)
                first = *result;
            QVERIFY2(*result == *first, "another order of the same evidence gave another result");
        }
        ++permutations;
    } while (std::ranges::next_permutation(order).found);
    QVERIFY(permutations > 1);
}

Step answer(const PlaceOutcome &outcome)
{
    return [outcome](OrderStore &s, OrderKey key) { s.applyPlaced(key, outcome, kNow); };
}
Step update(const OrderReport &r)
{
    return [r](OrderStore &s, OrderKey) { s.applyReport(r, kNow); };
}
Step snapshot(const OrderReport &r)
{
    return [r](OrderStore &s, OrderKey) { s.applySnapshot({r}, "", kNow); };
}
Step execution(const model::Fill &f)
{
    return [f](OrderStore &s, OrderKey) { s.applyFill(f, kNow); };
}

} // namespace

class TestOrderStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Ended orders are forgotten in time; a later one with the same cloid is not.
    void forgettingLeavesASuccessorItsCloid()
    {
        OrderStore store;
        const OrderKey first = sent(store, ticket());
        store.apply(first, OrderEvent::NotWritten, kNow);
        QVERIFY(isTerminal(store.find(first)->phase));
        const OrderKey second = sent(store, ticket());
        QVERIFY(second != first);
        for (int i = 0; i < 2'100; ++i) {
            model::OrderTicket other = ticket();
            other.cloid->bytes[0] = 1;
            other.cloid->bytes[1] = static_cast<std::uint8_t>(i / 256);
            other.cloid->bytes[2] = static_cast<std::uint8_t>(i % 256);
            store.apply(sent(store, other), OrderEvent::NotWritten, kNow);
        }
        QVERIFY(store.find(first) == nullptr);
        const Order *found = store.findByCloid(cloid());
        QVERIFY(found != nullptr);
        QCOMPARE(found->key, second);
    }

    void restingInAnyOrder()
    {
        sameInEveryOrder(
            {answer(resting(7)), update(report(7, "open", "1")), snapshot(openRow(7, "1"))},
            [](const Order &o) {
                QCOMPARE(o.phase, OrderPhase::Resting);
                QCOMPARE(o.oid, Oid{7});
                QCOMPARE(o.filledSz, Sz{});
            });
    }

    void partlyFilledInAnyOrder()
    {
        sameInEveryOrder({answer(resting(7)), update(report(7, "open", "1")),
                          snapshot(openRow(7, "0.6")), execution(fill(1, 7, "0.3")),
                          execution(fill(2, 7, "0.1", true, "49990"))},
                         [](const Order &o) {
                             QCOMPARE(o.phase, OrderPhase::PartlyFilled);
                             QCOMPARE(o.filledSz, sz("0.4"));
                             QCOMPARE(*o.avgFillPx, px("49997.5"));
                         });
    }

    void filledInAnyOrder()
    {
        sameInEveryOrder({answer(filled(7, "1")), update(report(7, "filled", "0")),
                          execution(fill(1, 7, "0.25")), execution(fill(2, 7, "0.75")),
                          snapshot(openRow(7, "1"))},
                         [](const Order &o) {
                             QCOMPARE(o.phase, OrderPhase::Filled);
                             QCOMPARE(o.filledSz, sz("1"));
                         });
    }

    void filledWhileTheAnswerNeverComes()
    {
        sameInEveryOrder(
            {[](OrderStore &s, OrderKey key) { s.apply(key, OrderEvent::AnswerLost, kNow); },
             execution(fill(1, 7, "1", true)), update(report(7, "filled", "0"))},
            [](const Order &o) { QCOMPARE(o.phase, OrderPhase::Filled); });
    }

    void cancelledAfterAPartInAnyOrder()
    {
        sameInEveryOrder({answer(resting(7)), update(report(7, "open", "1")),
                          update(report(7, "reduceOnlyCanceled", "0.8")),
                          execution(fill(1, 7, "0.2")), snapshot(openRow(7, "0.8"))},
                         [](const Order &o) {
                             QCOMPARE(o.phase, OrderPhase::Cancelled);
                             QCOMPARE(o.filledSz, sz("0.2"));
                             QCOMPARE(o.reason, std::string("reduceOnlyCanceled"));
                         });
    }

    void refusedInAnyOrder()
    {
        sameInEveryOrder({answer(refused("Insufficient margin to place order. asset=0")),
                          update(report(7, "perpMarginRejected", "1"))},
                         [](const Order &o) {
                             QCOMPARE(o.phase, OrderPhase::RejectedVenue);
                             QCOMPARE(o.reason,
                                      std::string("Insufficient margin to place order. asset=0"));
                         });
    }

    void oidsWithoutCloidMergeWithTheAnswer()
    {
        sameInEveryOrder({answer(resting(7)), update(report(7, "open", "1", false)),
                          execution(fill(1, 7, "0.5"))},
                         [](const Order &o) {
                             QCOMPARE(o.phase, OrderPhase::PartlyFilled);
                             QCOMPARE(o.filledSz, sz("0.5"));
                             QVERIFY(o.isOurs);
                             QCOMPARE(*o.cloid, cloid());
                         });
    }

    /// cases.md B38: the stream says "canceled" for the old oid while the modify is under way.
    void modifyKeepsKeyAndTakesTheNewOid_B38()
    {
        const auto start = [](OrderStore &s) {
            const OrderKey key = sent(s, ticket());
            s.applyPlaced(key, resting(100), kNow);
            s.beginModify(key, px("51000"), sz("1"), kNow);
            return key;
        };
        OrderReport replacement = report(101, "open", "1");
        replacement.px = px("51000");
        sameInEveryOrder(
            {update(report(100, "canceled", "1")), execution(fill(7, 101, "0.1", true)),
             [](OrderStore &s, OrderKey key) { s.applyModified(key, resting(101), kNow); },
             update(replacement)},
            [](const Order &o) {
                QCOMPARE(o.phase, OrderPhase::PartlyFilled);
                QCOMPARE(o.oid, Oid{101});
                QCOMPARE(*o.cloid, cloid());
                QCOMPARE(o.px, px("51000"));
                QCOMPARE(o.filledSz, sz("0.1"));
                QCOMPARE(o.pending, PendingChange::None);
            },
            start);
    }

    void modifyIsNeverShownAsCancelled_B38()
    {
        OrderStore store;
        const OrderKey key = sent(store, ticket());
        store.applyPlaced(key, resting(100), kNow);
        store.beginModify(key, px("51000"), sz("1"), kNow);
        store.applyReport(report(100, "canceled", "1"), kNow);
        QCOMPARE(store.find(key)->phase, OrderPhase::Resting);
        QCOMPARE(store.find(key)->pending, PendingChange::Modifying);
        // The modify was refused after all: then the cancel was one.
        store.endModify(key, "refused", kNow);
        QCOMPARE(store.find(key)->phase, OrderPhase::Cancelled);
    }

    void refusedModifyLeavesTheOrder()
    {
        OrderStore store;
        const OrderKey key = sent(store, ticket());
        store.applyPlaced(key, resting(100), kNow);
        store.beginModify(key, px("51000"), sz("1"), kNow);
        store.applyModified(key, refused("Attempted to modify to invalid new order"), kNow);
        QCOMPARE(store.find(key)->phase, OrderPhase::Resting);
        QCOMPARE(store.find(key)->px, px("50000"));
        QCOMPARE(store.find(key)->pending, PendingChange::None);
        QCOMPARE(store.find(key)->reason, std::string("Attempted to modify to invalid new order"));
    }

    void modifiedElsewhereIsFollowedByCloid()
    {
        OrderStore store;
        const OrderKey key = sent(store, ticket());
        store.applyPlaced(key, resting(100), kNow);
        store.applyReport(report(100, "canceled", "1"), kNow);
        QCOMPARE(store.find(key)->phase, OrderPhase::Cancelled);
        store.applyReport(report(101, "open", "1"), kNow);
        QCOMPARE(store.find(key)->phase, OrderPhase::Resting);
        QCOMPARE(store.find(key)->oid, Oid{101});
        // A late word of the old one moves nothing.
        store.applyReport(report(100, "canceled", "1"), kNow);
        QCOMPARE(store.find(key)->phase, OrderPhase::Resting);
    }

    /// cases.md B40
    void bareStringsWait_B40()
    {
        OrderStore store;
        model::OrderTicket stop = ticket();
        stop.kind = OrderKind::Trigger;
        stop.trigger = model::TriggerSpec{px("49000"), true, model::TpSl::Sl};
        const OrderKey key = sent(store, stop);
        store.applyPlaced(key, {PlaceOutcome::Kind::Waiting, 0, {}, {}, "waitingForTrigger"}, kNow);
        QCOMPARE(store.find(key)->phase, OrderPhase::Waiting);
        QCOMPARE(store.find(key)->oid, Oid{0});
        OrderReport row = openRow(9, "1");
        row.isTrigger = true;
        row.trigger = stop.trigger;
        store.applySnapshot({row}, "", kNow);
        QCOMPARE(store.find(key)->oid, Oid{9});
        QCOMPARE(store.find(key)->phase, OrderPhase::Waiting);
        store.applyReport(report(9, "triggered", "1"), kNow);
        QCOMPARE(store.find(key)->phase, OrderPhase::Resting);
    }

    void answersInUnknownWordsAreShownRaw_B40()
    {
        OrderStore store;
        const OrderKey key = sent(store, ticket());
        store.applyPlaced(key, {PlaceOutcome::Kind::Raw, 0, {}, {}, "waitingForGodot"}, kNow);
        QCOMPARE(store.find(key)->phase, OrderPhase::Unknown);
        QCOMPARE(store.find(key)->venueStatus, std::string("waitingForGodot"));
        QCOMPARE(store.counters().unrecognisedStatuses, std::uint64_t{1});
    }

    /// cases.md B44
    void statuses_B44_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<OrderPhase>("phase");
        for (const char *status :
             {"canceled", "marginCanceled", "vaultWithdrawalCanceled", "openInterestCapCanceled",
              "selfTradeCanceled", "reduceOnlyCanceled", "siblingFilledCanceled",
              "delistedCanceled", "liquidatedCanceled", "scheduledCancel", "internalCancel"})
            QTest::newRow(status) << QByteArray(status) << OrderPhase::Cancelled;
        for (const char *status :
             {"rejected", "tickRejected", "minTradeNtlRejected", "perpMarginRejected",
              "reduceOnlyRejected", "badAloPxRejected", "iocCancelRejected", "badTriggerPxRejected",
              "tooManyOpenOrdersRejected"})
            QTest::newRow(status) << QByteArray(status) << OrderPhase::RejectedVenue;
        QTest::newRow("open") << QByteArray("open") << OrderPhase::Resting;
        QTest::newRow("triggered") << QByteArray("triggered") << OrderPhase::Resting;
        QTest::newRow("filled") << QByteArray("filled") << OrderPhase::Filled;
        QTest::newRow("somethingNew2027") << QByteArray("somethingNew2027") << OrderPhase::Unknown;
    }

    void statuses_B44()
    {
        QFETCH(QByteArray, status);
        QFETCH(OrderPhase, phase);
        OrderStore store;
        const OrderKey key = sent(store, ticket());
        store.applyReport(report(7, status.toStdString(), status == "filled" ? "0" : "1"), kNow);
        QCOMPARE(store.find(key)->phase, phase);
        QCOMPARE(store.find(key)->venueStatus, status.toStdString());
        QCOMPARE(store.counters().unrecognisedStatuses,
                 std::uint64_t{phase == OrderPhase::Unknown ? 1U : 0U});
    }

    /// cases.md B45
    void absentIsNotFalse_B45()
    {
        OrderStore store;
        OrderReport rest = openRow(5, "1");
        rest.reduceOnly = true;
        rest.tif = model::Tif::Alo;
        store.applySnapshot({rest}, "", kNow);
        store.applyReport(report(5, "open", "1", false), kNow);
        const Order *order = store.findByOid(5);
        QVERIFY(order != nullptr);
        QVERIFY(order->reduceOnly);
        QCOMPARE(order->tif, model::Tif::Alo);
        QCOMPARE(*order->cloid, cloid());
    }

    /// cases.md B43
    void foreignRowsOfTheFrontendForm_B43()
    {
        OrderStore store;
        OrderReport plain = openRow(1, "0.6", false);
        OrderReport stop = openRow(2, "1", false);
        stop.isTrigger = true;
        stop.reduceOnly = true;
        stop.trigger = model::TriggerSpec{px("45000"), false, model::TpSl::Sl};
        QVERIFY(store.applySnapshot({plain, stop}, "", kNow).empty());
        QCOMPARE(store.all().size(), std::size_t{2});
        QCOMPARE(store.findByOid(1)->filledSz, sz("0.4"));
        QCOMPARE(store.findByOid(1)->phase, OrderPhase::PartlyFilled);
        QCOMPARE(store.findByOid(2)->phase, OrderPhase::Waiting);
        QCOMPARE(store.findByOid(2)->kind, OrderKind::Trigger);
        QVERIFY(!store.findByOid(2)->isOurs);
    }

    void missingFromASnapshotIsAskedForNotBuried()
    {
        OrderStore store;
        const OrderKey key = sent(store, ticket());
        store.applyPlaced(key, resting(7), kNow);
        QCOMPARE(store.applySnapshot({}, "", kNow), std::vector{key});
        QCOMPARE(store.find(key)->phase, OrderPhase::Resting);
        QVERIFY(store.applySnapshot({}, "xyz", kNow).empty());
        store.apply(key, OrderEvent::SourcesSilent, kNow, "no source knows it");
        QCOMPARE(store.find(key)->phase, OrderPhase::Unknown);
        store.applyReport(report(7, "canceled", "1"), kNow);
        QCOMPARE(store.find(key)->phase, OrderPhase::Cancelled);
    }

    void cancelAnswers()
    {
        OrderStore store;
        const OrderKey key = sent(store, ticket());
        store.applyPlaced(key, resting(7), kNow);
        store.beginCancel(key, kNow);
        QCOMPARE(store.find(key)->pending, PendingChange::Cancelling);
        store.endCancel(key, "Order was never placed, already canceled, or filled.", kNow);
        QCOMPARE(store.find(key)->phase, OrderPhase::Resting);
        QCOMPARE(store.find(key)->pending, PendingChange::None);
        store.beginCancel(key, kNow);
        store.applyCancelled(key, kNow);
        QCOMPARE(store.find(key)->phase, OrderPhase::Cancelled);
        QCOMPARE(store.find(key)->pending, PendingChange::None);
        // A fill that was on its way still counts.
        QVERIFY(store.applyFill(fill(1, 7, "0.1"), kNow));
        QCOMPARE(store.find(key)->phase, OrderPhase::Cancelled);
        QCOMPARE(store.find(key)->filledSz, sz("0.1"));
    }

    void iocPartEndsTheOrder()
    {
        OrderStore store;
        model::OrderTicket t = ticket();
        t.kind = OrderKind::Market;
        t.tif = model::Tif::Ioc;
        const OrderKey key = sent(store, t);
        store.applyPlaced(key, filled(7, "0.4"), kNow);
        QCOMPARE(store.find(key)->phase, OrderPhase::Cancelled);
        QCOMPARE(store.find(key)->filledSz, sz("0.4"));
    }

    void repeatsChangeNothingOnScreen()
    {
        OrderStore store;
        store.applySnapshot({openRow(1, "1", false)}, "", kNow);
        QCOMPARE(store.takeChanged().size(), std::size_t{1});
        store.applySnapshot({openRow(1, "1", false)}, "", kNow + 1000);
        store.applyReport(report(1, "open", "1", false), kNow + 1000);
        const auto changed = store.takeChanged();
        QVERIFY(changed.size() <= 1);
        store.applyReport(report(1, "open", "1", false), kNow + 2000);
        store.applyFill(fill(3, 99, "1"), kNow);
        QVERIFY(store.takeChanged().empty());
    }

    void ordersEndedLongAgoAreForgotten()
    {
        OrderStore store;
        for (Oid oid = 1; oid <= 5000; ++oid) {
            OrderReport r = report(oid, "canceled", "1", false);
            store.applyReport(r, kNow);
        }
        QVERIFY(store.all().size() <= 2001);
        QVERIFY(store.findByOid(1) == nullptr);
        QVERIFY(store.findByOid(5000) != nullptr);
    }

    void cloidOfAnEndedOrderGivenAgain()
    {
        OrderStore store;
        const OrderKey old = sent(store, ticket());
        store.applyPlaced(old, filled(7, "1"), kNow);
        QCOMPARE(store.find(old)->phase, OrderPhase::Filled);
        const OrderKey next = store.applyReport(report(9, "open", "1"), kNow);
        QVERIFY(next != old);
        QCOMPARE(store.find(next)->phase, OrderPhase::Resting);
        QCOMPARE(store.find(old)->phase, OrderPhase::Filled);
        QCOMPARE(store.findByCloid(cloid())->key, next);
        store.applyFill(fill(1, 9, "0.5", true), kNow);
        QCOMPARE(store.find(next)->filledSz, sz("0.5"));
        // Late word of the old one stays with the old one.
        QCOMPARE(store.applyReport(report(7, "filled", "0"), kNow), old);
    }

    /// interaction.md L24: with `a` the venue places what a modify asks for even where a fill was
    /// quicker than the modify.
    void fillBeforeTheModifyLeavesAnOrderOfItsOwn_L24()
    {
        for (const bool isReportFirst : {false, true}) {
            OrderStore store;
            const OrderKey old = sent(store, ticket());
            store.applyPlaced(old, resting(100), kNow);
            store.beginModify(old, px("50100"), sz("0.5"), kNow);
            store.applyFill(fill(1, 100, "1", true), kNow);
            QCOMPARE(store.find(old)->phase, OrderPhase::Filled);
            OrderReport open = report(101, "open", "0.5", true, "0.5");
            open.px = px("50100");
            if (isReportFirst)
                store.applyReport(open, kNow);
            store.applyModified(old, resting(101), kNow);
            store.applyReport(open, kNow);
            store.applyFill(fill(2, 101, "0.2", true), kNow);
            QCOMPARE(store.find(old)->phase, OrderPhase::Filled);
            QCOMPARE(store.find(old)->oid, Oid{100});
            QCOMPARE(store.find(old)->filledSz, sz("1"));
            const Order *fresh = store.findByOid(101);
            QVERIFY(fresh != nullptr && fresh->key != old && fresh->isOurs);
            QCOMPARE(fresh->phase, OrderPhase::PartlyFilled);
            QCOMPARE(fresh->px, px("50100"));
            QCOMPARE(fresh->origSz, sz("0.5"));
            QCOMPARE(fresh->filledSz, sz("0.2"));
            QCOMPARE(store.findByCloid(cloid())->key, fresh->key);
            QCOMPARE(store.all().size(), std::size_t{2});
        }
    }

    void cloidOfACancelledOrderGivenAgain_data()
    {
        QTest::addColumn<bool>("isOurCancel");
        QTest::addColumn<TimeMs>("laterBy");
        QTest::addColumn<bool>("isNew");
        QTest::newRow("we cancelled it") << true << TimeMs{0} << true;
        QTest::newRow("cancelled long before") << false << TimeMs{60'000} << true;
        QTest::newRow("both halves of a modify elsewhere") << false << TimeMs{0} << false;
    }

    void cloidOfACancelledOrderGivenAgain()
    {
        QFETCH(bool, isOurCancel);
        QFETCH(TimeMs, laterBy);
        QFETCH(bool, isNew);
        OrderStore store;
        const OrderKey old = sent(store, ticket());
        store.applyPlaced(old, resting(100), kNow);
        if (isOurCancel)
            store.beginCancel(old, kNow);
        store.applyReport(report(100, "canceled", "1"), kNow);
        QCOMPARE(store.find(old)->phase, OrderPhase::Cancelled);
        OrderReport next = report(101, "open", "1");
        next.placedAt = next.statusTime = kNow + laterBy;
        const OrderKey key = store.applyReport(next, kNow + laterBy);
        QCOMPARE(key != old, isNew);
        QCOMPARE(store.find(key)->phase, OrderPhase::Resting);
        QCOMPARE(store.find(old)->phase, isNew ? OrderPhase::Cancelled : OrderPhase::Resting);
    }

    void illegalStepsAreCountedAndIgnored()
    {
        OrderStore store;
        const OrderKey key = store.add(ticket(), kGrid, kNow);
        QVERIFY(!store.apply(key, OrderEvent::Written, kNow));
        QCOMPARE(store.find(key)->phase, OrderPhase::Draft);
        QCOMPARE(store.counters().illegal, std::uint64_t{1});
        QVERIFY(!store.apply(key + 1, OrderEvent::Written, kNow));
    }
};

QTEST_APPLESS_MAIN(TestOrderStore)
#include "tst_order_store.moc"

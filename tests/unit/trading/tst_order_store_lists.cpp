// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "order_store_rig.h"

#include <QtTest>

#include <random>

using namespace hl;
using namespace hl::trading;
using namespace hl::trading::test;
using model::OrderPhase;

class TestOrderStoreLists : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Whatever happens to orders, in any order: what is listed by phase is what a walk finds.
    void listsFollowThePhases()
    {
        std::mt19937 random(7);
        OrderStore store;
        std::vector<OrderKey> ours;
        std::size_t mostUnknown = 0;
        constexpr std::string_view statuses[] = {"open", "filled", "canceled", "rejected", "new!"};
        for (int step = 0; step < 5'000; ++step) {
            const auto n = static_cast<std::uint8_t>(1 + random() % 60);
            switch (random() % 4) {
            case 0: {
                model::OrderTicket wanted = ticket();
                wanted.cloid = cloid(n);
                ours.push_back(store.add(wanted, kGrid, kNow));
                break;
            }
            case 1:
                if (!ours.empty())
                    store.apply(ours[random() % ours.size()],
                                static_cast<OrderEvent>(random() % kOrderEventCount), kNow);
                break;
            case 2:
                if (!ours.empty())
                    store.applyPlaced(
                        ours[random() % ours.size()],
                        {PlaceOutcome::Kind::Resting, Oid{1} + random() % 90, {}, {}, {}}, kNow);
                break;
            default: {
                OrderReport r =
                    report(Oid{1} + random() % 90, statuses[random() % 5], "1", random() % 2 == 0);
                if (r.cloid)
                    r.cloid = cloid(n);
                store.applyReport(r, kNow);
            }
            }
            std::vector<OrderKey> unsettled;
            std::vector<OrderKey> unknown;
            if (step % 20 != 0)
                continue;
            for (const Order &order : store.all()) {
                const bool isUnknown = order.phase == OrderPhase::Unknown;
                if (isUnknown || isLive(order.phase) || order.phase == OrderPhase::Sent)
                    unsettled.push_back(order.key);
                if (isUnknown)
                    unknown.push_back(order.key);
            }
            QCOMPARE(store.unsettled(), unsettled);
            QCOMPARE(store.unknown(), unknown);
            mostUnknown = std::max(mostUnknown, unknown.size());
        }
        QVERIFY(mostUnknown > 0);
    }
};

QTEST_APPLESS_MAIN(TestOrderStoreLists)
#include "tst_order_store_lists.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_state.h"

#include <QtTest>

#include <map>
#include <string>
#include <vector>

using namespace hl;
using namespace hl::trading;
using model::OrderPhase;

namespace {

/// The whole table, written by hand from the rules and not from the code: one row a phase, one
/// letter an event (in the order of OrderEvent). Capital letter or digit: the phase it moves to;
/// '.': stale; '-': illegal.
const std::map<char, OrderPhase> kLetters = {
    {'A', OrderPhase::AwaitingSignature},
    {'Q', OrderPhase::Queued},
    {'S', OrderPhase::Sent},
    {'L', OrderPhase::RejectedLocal},
    {'G', OrderPhase::SignatureRefused},
    {'N', OrderPhase::NotSent},
    {'U', OrderPhase::Unknown},
    {'E', OrderPhase::Expired},
    {'V', OrderPhase::RejectedVenue},
    {'W', OrderPhase::Waiting},
    {'R', OrderPhase::Resting},
    {'P', OrderPhase::PartlyFilled},
    {'F', OrderPhase::Filled},
    {'C', OrderPhase::Cancelled},
};

// clang-format off
//                                                   Validated
//                                                   |RefusedHere
//                                                   ||Signed
//                                                   |||SignatureFailed
//                                                   ||||Written
//                                                   |||||NotWritten
//                                                   ||||||AnswerLost
//                                                   |||||||SourcesSilent
//                                                   ||||||||ProvenDead
//                                                   |||||||||VenueRefused
//                                                   ||||||||||SeenWaiting
//                                                   |||||||||||SeenResting
//                                                   ||||||||||||SeenPartlyFilled
//                                                   |||||||||||||SeenFilled
//                                                   ||||||||||||||SeenCancelled
//                                                   |||||||||||||||Replaced
const std::vector<std::pair<OrderPhase, std::string>> kTable = {
    {OrderPhase::Draft,             "AL--------------"},
    {OrderPhase::AwaitingSignature, "-LQG-N----------"},
    {OrderPhase::Queued,            "-L--SN----------"},
    {OrderPhase::Sent,              "-----NUUEVWRPFC."},
    {OrderPhase::Resting,           "------UU.V..PFCU"},
    {OrderPhase::PartlyFilled,      "------UU.V...FCU"},
    {OrderPhase::Waiting,           "------UU.V.RPFCU"},
    {OrderPhase::Filled,            "------.........-"},
    {OrderPhase::Cancelled,         "------.......F.U"},
    {OrderPhase::Expired,           "------...VWRPFC-"},
    {OrderPhase::RejectedLocal,     "----------------"},
    {OrderPhase::RejectedVenue,     "------.......FC-"},
    {OrderPhase::SignatureRefused,  "----------------"},
    {OrderPhase::NotSent,           "-----....VWRPFC-"},
    {OrderPhase::Unknown,           "-----N..EVWRPFC."},
};
// clang-format on

} // namespace

class TestOrderState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followsTable_data()
    {
        QTest::addColumn<OrderPhase>("from");
        QTest::addColumn<int>("event");
        QTest::addColumn<char>("expected");
        QCOMPARE(kTable.size(), std::size_t{kOrderPhaseCount});
        for (const auto &[phase, row] : kTable) {
            QCOMPARE(row.size(), std::size_t{kOrderEventCount});
            for (int event = 0; event < kOrderEventCount; ++event)
                QTest::addRow("%s, %s", std::string(model::phaseName(phase)).c_str(),
                              std::string(eventName(static_cast<OrderEvent>(event))).c_str())
                    << phase << event << row[static_cast<std::size_t>(event)];
        }
    }

    void followsTable()
    {
        QFETCH(OrderPhase, from);
        QFETCH(int, event);
        QFETCH(char, expected);
        const Transition next = nextPhase(from, static_cast<OrderEvent>(event));
        if (expected == '.')
            QCOMPARE(next, (Transition{from, Verdict::Stale}));
        else if (expected == '-')
            QCOMPARE(next, (Transition{from, Verdict::Illegal}));
        else
            QCOMPARE(next, (Transition{kLetters.at(expected), Verdict::Moved}));
    }

    /// Evidence a, then b, ends where b, then a ends, from every phase bytes may have left in.
    void evidenceCommutes()
    {
        const std::vector<OrderEvent> evidence = {
            OrderEvent::VenueRefused,     OrderEvent::SeenWaiting, OrderEvent::SeenResting,
            OrderEvent::SeenPartlyFilled, OrderEvent::SeenFilled,  OrderEvent::SeenCancelled};
        for (int p = 0; p < kOrderPhaseCount; ++p)
            for (const OrderEvent a : evidence)
                for (const OrderEvent b : evidence) {
                    const auto phase = static_cast<OrderPhase>(p);
                    const auto ab = nextPhase(nextPhase(phase, a).phase, b).phase;
                    const auto ba = nextPhase(nextPhase(phase, b).phase, a).phase;
                    QCOMPARE(ab, ba);
                    QCOMPARE(nextPhase(ab, a).phase, ab);
                    QCOMPARE(nextPhase(ab, b).phase, ab);
                }
    }

    void terminalNeverComesBackToLife()
    {
        for (int e = 0; e < kOrderEventCount; ++e)
            for (const OrderPhase phase :
                 {OrderPhase::Filled, OrderPhase::RejectedLocal, OrderPhase::SignatureRefused})
                QCOMPARE(nextPhase(phase, static_cast<OrderEvent>(e)).phase, phase);
    }
};

QTEST_APPLESS_MAIN(TestOrderState)
#include "tst_order_state.moc"

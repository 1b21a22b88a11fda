// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent_steps.h"
#include "component/faults/fault_rows.h"
#include "trading/intent_rows.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::AgentPlan;
using engine::AgentStep;
using engine::ReviewState;
using engine::TradeMode;
using model::OrderPhase;

namespace {

/// Keeps what is written.
class MemoryJournal final : public trading::IntentStore
{
public:
    MemoryJournal(std::vector<JournalEntry> &rows, TimerService &timers)
        : m_rows(rows)
        , m_timers(timers)
    {}
    void write(std::vector<JournalEntry> rows,
               std::function<void(Result<std::uint64_t>)> done) override
    {
        m_rows.insert(m_rows.end(), rows.begin(), rows.end());
        m_timers.after(
            1ms, [count = m_rows.size(), done = std::move(done)] { done(std::uint64_t{count}); });
    }

private:
    std::vector<JournalEntry> &m_rows;
    TimerService &m_timers;
};

} // namespace

/// An agent from its first order to its end: renewed, revoked, locked, dropped (interaction.md D9).
class TestAgentLife : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void D9_renewalIsTheSameNameWithAFreshKey()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.core().device().approveAgent(1, planOf("desk", 7));
        QVERIFY(untilStep(d, AgentStep::Trading));
        const Address old = *last(d)->agent;
        // Offered at seven days.
        d.core().device().readAgents(5);
        d.rig.run(1s);
        QVERIFY(d.sink().hasNotice("expires on"));
        AgentPlan plan = planOf("desk");
        plan.mayReplace = true;
        d.rig.sink.agentSteps.clear();
        d.core().device().approveAgent(2, plan);
        QVERIFY(untilStep(d, AgentStep::Trading));
        QVERIFY(last(d)->isRenewal);
        QVERIFY(*last(d)->agent != old);
        QVERIFY(atVenue(d, "desk")->address == *last(d)->agent);
        QVERIFY(!d.sink().hasNotice("no longer lists the agent"));
        // Never an old key again.
        QCOMPARE(d.keys.size(), std::size_t{1});
        QVERIFY(d.keys.front().address == *last(d)->agent);
        const Cloid cloid = d.rig.place(3, "100000", "0.01");
        d.rig.run(500ms);
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Resting);
    }

    /// D18: the venue has no expiry for it, so what cannot leave at once after the press is wiped.
    void D18_anApprovalIsSentAtOnceOrWiped_data()
    {
        QTest::addColumn<int>("waits"); ///< ms from the press
        QTest::addColumn<bool>("isSent");
        QTest::newRow("two seconds") << 2'000 << true;
        QTest::newRow("five seconds") << 5'000 << false;
    }

    void D18_anApprovalIsSentAtOnceOrWiped()
    {
        QFETCH(int, waits);
        QFETCH(bool, isSent);
        DeviceRig d;
        QVERIFY(d.ready());
        d.isDiskSlow = true; // nothing leaves before its number is stored
        d.core().device().approveAgent(1, planOf("desk"));
        QVERIFY(d.untilAt(1, ReviewState::Signed));
        QVERIFY(!d.unstored.empty());
        d.rig.run(std::chrono::milliseconds(waits));
        QVERIFY(d.isAt(1, ReviewState::Signed));
        d.isDiskSlow = false;
        for (const auto &store : std::exchange(d.unstored, {}))
            store();
        QVERIFY(untilStep(d, isSent ? AgentStep::Trading : AgentStep::Failed));
        QCOMPARE(atVenue(d, "desk") != nullptr, isSent);
        if (isSent)
            return;
        QVERIFY2(last(d)->sentence.find("at once") != std::string::npos, last(d)->sentence.c_str());
        QVERIFY(d.keys.empty());
    }

    void D9_revokedByAnAddressNobodyHolds()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.core().device().approveAgent(1, planOf("desk"));
        QVERIFY(untilStep(d, AgentStep::Trading));
        const Address agent = *last(d)->agent;
        const Cloid cloid = d.rig.place(2, "100000", "0.01");
        d.rig.run(500ms);
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Resting);
        d.core().device().revokeAgent(3, "desk");
        QVERIFY(untilStep(d, AgentStep::Revoked));
        QVERIFY(atVenue(d, "desk")->address != agent);
        QVERIFY(d.keys.empty());
        QVERIFY(!d.sink().hasNotice("no longer lists the agent"));
        QVERIFY(last(d)->sentence.find("1 open order") != std::string::npos);
        QVERIFY(d.sink().mode == TradeMode::DeviceOnly);
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Resting);
        // What trades now is the device.
        d.core().cancelOrders(4, {d.rig.order(cloid)->key});
        QVERIFY(d.untilAt(4, ReviewState::Answered));
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Cancelled);
    }

    void D9_anAgentTheVenueNoLongerListsEndsAtOnce()
    {
        DeviceRig d(TradeMode::AgentTrades, true);
        QVERIFY(d.ready());
        d.rig.run(2s);
        QVERIFY(d.sink().mode == TradeMode::AgentTrades);
        d.core().device().readAgents(1);
        d.rig.run(1s);
        QVERIFY(d.sink().agents.slots.at(0).isTrading);
        auto *master = d.rig.venue.exchange().accounts().find(sim::practiceAddress());
        master->agents.clear();
        QVERIFY(d.rig.until(70s, [&] { return d.sink().mode == TradeMode::DeviceOnly; }));
        QVERIFY(d.sink().hasNotice("no longer lists the agent"));
    }

    void D9_unlistedSinceBeforeTheSession_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("isEnded");
        QTest::newRow("made here, so it had a name") << "agent-hand-1" << true;
        QTest::newRow("another key: the list has no unnamed agents") << "mine" << false;
    }

    void D9_unlistedSinceBeforeTheSession()
    {
        QFETCH(QString, key);
        QFETCH(bool, isEnded);
        DeviceRig d(TradeMode::AgentTrades, true);
        d.keys.push_back({key.toStdString(), keyOf("agent").address()});
        Fault &silent = d.rig.plan.add(
            coded(fault(FaultPoint::HttpRequest, FaultKind::Status, "extraAgents", 1'000), 500));
        QVERIFY(d.ready());
        QVERIFY(d.rig.until(5s, [&] { return d.sink().mode == TradeMode::AgentTrades; }));
        auto &agents = d.rig.venue.exchange().accounts().find(sim::practiceAddress())->agents;
        if (isEnded)
            agents.clear();
        else
            agents.front().name.clear();
        silent.times = 0;
        d.core().device().readAgents(1);
        d.rig.run(1s);
        QVERIFY(d.sink().agents.isKnown && d.sink().agents.slots.empty());
        QVERIFY(d.sink().mode == (isEnded ? TradeMode::DeviceOnly : TradeMode::AgentTrades));
        QCOMPARE(d.sink().hasNotice("no longer lists the agent"), isEnded);
    }

    /// Its lane goes with an order on the wire and another at the signer: neither waits for ever,
    /// and nothing asks the lane that is gone.
    void whatAnAgentHadBegunEndsWithIt()
    {
        DeviceRig d(TradeMode::AgentTrades, true);
        QVERIFY(d.ready());
        d.rig.run(2s);
        QVERIFY(d.sink().mode == TradeMode::AgentTrades);
        d.core().device().readAgents(1);
        d.rig.run(1s);
        QVERIFY(d.sink().agents.slots.at(0).isTrading);
        // Neither the answer nor any other word about the order comes.
        for (const char *channel : {"post", "orderUpdates", "userFills"})
            d.rig.plan.add(
                fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", channel), 100));
        d.rig.plan.add(fault(FaultPoint::HttpRequest, FaultKind::NoAnswer, "orderStatus", 1));
        const Cloid cloid = d.rig.place(2, "100000", "0.01");
        d.rig.run(100ms);
        QVERIFY(!d.sink().results.contains(2));
        auto *master = d.rig.venue.exchange().accounts().find(sim::practiceAddress());
        master->agents.clear();
        d.core().device().readAgents(3);
        QVERIFY(d.rig.until(2s, [&] { return d.sink().mode == TradeMode::DeviceOnly; }));
        d.rig.run(10ms);
        // Unknown at once, not after the wire's own patience; then it is looked for and found.
        QVERIFY(d.sink().results.contains(2));
        QVERIFY(d.rig.order(cloid)->phase == OrderPhase::Unknown ||
                d.rig.order(cloid)->phase == OrderPhase::Resting);
        QVERIFY(d.rig.until(30s, [&] { return d.rig.phase(cloid) == OrderPhase::Resting; }));
    }

    /// What left without an answer is looked up without the key that signed it, and closed in the
    /// journal in this session.
    void whatAnAgentLeftOpenIsClosedInTheJournal_data()
    {
        QTest::addColumn<bool>("isUnknownBefore");
        QTest::newRow("on the wire when the agent goes") << false;
        QTest::newRow("unknown when it goes") << true;
    }

    void whatAnAgentLeftOpenIsClosedInTheJournal()
    {
        QFETCH(bool, isUnknownBefore);
        std::vector<JournalEntry> rows;
        DeviceRig d(TradeMode::AgentTrades, true);
        d.rig.adjust = [&, next = d.rig.adjust](engine::EngineConfig &config,
                                                engine::EngineParts &parts) {
            next(config, parts);
            parts.journalNetwork = "demo";
            parts.openJournal = [&](auto done) {
                engine::QueuedJournal::Opened opened;
                opened.store = std::make_unique<MemoryJournal>(rows, d.rig.clock);
                done(std::move(opened));
            };
        };
        QVERIFY(d.ready());
        QVERIFY(d.rig.until(5s, [&] { return d.sink().mode == TradeMode::AgentTrades; }));
        d.core().device().readAgents(1);
        d.rig.run(1s);
        for (const char *channel : {"post", "orderUpdates", "userFills", "openOrders"})
            d.rig.plan.add(
                fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", channel), 100));
        // Looked up in vain until the agent is gone.
        Fault &silent = d.rig.plan.add(
            coded(fault(FaultPoint::HttpRequest, FaultKind::Status, "orderStatus", 1'000), 500));
        const Cloid cloid = d.rig.place(2, "100000", "0.01");
        d.rig.run(isUnknownBefore ? 12s : 100ms);
        const auto outcomes = [&] {
            return std::ranges::count_if(
                rows, [](const JournalEntry &row) { return row.kind == journal_kind::kOutcome; });
        };
        QCOMPARE(d.sink().results.contains(2), isUnknownBefore);
        QCOMPARE(outcomes(), 0);
        d.rig.venue.exchange().accounts().find(sim::practiceAddress())->agents.clear();
        d.core().device().readAgents(3);
        QVERIFY(d.rig.until(2s, [&] { return d.sink().mode == TradeMode::DeviceOnly; }));
        QVERIFY(d.sink().answers[2] <= 1);
        silent.times = 0;
        QVERIFY(d.rig.until(60s, [&] { return outcomes() > 0; }));
        d.rig.run(60s);
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Resting);
        QCOMPARE(outcomes(), 1);
        QVERIFY(rows.back().payload.find("foundOut") != std::string::npos ||
                std::ranges::any_of(rows, [](const JournalEntry &row) {
                    return row.payload.find("foundOut") != std::string::npos;
                }));
        // Nothing was signed to find it out: neither by the key that is gone nor by the device.
        for (const std::string &text : d.rig.plan.handed)
            QVERIFY(text.find("\"noop\"") == std::string::npos || isUnknownBefore);
        QCOMPARE(d.device.reviews, 0);
    }

    /// Two questions about roles at once: each is asked again until it is answered.
    void bothSignersRolesAreAskedUntilAnswered()
    {
        DeviceRig d(TradeMode::AgentTrades, true);
        Fault silent = fault(FaultPoint::HttpRequest, FaultKind::Status, "userRole", 2);
        silent.code = 500;
        d.rig.plan.add(silent);
        QVERIFY(d.ready());
        QVERIFY(d.rig.until(10s, [&] { return d.sink().mode == TradeMode::AgentTrades; }));
        QVERIFY(d.sink().signer.hasLocalKey);
    }

    void aRememberedAgentIsLetGoWhereTheVenueSaysSo_data()
    {
        QTest::addColumn<bool>("isListed");
        QTest::addColumn<bool>("isOfAnother");
        QTest::newRow("still its agent") << true << false;
        QTest::newRow("expired or replaced: nobody the venue knows") << false << false;
        QTest::newRow("another account's agent") << true << true;
    }

    /// It never decides whose account the session is: the device is not shut out by it.
    void aRememberedAgentIsLetGoWhereTheVenueSaysSo()
    {
        QFETCH(bool, isListed);
        QFETCH(bool, isOfAnother);
        DeviceRig d(TradeMode::AgentTrades, true);
        if (!isListed)
            d.rig.venue.exchange().accounts().find(sim::practiceAddress())->agents.clear();
        d.rig.adjust = [adjust = d.rig.adjust, isOfAnother](engine::EngineConfig &config,
                                                            engine::EngineParts &parts) {
            adjust(config, parts);
            config.agentOf = isOfAnother ? keyOf("another").address() : sim::practiceAddress();
        };
        QVERIFY(d.ready());
        d.rig.run(2s);
        const bool isKept = isListed && !isOfAnother;
        QVERIFY(d.sink().mode == (isKept ? TradeMode::AgentTrades : TradeMode::DeviceOnly));
        QCOMPARE(d.sink().signer.hasLocalKey, isKept);
        QCOMPARE(d.sink().signer.account, sim::practiceAddress());
        QCOMPARE(d.sink().hasNotice("of an earlier session"), !isKept);
    }

    /// Rule zero: the agent's key is away, so exits are the device's; entries wait for the key.
    void whileTheAgentIsLockedExitsGoByTheDevice()
    {
        DeviceRig d(TradeMode::AgentTrades, true);
        QVERIFY(d.ready());
        d.rig.run(2s);
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        d.rig.run(500ms);
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Resting);
        d.core().setLocked(true);
        QVERIFY(d.sink().mode == TradeMode::DeviceOnly);
        d.rig.place(2, "100000", "0.01");
        d.rig.run(100ms);
        QVERIFY(d.sink().results.contains(2) && !d.sink().results.at(2).ok);
        QVERIFY(d.review(2) == nullptr);
        d.core().cancelOrders(3, {d.rig.order(cloid)->key});
        QVERIFY(d.untilAt(3, ReviewState::Answered));
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Cancelled);
        d.core().setLocked(false);
        QVERIFY(d.sink().mode == TradeMode::AgentTrades);
    }

    /// A lock that comes while an agent is made takes its key too, and stays.
    void aLockDuringTheWizardStays()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.core().device().approveAgent(1, planOf("desk"));
        QVERIFY(untilStep(d, AgentStep::OnDevice));
        d.core().setLocked(true);
        QVERIFY(untilStep(d, AgentStep::Trading));
        QVERIFY(d.sink().signer.isLocked);
        QVERIFY(d.sink().mode == TradeMode::DeviceOnly);
        d.core().setLocked(false);
        QVERIFY(d.sink().mode == TradeMode::AgentTrades);
    }
};

QTEST_APPLESS_MAIN(TestAgentLife)
#include "tst_agent_life.moc"

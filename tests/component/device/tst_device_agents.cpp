// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/faults/fault_rows.h"
#include "device_rig.h"
#include "trading/intent_rows.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::AgentPlan;
using engine::AgentProgress;
using engine::AgentStep;
using engine::ReviewState;
using engine::TradeMode;
using model::OrderPhase;

namespace {

std::shared_ptr<const SecretBytes> passphrase()
{
    return std::make_shared<SecretBytes>(asBytes("a long passphrase"));
}

AgentPlan planOf(const std::string &name, int days = 30)
{
    AgentPlan plan;
    plan.name = name;
    plan.days = days;
    plan.passphrase = passphrase();
    return plan;
}

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

/// The agent's life below the wizard: interaction.md D4 to D9.
class TestDeviceAgents : public QObject
{
    Q_OBJECT

private:
    static const AgentProgress *last(const DeviceRig &d)
    {
        return d.rig.sink.agentSteps.empty() ? nullptr : &d.rig.sink.agentSteps.back();
    }
    static bool untilStep(DeviceRig &d, AgentStep step, std::chrono::milliseconds most = 40s)
    {
        return d.rig.until(most, [&] { return last(d) != nullptr && last(d)->step == step; });
    }
    static std::vector<AgentStep> steps(const DeviceRig &d)
    {
        std::vector<AgentStep> out;
        for (const AgentProgress &progress : d.rig.sink.agentSteps)
            out.push_back(progress.step);
        return out;
    }
    static const sim::SimAgent *atVenue(DeviceRig &d, const std::string &name)
    {
        const auto &agents = d.rig.account().agents;
        const auto it = std::ranges::find(agents, name, &sim::SimAgent::name);
        return it == agents.end() ? nullptr : &*it;
    }
    static void fullForm(DeviceRig &d)
    {
        d.device.version = "1.22.0";
        d.device.model = ledger::DeviceModel::Flex;
    }

private Q_SLOTS:
    void D4_accountsWithTheirEquity()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.core().device().scanAccounts(1, engine::PathScheme::LedgerLive, 0, 3);
        QVERIFY(d.rig.until(5s, [&] { return d.sink().results.contains(1); }));
        QVERIFY(d.sink().results.at(1).ok);
        d.rig.run(1s);
        const auto &accounts = d.sink().deviceAccounts;
        QCOMPARE(accounts.size(), std::size_t{3});
        QCOMPARE(accounts[0].path, std::string("44'/60'/0'/0/0"));
        QCOMPARE(accounts[1].path, std::string("44'/60'/1'/0/0"));
        QCOMPARE(accounts[0].address, sim::practiceAddress());
        QVERIFY(accounts[0].isInUse);
        QVERIFY(accounts[0].isKnownToVenue == true);
        QVERIFY(accounts[0].equity.has_value());
        // "Deposit first" is for one that the venue does not know.
        QVERIFY(accounts[1].isKnownToVenue == false);
        QCOMPARE(d.device.reviews, 0);
        d.core().device().showAddress(2, "44'/60'/0'/0/0");
        QVERIFY(d.rig.until(10s, [&] { return d.sink().results.contains(2); }));
        QVERIFY(d.sink().deviceAccounts[0].isShown);
        QCOMPARE(d.device.reviews, 1);
        d.core().device().scanPath(3, "44'/60'/0'/7");
        QVERIFY(d.rig.until(5s, [&] { return d.sink().results.contains(3); }));
        QCOMPARE(d.sink().deviceAccounts.size(), std::size_t{4});
        d.core().device().scanPath(4, "44'/60'/nonsense");
        d.rig.run(100ms);
        QVERIFY(!d.sink().results.at(4).ok);
    }

    void D4_theAddressRefusedOnTheDevice()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.refuses = true;
        d.core().device().showAddress(2, "44'/60'/0'/0/0");
        QVERIFY(d.rig.until(10s, [&] { return d.sink().results.contains(2); }));
        QVERIFY(!d.sink().results.at(2).ok);
    }

    void D5_slotsAreListed()
    {
        DeviceRig d;
        d.approveAtVenue("web", keyOf("elsewhere").address());
        d.keys.push_back({"agent-mine-1", keyOf("mine").address()});
        d.approveAtVenue("mine", keyOf("mine").address());
        QVERIFY(d.ready());
        d.core().device().readAgents(1);
        QVERIFY(d.rig.until(5s, [&] { return d.sink().results.contains(1); }));
        QVERIFY(d.sink().agents.isKnown);
        QVERIFY(d.sink().agents.account == sim::practiceAddress());
        QCOMPARE(d.sink().agents.slots.size(), std::size_t{2});
        QVERIFY(!d.sink().agents.slots[0].isMadeHere && d.sink().agents.slots[1].isMadeHere);
        QVERIFY(d.sink().agents.slots[0].validUntil.has_value());
    }

    /// The venue does not say when an agent was made; the key file does.
    void D5_ageOfWhatWasMadeHere()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.approveAtVenue("web", keyOf("web").address());
        d.approveAtVenue("desk", keyOf("desk").address());
        d.keys.push_back({"agent-desk-1", keyOf("desk").address(), 1'700'000'000'000});
        d.core().device().readAgents(1);
        QVERIFY(d.rig.until(5s, [&] { return d.sink().agents.slots.size() == 2; }));
        for (const engine::AgentSlot &slot : d.sink().agents.slots) {
            QCOMPARE(slot.isMadeHere, slot.name == "desk");
            QCOMPARE(slot.madeAt, slot.name == "desk" ? TimeMs{1'700'000'000'000} : TimeMs{0});
        }
    }

    void D5_aTakenNameIsAskedFor_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("days");
        QTest::addColumn<QString>("says");
        QTest::newRow("taken") << "web" << 30 << "would be replaced";
        QTest::newRow("too long") << "seventeen letters" << 30 << "1 to 16";
        QTest::newRow("unnamed: the web page's own") << "" << 30 << "1 to 16";
        QTest::newRow("no such expiry") << "desk" << 31 << "1, 7, 30, 90 or 180";
        QTest::newRow("no free slot") << "desk" << 30 << "slots";
    }

    void D5_aTakenNameIsAskedFor()
    {
        QFETCH(QString, name);
        QFETCH(int, days);
        QFETCH(QString, says);
        DeviceRig d;
        d.approveAtVenue("web", keyOf("1").address());
        if (says == "slots") {
            d.approveAtVenue("two", keyOf("2").address());
            d.approveAtVenue("three", keyOf("3").address());
        }
        QVERIFY(d.ready());
        d.core().device().approveAgent(1, planOf(name.toStdString(), days));
        QVERIFY(d.rig.until(5s, [&] { return d.sink().results.contains(1); }));
        QVERIFY(!d.sink().results.at(1).ok);
        QVERIFY2(d.sink().results.at(1).error.sentence().find(says.toStdString()) !=
                     std::string::npos,
                 d.sink().results.at(1).error.sentence().c_str());
        QCOMPARE(d.device.reviews, 0);
        QVERIFY(d.keys.empty());
    }

    /// Key, device, list, no-op, trading; orders go by the agent without a press afterwards.
    void D6_to_D8_anAgentIsMadeApprovedProvenAndTrades()
    {
        DeviceRig d;
        fullForm(d);
        QVERIFY(d.ready());
        QVERIFY(d.sink().mode == TradeMode::DeviceOnly);
        d.core().device().approveAgent(1, planOf("desk"));
        QVERIFY(untilStep(d, AgentStep::OnDevice));
        // Made and kept before the device is asked.
        QCOMPARE(d.keys.size(), std::size_t{1});
        QVERIFY(steps(d).front() == AgentStep::KeyMade);
        const AgentProgress asked = *last(d);
        QVERIFY(asked.validUntilWords.find("UTC") != std::string::npos);
        QCOMPARE(asked.agentChecksummed, crypto::checksumAddress(*asked.agent));
        QVERIFY(d.untilAt(1, ReviewState::OnDevice));
        const engine::SigningReview review = *d.review(1);
        QCOMPARE(review.id, asked.review);
        QVERIFY(review.kind == engine::ReviewKind::UserSigned);
        QVERIFY(review.showsFields);
        QVERIFY(!review.expiresAfter);
        // The chain, the agent's address and the name with its date are on the pages (D7).
        const auto page = [&](const std::string &title) {
            const auto it = std::ranges::find(review.pages, title, &engine::DevicePage::title);
            return it == review.pages.end() ? std::string() : it->text;
        };
        QCOMPARE(page("hyperliquidChain"), std::string("Testnet"));
        QCOMPARE(page("agentAddress"), asked.agentChecksummed);
        QCOMPARE(page("agentName"), "desk valid_until " + std::to_string(*asked.validUntil));
        QCOMPARE(page("nonce"), std::to_string(review.nonce));
        QVERIFY(untilStep(d, AgentStep::Trading));
        const std::vector<AgentStep> wanted{AgentStep::KeyMade, AgentStep::OnDevice,
                                            AgentStep::Sent,    AgentStep::Listed,
                                            AgentStep::Proven,  AgentStep::Trading};
        QVERIFY(steps(d) == wanted);
        // The key file's name is told, for the next start.
        QVERIFY(last(d)->keyName == d.keys.front().name);
        QVERIFY(d.sink().results.at(1).ok);
        const sim::SimAgent *agent = atVenue(d, "desk");
        QVERIFY(agent != nullptr && agent->address == *asked.agent);
        QVERIFY(agent->validUntil == asked.validUntil);
        QVERIFY(d.rig.link.arrived().back().find("\"noop\"") != std::string::npos);
        QVERIFY(d.sink().mode == TradeMode::AgentTrades);
        QVERIFY(d.sink().signer.kind == engine::SignerKind::Agent);
        QVERIFY(d.sink().signer.validUntil == asked.validUntil);
        const int reviews = d.device.reviews;
        const Cloid cloid = d.rig.place(2, "100000", "0.01");
        d.rig.run(500ms);
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Resting);
        QCOMPARE(d.device.reviews, reviews);
        // The passphrase is in no sentence.
        QVERIFY(d.allTexts().find("a long passphrase") == std::string::npos);
    }

    void D6_aKeyThatWasNotApprovedIsWiped()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.refuses = true;
        d.core().device().approveAgent(1, planOf("desk"));
        QVERIFY(untilStep(d, AgentStep::Failed));
        QVERIFY(d.keys.empty());
        QVERIFY(!d.sink().results.at(1).ok);
        QVERIFY(d.isAt(1, ReviewState::Refused));
        QVERIFY(atVenue(d, "desk") == nullptr);
        QVERIFY(d.sink().mode == TradeMode::DeviceOnly);
    }

    void D8_aKeyTheVenueMayHaveIsKept_data()
    {
        QTest::addColumn<QString>("what");
        QTest::newRow("the list is not read for half a minute") << "unread";
        QTest::newRow("no answer to the approval, and the list is not read") << "unknown";
        QTest::newRow("read, and not in it") << "not listed";
    }

    /// A list that could not be read says nothing about the agent.
    void D8_aKeyTheVenueMayHaveIsKept()
    {
        QFETCH(QString, what);
        DeviceRig d;
        QVERIFY(d.ready());
        d.core().device().approveAgent(1, planOf("desk"));
        QVERIFY(untilStep(d, AgentStep::OnDevice));
        if (what == "unknown")
            d.rig.plan.add(
                fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", "post"), 1));
        Fault &silent = d.rig.plan.add(
            coded(fault(FaultPoint::HttpRequest, FaultKind::Status, "extraAgents", 1'000), 500));
        QVERIFY(d.rig.until(20s, [&] { return atVenue(d, "desk") != nullptr; }));
        d.rig.run(60s);
        QCOMPARE(d.keys.size(), std::size_t{1});
        QVERIFY(last(d)->step == AgentStep::Sent);
        QVERIFY2(last(d)->sentence.find("Not confirmed yet") != std::string::npos,
                 last(d)->sentence.c_str());
        QVERIFY(!d.sink().results.contains(1));
        if (what == "not listed")
            d.rig.venue.exchange().accounts().find(sim::practiceAddress())->agents.clear();
        silent.times = 0;
        const bool isListed = what != "not listed";
        const bool isTaken = std::ranges::any_of(d.sink().agentSteps, [](const AgentProgress &p) {
            return p.sentence == "The venue took the approval.";
        });
        QCOMPARE(isTaken, what != "unknown");
        QVERIFY(untilStep(d, isListed ? AgentStep::Trading : AgentStep::Failed));
        QCOMPARE(d.sink().results.at(1).ok, isListed);
        QCOMPARE(d.keys.size(), std::size_t{1});
        QCOMPARE(last(d)->sentence.find("not confirmed yet") != std::string::npos, !isListed);
    }

    /// The list must show exactly this address and expiry.
    void D8_anotherExpiryInTheListIsNotTrusted()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.core().device().approveAgent(1, planOf("desk"));
        QVERIFY(untilStep(d, AgentStep::OnDevice));
        // What the venue says is changed on its way.
        Fault silent = fault(FaultPoint::HttpRequest, FaultKind::Status, "extraAgents");
        silent.code = 500;
        d.rig.plan.add(silent);
        QVERIFY(d.rig.until(20s, [&] { return atVenue(d, "desk") != nullptr; }));
        auto *master = d.rig.venue.exchange().accounts().find(sim::practiceAddress());
        for (auto &agent : master->agents)
            if (agent.name == "desk")
                agent.validUntil = *agent.validUntil + 1;
        QVERIFY(untilStep(d, AgentStep::Failed));
        QVERIFY(last(d)->sentence.find("another expiry") != std::string::npos);
        QVERIFY(d.keys.empty());
        QVERIFY(d.sink().mode == TradeMode::DeviceOnly);
    }

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
        d.rig.venue.exchange().accounts().find(sim::practiceAddress())->agents.clear();
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

QTEST_APPLESS_MAIN(TestDeviceAgents)
#include "tst_device_agents.moc"

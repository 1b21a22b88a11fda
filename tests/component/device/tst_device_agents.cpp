// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent_steps.h"
#include "component/faults/fault_rows.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::AgentProgress;
using engine::AgentStep;
using engine::ReviewState;
using engine::TradeMode;
using model::OrderPhase;

/// How an agent is made, approved and proven below the wizard: interaction.md D4 to D8.
class TestDeviceAgents : public QObject
{
    Q_OBJECT

private:
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

    /// What is signed in a session is its account's, whatever was chosen for the next one.
    void D4_anotherAccountIsThatOfTheNextStart()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.core().device().scanAccounts(1, engine::PathScheme::LedgerLive, 0, 2);
        QVERIFY(d.rig.until(5s, [&] { return d.sink().results.contains(1); }));
        const Address other = d.sink().deviceAccounts.at(1).address;
        const std::string otherPath = d.sink().deviceAccounts.at(1).path;
        d.core().device().useAccount(2, otherPath);
        QVERIFY(!d.sink().results.at(2).ok);
        QVERIFY(d.sink().results.at(2).error.detail.find("next start") != std::string::npos);
        const auto isAsBefore = [&] {
            const engine::DeviceStatus &status = d.sink().device;
            return status.account == sim::practiceAddress() && status.path == "44'/60'/0'/0/0" &&
                   status.nextAccount == other && status.nextPath == otherPath;
        };
        QVERIFY(isAsBefore());
        d.core().device().approveAgent(3, planOf("desk"));
        QVERIFY(untilStep(d, AgentStep::Trading));
        QVERIFY(isAsBefore());
        QCOMPARE(d.review(3)->signer, sim::practiceAddress());
        QVERIFY(atVenue(d, "desk")->address == *last(d)->agent);
        QVERIFY(d.sink().agents.account == sim::practiceAddress());
        // Its own account again: nothing is left for the next start.
        d.core().device().useAccount(4, "44'/60'/0'/0/0");
        QVERIFY(d.sink().results.at(4).ok);
        QVERIFY(!d.sink().device.nextAccount && d.sink().device.nextPath.empty());
    }

    /// What was compared is what was read: another address is not marked as shown.
    void D4_anotherAddressIsShownThanWasRead()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.core().device().scanAccounts(1, engine::PathScheme::LedgerLive, 0, 1);
        QVERIFY(d.rig.until(5s, [&] { return d.sink().results.contains(1); }));
        d.device.swapKey(keyOf("another passphrase"));
        d.core().device().showAddress(2, "44'/60'/0'/0/0");
        QVERIFY(d.rig.until(10s, [&] { return d.sink().results.contains(2); }));
        QVERIFY(!d.sink().results.at(2).ok);
        QVERIFY(d.sink().results.at(2).error.detail.find("another address") != std::string::npos);
        QCOMPARE(d.sink().deviceAccounts.size(), std::size_t{1});
        QVERIFY(!d.sink().deviceAccounts[0].isShown);
        QCOMPARE(d.sink().deviceAccounts[0].address, d.device.address());
    }

    /// D19: as a request does, an address waits for the PIN.
    void D19_addressesWaitForThePin_data()
    {
        QTest::addColumn<bool>("isShown");
        QTest::newRow("read silently") << false;
        QTest::newRow("shown on the device") << true;
    }

    void D19_addressesWaitForThePin()
    {
        QFETCH(bool, isShown);
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.isLocked = true;
        if (isShown)
            d.core().device().showAddress(1, "44'/60'/0'/0/0");
        else
            d.core().device().scanAccounts(1, engine::PathScheme::LedgerLive, 0, 2);
        d.rig.run(10s);
        QVERIFY(!d.sink().results.contains(1));
        QVERIFY(d.sink().device.state == engine::DeviceState::Locked);
        d.device.isLocked = false;
        QVERIFY(d.rig.until(10s, [&] { return d.sink().results.contains(1); }));
        QVERIFY(d.sink().results.at(1).ok);
        // Not for ever.
        d.device.isLocked = true;
        d.core().device().scanAccounts(2, engine::PathScheme::LedgerLive, 0, 1);
        QVERIFY(d.rig.until(70s, [&] { return d.sink().results.contains(2); }));
        QVERIFY(!d.sink().results.at(2).ok);
    }

    /// One at a time, and it can be given up: what the device still shows is said.
    void D20_aShownAddressIsGivenUpAndNeverDoubled()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.core().device().giveUpAddress(); // nothing is shown
        d.device.review = 20s;
        d.core().device().showAddress(1, "44'/60'/0'/0/0");
        QVERIFY(d.rig.until(5s, [&] { return d.device.isReviewing; }));
        d.core().device().showAddress(2, "44'/60'/1'/0/0");
        d.rig.run(100ms);
        QVERIFY(d.sink().results.contains(2) && !d.sink().results.at(2).ok);
        QCOMPARE(d.device.reviews, 1);
        d.core().device().giveUpAddress();
        d.rig.run(100ms);
        QVERIFY(d.sink().results.contains(1) && !d.sink().results.at(1).ok);
        QVERIFY(d.sink().device.state == engine::DeviceState::Draining);
        QVERIFY(d.sink().device.whatToDo.find("reject") != std::string::npos);
        // What comes next waits for the device, and the confirmation of the old one marks nothing.
        d.core().device().showAddress(3, "44'/60'/0'/0/0");
        d.rig.run(10s);
        QCOMPARE(d.device.reviews, 1);
        QVERIFY(!d.sink().results.contains(3));
        QVERIFY(d.rig.until(40s, [&] { return d.sink().results.contains(3); }));
        QVERIFY(d.sink().results.at(3).ok);
        QCOMPARE(d.device.reviews, 2);
        QVERIFY(!d.device.wasTwoAtOnce);
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
};

QTEST_APPLESS_MAIN(TestDeviceAgents)
#include "tst_device_agents.moc"

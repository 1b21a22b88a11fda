// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent_steps.h"
#include "component/faults/fault_rows.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::AgentStep;
using engine::TradeMode;
using model::OrderPhase;

namespace {

constexpr TimeMs kHour = 3'600'000;

/// The session has its agent's key and no device.
void withoutADevice(DeviceRig &d)
{
    d.rig.adjust = [next = d.rig.adjust](engine::EngineConfig &config, engine::EngineParts &parts) {
        next(config, parts);
        config.device.reset();
        parts.makeDevice = {};
    };
}

bool agentTrades(DeviceRig &d)
{
    if (!d.rig.core)
        d.start();
    return d.rig.until(20s, [&] { return d.rig.isReady() && d.sink().signer.hasLocalKey; });
}

std::vector<sim::SimAgent> &agentsOf(DeviceRig &d)
{
    return d.rig.venue.exchange().accounts().find(sim::practiceAddress())->agents;
}

std::ptrdiff_t notices(DeviceRig &d, std::string_view words)
{
    return std::ranges::count_if(d.sink().notices, [&](const engine::Notice &notice) {
        return notice.text.find(words) != std::string::npos;
    });
}

} // namespace

/// What the venue says about an agent, looked at in every session that has one: interaction.md D9.
class TestAgentWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void D9_whatTheVenueSaysEndsAnAgent_data()
    {
        QTest::addColumn<bool>("hasDevice");
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("isEnded");
        for (const bool hasDevice : {false, true}) {
            const auto row = [hasDevice](const char *what, bool isEnded) {
                QTest::addRow("%s: %s", hasDevice ? "beside a device" : "alone", what)
                    << hasDevice << what << isEnded;
            };
            row("removed", true);
            row("replaced under its name", true);
            row("past its expiry", true);
            row("now another account's", true);
            row("unnamed, removed", true);
            row("still listed", false);
            row("another one came", false);
            row("unnamed, still there", false);
            row("unnamed, and its role is not told", false);
            row("the list is not read", false);
        }
    }

    void D9_whatTheVenueSaysEndsAnAgent()
    {
        QFETCH(bool, hasDevice);
        QFETCH(QString, what);
        QFETCH(bool, isEnded);
        DeviceRig d(TradeMode::AgentTrades, true);
        if (!hasDevice)
            withoutADevice(d);
        auto &agents = agentsOf(d);
        if (what.startsWith("unnamed"))
            agents.front().name.clear();
        QVERIFY(agentTrades(d));
        d.rig.run(3s);
        QVERIFY(d.sink().signer.hasLocalKey);
        if (what.endsWith("removed"))
            agents.clear();
        else if (what == "replaced under its name")
            agents.front().address = keyOf("fresh").address();
        else if (what == "past its expiry")
            agents.front().validUntil = d.rig.clock.wallMs() + 30'000;
        else if (what == "now another account's")
            d.rig.venue.exchange().accounts().find(sim::vectorsAddress())->agents =
                std::exchange(agents, {});
        else if (what == "another one came")
            d.approveAtVenue("web", keyOf("web").address());
        else if (what == "the list is not read")
            d.rig.plan.add(coded(
                fault(FaultPoint::HttpRequest, FaultKind::Status, "extraAgents", 1'000), 500));
        if (what.endsWith("not told")) {
            d.rig.plan.add(
                coded(fault(FaultPoint::HttpRequest, FaultKind::Status, "userRole", 1'000), 500));
            agents.clear();
        }
        QCOMPARE(d.rig.until(125s, [&] { return !d.sink().signer.hasLocalKey; }), isEnded);
        d.rig.run(100ms);
        QCOMPARE(notices(d, "signs nothing more"), std::ptrdiff_t{isEnded ? 1 : 0});
        if (hasDevice || what.endsWith("not told"))
            return;
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        d.rig.run(1s);
        QCOMPARE(d.rig.phase(cloid) == OrderPhase::Resting, !isEnded);
        QVERIFY(d.sink().results.contains(1));
        QCOMPARE(d.sink().results.at(1).ok, !isEnded);
    }

    void D9_expiryIsToldOnceAtEachThreshold_data()
    {
        QTest::addColumn<bool>("hasDevice");
        QTest::newRow("alone") << false;
        QTest::newRow("beside a device") << true;
    }

    /// At 7 days, 24 h and 1 h, and once each; the window has no second voice.
    void D9_expiryIsToldOnceAtEachThreshold()
    {
        QFETCH(bool, hasDevice);
        DeviceRig d(TradeMode::AgentTrades, true);
        if (!hasDevice)
            withoutADevice(d);
        auto &agent = agentsOf(d).front();
        QVERIFY(agentTrades(d));
        const auto toldAt = [&](TimeMs left) {
            agent.validUntil = d.rig.clock.wallMs() + left + 62'000;
            const auto before = notices(d, "expires on");
            d.rig.run(62s);
            return notices(d, "expires on") - before;
        };
        QCOMPARE(toldAt(8 * 24 * kHour), std::ptrdiff_t{0});
        QCOMPARE(toldAt(7 * 24 * kHour - kHour), std::ptrdiff_t{1});
        QCOMPARE(toldAt(6 * 24 * kHour), std::ptrdiff_t{0});
        QCOMPARE(toldAt(23 * kHour), std::ptrdiff_t{1});
        QCOMPARE(toldAt(50 * 60'000), std::ptrdiff_t{1});
        QCOMPARE(toldAt(30 * 60'000), std::ptrdiff_t{0});
        QCOMPARE(d.sink().hasNotice("one press on the device"), hasDevice);
        // Its end is told in the signer's own state too.
        QVERIFY(d.sink().signer.validUntil == agent.validUntil);
    }

    void D6_aKeyThatWasNotProvenIsKnownAtTheNextStart_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("then");
        QTest::newRow("its no-op was lost; revoked") << "lost"
                                                     << "revoke";
        QTest::newRow("its no-op was lost; renewed") << "lost"
                                                     << "renew";
        QTest::newRow("the program ended before the no-op; revoked") << "ended"
                                                                     << "revoke";
        QTest::newRow("the program ended before the no-op; renewed") << "ended"
                                                                     << "renew";
    }

    /// What the venue took and nobody proved is never used again, and never forgotten either: named
    /// at the next start, until a fresh key or nobody's address takes its place.
    void D6_aKeyThatWasNotProvenIsKnownAtTheNextStart()
    {
        QFETCH(QString, first);
        QFETCH(QString, then);
        DeviceRig d;
        QVERIFY(d.ready());
        d.core().device().approveAgent(1, planOf("desk"));
        QVERIFY(untilStep(d, AgentStep::OnDevice));
        // The list is read only once the wire loses what follows.
        Fault &silent = d.rig.plan.add(
            coded(fault(FaultPoint::HttpRequest, FaultKind::Status, "extraAgents", 1'000), 500));
        QVERIFY(untilStep(d, AgentStep::Sent));
        Fault &lost = d.rig.plan.add(
            fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", "post"), 1'000));
        silent.times = 0;
        QVERIFY(untilStep(d, first == "lost" ? AgentStep::Failed : AgentStep::Listed));
        QCOMPARE(d.keys.size(), std::size_t{1});
        const engine::OwnKey kept = d.keys.front();
        if (first == "lost") {
            QCOMPARE(last(d)->keyName, kept.name);
            QVERIFY2(last(d)->sentence.find("or revoke it") != std::string::npos,
                     last(d)->sentence.c_str());
        }
        d.rig.core.reset();
        lost.times = 0;
        d.sink().notices.clear();
        d.sink().agentSteps.clear();

        QVERIFY(d.ready());
        // Said without anybody's asking, and by which name it is found.
        QVERIFY(d.rig.until(5s, [&] { return d.sink().hasNotice("is not in use"); }));
        QVERIFY(d.sink().hasNotice("\"desk\""));
        QCOMPARE(d.sink().agents.slots.size(), std::size_t{1});
        QVERIFY(d.sink().agents.slots.at(0).isMadeHere && !d.sink().agents.slots.at(0).isTrading);
        d.rig.run(130s);
        QCOMPARE(notices(d, "is not in use"), std::ptrdiff_t{1});
        QVERIFY(d.sink().mode == TradeMode::DeviceOnly);
        if (then == "revoke") {
            d.core().device().revokeAgent(2, "desk");
            QVERIFY(untilStep(d, AgentStep::Revoked));
            QVERIFY(d.keys.empty());
        } else {
            engine::AgentPlan plan = planOf("desk");
            plan.mayReplace = true;
            d.core().device().approveAgent(2, plan);
            QVERIFY(untilStep(d, AgentStep::Trading));
            QCOMPARE(d.keys.size(), std::size_t{1});
            QVERIFY(d.keys.front().address != kept.address);
            QVERIFY(d.sink().signer.signer == d.keys.front().address);
        }
        QVERIFY(atVenue(d, "desk")->address != kept.address);
    }

    void D6_onlyWhatIsNotInUseIsNamed_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("isSlow");
        QTest::newRow("the one that trades") << "agent-hand-1" << false;
        QTest::newRow("the one that trades, once its role is told") << "agent-hand-1" << true;
        QTest::newRow("a key that no wizard made") << "mine" << false;
    }

    void D6_onlyWhatIsNotInUseIsNamed()
    {
        QFETCH(QString, key);
        QFETCH(bool, isSlow);
        const bool isTrading = key != "mine";
        DeviceRig d(isTrading ? TradeMode::AgentTrades : TradeMode::DeviceOnly, isTrading);
        if (!isTrading)
            d.approveAtVenue("hand", keyOf("agent").address());
        d.keys.push_back({key.toStdString(), keyOf("agent").address()});
        if (isSlow)
            d.rig.plan.add(
                coded(fault(FaultPoint::HttpRequest, FaultKind::Status, "userRole", 8), 500));
        QVERIFY(d.ready());
        QVERIFY(d.rig.until(70s, [&] { return d.sink().agents.isKnown; }));
        d.rig.run(5s);
        QVERIFY(!d.sink().hasNotice("is not in use"));
        QCOMPARE(d.sink().agents.slots.at(0).isTrading, isTrading);
    }
};

QTEST_APPLESS_MAIN(TestAgentWatch)
#include "tst_agent_watch.moc"

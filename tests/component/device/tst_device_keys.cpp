// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "device_rig.h"
#include "engine/signer_lock.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::AgentStep;
using engine::ReviewState;
using engine::TradeMode;
using model::OrderPhase;

namespace {

/// Tells whether it, and with it its key, is still there.
class WatchedPort final : public trading::SignerPort
{
public:
    explicit WatchedPort(std::shared_ptr<int> alive) : m_alive(std::move(alive)) {}
    Address address() const override { return m_key.address(); }
    void sign(const signing::SignRequest &request,
              std::function<void(Result<signing::Signature>)> done) override
    {
        done(m_key.sign(request.digest));
    }
    void cancel(std::uint64_t) override {}

private:
    crypto::SecretKey m_key = keyOf("agent");
    std::shared_ptr<int> m_alive;
};

} // namespace

/// An agent's key beside a device: how long it is in memory, and what a lock does to it
/// (interaction.md D9, G18).
class TestDeviceKeys : public QObject
{
    Q_OBJECT

    static engine::AgentPlan planOf(const std::string &name)
    {
        engine::AgentPlan plan;
        plan.name = name;
        plan.passphrase = std::make_shared<SecretBytes>(asBytes("a long passphrase"));
        return plan;
    }
    static const engine::AgentProgress *last(const DeviceRig &d)
    {
        return d.rig.sink.agentSteps.empty() ? nullptr : &d.rig.sink.agentSteps.back();
    }
    static bool untilStep(DeviceRig &d, AgentStep step)
    {
        return d.rig.until(40s, [&] { return last(d) != nullptr && last(d)->step == step; });
    }

private Q_SLOTS:
    /// D9: nothing of its key stays in memory until the end of the session.
    void D9_theKeyOfAnAgentTheVenueNoLongerListsIsWiped()
    {
        DeviceRig d(TradeMode::AgentTrades, true);
        engine::SignerLock lock(d.rig.clock);
        auto alive = std::make_shared<int>();
        const std::weak_ptr<int> key = alive;
        d.rig.adjust = [&, adjust = d.rig.adjust](engine::EngineConfig &config,
                                                  engine::EngineParts &parts) {
            adjust(config, parts);
            parts.makeSigner = [&](auto done) {
                done(lock.cover(std::make_unique<WatchedPort>(std::exchange(alive, {}))));
            };
        };
        QVERIFY(d.ready());
        d.rig.run(2s);
        d.core().device().readAgents(1);
        d.rig.run(1s);
        QVERIFY(!key.expired());
        QVERIFY(lock.isInUse());
        d.rig.venue.exchange().accounts().find(sim::practiceAddress())->agents.clear();
        QVERIFY(d.rig.until(70s, [&] { return d.sink().mode == TradeMode::DeviceOnly; }));
        d.rig.run(10ms);
        QVERIFY(key.expired());
        QVERIFY(!lock.isInUse());
        QVERIFY(d.sink().hasNotice("its key is wiped from memory"));
        QVERIFY(!d.sink().signer.hasLocalKey);
    }

    /// Rule zero: an exit that the device can sign is tried, also after a lock took the only other
    /// key and the wizard failed for it.
    void aLockThatFailsTheWizardLeavesTheDevicesExits()
    {
        DeviceRig d;
        engine::SignerLock lock(d.rig.clock);
        d.rig.adjust = [&, adjust = d.rig.adjust](engine::EngineConfig &config,
                                                  engine::EngineParts &parts) {
            adjust(config, parts);
            parts.keys.make = [&, make = parts.keys.make](const std::string &name, auto passphrase,
                                                          auto done) {
                make(name, passphrase,
                     [&, done](Result<std::unique_ptr<trading::SignerPort>> made) {
                         done(lock.cover(std::move(*made)));
                     });
            };
        };
        QVERIFY(d.ready());
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.untilAt(1, ReviewState::Answered));
        d.core().device().approveAgent(2, planOf("desk"));
        QVERIFY(untilStep(d, AgentStep::OnDevice));
        QVERIFY(lock.lock());
        d.core().setLocked(true);
        QVERIFY(untilStep(d, AgentStep::Failed));
        QVERIFY2(last(d)->sentence.find("Locked") != std::string::npos, last(d)->sentence.c_str());
        QVERIFY(!d.sink().signer.isLocked);
        QVERIFY(d.sink().mode == TradeMode::DeviceOnly);
        // The venue took the approval: the key's file is the only way to that agent.
        QCOMPARE(d.keys.size(), std::size_t{1});
        QVERIFY2(last(d)->sentence.find("not confirmed yet") != std::string::npos,
                 last(d)->sentence.c_str());
        d.core().cancelOrders(3, {d.rig.order(cloid)->key});
        QVERIFY(d.untilAt(3, ReviewState::Answered));
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Cancelled);
        d.rig.place(4, "100000", "0.01");
        QVERIFY(d.untilAt(4, ReviewState::Answered));
    }
};

QTEST_APPLESS_MAIN(TestDeviceKeys)
#include "tst_device_keys.moc"

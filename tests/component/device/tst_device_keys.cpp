// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent_steps.h"
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

    void D9_aKeyIsTakenInOnlyWhereItWasTakenAway_data()
    {
        QTest::addColumn<QString>("state");
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("locked") << "locked" << true;
        QTest::newRow("begun locked") << "begun" << true;
        QTest::newRow("not locked") << "open" << false;
        QTest::newRow("nobody stands on it any more") << "gone" << false;
        QTest::newRow("nobody ever stood on it") << "never" << false;
        QTest::newRow("another key") << "another" << false;
        QTest::newRow("no key") << "none" << false;
    }

    /// A key that is refused is out of memory at once, and who signs stays as it was.
    void D9_aKeyIsTakenInOnlyWhereItWasTakenAway()
    {
        QFETCH(QString, state);
        QFETCH(bool, isTaken);
        ManualClock clock;
        engine::SignerLock lock(clock);
        auto first = std::make_shared<int>();
        auto second = std::make_shared<int>();
        const std::weak_ptr<int> old = first;
        const std::weak_ptr<int> fresh = second;
        std::unique_ptr<trading::SignerPort> port;
        if (state == "begun")
            port = lock.coverLocked(keyOf("agent").address());
        else if (state != "never")
            port = lock.cover(std::make_unique<WatchedPort>(std::exchange(first, {})));
        if (state != "open" && state != "begun" && state != "never")
            QVERIFY(lock.lock());
        if (state == "gone")
            port.reset();
        std::unique_ptr<trading::SignerPort> key;
        if (state == "another")
            key = std::make_unique<LocalPort>(keyOf("another"));
        else if (state != "none")
            key = std::make_unique<WatchedPort>(std::exchange(second, {}));
        second.reset();
        const bool wasLocked = lock.isLocked();
        const Status unlocked = lock.unlock(std::move(key));
        QCOMPARE(unlocked.has_value(), isTaken);
        QVERIFY(isTaken || !unlocked.error().detail.empty());
        QCOMPARE(lock.isLocked(), wasLocked && !isTaken);
        QCOMPARE(fresh.expired(), !isTaken);
        if (state == "open")
            QVERIFY(!old.expired());
        if (!port)
            return;
        std::optional<Result<signing::Signature>> made;
        port->sign({}, [&](Result<signing::Signature> signature) { made = std::move(signature); });
        clock.advance(1ms);
        QVERIFY(made.has_value());
        QCOMPARE(made->has_value(), isTaken || state == "open");
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

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/device_setup.h"
#include "component/engine/engine_client.h"
#include "net/qt_timer_service.h"
#include "support/emulator_server.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::ReviewState;
using model::OrderPhase;

namespace {

constexpr int kWait = 20'000;

model::OrderTicket ticket(std::string_view px, std::string_view sz)
{
    const Grid grid{MarketKind::Perp, 5};
    model::OrderTicket t;
    t.coin = "BTC";
    t.px = parsePx(px, grid).value();
    t.sz = parseSz(sz, grid).value();
    return t;
}

} // namespace

/// The engine with its threads, its key store and an emulator's port, against the embedded venue.
class TestDeviceSession : public QObject
{
    Q_OBJECT

private:
    net::QtTimerService m_timers;
    std::unique_ptr<sim::SimVenue> m_venue;
    std::unique_ptr<DeviceDouble> m_device;
    std::unique_ptr<EmulatorServer> m_server;
    std::unique_ptr<QTemporaryDir> m_profile;
    std::unique_ptr<EngineClient> m_client;
    std::map<engine::ReviewId, engine::SigningReview> m_reviews;
    engine::DeviceStatus m_status;
    std::vector<engine::AgentProgress> m_steps;
    engine::TradeMode m_mode = engine::TradeMode::LocalKey;
    std::string m_remembered; ///< key file of the agent of an earlier session

    const engine::SigningReview *review(RequestId request) const
    {
        for (const auto &[id, review] : m_reviews)
            if (review.request == request)
                return &review;
        return nullptr;
    }
    bool isAt(RequestId request, ReviewState state) const
    {
        const auto *found = review(request);
        return found != nullptr && found->state == state;
    }

    void startSession()
    {
        const app::Profile profile(m_profile->path());
        engine::EngineConfig config;
        config.network = engine::Network::Demo;
        config.profileDir = m_profile->path().toStdString();
        config.endpoints = {false, m_venue->apiUrl().toStdString(), m_venue->wsUrl().toStdString()};
        auto device = app::deviceConfig(m_server->option(), profile);
        QVERIFY2(device, device ? "" : device.error().sentence().c_str());
        config.device = std::move(*device);
        config.agentKeys = app::agentKeys(profile);
        app::useRememberedAgent(config, profile, m_remembered, sim::practiceAddress());
        m_client = std::make_unique<EngineClient>(std::move(config));
        using engine::EngineApi;
        connect(&m_client->engine, &EngineApi::reviewChanged, this,
                [this](const engine::SigningReview &r) { m_reviews[r.id] = r; });
        connect(&m_client->engine, &EngineApi::deviceChanged, this,
                [this](const engine::DeviceStatus &s) { m_status = s; });
        connect(&m_client->engine, &EngineApi::agentProgressed, this,
                [this](const engine::AgentProgress &p) { m_steps.push_back(p); });
        connect(&m_client->engine, &EngineApi::tradeModeChanged, this,
                [this](engine::TradeMode mode) { m_mode = mode; });
        m_client->engine.followMarket("BTC");
        m_client->engine.start();
        QTRY_VERIFY_WITH_TIMEOUT(m_client->connection.link == engine::LinkState::Live, kWait);
        QTRY_VERIFY_WITH_TIMEOUT(!m_client->signer.signer.isZero(), kWait);
        QTRY_VERIFY_WITH_TIMEOUT(m_client->fees.has_value() && !m_client->account.margins.empty(),
                                 kWait);
        QTRY_VERIFY_WITH_TIMEOUT(m_client->isTradable("BTC"), kWait);
    }

    bool isResting(RequestId request) const
    {
        const auto *order = m_client->orderOf(request);
        return order != nullptr && order->phase == OrderPhase::Resting;
    }
    void makeAgent()
    {
        engine::AgentPlan plan;
        plan.name = "desk";
        plan.passphrase = std::make_shared<SecretBytes>(asBytes("correct horse battery"));
        m_client->engine.approveAgent(1, plan);
        QTRY_VERIFY_WITH_TIMEOUT(
            !m_steps.empty() && m_steps.back().step == engine::AgentStep::Trading, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_mode == engine::TradeMode::AgentTrades, kWait);
    }

private Q_SLOTS:
    void init()
    {
        m_profile = std::make_unique<QTemporaryDir>();
        sim::SimVenueConfig config;
        config.seed = 7;
        m_venue = std::make_unique<sim::SimVenue>(config);
        QVERIFY(m_venue->listen(0));
        m_device = std::make_unique<DeviceDouble>(
            m_timers, std::move(crypto::SecretKey::create(sim::practiceKey()).value()));
        m_device->review = 400ms;
        m_server = std::make_unique<EmulatorServer>(*m_device);
        m_reviews.clear();
        m_steps.clear();
    }
    void cleanup()
    {
        m_client.reset();
        m_server.reset();
        m_device.reset();
        m_venue.reset();
    }

    /// While the device shows a request the market goes on, and the emulator is badged.
    void anOrderOverTheEmulatorsPort()
    {
        startSession();
        QCOMPARE(m_client->signer.signer, sim::practiceAddress());
        QVERIFY(m_client->signer.kind == engine::SignerKind::Emulator);
        m_device->review = 1500ms;
        m_client->engine.placeOrder(1, ticket("50000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(isAt(1, ReviewState::OnDevice), kWait);
        QVERIFY(review(1)->isEmulator);
        QVERIFY(m_status.isEmulator);
        const int pictures = m_client->pictures;
        QTRY_VERIFY_WITH_TIMEOUT(m_client->pictures > pictures + 5, 1'400);
        QVERIFY(isAt(1, ReviewState::OnDevice));
        QTRY_VERIFY_WITH_TIMEOUT(isAt(1, ReviewState::Answered), kWait);
        QTRY_VERIFY_WITH_TIMEOUT(m_client->orderOf(1) != nullptr &&
                                     m_client->orderOf(1)->phase == OrderPhase::Resting,
                                 kWait);
        QVERIFY(!m_device->wasTwoAtOnce);
    }

    void refusedAndGivenUp()
    {
        startSession();
        m_device->refuses = true;
        m_client->engine.placeOrder(1, ticket("50000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(isAt(1, ReviewState::Refused), kWait);
        m_device->refuses = false;
        m_device->review = 1500ms;
        m_client->engine.placeOrder(2, ticket("50000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(isAt(2, ReviewState::OnDevice), kWait);
        m_client->engine.rejectReview(review(2)->id);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(2, ReviewState::Rejected), 1'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_status.state == engine::DeviceState::Draining, 1'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_status.state == engine::DeviceState::Idle, kWait);
        QVERIFY(m_client->orderOf(2)->phase == OrderPhase::NotSent);
    }

    /// The real key store: the agent's key is there, encrypted, and gone after it is revoked.
    void D6_anAgentsKeyIsStoredAndWiped()
    {
        startSession();
        engine::AgentPlan plan;
        plan.name = "desk";
        plan.passphrase = std::make_shared<SecretBytes>(asBytes("correct horse battery"));
        m_client->engine.approveAgent(1, plan);
        QTRY_VERIFY_WITH_TIMEOUT(
            !m_steps.empty() && m_steps.back().step == engine::AgentStep::Trading, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_mode == engine::TradeMode::AgentTrades, kWait);
        const auto keys = QDir(app::Profile(m_profile->path()).keysDir()).entryList(QDir::Files);
        QCOMPARE(keys.size(), 1);
        QVERIFY(keys.first().startsWith(QStringLiteral("agent-desk-")));
        const int reviews = m_device->reviews;
        m_client->engine.placeOrder(2, ticket("50000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(m_client->orderOf(2) != nullptr &&
                                     m_client->orderOf(2)->phase == OrderPhase::Resting,
                                 kWait);
        QCOMPARE(m_device->reviews, reviews);
        m_client->engine.revokeAgent(3, "desk");
        QTRY_VERIFY_WITH_TIMEOUT(m_steps.back().step == engine::AgentStep::Revoked, kWait);
        QTRY_VERIFY_WITH_TIMEOUT(
            QDir(app::Profile(m_profile->path()).keysDir()).entryList(QDir::Files).isEmpty(),
            kWait);
    }

    /// A lock takes the keys of agents that were made in this session too; the same passphrase
    /// gives them back (G18). Until then exits are the device's (rule zero).
    void G18_aLockTakesTheAgentMadeInThisSession()
    {
        startSession();
        makeAgent();
        m_client->engine.placeOrder(2, ticket("50000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(isResting(2), kWait);
        const model::OrderKey key = m_client->orderOf(2)->key;
        QVERIFY(m_client->signer.hasLocalKey);
        m_client->engine.lockSigner();
        QTRY_VERIFY_WITH_TIMEOUT(m_client->signer.isLocked, kWait);
        m_client->engine.placeOrder(3, ticket("50000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(m_client->result(3), kWait);
        QVERIFY(!m_client->result(3)->ok);
        QVERIFY2(m_client->result(3)->error.sentence().find("ocked") != std::string::npos,
                 m_client->result(3)->error.sentence().c_str());
        QVERIFY(m_mode == engine::TradeMode::DeviceOnly);
        const int pressed = m_device->reviews;
        m_client->engine.cancelOrder(4, key);
        QTRY_VERIFY_WITH_TIMEOUT(m_client->orders.at(key).phase == OrderPhase::Cancelled, kWait);
        QCOMPARE(m_device->reviews, pressed + 1);
        m_client->engine.unlockSigner(5,
                                      std::make_shared<SecretBytes>(asBytes("another passphrase")));
        QTRY_VERIFY_WITH_TIMEOUT(m_client->result(5), kWait);
        QVERIFY(!m_client->result(5)->ok);
        QVERIFY(m_client->signer.isLocked);
        m_client->engine.unlockSigner(
            6, std::make_shared<SecretBytes>(asBytes("correct horse battery")));
        QTRY_VERIFY_WITH_TIMEOUT(m_client->result(6), kWait);
        QVERIFY2(m_client->result(6)->ok, m_client->result(6)->error.sentence().c_str());
        QTRY_VERIFY_WITH_TIMEOUT(!m_client->signer.isLocked, kWait);
        QTRY_VERIFY_WITH_TIMEOUT(m_mode == engine::TradeMode::AgentTrades, kWait);
        const int reviews = m_device->reviews;
        m_client->engine.placeOrder(7, ticket("50000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(isResting(7), kWait);
        m_client->engine.cancelOrder(8, m_client->orderOf(7)->key);
        QTRY_VERIFY_WITH_TIMEOUT(m_client->orderOf(7)->phase == OrderPhase::Cancelled, kWait);
        QCOMPARE(m_device->reviews, reviews);
    }

    /// The agent is there at the next start, locked, without its name being given; the key is
    /// nowhere in clear.
    void theAgentIsThereAtTheNextStart()
    {
        startSession();
        makeAgent();
        const std::string name = m_steps.back().keyName;
        QVERIFY(!name.empty());
        m_client.reset();
        m_steps.clear();
        m_mode = engine::TradeMode::LocalKey;
        m_remembered = name;
        app::Profile(m_profile->path())
            .setDeviceAccount(QStringLiteral("44'/60'/0'/0/0"), sim::practiceAddress());
        startSession();
        m_remembered.clear();
        QTRY_VERIFY_WITH_TIMEOUT(m_client->signer.isLocked, kWait);
        QTRY_VERIFY_WITH_TIMEOUT(m_client->signer.hasLocalKey, kWait);
        QTRY_VERIFY_WITH_TIMEOUT(m_mode == engine::TradeMode::DeviceOnly, kWait);
        m_client->engine.placeOrder(3, ticket("50000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(m_client->result(3), kWait);
        QVERIFY(!m_client->result(3)->ok);
        m_client->engine.unlockSigner(
            4, std::make_shared<SecretBytes>(asBytes("correct horse battery")));
        QTRY_VERIFY_WITH_TIMEOUT(m_client->result(4) && m_client->result(4)->ok, kWait);
        QTRY_VERIFY_WITH_TIMEOUT(m_mode == engine::TradeMode::AgentTrades, kWait);
        const int reviews = m_device->reviews;
        m_client->engine.placeOrder(5, ticket("50000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(isResting(5), kWait);
        QCOMPARE(m_device->reviews, reviews);

        // Revoked, its key is in memory no longer: there is nothing that a lock could take.
        m_steps.clear();
        m_client->engine.revokeAgent(6, "desk");
        QTRY_VERIFY_WITH_TIMEOUT(
            !m_steps.empty() && m_steps.back().step == engine::AgentStep::Revoked, kWait);
        QTRY_VERIFY_WITH_TIMEOUT(
            QDir(app::Profile(m_profile->path()).keysDir()).entryList(QDir::Files).isEmpty(),
            kWait);
        m_client->engine.lockSigner();
        m_client->engine.unlockSigner(
            7, std::make_shared<SecretBytes>(asBytes("correct horse battery")));
        QTRY_VERIFY_WITH_TIMEOUT(m_client->result(7), kWait);
        QVERIFY(!m_client->result(7)->ok);
        QVERIFY(!m_client->signer.isLocked);
    }

    /// A remembered agent is the account's that approved it, and nobody else's.
    void aRememberedAgentIsOfOneAccount_data()
    {
        QTest::addColumn<bool>("deviceIsKnown");
        QTest::addColumn<bool>("isNoted");
        QTest::addColumn<bool>("isSame");
        QTest::addColumn<bool>("isUsed");
        QTest::newRow("the device's account") << true << true << true << true;
        QTest::newRow("another account's") << true << true << false << false;
        QTest::newRow("not noted: the device's, as the venue says")
            << true << false << true << true;
        QTest::newRow("the device's account is not known") << false << true << true << false;
    }

    void aRememberedAgentIsOfOneAccount()
    {
        QFETCH(bool, deviceIsKnown);
        QFETCH(bool, isNoted);
        QFETCH(bool, isSame);
        QFETCH(bool, isUsed);
        const app::Profile profile(m_profile->path());
        const auto made =
            app::agentKeys(profile).make("agent-desk-1", SecretBytes(asBytes("correct horse")));
        QVERIFY(made);
        engine::EngineConfig config;
        config.device.emplace();
        if (deviceIsKnown)
            config.device->account = sim::practiceAddress();
        std::optional<Address> account;
        if (isNoted)
            account = isSame ? sim::practiceAddress() : (*made)->address();
        app::useRememberedAgent(config, profile, "agent-desk-1", account);
        QCOMPARE(config.lockedSigner.has_value(), isUsed);
        QCOMPARE(config.agentOf == sim::practiceAddress(), isUsed);
        QVERIFY(!config.account);
    }

    /// Quitting does not wait for a person in front of a device.
    void endsWhileTheDeviceIsAsked()
    {
        startSession();
        m_device->review = 60'000ms;
        m_client->engine.placeOrder(1, ticket("50000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(isAt(1, ReviewState::OnDevice), kWait);
        QElapsedTimer timer;
        timer.start();
        m_client.reset();
        QVERIFY2(timer.elapsed() < 2'000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TestDeviceSession)
#include "tst_device_session.moc"

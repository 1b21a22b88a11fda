// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine_client.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace hl;
using namespace hl::test;
using engine::HistoryKind;

namespace {

constexpr int kWait = 20'000;

engine::EngineConfig configFor(const QString &profile)
{
    engine::EngineConfig config;
    config.network = engine::Network::Demo;
    config.endpoints = {false, "http://127.0.0.1:9", "ws://127.0.0.1:9/ws"};
    config.profileDir = profile.toStdString();
    config.signerKind = engine::SignerKind::LocalKey;
    config.signerName = "practice";
    config.account = sim::practiceAddress();
    config.makeSigner = [] { return signing::LocalSigner::create(sim::practiceKey()); };
    return config;
}

} // namespace

/// The account's past in the profile: filled by the engine, read back without a venue.
class TestEngineHistory : public QObject
{
    Q_OBJECT

    std::map<RequestId, engine::HistoryBatch> m_batches;
    std::map<HistoryKind, int> m_grown;

    void listen(EngineClient &client)
    {
        m_batches.clear();
        m_grown.clear();
        connect(&client.engine, &engine::EngineApi::historyRead, &client,
                [this](const engine::HistoryBatch &b) { m_batches[b.request] = b; });
        connect(&client.engine, &engine::EngineApi::historyGrown, &client,
                [this](HistoryKind kind) { ++m_grown[kind]; });
    }

private Q_SLOTS:
    void isFilledAndReadOffline()
    {
        QTemporaryDir profile;
        std::vector<engine::HistoryRow> online;
        {
            sim::SimVenueConfig venueConfig;
            venueConfig.seed = 7;
            venueConfig.funds.push_back({sim::practiceAddress()});
            sim::SimVenue venue(std::move(venueConfig));
            QVERIFY(venue.listen(0));
            engine::EngineConfig config = configFor(profile.path());
            config.endpoints = {false, venue.apiUrl().toStdString(), venue.wsUrl().toStdString()};
            EngineClient client(config);
            listen(client);
            client.engine.followMarket("BTC");
            client.engine.start();
            QTRY_VERIFY_WITH_TIMEOUT(
                client.isTradable("BTC") && client.fees && !client.account.margins.empty(), kWait);
            model::OrderTicket ticket;
            ticket.coin = "BTC";
            ticket.px = client.books["BTC"]->asks.back().px;
            ticket.sz = parseSz("0.001", {MarketKind::Perp, 5}).value();
            ticket.tif = model::Tif::Ioc;
            client.engine.placeOrder(1, ticket);
            QTRY_VERIFY_WITH_TIMEOUT(client.result(1) && !client.fills.empty(), kWait);
            QVERIFY2(client.result(1)->ok, client.result(1)->error.sentence().c_str());
            QTRY_VERIFY_WITH_TIMEOUT(m_grown[HistoryKind::Fill] > 0, kWait);
            client.engine.queryHistory(10, {});
            QTRY_VERIFY_WITH_TIMEOUT(m_batches.count(10) > 0, kWait);
            online = m_batches[10].rows;
            QVERIFY(!online.empty());
            QCOMPARE(online.front().coin, std::string("BTC"));
            QCOMPARE(online.front().id, std::to_string(client.fills.back().tid));
        }
        // Nobody listens there.
        EngineClient client(configFor(profile.path()));
        listen(client);
        client.engine.start();
        client.engine.queryHistory(11, {});
        QTRY_VERIFY_WITH_TIMEOUT(m_batches.count(11) > 0, kWait);
        QVERIFY2(m_batches[11].problem.empty(), m_batches[11].problem.c_str());
        QVERIFY(m_batches[11].rows.size() >= online.size());
        QVERIFY(client.connection.link != engine::LinkState::Live);
    }

    void withoutAProfileThereIsNone()
    {
        EngineClient client(configFor({}));
        listen(client);
        client.engine.start();
        client.engine.queryHistory(1, {});
        QTRY_VERIFY_WITH_TIMEOUT(m_batches.count(1) > 0, kWait);
        QVERIFY(!m_batches[1].problem.empty());
    }
};

QTEST_GUILESS_MAIN(TestEngineHistory)
#include "tst_engine_history.moc"

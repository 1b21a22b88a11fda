// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine_client.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using model::OrderPhase;
using model::OrderTicket;
using model::Side;

namespace {

constexpr int kWait = 10'000;

sim::SimVenueConfig quietVenue()
{
    sim::SimVenueConfig config;
    config.participants = false;
    sim::SimFund fund;
    fund.address = sim::practiceAddress();
    config.funds.push_back(fund);
    return config;
}

engine::EngineConfig configFor(const sim::SimVenue &venue, SecretBytes (*key)())
{
    engine::EngineConfig config;
    config.network = engine::Network::Demo;
    config.endpoints = {false, venue.apiUrl().toStdString(), venue.wsUrl().toStdString()};
    if (key != nullptr) {
        config.signerKind = engine::SignerKind::LocalKey;
        config.signerName = "practice";
        config.makeSigner = [key] { return signing::LocalSigner::create(key()); };
    }
    return config;
}

OrderTicket ticket(Side side, std::string_view px, std::string_view sz, std::string coin = "BTC",
                   Grid grid = {MarketKind::Perp, 5})
{
    OrderTicket t;
    t.coin = std::move(coin);
    t.side = side;
    t.px = parsePx(px, grid).value();
    t.sz = parseSz(sz, grid).value();
    return t;
}

} // namespace

/// The engine with its threads against the embedded venue on loopback.
class TestEngineVenue : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<sim::SimVenue> m_venue;

    void startVenue(sim::SimVenueConfig config)
    {
        m_venue = std::make_unique<sim::SimVenue>(std::move(config));
        const auto port = m_venue->listen(0);
        QVERIFY2(port.has_value(), port ? "" : port.error().sentence().c_str());
    }

    void waitReady(EngineClient &client)
    {
        client.engine.start();
        QTRY_VERIFY_WITH_TIMEOUT(client.connection.link == engine::LinkState::Live, kWait);
        QTRY_VERIFY_WITH_TIMEOUT(!client.signer.signer.isZero(), kWait);
        QTRY_VERIFY_WITH_TIMEOUT(client.fees.has_value() && !client.account.margins.empty(), kWait);
    }

private Q_SLOTS:
    void cleanup() { m_venue.reset(); }

    void screenSeesTheMarket()
    {
        sim::SimVenueConfig config;
        config.seed = 7;
        startVenue(config);
        EngineClient client(configFor(*m_venue, nullptr));
        client.engine.followMarket("BTC");
        client.engine.followCandles("BTC", "1m");
        client.engine.start();
        QTRY_VERIFY_WITH_TIMEOUT(client.instruments != nullptr, kWait);
        QVERIFY(client.instruments->find("BTC") != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(client.isTradable("BTC"), kWait);
        const auto book = client.books["BTC"];
        QVERIFY(!book->bids.empty() && !book->asks.empty());
        QVERIFY(book->bids.front().px < book->asks.front().px);
        QVERIFY(book->bids.size() > 5);
        QTRY_VERIFY_WITH_TIMEOUT(!client.trades["BTC"].empty(), kWait);
        QTRY_VERIFY_WITH_TIMEOUT(client.markets["BTC"].mark.has_value(), kWait);
        QTRY_VERIFY_WITH_TIMEOUT(!client.candles["BTC/1m"].empty(), kWait);
        const int pictures = client.pictures;
        QTRY_VERIFY_WITH_TIMEOUT(client.pictures > pictures + 5, kWait);
        QCOMPARE(client.missed, std::uint64_t{0});
        QCOMPARE(client.engine.counters().refusedFrames, std::uint64_t{0});
        // Watching only: told so, and nothing is sent.
        client.engine.placeOrder(1, ticket(Side::Buy, "50000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(client.result(1) != nullptr, kWait);
        QVERIFY(!client.result(1)->ok);
        QVERIFY2(client.result(1)->error.detail.find("only watches") != std::string::npos,
                 client.result(1)->error.detail.c_str());
    }

    void withoutCreditNothingPilesUp()
    {
        sim::SimVenueConfig config;
        startVenue(config);
        EngineClient client(configFor(*m_venue, nullptr));
        client.returnsCredit = false;
        client.engine.followMarket("BTC");
        client.engine.start();
        QTRY_VERIFY_WITH_TIMEOUT(client.pictures == 1, kWait);
        QTRY_VERIFY_WITH_TIMEOUT(client.engine.counters().supersededBooks > 10, kWait);
        QCOMPARE(client.pictures, 1);
        client.returnsCredit = true;
        client.engine.returnBookCredit("BTC");
        QTRY_VERIFY_WITH_TIMEOUT(client.pictures > 3, kWait);
    }

    void restsModifiesAndIsCancelled()
    {
        startVenue(quietVenue());
        EngineClient client(configFor(*m_venue, &sim::practiceKey));
        client.engine.followMarket("BTC");
        waitReady(client);

        // L27: into an empty market only what cannot take.
        OrderTicket buy = ticket(Side::Buy, "100000", "0.01");
        buy.tif = model::Tif::Alo;
        client.engine.placeOrder(1, buy);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(1) != nullptr, kWait);
        QVERIFY2(client.result(1)->ok, client.result(1)->error.detail.c_str());
        QTRY_VERIFY_WITH_TIMEOUT(client.orderOf(1)->phase == OrderPhase::Resting, kWait);
        const model::Order resting = *client.orderOf(1);
        QVERIFY(resting.oid != 0);
        QVERIFY(resting.cloid.has_value());
        QVERIFY(resting.isOurs);
        QVERIFY(client.latencies.contains(resting.key));
        const auto &latency = client.latencies[resting.key];
        QVERIFY(latency.command < latency.validated && latency.validated < latency.signedAt &&
                latency.signedAt <= latency.wire && latency.wire < latency.answered);

        // A second watcher of the same account finds it in the venue's open orders.
        auto watching = configFor(*m_venue, nullptr);
        watching.account = sim::practiceAddress();
        EngineClient other(watching);
        other.engine.start();
        QTRY_VERIFY_WITH_TIMEOUT(other.orders.size() == 1, kWait);
        QCOMPARE(other.orders.begin()->second.oid, resting.oid);
        QCOMPARE(other.orders.begin()->second.cloid, resting.cloid);
        QVERIFY(!other.orders.begin()->second.isOurs);

        const Grid grid = resting.grid;
        client.engine.modifyOrder(2, resting.key, parsePx("100500", grid).value(), std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(2) != nullptr, kWait);
        QVERIFY2(client.result(2)->ok, client.result(2)->error.detail.c_str());
        QTRY_VERIFY_WITH_TIMEOUT(client.orders[resting.key].px == parsePx("100500", grid).value(),
                                 kWait);
        const model::Order moved = client.orders[resting.key];
        QVERIFY(moved.oid > resting.oid);
        QCOMPARE(moved.cloid, resting.cloid);
        QCOMPARE(moved.phase, OrderPhase::Resting);
        QCOMPARE(moved.pending, model::PendingChange::None);
        for (const auto &copy : client.history)
            QVERIFY2(copy.phase != OrderPhase::Cancelled, "a modify was shown as a cancel");
        QTRY_VERIFY_WITH_TIMEOUT(
            std::ranges::any_of(other.orders,
                                [&](const auto &o) { return o.second.oid == moved.oid; }),
            kWait);

        client.engine.cancelOrder(3, resting.key);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(3) != nullptr, kWait);
        QVERIFY2(client.result(3)->ok, client.result(3)->error.detail.c_str());
        QTRY_VERIFY_WITH_TIMEOUT(client.orders[resting.key].phase == OrderPhase::Cancelled, kWait);
        QTRY_VERIFY_WITH_TIMEOUT(
            std::ranges::none_of(other.orders,
                                 [](const auto &o) { return isLive(o.second.phase); }),
            kWait);
        // Once more: it has ended.
        client.engine.cancelOrder(4, resting.key);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(4) != nullptr, kWait);
        QVERIFY(!client.result(4)->ok);
        for (const auto &[request, count] : client.answers)
            QCOMPARE(count, 1);
    }

    void crossingOrderFillsToTheLastDigit()
    {
        startVenue(quietVenue());
        EngineClient maker(configFor(*m_venue, &vectorsKey));
        EngineClient taker(configFor(*m_venue, &sim::practiceKey));
        waitReady(maker);
        waitReady(taker);
        maker.engine.placeOrder(1, ticket(Side::Sell, "110010", "0.01234"));
        maker.engine.placeOrder(2, ticket(Side::Sell, "110020", "0.5"));
        QTRY_VERIFY_WITH_TIMEOUT(maker.result(1) != nullptr && maker.result(2) != nullptr, kWait);
        QVERIFY2(maker.result(1)->ok, maker.result(1)->error.detail.c_str());

        OrderTicket buy = ticket(Side::Buy, "110020", "0.02");
        buy.tif = model::Tif::Ioc;
        taker.engine.placeOrder(1, buy);
        QTRY_VERIFY_WITH_TIMEOUT(taker.result(1) != nullptr, kWait);
        QVERIFY2(taker.result(1)->ok, taker.result(1)->error.detail.c_str());
        QTRY_VERIFY_WITH_TIMEOUT(taker.orderOf(1)->phase == OrderPhase::Filled, kWait);
        const Grid grid = buy.px.ticks != 0 ? Grid{MarketKind::Perp, 5} : Grid{};
        QCOMPARE(taker.orderOf(1)->filledSz, parseSz("0.02", grid).value());

        QTRY_COMPARE_WITH_TIMEOUT(taker.fills.size(), std::size_t{2}, kWait);
        QTRY_VERIFY_WITH_TIMEOUT(taker.position("BTC") != nullptr, kWait);
        QCOMPARE(taker.position("BTC")->szi, parseSz("0.02", grid).value());
        // (0.01234 × 110010 + 0.00766 × 110020) / 0.02 = 110013.83, told by the venue on its grid.
        QCOMPARE(taker.position("BTC")->entryPx.toString(), std::string("110013.8"));
        QCOMPARE(*taker.orderOf(1)->avgFillPx, parsePx("110013.8", grid).value());
        QTRY_VERIFY_WITH_TIMEOUT(maker.position("BTC") != nullptr, kWait);
        QCOMPARE(maker.position("BTC")->szi, parseSz("-0.02", grid).value());
        QCOMPARE(maker.orderOf(1)->phase, OrderPhase::Filled);
        QCOMPARE(maker.orderOf(2)->phase, OrderPhase::PartlyFilled);
        QCOMPARE(maker.orderOf(2)->filledSz, parseSz("0.00766", grid).value());
        QVERIFY(taker.fills.front().isTaker);
        QVERIFY(!maker.fills.front().isTaker);

        // Closed again, larger than the position: only the position is closed.
        maker.engine.placeOrder(5, ticket(Side::Buy, "109000", "0.5"));
        QTRY_VERIFY_WITH_TIMEOUT(maker.result(5) != nullptr, kWait);
        OrderTicket close = ticket(Side::Sell, "108000", "0.03");
        close.kind = model::OrderKind::Market;
        close.reduceOnly = true;
        taker.engine.placeOrder(6, close);
        QTRY_VERIFY_WITH_TIMEOUT(taker.result(6) != nullptr, kWait);
        QVERIFY2(taker.result(6)->ok, taker.result(6)->error.detail.c_str());
        QTRY_VERIFY_WITH_TIMEOUT(taker.position("BTC") == nullptr, kWait);
        QVERIFY(taker.hasNotice("only the position is closed"));
    }

    void anotherKeyIsRefusedInTheVenuesWords()
    {
        auto config = quietVenue();
        startVenue(config);
        const auto stranger = [] {
            SecretBytes secret(32);
            std::fill_n(secret.data(), 32, std::uint8_t{0x42});
            return secret;
        };
        const auto settings = configFor(*m_venue, +stranger);
        EngineClient client(settings);
        waitReady(client);
        client.engine.placeOrder(1, ticket(Side::Buy, "100000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(client.result(1) != nullptr, kWait);
        QVERIFY(!client.result(1)->ok);
        QCOMPARE(client.result(1)->error.kind, ErrorKind::VenueRejected);
        QCOMPARE(client.result(1)->error.detail,
                 "User or API Wallet " + client.signer.signer.toString() + " does not exist.");
        QCOMPARE(client.orderOf(1)->phase, OrderPhase::RejectedVenue);
    }

    void refusalsNameFieldAndRule()
    {
        startVenue(quietVenue());
        EngineClient client(configFor(*m_venue, &sim::practiceKey));
        waitReady(client);
        OrderTicket offGrid = ticket(Side::Buy, "100000.5", "0.01");
        client.engine.placeOrder(1, offGrid);
        OrderTicket unknown = ticket(Side::Buy, "100000", "0.01", "NOPE");
        client.engine.placeOrder(2, unknown);
        client.engine.followMarket("NOPE");
        client.engine.setLeverage(3, "BTC", 4000, true);
        client.engine.modifyOrder(4, 999, std::nullopt, std::nullopt);
        for (RequestId request = 1; request <= 4; ++request) {
            QTRY_VERIFY_WITH_TIMEOUT(client.result(request) != nullptr, kWait);
            QVERIFY(!client.result(request)->ok);
            QVERIFY(client.result(request)->error.detail.ends_with('.'));
        }
        QCOMPARE(client.result(1)->error.field, std::string("px"));
        QCOMPARE(client.orderOf(1)->phase, OrderPhase::RejectedLocal);
        QCOMPARE(client.result(2)->error.field, std::string("coin"));
        QTRY_VERIFY_WITH_TIMEOUT(client.hasNotice("no market called \"NOPE\""), kWait);
        // Usable as before.
        client.engine.placeOrder(5, ticket(Side::Buy, "100000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(client.result(5) != nullptr && client.result(5)->ok, kWait);
        client.engine.setLeverage(6, "BTC", 7, false);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(6) != nullptr, kWait);
        QVERIFY2(client.result(6)->ok, client.result(6)->error.detail.c_str());
    }

    void manyAtOnceKeepTheirOrder()
    {
        startVenue(quietVenue());
        EngineClient client(configFor(*m_venue, &sim::practiceKey));
        waitReady(client);
        constexpr int kOrders = 60;
        for (RequestId request = 1; request <= kOrders; ++request)
            client.engine.placeOrder(request, ticket(Side::Buy, "50000", "0.001"));
        QTRY_COMPARE_WITH_TIMEOUT(client.results.size(), std::size_t{kOrders}, kWait);
        Oid last = 0;
        std::vector<model::OrderKey> keys;
        for (RequestId request = 1; request <= kOrders; ++request) {
            QVERIFY2(client.result(request)->ok, client.result(request)->error.detail.c_str());
            QTRY_VERIFY_WITH_TIMEOUT(client.orderOf(request) != nullptr, kWait);
            QVERIFY2(client.orderOf(request)->oid > last, "the venue got them in another order");
            last = client.orderOf(request)->oid;
            keys.push_back(client.orderOf(request)->key);
        }
        client.engine.cancelOrders(1000, keys);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(1000) != nullptr, kWait);
        QVERIFY2(client.result(1000)->ok, client.result(1000)->error.detail.c_str());
        for (const auto key : keys)
            QTRY_VERIFY_WITH_TIMEOUT(client.orders[key].phase == OrderPhase::Cancelled, kWait);
    }

    void triggersWaitAndAreSeenBySnapshots()
    {
        sim::SimVenueConfig config;
        config.seed = 3;
        sim::SimFund fund;
        fund.address = sim::practiceAddress();
        config.funds.push_back(fund);
        startVenue(config);
        EngineClient client(configFor(*m_venue, &sim::practiceKey));
        client.engine.followMarket("BTC");
        waitReady(client);
        QTRY_VERIFY_WITH_TIMEOUT(client.isTradable("BTC"), kWait);
        const auto book = client.books["BTC"];
        OrderTicket buy = ticket(Side::Buy, "1", "0.01");
        buy.kind = model::OrderKind::Market;
        buy.px = parsePx("150000", book->grid).value();
        client.engine.placeOrder(1, buy);
        QTRY_VERIFY_WITH_TIMEOUT(client.position("BTC") != nullptr, kWait);
        OrderTicket stop = ticket(Side::Sell, "45000", "0.01");
        stop.kind = model::OrderKind::Trigger;
        stop.reduceOnly = true;
        stop.trigger =
            model::TriggerSpec{parsePx("50000", book->grid).value(), true, model::TpSl::Sl};
        client.engine.placeOrder(2, stop);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(2) != nullptr, kWait);
        QVERIFY2(client.result(2)->ok, client.result(2)->error.detail.c_str());
        QTRY_VERIFY_WITH_TIMEOUT(client.orderOf(2)->phase == OrderPhase::Waiting, kWait);
        // Lists of open orders come and go meanwhile.
        const std::uint64_t frames = client.engine.counters().frames;
        QTRY_VERIFY_WITH_TIMEOUT(client.engine.counters().frames > frames + 60, kWait);
        QCOMPARE(client.orderOf(2)->phase, OrderPhase::Waiting);
        client.engine.cancelOrder(3, client.orderOf(2)->key);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(3) != nullptr && client.result(3)->ok, kWait);
        QTRY_COMPARE_WITH_TIMEOUT(client.orderOf(2)->phase, OrderPhase::Cancelled, kWait);
    }

    void venueGoneAndBack()
    {
        startVenue(quietVenue());
        EngineClient client(configFor(*m_venue, &sim::practiceKey));
        waitReady(client);
        client.engine.followMarket("BTC");
        const quint16 port = m_venue->port();
        m_venue.reset();
        QTRY_VERIFY_WITH_TIMEOUT(client.connection.link != engine::LinkState::Live, kWait);
        QVERIFY(client.hasNotice("The connection was lost"));
        QTRY_VERIFY_WITH_TIMEOUT(!client.isTradable("BTC"), kWait);
        client.engine.placeOrder(1, ticket(Side::Buy, "100000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(client.result(1) != nullptr, kWait);
        QVERIFY(!client.result(1)->ok);
        QVERIFY(isTerminal(client.orderOf(1)->phase));
        m_venue = std::make_unique<sim::SimVenue>(quietVenue());
        const auto again = m_venue->listen(port);
        QVERIFY2(again.has_value(), again ? "" : again.error().sentence().c_str());
        QTRY_VERIFY_WITH_TIMEOUT(client.connection.link == engine::LinkState::Live, 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(client.hasNotice("Connected again"), kWait);
        RequestId request = 10;
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                OrderTicket buy = ticket(Side::Buy, "100000", "0.01");
                buy.tif = model::Tif::Alo;
                client.engine.placeOrder(++request, buy);
                static_cast<void>(
                    QTest::qWaitFor([&] { return client.result(request) != nullptr; }, 2'000));
                return client.result(request) != nullptr && client.result(request)->ok;
            }(),
            kWait);
    }

    void unreachableVenueIsOneSentence()
    {
        engine::EngineConfig config;
        config.network = engine::Network::Testnet;
        config.endpoints = {false, "http://127.0.0.1:9", "ws://127.0.0.1:9/ws"};
        EngineClient client(config);
        client.engine.followMarket("BTC");
        client.engine.start();
        QTRY_VERIFY_WITH_TIMEOUT(client.hasNotice("The venue cannot be reached"), kWait);
        QVERIFY(client.connection.link != engine::LinkState::Live);
        client.engine.placeOrder(1, ticket(Side::Buy, "100000", "0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(client.result(1) != nullptr, kWait);
        QVERIFY(!client.result(1)->ok);
    }
};

QTEST_GUILESS_MAIN(TestEngineVenue)
#include "tst_engine_venue.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/wire_transport.h"
#include "net/rate_budget.h"
#include "support/dispatch_fakes.h"
#include "support/fake_http.h"
#include "support/session_rig.h"
#include "trading/dispatcher.h"

#include <QtTest>

#include <set>

using namespace hl;
using namespace std::chrono_literals;

namespace {

trading::ActionRequest jsonAction(bool isExit = false)
{
    trading::ActionRequest request = test::namedAction("order", isExit);
    request.encode = [named = request.encode](Nonce nonce) -> Result<trading::EncodedAction> {
        HL_TRY(encoded, named(nonce));
        encoded.requestBody = [nonce](const signing::Signature &) {
            return R"({"nonce":)" + std::to_string(nonce) + "}";
        };
        return encoded;
    };
    return request;
}

} // namespace

/// 100 orders at once over one WebSocket, each answered 20 ms later.
class TestOrdersInFlight : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asManyAsTheVenueAllows_data();
    void asManyAsTheVenueAllows();
    void anExitWaitsForNoAnswerOverHttp();
    void anExitWaitsThreeSecondsForASilentOne();
    void aDroppedLaneIsNotCalled();
};

/// The socket stays down: one exit behind another that is not answered, then one more.
void TestOrdersInFlight::anExitWaitsThreeSecondsForASilentOne()
{
    test::SessionRig rig;
    test::FakeHttp http(rig.clock, rig.clock);
    net::RateBudget weight(rig.clock, rig.clock, net::kIpWeightLimits);
    session::HttpExchange exchange("http://venue.test", http, rig.clock, rig.clock, weight);
    test::FakeSigner signer;
    signer.isInstant = true;
    engine::WireTransport wire(*rig.session, exchange, signer.address(), 100, 10);
    trading::MemoryNonceStore nonces;
    trading::Dispatcher dispatcher(rig.clock, rig.clock, nonces, signer, wire);
    std::vector<trading::DispatchResult> results;
    const auto keep = [&](const trading::DispatchResult &result) { results.push_back(result); };
    for (int i = 0; i < 3; ++i)
        http.prepare("/exchange", test::FakeHttp::json("{}"), 60s); // a black hole
    for (int i = 0; i < 3; ++i)
        dispatcher.submit(jsonAction(true), keep);
    QVERIFY(wire.mayOvertake());
    rig.clock.advance(2'999ms);
    QCOMPARE(http.requests.size(), std::size_t{1});
    rig.clock.advance(1ms);
    QCOMPARE(http.requests.size(), std::size_t{2});
    QCOMPARE(http.inFlight(), std::size_t{1});
    rig.clock.advance(1ms);
    // Its bytes may be there: it is unknown, not undone.
    QCOMPARE(results.size(), std::size_t{1});
    QCOMPARE(results[0].fate, trading::DispatchResult::Fate::Unknown);
    rig.clock.advance(3s);
    QCOMPARE(http.requests.size(), std::size_t{3});
    QCOMPARE(results.size(), std::size_t{2});
    // Nobody waits behind the last one: it has its ten seconds.
    rig.clock.advance(9'900ms);
    QCOMPARE(results.size(), std::size_t{2});
    rig.clock.advance(200ms);
    QCOMPARE(results.size(), std::size_t{3});
    QVERIFY(!wire.mayOvertake());
    Nonce last = 0;
    for (const auto &request : http.requests) {
        const Nonce nonce = codec::parseJson(request.body).value().uint("nonce").value();
        QVERIFY(nonce > last);
        last = nonce;
    }
}

void TestOrdersInFlight::aDroppedLaneIsNotCalled()
{
    test::SessionRig rig;
    test::FakeHttp http(rig.clock, rig.clock);
    net::RateBudget weight(rig.clock, rig.clock, net::kIpWeightLimits);
    session::HttpExchange exchange("http://venue.test", http, rig.clock, rig.clock, weight);
    test::FakeSigner signer;
    signer.isInstant = true;
    trading::MemoryNonceStore nonces;
    int told = 0;
    http.prepare("/exchange", test::FakeHttp::json("{}"), 60s);
    {
        engine::WireTransport wire(*rig.session, exchange, signer.address(), 100, 10);
        trading::Dispatcher dispatcher(rig.clock, rig.clock, nonces, signer, wire);
        dispatcher.submit(jsonAction(true), [&](const trading::DispatchResult &) { ++told; });
        dispatcher.submit(jsonAction(true), [&](const trading::DispatchResult &) { ++told; });
        QCOMPARE(http.requests.size(), std::size_t{1});
        QCOMPARE(dispatcher.endAll("It was dropped.").size(), std::size_t{2});
    }
    rig.clock.advance(30s);
    QCOMPARE(http.requests.size(), std::size_t{1});
    QCOMPARE(told, 0);
}

/// interaction.md, rule zero: the socket is open again while HTTP still owes an answer.
void TestOrdersInFlight::anExitWaitsForNoAnswerOverHttp()
{
    test::SessionRig rig;
    test::FakeHttp http(rig.clock, rig.clock);
    net::RateBudget weight(rig.clock, rig.clock, net::kIpWeightLimits);
    session::HttpExchange exchange("http://venue.test", http, rig.clock, rig.clock, weight);
    test::FakeSigner signer;
    signer.isInstant = true;
    engine::WireTransport wire(*rig.session, exchange, signer.address(), 100, 10);
    trading::MemoryNonceStore nonces;
    trading::Dispatcher dispatcher(rig.clock, rig.clock, nonces, signer, wire);
    const auto ignore = [](const trading::DispatchResult &) {};
    const auto posts = [&] {
        return std::ranges::count_if(rig.sent(), [](const std::string &text) {
            return text.find("\"action\"") != std::string::npos;
        });
    };

    http.prepare("/exchange", test::FakeHttp::json("{}"), 60s); // a black hole
    dispatcher.submit(jsonAction(true), ignore);
    QCOMPARE(http.requests.size(), std::size_t{1});
    dispatcher.submit(jsonAction(true), ignore); // strictly one in flight over HTTP
    QCOMPARE(http.requests.size(), std::size_t{1});
    QCOMPARE(dispatcher.waiting(), std::size_t{1});

    rig.open();
    wire.connectionChanged();
    QCOMPARE(posts(), 1);
    dispatcher.submit(jsonAction(true), ignore);
    QCOMPARE(posts(), 2);
    dispatcher.submit(jsonAction(), ignore); // an entry waits for what HTTP owes
    QCOMPARE(posts(), 2);
    QCOMPARE(dispatcher.waiting(), std::size_t{1});
    rig.run(11s);
    QCOMPARE(posts(), 3);
    QCOMPARE(http.requests.size(), std::size_t{1});
}

void TestOrdersInFlight::asManyAsTheVenueAllows_data()
{
    QTest::addColumn<int>("exitReserve");
    QTest::addColumn<int>("inFlight");
    QTest::addColumn<int>("roundTrips");
    QTest::newRow("nothing kept for exits") << 0 << 100 << 1;
    QTest::newRow("ten kept for exits") << 10 << 90 << 2;
}

void TestOrdersInFlight::asManyAsTheVenueAllows()
{
    QFETCH(int, exitReserve);
    QFETCH(int, inFlight);
    QFETCH(int, roundTrips);
    session::WsSession::Config config;
    config.exitReserve = exitReserve;
    test::SessionRig rig(config);
    test::FakeSocket &socket = rig.open();
    test::FakeHttp http(rig.clock, rig.clock);
    net::RateBudget weight(rig.clock, rig.clock, net::kIpWeightLimits);
    session::HttpExchange exchange("http://venue.test", http, rig.clock, rig.clock, weight);
    test::FakeSigner signer;
    signer.isInstant = true;
    engine::WireTransport wire(*rig.session, exchange, signer.address(), 100, exitReserve);
    trading::MemoryNonceStore nonces;
    trading::Dispatcher dispatcher(rig.clock, rig.clock, nonces, signer, wire);

    std::vector<int> posts;
    socket.onSend = [&](const std::string &text) {
        const auto message = codec::parseJson(text);
        QVERIFY(message);
        const auto id = message->uint("id");
        if (!id)
            return; // a ping
        posts.push_back(static_cast<int>(*id));
        rig.clock.after(20ms, [&rig, id = static_cast<int>(*id)] {
            rig.answer(id, "action", R"({"status":"ok","response":{"type":"default"}})");
        });
    };
    int answered = 0;
    std::set<Nonce> used;
    for (int i = 0; i < 100; ++i) {
        dispatcher.submit(jsonAction(), [&](const trading::DispatchResult &result) {
            answered += result.fate == trading::DispatchResult::Fate::Answered ? 1 : 0;
            used.insert(result.nonce);
        });
    }
    QCOMPARE(rig.session->inFlight(), inFlight);
    QCOMPARE(static_cast<int>(posts.size()), inFlight);
    QCOMPARE(dispatcher.waiting(), static_cast<std::size_t>(100 - inFlight));
    rig.clock.advance(20ms * roundTrips - 1ms);
    QVERIFY(answered < 100);
    rig.clock.advance(1ms);
    QCOMPARE(answered, 100);
    QCOMPARE(used.size(), std::size_t{100});
    QVERIFY(std::ranges::is_sorted(posts));
    QCOMPARE(rig.session->inFlight(), 0);
}

QTEST_APPLESS_MAIN(TestOrdersInFlight)
#include "tst_orders_in_flight.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/fake_http.h"
#include "support/manual_clock.h"
#include "venue/session/info_client.h"

#include <QTest>

using namespace hl;
using namespace hl::session;
using namespace std::chrono_literals;

namespace {

codec::Value request(const char *type)
{
    return codec::Value(codec::Object{{"type", codec::Value(type)}});
}

struct Rig
{
    test::ManualClock clock;
    test::FakeHttp http{clock, clock};
    net::RateBudget budget{clock, clock, net::kIpWeightLimits};
    InfoClient client{"http://venue.test", http, clock, budget};
    std::vector<Result<std::string>> got;

    InfoClient::Done collect()
    {
        return [this](Result<std::string> body) { got.push_back(std::move(body)); };
    }
};

} // namespace

class TestInfoClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void postsAndAnswers()
    {
        Rig rig;
        rig.http.prepare("/info", test::FakeHttp::json("{\"universe\":[]}"));
        (void)rig.client.request(request("meta"), rig.collect());
        QVERIFY(rig.got.empty());
        rig.clock.advance(1ms);
        QCOMPARE(rig.got.size(), 1U);
        QCOMPARE(*rig.got[0], std::string("{\"universe\":[]}"));
        QCOMPARE(rig.http.requests[0].url, std::string("http://venue.test/info"));
        QCOMPARE(rig.http.requests[0].body, std::string("{\"type\":\"meta\"}"));
        QCOMPARE(rig.budget.used(), 20);
        QCOMPARE(rig.client.inFlight(), 0U);
    }

    void answers_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("contentType");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("kind"); // −1: accepted
        QTest::addColumn<QByteArray>("says");
        const QByteArray json = "application/json";
        QTest::newRow("object") << 200 << json << QByteArray("{}") << -1 << QByteArray();
        QTest::newRow("null") << 200 << json << QByteArray("null") << -1 << QByteArray();
        QTest::newRow("charset in the type") << 200 << QByteArray("Application/JSON; charset=utf-8")
                                             << QByteArray("[1]") << -1 << QByteArray();
        QTest::newRow("HTML with 200")
            << 200 << QByteArray("text/html") << QByteArray("<html>busy</html>")
            << static_cast<int>(ErrorKind::Parse) << QByteArray("not JSON");
        QTest::newRow("HTML that calls itself JSON")
            << 200 << json << QByteArray("<html>busy</html>") << static_cast<int>(ErrorKind::Parse)
            << QByteArray("not valid JSON");
        QTest::newRow("cut off") << 200 << json << QByteArray("{\"a\":[1,2")
                                 << static_cast<int>(ErrorKind::Parse)
                                 << QByteArray("not valid JSON");
        QTest::newRow("empty") << 200 << json << QByteArray() << static_cast<int>(ErrorKind::Parse)
                               << QByteArray("not valid JSON");
        QTest::newRow("explorer's error")
            << 200 << json << QByteArray("{\"type\":\"error\",\"message\":\"no such block\"}")
            << static_cast<int>(ErrorKind::VenueRejected) << QByteArray("no such block");
        QTest::newRow("422") << 422 << QByteArray("text/plain")
                             << QByteArray("Failed to deserialize the JSON body")
                             << static_cast<int>(ErrorKind::VenueRejected)
                             << QByteArray("(422): Failed to deserialize");
        QTest::newRow("500") << 500 << QByteArray("text/plain") << QByteArray("null")
                             << static_cast<int>(ErrorKind::Transport) << QByteArray("(500)");
        QTest::newRow("429") << 429 << QByteArray("text/plain") << QByteArray("slow down")
                             << static_cast<int>(ErrorKind::RateLimited) << QByteArray("429");
        QTest::newRow("302") << 302 << QByteArray("text/html") << QByteArray()
                             << static_cast<int>(ErrorKind::VenueRejected) << QByteArray("302");
        QTest::newRow("a body that echoes a signature")
            << 400 << QByteArray("text/plain")
            << QByteArray("bad: {\"signature\":{\"r\":\"0xabc\"}}")
            << static_cast<int>(ErrorKind::VenueRejected) << QByteArray("not shown");
    }

    void answers()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, contentType);
        QFETCH(QByteArray, body);
        QFETCH(int, kind);
        QFETCH(QByteArray, says);
        Rig rig;
        rig.http.prepare(
            "/info", test::FakeHttp::plain(status, body.toStdString(), contentType.toStdString()));
        (void)rig.client.request(request("meta"), rig.collect());
        rig.clock.advance(1ms);
        QCOMPARE(rig.got.size(), 1U);
        if (kind < 0) {
            QVERIFY(rig.got[0].has_value());
            QCOMPARE(*rig.got[0], body.toStdString());
            return;
        }
        QVERIFY(!rig.got[0]);
        const Error &error = rig.got[0].error();
        QCOMPARE(static_cast<int>(error.kind), kind);
        QVERIFY2(error.detail.find(says.toStdString()) != std::string::npos, error.detail.c_str());
        QVERIFY(error.detail.find("0xabc") == std::string::npos);
        if (status != 200)
            QCOMPARE(*error.code, status);
    }

    /// The same question over the WebSocket ends the same way.
    void answersOfPosts()
    {
        PostOutcome outcome;
        outcome.error = Error{ErrorKind::Transport, "Not connected."};
        QCOMPARE(bodyOf(outcome).error().kind, ErrorKind::Transport);
        outcome.written = outcome.answered = true;
        outcome.status = 200;
        outcome.payloadText = R"({"status":"unknownOid"})";
        QCOMPARE(bodyOf(outcome).value(), outcome.payloadText);
        for (const auto &[status, kind] :
             {std::pair{429, ErrorKind::RateLimited}, std::pair{502, ErrorKind::Transport},
              std::pair{422, ErrorKind::VenueRejected}}) {
            outcome.status = status;
            outcome.payloadText = "no";
            QCOMPARE(bodyOf(outcome).error().kind, kind);
            QCOMPARE(bodyOf(outcome).error().code, status);
        }
    }

    void longErrorBodyIsCutBetweenCharacters()
    {
        net::HttpResponse response = test::FakeHttp::plain(400, std::string(1023, 'x') + "€uro");
        const auto body = bodyOf(response);
        QVERIFY(!body);
        const std::string &detail = body.error().detail;
        QVERIFY(QString::fromStdString(detail).toStdString() == detail); // still valid UTF-8
        QVERIFY(detail.find("… (1029 chars total)") != std::string::npos);
        QVERIFY(detail.find("€") == std::string::npos);
    }

    void timeOutAndBrokenConnection()
    {
        Rig rig;
        rig.http.prepare("/info", test::FakeHttp::json("{}"), 1h);
        rig.http.prepare("/info",
                         test::FakeHttp::broken(false, "The venue refused the connection."));
        InfoClient::Options options;
        options.timeoutMs = 2'000;
        (void)rig.client.request(request("meta"), options, rig.collect());
        (void)rig.client.request(request("meta"), rig.collect());
        rig.clock.advance(2s);
        QCOMPARE(rig.got.size(), 2U);
        QCOMPARE(rig.got[0].error().detail, std::string("The venue refused the connection."));
        QCOMPARE(rig.got[1].error().detail,
                 std::string("The venue did not answer within 2000 ms."));
        // Nothing is repeated by itself.
        rig.clock.advance(1min);
        QCOMPARE(rig.http.requests.size(), 2U);
    }

    /// What is longer than any such answer is none: its tree would take many times its size.
    void answersAreBoundedByTheirKind_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<int>("bytes");
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("an order's status") << QByteArray("orderStatus") << 200'000 << true;
        QTest::newRow("no order's status") << QByteArray("orderStatus") << 300'000 << false;
        QTest::newRow("many fills") << QByteArray("userFills") << 3'000'000 << true;
        QTest::newRow("more fills than there are") << QByteArray("userFills") << 5'000'000 << false;
        QTest::newRow("tokens") << QByteArray("spotMeta") << 12'000'000 << true;
        QTest::newRow("too many") << QByteArray("spotMeta") << 17'000'000 << false;
    }

    void answersAreBoundedByTheirKind()
    {
        QFETCH(QByteArray, type);
        QFETCH(int, bytes);
        QFETCH(bool, isTaken);
        Rig rig;
        const auto length = static_cast<std::size_t>(bytes);
        rig.http.prepare("/info", test::FakeHttp::json("[" + std::string(length - 2, ' ') + "]"));
        (void)rig.client.request(request(type.constData()), rig.collect());
        rig.clock.advance(1ms);
        QCOMPARE(rig.got.size(), 1U);
        QCOMPARE(rig.got[0].has_value(), isTaken);
        if (!isTaken)
            QVERIFY2(rig.got[0].error().detail.find("more than such an answer") !=
                         std::string::npos,
                     rig.got[0].error().detail.c_str());
    }

    void longAnswerCostsMore()
    {
        Rig rig;
        std::string body = "[";
        for (int i = 0; i < 41; ++i)
            body += i == 0 ? "{}" : ",{}";
        rig.http.prepare("/info", test::FakeHttp::json(body + "]"));
        (void)rig.client.request(request("userFills"), rig.collect());
        rig.clock.advance(1ms);
        QCOMPARE(rig.budget.used(), 23);
    }

    void waitsForWeightBeforeItsTimeOutRuns()
    {
        Rig rig;
        rig.budget.charge(1200);
        InfoClient::Options options;
        options.priority = net::Priority::Exit;
        options.timeoutMs = 500;
        rig.http.prepare("/info", test::FakeHttp::json("{}"), 400ms);
        (void)rig.client.request(request("meta"), options, rig.collect());
        rig.clock.advance(999ms);
        QVERIFY(rig.http.requests.empty());
        rig.clock.advance(1ms);
        QCOMPARE(rig.http.requests.size(), 1U);
        rig.clock.advance(400ms);
        QCOMPARE(rig.got.size(), 1U);
        QVERIFY(rig.got[0].has_value());
    }

    void retryAfterHoldsTheNextRequest()
    {
        Rig rig;
        auto limited = test::FakeHttp::plain(429, "");
        limited.retryAfter = "7";
        rig.http.prepare("/info", limited);
        rig.http.prepare("/info", test::FakeHttp::json("{}"));
        (void)rig.client.request(request("meta"), rig.collect());
        rig.clock.advance(1ms);
        (void)rig.client.request(request("meta"), rig.collect());
        rig.clock.advance(6'998ms);
        QCOMPARE(rig.http.requests.size(), 1U);
        rig.clock.advance(5ms);
        QCOMPARE(rig.http.requests.size(), 2U);
        QCOMPARE(rig.got.size(), 2U);
    }

    void cancelledIsNeitherSentNorAnswered()
    {
        Rig rig;
        rig.http.prepare("/info", test::FakeHttp::json("{}"), 10ms);
        const auto running = rig.client.request(request("meta"), rig.collect());
        rig.budget.charge(1200);
        const auto waiting = rig.client.request(request("meta"), rig.collect());
        rig.client.cancel(running);
        rig.client.cancel(waiting);
        rig.client.cancel(waiting);
        rig.clock.advance(10min);
        QVERIFY(rig.got.empty());
        QCOMPARE(rig.http.requests.size(), 1U);
        QCOMPARE(rig.budget.waiting(), 0U);
    }

    void goingAwayLeavesNothingBehind()
    {
        test::ManualClock clock;
        test::FakeHttp http(clock, clock);
        net::RateBudget budget(clock, clock, net::kIpWeightLimits);
        bool wasCalled = false;
        {
            InfoClient client("http://venue.test", http, clock, budget);
            http.prepare("/info", test::FakeHttp::json("{}"), 10ms);
            (void)client.request(request("meta"),
                                 [&](const Result<std::string> &) { wasCalled = true; });
            budget.charge(1200);
            (void)client.request(request("meta"),
                                 [&](const Result<std::string> &) { wasCalled = true; });
        }
        clock.advance(10min);
        QVERIFY(!wasCalled);
        QCOMPARE(http.inFlight(), 0U);
    }
};

QTEST_APPLESS_MAIN(TestInfoClient)
#include "tst_info_client.moc"

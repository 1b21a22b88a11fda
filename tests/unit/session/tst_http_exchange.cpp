// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/fake_http.h"
#include "support/manual_clock.h"
#include "venue/session/http_exchange.h"

#include <QTest>

using namespace hl;
using namespace hl::session;
using namespace std::chrono_literals;

namespace {

Address signer(std::uint8_t n)
{
    Address a;
    a.bytes[19] = n;
    return a;
}

struct Rig
{
    test::ManualClock clock;
    test::FakeHttp http{clock, clock};
    net::RateBudget budget{clock, clock, net::kIpWeightLimits};
    HttpExchange exchange{"http://venue.test", http, clock, clock, budget};
    std::vector<PostOutcome> got;

    PostDone collect()
    {
        return [this](const PostOutcome &outcome) { got.push_back(outcome); };
    }
};

} // namespace

class TestHttpExchange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneInFlightForASigner()
    {
        Rig rig;
        for (int i = 0; i < 4; ++i)
            rig.http.prepare("/exchange", test::FakeHttp::json("{\"status\":\"ok\"}"), 20ms);
        for (const char *body : {"1", "2", "3"})
            rig.exchange.post(signer(1), body, {}, rig.collect());
        rig.exchange.post(signer(2), "other", {}, rig.collect());
        QCOMPARE(rig.budget.used(), 4);
        QCOMPARE(rig.http.inFlight(), 2U); // one a signer
        QCOMPARE(rig.exchange.pending(signer(1)), 3U);
        rig.clock.advance(20ms);
        QCOMPARE(rig.got.size(), 2U);
        QCOMPARE(rig.http.inFlight(), 1U);
        rig.clock.advance(40ms);
        QCOMPARE(rig.got.size(), 4U);
        std::vector<std::string> bodies;
        for (const auto &request : rig.http.requests)
            bodies.push_back(request.body);
        QVERIFY((bodies == std::vector<std::string>{"1", "other", "2", "3"}));
        QCOMPARE(rig.exchange.pending(signer(1)), 0U);
    }

    /// A 429 says how long the IP is to be quiet. Rule zero: exits are not.
    void tooManyRequestsPausesEntries_data()
    {
        QTest::addColumn<QByteArray>("retryAfter");
        QTest::addColumn<int>("seconds");
        QTest::newRow("30 s") << QByteArray("30") << 30;
        QTest::newRow("nothing said") << QByteArray() << 2;
        QTest::newRow("a day") << QByteArray("86400") << 120;
    }

    void tooManyRequestsPausesEntries()
    {
        QFETCH(QByteArray, retryAfter);
        QFETCH(int, seconds);
        Rig rig;
        auto refusal = test::FakeHttp::plain(429, "Too Many Requests");
        refusal.retryAfter = retryAfter.toStdString();
        rig.http.prepare("/exchange", refusal);
        for (int i = 0; i < 2; ++i)
            rig.http.prepare("/exchange", test::FakeHttp::json("{\"status\":\"ok\"}"));
        rig.exchange.post(signer(1), "first", {}, rig.collect());
        rig.clock.advance(10ms);
        QCOMPARE(rig.got.back().status, 429);
        rig.clock.advance(std::chrono::milliseconds(seconds * 1'000 - 100));
        rig.exchange.post(signer(1), "entry", {}, rig.collect());
        HttpExchange::Options exit;
        exit.isExit = true;
        rig.exchange.post(signer(1), "exit", exit, rig.collect());
        rig.clock.advance(20ms);
        QCOMPARE(rig.http.requests.size(), std::size_t{2});
        QCOMPARE(rig.http.requests.back().body, std::string("exit"));
        rig.clock.advance(100ms);
        rig.exchange.post(signer(1), "later", {}, rig.collect());
        rig.clock.advance(10ms);
        QCOMPARE(rig.http.requests.back().body, std::string("later"));
    }

    void outcomes_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("written");
        QTest::addColumn<bool>("answered");
        QTest::addColumn<int>("kind");
        QTest::newRow("answered") << 200 << true << true << -1;
        QTest::newRow("502 is an answer; what it means is decided elsewhere")
            << 502 << true << true << -1;
        QTest::newRow("never connected")
            << 0 << false << false << static_cast<int>(ErrorKind::Transport);
        QTest::newRow("cut off after the request left")
            << 0 << true << false << static_cast<int>(ErrorKind::UnknownOutcome);
    }

    void outcomes()
    {
        QFETCH(int, status);
        QFETCH(bool, written);
        QFETCH(bool, answered);
        QFETCH(int, kind);
        Rig rig;
        auto response = status == 0 ? test::FakeHttp::broken(written, "It broke.")
                                    : test::FakeHttp::json("{}", status);
        rig.http.prepare("/exchange", response);
        rig.exchange.post(signer(1), "{\"signature\":\"0xsecret\"}", {}, rig.collect());
        rig.clock.advance(1ms);
        QCOMPARE(rig.got.size(), 1U);
        QCOMPARE(rig.got[0].written, written);
        QCOMPARE(rig.got[0].answered, answered);
        QCOMPARE(rig.got[0].status, status);
        if (kind >= 0)
            QCOMPARE(static_cast<int>(rig.got[0].error.kind), kind);
        QVERIFY(rig.got[0].error.detail.find("secret") == std::string::npos);
    }

    void timeOutIsUnknownAndTheNextOneGoesOn()
    {
        Rig rig;
        rig.http.prepare("/exchange", test::FakeHttp::json("{}"), 1h);
        rig.http.prepare("/exchange", test::FakeHttp::json("{}"));
        rig.exchange.post(signer(1), "1", {}, rig.collect());
        rig.exchange.post(signer(1), "2", {}, rig.collect());
        rig.clock.advance(9'999ms);
        QCOMPARE(rig.http.requests.size(), 1U);
        rig.clock.advance(2ms);
        QCOMPARE(rig.got.size(), 2U);
        QVERIFY(rig.got[0].isUnknown());
        QCOMPARE(rig.got[0].error.kind, ErrorKind::UnknownOutcome);
        QVERIFY(rig.got[1].answered);
    }

    void entryOverTheBudgetIsNotSentAndAnExitIs()
    {
        Rig rig;
        rig.budget.charge(1200 - 240); // what is left is for exits
        rig.exchange.post(signer(1), "entry", {}, rig.collect());
        QVERIFY2(rig.got.empty(), "answered from inside the call");
        rig.clock.advance(0ms);
        QCOMPARE(rig.got.size(), 1U);
        QVERIFY(!rig.got[0].written);
        QCOMPARE(rig.got[0].error.kind, ErrorKind::RateLimited);
        QVERIFY(rig.http.requests.empty());
        rig.budget.charge(300);
        HttpExchange::Options exit;
        exit.isExit = true;
        rig.http.prepare("/exchange", test::FakeHttp::json("{}"));
        rig.exchange.post(signer(1), "exit", exit, rig.collect());
        rig.clock.advance(1ms);
        QVERIFY(rig.got[1].answered);
    }

    void batchWeighsMore()
    {
        Rig rig;
        HttpExchange::Options options;
        options.length = 80;
        rig.http.prepare("/exchange", test::FakeHttp::json("{}"));
        rig.exchange.post(signer(1), "{}", options, rig.collect());
        QCOMPARE(rig.budget.used(), 3);
    }

    void rateLimitedCarriesItsWait()
    {
        Rig rig;
        auto limited = test::FakeHttp::plain(429, "");
        limited.retryAfter = "3";
        rig.http.prepare("/exchange", limited);
        rig.exchange.post(signer(1), "{}", {}, rig.collect());
        rig.clock.advance(1ms);
        QCOMPARE(rig.got[0].status, 429);
        QCOMPARE(*rig.got[0].retryAfterSeconds, 3U);
        rig.clock.advance(1min);
        QCOMPARE(rig.http.requests.size(), 1U); // never repeated
    }

    /// interaction.md, rule zero: silence of one exit holds up the next for so long only.
    void anExitCutsASilentRequest_data()
    {
        QTest::addColumn<int>("yieldsAfterMs");
        QTest::addColumn<int>("afterMs");
        QTest::addColumn<bool>("isExit");
        QTest::addColumn<bool>("isCut");
        QTest::newRow("before its time") << 3'000 << 2'999 << true << false;
        QTest::newRow("after it") << 3'000 << 3'000 << true << true;
        QTest::newRow("an entry never does") << 3'000 << 5'000 << false << false;
        QTest::newRow("one that never yields") << 0 << 5'000 << true << false;
    }

    void anExitCutsASilentRequest()
    {
        QFETCH(int, yieldsAfterMs);
        QFETCH(int, afterMs);
        QFETCH(bool, isExit);
        QFETCH(bool, isCut);
        Rig rig;
        for (int i = 0; i < 2; ++i)
            rig.http.prepare("/exchange", test::FakeHttp::json("{}"), 60s);
        int yielded = 0;
        HttpExchange::Options first;
        first.isExit = true;
        first.yieldsAfter = std::chrono::milliseconds(yieldsAfterMs);
        first.yields = [&] { ++yielded; };
        rig.exchange.post(signer(1), "1", first, rig.collect());
        rig.clock.advance(std::chrono::milliseconds(afterMs));
        QCOMPARE(yielded, yieldsAfterMs > 0 && afterMs >= yieldsAfterMs ? 1 : 0);
        QCOMPARE(rig.exchange.hasRoomForExit(signer(1)), yielded > 0);
        HttpExchange::Options second;
        second.isExit = isExit;
        rig.exchange.post(signer(1), "2", second, rig.collect());
        // Never two in flight of one signer.
        QCOMPARE(rig.http.inFlight(), 1U);
        QCOMPARE(rig.http.requests.size(), isCut ? 2U : 1U);
        QVERIFY2(rig.got.empty(), "answered from inside the call");
        rig.clock.advance(1ms);
        QCOMPARE(rig.got.size(), isCut ? 1U : 0U);
        if (isCut) {
            QVERIFY(rig.got[0].isUnknown());
            QCOMPARE(rig.got[0].error.kind, ErrorKind::UnknownOutcome);
            QVERIFY(rig.got[0].error.detail.find("3 s") != std::string::npos);
            QVERIFY(!rig.exchange.hasRoomForExit(signer(1)));
        }
        rig.clock.advance(1min);
        QCOMPARE(rig.got.size(), 2U);
    }

    /// Alone, a slow answer is waited for.
    void nothingIsCutForNobody()
    {
        Rig rig;
        rig.http.prepare("/exchange", test::FakeHttp::json("{}"), 9s);
        HttpExchange::Options options;
        options.isExit = true;
        options.yieldsAfter = 3s;
        rig.exchange.post(signer(1), "1", options, rig.collect());
        rig.clock.advance(9s);
        QCOMPARE(rig.got.size(), 1U);
        QVERIFY(rig.got[0].answered);
    }

    void stopTellsWhatLeftAndWhatDidNot()
    {
        Rig rig;
        rig.http.prepare("/exchange", test::FakeHttp::json("{}"), 1s);
        rig.exchange.post(signer(1), "1", {}, rig.collect());
        rig.exchange.post(signer(1), "2", {}, rig.collect());
        rig.exchange.stop();
        QCOMPARE(rig.got.size(), 2U);
        QVERIFY(rig.got[0].isUnknown());
        QVERIFY(!rig.got[1].written);
        rig.clock.advance(1min);
        QCOMPARE(rig.got.size(), 2U);
        QCOMPARE(rig.http.requests.size(), 1U);
    }
};

QTEST_APPLESS_MAIN(TestHttpExchange)
#include "tst_http_exchange.moc"

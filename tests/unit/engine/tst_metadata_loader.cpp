// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/metadata_loader.h"
#include "support/fake_http.h"
#include "support/manual_clock.h"

#include <QTest>

#include <map>
#include <string>
#include <vector>

using namespace hl;
using namespace std::chrono_literals;

namespace {

/// Answers by what is asked; a test changes them.
class Answers final : public net::HttpTransport
{
public:
    explicit Answers(TimerService &timers) : m_timers(timers) {}
    Handle post(const std::string &, std::string body, int,
                std::function<void(net::HttpResponse)> done) override
    {
        asked.push_back(body);
        const auto found = answers.find(body);
        const auto response =
            found == answers.end() ? test::FakeHttp::plain(422, "no such question") : found->second;
        m_timers.after(1ms, [done, response] { done(response); });
        return ++m_last;
    }
    void cancel(Handle) override {}

    std::map<std::string, net::HttpResponse> answers;
    std::vector<std::string> asked;

private:
    TimerService &m_timers;
    Handle m_last = 0;
};

constexpr auto kOwnList = R"({"type":"meta"})";
constexpr auto kOther = R"({"type":"meta","dex":"xyz"})";
constexpr auto kOutcomes = R"({"type":"outcomeMeta"})";

struct Rig
{
    Rig()
    {
        const auto give = [this](const char *question, const char *answer) {
            http.answers[question] = test::FakeHttp::json(answer);
        };
        give(R"({"type":"perpDexs"})", R"([null,{"name":"xyz","fullName":"XYZ"}])");
        give(R"({"type":"spotMeta"})",
             R"({"tokens":[{"name":"USDC","szDecimals":8,"weiDecimals":8,"index":0,)"
             R"("tokenId":"0x1","isCanonical":true}],"universe":[]})");
        give(kOwnList, R"({"universe":[{"name":"BTC","szDecimals":5,"maxLeverage":40}]})");
        give(kOther, R"({"universe":[{"name":"xyz:AAPL","szDecimals":3,"maxLeverage":10}]})");
        give(kOutcomes, R"({"outcomes":[{"outcome":123,"name":"Rain","description":"","sideSpecs":)"
                        R"([{"name":"Yes"},{"name":"No"}]}],"questions":[]})");
    }
    bool has(const char *coin) const { return registry.find(coin) != nullptr; }

    test::ManualClock clock;
    Answers http{clock};
    net::RateBudget weight{clock, clock, net::kIpWeightLimits};
    session::InfoClient info{"http://venue.test", http, clock, weight};
    market::InstrumentRegistry registry;
    std::vector<std::string> failed;
    std::vector<std::string> lacks;
    int loaded = 0;
    engine::MetadataLoader loader{
        clock,
        registry,
        info,
        {[this](const market::MetaSet &set) {
             ++loaded;
             return registry.reload(set);
         },
         [this](const Error &e) { failed.push_back(e.sentence()); },
         {},
         [this](const std::string &what, const Error &) { lacks.push_back(what); }}};
};

} // namespace

/// One part of the venue's lists that does not come keeps nobody from the rest (cases.md B48).
class TestMetadataLoader : public QObject
{
    Q_OBJECT

    static void badAnswers()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("500") << 500 << QByteArray("down");
        QTest::newRow("429") << 429 << QByteArray("Too Many Requests");
        QTest::newRow("a page") << 200 << QByteArray("<html>busy</html>");
        QTest::newRow("odd JSON") << 200 << QByteArray(R"({"universe":7,"outcomes":7})");
        QTest::newRow("no answer") << 0 << QByteArray();
    }
    static net::HttpResponse bad(int status, const QByteArray &body)
    {
        if (status == 0)
            return test::FakeHttp::broken(true, "The venue did not answer.");
        return status == 200 && body.startsWith('{')
                   ? test::FakeHttp::json(body.toStdString())
                   : test::FakeHttp::plain(status, body.toStdString());
    }

private Q_SLOTS:
    void outcomesOfTheLastReadingStay_data() { badAnswers(); }
    void outcomesOfTheLastReadingStay()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        Rig rig;
        rig.loader.load();
        rig.clock.advance(10s);
        QVERIFY(rig.has("#1230") && rig.lacks.empty() && rig.failed.empty());
        const auto good = rig.http.answers[kOutcomes];
        rig.http.answers[kOutcomes] = bad(status, body);
        rig.loader.load();
        rig.clock.advance(100ms);
        QVERIFY2(rig.has("#1230"), "outcomes are gone");
        QVERIFY(rig.has("BTC"));
        QVERIFY(rig.lacks == std::vector<std::string>{"outcomes"});
        // Asked for again by itself, and nothing else with it.
        rig.http.answers[kOutcomes] = good;
        rig.http.asked.clear();
        rig.clock.advance(20s);
        QVERIFY(rig.http.asked == std::vector<std::string>{kOutcomes});
        rig.clock.advance(10min);
        QCOMPARE(rig.http.asked.size(), std::size_t{1});
        QVERIFY(rig.has("#1230"));
    }

    void oneDexKeepsNobodyFromTheRest_data() { badAnswers(); }
    void oneDexKeepsNobodyFromTheRest()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        Rig rig;
        const auto good = rig.http.answers[kOther];
        rig.http.answers[kOther] = bad(status, body);
        rig.loader.load();
        rig.clock.advance(100ms);
        QVERIFY2(rig.has("BTC") && rig.has("#1230"), "no market at all");
        QVERIFY(!rig.has("xyz:AAPL"));
        QVERIFY(rig.lacks == std::vector<std::string>{"dex xyz"});
        QVERIFY(rig.failed.empty());
        rig.clock.advance(30s);
        rig.http.answers[kOther] = good;
        rig.http.asked.clear();
        rig.clock.advance(61s);
        QVERIFY(rig.http.asked == std::vector<std::string>{kOther});
        QVERIFY(rig.has("xyz:AAPL") && rig.has("BTC"));
        QCOMPARE(rig.registry.find("xyz:AAPL")->asset, 110'000U);
        // Later on it stays what it was.
        rig.http.answers[kOther] = bad(status, body);
        rig.loader.load();
        rig.clock.advance(100ms);
        QVERIFY(rig.has("xyz:AAPL"));
    }

    void withoutTheVenuesOwnListThereIsNothing_data() { badAnswers(); }
    void withoutTheVenuesOwnListThereIsNothing()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        Rig rig;
        const auto good = rig.http.answers[kOwnList];
        rig.http.answers[kOwnList] = bad(status, body);
        rig.loader.load();
        rig.clock.advance(100ms);
        QCOMPARE(rig.loaded, 0);
        QCOMPARE(rig.failed.size(), std::size_t{1});
        rig.http.answers[kOwnList] = good;
        rig.clock.advance(10s);
        QVERIFY(rig.has("BTC"));
    }

    void venueWithoutOutcomesIsWhole()
    {
        Rig rig;
        rig.http.answers.erase(kOutcomes);
        rig.loader.load();
        rig.clock.advance(1h);
        QVERIFY(rig.has("BTC") && rig.lacks.empty() && rig.failed.empty());
        QCOMPARE(rig.http.asked.size(), std::size_t{5});
    }
};

QTEST_APPLESS_MAIN(TestMetadataLoader)
#include "tst_metadata_loader.moc"

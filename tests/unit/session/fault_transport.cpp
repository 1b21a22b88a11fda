// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/fake_http.h"
#include "support/fault_proxy.h"
#include "support/json_frame_sink.h"
#include "support/manual_clock.h"
#include "venue/session/http_exchange.h"
#include "venue/session/ws_session.h"

#include <QTest>

#include <memory>
#include <set>

using namespace hl;
using namespace hl::session;
using namespace hl::test;
using namespace std::chrono_literals;

namespace {

/// A venue on the manual clock that answers by itself and counts what it did.
class PlayedVenue
{
public:
    explicit PlayedVenue(ManualClock &clock) : m_clock(clock)
    {
        factory.onCreate = [this](const std::shared_ptr<FakeSocket> &socket) {
            const std::weak_ptr<FakeSocket> weak = socket;
            socket->onOpen = [this, weak] { later(weak, [](FakeSocket &s) { s.accept(); }); };
            socket->onSend = [this, weak](const std::string &text) { heard(weak, text); };
        };
    }

    FakeWsFactory factory;
    int executed = 0; ///< actions done
    int subscribes = 0;

private:
    void later(const std::weak_ptr<FakeSocket> &weak, std::function<void(FakeSocket &)> fn)
    {
        (void)m_clock.after(5ms, [weak, fn = std::move(fn)] {
            if (const auto socket = weak.lock(); socket && !socket->isGone && !socket->wasAborted)
                fn(*socket);
        });
    }
    void say(const std::weak_ptr<FakeSocket> &weak, const std::string &text)
    {
        later(weak, [this, text](FakeSocket &s) {
            if (s.isUp)
                s.text(text, m_clock.monoNs());
        });
    }
    void heard(const std::weak_ptr<FakeSocket> &weak, const std::string &text)
    {
        const auto value = codec::parseJson(text);
        if (!value)
            unprepared("a frame that is no JSON: " + text);
        const std::string method = *value->string("method");
        if (method == "ping") {
            say(weak, R"({"channel":"pong"})");
        } else if (method == "subscribe") {
            ++subscribes;
            say(weak, R"({"channel":"subscriptionResponse","data":{"method":"subscribe",)"
                      "\"subscription\":" +
                          codec::toJson(*value->find("subscription")) + "}}");
            say(weak, R"({"channel":"l2Book","data":{"coin":"BTC","time":1,"levels":[[],[]]}})");
        } else if (method == "post") {
            ++executed;
            say(weak, R"({"channel":"post","data":{"id":)" +
                          std::to_string(*value->find("id")->asUint()) +
                          R"(,"response":{"type":"action","payload":{"status":"ok",)"
                          R"("response":{"type":"default"}}}}})");
        }
    }

    ManualClock &m_clock;
};

struct Rig
{
    ManualClock clock;
    PlayedVenue venue{clock};
    FaultPlan plan;
    FaultyWsFactory factory{venue.factory, plan, clock};
    WsQuota quota{clock, clock};
    JsonFrameSink sink;
    std::vector<std::string> reasons;
    WsSession session{{"ws://venue.test/ws"},
                      factory,
                      clock,
                      clock,
                      quota,
                      sink,
                      {[this](WsState, const std::string &why) { reasons.push_back(why); }, {}}};
};

enum class Fate { Answered, Unknown, NotSent };

Fault fault(const char *name, FaultPoint point, FaultKind kind, const char *part)
{
    Fault f;
    f.name = name;
    f.point = point;
    f.kind = kind;
    if (*part != '\0')
        f.matches = FaultPlan::contains(part);
    f.delay = 3s;
    f.code = 1012;
    f.body = "restart";
    return f;
}

} // namespace

Q_DECLARE_METATYPE(hl::test::Fault)

/// Each fault of the transports, one at a time: it fires, what is said of the request is true, and
/// the stream is live again.
class FaultTransport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ws_data()
    {
        QTest::addColumn<Fault>("fault");
        QTest::addColumn<int>("fate");
        QTest::addColumn<int>("executed");
        const auto row = [](const char *name, FaultPoint point, FaultKind kind, const char *part,
                            Fate fate, int executed) {
            QTest::newRow(name) << fault(name, point, kind, part) << static_cast<int>(fate)
                                << executed;
        };
        using enum FaultKind;
        using enum Fate;
        const auto post = "\"post\"";
        row("connect refused", FaultPoint::WsConnect, Refuse, "", Answered, 1);
        row("connect silent", FaultPoint::WsConnect, Silence, "", Answered, 1);
        row("post not written", FaultPoint::WsRequest, Refuse, post, NotSent, 0);
        row("post lost on the way", FaultPoint::WsRequest, Lose, post, Unknown, 0);
        row("broken before delivery", FaultPoint::WsRequest, BreakBefore, post, Unknown, 0);
        row("broken after delivery", FaultPoint::WsRequest, BreakAfter, post, Unknown, 1);
        row("half open after delivery", FaultPoint::WsRequest, Stall, post, Unknown, 1);
        row("answer lost", FaultPoint::WsAnswer, Lose, post, Unknown, 1);
        row("answer late, order kept", FaultPoint::WsAnswer, Delay, post, Answered, 1);
        row("answer overtaken", FaultPoint::WsAnswer, Overtaken, post, Answered, 1);
        row("answer twice", FaultPoint::WsAnswer, Duplicate, post, Answered, 1);
        row("broken right after the answer", FaultPoint::WsAnswer, BreakAfter, post, Answered, 1);
        row("cut within the answer", FaultPoint::WsAnswer, CutMidFrame, post, Unknown, 1);
        row("answer is broken JSON", FaultPoint::WsAnswer, InvalidJson, post, Unknown, 1);
        row("oversized frame instead", FaultPoint::WsAnswer, Oversized, post, Unknown, 1);
        row("closed with 1012 instead", FaultPoint::WsAnswer, CloseWith, post, Unknown, 1);
        row("half open at the answer", FaultPoint::WsAnswer, Stall, post, Unknown, 1);
        row("acknowledgement lost", FaultPoint::WsAnswer, Lose, "subscriptionResponse", Answered,
            1);
        row("first data lost", FaultPoint::WsAnswer, Lose, "l2Book", Answered, 1);
        row("subscribe lost", FaultPoint::WsRequest, Lose, "\"subscribe\"", Answered, 1);
        row("broken at subscribe", FaultPoint::WsRequest, BreakBefore, "\"subscribe\"", Answered,
            1);
        row("first pong lost", FaultPoint::WsAnswer, Lose, "pong", Answered, 1);
    }

    void ws()
    {
        QFETCH(Fault, fault);
        QFETCH(int, fate);
        QFETCH(int, executed);
        Rig rig;
        rig.plan.add(fault);
        StreamState state = StreamState::Pending;
        const auto handle = rig.session.subscribe(
            Subscription::l2Book("BTC"), {[&](StreamState next, const Error &) { state = next; }});
        QVERIFY(handle);
        QVERIFY(rig.session.start());
        const auto isLive = [&] { return state == StreamState::Live; };
        for (int i = 0; i < 600 && !isLive(); ++i)
            rig.clock.advance(100ms);
        QVERIFY2(isLive(), "the stream never became live");

        std::vector<PostOutcome> got;
        rig.session.postAction("{\"action\":{\"type\":\"order\"}}",
                               [&](const PostOutcome &outcome) { got.push_back(outcome); });
        rig.clock.advance(30s);
        QCOMPARE(got.size(), 1U);
        const Fate said = got[0].answered      ? Fate::Answered
                          : got[0].isUnknown() ? Fate::Unknown
                                               : Fate::NotSent;
        QCOMPARE(static_cast<int>(said), fate);
        QCOMPARE(rig.venue.executed, executed);
        QVERIFY(got[0].answered || !got[0].error.detail.empty());

        const std::vector<std::string> silent = rig.plan.silent();
        QVERIFY2(silent.empty(), silent.empty() ? "" : silent.front().c_str());
        for (int i = 0; i < 300 && !isLive(); ++i)
            rig.clock.advance(100ms);
        QVERIFY2(isLive(), "the stream did not come back");
    }

    void http_data()
    {
        QTest::addColumn<Fault>("fault");
        QTest::addColumn<int>("status"); // 0: no answer
        QTest::addColumn<bool>("written");
        QTest::addColumn<int>("executed");
        const auto row = [](const char *name, FaultKind kind, int status, bool written,
                            int executed, int code = 0, bool isExecuted = false) {
            Fault f = fault(name, FaultPoint::HttpRequest, kind, "/exchange");
            f.code = code;
            f.isExecuted = isExecuted;
            f.retryAfter = "5";
            QTest::newRow(name) << f << status << written << executed;
        };
        using enum FaultKind;
        row("refused", Refuse, 0, false, 0);
        row("lost", Lose, 0, true, 0);
        row("broken before delivery", BreakBefore, 0, true, 0);
        row("broken after delivery", BreakAfter, 0, true, 1);
        row("answer lost", NoAnswer, 0, true, 1);
        row("answer cut", CutMidFrame, 0, true, 1);
        row("answer oversized", Oversized, 0, true, 1);
        row("answer late", Delay, 200, true, 1);
        row("answer is broken JSON", InvalidJson, 200, true, 1);
        row("429", Status, 429, true, 0, 429);
        row("502, not done", Status, 502, true, 0, 502);
        row("502, done", Status, 502, true, 1, 502, true);
    }

    void http()
    {
        QFETCH(Fault, fault);
        QFETCH(int, status);
        QFETCH(bool, written);
        QFETCH(int, executed);
        ManualClock clock;
        FakeHttp venue(clock, clock);
        FaultPlan plan;
        plan.add(fault);
        FaultyHttp http(venue, plan, clock);
        net::RateBudget budget(clock, clock, net::kIpWeightLimits);
        HttpExchange exchange("http://venue.test", http, clock, clock, budget);
        for (int i = 0; i < 2; ++i)
            venue.prepare(
                "/exchange",
                FakeHttp::json("{\"status\":\"ok\",\"response\":{\"type\":\"default\"}}"));
        std::vector<PostOutcome> got;
        const auto collect = [&](const PostOutcome &outcome) { got.push_back(outcome); };
        exchange.post(Address{}, "first", {}, collect);
        exchange.post(Address{}, "second", {}, collect);
        clock.advance(1min);
        QCOMPARE(got.size(), 2U);
        QCOMPARE(got[0].status, status);
        QCOMPARE(got[0].written, written);
        QCOMPARE(got[0].answered, status != 0);
        QVERIFY2(got[1].answered, "the request behind it was stopped");
        int done = 0;
        for (const auto &request : venue.requests)
            done += request.body == "first" ? 1 : 0;
        QCOMPARE(done, executed);
        QVERIFY(plan.silent().empty());
    }

    void planCountsWhatFired()
    {
        FaultPlan plan;
        Fault f = fault("second match only", FaultPoint::WsAnswer, FaultKind::Lose, "x");
        f.skip = 1;
        Fault &added = plan.add(f);
        QCOMPARE(plan.silent().size(), 1U);
        QVERIFY(plan.strike(FaultPoint::WsAnswer, "x") == nullptr);
        QVERIFY(plan.strike(FaultPoint::WsAnswer, "y") == nullptr);
        QVERIFY(plan.strike(FaultPoint::WsRequest, "x") == nullptr);
        QVERIFY(plan.strike(FaultPoint::WsAnswer, "x") == &added);
        QVERIFY(plan.strike(FaultPoint::WsAnswer, "x") == nullptr);
        QCOMPARE(added.fired, 1);
        QVERIFY(plan.silent().empty());
    }
};

QTEST_APPLESS_MAIN(FaultTransport)
#include "fault_transport.moc"

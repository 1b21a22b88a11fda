// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/session_rig.h"

#include <QTest>

using namespace hl;
using namespace hl::session;
using namespace std::chrono_literals;

namespace {

Address user()
{
    return Address::parse("0x14791697260e4c9a71f18484c9f997b308e59325").value();
}

std::string subscribeText(const Subscription &s)
{
    return R"({"method":"subscribe","subscription":)" + s.canonicalId() + "}";
}

std::string unsubscribeText(const Subscription &s)
{
    return R"({"method":"unsubscribe","subscription":)" + s.canonicalId() + "}";
}

std::string bookFrame(const std::string &coin, bool fast = false)
{
    return R"({"channel":"l2Book","data":{"coin":")" + coin + R"(","time":1,"levels":[[],[]])" +
           (fast ? R"(,"fast":true}})" : "}}");
}

const auto kFills = Subscription::ofUser(StreamType::UserFills, user());
const std::string kFillsFrame =
    R"({"channel":"userFills","data":{"user":"0x14791697260E4C9A71F18484C9F997B308E59325","fills":[]}})";

} // namespace

using States = std::vector<StreamState>;

class TestWsStreams : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void liveOnlyAfterAckAndFirstData()
    {
        test::SessionRig rig;
        test::SessionRig::Told told;
        const auto book = Subscription::l2Book("BTC");
        const auto handle = rig.session->subscribe(book, rig.listener(told));
        QVERIFY(handle);
        rig.open();
        QVERIFY((rig.sent() == std::vector<std::string>{subscribeText(book)}));
        QVERIFY(told.states.empty());
        rig.ack(book.canonicalId());
        QVERIFY(told.states == States{StreamState::Confirmed});
        rig.say(bookFrame("ETH"));
        QVERIFY(told.states == States{StreamState::Confirmed});
        rig.say(bookFrame("BTC"));
        QVERIFY((told.states == States{StreamState::Confirmed, StreamState::Live}));
        QCOMPARE(rig.session->lastDataMonoNs(*handle), rig.clock.monoNs());
        rig.say(bookFrame("BTC"));
        QCOMPARE(told.states.size(), 2U);
    }

    void ackInTheServersSpelling()
    {
        test::SessionRig rig;
        test::SessionRig::Told deep;
        test::SessionRig::Told fast;
        QVERIFY(rig.session->subscribe(Subscription::l2Book("BTC"), rig.listener(deep)));
        QVERIFY(rig.session->subscribe(Subscription::l2Book("BTC", true), rig.listener(fast)));
        rig.open();
        // More keys than asked for: the pending request with the most members in common is meant.
        rig.ack(
            R"({"type":"l2Book","coin":"BTC","nSigFigs":null,"mantissa":null,"fast":true,"x":1})");
        QVERIFY(fast.states == States{StreamState::Confirmed});
        QVERIFY(deep.states.empty());
        rig.ack(R"({"type":"l2Book","coin":"BTC","nSigFigs":null,"mantissa":null,"fast":false})");
        QVERIFY(deep.states == States{StreamState::Confirmed});
        rig.say(bookFrame("BTC", true));
        QCOMPARE(fast.states.back(), StreamState::Live);
        QCOMPARE(deep.states.back(), StreamState::Confirmed);
    }

    void channelOfEventsIsLiveWithTheAck()
    {
        test::SessionRig rig;
        test::SessionRig::Told told;
        const auto updates = Subscription::ofUser(StreamType::OrderUpdates, user());
        QVERIFY(rig.session->subscribe(updates, rig.listener(told)));
        rig.open();
        rig.ack(updates.canonicalId());
        QVERIFY(told.states == States{StreamState::Live});
        const std::size_t sent = rig.sent().size();
        rig.run(60s);
        QCOMPARE(rig.sent().size(), sent); // silence is no fault here
    }

    void oneWireSubscriptionForManyOwners()
    {
        test::SessionRig rig;
        rig.open();
        test::SessionRig::Told first;
        test::SessionRig::Told second;
        const auto a = rig.session->subscribe(kFills, rig.listener(first));
        rig.ack(kFills.canonicalId());
        rig.say(kFillsFrame);
        QCOMPARE(first.states.back(), StreamState::Live);
        const auto b = rig.session->subscribe(kFills, rig.listener(second));
        QVERIFY2(second.states.empty(), "told from inside subscribe");
        rig.clock.advance(1ms);
        QVERIFY(second.states == States{StreamState::Live});
        QCOMPARE(first.states.size(), 2U);
        QCOMPARE(rig.sent().size(), 1U);
        QCOMPARE(rig.quota.subscriptions(), 1);
        rig.session->unsubscribe(*a);
        QCOMPARE(rig.sent().size(), 1U);
        rig.session->unsubscribe(*b);
        QCOMPARE(rig.sent().back(), unsubscribeText(kFills));
        QCOMPARE(rig.quota.subscriptions(), 0);
        rig.session->unsubscribe(*b);
        QCOMPARE(rig.sent().size(), 2U);
    }

    /// Two acknowledgements lost today and two tomorrow are not four in a row.
    void triesAreCountedSinceTheLastAcknowledgement()
    {
        test::SessionRig rig;
        rig.open();
        test::SessionRig::Told told;
        const auto updates = Subscription::ofUser(StreamType::OrderUpdates, user());
        const auto handle = rig.session->subscribe(updates, rig.listener(told));
        for (int round = 0; round < 3; ++round) {
            rig.run(21s); // two are not answered
            rig.ack(updates.canonicalId());
            QCOMPARE(told.states.back(), StreamState::Live);
            rig.session->renew(*handle);
            rig.ack(updates.canonicalId(), "unsubscribe");
        }
        QVERIFY(std::ranges::find(told.states, StreamState::Refused) == told.states.end());
    }

    /// An acknowledgement that was lost is not waited for for ever: it would swallow the next one.
    void lostAcknowledgementOfOneThatWasGivenUpIsForgotten()
    {
        test::SessionRig rig;
        rig.open();
        test::SessionRig::Told first;
        test::SessionRig::Told told;
        const auto given = rig.session->subscribe(kFills, rig.listener(first));
        rig.session->unsubscribe(*given);
        QVERIFY(rig.session->subscribe(kFills, rig.listener(told)));
        rig.run(11s);
        rig.ack(kFills.canonicalId());
        QVERIFY(told.states == States{StreamState::Confirmed});
        rig.say(kFillsFrame);
        QCOMPARE(told.states.back(), StreamState::Live);
    }

    void unsubscribedWhileOfflineIsNeverSent()
    {
        test::SessionRig rig;
        test::SessionRig::Told told;
        const auto handle = rig.session->subscribe(kFills, rig.listener(told));
        rig.session->unsubscribe(*handle);
        rig.open();
        QVERIFY(rig.sent().empty());
    }

    void unsubscribedWhileWaitingForBudgetIsNeverSent()
    {
        WsQuota::Limits limits;
        limits.messages = {3, 60, 0};
        test::SessionRig rig({}, limits);
        rig.open();
        test::SessionRig::Told told;
        std::vector<StreamHandle> handles;
        for (const char *coin : {"A", "B", "C", "D", "E"})
            handles.push_back(*rig.session->subscribe(Subscription::bbo(coin), rig.listener(told)));
        QCOMPARE(rig.sent().size(), 2U);
        rig.session->unsubscribe(handles[3]);
        rig.run(8s);
        for (const std::string &text : rig.sent())
            QVERIFY2(text.find("\"D\"") == std::string::npos, text.c_str());
        QVERIFY(std::count_if(rig.factory.last().sent.begin(), rig.factory.last().sent.end(),
                              [](const auto &t) { return t.find("\"E\"") != std::string::npos; }) ==
                1);
    }

    void resubscribesInOrderOnEveryOpen()
    {
        test::SessionRig rig;
        test::SessionRig::Told told;
        std::vector<std::string> expected;
        for (const char *coin : {"BTC", "ETH", "SOL", "HYPE"}) {
            const auto s = Subscription::bbo(coin);
            QVERIFY(rig.session->subscribe(s, rig.listener(told)));
            expected.push_back(subscribeText(s));
        }
        for (int i = 0; i < 3; ++i) {
            rig.open();
            QVERIFY(rig.sent() == expected);
            rig.run(4s);
            rig.factory.last().close(1006);
        }
    }

    void reconnectMakesEveryStreamPendingUntilProvenAgain()
    {
        test::SessionRig rig;
        test::SessionRig::Told told;
        QVERIFY(rig.session->subscribe(kFills, rig.listener(told)));
        rig.open();
        rig.ack(kFills.canonicalId());
        rig.say(kFillsFrame);
        rig.factory.last().close(1000, "Expired");
        QCOMPARE(told.states.back(), StreamState::Pending);
        rig.open();
        QCOMPARE(told.states.back(), StreamState::Pending);
        rig.ack(kFills.canonicalId());
        rig.say(kFillsFrame);
        QVERIFY(
            (told.states == States{StreamState::Confirmed, StreamState::Live, StreamState::Pending,
                                   StreamState::Confirmed, StreamState::Live}));
    }

    /// cases.md B29: closed with 1000, subscribed again, but only one of three is acknowledged.
    void B29_missingAcksAreAskedForAgain()
    {
        test::SessionRig rig;
        test::SessionRig::Told book;
        test::SessionRig::Told fills;
        test::SessionRig::Told updates;
        const auto l2 = Subscription::l2Book("BTC");
        const auto orders = Subscription::ofUser(StreamType::OrderUpdates, user());
        QVERIFY(rig.session->subscribe(l2, rig.listener(book)));
        QVERIFY(rig.session->subscribe(kFills, rig.listener(fills)));
        QVERIFY(rig.session->subscribe(orders, rig.listener(updates)));
        rig.open();
        rig.factory.last().close(1000);
        rig.open();
        rig.ack(l2.canonicalId());
        rig.say(bookFrame("BTC"));
        rig.run(9'900ms);
        QCOMPARE(book.states.back(), StreamState::Live);
        QVERIFY(fills.states.empty() && updates.states.empty());
        QCOMPARE(rig.sent().size(), 3U);
        rig.run(200ms);
        auto sent = rig.sent();
        QCOMPARE(sent.size(), 5U);
        QCOMPARE(sent[3], subscribeText(kFills));
        QCOMPARE(sent[4], subscribeText(orders));
        // An earlier acknowledgement was only lost: the venue's refusal of the second says so.
        rig.error("Already subscribed: " + kFills.canonicalId());
        QVERIFY(fills.states == States{StreamState::Confirmed});
        rig.run(30s);
        QCOMPARE(updates.states.size(), 1U);
        QCOMPARE(updates.states.back(), StreamState::Refused);
        QCOMPARE(updates.errors.back().kind, ErrorKind::Timeout);
        QVERIFY(updates.errors.back().detail.find("orderUpdates") != std::string::npos);
    }

    void silentStreamThatOwesAFrameIsRenewed()
    {
        test::SessionRig rig;
        test::SessionRig::Told told;
        const auto book = Subscription::l2Book("BTC");
        QVERIFY(rig.session->subscribe(book, rig.listener(told)));
        rig.open();
        rig.ack(book.canonicalId());
        rig.run(15'100ms);
        auto sent = rig.sent();
        QCOMPARE(sent.size(), 3U);
        QCOMPARE(sent[1], unsubscribeText(book));
        QCOMPARE(sent[2], subscribeText(book));
        rig.ack(book.canonicalId(), "unsubscribe");
        rig.ack(book.canonicalId());
        rig.say(bookFrame("BTC"));
        QCOMPARE(told.states.back(), StreamState::Live);
    }

    /// cases.md B28: only the stale stream is renewed; the socket and the others stay.
    void B28_renewTouchesOneStreamOnly()
    {
        test::SessionRig rig;
        test::SessionRig::Told btc;
        test::SessionRig::Told other;
        const auto b = Subscription::bbo("BTC");
        const auto o = Subscription::bbo("xyz:SPCX");
        QVERIFY(rig.session->subscribe(b, rig.listener(btc)));
        const auto handle = rig.session->subscribe(o, rig.listener(other));
        rig.open();
        rig.ack(b.canonicalId());
        rig.ack(o.canonicalId());
        rig.say(R"({"channel":"bbo","data":{"coin":"BTC","time":1,"bbo":[null,null]}})");
        rig.say(R"({"channel":"bbo","data":{"coin":"xyz:SPCX","time":1,"bbo":[null,null]}})");
        rig.session->renew(*handle);
        QCOMPARE(other.states.back(), StreamState::Pending);
        QCOMPARE(btc.states.back(), StreamState::Live);
        // A frame that was under way proves nothing while the old subscription still stands.
        rig.say(R"({"channel":"bbo","data":{"coin":"xyz:SPCX","time":1,"bbo":[null,null]}})");
        rig.ack(o.canonicalId(), "unsubscribe");
        rig.ack(o.canonicalId());
        QCOMPARE(other.states.back(), StreamState::Confirmed);
        rig.say(R"({"channel":"bbo","data":{"coin":"xyz:SPCX","time":2,"bbo":[null,null]}})");
        QCOMPARE(other.states.back(), StreamState::Live);
        QCOMPARE(rig.factory.sockets.size(), 1U);
    }

    /// cases.md B30: subscribe, unsubscribe, subscribe, reconnect: one subscription, one delivery.
    void B30_noDuplicatesAndNoneLost()
    {
        test::SessionRig rig;
        rig.open();
        test::SessionRig::Told first;
        test::SessionRig::Told second;
        const auto a = rig.session->subscribe(kFills, rig.listener(first));
        rig.session->unsubscribe(*a);
        QVERIFY(rig.session->subscribe(kFills, rig.listener(second)));
        QVERIFY(
            (rig.sent() == std::vector<std::string>{subscribeText(kFills), unsubscribeText(kFills),
                                                    subscribeText(kFills)}));
        // The first acknowledgement is of the subscription that was given up.
        rig.ack(kFills.canonicalId());
        rig.say(kFillsFrame);
        QVERIFY(second.states.empty());
        rig.ack(kFills.canonicalId(), "unsubscribe");
        QVERIFY(second.states.empty());
        rig.ack(kFills.canonicalId());
        rig.say(kFillsFrame);
        QVERIFY((second.states == States{StreamState::Confirmed, StreamState::Live}));
        QVERIFY(first.states.empty());

        rig.factory.last().close(1006);
        rig.open();
        QVERIFY((rig.sent() == std::vector<std::string>{subscribeText(kFills)}));
        rig.ack(kFills.canonicalId());
        const std::size_t before = rig.sink.frames.size();
        rig.say(kFillsFrame);
        QCOMPARE(rig.sink.frames.size(), before + 1);
        QCOMPARE(second.states.back(), StreamState::Live);
        QCOMPARE(rig.quota.subscriptions(), 1);
    }

    void refusedLocallyAtTheLimit()
    {
        WsQuota::Limits limits;
        limits.subscriptions = 2;
        test::SessionRig rig({}, limits);
        rig.open();
        test::SessionRig::Told told;
        QVERIFY(rig.session->subscribe(Subscription::bbo("A"), rig.listener(told)));
        QVERIFY(rig.session->subscribe(Subscription::bbo("B"), rig.listener(told)));
        const auto refused = rig.session->subscribe(Subscription::bbo("C"), rig.listener(told));
        QVERIFY(!refused);
        QCOMPARE(refused.error().detail, std::string("Cannot subscribe to more than 2 channels."));
        QVERIFY(rig.session->subscribe(Subscription::bbo("A"), rig.listener(told)));
        QCOMPARE(rig.sent().size(), 2U);
    }

    void thousandSubscriptionsInBurstsWithRoomForPosts()
    {
        test::SessionRig rig;
        test::SessionRig::Told told;
        for (int i = 0; i < 1000; ++i)
            QVERIFY(rig.session->subscribe(Subscription::bbo("C" + std::to_string(i)),
                                           rig.listener(told)));
        rig.open();
        QVERIFY(rig.sent().size() <= 50U);
        std::vector<PostOutcome> got;
        rig.session->postAction("{}", rig.collect(got));
        QVERIFY(rig.sent().back().find("\"post\"") != std::string::npos);
        rig.clock.advance(200ms);
        QCOMPARE(rig.sent().size(), 1001U);
    }

    void ownersMayUnsubscribeWhileTold()
    {
        test::SessionRig rig;
        rig.open();
        StreamHandle a = 0;
        StreamHandle b = 0;
        int aCalls = 0;
        int bCalls = 0;
        a = *rig.session->subscribe(kFills, {[&](StreamState, const Error &) {
                                        ++aCalls;
                                        rig.session->unsubscribe(a);
                                        rig.session->unsubscribe(b);
                                    }});
        b = *rig.session->subscribe(kFills, {[&](StreamState, const Error &) { ++bCalls; }});
        rig.ack(kFills.canonicalId());
        QCOMPARE(aCalls, 1);
        QCOMPARE(bCalls, 0);
        QCOMPARE(rig.sent().back(), unsubscribeText(kFills));
        rig.say(kFillsFrame);
        rig.factory.last().close(1006);
        QCOMPARE(aCalls, 1);
    }

    void ownerMayPostWhenTheConnectionOpens()
    {
        test::SessionRig rig;
        test::SessionRig::Told told;
        QVERIFY(rig.session->subscribe(kFills, rig.listener(told)));
        std::vector<PostOutcome> got;
        QVERIFY(rig.session->start());
        // What is posted in the hook goes out ahead of the subscriptions.
        test::FakeWsFactory factory;
        WsSession *self = nullptr;
        WsSession session({"ws://venue.test/ws"}, factory, rig.clock, rig.clock, rig.quota,
                          rig.sink,
                          {[&](WsState state, const std::string &) {
                               if (state == WsState::Open)
                                   self->postAction("{}", rig.collect(got));
                           },
                           {}});
        self = &session;
        QVERIFY(session.subscribe(Subscription::bbo("BTC"), rig.listener(told)));
        QVERIFY(session.start());
        factory.last().accept();
        const auto sent = test::SessionRig::sentOn(factory.last());
        QCOMPARE(sent.size(), 2U);
        QVERIFY(sent[0].find("\"post\"") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestWsStreams)
#include "tst_ws_streams.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/session_rig.h"

#include <QTest>

using namespace hl;
using namespace hl::session;
using namespace std::chrono_literals;

namespace {

Address user(const char *text = "0x14791697260e4c9a71f18484c9f997b308e59325")
{
    return Address::parse(text).value();
}

} // namespace

using States = std::vector<StreamState>;

/// The venue's `error` channel: every shape of protocol/websocket.md 2 and cases.md B31 ends in the
/// request it means; none of them waits for a time-out.
class TestWsErrors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void postById_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("B31: id= at the end") << QByteArray("too many pending post requests id=2");
        QTest::newRow("numeric id in a JSON body")
            << QByteArray(R"(Error handling request {"id":2,"request":{"type":"action"}})");
    }

    void postById()
    {
        QFETCH(QByteArray, text);
        test::SessionRig rig;
        rig.open();
        std::vector<PostOutcome> first;
        std::vector<PostOutcome> second;
        rig.session->postAction("{}", rig.collect(first));
        rig.session->postAction("{}", rig.collect(second));
        rig.error(text.toStdString());
        QCOMPARE(second.size(), 1U);
        QVERIFY2(second[0].answered, "the venue said no: the outcome is known");
        QCOMPARE(second[0].payloadText, text.toStdString());
        QVERIFY(first.empty());
        QVERIFY(rig.venueErrors.empty());
    }

    void echoedSignatureStaysHere()
    {
        test::SessionRig rig;
        rig.open();
        const std::string half(64, 'a');
        rig.error(R"(Error parsing JSON {"action":{},"signature":{"r":"0x)" + half +
                  R"(","s":"0x)" + half + R"(","v":27}})");
        QCOMPARE(rig.venueErrors.size(), 1U);
        QCOMPARE(rig.venueErrors[0],
                 std::string(R"(Error parsing JSON {"action":{},"signature":"0x<redacted>"})"));
    }

    void subscriptionByName_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("Invalid subscription")
            << QByteArray(R"(Invalid subscription {"type":"bbo","coin":"NOPE"})");
        QTest::newRow("subscription member") << QByteArray(
            R"(Failed: {"method":"subscribe","subscription":{"coin":"NOPE","type":"bbo"}})");
    }

    void subscriptionByName()
    {
        QFETCH(QByteArray, text);
        test::SessionRig rig;
        rig.open();
        test::SessionRig::Told good;
        test::SessionRig::Told bad;
        test::SessionRig::Told badToo;
        QVERIFY(rig.session->subscribe(Subscription::bbo("BTC"), rig.listener(good)));
        const auto handle = rig.session->subscribe(Subscription::bbo("NOPE"), rig.listener(bad));
        QVERIFY(rig.session->subscribe(Subscription::bbo("NOPE"), rig.listener(badToo)));
        rig.error(text.toStdString());
        QVERIFY(bad.states == States{StreamState::Refused});
        QVERIFY(badToo.states == States{StreamState::Refused});
        QCOMPARE(bad.errors[0].kind, ErrorKind::VenueRejected);
        QCOMPARE(bad.errors[0].detail, text.toStdString());
        QVERIFY(good.states.empty());
        QCOMPARE(rig.quota.subscriptions(), 1);
        // Told once: nothing comes later, and it is not asked for on the next connection.
        rig.error(text.toStdString());
        rig.session->unsubscribe(*handle);
        rig.factory.last().close(1006);
        rig.open();
        QCOMPARE(bad.states.size(), 1U);
        QCOMPARE(rig.sent().size(), 1U);
    }

    void alreadyUnsubscribedEndsTheUnsubscribe()
    {
        test::SessionRig rig;
        rig.open();
        test::SessionRig::Told told;
        const auto s = Subscription::bbo("BTC");
        const auto handle = rig.session->subscribe(s, rig.listener(told));
        rig.ack(s.canonicalId());
        rig.session->unsubscribe(*handle);
        test::SessionRig::Told again;
        QVERIFY(rig.session->subscribe(s, rig.listener(again)));
        rig.error("Already unsubscribed: " + s.canonicalId());
        QVERIFY(rig.venueErrors.empty());
        rig.ack(s.canonicalId());
        rig.say(R"({"channel":"bbo","data":{"coin":"BTC","time":1,"bbo":[null,null]}})");
        QVERIFY((again.states == States{StreamState::Confirmed, StreamState::Live}));
    }

    void B31_tooManyUsersRefusesThePendingUserSubscription()
    {
        test::SessionRig rig;
        rig.open();
        test::SessionRig::Told market;
        test::SessionRig::Told first;
        test::SessionRig::Told second;
        const auto a = Subscription::ofUser(StreamType::UserFills, user());
        const auto b = Subscription::ofUser(StreamType::UserFills,
                                            user("0x24791697260e4c9a71f18484c9f997b308e59325"));
        QVERIFY(rig.session->subscribe(Subscription::bbo("BTC"), rig.listener(market)));
        QVERIFY(rig.session->subscribe(a, rig.listener(first)));
        QVERIFY(rig.session->subscribe(b, rig.listener(second)));
        rig.ack(a.canonicalId());
        rig.error("Cannot track more than 10 total users.");
        QVERIFY(second.states == States{StreamState::Refused});
        QCOMPARE(second.errors[0].kind, ErrorKind::RateLimited);
        QCOMPARE(second.errors[0].detail, std::string("Cannot track more than 10 total users."));
        QVERIFY(first.states == States{StreamState::Confirmed});
        QVERIFY(market.states.empty());
    }

    void B31_tooManyChannelsRefusesTheOldestPending()
    {
        test::SessionRig rig;
        rig.open();
        test::SessionRig::Told first;
        test::SessionRig::Told second;
        QVERIFY(rig.session->subscribe(Subscription::bbo("A"), rig.listener(first)));
        QVERIFY(rig.session->subscribe(Subscription::bbo("B"), rig.listener(second)));
        rig.error("Cannot subscribe to more than 1000 channels.");
        QVERIFY(first.states == States{StreamState::Refused});
        QVERIFY(second.states.empty());
    }

    void B31_messageLimitFailsAllInFlightAndPauses()
    {
        test::SessionRig rig;
        rig.open();
        test::SessionRig::Told told;
        const auto s = Subscription::bbo("A");
        QVERIFY(rig.session->subscribe(s, rig.listener(told)));
        std::vector<PostOutcome> got;
        rig.session->postAction("{}", rig.collect(got));
        rig.session->postInfo("{}", rig.collect(got));
        const std::size_t sent = rig.sent().size();
        rig.error("Cannot send more than 2000 messages per minute.");
        QCOMPARE(got.size(), 2U);
        for (const PostOutcome &outcome : got) {
            QCOMPARE(outcome.error.kind, ErrorKind::RateLimited);
            QVERIFY(outcome.isUnknown()); // which message was refused is not said
        }
        QCOMPARE(rig.venueErrors.size(), 1U);
        rig.session->postAction("{}", rig.collect(got));
        rig.clock.advance(1ms);
        QCOMPARE(got.size(), 3U);
        QVERIFY(!got[2].written);
        QCOMPARE(rig.sent().size(), sent);
        // The subscription is asked for again after the pause and never surfaces as a time-out.
        rig.run(4s);
        QCOMPARE(rig.sent().size(), sent + 1);
        rig.ack(s.canonicalId());
        QVERIFY(told.states == States{StreamState::Confirmed});
    }

    /// The connection lives on: what comes after all is told to whoever wants to know.
    void B31_messageLimitLeavesLateAnswersHeard()
    {
        test::SessionRig rig;
        rig.open();
        std::vector<PostOutcome> got;
        std::vector<PostOutcome> late;
        WsSession::PostOptions options;
        options.answeredLate = rig.collect(late);
        rig.session->postAction("{}", options, rig.collect(got));
        rig.error("Cannot send more than 2000 messages per minute.");
        QCOMPARE(got.size(), 1U);
        rig.answer(1, "action", R"({"status":"ok","response":{"type":"default"}})");
        QCOMPARE(late.size(), 1U);
        QVERIFY(late.front().answered);
        QCOMPARE(got.size(), 1U);
        rig.answer(1, "action", R"({"status":"ok","response":{"type":"default"}})");
        QCOMPARE(late.size(), 1U);
    }

    void anythingElseIsHandedOn_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("words") << QByteArray("Something new");
        QTest::newRow("id of nobody") << QByteArray("too many pending post requests id=99");
        QTest::newRow("broken body") << QByteArray("Invalid subscription {\"type\":");
        QTest::newRow("user limit with nothing pending")
            << QByteArray("Cannot track more than 10 total users.");
        QTest::newRow("empty") << QByteArray("");
    }

    void anythingElseIsHandedOn()
    {
        QFETCH(QByteArray, text);
        test::SessionRig rig;
        rig.open();
        test::SessionRig::Told told;
        QVERIFY(rig.session->subscribe(Subscription::bbo("A"), rig.listener(told)));
        std::vector<PostOutcome> got;
        rig.session->postAction("{}", rig.collect(got));
        rig.error(text.toStdString());
        QVERIFY((rig.venueErrors == std::vector<std::string>{text.toStdString()}));
        QVERIFY(told.states.empty() && got.empty());
        QVERIFY(rig.session->isOpen());
    }
};

QTEST_APPLESS_MAIN(TestWsErrors)
#include "tst_ws_errors.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/session_rig.h"

#include <QTest>

using namespace hl;
using namespace hl::session;
using namespace std::chrono_literals;

class TestWsSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opensAndPings()
    {
        test::SessionRig rig;
        auto &socket = rig.open();
        QCOMPARE(socket.url, std::string("ws://venue.test/ws"));
        QVERIFY((rig.states == std::vector<WsState>{WsState::Connecting, WsState::Open}));
        QCOMPARE(socket.sent.front(), std::string(R"({"method":"ping"})"));
        rig.run(60s);
        QVERIFY(rig.session->isOpen());
        QCOMPARE(static_cast<int>(socket.sent.size()), 13); // at once and every 5 s
        QVERIFY(rig.session->pingMs() >= 0);
    }

    /// cases.md B27: TCP open, nothing said any more.
    void B27_halfOpenConnectionIsReplacedWithinEightSeconds()
    {
        test::SessionRig rig;
        rig.open();
        rig.run(20s);
        QCOMPARE(rig.factory.sockets.size(), 1U);
        for (int i = 0; i < 80 && rig.session->isOpen(); ++i)
            rig.clock.advance(100ms); // no pong
        QVERIFY2(!rig.session->isOpen(), "still thought to be open after 8 s of silence");
        QVERIFY(rig.factory.sockets.front()->wasAborted);
        QVERIFY2(rig.reasons.back().find("ping") != std::string::npos, rig.reasons.back().c_str());
        rig.open();
        QVERIFY(rig.session->isOpen());
    }

    void silentAttemptEndsAfterTenSeconds()
    {
        test::SessionRig rig;
        QVERIFY(rig.session->start());
        rig.clock.advance(9'999ms);
        QCOMPARE(rig.session->state(), WsState::Connecting);
        rig.clock.advance(1ms);
        QCOMPARE(rig.session->state(), WsState::Waiting);
        QCOMPARE(rig.reasons.back(),
                 std::string("The venue did not accept the connection within 10 s."));
        rig.clock.advance(150ms);
        QCOMPARE(rig.factory.sockets.size(), 2U);
    }

    /// cases.md B58: a new socket object for each attempt; the tenth connects.
    void B58_tenthAttemptConnectsWithAFreshSocket()
    {
        test::SessionRig rig;
        QVERIFY(rig.session->start());
        for (int i = 0; i < 9; ++i) {
            QCOMPARE(rig.session->state(), WsState::Connecting);
            rig.factory.last().close(0, "The venue refused the connection.");
            QCOMPARE(rig.session->state(), WsState::Waiting);
            QCOMPARE(rig.reasons.back(), std::string("The venue refused the connection."));
            for (int ms = 0; ms < 10'000 && rig.session->state() == WsState::Waiting; ms += 10)
                rig.clock.advance(10ms);
        }
        QCOMPARE(rig.factory.sockets.size(), 10U);
        rig.factory.last().accept();
        QVERIFY(rig.session->isOpen());
        for (std::size_t i = 0; i < 9; ++i)
            QVERIFY2(rig.factory.sockets[i]->isGone, "an old socket lives on");
    }

    void backoffGrowsAndStartsAnewAfterAStableConnection()
    {
        test::SessionRig rig;
        QVERIFY(rig.session->start());
        const auto waitAfterFailure = [&] {
            rig.factory.last().close(0);
            std::int64_t ms = 0;
            while (rig.session->state() == WsState::Waiting) {
                rig.clock.advance(1ms);
                ++ms;
            }
            return ms;
        };
        std::int64_t longest = 0;
        for (int i = 0; i < 8; ++i) {
            const std::int64_t wait = waitAfterFailure();
            QVERIFY(wait <= std::min<std::int64_t>(150LL << i, 10'000) + 1);
            longest = std::max(longest, wait);
        }
        QVERIFY(longest >= 5'000);
        // Open for less than 3 s does not count as recovered.
        rig.factory.last().accept();
        rig.run(2'900ms);
        QVERIFY(waitAfterFailure() >= 5'000);
        rig.factory.last().accept();
        rig.run(3'100ms);
        QVERIFY(waitAfterFailure() <= 151);
    }

    /// The venue rotates connections with code 1000: back at once, but only once in a streak.
    void B29_cleanCloseReconnectsAtOnce()
    {
        test::SessionRig rig;
        rig.open();
        rig.factory.last().close(1000, "Expired");
        rig.clock.advance(1ms);
        QCOMPARE(rig.session->state(), WsState::Connecting);
        rig.factory.last().accept();
        rig.factory.last().close(1000, "Expired");
        rig.clock.advance(1ms);
        QCOMPARE(rig.session->state(), WsState::Waiting);
        rig.open();
        rig.run(4s);
        rig.factory.last().close(1000, "Expired");
        rig.clock.advance(1ms);
        QCOMPARE(rig.session->state(), WsState::Connecting);
    }

    /// cases.md B36: timers end with their socket.
    void B36_oneSetOfTimersAfterTwentyReconnects()
    {
        test::SessionRig rig;
        rig.open();
        rig.run(4s);
        const std::size_t timers = rig.clock.pendingTimers();
        for (int i = 0; i < 20; ++i) {
            rig.factory.last().close(1006);
            rig.open();
            rig.run(4s);
        }
        QCOMPARE(rig.session->connections(), 21U);
        QCOMPARE(rig.clock.pendingTimers(), timers);
        const auto before = rig.factory.last().sent.size();
        rig.run(10s);
        QCOMPARE(rig.factory.last().sent.size() - before, 2U); // one ping in 5 s, not 21
    }

    void postIsMatchedByIdInAnyOrder()
    {
        test::SessionRig rig;
        rig.open();
        std::vector<PostOutcome> first;
        std::vector<PostOutcome> second;
        rig.session->postAction(R"({"action":{"type":"noop"},"nonce":1})", rig.collect(first));
        rig.session->postInfo(R"({"type":"meta"})", rig.collect(second));
        const auto sent = rig.sent();
        QCOMPARE(sent.size(), 2U);
        QCOMPARE(sent[0], rig.postText(1, "action", R"({"action":{"type":"noop"},"nonce":1})"));
        QCOMPARE(sent[1], rig.postText(2, "info", R"({"type":"meta"})"));
        rig.answer(2, "info", R"({"type":"meta","data":{"universe":[]}})");
        QCOMPARE(second.size(), 1U);
        QVERIFY(second[0].answered && second[0].written && first.empty());
        QCOMPARE(second[0].payloadText, std::string(R"({"universe":[]})"));
        const std::string ok = R"({"status":"ok","response":{"type":"default"}})";
        rig.answer(1, "action", ok);
        QCOMPARE(first.size(), 1U);
        QCOMPARE(first[0].status, 200);
        QCOMPARE(first[0].payloadText, ok);
        // The same answer again is nobody's.
        rig.answer(1, "action", ok);
        QCOMPARE(first.size(), 1U);
        QCOMPARE(rig.session->inFlight(), 0);
    }

    void errorAnswerCarriesItsStatus_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("status");
        QTest::newRow("429") << QByteArray("429 Too Many Requests") << 429;
        QTest::newRow("502") << QByteArray("502 Bad Gateway: upstream") << 502;
        QTest::newRow("words") << QByteArray("Invalid request") << 400;
        QTest::newRow("a number that is no status") << QByteArray("42935 is wrong") << 400;
    }

    void errorAnswerCarriesItsStatus()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, status);
        test::SessionRig rig;
        rig.open();
        std::vector<PostOutcome> got;
        rig.session->postAction("{}", rig.collect(got));
        rig.answer(1, "error", '"' + text.toStdString() + '"');
        QCOMPARE(got.size(), 1U);
        QVERIFY(got[0].answered);
        QCOMPARE(got[0].status, status);
        QCOMPARE(got[0].payloadText, text.toStdString());
    }

    void malformedAnswerLeavesAnActionUnknown()
    {
        test::SessionRig rig;
        rig.open();
        std::vector<PostOutcome> got;
        rig.session->postAction("{}", rig.collect(got));
        rig.answer(1, "info", "{}");
        QCOMPARE(got.size(), 1U);
        QVERIFY(got[0].isUnknown());
        QCOMPARE(got[0].error.kind, ErrorKind::UnknownOutcome);
    }

    void timeOutIsUnknownForAnActionAndALateAnswerIsTold()
    {
        test::SessionRig rig;
        rig.open();
        std::vector<PostOutcome> action;
        std::vector<PostOutcome> late;
        std::vector<PostOutcome> info;
        WsSession::PostOptions options;
        options.answeredLate = rig.collect(late);
        rig.session->postAction("{}", options, rig.collect(action));
        rig.session->postInfo("{}", rig.collect(info));
        rig.run(9'900ms);
        QVERIFY(action.empty() && info.empty());
        rig.run(100ms);
        QCOMPARE(action.size(), 1U);
        QVERIFY(action[0].isUnknown());
        QCOMPARE(action[0].error.kind, ErrorKind::UnknownOutcome);
        QCOMPARE(info[0].error.kind, ErrorKind::Timeout);
        for (int i = 0; i < 2; ++i)
            rig.answer(1, "action", R"({"status":"ok","response":{"type":"default"}})");
        QCOMPARE(action.size(), 1U);
        QCOMPARE(late.size(), 1U);
        QVERIFY(late[0].answered);
    }

    /// cases.md B32: not connected is an outcome that is known, at once.
    void B32_notConnectedIsNotSentAtOnce_data()
    {
        QTest::addColumn<int>("when");
        QTest::newRow("never started") << 0;
        QTest::newRow("connecting") << 1;
        QTest::newRow("waiting to reconnect") << 2;
        QTest::newRow("ended for good") << 3;
        QTest::newRow("socket is closing under us") << 4;
    }

    void B32_notConnectedIsNotSentAtOnce()
    {
        QFETCH(int, when);
        test::SessionRig rig;
        if (when == 1)
            QVERIFY(rig.session->start());
        if (when >= 2)
            rig.open();
        if (when == 2)
            rig.factory.last().close(1006);
        if (when == 3)
            rig.session->stop();
        if (when == 4)
            rig.factory.last().failsSend = true;
        std::vector<PostOutcome> got;
        rig.session->postAction("{}", rig.collect(got));
        QVERIFY2(got.empty(), "answered from inside the call");
        rig.clock.advance(50ms);
        QCOMPARE(got.size(), 1U);
        QVERIFY(!got[0].written && !got[0].answered);
        QCOMPARE(got[0].error.kind, ErrorKind::Transport);
        QVERIFY2(got[0].error.detail.find("nothing was sent") != std::string::npos,
                 got[0].error.detail.c_str());
    }

    void closeEndsAllPostsAtOnceAsUnknown()
    {
        test::SessionRig rig;
        rig.open();
        std::vector<PostOutcome> got;
        for (int i = 0; i < 5; ++i)
            rig.session->postAction("{}", rig.collect(got));
        rig.session->postInfo("{}", rig.collect(got));
        rig.factory.last().close(1006);
        QCOMPARE(got.size(), 6U);
        for (const PostOutcome &outcome : got)
            QVERIFY(outcome.isUnknown());
        QCOMPARE(got[0].error.kind, ErrorKind::UnknownOutcome);
        QVERIFY2(got[0].error.detail.find("after the request was sent") != std::string::npos,
                 got[0].error.detail.c_str());
        QCOMPARE(got[5].error.kind, ErrorKind::Transport);
        // Nothing is repeated on the next connection.
        rig.open();
        QVERIFY(rig.sent().empty());
    }

    void hundredInFlightAndTheLastTenForExits()
    {
        test::SessionRig rig;
        rig.open();
        std::vector<PostOutcome> got;
        for (int i = 0; i < 91; ++i)
            rig.session->postAction("{}", rig.collect(got));
        rig.clock.advance(1ms);
        QCOMPARE(rig.session->inFlight(), 90);
        QCOMPARE(got.size(), 1U);
        QCOMPARE(got[0].error.kind, ErrorKind::RateLimited);
        QVERIFY(!got[0].written);
        WsSession::PostOptions exit;
        exit.isExit = true;
        for (int i = 0; i < 11; ++i)
            rig.session->postAction("{}", exit, rig.collect(got));
        rig.clock.advance(1ms);
        QCOMPARE(rig.session->inFlight(), 100);
        QCOMPARE(got.size(), 2U);
        QCOMPARE(rig.sent().size(), 100U);
    }

    void wholeHundredWithoutAReserve()
    {
        WsSession::Config config;
        config.exitReserve = 0;
        test::SessionRig rig(config);
        rig.open();
        std::vector<PostOutcome> got;
        for (int i = 0; i < 100; ++i)
            rig.session->postAction("{}", rig.collect(got));
        QCOMPARE(rig.session->inFlight(), 100);
        QVERIFY(got.empty());
    }

    void postsNeverWaitForSubscriptionsNorOvertakeEachOther()
    {
        WsQuota::Limits limits;
        limits.messages = {60, 60, 5};
        test::SessionRig rig({}, limits);
        rig.open();
        test::SessionRig::Told told;
        for (int i = 0; i < 100; ++i)
            QVERIFY(rig.session->subscribe(Subscription::bbo("C" + std::to_string(i)),
                                           rig.listener(told)));
        const std::size_t subscribed = rig.sent().size();
        QVERIFY(subscribed < 100U); // the rest waits for budget
        std::vector<PostOutcome> got;
        WsSession::PostOptions exit;
        exit.isExit = true;
        for (int i = 0; i < 5; ++i)
            rig.session->postAction(std::to_string(i), exit, rig.collect(got));
        const auto sent = rig.sent();
        QCOMPARE(sent.size(), subscribed + 5);
        for (std::size_t i = 0; i < 5; ++i)
            QVERIFY(sent[subscribed + i].find("\"payload\":" + std::to_string(i)) !=
                    std::string::npos);
    }

    void messagesStayInsideTheBudget()
    {
        WsQuota::Limits limits;
        limits.messages = {60, 60, 0};
        test::SessionRig rig({}, limits);
        rig.open();
        test::SessionRig::Told told;
        for (int i = 0; i < 200; ++i)
            QVERIFY(rig.session->subscribe(Subscription::bbo("C" + std::to_string(i)),
                                           rig.listener(told)));
        for (int second = 0; second < 60; ++second) {
            rig.run(1s);
            const auto total = static_cast<int>(rig.factory.last().sent.size());
            QVERIFY2(total <= 60 + second + 2, qPrintable(QString::number(total)));
        }
        // An entry over the budget is not sent, and says so; an exit goes.
        std::vector<PostOutcome> got;
        rig.session->postAction("{}", rig.collect(got));
        rig.clock.advance(1ms);
        QCOMPARE(got.size(), 1U);
        QCOMPARE(got[0].error.kind, ErrorKind::RateLimited);
        QVERIFY(!got[0].written);
    }

    void attemptsStayInsideThirtyAMinute()
    {
        test::SessionRig rig;
        rig.open();
        int attempts = 1;
        for (int i = 0; i < 59; ++i) {
            rig.session->reconnect("asked");
            rig.clock.advance(10ms);
        }
        attempts = static_cast<int>(rig.factory.sockets.size());
        QVERIFY2(attempts <= 31, qPrintable(QString::number(attempts)));
        rig.clock.advance(3s);
        QVERIFY(static_cast<int>(rig.factory.sockets.size()) > attempts);
    }

    void stopAnswersEverythingAndIsFinal()
    {
        test::SessionRig rig;
        rig.open();
        std::vector<PostOutcome> got;
        rig.session->postAction("{}", rig.collect(got));
        rig.factory.last().failsSend = true;
        rig.session->postAction("{}", rig.collect(got));
        rig.session->stop();
        QCOMPARE(got.size(), 2U);
        QVERIFY(got[0].isUnknown() && !got[1].written);
        QCOMPARE(rig.factory.last().closedByClient, 1000);
        QCOMPARE(rig.states.back(), WsState::Ended);
        QCOMPARE(rig.quota.connections(), 0);
        rig.clock.advance(1min);
        QCOMPARE(rig.factory.sockets.size(), 1U);
        QCOMPARE(rig.clock.pendingTimers(), 0U);
        QVERIFY(!rig.session->start());
    }

    void eleventhConnectionIsRefused()
    {
        test::SessionRig rig;
        for (int i = 0; i < 10; ++i)
            QVERIFY(rig.quota.openConnection());
        const Status status = rig.session->start();
        QVERIFY(!status);
        QCOMPARE(status.error().kind, ErrorKind::RateLimited);
        QVERIFY(rig.factory.sockets.empty());
    }

    void framesOfAnOldConnectionAreNotHeard()
    {
        test::SessionRig rig;
        auto &old = rig.open();
        const auto lateFrame = old.callbacks.frame;
        const auto lateClose = old.callbacks.closed;
        rig.session->reconnect("asked");
        rig.open();
        rig.sink.frames.clear();
        const std::string text = R"({"channel":"pong"})" + std::string(64, '\0');
        lateFrame(std::string_view(text).substr(0, 18), 1);
        lateClose({1006, ""});
        QVERIFY(rig.sink.frames.empty());
        QVERIFY(rig.session->isOpen());
    }

    void everyFrameReachesTheSinkOnceInOrder()
    {
        test::SessionRig rig;
        rig.open();
        rig.say("Websocket connection established.");
        rig.say(R"({"channel":"unheardOf","data":1})");
        rig.say("{broken");
        QCOMPARE(rig.sink.frames.size(), 3U);
        QVERIFY(rig.session->isOpen());
        QCOMPARE(rig.sink.connections.back(), 1U);
    }
};

QTEST_APPLESS_MAIN(TestWsSession)
#include "tst_ws_session.moc"

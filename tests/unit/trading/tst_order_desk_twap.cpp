// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "order_desk_rig.h"

#include <QtTest>

using namespace hl;
using namespace hl::trading;
using namespace hl::test;
using namespace std::chrono_literals;
using model::Side;

namespace {

const WireAnswer kTooMany{true, true, 429, "429 Too Many Requests", {}, 0, 0};

std::string twapAnswer(const char *status)
{
    return std::string(R"({"status":"ok","response":{"type":"twapOrder","data":{"status":)") +
           status + "}}}";
}

struct TwapRig : DeskRig
{
    TwapRig() { mark = Decimal::fromInt(50'000); }

    model::TwapTicket twap(Side side = Side::Buy, bool reduceOnly = false) const
    {
        model::TwapTicket ticket;
        ticket.coin = "BTC";
        ticket.side = side;
        ticket.sz = sz("0.1");
        ticket.minutes = 30;
        ticket.reduceOnly = reduceOnly;
        return ticket;
    }
    /// As the venue would tell it.
    model::Twap running(model::TwapId id = 77) const
    {
        model::Twap known;
        known.id = id;
        known.coin = "BTC";
        known.grid = instrument.grid;
        known.sz = sz("0.1");
        known.minutes = 30;
        return known;
    }
    /// The start left and its answer was lost.
    void startUnanswered()
    {
        desk->startTwap(1, twap());
        wire.lose(0);
        settle();
        QVERIFY(!result(1).has_value());
        QCOMPARE(result(1).error().kind, ErrorKind::UnknownOutcome);
    }
    bool isHeld(RequestId request)
    {
        return results.contains(request) && !result(request) &&
               result(request).error().detail.find("Held: whether the TWAP") != std::string::npos;
    }
    /// Anything that could buy a second time.
    bool holdsAll(RequestId request)
    {
        const std::size_t sent = wire.sent.size();
        desk->startTwap(request, twap());
        place(request + 1, ticket());
        desk->placeGroup(request + 2, {ticket(), ticket(Side::Buy, "49900")},
                         model::Grouping::None);
        settle();
        return isHeld(request) && isHeld(request + 1) && isHeld(request + 2) &&
               wire.sent.size() == sent;
    }
};

} // namespace

/// TWAPs on their way: interaction.md G13, G14.
class TestOrderDeskTwap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void G13_aStartWithoutAnAnswerHoldsItsTwin()
    {
        TwapRig rig;
        rig.startUnanswered();
        QVERIFY(rig.holdsAll(10));
        // Not the other side, and no exit.
        const std::size_t sent = rig.wire.sent.size();
        rig.place(20, rig.ticket(Side::Sell, "51000"));
        rig.setPosition("-0.1");
        rig.desk->startTwap(21, rig.twap(Side::Buy, true));
        rig.settle();
        QCOMPARE(rig.wire.sent.size(), sent + 2);
    }

    void G13_itIsHeldUntilItIsKnown_data()
    {
        QTest::addColumn<QString>("how");
        for (const char *how : {"shown", "nonce spent", "expired", "expired while disconnected"})
            QTest::newRow(how) << QString::fromLatin1(how);
    }

    void G13_itIsHeldUntilItIsKnown()
    {
        QFETCH(QString, how);
        TwapRig rig;
        rig.twaps = {rig.running(5)}; // one just like it from before is not it
        rig.startUnanswered();
        rig.clock.advance(2s);
        QCOMPARE(rig.noops(), 0);
        QVERIFY(rig.holdsAll(10));
        if (how == u"shown") {
            rig.twaps.push_back(rig.running());
            rig.clock.advance(1s);
        } else {
            rig.clock.advance(2s);
            QCOMPARE(rig.noops(), 1);
            if (how == u"nonce spent") {
                rig.answer(1, defaultAnswer());
                rig.settle();
            } else {
                rig.wire.lose(1); // the no-op is not answered either
                rig.clock.advance(10s);
                QVERIFY(rig.holdsAll(20));
                if (how == u"expired while disconnected") {
                    rig.hold = "Not connected.";
                    rig.clock.advance(600s);
                    rig.hold.reset();
                    QVERIFY(rig.holdsAll(30));
                    rig.clock.advance(9s);
                    QVERIFY(rig.holdsAll(40));
                    rig.clock.advance(2s);
                } else {
                    rig.clock.advance(13s);
                }
            }
        }
        QCOMPARE(rig.notices.size(), std::size_t(1));
        QVERIFY2(rig.notices[0].find(how == u"shown" ? "has started" : "Not started") !=
                     std::string::npos,
                 rig.notices[0].c_str());
        const std::size_t sent = rig.wire.sent.size();
        rig.desk->startTwap(90, rig.twap());
        rig.settle();
        QCOMPARE(rig.wire.sent.size(), sent + 1);
        QVERIFY(rig.noops() <= 1);
    }

    void anAnsweredStartHoldsNothing_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("running") << QByteArray(R"({"running":{"twapId":77}})");
        QTest::newRow("refused") << QByteArray("{\"error\":\"Invalid TWAP duration.\"}");
    }

    void anAnsweredStartHoldsNothing()
    {
        QFETCH(QByteArray, answer);
        TwapRig rig;
        rig.desk->startTwap(1, rig.twap());
        rig.answer(0, twapAnswer(answer.constData()));
        rig.settle();
        QCOMPARE(rig.result(1).has_value(), answer.contains("running"));
        rig.desk->startTwap(2, rig.twap());
        rig.settle();
        QCOMPARE(rig.wire.sent.size(), std::size_t(2));
    }

    /// An exit refused for its rate goes again each second, with a new nonce.
    void G14_aStopGoesAgain_data()
    {
        QTest::addColumn<bool>("isBulk");
        QTest::newRow("a command of its own") << false;
        QTest::newRow("of a flatten") << true;
    }

    void G14_aStopGoesAgain()
    {
        QFETCH(bool, isBulk);
        TwapRig rig;
        std::optional<BulkResult> end;
        if (isBulk)
            rig.desk->stopTwap(1, "BTC", 77, [&](const BulkResult &result) { end = result; });
        else
            rig.desk->cancelTwap(1, "BTC", 77);
        rig.settle();
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(rig.wire.sent.size(), i + 1);
            rig.wire.answer(i, kTooMany);
            rig.clock.advance(1s);
            rig.settle();
        }
        QVERIFY(!rig.results.contains(1) && !end);
        QCOMPARE(rig.wire.sent.size(), std::size_t(4));
        QVERIFY(rig.sentBody(3).uint("nonce").value() > rig.sentBody(2).uint("nonce").value());
        rig.answer(3, twapAnswer(R"("success")"));
        rig.settle();
        if (isBulk)
            QVERIFY(end && end->status && end->done == 1 && end->hasLeft);
        else
            QVERIFY(rig.result(1).has_value());
        // Nothing goes once it has ended.
        rig.clock.advance(5s);
        QCOMPARE(rig.wire.sent.size(), std::size_t(4));
    }

    void G14_aStopWhoseTimeRanOutGoesAgain()
    {
        TwapRig rig;
        rig.signer.isInstant = false;
        rig.desk->cancelTwap(1, "BTC", 77);
        rig.clock.advance(16s); // nobody signed
        QVERIFY(!rig.results.contains(1));
        rig.signer.isInstant = true;
        rig.clock.advance(16s);
        QCOMPARE(rig.wire.sent.size(), std::size_t(1));
        rig.answer(0, twapAnswer(R"("success")"));
        rig.settle();
        QVERIFY(rig.result(1).has_value());
    }

    void oneThatHasEndedMeanwhileIsNotAskedAgain()
    {
        TwapRig rig;
        std::optional<BulkResult> end;
        rig.desk->stopTwap(1, "BTC", 77, [&](const BulkResult &result) { end = result; });
        rig.settle();
        rig.wire.answer(0, kTooMany);
        rig.twaps = {rig.running()};
        rig.twaps[0].phase = model::TwapPhase::Finished;
        rig.clock.advance(2s);
        QCOMPARE(rig.wire.sent.size(), std::size_t(1));
        QVERIFY(end && end->isMoot);
    }

    void aWithdrawnOneIsNotTriedAgain()
    {
        TwapRig rig;
        std::optional<BulkResult> end;
        const Bulk bulk =
            rig.desk->stopTwap(1, "BTC", 77, [&](const BulkResult &result) { end = result; });
        rig.settle();
        rig.wire.answer(0, kTooMany);
        rig.desk->withdraw(bulk, "Stopped here.");
        rig.clock.advance(2s);
        QCOMPARE(rig.wire.sent.size(), std::size_t(1));
        QVERIFY(end && !end->status);
        QCOMPARE(end->notDone.size(), std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(TestOrderDeskTwap)
#include "tst_order_desk_twap.moc"

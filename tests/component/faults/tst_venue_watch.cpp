// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fault_rig.h"
#include "fault_rows.h"

#include <QRegularExpression>
#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using model::OrderPhase;

namespace {

Fault rewriting(FaultPoint point, std::string matches, const QString &what, const QString &with,
                int times = 1)
{
    Fault f = fault(point, FaultKind::Rewrite, std::move(matches), times);
    f.rewrite = [what, with](const std::string &text) {
        return QString::fromStdString(text).replace(QRegularExpression(what), with).toStdString();
    };
    return f;
}

/// What the venue sends, but keep-alive.
bool isFeed(std::string_view text)
{
    return text.find("pong") == std::string_view::npos;
}

bool isAccountFeed(std::string_view text)
{
    for (const char *channel : {"clearinghouseState", "spotState", "openOrders", "orderUpdates",
                                "userFills", "activeAssetData"})
        if (text.find(member("channel", channel)) != std::string_view::npos)
            return true;
    return false;
}

} // namespace

/// The venue itself under watch: dates, clocks, budgets, outages, upgrades, what is new.
class TestVenueWatch : public QObject
{
    Q_OBJECT

    static void ready(FaultRig &rig)
    {
        QVERIFY2(rig.until(60s, [&] { return rig.isReady(); }), "never ready");
    }
    static const engine::VenueHealth &health(const FaultRig &rig)
    {
        return rig.sink.connection.health;
    }
    static sim::SimAccount &practice(FaultRig &rig)
    {
        return *rig.venue.exchange().accounts().find(sim::practiceAddress());
    }
    static std::string why(FaultRig &rig, RequestId request)
    {
        const auto it = rig.sink.results.find(request);
        return it == rig.sink.results.end() ? "no answer" : it->second.error.detail;
    }

private Q_SLOTS:
    void bookDatedWhereItCannotBe_data()
    {
        QTest::addColumn<QString>("date");
        QTest::newRow("2100") << "4102444800000";
        QTest::newRow("1970") << "12";
        QTest::newRow("an hour ahead") << "1700003600000";
    }

    void bookDatedWhereItCannotBe()
    {
        QFETCH(QString, date);
        FaultRig rig;
        ready(rig);
        rig.plan.add(rewriting(FaultPoint::WsAnswer, member("channel", "l2Book"), R"("time":\d+)",
                               "\"time\":" + date));
        QVERIFY(rig.until(
            3s, [&] { return rig.sink.books.at("BTC")->state == market::BookState::Invalid; }));
        const std::string reason = rig.sink.books.at("BTC")->reason;
        QVERIFY2(reason.find("dated") != std::string::npos, reason.c_str());
        QVERIFY(rig.until(3s, [&] { return rig.isReady(); }));
        rig.run(2s);
        QVERIFY(rig.isReady());
        QVERIFY(std::abs(rig.sink.connection.clockOffsetMs.value_or(99'999)) < 1'000);
        const Cloid order = rig.place(1, "100000", "0.01");
        QVERIFY(rig.until(2s, [&] { return rig.phase(order) == OrderPhase::Resting; }));
    }

    void doctorReports()
    {
        FaultRig rig;
        ready(rig);
        rig.run(30s);
        rig.core->requestVenueReport();
        QString text;
        for (const auto &line : rig.sink.report.lines)
            text += QString::fromStdString(line.text) + '\n';
        QVERIFY2(text.contains("l2Book fast: median gap") && text.contains("as expected"),
                 qPrintable(text));
        for (const auto &line : rig.sink.report.lines)
            QVERIFY2(!line.isNews, line.text.c_str());
        QVERIFY(!rig.sink.hasNotice("not as it was recorded"));
        rig.plan.add(rewriting(FaultPoint::WsAnswer, member("channel", "l2Book"), R"("time":)",
                               R"("sequence":7,"time":)", 200));
        rig.run(120s);
        QVERIFY(rig.sink.hasNotice("Fields that are new: l2Book.sequence"));
    }

    /// interaction.md G12: what the account's stream does not say is not known; exits go on.
    void G12_anOldAccountStreamHoldsEntries()
    {
        FaultRig rig;
        ready(rig);
        const Cloid resting = rig.place(1, "100000", "0.01");
        rig.run(1s);
        QCOMPARE(rig.phase(resting), OrderPhase::Resting);
        Fault silent = fault(FaultPoint::WsAnswer, FaultKind::Lose, "", 100'000);
        silent.matches = isAccountFeed;
        Fault &lost = rig.plan.add(silent);
        QVERIFY(rig.until(25s, [&] { return !health(rig).entryBlock.empty(); }));
        rig.place(2, "100000", "0.01", model::Side::Buy, model::Tif::Alo);
        rig.run(50ms);
        QVERIFY2(why(rig, 2).find("account's stream") != std::string::npos, why(rig, 2).c_str());
        rig.core->cancelOrders(3, {rig.order(resting)->key});
        rig.run(2s);
        QVERIFY(rig.account().open.empty());
        lost.times = 0;
        QVERIFY2(rig.until(15s, [&] { return health(rig).entryBlock.empty(); }),
                 health(rig).entryBlock.c_str());
        const Cloid again = rig.place(4, "100000", "0.01");
        QVERIFY(rig.until(2s, [&] { return rig.phase(again) == OrderPhase::Resting; }));
    }

    void G12_aQuietAccountIsNotOld()
    {
        FaultRig rig;
        ready(rig);
        for (int i = 0; i < 60; ++i) {
            rig.run(1s);
            QVERIFY2(health(rig).entryBlock.empty(), health(rig).entryBlock.c_str());
        }
    }

    void G16_theClockBesideTheVenues_data()
    {
        QTest::addColumn<int>("offByMs");
        QTest::addColumn<bool>("isTold");
        QTest::addColumn<bool>("isHeld");
        QTest::newRow("half a second") << 500 << false << false;
        QTest::newRow("one and a half seconds") << 1'500 << true << false;
        QTest::newRow("two minutes") << 120'000 << true << true;
    }

    void G16_theClockBesideTheVenues()
    {
        QFETCH(int, offByMs);
        QFETCH(bool, isTold);
        QFETCH(bool, isHeld);
        FaultRig rig(false);
        rig.quote(sim::practiceAddress(), true, "90000", "0.01");
        // Every time the venue says is earlier than ours.
        const auto earlier = [offByMs](const std::string &text) {
            static const QRegularExpression kTime(R"re("(time|statusTimestamp)":(\d{13}))re");
            QString out = QString::fromStdString(text);
            qsizetype at = 0;
            for (auto match = kTime.match(out, at); match.hasMatch();
                 match = kTime.match(out, at)) {
                const QString shifted = QString::number(match.captured(2).toLongLong() - offByMs);
                out.replace(match.capturedStart(2), match.capturedLength(2), shifted);
                at = match.capturedEnd(2);
            }
            return out.toStdString();
        };
        for (const FaultPoint point : {FaultPoint::WsAnswer, FaultPoint::HttpRequest}) {
            Fault f = fault(point, FaultKind::Rewrite, "", 1'000'000);
            f.rewrite = earlier;
            rig.plan.add(f);
        }
        rig.startEngine();
        ready(rig);
        rig.run(2s);
        QCOMPARE(rig.sink.hasNotice("ahead of the venue's"), isTold);
        const Cloid order = rig.place(1, "100000", "0.01");
        rig.run(1s);
        QCOMPARE(rig.phase(order) == OrderPhase::Resting, !isHeld);
        if (isHeld)
            QVERIFY2(why(rig, 1).find("from the venue's") != std::string::npos,
                     why(rig, 1).c_str());
        // An exit goes whatever the clocks say.
        for (const auto &[key, resting] : rig.sink.orders)
            if (resting.phase == OrderPhase::Resting)
                rig.core->cancelOrders(2 + key, {key});
        rig.run(2s);
        QVERIFY(rig.account().open.empty());
    }

    /// A clock that cannot be measured holds entries, exits never.
    void G12_aClockThatCannotBeMeasuredHoldsEntries()
    {
        FaultRig rig(false);
        rig.plan.add(
            coded(fault(FaultPoint::HttpRequest, FaultKind::Status, "exchangeStatus", 100'000), 500,
                  "no"));
        // Nothing that the venue dates comes through, but the account's lists do.
        Fault undated = fault(FaultPoint::WsAnswer, FaultKind::Lose, "", 1'000'000);
        undated.matches = [](std::string_view text) {
            for (const char *channel :
                 {"l2Book", "bbo", "trades", "orderUpdates", "clearinghouseState"})
                if (text.find(member("channel", channel)) != std::string_view::npos)
                    return true;
            return false;
        };
        Fault &lost = rig.plan.add(undated);
        rig.startEngine();
        QVERIFY(rig.until(20s, [&] { return rig.sink.fees.has_value(); }));
        rig.run(3s);
        QVERIFY(!rig.sink.connection.clockOffsetMs);
        QVERIFY2(health(rig).entryBlock.find("has not been measured") != std::string::npos,
                 health(rig).entryBlock.c_str());
        rig.place(1, "100000", "0.01", model::Side::Buy, model::Tif::Alo);
        rig.run(50ms);
        QVERIFY2(why(rig, 1).find("has not been measured") != std::string::npos,
                 why(rig, 1).c_str());
        QVERIFY(rig.account().open.empty());
        lost.times = 0;
        QVERIFY(rig.until(30s, [&] { return rig.isReady() && health(rig).entryBlock.empty(); }));
        const Cloid order = rig.place(2, "100000", "0.01");
        QVERIFY(rig.until(2s, [&] { return rig.phase(order) == OrderPhase::Resting; }));
    }

    /// This computer's clock steps: the venue's time, and with it every expiry, does not.
    void G16_wallClockSteps()
    {
        FaultRig rig;
        ready(rig);
        for (const TimeMs step : {1'500, -120'000, 118'500}) {
            rig.clock.stepWall(step);
            rig.run(1s);
        }
        rig.run(130s);
        const Cloid back = rig.place(4, "99000", "0.01");
        rig.run(1s);
        QVERIFY2(rig.phase(back) == OrderPhase::Resting, why(rig, 4).c_str());
        QVERIFY(rig.noncesRise());
    }

    /// interaction.md G14
    void addressBudget_G14()
    {
        FaultRig rig;
        ready(rig);
        QVERIFY(rig.until(5s, [&] { return health(rig).requestsLeft.has_value(); }));
        const std::int64_t before = *health(rig).requestsLeft;
        const Cloid resting = rig.place(1, "100000", "0.01");
        rig.run(1s);
        // Counted at once, not only when it is asked for.
        QCOMPARE(*health(rig).requestsLeft, before - 1);
        practice(rig).requestsUsed = 9'100;
        rig.run(61s);
        QVERIFY(rig.sink.hasNotice("requests left at the venue"));
        QVERIFY(health(rig).entryAsk.empty());

        practice(rig).requestsUsed = 9'850;
        rig.run(11s);
        QVERIFY2(health(rig).entryAsk.find("150 requests left") != std::string::npos,
                 health(rig).entryAsk.c_str());
        QVERIFY(health(rig).entryBlock.empty());

        practice(rig).requestsUsed = 9'960;
        rig.run(11s);
        rig.place(2, "99000", "0.01");
        rig.run(50ms);
        QVERIFY2(why(rig, 2).find("kept for exits") != std::string::npos, why(rig, 2).c_str());
        QVERIFY(health(rig).cancelsLeft.value_or(0) > 9'000);

        practice(rig).requestsUsed = 10'000;
        rig.run(11s);
        rig.core->cancelOrders(3, {rig.order(resting)->key});
        rig.run(1s);
        QVERIFY(rig.account().open.empty());
        const std::int64_t next = health(rig).nextRequestMonoNs;
        QVERIFY(next > rig.clock.monoNs() && next - rig.clock.monoNs() <= 10'000'000'000);
        rig.run(10s);
        QCOMPARE(health(rig).nextRequestMonoNs, std::int64_t{0});
    }

    /// interaction.md G15: two of the four signs.
    void outage_G15()
    {
        FaultRig rig;
        ready(rig);
        const Cloid resting = rig.place(9, "100000", "0.01");
        QVERIFY(rig.until(2s, [&] { return rig.phase(resting) == OrderPhase::Resting; }));
        Fault silent = fault(FaultPoint::WsAnswer, FaultKind::Lose, "", 1'000'000);
        silent.matches = isFeed;
        Fault &lost = rig.plan.add(silent);
        Fault &dead = rig.plan.add(
            coded(fault(FaultPoint::HttpRequest, FaultKind::Status, "", 1'000'000), 502, "bad"));
        rig.run(400ms);
        const Cloid flying = rig.place(1, "111000", "0.01");
        rig.run(3s);
        QCOMPARE(rig.phase(flying), OrderPhase::Sent);
        QVERIFY(!health(rig).isOutage);
        QVERIFY(rig.until(6s, [&] { return health(rig).isOutage; }));
        rig.run(20ms);
        QCOMPARE(rig.phase(flying), OrderPhase::Unknown);
        QVERIFY(rig.sink.hasNotice("does not work as it should"));
        QVERIFY(health(rig).entryAsk.find("Send the entry all the same?") != std::string::npos);
        // Rule zero: an exit goes out in the middle of it.
        rig.core->cancelOrders(10, {rig.order(resting)->key});
        rig.run(500ms);
        for (const auto &[oid, open] : rig.account().open)
            QVERIFY2(open.cloid != resting, "the cancel was held");
        lost.times = 0;
        dead.times = 0;
        QVERIFY(rig.until(60s, [&] { return !health(rig).isOutage && rig.isReady(); }));
        QVERIFY(rig.sink.hasNotice("The venue works again"));
        rig.run(20s);
        QVERIFY2(rig.differences().empty(),
                 rig.differences().empty() ? "" : rig.differences().front().c_str());
    }

    void noticeAndOneMoreSignAreAnOutage_G15_data()
    {
        QTest::addColumn<bool>("isSilent");
        QTest::newRow("every feed silent") << true;
        QTest::newRow("requests failing") << false;
    }

    /// The venue's own notice is one of the four signs.
    void noticeAndOneMoreSignAreAnOutage_G15()
    {
        QFETCH(bool, isSilent);
        FaultRig rig(false);
        Fault &told = rig.plan.add(
            rewriting(FaultPoint::HttpRequest, "exchangeStatus", R"("specialStatuses":null)",
                      R"("specialStatuses":"Maintenance is under way")", 1'000));
        rig.startEngine();
        ready(rig);
        QVERIFY(rig.until(40s, [&] { return rig.sink.hasNotice("Maintenance is under way"); }));
        rig.run(15s);
        QVERIFY2(!health(rig).isOutage, health(rig).outage.c_str());
        Fault second = isSilent
                           ? fault(FaultPoint::WsAnswer, FaultKind::Lose, "", 1'000'000)
                           : coded(fault(FaultPoint::HttpRequest, FaultKind::Status, "", 1'000'000),
                                   502, "bad");
        if (isSilent)
            second.matches = isFeed;
        Fault &more = rig.plan.add(second);
        told.times = isSilent ? 1'000 : 0; // the other answers instead
        QVERIFY(rig.until(90s, [&] { return health(rig).isOutage; }));
        QVERIFY2(health(rig).outage.find("Maintenance is under way") != std::string::npos,
                 health(rig).outage.c_str());
        more.times = 0;
        told.times = 0;
        QVERIFY(rig.until(90s, [&] { return !health(rig).isOutage && rig.isReady(); }));
    }

    /// One sign alone is none: a feed that is silent while the venue answers.
    void oneSignIsNoOutage_G15()
    {
        FaultRig rig;
        ready(rig);
        Fault silent = fault(FaultPoint::WsAnswer, FaultKind::Lose, "", 1'000'000);
        silent.matches = isFeed;
        Fault &lost = rig.plan.add(silent);
        for (int i = 0; i < 15; ++i) {
            rig.run(1s);
            QVERIFY2(!health(rig).isOutage, health(rig).outage.c_str());
        }
        lost.times = 0;
        QVERIFY(rig.until(60s, [&] { return rig.isReady(); }));
    }

    void afterAnUpgradePostOnly_G15()
    {
        FaultRig rig(false);
        Fault &told = rig.plan.add(rewriting(
            FaultPoint::HttpRequest, "exchangeStatus", R"("specialStatuses":null)",
            R"("specialStatuses":"Only post-only orders are taken after the network upgrade")",
            1'000));
        rig.startEngine();
        ready(rig);
        QVERIFY(rig.until(40s, [&] { return health(rig).isPostOnly; }));
        QVERIFY(rig.sink.hasNotice("post-only orders only"));
        rig.place(1, "100000", "0.01");
        rig.run(50ms);
        QVERIFY2(why(rig, 1).find("post-only") != std::string::npos, why(rig, 1).c_str());
        const Cloid makes = rig.place(2, "100000", "0.01", model::Side::Buy, model::Tif::Alo);
        rig.run(1s);
        QCOMPARE(rig.phase(makes), OrderPhase::Resting);
        told.times = 0;
        QVERIFY(rig.until(120s, [&] { return !health(rig).isPostOnly; }));
        const Cloid takes = rig.place(3, "100000", "0.01");
        rig.run(1s);
        QCOMPARE(rig.phase(takes), OrderPhase::Resting);
    }

    /// A list that cannot be used is asked for again, and the old one stays meanwhile.
    void unusableMetadataIsAskedForAgain()
    {
        FaultRig rig(false);
        rig.plan.add(rewriting(FaultPoint::HttpRequest, member("type", "meta"),
                               R"("universe":\[[^\]]*\])", R"("universe":[])", 2));
        rig.startEngine();
        QVERIFY(rig.until(5s, [&] { return rig.sink.hasNotice("not usable"); }));
        QVERIFY(rig.sink.instruments == nullptr);
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
    }

    void leverageAndRoomOfAMarketAreKnown()
    {
        FaultRig rig;
        ready(rig);
        QVERIFY(rig.until(5s, [&] { return !rig.sink.account.settings.empty(); }));
        const model::MarketSetting &setting = rig.sink.account.settings.front();
        QCOMPARE(setting.coin, std::string("BTC"));
        QVERIFY(setting.leverage > 0);
        QVERIFY(setting.maxBuySz > Decimal());
        rig.core->setLeverage(1, "BTC", 7, true);
        QVERIFY(rig.until(10s, [&] { return rig.sink.account.settings.front().leverage == 7; }));
    }

    /// A change of leverage whose answer is lost is looked up, in the same session.
    void lostLeverageAnswerIsLookedUp_data()
    {
        QTest::addColumn<bool>("arrives");
        QTest::newRow("it took effect") << true;
        QTest::newRow("it never arrived") << false;
    }

    void lostLeverageAnswerIsLookedUp()
    {
        QFETCH(bool, arrives);
        FaultRig rig;
        ready(rig);
        QVERIFY(rig.until(5s, [&] { return !rig.sink.account.settings.empty(); }));
        const int before = rig.sink.account.settings.front().leverage;
        QVERIFY(before != 7);
        if (arrives)
            rig.plan.add(fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", "post")));
        else
            rig.plan.add(fault(FaultPoint::WsRequest, FaultKind::Lose, "updateLeverage"));
        rig.core->setLeverage(1, "BTC", 7, true);
        QVERIFY(rig.until(15s, [&] { return rig.sink.results.contains(1); }));
        QCOMPARE(rig.sink.results.at(1).error.kind, ErrorKind::UnknownOutcome);
        const char *words = arrives ? "leverage of BTC was changed: it is 7x cross"
                                    : "leverage of BTC was not changed";
        QVERIFY(rig.until(60s, [&] { return rig.sink.hasNotice(words); }));
        QCOMPARE(rig.sink.account.settings.front().leverage, arrives ? 7 : before);
        int sent = 0;
        for (const std::string &text : rig.plan.handed)
            sent += text.find("updateLeverage") != std::string::npos ? 1 : 0;
        QCOMPARE(sent, 1);
    }

    /// cases.md B39: "unknownOid" ends nothing; the lists know it by its cloid.
    void unknownOidIsNoVerdict_B39()
    {
        FaultRig rig;
        ready(rig);
        rig.plan.add(rewriting(FaultPoint::HttpRequest, "orderStatus", "^.*$",
                               R"({"status":"unknownOid"})", 100'000));
        rig.plan.add(fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", "post")));
        for (const char *channel : {"orderUpdates", "openOrders", "userFills"})
            rig.plan.add(
                fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", channel), 1'000));
        const Cloid resting = rig.place(1, "100000", "0.01");
        QVERIFY(rig.until(12s, [&] { return rig.phase(resting) == OrderPhase::Unknown; }));
        QVERIFY(rig.until(20s, [&] { return rig.phase(resting) == OrderPhase::Resting; }));
        QCOMPARE(rig.order(resting)->oid, rig.account().open.begin()->first);
        QCOMPARE(rig.account().open.size(), std::size_t{1});
    }

    /// Posts are kept for lookups too: where HTTP has no answer the WebSocket is asked.
    void lookupGoesOverTheSocketWhereHttpIsDead_G14()
    {
        FaultRig rig;
        ready(rig);
        rig.plan.add(
            coded(fault(FaultPoint::HttpRequest, FaultKind::Status, "", 100'000), 502, "bad"));
        rig.plan.add(fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", "post")));
        for (const char *channel : {"orderUpdates", "openOrders", "userFills"})
            rig.plan.add(
                fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", channel), 1'000));
        const Cloid resting = rig.place(1, "100000", "0.01");
        QVERIFY(rig.until(12s, [&] { return rig.phase(resting) == OrderPhase::Unknown; }));
        QVERIFY(rig.until(10s, [&] { return rig.phase(resting) == OrderPhase::Resting; }));
        QCOMPARE(rig.order(resting)->oid, rig.account().open.begin()->first);
        QVERIFY(rig.noncesRise());
    }

    /// Whatever HTTP says that is no answer, the WebSocket is asked; and where HTTP is silent, each
    /// question costs its ten seconds once and not again.
    void lookupGoesOverTheSocketWhateverHttpSays_G14_data()
    {
        QTest::addColumn<int>("code"); // 0: silence
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("withinMs");
        QTest::newRow("a page with 200") << 200 << QByteArray("<html>busy</html>") << 300;
        QTest::newRow("JSON of something else") << 200 << QByteArray("{\"a\":1}") << 300;
        QTest::newRow("403") << 403 << QByteArray("<html>no</html>") << 300;
        QTest::newRow("404") << 404 << QByteArray("none") << 300;
        QTest::newRow("429") << 429 << QByteArray("Too Many Requests") << 300;
        QTest::newRow("silence") << 0 << QByteArray() << 13'000;
    }

    void lookupGoesOverTheSocketWhateverHttpSays_G14()
    {
        QFETCH(int, code);
        QFETCH(QByteArray, body);
        QFETCH(int, withinMs);
        FaultRig rig;
        ready(rig);
        int asked = 0;
        Fault dead = code == 0
                         ? fault(FaultPoint::HttpRequest, FaultKind::Lose, "", 100'000)
                         : coded(fault(FaultPoint::HttpRequest, FaultKind::Status, "", 100'000),
                                 code, body.toStdString());
        dead.matches = [&asked](std::string_view text) {
            asked += text.find("orderStatus") != std::string_view::npos ? 1 : 0;
            return true;
        };
        rig.plan.add(dead);
        for (const char *channel : {"orderUpdates", "userFills"})
            rig.plan.add(
                fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", channel), 1'000));
        // This one has to be heard between the two, or the second entry is held (G12).
        bool isHidden = true;
        Fault open = fault(FaultPoint::WsAnswer, FaultKind::Lose, "", 1'000);
        open.matches = [&isHidden](std::string_view text) {
            return isHidden && text.find(member("channel", "openOrders")) != std::string_view::npos;
        };
        rig.plan.add(open);
        for (const RequestId request : {RequestId{1}, RequestId{2}}) {
            rig.plan.add(fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", "post")));
            const Cloid resting = rig.place(request, "100000", "0.01");
            QVERIFY(rig.until(12s, [&] { return rig.phase(resting) == OrderPhase::Unknown; }));
            QVERIFY2(rig.until(std::chrono::milliseconds(request == 1 ? withinMs : 3'000),
                               [&] { return rig.phase(resting) == OrderPhase::Resting; }),
                     std::to_string(request).c_str());
            QCOMPARE(asked, 1);
            isHidden = false;
            QVERIFY(rig.until(10s, [&] { return health(rig).entryBlock.empty(); }));
            isHidden = true;
        }
    }

    /// Many unknown orders share the readings of the account's lists (G14).
    void unknownOrdersShareTheirLookups_G14()
    {
        FaultRig rig;
        ready(rig);
        rig.run(2s);
        int lists = 0;
        Fault counter = fault(FaultPoint::HttpRequest, FaultKind::Delay, "", 1);
        counter.matches = [&lists](std::string_view text) {
            lists += text.find("frontendOpenOrders") != std::string_view::npos ? 1 : 0;
            return false;
        };
        rig.plan.add(counter);
        // Nothing of them arrives, the no-ops that would end them neither.
        rig.plan.add(
            fault(FaultPoint::WsRequest, FaultKind::Lose, member("type", "action"), 1'000));
        for (RequestId request = 1; request <= 6; ++request)
            rig.place(request, "100000", "0.01");
        rig.run(60s);
        QVERIFY2(lists >= 2 && lists <= 30, std::to_string(lists).c_str());
        QVERIFY(rig.until(60s, [&] {
            return std::ranges::all_of(rig.sink.orders, [](const auto &entry) {
                return entry.second.phase == OrderPhase::Expired;
            });
        }));
        QVERIFY(rig.account().open.empty());
    }
};

QTEST_GUILESS_MAIN(TestVenueWatch)
#include "tst_venue_watch.moc"

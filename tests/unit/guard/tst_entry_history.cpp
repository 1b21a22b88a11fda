// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/entry_history.h"

#include <QtTest>

using namespace hl;
using namespace hl::guard;
using model::OrderPhase;

Q_DECLARE_METATYPE(hl::model::OrderPhase)

namespace {

constexpr std::int64_t kMs = 1'000'000;

model::Order order(OrderPhase phase = OrderPhase::Sent, const char *coin = "BTC")
{
    model::Order out;
    out.coin = coin;
    out.px = {100};
    out.origSz = {5};
    out.phase = phase;
    out.isOurs = true;
    return out;
}

model::OrderTicket ticket(const char *coin = "BTC")
{
    model::OrderTicket out;
    out.coin = coin;
    out.px = {100};
    out.sz = {5};
    return out;
}

Situation judged(const EntryHistory &history, std::int64_t monoNs, const char *coin = "BTC")
{
    Situation now;
    history.judgeBy(ticket(coin), monoNs, now);
    return now;
}

model::Fill fill(const char *coin)
{
    model::Fill out;
    out.coin = coin;
    return out;
}

} // namespace

class TestEntryHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void G7_anEntryCountsOnceWhateverBecomesOfIt()
    {
        EntryHistory history;
        const model::Order sent = order();
        const model::Order resting = order(OrderPhase::Resting);
        history.noteOrder(nullptr, sent, false, 0);
        history.noteOrder(&sent, resting, false, 10 * kMs);
        history.noteOrder(&resting, order(OrderPhase::Filled), false, 20 * kMs);
        QCOMPARE(judged(history, 30 * kMs).pace.second, 1);
        const model::Order draft = order(OrderPhase::Draft);
        history.noteOrder(nullptr, draft, false, 40 * kMs);
        QCOMPARE(judged(history, 50 * kMs).pace.second, 1);
        history.noteOrder(&draft, order(OrderPhase::AwaitingSignature), false, 50 * kMs);
        QCOMPARE(judged(history, 60 * kMs).pace.second, 2);
    }

    void G10_theSameAgainWithinASecond_data()
    {
        QTest::addColumn<OrderPhase>("phase");
        QTest::addColumn<bool>("isEntry");
        QTest::addColumn<bool>("isOurs");
        QTest::addColumn<bool>("isOld");
        QTest::addColumn<bool>("isRepeat");
        QTest::newRow("resting") << OrderPhase::Resting << true << true << false << true;
        QTest::newRow("filled at once") << OrderPhase::Filled << true << true << false << true;
        QTest::newRow("unknown") << OrderPhase::Unknown << true << true << false << true;
        QTest::newRow("refused here")
            << OrderPhase::RejectedLocal << true << true << false << false;
        QTest::newRow("not signed")
            << OrderPhase::SignatureRefused << true << true << false << false;
        QTest::newRow("an exit") << OrderPhase::Resting << false << true << false << false;
        QTest::newRow("of another program")
            << OrderPhase::Resting << true << false << false << false;
        QTest::newRow("found at the start") << OrderPhase::Resting << true << true << true << false;
    }

    void G10_theSameAgainWithinASecond()
    {
        QFETCH(OrderPhase, phase);
        QFETCH(bool, isEntry);
        QFETCH(bool, isOurs);
        QFETCH(bool, isOld);
        QFETCH(bool, isRepeat);
        EntryHistory history;
        model::Order before = order(phase);
        before.reduceOnly = !isEntry;
        before.isOurs = isOurs;
        history.noteOrder(nullptr, before, isOld, 0);
        QCOMPARE(judged(history, 999 * kMs).isRepeat, isRepeat);
        QVERIFY(!judged(history, 1000 * kMs).isRepeat);
    }

    void G11_whatWasNeverTraded_data()
    {
        QTest::addColumn<QString>("coin");
        QTest::addColumn<QString>("traded");
        QTest::addColumn<bool>("isFirst");
        QTest::newRow("the venue's own perps") << "BTC"
                                               << "" << false;
        QTest::newRow("a dex") << "xyz:NVDA"
                               << "BTC" << true;
        QTest::newRow("another market of the dex") << "xyz:NVDA"
                                                   << "xyz:AAPL" << false;
        QTest::newRow("another dex") << "xyz:NVDA"
                                     << "abc:NVDA" << true;
        QTest::newRow("a spot pair") << "@107"
                                     << "@108" << true;
        QTest::newRow("the same spot pair") << "@107"
                                            << "@107" << false;
        QTest::newRow("the first pair") << "PURR/USDC"
                                        << "" << true;
        QTest::newRow("an outcome") << "#10"
                                    << "#11" << true;
        QTest::newRow("the same outcome") << "#10"
                                          << "#10" << false;
    }

    void G11_whatWasNeverTraded()
    {
        QFETCH(QString, coin);
        QFETCH(QString, traded);
        QFETCH(bool, isFirst);
        const std::string name = coin.toStdString();
        EntryHistory history;
        // Not known yet: nothing is asked.
        QVERIFY(!judged(history, 0, name.c_str()).isFirstUse);
        std::vector<model::Fill> fills;
        if (!traded.isEmpty())
            fills.push_back(fill(traded.toStdString().c_str()));
        history.noteFills(fills, true);
        QCOMPARE(judged(history, 0, name.c_str()).isFirstUse, isFirst);
        // An entry there is a use, also before it has filled.
        history.noteOrder(nullptr, order(OrderPhase::Sent, name.c_str()), false, 0);
        QVERIFY(!judged(history, 0, name.c_str()).isFirstUse);
        history.forgetAccount();
        QVERIFY(!judged(history, 0, name.c_str()).isFirstUse);
    }

    void G11_theFirstEntryAfterASwitch()
    {
        EntryHistory history;
        history.setTrader("0:0xa");
        QVERIFY(!judged(history, 0).isAfterSwitch); // nobody ever entered
        history.noteOrder(nullptr, order(), false, 0);
        QCOMPARE(history.lastTrader(), std::string("0:0xa"));
        QVERIFY(!judged(history, 0).isAfterSwitch);
        history.setTrader("1:0xa");
        QVERIFY(judged(history, 0).isAfterSwitch);
        history.setTrader({}); // not connected: nobody enters
        QVERIFY(!judged(history, 0).isAfterSwitch);
        history.setTrader("1:0xa");
        history.noteOrder(nullptr, order(), false, 0);
        QVERIFY(!judged(history, 0).isAfterSwitch);
        // From an earlier session.
        EntryHistory next;
        next.setLastTrader("1:0xa");
        next.setTrader("1:0xb");
        QVERIFY(judged(next, 0).isAfterSwitch);
    }

    /// As the engine counts: what goes by one action is one entry.
    void G7_aScaleIsOneEntry()
    {
        EntryHistory history;
        history.setTrader("a");
        for (int i = 0; i < 50; ++i) {
            model::Order leg = order();
            leg.key = static_cast<model::OrderKey>(i + 1);
            leg.px = {100 + i};
            leg.placedAt = 1'000;
            history.noteOrder(nullptr, leg, false, 5 * kMs);
        }
        QCOMPARE(judged(history, 6 * kMs).pace.second, 1);
        // The other side, another market and another moment are others.
        model::Order next = order();
        next.placedAt = 1'000;
        next.side = model::Side::Sell;
        history.noteOrder(nullptr, next, false, 6 * kMs);
        next.coin = "ETH";
        history.noteOrder(nullptr, next, false, 6 * kMs);
        next.placedAt = 1'001;
        history.noteOrder(nullptr, next, false, 6 * kMs);
        QCOMPARE(judged(history, 7 * kMs).pace.second, 4);
    }
};

QTEST_APPLESS_MAIN(TestEntryHistory)
#include "tst_entry_history.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine_client.h"
#include "replay_fixture.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace hl;
using namespace hl::test;

namespace {

constexpr int kWait = 10'000;

engine::EngineConfig replayConfig(const QString &path, double speed = 0)
{
    engine::EngineConfig config;
    config.network = engine::Network::Replay;
    config.replay = engine::ReplayConfig{path.toStdString(), speed, {}};
    return config;
}

QString shared(const char *name)
{
    return QStringLiteral(HL_SHARED_DATA "/data/streams/") + QString::fromLatin1(name);
}

QString written(const QTemporaryDir &dir, const QByteArray &bytes,
                const QString &name = QStringLiteral("session.jsonl"))
{
    const QString path = dir.filePath(name);
    QFile file(path);
    file.open(QIODevice::WriteOnly);
    file.write(bytes);
    return path;
}

} // namespace

class TestReplay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void atFullSpeedOnlyPicturesAreSuperseded()
    {
        QTemporaryDir dir;
        EngineClient client(replayConfig(written(dir, recording(3'000))));
        client.engine.followMarket("TST");
        client.engine.followCandles("TST", "1m");
        client.engine.start();
        QTRY_COMPARE_WITH_TIMEOUT(client.progress, 1.0, kWait);
        QCOMPARE(client.trades["TST"].size(), std::size_t{3'000});
        QCOMPARE(client.missed, std::uint64_t{0});
        QCOMPARE(client.engine.counters().frames, std::uint64_t{6'000});
        QCOMPARE(client.engine.counters().refusedFrames, std::uint64_t{0});
        QCOMPARE(client.engine.counters().missedTrades, std::uint64_t{0});
        // The last picture is the last frame.
        const auto book = client.books["TST"];
        QCOMPARE(szText(book->asks.back().sz, book->grid), std::string("3000"));
        QCOMPARE(book->grid.szDecimals, std::uint8_t{3});
        QTRY_COMPARE_WITH_TIMEOUT(client.candles["TST/1m"].size(), std::size_t{25}, kWait);
        QCOMPARE(client.candles["TST/1m"].begin()->second.n, std::int64_t{120});
        QTRY_COMPARE_WITH_TIMEOUT(client.connection.link, engine::LinkState::Ended, kWait);
    }

    void aWindowThatStandsStillHoldsTheReplay()
    {
        QTemporaryDir dir;
        EngineClient client(replayConfig(written(dir, recording(7'000))));
        client.returnsCredit = false;
        client.engine.followMarket("TST");
        client.engine.start();
        // A window that takes everything is through meanwhile.
        EngineClient other(replayConfig(written(dir, recording(7'000))));
        other.engine.followMarket("TST");
        other.engine.start();
        QTRY_COMPARE_WITH_TIMEOUT(other.progress, 1.0, kWait);
        QCOMPARE(client.progress < 1.0, true);
        QCOMPARE(client.engine.counters().missedTrades, std::uint64_t{0});
        client.returnsCredit = true;
        client.engine.returnBookCredit("TST");
        client.engine.returnTradeCredit("TST");
        QTRY_COMPARE_WITH_TIMEOUT(client.progress, 1.0, kWait);
        QCOMPARE(client.trades["TST"].size(), std::size_t{7'000});
    }

    void pausesAndChangesSpeed()
    {
        QTemporaryDir dir;
        EngineClient client(replayConfig(written(dir, recording(2'000)), 100));
        client.engine.followMarket("TST");
        client.engine.start();
        QTRY_VERIFY_WITH_TIMEOUT(client.trades["TST"].size() > 20, kWait);
        // The pace of the same recording beside it, which is not paused.
        EngineClient other(replayConfig(written(dir, recording(2'000)), 100));
        other.engine.followMarket("TST");
        other.engine.start();
        const auto otherGoesOn = [&other] { return other.trades["TST"].size(); };
        client.engine.pauseReplay(true);
        QTRY_VERIFY_WITH_TIMEOUT(otherGoesOn() > 20, kWait);
        const auto seen = client.trades["TST"].size();
        QVERIFY(seen < 2'000);
        const auto atPause = otherGoesOn();
        QTRY_VERIFY_WITH_TIMEOUT(otherGoesOn() > atPause + 50, kWait);
        QCOMPARE(client.trades["TST"].size(), seen);
        client.engine.pauseReplay(false);
        QTRY_VERIFY_WITH_TIMEOUT(client.trades["TST"].size() > seen, kWait);
        client.engine.setReplaySpeed(0);
        QTRY_COMPARE_WITH_TIMEOUT(client.progress, 1.0, kWait);
        QCOMPARE(client.trades["TST"].size(), std::size_t{2'000});
    }

    void keepsTheRecordedPace()
    {
        QTemporaryDir dir;
        // 40 steps of half a second, ten times as fast: two seconds.
        EngineClient client(replayConfig(written(dir, recording(40)), 10));
        client.engine.followMarket("TST");
        QElapsedTimer timer;
        timer.start();
        client.engine.start();
        QTRY_COMPARE_WITH_TIMEOUT(client.progress, 1.0, kWait);
        QVERIFY2(timer.elapsed() > 1'800 && timer.elapsed() < 4'000,
                 qPrintable(QString::number(timer.elapsed())));
    }

    void badFiles_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("exists");
        QTest::newRow("not there") << QByteArray() << false;
        QTest::newRow("binary") << QByteArray("\x00\x01\x02\xff\xfe garbage \x80\x81", 20) << true;
        QTest::newRow("text") << QByteArray("this is no recording\n") << true;
        QTest::newRow("broken zstd") << QByteArray("\x28\xb5\x2f\xfd broken", 11) << true;
        QTest::newRow("broken lz4") << QByteArray("\x04\x22\x4d\x18 broken", 11) << true;
        QTest::newRow("cut in the last line") << recording(5) + cutLine() << true;
    }

    void badFiles()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, exists);
        QTemporaryDir dir;
        QString path = dir.filePath(QStringLiteral("missing.jsonl"));
        if (exists)
            path = written(dir, bytes);
        EngineClient client(replayConfig(path));
        client.engine.followMarket("TST");
        client.engine.start();
        QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(client.notices,
                                                     [](const engine::Notice &n) {
                                                         return n.level ==
                                                                engine::NoticeLevel::Error;
                                                     }),
                                 kWait);
        const auto notice =
            std::ranges::find(client.notices, engine::NoticeLevel::Error, &engine::Notice::level);
        QVERIFY2(notice->text.find(path.toStdString()) != std::string::npos, notice->text.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(client.connection.link, engine::LinkState::Ended, kWait);
    }

    void frameThatCannotBeReadIsToldAndPassed()
    {
        QTemporaryDir dir;
        QByteArray bytes = recording(5);
        bytes += brokenBookLine();
        EngineClient client(replayConfig(written(dir, bytes + recording(2, false))));
        client.engine.followMarket("TST");
        client.engine.start();
        QTRY_COMPARE_WITH_TIMEOUT(client.progress, 1.0, kWait);
        QVERIFY(client.hasNotice("could not be read"));
        QCOMPARE(client.engine.counters().refusedFrames, std::uint64_t{1});
        QVERIFY(!client.books["TST"]->bids.empty());
    }

    void ordersAreRefusedInAReplay()
    {
        QTemporaryDir dir;
        EngineClient client(replayConfig(written(dir, recording(10))));
        client.engine.start();
        QTRY_COMPARE_WITH_TIMEOUT(client.progress, 1.0, kWait);
        model::OrderTicket ticket;
        ticket.coin = "TST";
        ticket.px = Px{100'000};
        ticket.sz = Sz{1'000};
        client.engine.placeOrder(1, ticket);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(1) != nullptr, kWait);
        QVERIFY(!client.result(1)->ok);
    }

    void recordedSessionPlaysAgain()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("recorded.jsonl.zst"));
        std::size_t tradesSeen = 0;
        std::uint64_t frames = 0;
        {
            sim::SimVenueConfig venueConfig;
            venueConfig.seed = 5;
            sim::SimVenue venue(venueConfig);
            QVERIFY(venue.listen(0).has_value());
            engine::EngineConfig config;
            config.network = engine::Network::Demo;
            config.endpoints = {false, venue.apiUrl().toStdString(), venue.wsUrl().toStdString()};
            config.recordFile = path.toStdString();
            EngineClient client(config);
            client.engine.followMarket("ETH");
            client.engine.start();
            QTRY_VERIFY_WITH_TIMEOUT(client.trades["ETH"].size() > 20 && client.isTradable("ETH"),
                                     kWait);
            tradesSeen = client.trades["ETH"].size();
            frames = client.engine.counters().frames;
            QVERIFY2(client.notices.empty(), client.noticeTexts().c_str());
        }
        EngineClient again(replayConfig(path));
        again.engine.followMarket("ETH");
        again.engine.start();
        QTRY_COMPARE_WITH_TIMEOUT(again.progress, 1.0, kWait);
        QVERIFY2(again.trades["ETH"].size() >= tradesSeen, again.noticeTexts().c_str());
        QVERIFY(again.engine.counters().frames >= frames);
        QVERIFY(!again.books["ETH"]->bids.empty());
        // Its grids came with it.
        QVERIFY(again.instruments->find("PURR/USDC") != nullptr);
    }

    /// The recordings of the real venue (data/INDEX.md).
    void realRecordings_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("coins");
        QTest::addColumn<int>("frames");
        QTest::newRow("one BTC hour")
            << shared("BTC_20240101_12.l2Book.lz4") << QStringList{QStringLiteral("BTC")} << 5'587;
        QTest::newRow("four coins, 35 minutes")
            << shared("multi_20250904_1946.lz4")
            << QStringList{QStringLiteral("BTC"), QStringLiteral("ETH"), QStringLiteral("SOL"),
                           QStringLiteral("WLFI")}
            << 73'969;
    }

    void realRecordings()
    {
        QFETCH(QString, file);
        QFETCH(QStringList, coins);
        QFETCH(int, frames);
        if (!QFile::exists(file))
            QSKIP("the recorded exchange data is not here");
        EngineClient client(replayConfig(file));
        for (const QString &coin : coins)
            client.engine.followMarket(coin.toStdString());
        QElapsedTimer timer;
        timer.start();
        client.engine.start();
        QTRY_COMPARE_WITH_TIMEOUT(client.progress, 1.0, 60'000);
        qInfo("%d frames in %lld ms, %llu pictures superseded", frames, timer.elapsed(),
              static_cast<unsigned long long>(client.engine.counters().supersededBooks));
        QCOMPARE(client.engine.counters().frames, static_cast<std::uint64_t>(frames));
        QCOMPARE(client.missed, std::uint64_t{0});
        QCOMPARE(client.engine.counters().missedTrades, std::uint64_t{0});
        for (const QString &coin : coins) {
            const auto book = client.books[coin.toStdString()];
            QVERIFY(book != nullptr);
            QVERIFY(!book->bids.empty() && !book->asks.empty());
            QVERIFY(book->bids.front().px < book->asks.front().px);
        }
    }
};

QTEST_GUILESS_MAIN(TestReplay)
#include "tst_replay.moc"

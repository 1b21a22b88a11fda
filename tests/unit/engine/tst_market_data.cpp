// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/market_data.h"
#include "support/manual_clock.h"
#include "support/recording_sink.h"
#include "venue/hyperliquid/frame_decoder.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace hl;
using namespace std::chrono_literals;

namespace {

class FakeStreams final : public engine::Streams
{
public:
    Result<Handle> subscribe(const session::Subscription &subscription,
                             std::function<void(const Error &)>) override
    {
        labels.push_back(subscription.label());
        return labels.size();
    }
    void unsubscribe(Handle handle) override { ended.push_back(handle); }
    void renew(Handle handle) override { renewed.push_back(labels.at(handle - 1)); }

    std::vector<std::string> labels; ///< by handle − 1
    std::vector<Handle> ended;
    std::vector<std::string> renewed;
};

/// Market data of ETH on the settable clock, fed with frames as they come.
struct Rig
{
    explicit Rig(bool usesDeltas = false, bool isReplay = false)
    {
        market::Instrument instrument;
        instrument.coin = "ETH";
        instrument.displayName = "ETH";
        instrument.grid = {MarketKind::Perp, 4};
        const Status loaded = registry.reload(std::vector{instrument});
        if (!loaded)
            qFatal("the market cannot be listed");
        data = std::make_unique<engine::MarketData>(
            clock, clock, registry, sink, isReplay ? nullptr : &streams,
            engine::MarketData::Hooks{{},
                                      [this](engine::Notice n) { sink.noticeRaised(n); },
                                      [this](TimeMs time, std::int64_t, bool) {
                                          return time > latest ? std::string("it is dated later")
                                                               : std::string();
                                      }});
        sink.bookTaken = [this](const std::string &coin) { data->returnBookCredit(coin); };
        data->useDeltaBooks(usesDeltas);
        data->follow("ETH");
        data->connectionOpened();
    }

    void feed(const std::string &text)
    {
        decoder.decodeCopy(text, frame);
        if (frame.kind == venue::FrameKind::Refused)
            data->refused(frame);
        else
            data->apply(frame, clock.monoNs());
        clock.advance(100ms);
    }
    /// The fast book of the same picture: without it none is live.
    void feedFast(TimeMs time)
    {
        feed(R"({"channel":"l2Book","data":{"coin":"ETH","time":)" + std::to_string(time) +
             R"(,"fast":true,"levels":[[{"px":"3000","sz":"1","n":1}],)"
             R"([{"px":"3001","sz":"5","n":1}]]}})");
    }
    QString bids()
    {
        QStringList out;
        const auto book = data->book("ETH");
        for (const auto &level : book->bids)
            out << QString::fromStdString(pxText(level.px, book->grid) + ":" +
                                          szText(level.sz, book->grid));
        return out.join(QLatin1Char(' '));
    }
    market::BookState state() { return data->book("ETH")->state; }

    test::ManualClock clock;
    market::InstrumentRegistry registry;
    test::RecordingSink sink;
    FakeStreams streams;
    venue::FrameDecoder decoder{registry};
    venue::Frame frame;
    TimeMs latest = 1'000'000;
    std::unique_ptr<engine::MarketData> data;
};

std::string snapshot(TimeMs time)
{
    return R"({"channel":"l2","data":{"s":{"coin":"ETH","time":)" + std::to_string(time) +
           R"(,"levels":[[{"px":"3000","sz":"1","n":1},{"px":"2999","sz":"2","n":1},)"
           R"({"px":"2998","sz":"3","n":1}],[{"px":"3001","sz":"5","n":1}]]}}})";
}

constexpr auto kCompressed =
    R"({"channel":"l2","data":{"c":"q1ZKVrJScg3xUNJRKlGyMjQwMNJRylGyio6uVioAyhhZWlrqmQIli4EcE6XaWJ3o2FgdpSKQCiMwpxYA"}})";
constexpr auto kBadRemoval =
    R"({"channel":"l2","data":{"u":{"c":"ETH","t":1004,"l":[[],[]],"r":[[9],[]]}}})";
constexpr auto kCrossing =
    R"({"channel":"l2","data":{"u":{"c":"ETH","t":1005,"l":[[{"p":"3001.5","s":"1"}],[]],"r":[[],[]]}}})";

} // namespace

/// Followed markets of the engine, without sockets and threads.
class TestMarketData : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deltaBooksAreOffByThemselves_B35()
    {
        Rig rig;
        QCOMPARE(rig.streams.labels.at(1), std::string("l2Book ETH"));
        rig.feed(snapshot(1'001));
        QVERIFY(rig.bids().isEmpty());
    }

    void deltaBookWhereItIsAskedFor_B35()
    {
        Rig rig(true);
        QCOMPARE(rig.streams.labels.at(1), std::string("l2 ETH"));
        rig.feedFast(1'000);
        rig.feed(snapshot(1'001));
        rig.feed(kCompressed);
        QCOMPARE(rig.bids(), QString("3000:1 2999.5:4 2999:2"));
        QCOMPARE(rig.state(), market::BookState::Live);
        TimeMs time = 1'010;
        for (const char *wrong : {kBadRemoval, kCrossing}) {
            rig.streams.renewed.clear();
            rig.feed(wrong);
            QCOMPARE(rig.state(), market::BookState::Invalid);
            QVERIFY(rig.streams.renewed == std::vector<std::string>{"l2 ETH"});
            // What follows says nothing until a whole picture has come.
            rig.feed(kCompressed);
            QCOMPARE(rig.streams.renewed.size(), std::size_t{1});
            QCOMPARE(rig.state(), market::BookState::Invalid);
            rig.feed(snapshot(time += 10));
            QCOMPARE(rig.bids(), QString("3000:1 2999:2 2998:3"));
            QCOMPARE(rig.state(), market::BookState::Live);
        }
    }

    void lostConnectionIsNotLiveAtOnce()
    {
        Rig rig(true);
        rig.feedFast(1000);
        rig.feed(snapshot(1001));
        QCOMPARE(rig.state(), market::BookState::Live);
        rig.data->connectionLost("The connection is gone.");
        QCOMPARE(rig.state(), market::BookState::Stale);
        QCOMPARE(rig.data->book("ETH")->reason, std::string("The connection is gone."));
        // A connection alone heals nothing; a book does.
        rig.data->connectionOpened();
        QCOMPARE(rig.state(), market::BookState::Stale);
        // A change of what was missed is none of what was there.
        rig.feed(kCompressed);
        QCOMPARE(rig.state(), market::BookState::Stale);
        QCOMPARE(rig.bids(), QString("3000:1 2999:2 2998:3"));
        rig.feed(snapshot(1003));
        QCOMPARE(rig.state(), market::BookState::Live);
    }

    /// interaction.md L28: a book whose fast feed was asked for is not live without it.
    void withoutItsFastFeedABookIsNotLive()
    {
        Rig rig;
        rig.feed(R"({"channel":"l2Book","data":{"coin":"ETH","time":1000,"levels":)"
                 R"([[{"px":"3000","sz":"1","n":1}],[{"px":"3001","sz":"5","n":1}]]}})");
        QCOMPARE(rig.state(), market::BookState::Stale);
        QVERIFY(rig.data->book("ETH")->reason.find("fast book") != std::string::npos);
        rig.feedFast(1'001);
        QCOMPARE(rig.state(), market::BookState::Live);
        // A replay has what was recorded.
        Rig replay(false, true);
        replay.feed(R"({"channel":"l2Book","data":{"coin":"ETH","time":1000,"levels":)"
                    R"([[{"px":"3000","sz":"1","n":1}],[{"px":"3001","sz":"5","n":1}]]}})");
        QCOMPARE(replay.state(), market::BookState::Live);
    }

    void refusedFrameChangesTheBook_data()
    {
        QTest::addColumn<bool>("usesDeltas");
        QTest::addColumn<QByteArray>("frame");
        QTest::addColumn<int>("renewals");
        QTest::newRow("book with a price that is none")
            << false
            << QByteArray(R"({"channel":"l2Book","data":{"coin":"ETH","time":1002,)"
                          R"("levels":[[{"px":"x","sz":"1","n":1}],[]]}})")
            << 0;
        QTest::newRow("best prices that are none")
            << false
            << QByteArray(R"({"channel":"bbo","data":{"coin":"ETH","time":1002,)"
                          R"("bbo":[{"px":"3000","sz":"-","n":1},null]}})")
            << 0;
        QTest::newRow("book of a thousand levels")
            << false
            << QByteArray(R"({"channel":"l2Book","data":{"coin":"ETH","time":1002,"levels":[[)" +
                          QByteArrayList(1000, R"({"px":"3000","sz":"1","n":1})").join(",") +
                          R"(],[]]}})")
            << 0;
        QTest::newRow("change that cannot be read")
            << true
            << QByteArray(R"({"channel":"l2","data":{"u":{"c":"ETH","t":1002,)"
                          R"("l":[[{"p":"x","s":"1"}],[]],"r":[[],[]]}}})")
            << 1;
        QTest::newRow("change of nobody knows which book")
            << true << QByteArray(R"({"channel":"l2","data":{"c":"!"}})") << 1;
        QTest::newRow("cut text") << true << QByteArray(R"({"channel":"l2","data":{"u":{)") << 1;
        QTest::newRow("change dated where it cannot be")
            << true
            << QByteArray(R"({"channel":"l2","data":{"u":{"c":"ETH","t":2000000,)"
                          R"("l":[[],[]],"r":[[],[]]}}})")
            << 1;
    }

    void refusedFrameChangesTheBook()
    {
        QFETCH(bool, usesDeltas);
        QFETCH(QByteArray, frame);
        QFETCH(int, renewals);
        Rig rig(usesDeltas);
        rig.feedFast(1'000);
        if (usesDeltas)
            rig.feed(snapshot(1'001));
        QCOMPARE(rig.state(), market::BookState::Live);
        rig.feed(frame.toStdString());
        QCOMPARE(rig.state(), market::BookState::Invalid);
        QCOMPARE(rig.streams.renewed.size(), static_cast<std::size_t>(renewals));
        // Once: what is lost already is not lost again.
        rig.feed(frame.toStdString());
        QVERIFY(usesDeltas ? rig.streams.renewed.size() <= 2 : rig.streams.renewed.empty());
        if (usesDeltas) {
            rig.feed(kCompressed);
            QCOMPARE(rig.state(), market::BookState::Invalid);
            rig.feed(snapshot(1'010));
        } else {
            rig.feedFast(1'010);
        }
        QCOMPARE(rig.state(), market::BookState::Live);
    }

    /// Another market's bad frame is not this one's.
    void refusedFrameOfAnotherMarketIsNotOurs()
    {
        Rig rig(true);
        rig.feedFast(1'000);
        rig.feed(snapshot(1'001));
        rig.feed(R"({"channel":"l2Book","data":{"coin":"BTC","time":1002,"levels":[[],[]]}})");
        rig.feed(R"({"channel":"l2","data":{"u":{"c":"BTC","t":1,"l":[[],[]],"r":[[],[]]}}})");
        QCOMPARE(rig.state(), market::BookState::Live);
        QVERIFY(rig.streams.renewed.empty());
    }

    void marketThatGoesIsNotLeftLive()
    {
        Rig rig;
        rig.feedFast(1'000);
        QCOMPARE(rig.sink.books.at("ETH")->state, market::BookState::Live);
        market::Instrument other;
        other.coin = "BTC";
        other.grid = {MarketKind::Perp, 5};
        QVERIFY(rig.registry.reload(std::vector{other}));
        rig.data->registryChanged();
        QVERIFY(!rig.sink.books.at("ETH")->isTradable());
        QVERIFY(!rig.sink.books.at("ETH")->reason.empty());
        QCOMPARE(rig.streams.ended.size(), std::size_t{4});
        market::Instrument again;
        again.coin = "ETH";
        again.grid = {MarketKind::Perp, 4};
        QVERIFY(rig.registry.reload(std::vector{other, again}));
        rig.data->registryChanged();
        QCOMPARE(rig.streams.labels.size(), std::size_t{8});
        rig.feedFast(1'100);
        QCOMPARE(rig.sink.books.at("ETH")->state, market::BookState::Live);
    }

    /// A silent feed is asked for anew whatever its book looks like.
    void silentBookIsAskedForAnew_data()
    {
        QTest::addColumn<QByteArray>("last");
        QTest::newRow("nothing ever came") << QByteArray();
        QTest::newRow("the last one was bad")
            << QByteArray(R"({"channel":"l2Book","data":{"coin":"ETH","time":1002,"fast":true,)"
                          R"("levels":[[{"px":"0","sz":"1","n":1}],[]]}})");
        QTest::newRow("the last one was empty")
            << QByteArray(R"({"channel":"l2Book","data":{"coin":"ETH","time":1002,"fast":true,)"
                          R"("levels":[[],[]]}})");
    }

    void silentBookIsAskedForAnew()
    {
        QFETCH(QByteArray, last);
        Rig rig;
        if (!last.isEmpty())
            rig.feed(last.toStdString());
        rig.clock.advance(25s);
        QVERIFY(rig.streams.renewed.size() >= 2);
        QCOMPARE(rig.streams.renewed.front(), rig.streams.labels.front());
    }

    /// cases.md B27: figures that stop are told, asked for anew and judged by no longer.
    void marksThatStopAreToldAndNotUsed_B27()
    {
        Rig rig;
        rig.data->followContexts();
        const auto contexts = [&](const char *mark) {
            const QByteArray spot = R"({"channel":"spotAssetCtxs","data":[{"coin":"ETH","markPx":)"
                                    R"("MARK","midPx":"1","prevDayPx":"1","dayNtlVlm":"1"}]})";
            rig.feed(QByteArray(spot).replace("MARK", mark).toStdString());
            rig.feed(R"({"channel":"allMids","data":{"mids":{"ETH":"5","NOBODY":"6"}}})");
            rig.feed(R"({"channel":"allDexsAssetCtxs","data":{"ctxs":[]}})");
        };
        contexts("3000");
        QVERIFY(rig.data->context("ETH")->mark.has_value());
        QVERIFY2(rig.data->context("NOBODY") == nullptr, "a name that was made up stays");
        rig.clock.advance(16s);
        const auto renewals = [&] {
            return std::ranges::count_if(rig.streams.renewed, [](const std::string &label) {
                return label.starts_with("allMids") || label.find("AssetCtxs") != std::string::npos;
            });
        };
        QCOMPARE(renewals(), 3);
        QVERIFY(rig.data->context("ETH")->mark.has_value());
        rig.clock.advance(16s);
        QVERIFY(rig.sink.hasNotice("The venue has sent no allMids"));
        QVERIFY(rig.sink.hasNotice("The venue has sent no spotAssetCtxs"));
        QVERIFY(!rig.data->context("ETH")->mark.has_value());
        QCOMPARE(rig.data->context("ETH")->coin, std::string("ETH"));
        contexts("3001");
        QVERIFY(rig.sink.hasNotice("allMids is sent again"));
        QCOMPARE(rig.data->context("ETH")->mark, Decimal::parse("3001").value());
    }

    void tradesGoOutOnceWhereTheWindowIsBuiltAnew()
    {
        Rig rig;
        rig.feedFast(1'000);
        // No credit comes back: the second waits.
        rig.sink.bookTaken = {};
        const auto trade = [&](int tid) {
            rig.feed(R"({"channel":"trades","data":[{"coin":"ETH","side":"B","px":"3001",)"
                     R"("sz":"1","time":)" +
                     std::to_string(1'000 + tid) + R"(,"tid":)" + std::to_string(tid) +
                     R"(,"hash":"0x0","users":["0x0","0x0"]}]})");
        };
        trade(1);
        trade(2);
        QCOMPARE(rig.sink.trades, std::size_t{1});
        rig.data->sendState();
        rig.clock.advance(1s);
        QCOMPARE(rig.sink.trades, std::size_t{3}); // the tape of two, whole
    }

    void historyIsAskedForOnceAtATimeAndLetGo()
    {
        test::ManualClock clock;
        market::InstrumentRegistry registry;
        market::Instrument instrument;
        instrument.coin = "ETH";
        instrument.grid = {MarketKind::Perp, 4};
        QVERIFY(registry.reload(std::vector{instrument}));
        test::RecordingSink sink;
        FakeStreams streams;
        std::vector<std::function<void(std::optional<std::vector<market::Candle>>)>> asked;
        std::vector<std::uint64_t> cancelled;
        engine::MarketData::Hooks hooks;
        hooks.loadCandles = [&](const std::string &, const std::string &, auto done) {
            asked.push_back(done);
            return std::uint64_t{asked.size()};
        };
        hooks.cancelCandles = [&](std::uint64_t request) { cancelled.push_back(request); };
        engine::MarketData data(clock, clock, registry, sink, &streams, hooks);
        data.connectionOpened();
        data.followCandles("ETH", "1m");
        for (int i = 0; i < 5; ++i) {
            data.connectionLost("gone");
            data.connectionOpened();
        }
        QCOMPARE(asked.size(), std::size_t{1});
        // It is older than the last loss: once more, not five times.
        const auto answer = asked.front();
        answer(std::vector<market::Candle>());
        QCOMPARE(asked.size(), std::size_t{2});
        data.releaseCandles("ETH", "1m");
        QVERIFY(cancelled == std::vector<std::uint64_t>{2});
    }

    void booksAreJudgedByTheirDate()
    {
        Rig rig;
        const auto book = [](TimeMs time) {
            return R"({"channel":"l2Book","data":{"coin":"ETH","time":)" + std::to_string(time) +
                   R"(,"fast":true,"levels":[[{"px":"3000","sz":"1","n":1}],)"
                   R"([{"px":"3001","sz":"1","n":1}]]}})";
        };
        rig.feed(book(1'000));
        QCOMPARE(rig.state(), market::BookState::Live);
        rig.feed(book(2'000'000));
        QCOMPARE(rig.state(), market::BookState::Invalid);
        QVERIFY(rig.data->book("ETH")->reason.find("dated later") != std::string::npos);
        rig.feed(book(1'200));
        QCOMPARE(rig.state(), market::BookState::Live);
        QCOMPARE(rig.data->book("ETH")->time, TimeMs{1'200});
    }
};

QTEST_APPLESS_MAIN(TestMarketData)
#include "tst_market_data.moc"

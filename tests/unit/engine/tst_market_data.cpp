// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/market_data.h"
#include "support/manual_clock.h"
#include "support/recording_sink.h"
#include "venue/hyperliquid/frame_decoder.h"

#include <QTest>

#include <memory>
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
        data->apply(frame, clock.monoNs());
        clock.advance(100ms);
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
            QCOMPARE(rig.state(), market::BookState::Invalid);
            rig.feed(snapshot(time += 10));
            QCOMPARE(rig.bids(), QString("3000:1 2999:2 2998:3"));
            QCOMPARE(rig.state(), market::BookState::Live);
        }
    }

    void lostConnectionIsNotLiveAtOnce()
    {
        Rig rig(true);
        rig.feed(snapshot(1001));
        QCOMPARE(rig.state(), market::BookState::Live);
        rig.data->connectionLost("The connection is gone.");
        QCOMPARE(rig.state(), market::BookState::Stale);
        QCOMPARE(rig.data->book("ETH")->reason, std::string("The connection is gone."));
        // A connection alone heals nothing; a book does.
        rig.data->connectionOpened();
        QCOMPARE(rig.state(), market::BookState::Stale);
        rig.feed(snapshot(1002));
        QCOMPARE(rig.state(), market::BookState::Live);
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

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/book_composer.h"
#include "record/archive_reader.h"
#include "support/recorded_markets.h"
#include "venue/hyperliquid/frame_decoder.h"

#include <QTest>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

using namespace hl;
using namespace hl::venue;

namespace {

/// What a file may hold beside frames that decode: sentence → how often.
using Refusals = std::map<std::string, int>;

const std::map<std::string, Refusals> kExpected{
    {"ws_frames/tardis_2024_2025.jsonl", {{"refused bbo: bbo: two sides are needed, 1 came", 1}}},
    // One line there is what the client sent.
    {"ws_frames/order_book_server_20250702.jsonl", {{"ignored The frame names no channel.", 1}}},
    // A dust conversion is below the market's lot.
    {"ws_frames/roq_2025_2026.jsonl",
     {{"skipped userFills sz: \"0.000026746\" has more than the 4 decimals of this market", 1}}},
};

/// Calls `use` with every frame of a file, 64 readable bytes behind each.
template <class Use>
bool forEachFrame(const std::string &path, Use use)
{
    if (path.ends_with(".json")) {
        use(test::readText(path));
        return true;
    }
    if (path.find("/ws_frames/") != std::string::npos) {
        std::ifstream in(path);
        for (std::string line; std::getline(in, line);)
            use(line);
        return true;
    }
    auto reader = record::ArchiveReader::open(path);
    if (!reader)
        return false;
    record::ArchiveEntry entry;
    for (;;) {
        const auto more = (*reader)->next(entry);
        if (!more || !*more)
            return more.has_value();
        use(std::string(entry.text));
    }
}

std::vector<std::string> recordedFiles()
{
    std::vector<std::string> names;
    for (const char *folder : {"streams", "ws_frames", "ws_frames/nautilus"}) {
        std::error_code ignored;
        for (const auto &entry :
             std::filesystem::directory_iterator(test::sharedData(folder), ignored)) {
            const std::string name = entry.path().filename().string();
            const bool isInbound = name.find("client_sent") == std::string::npos;
            if (isInbound &&
                (name.ends_with(".jsonl") || name.ends_with(".json") || name.ends_with(".lz4")))
                names.push_back(std::string(folder) + "/" + name);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

class TestRecordedFrames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFrameDecodes_data();
    void everyFrameDecodes();
    void booksHold_data();
    void booksHold();
    void truncatedIsRefused_data();
    void truncatedIsRefused();
};

void TestRecordedFrames::everyFrameDecodes_data()
{
    QTest::addColumn<QString>("file");
    const auto files = recordedFiles();
    if (files.empty())
        QSKIP("The recorded exchange data is not here.");
    for (const std::string &name : files)
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

/// And the strict scanner gives what the general decoder gives.
void TestRecordedFrames::everyFrameDecodes()
{
    QFETCH(QString, file);
    const std::string name = file.toStdString();
    const market::InstrumentRegistry markets = test::recordedMarkets();
    FrameDecoder decoder(markets);
    FrameDecoder general(markets);
    Refusals seen;
    Frame frame;
    Frame twin;
    std::uint64_t count = 0;
    const bool isLong = name.starts_with("streams/");
    QVERIFY(forEachFrame(test::sharedData(name), [&](const std::string &text) {
        decoder.decodeCopy(text, frame);
        if (frame.kind == FrameKind::Refused || frame.kind == FrameKind::Ignored)
            ++seen[std::string(frameKindName(frame.kind)) + " " + frame.reason];
        for (const std::string &row : frame.skipped) {
            if (frame.kind != FrameKind::Refused)
                ++seen["skipped " + frame.channelText + " " + row];
        }
        if (isLong && ++count % 16 != 0)
            return;
        general.decodeGeneral(text, twin);
        QCOMPARE(twin.kind, frame.kind);
        QCOMPARE(twin.channel, frame.channel);
        QCOMPARE(twin.reason, frame.reason);
        if (frame.channel == Channel::L2Book && frame.kind == FrameKind::Data)
            QVERIFY(twin.book == frame.book);
        if (frame.channel == Channel::Bbo && frame.kind == FrameKind::Data)
            QVERIFY(twin.bbo == frame.bbo);
        if (const auto *web = std::get_if<WebData3Frame>(&frame.payload)) {
            QVERIFY(std::get<WebData3Frame>(twin.payload) == *web);
            QVERIFY(decoder.counters().scanned > general.counters().scanned);
        }
    }));
    const auto expected = kExpected.find(name);
    const Refusals allowed = expected == kExpected.end() ? Refusals{} : expected->second;
    for (const auto &[sentence, times] : seen) {
        const auto known = allowed.find(sentence);
        if (known == allowed.end() || known->second != times)
            QFAIL(qPrintable(
                QStringLiteral("%1 times: %2").arg(times).arg(QString::fromStdString(sentence))));
    }
    QCOMPARE(seen.size(), allowed.size());
}

void TestRecordedFrames::booksHold_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("books");
    QTest::addColumn<int>("olderBbos");
    QTest::newRow("an hour of BTC") << "streams/BTC_20240101_12.l2Book.lz4" << 5587 << 0;
    QTest::newRow("four coins") << "streams/multi_20250904_1946.lz4" << 15140 << 111;
    QTest::newRow("live frames") << "streams/live_btc_capture.jsonl" << 6 << 0;
}

void TestRecordedFrames::booksHold()
{
    QFETCH(QString, file);
    QFETCH(int, books);
    QFETCH(int, olderBbos);
    const std::string path = test::sharedData(file.toStdString());
    if (!std::filesystem::exists(path))
        QSKIP("The recorded exchange data is not here.");
    const market::InstrumentRegistry markets = test::recordedMarkets();
    FrameDecoder decoder(markets);
    Frame frame;
    std::map<std::string, std::unique_ptr<market::BookComposer>> composers;
    const auto composerOf = [&](const std::string &coin, Grid grid) -> market::BookComposer & {
        auto &composer = composers[coin];
        if (!composer)
            composer = std::make_unique<market::BookComposer>(coin, grid);
        return *composer;
    };
    int seenBooks = 0;
    int seenOlder = 0;
    QVERIFY(forEachFrame(path, [&](const std::string &text) {
        decoder.decodeCopy(text, frame);
        if (frame.channel == Channel::L2Book) {
            const market::BookUpdate &update = frame.book;
            auto &composer = composerOf(update.coin, update.grid);
            const std::int64_t now = update.time * 1'000'000;
            QCOMPARE(composer.apply(update, now), market::BookComposer::Applied::Accepted);
            ++seenBooks;
            QVERIFY(composer.bestBid() && composer.bestAsk());
            QVERIFY(*composer.bestBid() == update.bids.front());
            QVERIFY(*composer.bestAsk() == update.asks.front());
            QCOMPARE(composer.state(now), market::BookState::Live);
            const market::BookSnapshot picture = composer.snapshot(now);
            for (std::size_t i = 1; i < picture.bids.size(); ++i)
                QVERIFY(picture.bids[i].px < picture.bids[i - 1].px);
            for (std::size_t i = 1; i < picture.asks.size(); ++i)
                QVERIFY(picture.asks[i].px > picture.asks[i - 1].px);
            QVERIFY(picture.bids.front().px < picture.asks.front().px);
        } else if (frame.channel == Channel::Bbo) {
            auto &composer = composerOf(frame.bbo.coin, frame.bbo.grid);
            const std::uint64_t before = composer.revision();
            const auto applied = composer.apply(frame.bbo, frame.bbo.time * 1'000'000);
            if (applied == market::BookComposer::Applied::Older) {
                ++seenOlder;
                QCOMPARE(composer.revision(), before);
            } else {
                QCOMPARE(applied, market::BookComposer::Applied::Accepted);
            }
            const market::BookSnapshot picture = composer.snapshot(0);
            if (!picture.bids.empty() && !picture.asks.empty())
                QVERIFY(picture.bids.front().px < picture.asks.front().px);
        }
    }));
    QCOMPARE(seenBooks, books);
    QCOMPARE(seenOlder, olderBbos);
}

void TestRecordedFrames::truncatedIsRefused_data()
{
    everyFrameDecodes_data();
}

/// The first frames of each file, cut after every byte. Only a frame that is whole is used.
void TestRecordedFrames::truncatedIsRefused()
{
    QFETCH(QString, file);
    const market::InstrumentRegistry markets = test::recordedMarkets();
    FrameDecoder decoder(markets, FrameDecoder::UnknownCoins::Infer);
    Frame frame;
    std::map<std::string, int> perChannel;
    QVERIFY(forEachFrame(test::sharedData(file.toStdString()), [&](const std::string &text) {
        decoder.decodeCopy(text, frame);
        if (++perChannel[frame.channelText] > 1 || text.size() > 20'000)
            return;
        const std::size_t end = text.find_last_not_of(" \r\n\t");
        for (std::size_t size = 0; size < end; ++size) {
            // A copy of exactly that size, so that reading past it is seen by the sanitizers.
            const std::string part = text.substr(0, size);
            if (decoder.decodeCopy(part, frame) != FrameKind::Refused)
                QFAIL(qPrintable(QString::fromStdString("taken: " + part)));
            QVERIFY(!frame.reason.empty());
        }
    }));
}

QTEST_APPLESS_MAIN(TestRecordedFrames)

#include "tst_recorded_frames.moc"

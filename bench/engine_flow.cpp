// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// touchline-bench --flow: does the engine keep its pace and its size over millions of frames?

#include "codec/value.h"
#include "engine_rig.h"
#include "frame_loop.h"
#include "market/book_composer.h"
#include "market/bundled_instruments.h"
#include "record/archive_writer.h"
#include "scenario.h"
#include "venue/hyperliquid/frame_decoder.h"
#include "workload.h"

#include <QTemporaryDir>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace hl::bench {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::uint64_t kMillion = 1'000'000;
/// Frames between two turns of the event loop: about 0.1 ms of work.
constexpr int kTurn = 64;
/// Allowed between the first million and the last.
constexpr std::uint64_t kMostGrowth = 2'000'000;

/// Prints a line at each million and judges the end.
class Track
{
public:
    explicit Track(std::uint64_t frames)
        : m_step(std::min(kMillion, std::max<std::uint64_t>(frames / 10, 1)))
    {
        std::printf("%12s %14s %12s %10s\n", "frames", "frames/s", "memory MB", "pictures");
    }
    void at(std::uint64_t frames, std::uint64_t pictures)
    {
        if (frames < m_next)
            return;
        const auto now = SteadyClock::now();
        const double seconds = std::chrono::duration<double>(now - m_since).count();
        const std::uint64_t bytes = residentBytes();
        std::printf("%12llu %14.0f %12.1f %10llu\n", static_cast<unsigned long long>(frames),
                    static_cast<double>(frames - m_done) / seconds,
                    static_cast<double>(bytes) / 1e6, static_cast<unsigned long long>(pictures));
        std::fflush(stdout);
        // From the first whole step on: before it, buffers find their size.
        if (m_done > 0 && m_first == 0)
            m_first = bytes;
        m_last = bytes;
        m_done = frames;
        m_since = now;
        m_next = frames / m_step * m_step + m_step;
    }
    std::int64_t growth() const
    {
        return static_cast<std::int64_t>(m_last) - static_cast<std::int64_t>(m_first);
    }

private:
    std::uint64_t m_step;
    std::uint64_t m_next = 1;
    std::uint64_t m_done = 0;
    std::uint64_t m_first = 0;
    std::uint64_t m_last = 0;
    SteadyClock::time_point m_since = SteadyClock::now();
};

int verdict(const EngineRig &rig, const Track &track, std::uint64_t frames)
{
    std::printf("grown by %.2f MB, %llu frames refused\n",
                static_cast<double>(track.growth()) / 1e6,
                static_cast<unsigned long long>(rig.refused()));
    if (!rig.problem().empty() || rig.refused() != 0 || rig.frames() < frames) {
        std::fprintf(stderr, "touchline-bench: not every frame was taken. %s\n",
                     rig.problem().c_str());
        return 1;
    }
    if (track.growth() > static_cast<std::int64_t>(kMostGrowth)) {
        std::fprintf(stderr, "touchline-bench: the memory is not flat\n");
        return 1;
    }
    return 0;
}

int flowLive(FrameLoop &loop, std::uint64_t frames)
{
    EngineRig rig(loop.coins());
    for (std::size_t i = 0; i < loop.size() * 2; ++i) { // warm: every buffer has its size
        rig.say(loop.next());
        if (i % kTurn == 0)
            rig.turn();
    }
    Track track(frames);
    for (std::uint64_t i = 1; i <= frames; ++i) {
        rig.say(loop.next());
        if (i % kTurn == 0)
            rig.turn();
        if (i % 1'024 == 0 || i == frames)
            track.at(i, rig.pictures());
    }
    return verdict(rig, track, frames);
}

int flowReplay(FrameLoop &loop, std::uint64_t frames)
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("flow.jsonl.zst")).toStdString();
    auto writer = record::ArchiveWriter::create(path);
    if (!writer) {
        std::fprintf(stderr, "touchline-bench: %s\n", writer.error().sentence().c_str());
        return 2;
    }
    for (std::uint64_t i = 0; i < frames; ++i) {
        const auto wrote = (*writer)->writeFrame(1'756'000'000'000'000'000 +
                                                     static_cast<std::int64_t>(i) * 1'000'000,
                                                 loop.next().toStdString());
        if (!wrote) {
            std::fprintf(stderr, "touchline-bench: %s\n", wrote.error().sentence().c_str());
            return 2;
        }
    }
    if (!(*writer)->close())
        return 2;
    std::printf("a recording of %llu frames, %.0f MB\n", static_cast<unsigned long long>(frames),
                static_cast<double>(std::filesystem::file_size(path)) / 1e6);
    EngineRig rig(path, loop.coins());
    Track track(frames);
    while (!rig.hasEnded()) {
        rig.turn();
        track.at(rig.frames(), rig.pictures());
    }
    return verdict(rig, track, frames);
}

FrameLoop loopOf(const std::string &recording, bool onlyBooks)
{
    if (!recording.empty()) {
        auto loop = FrameLoop::fromRecording(recording, onlyBooks);
        if (loop)
            return std::move(*loop);
        std::fprintf(stderr, "touchline-bench: %s\n", loop.error().sentence().c_str());
        std::exit(2);
    }
    return FrameLoop::seeded(onlyBooks);
}

/// How a frame moves the touch of its coin; empty where it says nothing of it.
struct Touch
{
    std::string coin;
    TimeMs time = 0;
    std::string bid;
    std::string ask;
};

Touch touchOf(const QString &frame)
{
    const auto value = codec::parseJson(frame.toStdString());
    const codec::Value *data = value ? value->find("data") : nullptr;
    const codec::Value *both = data == nullptr                ? nullptr
                               : data->find("bbo") != nullptr ? data->find("bbo")
                                                              : data->find("levels");
    if (both == nullptr || both->asArray() == nullptr || both->asArray()->size() != 2)
        return {};
    const auto px = [both](std::size_t side) {
        const codec::Value *best = &(*both->asArray())[side];
        if (const codec::Array *levels = best->asArray())
            best = levels->empty() ? nullptr : &levels->front();
        const auto text = best != nullptr ? best->string("px") : Result<std::string>("");
        const auto number = Decimal::parse(text.value_or(""));
        return number ? number->toString() : std::string();
    };
    return {data->string("coin").value_or(""), static_cast<TimeMs>(data->uint("time").value_or(0)),
            px(0), px(1)};
}

/// What a composer alone makes of the loop's frames: none may break its rules, and no more than
/// that share may be older than the one before it. Empty: so it is.
std::string refusedByComposer(FrameLoop loop, std::uint64_t mostOlderPercent)
{
    market::InstrumentRegistry registry;
    std::vector<market::Instrument> instruments;
    std::map<std::string, market::BookComposer> composers;
    for (const market::Instrument &known : market::bundledInstruments())
        if (std::ranges::find(loop.coins(), known.coin) != loop.coins().end()) {
            instruments.push_back(known);
            composers.try_emplace(known.coin, known.coin, known.grid);
        }
    if (composers.size() != loop.coins().size() || !registry.reload(std::move(instruments)))
        return "a market is not known";
    venue::FrameDecoder decoder(registry);
    venue::Frame frame;
    std::uint64_t applied = 0;
    for (std::size_t i = 0; i < 2 * loop.size(); ++i) {
        std::string text = loop.next().toStdString();
        text.reserve(text.size() + 64);
        if (decoder.decode(text, frame) != venue::FrameKind::Data)
            return frame.reason;
        const bool isBbo = frame.channel == venue::Channel::Bbo;
        const TimeMs time = isBbo ? frame.bbo.time : frame.book.time;
        const auto it = composers.find(isBbo ? frame.bbo.coin : frame.book.coin);
        if (it == composers.end())
            return "a frame of another market";
        if (isBbo)
            it->second.apply(frame.bbo, time * 1'000'000);
        else
            it->second.apply(frame.book, time * 1'000'000);
        ++applied;
    }
    std::uint64_t accepted = 0;
    std::uint64_t older = 0;
    for (const auto &[coin, composer] : composers) {
        accepted += composer.counters().accepted;
        older += composer.counters().older;
    }
    const bool isWhole = accepted + older == applied && older * 100 <= applied * mostOlderPercent;
    return isWhole ? std::string()
                   : "of " + std::to_string(applied) + " frames " + std::to_string(accepted) +
                         " were accepted and " + std::to_string(older) + " were older";
}

/// One book frame through the socket's text, session, decoder, composer and throttle, with the
/// event loop's turns.
void bookFrames(benchmark::State &state, const std::string &recording)
{
    FrameLoop loop = loopOf(recording, true);
    EngineRig rig(loop.coins());
    const std::uint64_t before = rig.frames();
    int left = kTurn;
    for (auto _ : state) {
        rig.say(loop.next());
        if (--left == 0) {
            rig.turn();
            left = kTurn;
        }
    }
    // A whole lap more, so that every market has its last word, which is remembered.
    std::map<std::string, Touch> newest;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const QString &frame = loop.next();
        rig.say(frame);
        if (i % kTurn == 0)
            rig.turn();
        Touch touch = touchOf(frame);
        Touch &known = newest[touch.coin];
        if (touch.time >= known.time)
            known = std::move(touch);
    }
    // The last picture waits for its time.
    const auto until = SteadyClock::now() + std::chrono::milliseconds{200};
    while (SteadyClock::now() < until)
        rig.turn();
    const auto said = static_cast<std::uint64_t>(state.iterations()) + loop.size();
    if (!rig.problem().empty() || rig.refused() != 0 || rig.frames() - before < said)
        state.SkipWithError("the engine did not take every frame");
    if (const std::string why =
            refusedByComposer(loopOf(recording, true), recording.empty() ? 0 : 1);
        !why.empty())
        state.SkipWithError(why.c_str());
    for (const std::string &coin : loop.coins()) {
        const market::BookSnapshotPtr picture = rig.picture(coin);
        const Touch &meant = newest[coin];
        if (!rig.isLive(coin) || picture->bids.empty() || picture->asks.empty() ||
            toDecimal(picture->bids.front().px, picture->grid).toString() != meant.bid ||
            toDecimal(picture->asks.front().px, picture->grid).toString() != meant.ask)
            state.SkipWithError(("the last picture of " + coin + " is not the last frame").c_str());
    }
    state.SetItemsProcessed(state.iterations());
}

[[maybe_unused]] const bool kRegistered = [] {
    scenario("engine/book_frames", bookFrames, std::string());
    if (const std::string recorded = recordedStream(); !recorded.empty())
        scenario("engine/recorded_book_frames", bookFrames, recorded);
    return true;
}();

} // namespace

int runFlow(std::uint64_t frames, bool isReplay, const std::string &recording)
{
    FrameLoop loop = loopOf(recording, false);
    std::printf("%zu frames in the loop, %s\n", loop.size(),
                recording.empty() ? "seeded" : recording.c_str());
    return isReplay ? flowReplay(loop, frames) : flowLive(loop, frames);
}

} // namespace hl::bench

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/replay_source.h"

#include "engine/replay_metadata.h"
#include "record/archive_reader.h"

#include <algorithm>
#include <utility>

namespace hl::engine {

using namespace std::chrono_literals;

namespace {

/// One slice of work between two turns of the event loop.
constexpr std::int64_t kSliceNs = 4'000'000;
constexpr int kSliceFrames = 2'000;
constexpr std::int64_t kProgressEveryMs = 100;
/// Longer holes are shortened: nobody waits for a night the recorder slept through.
constexpr std::int64_t kMostGapNs = 20'000'000'000;
/// The last pictures are waited for so long, in steps of 20 ms.
constexpr int kFinishTries = 250;
constexpr std::size_t kPadding = 64;

} // namespace

ReplaySource::ReplaySource(const ReplayConfig &config, const Clock &clock, TimerService &timers,
                           Hooks hooks)
    : m_path(config.path)
    , m_speed(std::max(config.speed, 0.0))
    , m_startShare(config.startShare)
    , m_clock(clock)
    , m_hooks(std::move(hooks))
    , m_isPaused(config.startPaused)
    , m_timer(timers)
{}

Result<std::unique_ptr<ReplaySource>> ReplaySource::open(const ReplayConfig &config,
                                                         const Clock &clock, TimerService &timers,
                                                         Hooks hooks)
{
    HL_TRY(metadata, replayMetadata(config));
    std::unique_ptr<ReplaySource> source(new ReplaySource(config, clock, timers, std::move(hooks)));
    source->m_metadata = std::move(metadata);
    return source;
}

Result<Unpacker<ReplaySource::Frame>::Next> ReplaySource::openFile(const std::string &path)
{
    HL_TRY(opened, record::ArchiveReader::open(path));
    const std::shared_ptr<record::ArchiveReader> reader = std::move(opened);
    return Unpacker<Frame>::Next([reader]() -> Result<std::optional<Frame>> {
        record::ArchiveEntry entry;
        do {
            HL_TRY(more, reader->next(entry));
            if (!more)
                return std::optional<Frame>();
        } while (entry.kind != record::EntryKind::Frame);
        Frame frame;
        frame.timeNs = entry.timeNs;
        frame.size = entry.text.size();
        frame.text.reserve(frame.size + kPadding);
        frame.text.assign(entry.text);
        frame.text.resize(frame.size + kPadding);
        const std::uint64_t total = std::max<std::uint64_t>(reader->bytesTotal(), 1);
        frame.share = static_cast<double>(reader->bytesRead()) / static_cast<double>(total);
        return std::optional(std::move(frame));
    });
}

void ReplaySource::start()
{
    m_isStarved = true;
    m_frames = std::make_unique<Unpacker<Frame>>([path = m_path] { return openFile(path); },
                                                 [this] {
                                                     if (!std::exchange(m_isStarved, false))
                                                         return;
                                                     if (!m_entry && !fetch())
                                                         return;
                                                     if (m_baseMonoNs == 0)
                                                         rebase();
                                                     m_timer.start(0ms, [this] { slice(); });
                                                 });
}

void ReplaySource::rebase()
{
    m_baseMonoNs = m_clock.monoNs();
    m_baseRecordedNs = m_entry && m_entry->timeNs != 0 ? m_entry->timeNs : m_lastRecordedNs;
}

bool ReplaySource::fetch()
{
    m_entry.reset();
    Frame *next = m_frames->front();
    if (next == nullptr) {
        if (const auto ended = m_frames->end(); !ended)
            m_isStarved = true;
        else if (*ended)
            finish();
        else
            end(*ended);
        return false;
    }
    m_entry = std::move(*next);
    m_frames->pop();
    m_share = m_entry->share;
    if (m_entry->timeNs != 0) {
        // A hole is shortened by moving the base after it.
        const std::int64_t gap = m_entry->timeNs - m_lastRecordedNs;
        if (m_lastRecordedNs != 0 && gap > kMostGapNs)
            m_baseRecordedNs += gap - kMostGapNs;
        m_lastRecordedNs = m_entry->timeNs;
    }
    return true;
}

std::int64_t ReplaySource::waitNs() const
{
    if (m_speed <= 0 || m_entry->timeNs == 0)
        return 0;
    const auto due = static_cast<std::int64_t>(
        static_cast<double>(m_entry->timeNs - m_baseRecordedNs) / m_speed);
    return due - (m_clock.monoNs() - m_baseMonoNs);
}

void ReplaySource::slice()
{
    const std::int64_t startedNs = m_clock.monoNs();
    auto next = 0ms;
    for (int frames = 0; m_entry && (!m_isPaused || m_share < m_startShare); ++frames) {
        if (frames >= kSliceFrames || m_clock.monoNs() - startedNs > kSliceNs)
            break;
        if (m_share < m_startShare) {
            // On the way to where the person jumped: nothing is shown, so nothing is waited for.
            m_hooks.frame({m_entry->text.data(), m_entry->size}, m_clock.monoNs());
            if (!fetch())
                return;
            if (m_share >= m_startShare)
                rebase();
            continue;
        }
        if (!m_hooks.mayGoOn()) {
            next = 5ms;
            break;
        }
        if (const std::int64_t wait = waitNs(); wait > 0) {
            next = std::chrono::milliseconds{std::min<std::int64_t>(wait / 1'000'000 + 1, 100)};
            break;
        }
        m_hooks.frame({m_entry->text.data(), m_entry->size}, m_clock.monoNs());
        if (!fetch())
            return;
    }
    if (m_clock.monoMs() - m_reportedMs >= kProgressEveryMs) {
        m_reportedMs = m_clock.monoMs();
        // 1 is said only after the last picture.
        report(std::min(m_share, 0.999));
    }
    if (!m_isEnded && (!m_isPaused || m_share < m_startShare))
        m_timer.start(next, [this] { slice(); });
}

void ReplaySource::report(double share)
{
    m_hooks.progress(share, m_lastRecordedNs / 1'000'000);
}

void ReplaySource::finish()
{
    if (!m_hooks.isShown() && ++m_finishTries < kFinishTries) {
        m_timer.start(20ms, [this] { finish(); });
        return;
    }
    end({});
}

void ReplaySource::end(const Status &status)
{
    if (std::exchange(m_isEnded, true))
        return;
    m_timer.stop();
    if (status)
        report(1.0);
    m_hooks.ended(status);
}

void ReplaySource::pause(bool paused)
{
    if (paused == m_isPaused || m_isEnded)
        return;
    m_isPaused = paused;
    if (paused || !m_entry)
        return;
    rebase();
    m_timer.start(0ms, [this] { slice(); });
}

void ReplaySource::setSpeed(double speed)
{
    m_speed = std::max(speed, 0.0);
    if (!m_entry || m_isPaused || m_isEnded)
        return;
    rebase();
    m_timer.start(0ms, [this] { slice(); });
}

} // namespace hl::engine

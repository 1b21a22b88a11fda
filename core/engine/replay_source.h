// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "engine/engine_config.h"
#include "market/instrument.h"
#include "market/metadata.h"
#include "record/archive_reader.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hl::engine {

/// Plays a recording into the same path that live frames take. At a speed frames come as far apart
/// as they were recorded, divided by it; at 0 as fast as the window takes them: while something
/// could be dropped it waits. Engine thread, in slices of a few ms.
class ReplaySource
{
public:
    struct Hooks
    {
        std::function<void(std::string_view text, std::int64_t receivedNs)> frame;
        /// False: the window is behind, nothing more now.
        std::function<bool()> mayGoOn;
        /// Everything given has been shown.
        std::function<bool()> isShown;
        std::function<void(double share, TimeMs recordingTimeMs)> progress;
        /// Once, after the last frame was shown, or with the sentence of what cannot be read.
        std::function<void(const Status &)> ended;
    };

    static Result<std::unique_ptr<ReplaySource>>
    open(const ReplayConfig &config, const Clock &clock, TimerService &timers, Hooks hooks);

    /// Metadata at the head of the recording, else of --meta; nothing: the bundled table is used.
    const std::optional<market::MetaSet> &metadata() const { return m_metadata; }

    void start();
    void pause(bool paused);
    void setSpeed(double speed);
    bool isEnded() const { return m_isEnded; }

private:
    ReplaySource(std::unique_ptr<record::ArchiveReader> reader, double speed, const Clock &clock,
                 TimerService &timers, Hooks hooks);

    void slice();
    /// Sets m_entry; false at the end.
    bool fetch();
    std::int64_t waitNs() const;
    void rebase();
    void report(double share);
    void finish();
    void end(const Status &status);

    std::unique_ptr<record::ArchiveReader> m_reader;
    double m_speed;
    const Clock &m_clock;
    Hooks m_hooks;
    std::optional<market::MetaSet> m_metadata;
    std::optional<record::ArchiveEntry> m_entry; ///< read and not due yet
    std::int64_t m_baseRecordedNs = 0;
    std::int64_t m_baseMonoNs = 0;
    std::int64_t m_lastRecordedNs = 0;
    std::int64_t m_reportedMs = 0;
    int m_finishTries = 0;
    bool m_isPaused = false;
    bool m_isEnded = false;
    Timer m_timer;
};

} // namespace hl::engine

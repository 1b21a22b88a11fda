// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "engine/engine_config.h"
#include "engine/unpacker.h"
#include "market/instrument.h"
#include "market/metadata.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hl::engine {

/// Plays a recording into the same path that live frames take. At a speed frames come as far apart
/// as they were recorded, divided by it; at 0 as fast as the window takes them: while something
/// could be dropped it waits. Engine thread, in slices of a few ms; the file is unpacked on another
/// one.
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
    /// One frame of the file.
    struct Frame
    {
        std::int64_t timeNs = 0;
        std::string text; ///< with simdjson's padding behind
        std::size_t size = 0;
        double share = 0; ///< of the file read when it came
    };

    ReplaySource(const ReplayConfig &config, const Clock &clock, TimerService &timers, Hooks hooks);

    static Result<Unpacker<Frame>::Next> openFile(const std::string &path);
    void slice();
    /// Sets m_entry; false: not yet, or never again.
    bool fetch();
    std::int64_t waitNs() const;
    void rebase();
    void report(double share);
    void finish();
    void end(const Status &status);

    std::string m_path;
    double m_speed;
    double m_startShare; ///< everything before it is given at once
    double m_share = 0;
    const Clock &m_clock;
    Hooks m_hooks;
    std::optional<market::MetaSet> m_metadata;
    std::optional<Frame> m_entry; ///< read and not due yet
    std::int64_t m_baseRecordedNs = 0;
    std::int64_t m_baseMonoNs = 0;
    std::int64_t m_lastRecordedNs = 0;
    std::int64_t m_reportedMs = 0;
    int m_finishTries = 0;
    bool m_isPaused = false;
    bool m_isEnded = false;
    bool m_isStarved = false; ///< the next batch is not there yet
    Timer m_timer;
    std::unique_ptr<Unpacker<Frame>> m_frames; ///< goes first
};

} // namespace hl::engine

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "engine/engine_config.h"
#include "engine/event_sink.h"
#include "engine/session_replay.h"
#include "engine/unpacker.h"
#include "record/session_reader.h"

#include <functional>
#include <memory>
#include <optional>

namespace hl::engine {

/// Plays a recorded session in the window at a speed: what reached the engine then reaches it now,
/// so books, tape, candles, orders, fills and account follow. Jumps build everything again. Engine
/// thread; the file is unpacked on another one.
class SessionPlayer
{
public:
    struct Hooks
    {
        std::function<void(double share, TimeMs recordingTimeMs)> progress;
        /// Once; with the sentence of what cannot be read.
        std::function<void(const Status &)> ended;
        /// One sentence where this version does something else than what was recorded.
        std::function<void(const std::string &)> diverged;
    };

    SessionPlayer(const ReplayConfig &config, EventSink &window, const Clock &clock,
                  TimerService &timers, Hooks hooks);
    ~SessionPlayer();
    SessionPlayer(const SessionPlayer &) = delete;
    SessionPlayer &operator=(const SessionPlayer &) = delete;

    void start();
    void pause(bool paused);
    void setSpeed(double speed);
    void seek(double share);
    void requestState();
    std::uint64_t frames() const { return m_replay ? m_replay->frames() : 0; }

private:
    class Gate;

    void open();
    void tuneGate();
    void slice();
    /// False: nothing to do now.
    bool stepOne();
    std::int64_t waitNs();
    void rebase(std::int64_t recordedNs);
    void arrived();
    void end(const Status &status);
    void again(std::chrono::milliseconds in);

    ReplayConfig m_config;
    const Clock &m_clock;
    Hooks m_hooks;
    std::unique_ptr<Gate> m_gate; ///< shut while a jump is under way
    std::unique_ptr<SessionReplay> m_replay;
    std::unique_ptr<Unpacker<record::SessionInput>> m_inputs;
    double m_speed;
    double m_share = 0;
    double m_target = -1; ///< of a jump; −1: none
    std::int64_t m_baseRecordedNs = 0;
    std::int64_t m_baseMonoNs = 0;
    std::int64_t m_lastNs = 0;
    std::int64_t m_reportedMs = 0;
    bool m_isPaused = false;
    bool m_isEnded = false;
    bool m_wasDivergenceTold = false;
    Timer m_timer;
};

} // namespace hl::engine

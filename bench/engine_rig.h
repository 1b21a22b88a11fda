// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/engine_core.h"
#include "far_end.h"
#include "net/qt_timer_service.h"
#include "support/recording_sink.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hl::bench {

/// The engine as its thread has it, in front of a window that takes every picture at once. Live it
/// stands before a far end that acknowledges, answers pings and knows the markets asked for; with
/// a replay it plays that file.
class EngineRig
{
public:
    /// Live: every market of `coins` is known and followed.
    explicit EngineRig(const std::vector<std::string> &coins);
    /// Live: that account is read and followed, as the program does for the account it shows; no
    /// market is.
    explicit EngineRig(const Address &account);
    /// As fast as the window takes it.
    EngineRig(const std::string &replayFile, const std::vector<std::string> &coins);
    ~EngineRig();

    void say(const QString &frame) { m_factory.last->say(frame); }
    /// Timers that are due, and what they made the engine send.
    void turn();

    std::uint64_t frames() const { return m_counters->frames; }
    std::uint64_t refused() const { return m_counters->refusedFrames; }
    bool hasEnded() const { return m_sink.connection.link == engine::LinkState::Ended; }
    std::uint64_t pictures() const { return m_pictures; }
    /// Every picture that the window takes, as it takes it.
    std::function<void(const market::BookSnapshotPtr &)> onPicture;
    /// The last picture of that market was of a live book.
    bool isLive(const std::string &coin) const;
    /// The last picture of that market; null where none came.
    market::BookSnapshotPtr picture(const std::string &coin) const;
    /// The account as the window has it.
    const model::AccountState &account() const { return m_sink.account; }
    const std::string &problem() const { return m_problem; }

private:
    void make(engine::EngineConfig config, const std::vector<std::string> &followed);
    void connect();
    std::string answerTo(const std::string &request) const;
    void answerAll();

    SystemClock m_clock;
    net::QtTimerService m_timers;
    FarFactory m_factory{m_clock};
    FarHttp m_http;
    test::RecordingSink m_sink;
    std::shared_ptr<engine::AtomicCounters> m_counters;
    std::unique_ptr<engine::EngineCore> m_core;
    std::vector<std::string> m_coins;
    std::uint64_t m_pictures = 0;
    std::string m_problem;
};

/// The workload's account with this moment as its time: the engine does not believe another.
std::string datedNow(std::string text, const Clock &clock);

/// Resident memory of this process in bytes.
std::uint64_t residentBytes();

/// `touchline-bench --flow N [--replay] [--recording FILE]`: N frames through the engine, memory at
/// each million; with --replay written into a recording first and played from it. The program's
/// exit status.
int runFlow(std::uint64_t frames, bool isReplay, const std::string &recording);

/// `touchline-bench --scale SECONDS`: 1 to 200 markets and 10 users at a busy market's rate, so
/// many seconds each. The program's exit status.
int runScale(int seconds);

} // namespace hl::bench

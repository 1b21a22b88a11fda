// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "engine/event_sink.h"
#include "engine/session_hash.h"
#include "record/session_reader.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace hl::engine {

class EngineCore;

/// Gives a core what a SessionRecording wrote down, one input after the other: the same events,
/// bytes and states come out. No socket, key, file or clock is touched. Where the core asks for
/// more or less than was recorded the replay goes on and says where it left the recording. One
/// thread.
class SessionReplay
{
public:
    /// `head` is the recording's first input; `window` hears every event. ErrorKind::Parse where
    /// it is no head of a session.
    static Result<std::unique_ptr<SessionReplay>> create(const record::SessionInput &head,
                                                         EventSink &window);
    ~SessionReplay();
    SessionReplay(const SessionReplay &) = delete;
    SessionReplay &operator=(const SessionReplay &) = delete;

    Status step(const record::SessionInput &input);

    SessionHashes hashes() const;
    /// What the recording ended with; none where it was cut off.
    std::optional<SessionHashes> recordedHashes() const;
    /// One sentence where the core did not do what it did when this was recorded.
    std::optional<std::string> divergence() const;
    std::int64_t monoNs() const; ///< the recording's monotonic clock, as read last
    std::uint64_t inputs() const;
    std::uint64_t frames() const;
    std::uint64_t commands() const;
    /// To ask for its state once more; what it answers is no part of the recording.
    EngineCore &core();

private:
    struct Private;
    explicit SessionReplay(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

/// What a whole recording amounts to.
struct ReplaySummary
{
    SessionHashes hashes;
    std::optional<SessionHashes> recorded;
    std::optional<std::string> divergence;
    std::uint64_t inputs = 0;
    std::uint64_t frames = 0;
    std::uint64_t commands = 0;
};

/// Replays a file to its end, on this thread.
Result<ReplaySummary> replaySession(const std::string &path, EventSink &window);
/// The same with nobody listening.
Result<ReplaySummary> replaySession(const std::string &path);

/// A copy for a bug report: every address is another one (the same for the same), signatures are
/// made again by a key that nobody uses, and the hashes are those of the copy.
Status anonymiseSession(const std::string &from, const std::string &to);

} // namespace hl::engine

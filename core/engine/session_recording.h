// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/engine_core.h"
#include "engine/session_commands.h"
#include "engine/session_hash.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace hl::engine {

/// Where the lines of a session go, in order.
class SessionOut
{
public:
    virtual ~SessionOut() = default;
    virtual void line(std::string json) = 0;
    virtual void frame(std::string_view text, std::int64_t receivedMonoNs) = 0;
};

/// Writes down everything that reaches an EngineCore from outside, so that SessionReplay can give
/// it the same again: frames, answers, timers, signatures, what devices say, commands, and every
/// clock reading made while they are worked on. It stands between the core and its parts; answers
/// that come from inside a call are given a moment later, because a replay cannot give them there.
/// Keys and passphrases never pass it, nor a signature that was not sent (interaction.md D14);
/// those that were and addresses do (see anonymiseSession). Engine thread; outlives the core.
class SessionRecording final : public CommandTap
{
public:
    SessionRecording(const EngineConfig &config, EngineParts parts,
                     std::unique_ptr<SessionOut> out);
    ~SessionRecording() override;
    SessionRecording(const SessionRecording &) = delete;
    SessionRecording &operator=(const SessionRecording &) = delete;

    /// For the core; once.
    EngineParts takeParts();
    /// Before the core goes: writes the hashes.
    void finish();
    SessionHashes hashes() const;
    /// A command came from inside an event: the replay will differ, and says so.
    bool isFaithful() const;

    void enter(codec::Array command) override;
    void leave() override;

private:
    struct Tape;
    struct Made;
    class TapeClock;
    class TapeTimers;
    class TapeWs;
    class TapeWsFactory;
    class TapeHttp;
    class TapeSigner;
    class TapeDevice;
    class TapeNonces;
    class TapeJournal;
    class TapeHistory;

    static void taped(trading::SignerPort &signer, const std::shared_ptr<Tape> &tape,
                      const signing::SignRequest &request,
                      std::function<void(Result<signing::Signature>)> done);
    KeyServices tapedKeys();

    std::shared_ptr<Tape> m_tape;
    EngineParts m_parts;
    std::unique_ptr<TapeClock> m_clock;
    std::unique_ptr<TapeTimers> m_timers;
    std::unique_ptr<HashingSink> m_sink;
    std::unique_ptr<TapeWsFactory> m_ws;
    std::unique_ptr<TapeHttp> m_http;
};

} // namespace hl::engine

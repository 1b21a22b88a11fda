// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/events.h"
#include "signing/signer.h"
#include "venue/hyperliquid/endpoints.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace hl::engine {

struct ReplayConfig
{
    std::string path;     ///< .jsonl, .jsonl.zst or .lz4
    double speed = 1.0;   ///< 0: as fast as the window takes it
    std::string metaFile; ///< answers of meta and spotMeta; empty: the recording's own, else the
                          ///< bundled table
};

/// Everything an engine is told before it starts. A value; copied to the engine thread.
struct EngineConfig
{
    Network network = Network::Demo;
    venue::Endpoints endpoints; ///< ignored in a replay
    /// The nonce high water is kept in it. Empty: in memory only, for tests and replays.
    std::string profileDir;

    /// Whose positions and orders are shown. Absent: the signer's own address, or nobody's.
    std::optional<Address> account;
    std::optional<Address> vault; ///< vault or sub-account that is traded for; `account` is then it

    SignerKind signerKind = SignerKind::None;
    std::string signerName;
    std::optional<TimeMs> signerValidUntil;
    /// Called once, on the signer thread, which then owns the signer. Absent: watch-only.
    std::function<Result<std::unique_ptr<signing::Signer>>()> makeSigner;

    std::string recordFile; ///< write every inbound frame there; empty: do not
    std::optional<ReplayConfig> replay;

    int maxUsers = 10;         ///< of user subscriptions an IP may have (protocol/websocket.md 6)
    int exitReservePosts = 10; ///< of the 100 posts in flight kept for exits (interaction.md G14)
};

/// Figures for the performance report; read from any thread at any time.
struct EngineCounters
{
    std::uint64_t frames = 0;          ///< inbound frames, of any kind
    std::uint64_t refusedFrames = 0;   ///< did not decode
    std::uint64_t supersededBooks = 0; ///< pictures a newer one replaced before they were sent
    std::uint64_t missedTrades = 0;    ///< told to the window as `missed`
};

} // namespace hl::engine

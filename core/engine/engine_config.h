// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/events.h"
#include "engine/api/review.h"
#include "guard/guard.h"
#include "signing/device_signer.h"
#include "signing/signer.h"
#include "venue/hyperliquid/endpoints.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hl::engine {

struct IpMemory; // engine/ip_memory.h

struct ReplayConfig
{
    std::string path;      ///< .jsonl, .jsonl.zst or .lz4
    double speed = 1.0;    ///< 0: as fast as the window takes it
    std::string metaFile;  ///< answers of meta and spotMeta; empty: the recording's own, else the
                           ///< bundled table
    double startShare = 0; ///< of the file; what comes before it is worked through at once
    bool startPaused = false;
};

/// A device that signs (interaction.md section 2).
struct DeviceConfig
{
    /// Called once, on a signer thread of its own, which then owns the device.
    std::function<Result<std::unique_ptr<signing::DeviceSigner>>()> make;
    std::string path = "44'/60'/0'/0/0";
    std::optional<Address> account; ///< absent: what the device holds under the path
    bool isEmulator = false;
    TradeMode mode = TradeMode::AgentTrades; ///< "device only" until there is an agent
    /// How long what the device signs is good: what takes, what rests (D18); kept in 15 to 600 s.
    std::chrono::seconds takes{60};
    std::chrono::seconds rests{120};
    bool hashesOnly = false; ///< the hashed form where the fields could be shown too (B61)
};

/// The profile's keys, for agents; each is called on a thread that may wait.
struct AgentKeys
{
    std::function<Result<std::unique_ptr<signing::Signer>>(const std::string &name,
                                                           const SecretBytes &passphrase)>
        make;
    /// One of them again, after a lock.
    std::function<Result<std::unique_ptr<signing::Signer>>(const std::string &name,
                                                           const SecretBytes &passphrase)>
        open = {};
    std::function<Status(const std::string &name)> forget;
    struct Stored
    {
        std::string name;
        Address address;
        TimeMs createdMs = 0; ///< 0: not known
    };
    std::function<std::vector<Stored>()> list;
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
    /// Makes it again after a lock; called on the signer thread. Absent: it cannot be locked.
    std::function<Result<std::unique_ptr<signing::Signer>>(const SecretBytes &passphrase)>
        unlockSigner;
    /// The session begins locked, and this is the key that unlockSigner opens; instead of
    /// makeSigner.
    std::optional<Address> lockedSigner;
    /// The signer was approved as this account's agent; where the venue says otherwise by now, it
    /// is let go and never decides whose account the session is.
    std::optional<Address> agentOf;

    std::optional<DeviceConfig> device;
    AgentKeys agentKeys;

    std::string recordFile; ///< write every inbound frame there; empty: do not
    /// Write everything that reaches the engine there, so that the session can be repeated.
    std::string sessionFile;
    std::optional<ReplayConfig> replay;

    std::optional<guard::Limits> guard; ///< absent: entries are not limited
    /// Deep books from the venue's undocumented `l2` channel (cases.md B35).
    bool useDeltaBooks = false;
    /// What sessions before this one have spent at the same venue. Null: nothing.
    std::shared_ptr<IpMemory> ipMemory;
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

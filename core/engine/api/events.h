// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "engine/api/venue_health.h"
#include "market/asset_ctx.h"
#include "market/book_snapshot.h"
#include "market/instrument.h"
#include "market/trade.h"
#include "model/account.h"
#include "model/order.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Values that travel from the engine to the window. All are copies or shared immutable data; the
/// window may keep them as long as it likes.
namespace hl::engine {

enum class Network : std::uint8_t { Mainnet, Testnet, Demo, Replay };

enum class LinkState : std::uint8_t { Offline, Connecting, Live, Degraded, Ended };

struct ConnectionStatus
{
    Network network = Network::Demo;
    LinkState link = LinkState::Offline;
    std::string detail;       ///< one sentence where link is not Live
    std::int64_t pingMs = -1; ///< last round trip; −1 unknown
    std::uint32_t reconnects = 0;
    /// Newest frame of each kind (monotonic ns, 0 never).
    std::int64_t bboMonoNs = 0;
    std::int64_t bookFastMonoNs = 0;
    std::int64_t bookDeepMonoNs = 0;
    std::int64_t tradesMonoNs = 0;
    std::int64_t accountMonoNs = 0;
    int ipWeightUsed = 0; ///< of 1200 a minute
    int requestsInFlight = 0;
    std::optional<std::int64_t> clockOffsetMs; ///< venue − ours
    VenueHealth health;
};

enum class SignerKind : std::uint8_t { None, LocalKey, Agent, Ledger, Emulator };

struct SignerStatus
{
    SignerKind kind = SignerKind::None;
    std::string name;
    Address signer;
    Address account; ///< whose positions and orders are shown
    std::optional<TimeMs> validUntil;
    int waiting = 0; ///< places claimed in the nonce chain and not yet sent
    /// The key is not in memory: nothing can be signed, exits neither, until it is unlocked.
    bool isLocked = false;
    bool hasLocalKey = false; ///< a key beside the device's is here, which can be locked
};

struct InstrumentList
{
    std::vector<market::Instrument> instruments; ///< asset order within a dex; delisted included
    std::vector<std::string> notes;              ///< what was skipped, and why

    const market::Instrument *find(std::string_view coin) const;
};
using InstrumentListPtr = std::shared_ptr<const InstrumentList>;

struct TradeBatch
{
    std::string coin;
    Grid grid;
    std::vector<market::Trade> trades; ///< oldest first
    std::uint64_t missed = 0;          ///< dropped before this batch because nobody painted
    bool isSnapshot = false;           ///< recent history sent on subscribing
    std::int64_t receivedMonoNs = 0;
};

struct CandleBatch
{
    std::string coin;
    Grid grid;
    std::string interval; ///< "1m", …; "15s" and below are built from trades
    std::vector<market::Candle> candles;
    bool isHistory = false; ///< replaces what was there; otherwise upserts by openTime
};

enum class NoticeLevel : std::uint8_t { Info, Success, Warning, Error };

/// One line for the message bar and the log dock; never a dialog.
struct Notice
{
    NoticeLevel level = NoticeLevel::Info;
    std::string text;  ///< one clear sentence
    std::string topic; ///< "order", "connection", "journal", …; a newer one of the same topic and
                       ///< key replaces it
    std::string key;
    TimeMs time = 0;
};

/// The answer to one command.
struct CommandResult
{
    RequestId request = 0;
    bool ok = true;
    std::optional<model::OrderKey> order;
    Error error; ///< where !ok
};

/// Stages of one order, monotonic ns; 0 where it did not get there.
struct OrderLatency
{
    model::OrderKey key = 0;
    std::int64_t command = 0;
    std::int64_t validated = 0;
    std::int64_t signedAt = 0;
    std::int64_t wire = 0;
    std::int64_t answered = 0;
    std::int64_t firstFill = 0;
};

} // namespace hl::engine

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/asset_ctx.h"
#include "market/book_update.h"
#include "market/delta_book.h"
#include "market/metadata.h"
#include "market/trade.h"
#include "venue/hyperliquid/wire_types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// One inbound WebSocket frame, decoded (protocol/websocket.md 3).
namespace hl::venue {

enum class FrameKind : std::uint8_t {
    Data,
    Snapshot, ///< `isSnapshot:true`: recent history or the whole state
    Ack,
    Pong,
    Post,
    Error,
    Ignored, ///< greeting, unknown channel, explorer array: `reason` says which
    Refused, ///< cannot be used: `reason` says why
};

std::string_view frameKindName(FrameKind kind); ///< "data", "snapshot", …

enum class Channel : std::uint8_t {
    Unknown,
    L2Book,
    L2Delta, ///< "l2", undocumented; subscribed only where asked for
    Bbo,
    Trades,
    Candle,
    AllMids,
    ActiveAssetCtx,
    ActiveSpotAssetCtx,
    AssetCtxs,
    SpotAssetCtxs,
    AllDexsAssetCtxs,
    FastAssetCtxs,
    OutcomeMetaUpdates,
    OrderUpdates,
    User,
    UserFills,
    UserFundings,
    UserNonFundingLedgerUpdates,
    UserHistoricalOrders,
    UserTwapSliceFills,
    UserTwapHistory,
    Notification,
    ClearinghouseState,
    AllDexsClearinghouseState,
    OpenOrders,
    TwapStates,
    SpotState,
    ActiveAssetData,
    WebData3,
    SubscriptionResponse,
    Pong,
    Post,
    Error,
};
inline constexpr std::size_t kChannelCount = static_cast<std::size_t>(Channel::Error) + 1;

Channel channelFromName(std::string_view name);
std::string_view channelName(Channel channel); ///< wire name; empty for Unknown

struct TradesFrame
{
    std::string coin; ///< empty where the batch is
    Grid grid;
    std::vector<market::Trade> trades; ///< as sent
};

struct CandleFrame
{
    std::string coin;
    Grid grid;
    std::string interval;
    std::vector<market::Candle> candles; ///< the venue sends one; its documents say several
};

struct AllMidsFrame
{
    std::string dex;
    std::vector<std::pair<std::string, Decimal>> mids;
};

/// activeAssetCtx, activeSpotAssetCtx, spotAssetCtxs.
struct ContextsFrame
{
    std::vector<market::AssetCtx> contexts;
};

/// assetCtxs (one entry) and allDexsAssetCtxs. The frames give places, not names; `coin` is looked
/// up and empty where the place is not known.
struct DexContextsFrame
{
    std::vector<std::pair<std::string, std::vector<market::AssetCtx>>> dexes;
};

/// fastAssetCtxs: only what changed. A `mid` that is set and empty: no mid now.
struct FastContext
{
    std::string coin;
    std::optional<Decimal> mark;
    std::optional<std::optional<Decimal>> mid;
};
struct FastContextsFrame
{
    std::vector<FastContext> contexts;
};

struct OutcomeMetaUpdate
{
    std::string type; ///< "outcomeCreated", …
    std::optional<market::Outcome> created;
    std::optional<market::OutcomeQuestion> question;
    std::optional<std::int64_t> settled; ///< outcome or question
};
struct OutcomeMetaFrame
{
    std::vector<OutcomeMetaUpdate> updates;
};

/// orderUpdates and userHistoricalOrders. orderUpdates has no user and no snapshot.
struct OrderUpdatesFrame
{
    std::optional<Address> user;
    std::vector<OrderUpdate> updates;
};

struct FillsFrame
{
    Address user;
    std::vector<model::Fill> fills; ///< as sent
};

struct Liquidation
{
    std::uint64_t lid = 0;
    std::string liquidator;
    std::string liquidatedUser;
    Decimal liquidatedNtlPos;
    Decimal liquidatedAccountValue;
};
struct NonUserCancel
{
    std::string coin;
    Oid oid = 0;
};
/// Channel `user` (subscription userEvents): one of these is filled; no user in the frame.
struct UserEventsFrame
{
    std::vector<model::Fill> fills;
    std::vector<SliceFill> sliceFills;
    std::vector<TwapHistoryEntry> twapHistory;
    std::vector<NonUserCancel> nonUserCancels;
    std::optional<FundingPayment> funding;
    std::optional<Liquidation> liquidation;
    std::vector<std::string> unknown; ///< names of variants that are new
};

struct FundingsFrame
{
    Address user;
    std::vector<FundingPayment> fundings;
};
struct LedgerFrame
{
    Address user;
    std::vector<LedgerEntry> entries;
};
struct SliceFillsFrame
{
    Address user;
    std::vector<SliceFill> fills;
};
struct TwapHistoryFrame
{
    Address user;
    std::vector<TwapHistoryEntry> history;
};
struct NotificationFrame
{
    std::string text;
};
/// clearinghouseState (one account) and allDexsClearinghouseState; `margin.dex` names the dex.
struct PerpAccountsFrame
{
    Address user;
    std::vector<PerpAccount> accounts;
};
struct OpenOrdersFrame
{
    Address user;
    std::string dex;
    std::vector<WireOrder> orders; ///< all of that dex
};
struct TwapStatesFrame
{
    Address user;
    std::string dex;
    std::vector<Twap> states;
};
struct SpotStateFrame
{
    Address user;
    SpotAccount account;
};
struct WebData3Frame
{
    Address user;
    std::optional<Address> agent;
    std::optional<TimeMs> agentValidUntil;
    Decimal cumLedger;
    TimeMs serverTime = 0;
    bool isVault = false;
    std::string abstraction = "default";
    std::vector<std::vector<std::string>> perpsAtOpenInterestCap; ///< by dex index

    friend bool operator==(const WebData3Frame &, const WebData3Frame &) = default;
};

struct AckFrame
{
    std::string method;           ///< "subscribe" or "unsubscribe"
    std::string subscriptionJson; ///< the echo, compact, keys as sent
};

enum class PostKind : std::uint8_t { Info, Action, Error, Malformed };
struct PostFrame
{
    std::uint64_t id = 0;
    PostKind postKind = PostKind::Malformed;
    std::string infoType; ///< Info
    /// Info: `payload.data` as JSON; Action: the whole payload as JSON, for decodeExchangeBody;
    /// Error and Malformed: words.
    std::string payload;
};

struct ErrorFrame
{
    std::string text;
};

using FramePayload =
    std::variant<std::monostate, market::DeltaUpdate, CandleFrame, AllMidsFrame, ContextsFrame,
                 DexContextsFrame, FastContextsFrame, OutcomeMetaFrame, OrderUpdatesFrame,
                 FillsFrame, UserEventsFrame, FundingsFrame, LedgerFrame, SliceFillsFrame,
                 TwapHistoryFrame, NotificationFrame, PerpAccountsFrame, OpenOrdersFrame,
                 TwapStatesFrame, SpotStateFrame, ActiveAsset, WebData3Frame, AckFrame, PostFrame,
                 ErrorFrame>;

/// Reused from frame to frame: book, bbo and trades keep their memory, everything else is in
/// `payload`. Only the member that belongs to `channel` means anything.
struct Frame
{
    FrameKind kind = FrameKind::Refused;
    Channel channel = Channel::Unknown;
    std::string channelText; ///< as sent; empty where there is none
    std::string reason;      ///< Ignored and Refused: one sentence
    /// Rows of a list that could not be used (a market that is not known), one sentence each; the
    /// other rows are there. A frame of which nothing could be used is Refused, but for what an
    /// account holds and did: positions, openOrders and fills.
    std::vector<std::string> skipped;
    /// Refused: the market a book, best prices or trades were of, where that could be read.
    std::string refusedCoin;

    market::BookUpdate book;
    market::BboUpdate bbo;
    TradesFrame trades;
    FramePayload payload;
};

} // namespace hl::venue

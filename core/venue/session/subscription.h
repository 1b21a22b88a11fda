// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "codec/value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hl::session {

/// The subscription types of protocol/websocket.md 3, in its order.
enum class StreamType : std::uint8_t {
    L2Book,
    Bbo,
    Trades,
    Candle,
    AllMids,
    ActiveAssetCtx,
    AssetCtxs,
    SpotAssetCtxs,
    AllDexsAssetCtxs,
    FastAssetCtxs,
    OutcomeMetaUpdates,
    OrderUpdates,
    UserEvents,
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
    L2Delta, ///< "l2", undocumented: only where it is asked for (cases.md B35)
};

std::string_view streamTypeName(StreamType type);
std::optional<StreamType> streamTypeFromName(std::string_view name);

/// Does the venue send a first frame without anything happening? Maybe: by practice, not by
/// promise (trades, bbo, candle of a quiet market). Never: the channel speaks of events only.
enum class FirstFrame : std::uint8_t { Always, Maybe, Never };

/// One wire subscription. Members a type has no use for stay empty. Equal subscriptions have equal
/// canonical ids.
struct Subscription
{
    StreamType type = StreamType::AllMids;
    std::string coin = {};
    std::string interval = {}; ///< candle
    std::string dex = {};      ///< "" is the first dex
    std::optional<Address> user = {};
    std::optional<int> nSigFigs = {}; ///< l2Book: 2…5
    std::optional<int> mantissa = {}; ///< l2Book: 2 or 5, with nSigFigs 5 only
    bool fast = false;                ///< l2Book: 5 levels every 0.5 s
    bool aggregateByTime = false;     ///< userFills

    static Subscription l2Book(std::string coin, bool fast = false,
                               std::optional<int> nSigFigs = {}, std::optional<int> mantissa = {});
    static Subscription l2Delta(std::string coin);
    static Subscription bbo(std::string coin);
    static Subscription trades(std::string coin);
    static Subscription candle(std::string coin, std::string interval);
    static Subscription activeAssetCtx(std::string coin);
    static Subscription activeAssetData(const Address &user, std::string coin);
    /// Those without a parameter but a dex.
    static Subscription ofDex(StreamType type, std::string dex = {});
    /// Those of one account.
    static Subscription ofUser(StreamType type, const Address &user, std::string dex = {});

    /// What is sent, with the defaults the venue expects spelled out, keys sorted.
    codec::Value payload() const;
    std::string canonicalId() const;
    FirstFrame firstFrame() const;
    /// "l2Book BTC", for sentences.
    std::string label() const;
};

/// Any spelling that websocket.md 3 allows; unknown keys are dropped.
Result<Subscription> subscriptionFromPayload(const codec::Value &payload);

// --- identity of requests (protocol/websocket.md 2, vectors/ws-matching.json)

/// JSON with keys sorted at every depth (whole numbers first, as the reference does), hex strings
/// in lower case, arrays in order.
std::string canonicalId(const codec::Value &value);
/// Number of leaf values.
int specificity(const codec::Value &value);
/// Every key of `subset` is in `superset` with an equal value, at every depth.
bool isSubset(const codec::Value &subset, const codec::Value &superset);

// --- which frames belong to a subscription

/// The key of a frame's channel (protocol/websocket.md 3), as its decoder read it. Views are the
/// caller's.
struct StreamKey
{
    std::string_view channel;
    std::string_view key = {}; ///< coin or user (any case); empty where the frame carries none
    std::string_view interval = {};
    std::string_view dex = {};
    std::string_view user = {}; ///< activeAssetData, whose key is the coin
    bool isFast = false;
};

/// The frame's key by its channel's rule, pointing into both. `data` is the frame's `data` member.
StreamKey streamKeyOf(std::string_view channel, const codec::Value &data);
StreamKey streamKeyOf(std::string_view channel, codec::Value &&data) = delete;
/// The key a subscription listens on; nothing for a channel without one.
std::optional<std::string> routeKey(std::string_view channel, const codec::Value &payload);
std::optional<std::string> frameKey(std::string_view channel, const codec::Value &data);
bool matches(const Subscription &subscription, const StreamKey &frame);

} // namespace hl::session

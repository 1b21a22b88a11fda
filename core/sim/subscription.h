// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "sim/render.h"

#include <map>
#include <optional>
#include <string>

namespace hl::sim {

/// protocol/websocket.md 3.
enum class Channel : std::uint8_t {
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
    UserLedger,
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
};

/// One subscription of one connection, and where its feed stands.
struct Subscription
{
    Channel channel = Channel::L2Book;
    std::string name;  ///< channel word of its frames
    codec::Value echo; ///< normalised, as the acknowledgement shows it
    std::string id;    ///< text of echo: equal for equal subscriptions
    MarketId market = kNoMarket;
    std::string interval;
    int dex = 0;
    std::string dexName;
    std::optional<Address> user;
    BookView view;
    bool aggregate = false;

    TimeMs lastPush = 0;
    std::uint64_t lastRevision = 0;
    std::string lastText; ///< what was sent last, where only changes are sent
    std::map<std::string, std::pair<std::string, std::string>> lastCtxs; ///< coin → mark, mid
    bool pending = true; ///< the first frame is still to come
    bool dirty = false;  ///< something changed since the last picture
};

enum class SubscribeProblem : std::uint8_t { UnknownType, Invalid };

struct SubscribeOutcome
{
    std::optional<Subscription> subscription;
    SubscribeProblem problem = SubscribeProblem::UnknownType;
};

SubscribeOutcome readSubscription(const codec::Value &wanted, const Universe &universe);

} // namespace hl::sim

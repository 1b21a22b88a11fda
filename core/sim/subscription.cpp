// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/subscription.h"

#include "sim/info_service.h"

#include <array>

namespace hl::sim {

using codec::Object;
using codec::Value;

namespace {

enum Takes : unsigned {
    kNothing = 0,
    kCoin = 1,
    kUser = 2,
    kDex = 4,      ///< filled in as "" where absent
    kMaybeDex = 8, ///< echoed only where given
    kInterval = 16,
    kBook = 32,
    kAggregate = 64,
    kPortfolio = 128,
};

struct Row
{
    std::string_view type;
    Channel channel;
    unsigned takes;
    std::string_view frames; ///< channel word where it differs from the type
};

constexpr std::array kRows{
    Row{"l2Book", Channel::L2Book, kCoin | kBook, {}},
    Row{"bbo", Channel::Bbo, kCoin, {}},
    Row{"trades", Channel::Trades, kCoin, {}},
    Row{"candle", Channel::Candle, kCoin | kInterval, {}},
    Row{"allMids", Channel::AllMids, kMaybeDex, {}},
    Row{"activeAssetCtx", Channel::ActiveAssetCtx, kCoin, {}},
    Row{"assetCtxs", Channel::AssetCtxs, kDex, {}},
    Row{"spotAssetCtxs", Channel::SpotAssetCtxs, kNothing, {}},
    Row{"allDexsAssetCtxs", Channel::AllDexsAssetCtxs, kNothing, {}},
    Row{"fastAssetCtxs", Channel::FastAssetCtxs, kNothing, {}},
    Row{"outcomeMetaUpdates", Channel::OutcomeMetaUpdates, kNothing, {}},
    Row{"orderUpdates", Channel::OrderUpdates, kUser, {}},
    Row{"userEvents", Channel::UserEvents, kUser, "user"},
    Row{"userFills", Channel::UserFills, kUser | kAggregate, {}},
    Row{"userFundings", Channel::UserFundings, kUser, {}},
    Row{"userNonFundingLedgerUpdates", Channel::UserLedger, kUser, {}},
    Row{"userHistoricalOrders", Channel::UserHistoricalOrders, kUser, {}},
    Row{"userTwapSliceFills", Channel::UserTwapSliceFills, kUser, {}},
    Row{"userTwapHistory", Channel::UserTwapHistory, kUser, {}},
    Row{"notification", Channel::Notification, kUser, {}},
    Row{"clearinghouseState", Channel::ClearinghouseState, kUser | kDex, {}},
    Row{"allDexsClearinghouseState", Channel::AllDexsClearinghouseState, kUser, {}},
    Row{"openOrders", Channel::OpenOrders, kUser | kDex, {}},
    Row{"twapStates", Channel::TwapStates, kUser | kDex, {}},
    Row{"spotState", Channel::SpotState, kUser | kPortfolio, {}},
    Row{"activeAssetData", Channel::ActiveAssetData, kUser | kCoin, {}},
    Row{"webData3", Channel::WebData3, kUser, {}},
};

Value intOrNull(const std::optional<int> &value)
{
    return value ? Value(*value) : Value(nullptr);
}

} // namespace

SubscribeOutcome readSubscription(const Value &wanted, const Universe &universe)
{
    SubscribeOutcome out;
    const auto type = wanted.string("type");
    const Row *row = nullptr;
    for (const Row &known : kRows) {
        if (type && known.type == *type)
            row = &known;
    }
    if (row == nullptr)
        return out;
    Subscription sub;
    sub.channel = row->channel;
    sub.name = row->frames.empty() ? row->type : row->frames;
    Object echo{{"type", row->type}};
    const auto invalid = [&] {
        out.problem = SubscribeProblem::Invalid;
        return out;
    };
    if ((row->takes & kUser) != 0) {
        const auto text = wanted.string("user");
        if (!text)
            return out;
        const auto user = Address::parse(*text);
        if (!user)
            return out;
        sub.user = *user;
        echo.emplace_back("user", user->toString());
    }
    if ((row->takes & kInterval) != 0) {
        const auto interval = wanted.string("interval");
        if (!interval)
            return out;
        if (!intervalMs(*interval))
            return invalid();
        sub.interval = *interval;
        echo.emplace_back("interval", *interval);
    }
    if ((row->takes & kCoin) != 0) {
        const auto coin = wanted.string("coin");
        if (!coin)
            return out;
        sub.market = universe.findCoin(*coin);
        if (sub.market == kNoMarket)
            return invalid();
        if (row->channel == Channel::ActiveAssetData && !universe.market(sub.market).isPerp())
            return invalid();
        if (row->channel == Channel::ActiveAssetCtx && !universe.market(sub.market).isPerp())
            sub.name = "activeSpotAssetCtx";
        echo.emplace_back("coin", *coin);
    }
    if ((row->takes & kBook) != 0) {
        const auto view = InfoService::bookView(wanted);
        if (!view)
            return invalid();
        sub.view = *view;
        echo.emplace_back("nSigFigs", intOrNull(view->nSigFigs));
        echo.emplace_back("mantissa", intOrNull(view->mantissa));
        if (const Value *fast = wanted.find("fast"); fast != nullptr && !fast->isNull())
            echo.emplace_back("fast", view->fast);
    }
    if ((row->takes & (kDex | kMaybeDex)) != 0) {
        const Value *dex = wanted.find("dex");
        if (dex != nullptr && !dex->isNull()) {
            if (dex->asString() == nullptr)
                return out;
            sub.dexName = *dex->asString();
        }
        sub.dex = universe.findDex(sub.dexName);
        if (sub.dex < 0)
            return invalid();
        if ((row->takes & kDex) != 0 || dex != nullptr)
            echo.emplace_back("dex", sub.dexName);
    }
    if ((row->takes & kAggregate) != 0) {
        const Value *flag = wanted.find("aggregateByTime");
        sub.aggregate = flag != nullptr && flag->asBool() != nullptr && *flag->asBool();
        echo.emplace_back("aggregateByTime", sub.aggregate);
    }
    if ((row->takes & kPortfolio) != 0) {
        for (const char *key : {"ignorePortfolioMargin", "isPortfolioMargin"}) {
            if (const Value *flag = wanted.find(key); flag != nullptr && flag->asBool() != nullptr)
                echo.emplace_back(key, *flag->asBool());
        }
    }
    sub.echo = std::move(echo);
    sub.id = codec::toJson(sub.echo);
    out.subscription = std::move(sub);
    return out;
}

} // namespace hl::sim

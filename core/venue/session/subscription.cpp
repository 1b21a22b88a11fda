// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/session/subscription.h"

#include <algorithm>
#include <array>
#include <utility>

namespace hl::session {

namespace {

using codec::Object;
using codec::Value;

struct TypeInfo
{
    StreamType type;
    std::string_view name;
    FirstFrame firstFrame;
};

constexpr std::array kTypes{
    TypeInfo{StreamType::L2Book, "l2Book", FirstFrame::Always},
    TypeInfo{StreamType::Bbo, "bbo", FirstFrame::Maybe},
    TypeInfo{StreamType::Trades, "trades", FirstFrame::Maybe},
    TypeInfo{StreamType::Candle, "candle", FirstFrame::Maybe},
    TypeInfo{StreamType::AllMids, "allMids", FirstFrame::Always},
    TypeInfo{StreamType::ActiveAssetCtx, "activeAssetCtx", FirstFrame::Always},
    TypeInfo{StreamType::AssetCtxs, "assetCtxs", FirstFrame::Always},
    TypeInfo{StreamType::SpotAssetCtxs, "spotAssetCtxs", FirstFrame::Always},
    TypeInfo{StreamType::AllDexsAssetCtxs, "allDexsAssetCtxs", FirstFrame::Always},
    TypeInfo{StreamType::FastAssetCtxs, "fastAssetCtxs", FirstFrame::Always},
    TypeInfo{StreamType::OutcomeMetaUpdates, "outcomeMetaUpdates", FirstFrame::Never},
    TypeInfo{StreamType::OrderUpdates, "orderUpdates", FirstFrame::Never},
    TypeInfo{StreamType::UserEvents, "userEvents", FirstFrame::Never},
    TypeInfo{StreamType::UserFills, "userFills", FirstFrame::Always},
    TypeInfo{StreamType::UserFundings, "userFundings", FirstFrame::Always},
    TypeInfo{StreamType::UserNonFundingLedgerUpdates, "userNonFundingLedgerUpdates",
             FirstFrame::Always},
    TypeInfo{StreamType::UserHistoricalOrders, "userHistoricalOrders", FirstFrame::Always},
    TypeInfo{StreamType::UserTwapSliceFills, "userTwapSliceFills", FirstFrame::Always},
    TypeInfo{StreamType::UserTwapHistory, "userTwapHistory", FirstFrame::Always},
    TypeInfo{StreamType::Notification, "notification", FirstFrame::Never},
    TypeInfo{StreamType::ClearinghouseState, "clearinghouseState", FirstFrame::Always},
    TypeInfo{StreamType::AllDexsClearinghouseState, "allDexsClearinghouseState",
             FirstFrame::Always},
    TypeInfo{StreamType::OpenOrders, "openOrders", FirstFrame::Always},
    TypeInfo{StreamType::TwapStates, "twapStates", FirstFrame::Always},
    TypeInfo{StreamType::SpotState, "spotState", FirstFrame::Always},
    TypeInfo{StreamType::ActiveAssetData, "activeAssetData", FirstFrame::Always},
    TypeInfo{StreamType::WebData3, "webData3", FirstFrame::Always},
    TypeInfo{StreamType::L2Delta, "l2", FirstFrame::Always},
};

const TypeInfo &infoOf(StreamType type)
{
    return kTypes[static_cast<std::size_t>(type)];
}

bool hasDex(StreamType type)
{
    return type == StreamType::AllMids || type == StreamType::AssetCtxs ||
           type == StreamType::ClearinghouseState || type == StreamType::OpenOrders ||
           type == StreamType::TwapStates;
}

Value optionalInt(const std::optional<int> &value)
{
    return value ? Value(*value) : Value(nullptr);
}

Result<std::optional<int>> readOptionalInt(const Value &payload, std::string_view key)
{
    const Value *v = payload.find(key);
    if (v == nullptr || v->isNull())
        return std::optional<int>();
    HL_TRY(n, v->toInt());
    if (n < 0 || n > 100)
        return fail(ErrorKind::Validation, "is out of range", std::string(key));
    return std::optional<int>(static_cast<int>(n));
}

std::string textOf(const Value &payload, std::string_view key)
{
    const Value *v = payload.find(key);
    const std::string *text = v == nullptr ? nullptr : v->asString();
    return text == nullptr ? std::string() : *text;
}

} // namespace

std::string_view streamTypeName(StreamType type)
{
    return infoOf(type).name;
}

std::optional<StreamType> streamTypeFromName(std::string_view name)
{
    // The reference client has a method of this name for the same wire subscription.
    if (name == "activeSpotAssetCtx")
        return StreamType::ActiveAssetCtx;
    for (const TypeInfo &info : kTypes) {
        if (info.name == name)
            return info.type;
    }
    return std::nullopt;
}

Subscription Subscription::l2Book(std::string coin, bool fast, std::optional<int> nSigFigs,
                                  std::optional<int> mantissa)
{
    Subscription s;
    s.type = StreamType::L2Book;
    s.coin = std::move(coin);
    s.fast = fast;
    s.nSigFigs = nSigFigs;
    s.mantissa = mantissa;
    return s;
}

Subscription Subscription::l2Delta(std::string coin)
{
    Subscription s;
    s.type = StreamType::L2Delta;
    s.coin = std::move(coin);
    return s;
}

Subscription Subscription::bbo(std::string coin)
{
    Subscription s;
    s.type = StreamType::Bbo;
    s.coin = std::move(coin);
    return s;
}

Subscription Subscription::trades(std::string coin)
{
    Subscription s;
    s.type = StreamType::Trades;
    s.coin = std::move(coin);
    return s;
}

Subscription Subscription::candle(std::string coin, std::string interval)
{
    Subscription s;
    s.type = StreamType::Candle;
    s.coin = std::move(coin);
    s.interval = std::move(interval);
    return s;
}

Subscription Subscription::activeAssetCtx(std::string coin)
{
    Subscription s;
    s.type = StreamType::ActiveAssetCtx;
    s.coin = std::move(coin);
    return s;
}

Subscription Subscription::activeAssetData(const Address &user, std::string coin)
{
    Subscription s;
    s.type = StreamType::ActiveAssetData;
    s.user = user;
    s.coin = std::move(coin);
    return s;
}

Subscription Subscription::ofDex(StreamType type, std::string dex)
{
    Subscription s;
    s.type = type;
    s.dex = std::move(dex);
    return s;
}

Subscription Subscription::ofUser(StreamType type, const Address &user, std::string dex)
{
    Subscription s = ofDex(type, std::move(dex));
    s.user = user;
    return s;
}

Value Subscription::payload() const
{
    Object o;
    if (type == StreamType::UserFills)
        o.emplace_back("aggregateByTime", aggregateByTime);
    if (!coin.empty())
        o.emplace_back("coin", coin);
    // allMids of the first dex is spelled without the key, the others with "".
    if (hasDex(type) && (type != StreamType::AllMids || !dex.empty()))
        o.emplace_back("dex", dex);
    if (type == StreamType::L2Book && fast)
        o.emplace_back("fast", true);
    if (type == StreamType::Candle)
        o.emplace_back("interval", interval);
    if (type == StreamType::L2Book) {
        o.emplace_back("mantissa", optionalInt(mantissa));
        o.emplace_back("nSigFigs", optionalInt(nSigFigs));
    }
    o.emplace_back("type", std::string(streamTypeName(type)));
    if (user)
        o.emplace_back("user", user->toString());
    return Value(std::move(o));
}

std::string Subscription::canonicalId() const
{
    return session::canonicalId(payload());
}

FirstFrame Subscription::firstFrame() const
{
    return infoOf(type).firstFrame;
}

std::string Subscription::label() const
{
    std::string text(streamTypeName(type));
    for (const std::string *part : {&coin, &interval, &dex}) {
        if (!part->empty())
            text += " " + *part;
    }
    if (user)
        text += " of " + user->shortened();
    return text;
}

Result<Subscription> subscriptionFromPayload(const Value &payload)
{
    HL_TRY(name, payload.string("type"));
    const auto type = streamTypeFromName(name);
    if (!type)
        return fail(ErrorKind::Validation, "'" + name + "' is not a subscription type", "type");
    Subscription s;
    s.type = *type;
    s.coin = textOf(payload, "coin");
    s.interval = textOf(payload, "interval");
    s.dex = textOf(payload, "dex");
    if (const std::string user = textOf(payload, "user"); !user.empty()) {
        HL_TRY(address, Address::parse(user));
        s.user = address;
    }
    HL_TRY(nSigFigs, readOptionalInt(payload, "nSigFigs"));
    HL_TRY(mantissa, readOptionalInt(payload, "mantissa"));
    s.nSigFigs = nSigFigs;
    s.mantissa = mantissa;
    if (const Value *v = payload.find("fast"); v != nullptr && v->asBool() != nullptr)
        s.fast = *v->asBool();
    if (const Value *v = payload.find("aggregateByTime"); v != nullptr && v->asBool() != nullptr)
        s.aggregateByTime = *v->asBool();
    return s;
}

} // namespace hl::session

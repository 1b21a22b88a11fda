// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/answer_scanner.h"

#include "venue/hyperliquid/layout_scanner.h"

#include <algorithm>
#include <optional>

namespace hl::venue {

namespace {

// Rows are hardly shorter than this.
constexpr std::size_t kLeastMid = 12;
constexpr std::size_t kLeastFastContext = 36;
constexpr std::size_t kLeastPosition = 256;
constexpr std::size_t kLeastBalance = 64;
constexpr std::size_t kLeastAsset = 40;
constexpr std::size_t kLeastContext = 128;
constexpr std::size_t kUsualCoinsAtCap = 4;

/// Room for the rows of a text, within reason: what a text claims is not believed.
std::size_t rowsIn(std::size_t bytes, std::size_t least)
{
    return std::min<std::size_t>(bytes / least + 1, 1'024);
}

/// A decimal behind its key.
template <std::size_t N>
bool field(LayoutScanner &in, const char (&key)[N], Decimal &out)
{
    return in.take(key) && in.decimal(out);
}

template <std::size_t N>
bool fieldOrNull(LayoutScanner &in, const char (&key)[N], std::optional<Decimal> &out)
{
    if (!in.take(key))
        return false;
    if (in.take("null"))
        return true;
    return in.decimal(out.emplace());
}

template <std::size_t N>
bool skipped(LayoutScanner &in, const char (&key)[N])
{
    return in.take(key) && in.skipText();
}

int smallInt(std::int64_t value, std::int64_t least)
{
    return static_cast<int>(std::clamp<std::int64_t>(value, least, 1'000'000));
}

bool readMids(LayoutScanner &in, std::size_t room, Mids &out)
{
    if (!in.take("{"))
        return false;
    if (in.take("}"))
        return true;
    out.reserve(rowsIn(room, kLeastMid));
    std::string_view coin;
    do {
        auto &[name, px] = out.emplace_back();
        if (!in.take("\"") || !in.name(coin) || !in.take(":") || !in.decimal(px))
            return false;
        name.assign(coin);
    } while (in.take(","));
    return in.take("}");
}

bool readPosition(LayoutScanner &in, const market::InstrumentRegistry &registry,
                  model::Position &out)
{
    std::string_view coin;
    if (!in.take("{\"type\":\"oneWay\",\"position\":{\"coin\":\"") || !in.name(coin))
        return false;
    const market::Instrument *instrument = registry.find(coin);
    if (!instrument)
        return false;
    out.coin.assign(coin);
    out.grid = instrument->grid;
    if (!in.take(",\"szi\":\"") || !in.units(out.grid.szDecimals, out.szi.lots) ||
        !in.take("\",\"leverage\":{\"type\":\""))
        return false;
    out.isCross = in.take("cross\"");
    if (!out.isCross && !in.take("isolated\""))
        return false;
    std::int64_t leverage = 0;
    std::int64_t maxLeverage = 0;
    if (!in.take(",\"value\":") || !in.whole(leverage))
        return false;
    if (!in.take("}") && (!skipped(in, ",\"rawUsd\":") || !in.take("}")))
        return false;
    if (!field(in, ",\"entryPx\":", out.entryPx) ||
        !field(in, ",\"positionValue\":", out.positionValue) ||
        !field(in, ",\"unrealizedPnl\":", out.unrealizedPnl) ||
        !field(in, ",\"returnOnEquity\":", out.returnOnEquity) ||
        !fieldOrNull(in, ",\"liquidationPx\":", out.liquidationPx) ||
        !field(in, ",\"marginUsed\":", out.marginUsed) || !in.take(",\"maxLeverage\":") ||
        !in.whole(maxLeverage) || !skipped(in, ",\"cumFunding\":{\"allTime\":") ||
        !field(in, ",\"sinceOpen\":", out.fundingSinceOpen) || !skipped(in, ",\"sinceChange\":") ||
        !in.take("}}}"))
        return false;
    out.leverage = smallInt(leverage, 0);
    out.maxLeverage = smallInt(maxLeverage, 0);
    return true;
}

bool readPerpAccount(LayoutScanner &in, std::size_t room,
                     const market::InstrumentRegistry &registry, std::string_view dex,
                     PerpAccount &out)
{
    model::MarginSummary &margin = out.margin;
    if (!field(in, "{\"marginSummary\":{\"accountValue\":", margin.accountValue) ||
        !field(in, ",\"totalNtlPos\":", margin.totalNtlPos) || !skipped(in, ",\"totalRawUsd\":") ||
        !field(in, ",\"totalMarginUsed\":", margin.totalMarginUsed) ||
        !skipped(in, "},\"crossMarginSummary\":{\"accountValue\":") ||
        !skipped(in, ",\"totalNtlPos\":") || !skipped(in, ",\"totalRawUsd\":") ||
        !skipped(in, ",\"totalMarginUsed\":") ||
        !field(in, "},\"crossMaintenanceMarginUsed\":", margin.maintenanceMargin) ||
        !field(in, ",\"withdrawable\":", margin.withdrawable) || !in.take(",\"assetPositions\":["))
        return false;
    margin.dex.assign(dex);
    margin.collateral = registry.collateralOf(dex);
    if (!in.take("]")) {
        out.positions.reserve(rowsIn(room, kLeastPosition));
        do {
            model::Position &position = out.positions.emplace_back();
            position.dex.assign(dex);
            position.collateral = margin.collateral;
            if (!readPosition(in, registry, position))
                return false;
        } while (in.take(","));
        if (!in.take("]"))
            return false;
    }
    return in.take(",\"time\":") && in.whole(margin.time) && in.take("}");
}

bool readSpotAccount(LayoutScanner &in, std::size_t room, SpotAccount &out)
{
    if (!in.take("{\"balances\":["))
        return false;
    if (in.take("]"))
        return in.take("}");
    out.balances.reserve(rowsIn(room, kLeastBalance));
    std::string_view coin;
    do {
        model::Balance &balance = out.balances.emplace_back();
        if (!in.take("{\"coin\":\"") || !in.name(coin) || !in.take(",\"token\":") ||
            !in.whole(balance.token) || !field(in, ",\"total\":", balance.total) ||
            !field(in, ",\"hold\":", balance.hold) ||
            !field(in, ",\"entryNtl\":", balance.entryNtl) || !in.take("}"))
            return false;
        balance.coin.assign(coin);
    } while (in.take(","));
    return in.take("]}");
}

bool readAsset(LayoutScanner &in, market::PerpAsset &out)
{
    std::int64_t szDecimals = 0;
    std::int64_t maxLeverage = 0;
    std::string_view name;
    if (!in.take("{\"szDecimals\":") || !in.whole(szDecimals) || !in.take(",\"name\":\"") ||
        !in.name(name) || !in.take(",\"maxLeverage\":") || !in.whole(maxLeverage) ||
        !in.take(",\"marginTableId\":") || !in.whole(out.marginTableId))
        return false;
    out.name.assign(name);
    out.szDecimals = smallInt(szDecimals, -1);
    out.maxLeverage = smallInt(maxLeverage, -1);
    if (in.take("}"))
        return true;
    bool onlyIsolated = false;
    if (in.take(",\"onlyIsolated\":") && !in.flag(onlyIsolated))
        return false;
    if (in.take(",\"isDelisted\":") && !in.flag(out.isDelisted))
        return false;
    out.marginMode = onlyIsolated ? market::MarginMode::NoCross : market::MarginMode::Normal;
    if (in.take(",\"marginMode\":\"")) {
        if (in.take("strictIsolated\""))
            out.marginMode = market::MarginMode::StrictIsolated;
        else if (in.take("noCross\""))
            out.marginMode = market::MarginMode::NoCross;
        else
            return false;
    }
    if (in.take(",\"growthMode\":") && !in.skipText())
        return false;
    if (in.take(",\"lastGrowthModeChangeTime\":") && !in.skipText())
        return false;
    return in.take("}");
}

bool readMarginTable(LayoutScanner &in, market::MarginTable &out)
{
    std::string_view description;
    if (!in.take("[") || !in.whole(out.id) || !in.take(",{\"description\":\"") ||
        !in.name(description) || !in.take(",\"marginTiers\":["))
        return false;
    out.description.assign(description);
    do {
        market::MarginTier &tier = out.tiers.emplace_back();
        std::int64_t leverage = 0;
        if (!field(in, "{\"lowerBound\":", tier.lowerBound) || !in.take(",\"maxLeverage\":") ||
            !in.whole(leverage) || !in.take("}"))
            return false;
        tier.maxLeverage = smallInt(leverage, -1);
    } while (in.take(","));
    return in.take("]}]");
}

bool readMeta(LayoutScanner &in, std::size_t room, market::PerpMeta &out)
{
    if (!in.take("{\"universe\":["))
        return false;
    out.universe.reserve(rowsIn(room, kLeastAsset + kLeastContext));
    do {
        if (!readAsset(in, out.universe.emplace_back()))
            return false;
    } while (in.take(","));
    if (!in.take("]"))
        return false;
    if (in.take(",\"marginTables\":[") && !in.take("]")) {
        do {
            if (!readMarginTable(in, out.marginTables.emplace_back()))
                return false;
        } while (in.take(","));
        if (!in.take("]"))
            return false;
    }
    if (in.take(",\"collateralToken\":") && !in.whole(out.collateralToken))
        return false;
    return in.take("}");
}

bool readContext(LayoutScanner &in, market::AssetCtx &out)
{
    const auto value = [&](std::optional<Decimal> &into) { return in.decimal(into.emplace()); };
    if (!in.take("{\"funding\":") || !value(out.funding) || !in.take(",\"openInterest\":") ||
        !value(out.openInterest) || !in.take(",\"prevDayPx\":") || !value(out.prevDayPx) ||
        !in.take(",\"dayNtlVlm\":") || !value(out.dayNtlVlm) ||
        !fieldOrNull(in, ",\"premium\":", out.premium) || !in.take(",\"oraclePx\":") ||
        !value(out.oracle) || !in.take(",\"markPx\":") || !value(out.mark) ||
        !fieldOrNull(in, ",\"midPx\":", out.mid) || !in.take(",\"impactPxs\":"))
        return false;
    if (!in.take("null") &&
        (!in.take("[") || !in.skipText() || !in.take(",") || !in.skipText() || !in.take("]")))
        return false;
    if (in.take(",\"dayBaseVlm\":") && !in.skipText())
        return false;
    return in.take("}");
}

bool readUser(LayoutScanner &in, Address &user)
{
    std::string_view name;
    if (!in.take("\"user\":\"") || !in.name(name))
        return false;
    const auto parsed = Address::parse(name);
    if (parsed)
        user = *parsed;
    return parsed.has_value();
}

/// What newer accounts have behind the rest, in any order, each once.
bool readUserSettings(LayoutScanner &in, WebData3Frame &out)
{
    bool hasDexes = false;
    bool hasDusting = false;
    bool hasMode = false;
    bool ignored = false;
    while (!in.take("}")) {
        if (!hasDexes && in.take(",\"dexAbstractionEnabled\":")) {
            hasDexes = true;
            if (!in.flag(ignored))
                return false;
        } else if (!hasDusting && in.take(",\"optOutOfSpotDusting\":")) {
            hasDusting = true;
            if (!in.flag(ignored))
                return false;
        } else if (std::string_view mode; !hasMode && in.take(",\"abstraction\":\"")) {
            hasMode = true;
            if (!in.name(mode))
                return false;
            out.abstraction.assign(mode);
        } else {
            return false;
        }
    }
    return true;
}

bool readUserState(LayoutScanner &in, WebData3Frame &out)
{
    if (!in.take("{\"agentAddress\":"))
        return false;
    if (!in.take("null")) {
        std::string_view name;
        if (!in.take("\"") || !in.name(name))
            return false;
        const auto agent = Address::parse(name);
        if (!agent)
            return false;
        out.agent = *agent;
    }
    if (!in.take(",\"agentValidUntil\":") ||
        (!in.take("null") && !in.whole(out.agentValidUntil.emplace())))
        return false;
    return field(in, ",\"cumLedger\":", out.cumLedger) && in.take(",\"serverTime\":") &&
           in.whole(out.serverTime) && in.take(",\"isVault\":") && in.flag(out.isVault) &&
           in.take(",") && readUser(in, out.user) && readUserSettings(in, out);
}

/// One dex of webData3: the coins at their open interest cap are read, the rest is passed over.
bool readDexState(LayoutScanner &in, std::vector<std::string> &atCap)
{
    if (!skipped(in, "{\"totalVaultEquity\":"))
        return false;
    if (in.take(",\"perpsAtOpenInterestCap\":[") && !in.take("]")) {
        atCap.reserve(kUsualCoinsAtCap);
        std::string_view coin;
        do {
            if (!in.take("\"") || !in.name(coin))
                return false;
            atCap.emplace_back(coin);
        } while (in.take(","));
        if (!in.take("]"))
            return false;
    }
    if (in.take(",\"leadingVaults\":[") && !in.take("]")) {
        do {
            if (!skipped(in, "{\"address\":") || !skipped(in, ",\"name\":") || !in.take("}"))
                return false;
        } while (in.take(","));
        if (!in.take("]"))
            return false;
    }
    return in.take("}");
}

bool readWebData(LayoutScanner &in, WebData3Frame &out)
{
    if (!in.take("{\"userState\":") || !readUserState(in, out) || !in.take(",\"perpDexStates\":["))
        return false;
    auto &lists = out.perpsAtOpenInterestCap;
    std::size_t dexes = 0;
    if (!in.take("]")) {
        do {
            if (dexes == lists.size())
                lists.emplace_back();
            lists[dexes].clear();
            if (!readDexState(in, lists[dexes++]))
                return false;
        } while (in.take(","));
        if (!in.take("]"))
            return false;
    }
    lists.resize(dexes);
    return true;
}

/// The account's own page comes every second or two: its lists keep their memory.
WebData3Frame &emptied(FramePayload &payload)
{
    auto *const frame = std::get_if<WebData3Frame>(&payload);
    if (frame == nullptr)
        return payload.emplace<WebData3Frame>();
    auto lists = std::move(frame->perpsAtOpenInterestCap);
    *frame = WebData3Frame();
    frame->perpsAtOpenInterestCap = std::move(lists);
    return *frame;
}

} // namespace

bool scanMids(std::string_view text, Mids &out)
{
    LayoutScanner in(text);
    return readMids(in, text.size(), out) && in.atEnd();
}

bool scanPerpAccount(std::string_view text, const market::InstrumentRegistry &registry,
                     std::string_view dex, PerpAccount &out)
{
    LayoutScanner in(text);
    return readPerpAccount(in, text.size(), registry, dex, out) && in.atEnd();
}

bool scanFastContexts(std::string_view text, std::vector<FastContext> &out)
{
    LayoutScanner in(text);
    if (!in.take("{"))
        return false;
    if (in.take("}"))
        return in.atEnd();
    out.reserve(rowsIn(text.size(), kLeastFastContext));
    std::string_view coin;
    do {
        FastContext &context = out.emplace_back();
        if (!in.take("\"") || !in.name(coin) || !in.take(":{"))
            return false;
        context.coin.assign(coin);
        const bool hasMark = in.take("\"markPx\":");
        if (hasMark && !in.decimal(context.mark.emplace()))
            return false;
        if (hasMark ? in.take(",\"midPx\":") : in.take("\"midPx\":")) {
            auto &mid = context.mid.emplace();
            if (!in.take("null") && !in.decimal(mid.emplace()))
                return false;
        }
        if (!in.take("}"))
            return false;
    } while (in.take(","));
    return in.take("}") && in.atEnd();
}

bool scanMetaAndContexts(std::string_view text, MetaAndContexts &out)
{
    LayoutScanner in(text);
    if (!in.take("[") || !readMeta(in, text.size(), out.first) || !in.take(",["))
        return false;
    auto &contexts = out.second;
    contexts.reserve(out.first.universe.size());
    if (!in.take("]")) {
        do {
            const std::size_t place = contexts.size();
            market::AssetCtx &context = contexts.emplace_back();
            if (place < out.first.universe.size())
                context.coin = out.first.universe[place].name;
            if (!readContext(in, context))
                return false;
        } while (in.take(","));
        if (!in.take("]"))
            return false;
    }
    return in.take("]") && in.atEnd();
}

bool scanStateFrame(std::string_view text, const market::InstrumentRegistry &registry, Frame &out)
{
    LayoutScanner in(text);
    const auto done = [&](Channel channel) {
        out.channel = channel;
        return in.take("}}") && in.atEnd();
    };
    if (!in.take("{\"channel\":\""))
        return false;
    if (in.take("clearinghouseState\",\"data\":{\"dex\":\"")) {
        auto &frame = out.payload.emplace<PerpAccountsFrame>();
        std::string_view dex;
        return in.name(dex) && in.take(",") && readUser(in, frame.user) &&
               in.take(",\"clearinghouseState\":") &&
               readPerpAccount(in, text.size(), registry, dex, frame.accounts.emplace_back()) &&
               done(Channel::ClearinghouseState);
    }
    if (in.take("spotState\",\"data\":{")) {
        auto &frame = out.payload.emplace<SpotStateFrame>();
        return readUser(in, frame.user) && in.take(",\"spotState\":") &&
               readSpotAccount(in, text.size(), frame.account) && done(Channel::SpotState);
    }
    if (in.take("webData3\",\"data\":"))
        return readWebData(in, emptied(out.payload)) && done(Channel::WebData3);
    if (in.take("allMids\",\"data\":{\"mids\":")) {
        return readMids(in, text.size(), out.payload.emplace<AllMidsFrame>().mids) &&
               done(Channel::AllMids);
    }
    return false;
}

} // namespace hl::venue

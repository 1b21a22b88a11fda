// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/json_view.h"
#include "venue/hyperliquid/self_check.h"

#include <algorithm>

/// Which names each channel's frames are known to carry: recordings of 2024 to 2026 and
/// protocol/websocket.md section 3. A name that is not here is news.
namespace hl::venue {
namespace {

constexpr std::string_view kFill =
    " fills builderFee cloid closedPnl coin crossed dir fee feeToken hash liquidation "
    "liquidatedUser markPx method oid px side startPosition sz tid time twapId feeTrialEscrow ";
constexpr std::string_view kPerpState =
    " clearinghouseState clearinghouseStates assetPositions position coin cumFunding allTime "
    "sinceChange sinceOpen entryPx leverage rawUsd type value liquidationPx marginUsed maxLeverage "
    "positionValue returnOnEquity szi unrealizedPnl crossMaintenanceMarginUsed crossMarginSummary "
    "marginSummary accountValue totalMarginUsed totalNtlPos totalRawUsd time withdrawable dex "
    "user ";
constexpr std::string_view kOrder =
    " children cloid coin isPositionTpsl isTrigger limitPx oid orderType origSz reduceOnly side sz "
    "tif timestamp triggerCondition triggerPx ";
constexpr std::string_view kTwap =
    " coin executedNtl executedSz minutes randomize reduceOnly side stopPx sz timestamp trigger "
    "above px user ";
constexpr std::string_view kContext =
    " coin ctx ctxs dayBaseVlm dayNtlVlm funding impactPxs markPx midPx openInterest oraclePx "
    "premium prevDayPx circulatingSupply totalSupply dex ";

struct Known
{
    Channel channel;
    std::array<std::string_view, 3> names;
};

constexpr std::array kKnown{
    Known{Channel::L2Book, {" coin time levels px sz n fast spread "}},
    Known{Channel::Bbo, {" coin time bbo px sz n "}},
    Known{Channel::Trades, {" coin side px sz time hash tid users "}},
    Known{Channel::Candle, {" t T s i o c h l v n "}},
    Known{Channel::ActiveAssetCtx, {kContext}},
    Known{Channel::ActiveSpotAssetCtx, {kContext}},
    Known{Channel::AssetCtxs, {kContext}},
    Known{Channel::SpotAssetCtxs, {kContext}},
    Known{Channel::AllDexsAssetCtxs, {kContext}},
    Known{Channel::OrderUpdates, {kOrder, " order status statusTimestamp "}},
    Known{Channel::UserHistoricalOrders,
          {kOrder, " order status statusTimestamp user orderHistory isSnapshot "}},
    Known{Channel::User,
          {kFill, kTwap,
           " funding fundingRate nSamples szi usdc lid liquidator liquidated_user "
           "liquidated_ntl_pos liquidated_account_value nonUserCancel twapHistory state status "
           "description twapSliceFills fill "}},
    Known{Channel::UserFills, {kFill, " user isSnapshot "}},
    Known{Channel::UserFundings,
          {" user fundings isSnapshot time coin usdc szi fundingRate nSamples "}},
    Known{Channel::UserTwapSliceFills, {kFill, " user isSnapshot twapSliceFills fill "}},
    Known{Channel::UserTwapHistory,
          {kTwap, " user isSnapshot history state status description time twapId "}},
    Known{Channel::ClearinghouseState, {kPerpState}},
    Known{Channel::AllDexsClearinghouseState, {kPerpState}},
    Known{Channel::OpenOrders, {kOrder, " dex user orders "}},
    Known{Channel::TwapStates, {kTwap, " dex states "}},
    Known{Channel::SpotState,
          {" user spotState balances coin token total hold entryNtl supplied borrowed "
           "tokenToAvailableAfterMaintenance evmEscrows portfolioMarginEnabled "
           "portfolioMarginRatio "}},
    Known{Channel::ActiveAssetData,
          {" user coin leverage type value rawUsd maxTradeSzs availableToTrade markPx "}},
    Known{
        Channel::WebData3,
        {" userState perpDexStates agentAddress agentValidUntil cumLedger serverTime isVault user "
         "optOutOfSpotDusting dexAbstractionEnabled abstraction totalVaultEquity "
         "perpsAtOpenInterestCap leadingVaults address name "}},
    Known{Channel::Notification, {" notification "}},
};

/// Every frame of a channel at first, then one in so many: what is new there comes again.
constexpr std::uint64_t kAllUpTo = 32;
constexpr std::uint64_t kOneIn = 128;
constexpr std::size_t kLargest = 256 * 1024;

bool knows(const Known &known, std::string_view name)
{
    return std::ranges::any_of(known.names, [name](std::string_view names) {
        for (std::size_t at = names.find(name); at != std::string_view::npos;
             at = names.find(name, at + 1))
            if (at > 0 && names[at - 1] == ' ' && names[at + name.size()] == ' ')
                return true;
        return false;
    });
}

void collect(const JsonValue &value, const Known &known, int depth, std::set<std::string> &found)
{
    if (depth > 8)
        return;
    for (JsonValue::Elements at(value); at; at.next())
        collect(at.value(), known, depth + 1, found);
    for (JsonValue::Members at(value); at; at.next()) {
        if (!knows(known, at.key()))
            found.insert(std::string(channelName(known.channel)) + "." +
                         std::string(at.key().substr(0, 40)));
        collect(at.value(), known, depth + 1, found);
    }
}

} // namespace

struct SelfCheck::Fields
{
    JsonParser parser;
    std::array<std::uint64_t, kChannelCount> seen{};
};

SelfCheck::SelfCheck(std::vector<std::string> expectedDexes)
    : m_fields(std::make_unique<Fields>())
    , m_expectedDexes(std::move(expectedDexes))
    , m_hasExpectedDexes(!m_expectedDexes.empty())
{}

SelfCheck::~SelfCheck() = default;

void SelfCheck::fields(const Frame &frame, std::string_view text)
{
    const auto known = std::ranges::find(kKnown, frame.channel, &Known::channel);
    if (known == kKnown.end() || text.size() > kLargest)
        return;
    const std::uint64_t n = ++m_fields->seen[static_cast<std::size_t>(frame.channel)];
    if (n > kAllUpTo && n % kOneIn != 0)
        return;
    const auto root = m_fields->parser.parse(text);
    if (!root)
        return;
    std::set<std::string> found;
    collect(root->find("data"), *known, 0, found);
    for (const std::string &name : found)
        remember(m_newFields, name);
}

std::vector<std::string> recordedDexes()
{
    return {"xyz", "flx", "vntl", "hyna", "km", "felix", "abcd", "cash", "para"};
}

} // namespace hl::venue

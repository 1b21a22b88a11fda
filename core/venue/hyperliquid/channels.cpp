// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/frame.h"

#include <array>

namespace hl::venue {

namespace {

struct NamedChannel
{
    std::string_view name;
    Channel channel;
};

/// Most frequent first.
constexpr std::array kChannels{
    NamedChannel{"l2Book", Channel::L2Book},
    NamedChannel{"bbo", Channel::Bbo},
    NamedChannel{"trades", Channel::Trades},
    NamedChannel{"allMids", Channel::AllMids},
    NamedChannel{"candle", Channel::Candle},
    NamedChannel{"fastAssetCtxs", Channel::FastAssetCtxs},
    NamedChannel{"activeAssetCtx", Channel::ActiveAssetCtx},
    NamedChannel{"activeSpotAssetCtx", Channel::ActiveSpotAssetCtx},
    NamedChannel{"orderUpdates", Channel::OrderUpdates},
    NamedChannel{"userFills", Channel::UserFills},
    NamedChannel{"openOrders", Channel::OpenOrders},
    NamedChannel{"clearinghouseState", Channel::ClearinghouseState},
    NamedChannel{"allDexsClearinghouseState", Channel::AllDexsClearinghouseState},
    NamedChannel{"spotState", Channel::SpotState},
    NamedChannel{"post", Channel::Post},
    NamedChannel{"pong", Channel::Pong},
    NamedChannel{"subscriptionResponse", Channel::SubscriptionResponse},
    NamedChannel{"error", Channel::Error},
    NamedChannel{"user", Channel::User},
    NamedChannel{"webData3", Channel::WebData3},
    NamedChannel{"twapStates", Channel::TwapStates},
    NamedChannel{"activeAssetData", Channel::ActiveAssetData},
    NamedChannel{"assetCtxs", Channel::AssetCtxs},
    NamedChannel{"spotAssetCtxs", Channel::SpotAssetCtxs},
    NamedChannel{"allDexsAssetCtxs", Channel::AllDexsAssetCtxs},
    NamedChannel{"outcomeMetaUpdates", Channel::OutcomeMetaUpdates},
    NamedChannel{"userFundings", Channel::UserFundings},
    NamedChannel{"userNonFundingLedgerUpdates", Channel::UserNonFundingLedgerUpdates},
    NamedChannel{"userHistoricalOrders", Channel::UserHistoricalOrders},
    NamedChannel{"userTwapSliceFills", Channel::UserTwapSliceFills},
    NamedChannel{"userTwapHistory", Channel::UserTwapHistory},
    NamedChannel{"notification", Channel::Notification},
    NamedChannel{"l2", Channel::L2Delta},
};
static_assert(kChannels.size() == kChannelCount - 1);

/// By channel; every frame asks.
constexpr auto kNames = [] {
    std::array<std::string_view, kChannelCount> names;
    for (const NamedChannel &entry : kChannels)
        names[static_cast<std::size_t>(entry.channel)] = entry.name;
    return names;
}();

} // namespace

Channel channelFromName(std::string_view name)
{
    for (const NamedChannel &entry : kChannels) {
        if (entry.name == name)
            return entry.channel;
    }
    return Channel::Unknown;
}

std::string_view channelName(Channel channel)
{
    return kNames[static_cast<std::size_t>(channel)];
}

std::string_view frameKindName(FrameKind kind)
{
    switch (kind) {
    case FrameKind::Data:
        return "data";
    case FrameKind::Snapshot:
        return "snapshot";
    case FrameKind::Ack:
        return "ack";
    case FrameKind::Pong:
        return "pong";
    case FrameKind::Post:
        return "post";
    case FrameKind::Error:
        return "error";
    case FrameKind::Ignored:
        return "ignored";
    case FrameKind::Refused:
        return "refused";
    }
    return "refused";
}

StatusClass classifyStatus(std::string_view status)
{
    if (status == "open")
        return StatusClass::Open;
    if (status == "triggered")
        return StatusClass::Triggered;
    if (status == "filled")
        return StatusClass::Filled;
    if (status == "canceled" || status.ends_with("Canceled") || status.ends_with("Cancel"))
        return StatusClass::Cancelled;
    if (status == "rejected" || status.ends_with("Rejected"))
        return StatusClass::Rejected;
    return StatusClass::Other;
}

} // namespace hl::venue

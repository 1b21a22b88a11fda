// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/sim_order.h"

namespace hl::sim {

std::string_view statusText(OrderStatus status)
{
    switch (status) {
    case OrderStatus::Open:
        return "open";
    case OrderStatus::Filled:
        return "filled";
    case OrderStatus::Canceled:
        return "canceled";
    case OrderStatus::Triggered:
        return "triggered";
    case OrderStatus::Rejected:
        return "rejected";
    case OrderStatus::MarginCanceled:
        return "marginCanceled";
    case OrderStatus::SelfTradeCanceled:
        return "selfTradeCanceled";
    case OrderStatus::ReduceOnlyCanceled:
        return "reduceOnlyCanceled";
    case OrderStatus::SiblingFilledCanceled:
        return "siblingFilledCanceled";
    case OrderStatus::LiquidatedCanceled:
        return "liquidatedCanceled";
    case OrderStatus::ScheduledCancel:
        return "scheduledCancel";
    case OrderStatus::TickRejected:
        return "tickRejected";
    case OrderStatus::MinTradeNtlRejected:
        return "minTradeNtlRejected";
    case OrderStatus::PerpMarginRejected:
        return "perpMarginRejected";
    case OrderStatus::ReduceOnlyRejected:
        return "reduceOnlyRejected";
    case OrderStatus::BadAloPxRejected:
        return "badAloPxRejected";
    case OrderStatus::IocCancelRejected:
        return "iocCancelRejected";
    case OrderStatus::BadTriggerPxRejected:
        return "badTriggerPxRejected";
    case OrderStatus::MarketOrderNoLiquidityRejected:
        return "marketOrderNoLiquidityRejected";
    case OrderStatus::InsufficientSpotBalanceRejected:
        return "insufficientSpotBalanceRejected";
    case OrderStatus::OracleRejected:
        return "oracleRejected";
    }
    return "rejected";
}

std::string_view tifText(WireTif tif)
{
    switch (tif) {
    case WireTif::None:
        return "";
    case WireTif::Gtc:
        return "Gtc";
    case WireTif::Ioc:
        return "Ioc";
    case WireTif::Alo:
        return "Alo";
    case WireTif::FrontendMarket:
        return "FrontendMarket";
    case WireTif::LiquidationMarket:
        return "LiquidationMarket";
    }
    return "";
}

} // namespace hl::sim

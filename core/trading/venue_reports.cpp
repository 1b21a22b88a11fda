// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/venue_reports.h"

namespace hl::trading {

namespace {

std::optional<model::Tif> tifOf(const std::string &word)
{
    if (word == "Gtc")
        return model::Tif::Gtc;
    if (word == "Alo")
        return model::Tif::Alo;
    if (word == "Ioc" || word == "FrontendMarket" || word == "LiquidationMarket")
        return model::Tif::Ioc;
    return {};
}

void append(const std::vector<venue::WireOrder> &orders, Oid parent, std::vector<OrderReport> &out)
{
    for (const venue::WireOrder &order : orders) {
        out.push_back(reportOf(order));
        out.back().parentOid = parent;
        append(order.children, order.oid, out);
    }
}

} // namespace

OrderReport reportOf(const venue::WireOrder &order)
{
    OrderReport report;
    report.coin = order.coin;
    report.grid = order.grid;
    report.side = order.side;
    report.px = order.limitPx;
    report.sz = order.sz;
    report.origSz = order.origSz;
    report.oid = order.oid;
    report.cloid = order.cloid;
    report.tif = tifOf(order.tif);
    report.reduceOnly = order.reduceOnly;
    report.isTrigger = order.isTrigger;
    report.placedAt = order.timestamp;
    if (!order.orderType.empty())
        report.isMarket = order.orderType.ends_with("Market");
    report.trigger = triggerOf(order);
    return report;
}

std::optional<model::TriggerSpec> triggerOf(const venue::WireOrder &order)
{
    if (!order.triggerPx || !order.isTrigger.value_or(false))
        return {};
    model::TriggerSpec trigger;
    trigger.triggerPx = *order.triggerPx;
    trigger.isMarket = order.orderType.ends_with("Market");
    trigger.tpsl = order.orderType.starts_with("Take Profit") ? model::TpSl::Tp : model::TpSl::Sl;
    return trigger;
}

OrderReport reportOf(const venue::OrderUpdate &update)
{
    OrderReport report = reportOf(update.order);
    report.status = update.status;
    report.statusTime = update.statusTimestamp;
    return report;
}

std::vector<OrderReport> reportsOf(const std::vector<venue::WireOrder> &orders)
{
    std::vector<OrderReport> reports;
    reports.reserve(orders.size());
    append(orders, 0, reports);
    return reports;
}

} // namespace hl::trading

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/fill_messages.h"

#include "ui/common/formatters.h"
#include "ui/models/cell_text.h"
#include "ui/models/market_names.h"

namespace hl::ui {

FillMessages::FillMessages(WorkspaceState &state, QObject *parent) : QObject(parent), m_state(state)
{
    connect(&state, &WorkspaceState::fillsAppended, this,
            [this](const std::vector<model::Fill> &fills, bool isSnapshot) {
                if (!isSnapshot) // history is not news
                    add(fills);
            });
    connect(&state, &WorkspaceState::heartbeat, this, &FillMessages::sayDue);
    connect(&state, &WorkspaceState::ordersChanged, this, &FillMessages::sayDue);
}

const model::Order *FillMessages::orderOf(const model::Fill &fill) const
{
    for (const auto &[key, order] : m_state.orders()) {
        if (order.oid == fill.oid || (fill.cloid && order.cloid == fill.cloid))
            return &order;
    }
    return nullptr;
}

void FillMessages::add(const std::vector<model::Fill> &fills)
{
    for (const model::Fill &fill : fills) {
        Gathering &g = m_gathering[fill.oid];
        if (g.sz.lots == 0)
            g.sinceMonoNs = m_state.clock().monoNs();
        g.last = fill;
        g.sz = g.sz + fill.sz;
        g.paid = g.paid + fill.px * fill.sz;
        (fill.isTaker ? g.hasTaker : g.hasMaker) = true;
    }
    sayDue();
}

void FillMessages::sayDue()
{
    const std::int64_t now = m_state.clock().monoNs();
    for (auto it = m_gathering.begin(); it != m_gathering.end();) {
        const model::Order *order = orderOf(it->second.last);
        const bool isComplete = order && order->phase == model::OrderPhase::Filled;
        if (!isComplete && now - it->second.sinceMonoNs < kGatherNs) {
            ++it;
            continue;
        }
        const Gathering done = it->second;
        it = m_gathering.erase(it);
        say(done);
    }
}

void FillMessages::say(const Gathering &g)
{
    const Grid grid = g.last.grid;
    const market::Instrument *i = m_state.instrument(g.last.coin);
    const auto average = Decimal::div(toDecimal(g.paid, grid), toDecimal(g.sz, grid),
                                      grid.pxDecimals(), Rounding::HalfEven);
    const model::Order *order = orderOf(g.last);
    const QString role = g.last.isLiquidation       ? tr("liquidation")
                         : g.hasMaker && g.hasTaker ? tr("maker and taker")
                         : g.hasTaker               ? tr("taker")
                                                    : tr("maker");
    const QString market = i ? marketLabel(*i) : QString::fromStdString(g.last.coin);
    const QString price = average ? fmt::decimalText(*average) : fmt::none();
    engine::Notice notice;
    notice.level = g.last.isLiquidation ? engine::NoticeLevel::Error : engine::NoticeLevel::Success;
    notice.text =
        (order ? tr("%1 %2 %3 of %4 @ %5, %6")
                     .arg(market, cell::side(g.last.side), fmt::szPlain(g.sz, grid),
                          fmt::szPlain(order->origSz, grid), price, role)
               : tr("%1 %2 %3 @ %4, %5")
                     .arg(market, cell::side(g.last.side), fmt::szPlain(g.sz, grid), price, role))
            .toStdString();
    notice.topic = "fill";
    notice.key = std::to_string(g.last.oid);
    notice.time = g.last.time;
    Q_EMIT m_state.noticeRaised(notice);
}

} // namespace hl::ui

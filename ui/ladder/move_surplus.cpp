// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/move_surplus.h"

#include "ui/common/error_text.h"

#include <algorithm>
#include <utility>

namespace hl::ui {

namespace {

/// A fill of the old order is told within seconds, or after a reconnect.
constexpr std::int64_t kWatchNs = 30'000'000'000;

} // namespace

MoveSurplus::MoveSurplus(WorkspaceState &state, QObject *parent) : QObject(parent), m_state(state)
{
    connect(&state, &WorkspaceState::ordersChanged, this, &MoveSurplus::judge);
    connect(&state, &WorkspaceState::fillsAppended, this, &MoveSurplus::judge);
    connect(&state, &WorkspaceState::commandFinished, this,
            [this](const engine::CommandResult &result) {
                if (m_trimming == 0 || result.request != m_trimming)
                    return;
                m_trimming = 0;
                if (!result.ok)
                    Q_EMIT said(engine::NoticeLevel::Error,
                                tr("The surplus was not trimmed: %1").arg(errorText(result.error)));
            });
}

Sz MoveSurplus::filledAs(Oid oid) const
{
    Sz sum;
    for (const model::Fill &fill : m_state.fills())
        if (fill.oid == oid)
            sum = sum + fill.sz;
    return sum;
}

void MoveSurplus::watch(const model::Order &order)
{
    if (order.oid == 0)
        return; // its fills cannot be told from others
    std::erase_if(m_watched, [&](const Watched &w) { return w.key == order.key; });
    m_watched.push_back({order.key, order.oid, 0, order.origSz, order.filledSz,
                         m_state.clock().monoNs() + kWatchNs});
    judge();
}

void MoveSurplus::judge()
{
    const auto before = std::exchange(m_surplus, std::nullopt);
    std::erase_if(m_watched, [this](Watched &w) {
        const model::Order *order = m_state.order(w.key);
        if (order == nullptr || model::isTerminal(order->phase) ||
            m_state.clock().monoNs() > w.untilNs)
            return true;
        if (w.newOid == 0 && order->oid != w.oid)
            w.newOid = order->oid;
        return w.newOid != 0 && order->oid != w.newOid; // changed once more, by whomever
    });
    for (const Watched &w : m_watched) {
        const model::Order *order = m_state.order(w.key);
        if (w.newOid == 0 || !model::isLive(order->phase) ||
            order->pending != model::PendingChange::None)
            continue;
        // The two sources count the same fills, each some later: added up one would be counted
        // twice, and a right order trimmed.
        const Sz filled = std::max(w.filled, filledAs(w.oid));
        const Sz over = filled + order->origSz - w.origSz;
        if (over.lots > 0)
            m_surplus = Surplus{w.key, std::min(over, order->remaining())};
    }
    if (before.has_value() != m_surplus.has_value() ||
        (before && (before->key != m_surplus->key || before->sz != m_surplus->sz)))
        Q_EMIT changed();
}

void MoveSurplus::trim(const std::string &coin)
{
    const model::Order *meant = m_surplus ? m_state.order(m_surplus->key) : nullptr;
    if (meant == nullptr || meant->coin != coin)
        return; // not the market that is looked at
    const Surplus surplus = *m_surplus;
    std::erase_if(m_watched, [&](const Watched &w) { return w.key == surplus.key; });
    judge();
    const model::Order *order = m_state.order(surplus.key);
    if (order == nullptr || !model::isLive(order->phase))
        return;
    m_trimming = m_state.nextRequest();
    if (order->remaining() > surplus.sz)
        m_state.engine().modifyOrder(m_trimming, surplus.key, std::nullopt,
                                     order->remaining() - surplus.sz);
    else
        m_state.engine().cancelOrder(m_trimming, surplus.key);
}

} // namespace hl::ui

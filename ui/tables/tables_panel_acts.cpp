// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the tables do about orders, positions and TWAPs.

#include "model/order_group.h"
#include "ui/common/formatters.h"
#include "ui/ladder/ladder_hub.h"
#include "ui/ladder/order_mover.h"
#include "ui/tables/break_even.h"
#include "ui/tables/move_dialog.h"
#include "ui/tables/table_view.h"
#include "ui/tables/tables_panel.h"

namespace hl::ui {

void TablesPanel::onOrderAction(const QVariant &key, int word)
{
    const model::OrderKey order = key.toULongLong();
    const int row = m_orders.rowOf(order);
    const auto acts = row < 0 ? std::vector<OrderAct>() : m_orders.actsAt(row);
    if (word < 0 || word >= static_cast<int>(acts.size()))
        return;
    switch (acts[static_cast<std::size_t>(word)]) {
    case OrderAct::Cancel:
        return askedCancel({order});
    case OrderAct::Move:
        return moveOrder(order);
    case OrderAct::Protect:
        return protect(order);
    }
}

/// interaction.md L31: with a partly filled entry go its stop and its target.
void TablesPanel::askedCancel(std::vector<model::OrderKey> keys)
{
    QStringList bare;
    for (const model::OrderKey key : keys) {
        const int row = m_orders.rowOf(key);
        if (row >= 0 && m_orders.rowAt(row).bare.lots > 0)
            bare << tr("%1 %2").arg(
                fmt::szText(m_orders.rowAt(row).bare, m_orders.orderAt(row).grid),
                m_orders.rowAt(row).market);
    }
    if (bare.isEmpty())
        return cancel(std::move(keys));
    const auto count = static_cast<int>(keys.size());
    m_dialogs->ask(this,
                   {tr("Cancel a partly filled bracket?"),
                    tr("%1 has filled and no stop protects it. With the rest of the entry go its "
                       "stop and target, and the venue places neither.")
                        .arg(bare.join(QLatin1String(", "))),
                    count == 1 ? tr("Cancel the entry") : tr("Cancel all %1").arg(count)},
                   [this, keys = std::move(keys)](bool yes) {
                       if (yes)
                           cancel(keys);
                   });
}

/// interaction.md L31: a stop for the filled part, where the bracket's own would be.
void TablesPanel::protect(model::OrderKey key)
{
    const int row = m_orders.rowOf(key);
    if (row < 0 || m_orders.rowAt(row).bare.lots == 0 || !m_orders.rowAt(row).stop)
        return;
    const model::Order &entry = m_orders.orderAt(row);
    const RequestId request = m_state.nextRequest();
    m_requests.insert(request);
    m_state.engine().placeOrder(request, positionStop(entry.coin, model::opposite(entry.side),
                                                      *m_orders.rowAt(row).stop, entry.grid));
}

/// interaction.md L32; the stops move as in the ladder: the new one first (L25).
void TablesPanel::moveToBreakEven(const std::string &coin)
{
    const BreakEven even = breakEvenOf(m_state, coin);
    if (!even.px) {
        m_state.raiseNotice(engine::NoticeLevel::Warning, even.whyNot, QStringLiteral("order"));
        return;
    }
    if (!even.stops.empty())
        return m_mover->move(even.stops, *even.px);
    const model::Position &position = *m_state.position(coin);
    const RequestId request = m_state.nextRequest();
    m_requests.insert(request);
    m_state.engine().placeOrder(
        request, positionStop(coin, position.szi.lots > 0 ? model::Side::Sell : model::Side::Buy,
                              *even.px, position.grid));
}

void TablesPanel::cancel(std::vector<model::OrderKey> keys)
{
    std::erase_if(keys, [this](model::OrderKey key) {
        const int row = m_orders.rowOf(key);
        return row < 0 || !canCancel(m_orders.orderAt(row));
    });
    if (keys.empty())
        return;
    const RequestId request = m_state.nextRequest();
    m_requests.insert(request);
    if (keys.size() == 1)
        m_state.engine().cancelOrder(request, keys.front());
    else
        m_state.engine().cancelOrders(request, keys);
}

void TablesPanel::cancelSelected()
{
    std::vector<model::OrderKey> keys;
    QStringList bare;
    for (const int row : view(Page::Orders).selectedRows()) {
        const model::OrderKey key =
            m_openProxy.index(row, 0).data(TableModel::KeyRole).toULongLong();
        const model::Order &order = m_orders.orderAt(m_orders.rowOf(key));
        if (!canCancel(order))
            continue;
        keys.push_back(key);
        if (order.reduceOnly && order.trigger)
            bare << QString::fromStdString(order.coin);
    }
    if (keys.size() < 2 || bare.isEmpty())
        return askedCancel(std::move(keys));

    bare.removeDuplicates();
    const auto count = static_cast<int>(keys.size());
    m_dialogs->ask(this,
                   {tr("Cancel stops too?"),
                    tr("Among the selected orders are stops or targets. Without them nothing "
                       "protects the position in %1.")
                        .arg(bare.join(QLatin1String(", "))),
                    tr("Cancel all %1").arg(count)},
                   [this, keys = std::move(keys)](bool yes) {
                       if (yes)
                           cancel(keys);
                   });
}

void TablesPanel::cancelEntries()
{
    std::vector<model::OrderKey> keys;
    for (const OrderRow &row : m_orders.rows()) {
        if (!row.order.reduceOnly && canCancel(row.order)) // stops and targets stay (L16)
            keys.push_back(row.order.key);
    }
    LadderHub::of(m_state).noteEntriesCancelled();
    cancel(std::move(keys));
    const auto twaps = model::enteringTwaps(m_state.account().twaps);
    for (const model::Twap &twap : twaps) {
        const RequestId request = m_state.nextRequest();
        m_requests.insert(request); // one that fails is told
        m_state.engine().cancelTwap(request, twap.coin, twap.id);
    }
    if (!twaps.empty())
        m_state.raiseNotice(engine::NoticeLevel::Info,
                            tr("Entries asked to be cancelled%1.").arg(stoppedTwapsText(twaps)),
                            QStringLiteral("order"));
}

void TablesPanel::moveOrder(model::OrderKey key)
{
    const int row = m_orders.rowOf(key);
    if (row < 0 || !canMove(m_orders.orderAt(row)))
        return;
    auto *dialog = new MoveDialog(m_state, m_orders.orderAt(row), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &MoveDialog::sent, this,
            [this](RequestId request) { m_requests.insert(request); });
    dialog->open();
}

void TablesPanel::stopTwap(model::TwapId id)
{
    const int row = m_twaps.rowOf(id);
    if (row < 0 || model::hasEnded(m_twaps.twapAt(row).phase))
        return;
    const RequestId request = m_state.nextRequest();
    m_requests.insert(request);
    m_state.engine().cancelTwap(request, m_twaps.twapAt(row).coin, id);
}

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/order_mover.h"

#include "guard/order_math.h"
#include "num/tick_rule.h"
#include "ui/common/error_text.h"
#include "ui/common/formatters.h"
#include "ui/signer/signer_state.h"

#include <algorithm>

namespace hl::ui {

using engine::NoticeLevel;
using Step = OrderMove::Step;

/// The same one at another trigger; a limit keeps its distance from it.
std::optional<model::OrderTicket> OrderMover::ticketAt(const model::Order &order, Px to)
{
    model::OrderTicket ticket;
    ticket.coin = order.coin;
    ticket.side = order.side;
    ticket.kind = model::OrderKind::Trigger;
    ticket.sz = order.remaining();
    ticket.tif = order.tif;
    ticket.reduceOnly = order.reduceOnly;
    ticket.trigger = order.trigger;
    ticket.trigger->triggerPx = to;
    if (order.trigger->isMarket) {
        const auto worst = guard::triggerCap(order.side, to, order.grid);
        if (!worst)
            return std::nullopt;
        ticket.px = *worst;
        return ticket;
    }
    // The limit keeps its distance from the trigger, on the side that is worse for it.
    const Px limit = to + (order.px - order.trigger->triggerPx);
    const auto valid =
        nearestValidPx(toDecimal(limit, order.grid), order.grid,
                       order.side == model::Side::Buy ? Rounding::Up : Rounding::Down);
    if (!valid)
        return std::nullopt;
    ticket.px = *valid;
    return ticket;
}

OrderMover::OrderMover(WorkspaceState &state, QObject *parent)
    : QObject(parent)
    , m_state(state)
    , m_surplus(state)
{
    connect(&m_surplus, &MoveSurplus::changed, this, &OrderMover::changed);
    connect(&m_surplus, &MoveSurplus::said, this, &OrderMover::said);
    connect(&state, &WorkspaceState::commandFinished, this, &OrderMover::onFinished);
    connect(&state, &WorkspaceState::ordersChanged, this, &OrderMover::onOrders);
}

QString OrderMover::whyNot(model::OrderKey key) const
{
    const model::Order *order = m_state.order(key);
    if (!order || !model::isLive(order->phase))
        return tr("only an order that rests can be moved");
    const bool isMoving = std::any_of(m_moves.begin(), m_moves.end(), [key](const OrderMove &m) {
        return m.key == key || m.fresh == key;
    });
    if (isMoving || order->pending != model::PendingChange::None)
        return tr("it is being changed already");
    if (const auto *active = m_state.signing().active(); active && active->order == key)
        return tr("the device is being asked about it");
    for (const auto *review : m_state.signing().queued()) {
        if (review->order == key)
            return tr("the device is to be asked about it");
    }
    return {};
}

void OrderMover::move(const std::vector<model::OrderKey> &keys, Px to)
{
    std::vector<const model::Order *> limits;
    std::vector<model::OrderKey> stops;
    for (const model::OrderKey key : keys) {
        if (const QString why = whyNot(key); !why.isEmpty()) {
            Q_EMIT said(NoticeLevel::Warning, tr("Not moved: %1.").arg(why));
            continue;
        }
        const model::Order *order = m_state.order(key);
        if (order->trigger)
            stops.push_back(key);
        else
            limits.push_back(order);
    }
    moveLimits(limits, to);
    for (const model::OrderKey key : stops) {
        if (const auto *order = m_state.order(key))
            moveStop(*order, to);
    }
    Q_EMIT changed();
}

void OrderMover::moveLimits(const std::vector<const model::Order *> &orders, Px to)
{
    std::vector<RequestId> requests;
    std::vector<model::OrderKey> keys;
    for (const auto *order : orders) {
        OrderMove move;
        move.key = order->key;
        move.coin = order->coin;
        move.to = to;
        move.side = order->side;
        move.request = m_state.nextRequest();
        requests.push_back(move.request);
        keys.push_back(move.key);
        m_surplus.watch(*order);
        m_moves.push_back(move);
    }
    // No size: what remains when it is dispatched (L24).
    if (keys.size() == 1)
        m_state.engine().modifyOrder(requests.front(), keys.front(), to, std::nullopt);
    else if (!keys.empty())
        m_state.engine().moveOrders(requests, keys, to);
}

void OrderMover::moveStop(const model::Order &order, Px to)
{
    const auto ticket = ticketAt(order, to);
    if (!ticket) {
        Q_EMIT said(
            NoticeLevel::Warning,
            tr("Not moved: there is no valid stop at %1.").arg(fmt::pxText(to, order.grid)));
        return;
    }
    OrderMove move;
    move.step = order.reduceOnly ? Step::Placing : Step::Withdrawing;
    move.key = order.key;
    move.coin = order.coin;
    move.isStop = order.reduceOnly;
    move.to = to;
    move.side = order.side;
    move.request = m_state.nextRequest();
    if (!order.reduceOnly)
        move.anew = ticket;
    m_moves.push_back(move);
    if (order.reduceOnly)
        m_state.engine().placeOrder(move.request, *ticket);
    else
        m_state.engine().cancelOrder(move.request, order.key);
}

void OrderMover::forgetOpening(const std::string &coin)
{
    bool hasChanged = false;
    for (OrderMove &move : m_moves) {
        if (move.step != Step::Withdrawing || !move.anew || (!coin.empty() && move.coin != coin))
            continue;
        move.anew.reset();
        hasChanged = true;
    }
    if (!hasChanged)
        return;
    Q_EMIT said(NoticeLevel::Warning,
                tr("The trigger that was being moved is cancelled and not placed anew."));
    Q_EMIT changed();
}

void OrderMover::onFinished(const engine::CommandResult &result)
{
    const auto it = std::find_if(m_moves.begin(), m_moves.end(),
                                 [&](const OrderMove &m) { return m.request == result.request; });
    if (it == m_moves.end())
        return;
    it->isAnswered = true;
    const bool isUnknown = !result.ok && result.error.kind == ErrorKind::UnknownOutcome;
    switch (it->step) {
    case Step::Changing:
        if (isUnknown) {
            it->step = Step::Unknown;
            Q_EMIT said(NoticeLevel::Warning,
                        tr("Whether the order was moved is unknown and being looked up."));
            onOrders();
            Q_EMIT changed();
            return;
        }
        m_moves.erase(it);
        if (!result.ok)
            Q_EMIT said(NoticeLevel::Error,
                        tr("The order was not moved: %1").arg(errorText(result.error)));
        Q_EMIT changed();
        return;
    case Step::Withdrawing:
        if (!result.ok && !isUnknown) {
            m_moves.erase(it);
            Q_EMIT said(NoticeLevel::Error, tr("The trigger was not moved; the old one stays. %1")
                                                .arg(errorText(result.error)));
            Q_EMIT changed();
            return;
        }
        if (isUnknown) {
            it->isCancelUnknown = true;
            Q_EMIT said(NoticeLevel::Warning,
                        tr("Whether the trigger is cancelled is unknown and being looked up; its "
                           "new one is not placed before that is known."));
        }
        onOrders();
        return;
    case Step::Reopening: {
        const bool isKnown = result.ok || isUnknown;
        m_moves.erase(it); // its own row says what becomes of it
        if (!isKnown)
            Q_EMIT said(NoticeLevel::Error,
                        tr("The trigger was cancelled, but its new one was not placed: none waits. "
                           "%1")
                            .arg(errorText(result.error)));
        Q_EMIT changed();
        return;
    }
    case Step::Placing:
        it->fresh = result.order;
        if (isUnknown) {
            it->step = Step::Unknown;
            Q_EMIT said(NoticeLevel::Warning,
                        tr("Whether the new stop rests is unknown and being looked up: the old "
                           "one stays until that is known."));
            onOrders();
            Q_EMIT changed();
            return;
        }
        if (!result.ok && !(result.order && m_state.order(*result.order))) {
            m_moves.erase(it);
            Q_EMIT said(
                NoticeLevel::Error,
                tr("The stop was not moved; the old one stays. %1").arg(errorText(result.error)));
            Q_EMIT changed();
            return;
        }
        onOrders();
        return;
    case Step::Unknown:
        return;
    case Step::Dropping:
        if (isUnknown) {
            it->isCancelUnknown = true;
            Q_EMIT said(NoticeLevel::Warning,
                        tr("The new stop rests; whether the old one is cancelled is unknown and "
                           "being looked up."));
            return;
        }
        if (!result.ok)
            Q_EMIT said(NoticeLevel::Warning,
                        tr("The stop was moved, but its old one could not be cancelled: both "
                           "rest. %1")
                            .arg(errorText(result.error)));
        m_moves.erase(it);
        Q_EMIT changed();
        return;
    }
}

/// A change whose answer was lost ends when the order shows what it is.
bool OrderMover::settleLimit(OrderMove &move, const model::Order *order)
{
    if (!order || model::isTerminal(order->phase))
        return true; // its own row says what became of it
    if (!model::isLive(order->phase) || order->pending != model::PendingChange::None)
        return false;
    Q_EMIT said(
        NoticeLevel::Info,
        order->px == move.to
            ? tr("The order was moved: it rests at %1.").arg(fmt::pxText(order->px, order->grid))
            : tr("The order was not moved: it rests at %1.")
                  .arg(fmt::pxText(order->px, order->grid)));
    return true;
}

/// A trigger that can open: the new one goes only where the old one is proven cancelled.
bool OrderMover::settleOpening(OrderMove &move, const model::Order *order)
{
    const bool isWithdrawn =
        order && order->phase == model::OrderPhase::Cancelled && order->filledSz.lots == 0;
    if (isWithdrawn && !move.anew)
        return true; // said when it was forgotten
    if (isWithdrawn) {
        move.step = Step::Reopening;
        move.isAnswered = false;
        move.request = m_state.nextRequest();
        m_state.engine().placeOrder(move.request, *move.anew);
        return false;
    }
    if (!order || model::isTerminal(order->phase)) {
        if (!move.isAnswered)
            voidRequest(move);
        Q_EMIT said(NoticeLevel::Warning,
                    tr("The trigger was not moved: it has gone meanwhile, and nothing is placed in "
                       "its stead."));
        return true;
    }
    if (move.isCancelUnknown && model::isLive(order->phase) &&
        order->pending == model::PendingChange::None) {
        Q_EMIT said(NoticeLevel::Warning,
                    tr("The trigger was not moved: it was not cancelled and waits where it was."));
        return true;
    }
    return false;
}

/// True where this move has come to its end.
bool OrderMover::settle(OrderMove &move)
{
    const model::Order *old = m_state.order(move.key);
    const bool isOldGone = !old || model::isTerminal(old->phase);
    if (move.step == Step::Withdrawing)
        return settleOpening(move, old);
    if (move.step == Step::Reopening)
        return false;
    if (move.step == Step::Changing || move.step == Step::Dropping) {
        if (isOldGone && !move.isAnswered)
            voidRequest(move);
        if (!isOldGone && move.isCancelUnknown && model::isLive(old->phase) &&
            old->pending == model::PendingChange::None) {
            Q_EMIT said(NoticeLevel::Warning,
                        tr("The stop was moved, but its old one was not cancelled: both rest."));
            return true;
        }
        return isOldGone && move.step == Step::Dropping;
    }
    if (move.step == Step::Unknown && !move.isStop)
        return settleLimit(move, old);
    if (!move.fresh) {
        if (isOldGone && !move.isAnswered)
            voidRequest(move);
        return isOldGone && move.isAnswered;
    }
    const model::Order *fresh = m_state.order(*move.fresh);
    if (!fresh)
        return false;
    if (fresh->phase == model::OrderPhase::Unknown) {
        if (move.step != Step::Unknown)
            Q_EMIT said(NoticeLevel::Warning,
                        tr("Nobody knows yet whether the new stop rests: the old one stays until "
                           "that is known."));
        move.step = Step::Unknown;
        return false;
    }
    if (model::isTerminal(fresh->phase)) {
        if (!isOldGone && fresh->phase != model::OrderPhase::Filled)
            Q_EMIT said(NoticeLevel::Error, tr("The stop was not moved; the old one stays. %1")
                                                .arg(fmt::fromUtf8(fresh->reason)));
        return true;
    }
    if (!model::isLive(fresh->phase))
        return false;
    if (isOldGone)
        return true;
    // It rests: only now may the old one go.
    move.step = Step::Dropping;
    move.isAnswered = false;
    move.request = m_state.nextRequest();
    m_state.engine().cancelOrder(move.request, move.key);
    return false;
}

void OrderMover::onOrders()
{
    bool hasChanged = false;
    for (std::size_t i = 0; i < m_moves.size();) {
        const Step before = m_moves[i].step;
        OrderMove move = m_moves[i];
        const bool isDone = settle(move);
        hasChanged |= isDone || move.step != before;
        // What a signal did meanwhile only removes; this one is found again by its order.
        const auto it = std::find_if(m_moves.begin(), m_moves.end(),
                                     [&](const OrderMove &m) { return m.key == move.key; });
        if (it == m_moves.end())
            continue;
        if (isDone) {
            m_moves.erase(it);
            continue;
        }
        *it = move;
        ++i;
    }
    if (hasChanged)
        Q_EMIT changed();
}

/// L26: what the device is still asked for has lost its order.
void OrderMover::voidRequest(const OrderMove &move)
{
    const SignerState &signing = m_state.signing();
    if (const auto *active = signing.active(); active && active->request == move.request) {
        m_state.engine().rejectReview(active->id);
        return;
    }
    for (const auto *review : signing.queued()) {
        if (review->request == move.request) {
            m_state.engine().dropReview(review->id);
            return;
        }
    }
}

} // namespace hl::ui

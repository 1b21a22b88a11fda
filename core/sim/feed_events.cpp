// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/feed_hub.h"

#include <algorithm>

namespace hl::sim {

using codec::Array;
using codec::Object;
using codec::Value;

namespace {

constexpr std::size_t kMostInSnapshot = 2000;

template <class Container>
std::vector<typename Container::value_type> newest(const Container &all)
{
    const std::size_t skip = all.size() > kMostInSnapshot ? all.size() - kMostInSnapshot : 0;
    return {all.begin() + static_cast<std::ptrdiff_t>(skip), all.end()};
}

Object snapshot(const Address &user, const char *key, Array list)
{
    return {{"isSnapshot", true}, {"user", user.toString()}, {key, std::move(list)}};
}

Object update(const Address &user, const char *key, Array list)
{
    return {{"user", user.toString()}, {key, std::move(list)}};
}

} // namespace

/// What comes at once after the acknowledgement: history of feeds of events, and the first picture
/// of the others.
void FeedHub::first(Session &session, Subscription &sub)
{
    const SimAccount &account = accountOrEmpty(sub);
    const Address user = sub.user.value_or(Address{});
    Array list;
    switch (sub.channel) {
    case Channel::Trades: {
        const auto &recent = m_exchange.market(sub.market).recent;
        if (!recent.empty())
            push(session, sub, m_render.trades({recent.begin(), recent.end()}));
        return;
    }
    case Channel::UserFills:
        push(session, sub,
             snapshot(user, "fills", m_render.fills(newest(account.fills), sub.aggregate)));
        return;
    case Channel::UserFundings:
        for (const FundingPayment &payment : newest(account.fundings))
            list.push_back(m_render.funding(payment));
        push(session, sub, snapshot(user, "fundings", std::move(list)));
        return;
    case Channel::UserLedger:
        for (const LedgerUpdate &entry : newest(account.ledger))
            list.push_back(m_render.ledgerUpdate(entry));
        push(session, sub, snapshot(user, "nonFundingLedgerUpdates", std::move(list)));
        return;
    case Channel::UserHistoricalOrders: {
        Value all = m_render.historicalOrders(account);
        push(session, sub, snapshot(user, "orderHistory", std::move(*all.asArray())));
        return;
    }
    case Channel::UserTwapSliceFills:
        for (const SimFill &fill : account.fills) {
            if (fill.twapId)
                list.push_back(Object{{"fill", m_render.fill(fill)}, {"twapId", *fill.twapId}});
        }
        push(session, sub, snapshot(user, "twapSliceFills", std::move(list)));
        return;
    case Channel::UserTwapHistory:
        for (const auto &[id, twap] : account.twaps)
            list.push_back(m_render.twapHistory(twap));
        push(session, sub, snapshot(user, "history", std::move(list)));
        return;
    case Channel::OrderUpdates:
    case Channel::UserEvents:
    case Channel::Notification:
    case Channel::OutcomeMetaUpdates:
        return; // no snapshot: these begin with the next event
    default:
        picture(session, sub, Outbox{});
    }
}

void FeedHub::events(Session &session, const Subscription &sub, const Outbox &outbox)
{
    Array list;
    if (sub.channel == Channel::Trades) {
        for (const TradeEvent &trade : outbox.trades) {
            if (trade.market == sub.market)
                list.push_back(m_render.trade(trade));
        }
        if (!list.empty())
            push(session, sub, std::move(list));
        return;
    }
    const SimAccount *account = accountOf(sub);
    if (account == nullptr)
        return;
    const UserId user = account->id;
    switch (sub.channel) {
    case Channel::OrderUpdates:
        for (const OrderEvent &event : outbox.orders) {
            if (event.user == user)
                list.push_back(m_render.orderUpdate(event.order));
        }
        if (!list.empty())
            push(session, sub, std::move(list));
        break;
    case Channel::UserEvents:
        for (Value &event : userEvents(user, outbox))
            push(session, sub, std::move(event));
        break;
    case Channel::UserFills: {
        std::vector<SimFill> fills;
        for (const FillEvent &event : outbox.fills) {
            if (event.user == user)
                fills.push_back(event.fill);
        }
        if (!fills.empty())
            push(session, sub, update(*sub.user, "fills", m_render.fills(fills, sub.aggregate)));
        break;
    }
    case Channel::UserFundings:
        for (const auto &[who, payment] : outbox.fundings) {
            if (who == user)
                list.push_back(m_render.funding(payment));
        }
        if (!list.empty())
            push(session, sub, update(*sub.user, "fundings", std::move(list)));
        break;
    case Channel::UserLedger:
        for (const auto &[who, entry] : outbox.ledger) {
            if (who == user)
                list.push_back(m_render.ledgerUpdate(entry));
        }
        if (!list.empty())
            push(session, sub, update(*sub.user, "nonFundingLedgerUpdates", std::move(list)));
        break;
    case Channel::UserHistoricalOrders:
        for (const OrderEvent &event : outbox.orders) {
            if (event.user == user)
                list.push_back(m_render.orderRecord(
                    {event.order, event.order.status, event.order.statusTime}));
        }
        if (!list.empty())
            push(session, sub, update(*sub.user, "orderHistory", std::move(list)));
        break;
    case Channel::UserTwapSliceFills:
        for (const FillEvent &event : outbox.fills) {
            if (event.user == user && event.fill.twapId)
                list.push_back(
                    Object{{"fill", m_render.fill(event.fill)}, {"twapId", *event.fill.twapId}});
        }
        if (!list.empty())
            push(session, sub, update(*sub.user, "twapSliceFills", std::move(list)));
        break;
    case Channel::UserTwapHistory:
        for (const auto &[who, twap] : outbox.twaps) {
            if (who == user)
                list.push_back(m_render.twapHistory(twap));
        }
        if (!list.empty())
            push(session, sub, update(*sub.user, "history", std::move(list)));
        break;
    case Channel::Notification:
        for (const auto &[who, text] : outbox.notifications) {
            if (who == user)
                push(session, sub, Object{{"notification", text}});
        }
        break;
    default:
        break;
    }
}

Array FeedHub::userEvents(UserId user, const Outbox &outbox) const
{
    Array out;
    Array fills;
    Array slices;
    for (const FillEvent &event : outbox.fills) {
        if (event.user != user)
            continue;
        fills.push_back(m_render.fill(event.fill));
        if (event.fill.twapId)
            slices.push_back(
                Object{{"fill", m_render.fill(event.fill)}, {"twapId", *event.fill.twapId}});
    }
    if (!fills.empty())
        out.push_back(Object{{"fills", std::move(fills)}});
    if (!slices.empty())
        out.push_back(Object{{"twapSliceFills", std::move(slices)}});
    for (const auto &[who, payment] : outbox.fundings) {
        if (who == user)
            out.push_back(Object{{"funding", m_render.funding(payment)}});
    }
    Array twaps;
    for (const auto &[who, twap] : outbox.twaps) {
        if (who == user)
            twaps.push_back(m_render.twapHistory(twap));
    }
    if (!twaps.empty())
        out.push_back(Object{{"twapHistory", std::move(twaps)}});
    for (const auto &[who, event] : outbox.userEvents) {
        if (who == user)
            out.push_back(event);
    }
    return out;
}

} // namespace hl::sim

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/exchange.h"

#include <algorithm>

namespace hl::sim {
namespace {

constexpr const char *kNoOrder = "Order was never placed, already canceled, or filled.";

std::string noOrder(std::uint64_t asset)
{
    return std::string(kNoOrder) + " asset=" + std::to_string(asset);
}

} // namespace

void Exchange::announce(SimOrder &order, OrderStatus status)
{
    order.status = status;
    order.statusTime = now();
    m_accounts.at(order.user).record(order);
    m_outbox.orders.push_back({order.user, order});
    touch(order.user);
}

OrderAnswer Exchange::reject(SimOrder order, const Refusal &refusal)
{
    order.oid = ++m_lastOid;
    announce(order, refusal.status);
    return OrderAnswer::refused(refusal.text);
}

/// Takes a checked order in: trades what trades, rests or drops the remainder.
OrderAnswer Exchange::admit(SimOrder order)
{
    SimAccount &account = m_accounts.at(order.user);
    if (order.oid == 0)
        order.oid = ++m_lastOid;
    OrderAnswer answer;
    answer.oid = order.oid;
    answer.cloid = order.cloid;
    if (order.isTrigger) {
        announce(order, OrderStatus::Open);
        m_triggers[order.market].emplace(order.oid, order.user);
        account.open[order.oid] = order;
        answer.kind = order.isPositionTpsl || order.parent != 0
                          ? OrderAnswer::Kind::WaitingForTrigger
                          : OrderAnswer::Kind::Resting;
        return answer;
    }
    const Grid grid = m_universe.market(order.market).grid;
    const bool rests = order.tif == WireTif::Gtc || order.tif == WireTif::Alo;
    if (rests)
        announce(order, OrderStatus::Open);
    match(order, order.limitPx);
    const Sz filled = order.filled();
    if (filled.lots > 0) {
        answer.kind = OrderAnswer::Kind::Filled;
        answer.totalSz = toDecimal(filled, grid);
        answer.avgPx = Decimal::div(toDecimal(order.filledNtl, grid), answer.totalSz,
                                    grid.pxDecimals(), Rounding::HalfEven)
                           .value_or(Decimal());
    }
    if (order.sz.lots == 0) {
        announce(order, OrderStatus::Filled);
        if (!order.children.empty())
            m_parentsFilled.emplace_back(order.user, order);
        if (order.parent != 0)
            m_childrenFilled.emplace_back(order.user, order);
        return answer;
    }
    const PerpPosition *pos = account.position(order.market, m_universe);
    const bool canStillReduce =
        !order.reduceOnly || (pos != nullptr && (pos->szi.lots > 0) == (order.side == Side::Sell));
    if (!rests || !canStillReduce) {
        if (filled.lots == 0 && rests) {
            answer = OrderAnswer::refused("Reduce only order would increase position. asset=" +
                                          std::to_string(m_universe.market(order.market).asset));
        } else if (filled.lots == 0) {
            answer = OrderAnswer::refused(
                "Order could not immediately match against any resting orders. asset=" +
                std::to_string(m_universe.market(order.market).asset));
        }
        announce(order, !rests && filled.lots == 0 ? OrderStatus::IocCancelRejected
                        : rests                    ? OrderStatus::ReduceOnlyCanceled
                                                   : OrderStatus::Canceled);
        cancelChildren(account, order, OrderStatus::Canceled);
        return answer;
    }
    if (filled.lots > 0)
        announce(order, OrderStatus::Open);
    else
        answer.kind = OrderAnswer::Kind::Resting;
    m_markets[order.market].book.add({order.oid, order.user, order.side, order.limitPx, order.sz});
    account.open[order.oid] = order;
    m_marketsTouched.insert(order.market);
    touch(order.user);
    return answer;
}

std::vector<OrderAnswer> Exchange::place(UserId user, const std::vector<OrderRequest> &requests,
                                         Grouping grouping,
                                         const std::optional<BuilderFee> &builder)
{
    std::vector<SimOrder> orders;
    std::vector<std::optional<Refusal>> refused;
    for (const OrderRequest &request : requests) {
        Refusal refusal;
        auto built = build(user, request, grouping, refusal);
        if (!built) {
            if (refusal.wholeBatch)
                return {OrderAnswer::refused(refusal.text)};
            SimOrder stand;
            stand.user = user;
            stand.market = m_universe.findAsset(request.asset);
            stand.cloid = request.cloid;
            stand.side = request.isBuy ? Side::Buy : Side::Sell;
            stand.timestamp = now();
            const Grid grid = m_universe.market(stand.market).grid;
            stand.limitPx = parsePx(request.px, grid).value_or(Px{});
            stand.sz = stand.origSz = parseSz(request.sz, grid).value_or(Sz{});
            stand.reduceOnly = request.reduceOnly;
            orders.push_back(stand);
            refused.emplace_back(refusal);
            continue;
        }
        if (const auto early = preValidate(*built))
            return {OrderAnswer::refused(early->text)};
        if (builder) {
            built->builder = builder->builder;
            built->builderFee = builder->tenthsOfBp;
        }
        orders.push_back(std::move(*built));
        refused.emplace_back(std::nullopt);
    }
    if (grouping == Grouping::NormalTpsl && orders.size() > 1) {
        for (std::size_t i = 1; i < orders.size(); ++i) {
            const bool child = orders[i].isTrigger && orders[i].reduceOnly &&
                               orders[i].side != orders[0].side &&
                               orders[i].market == orders[0].market;
            if (!child && !refused[i])
                return {OrderAnswer::refused("Invalid TP/SL order: children must be reduce only "
                                             "triggers on the other side of the parent.")};
        }
        for (const auto &refusal : refused) {
            if (refusal)
                return std::vector<OrderAnswer>(orders.size(), OrderAnswer::refused(refusal->text));
        }
        return placeBracket(std::move(orders));
    }
    std::vector<OrderAnswer> answers;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (!refused[i])
            refused[i] = check(orders[i], 0);
        answers.push_back(refused[i] ? reject(orders[i], *refused[i]) : admit(orders[i]));
        followUps();
    }
    return answers;
}

std::vector<OrderAnswer> Exchange::placeBracket(std::vector<SimOrder> orders)
{
    SimAccount &account = m_accounts.at(orders[0].user);
    SimOrder &parent = orders[0];
    if (const auto refusal = check(parent, 0)) {
        std::vector<OrderAnswer> answers{reject(parent, *refusal)};
        answers.resize(orders.size(), OrderAnswer::refused(refusal->text));
        return answers;
    }
    parent.oid = ++m_lastOid;
    for (std::size_t i = 1; i < orders.size(); ++i) {
        SimOrder &child = orders[i];
        child.oid = ++m_lastOid;
        child.parent = parent.oid;
        child.waitsForParent = true;
        parent.children.push_back(child.oid);
        account.open[child.oid] = child;
        account.record(child);
    }
    std::vector<OrderAnswer> answers{admit(parent)};
    followUps();
    for (std::size_t i = 1; i < orders.size(); ++i) {
        OrderAnswer answer;
        answer.oid = orders[i].oid;
        answer.cloid = orders[i].cloid;
        const auto it = account.open.find(orders[i].oid);
        answer.kind = it != account.open.end() && it->second.waitsForParent
                          ? OrderAnswer::Kind::WaitingForFill
                          : OrderAnswer::Kind::WaitingForTrigger;
        answers.push_back(answer);
    }
    return answers;
}

void Exchange::finish(SimAccount &account, Oid oid, OrderStatus status)
{
    const auto it = account.open.find(oid);
    if (it == account.open.end())
        return;
    SimOrder order = it->second;
    account.open.erase(it);
    m_markets[order.market].book.remove(oid);
    m_triggers[order.market].erase({oid, order.user});
    m_marketsTouched.insert(order.market);
    announce(order, status);
    cancelChildren(account, order, status == OrderStatus::Filled ? OrderStatus::Canceled : status);
}

void Exchange::cancelChildren(SimAccount &account, const SimOrder &parent, OrderStatus status)
{
    for (const Oid child : parent.children) {
        const auto it = account.open.find(child);
        if (it != account.open.end() && it->second.waitsForParent)
            finish(account, child, status);
    }
}

std::string Exchange::cancel(UserId user, std::uint64_t asset, Oid oid)
{
    SimAccount &account = m_accounts.at(user);
    const auto it = account.open.find(oid);
    if (it == account.open.end() || m_universe.market(it->second.market).asset != asset)
        return noOrder(asset);
    finish(account, oid, OrderStatus::Canceled);
    return {};
}

std::string Exchange::cancelByCloid(UserId user, std::uint64_t asset, const Cloid &cloid)
{
    const auto oid = m_accounts.at(user).openByCloid(cloid);
    return oid ? cancel(user, asset, *oid) : noOrder(asset);
}

OrderAnswer Exchange::modify(UserId user, const std::variant<Oid, Cloid> &target,
                             const OrderRequest &request, bool alwaysPlace)
{
    SimAccount &account = m_accounts.at(user);
    std::optional<Oid> oid;
    if (const Oid *number = std::get_if<Oid>(&target)) {
        if (account.open.contains(*number))
            oid = *number;
    } else {
        oid = account.openByCloid(std::get<Cloid>(target));
    }
    if (!oid && !alwaysPlace)
        return OrderAnswer::refused("Cannot modify canceled or filled order");
    const bool takesNow = request.tif == WireTif::Ioc || request.tif == WireTif::FrontendMarket;
    if (!alwaysPlace && (request.isTrigger || takesNow))
        return OrderAnswer::refused("Attempted to modify to invalid new order");

    Grouping grouping = Grouping::Na;
    if (oid && account.open.at(*oid).isPositionTpsl)
        grouping = Grouping::PositionTpsl;
    Refusal refusal;
    auto built = build(user, request, grouping, refusal);
    if (!built)
        return OrderAnswer::refused(refusal.text);
    SimOrder next = *built;
    if (!alwaysPlace)
        next.tif = WireTif::Alo; // an executable one is not a modification
    if (oid) {
        const SimOrder &old = account.open.at(*oid);
        if (old.market != next.market || old.side != next.side)
            return OrderAnswer::refused("Attempted to modify to invalid new order");
        if (!next.cloid)
            next.cloid = old.cloid;
        next.builder = old.builder;
        next.builderFee = old.builderFee;
        next.children = old.children;
        next.parent = old.parent;
        next.waitsForParent = old.waitsForParent;
    }
    if (const auto early = preValidate(next))
        return OrderAnswer::refused(early->text);
    // The old order stays where the new one is refused.
    if (const auto broken = check(next, oid.value_or(0)))
        return OrderAnswer::refused(broken->text);
    if (oid) {
        account.open.at(*oid).children.clear();
        finish(account, *oid, OrderStatus::Canceled);
    }
    next.oid = ++m_lastOid;
    for (const Oid child : next.children) {
        const auto it = account.open.find(child);
        if (it != account.open.end())
            it->second.parent = next.oid;
    }
    OrderAnswer answer;
    if (next.waitsForParent) {
        const auto parent = account.open.find(next.parent);
        if (parent != account.open.end())
            std::replace(parent->second.children.begin(), parent->second.children.end(), *oid,
                         next.oid);
        announce(next, OrderStatus::Open);
        account.open[next.oid] = next;
        answer.kind = OrderAnswer::Kind::WaitingForFill;
        answer.oid = next.oid;
        answer.cloid = next.cloid;
    } else {
        answer = admit(next);
    }
    followUps();
    return answer;
}

} // namespace hl::sim

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/info_service.h"

#include <algorithm>
#include <limits>

namespace hl::sim {

using codec::Array;
using codec::Object;
using codec::Value;

struct InfoService::Query
{
    std::string type;
    const Value &request;
    int dex = 0; ///< −1: an unknown one
    std::optional<Address> user;
    const SimAccount *account = nullptr; ///< an empty one where the user is unknown
    TimeMs from = 0;
    TimeMs to = std::numeric_limits<TimeMs>::max();
};

namespace {

std::optional<TimeMs> timeOf(const Value &request, std::string_view key)
{
    const Value *found = request.find(key);
    if (found == nullptr || found->isNull())
        return std::nullopt;
    const auto number = found->toInt();
    if (!number)
        return std::nullopt;
    return *number;
}

template <class T>
Array within(const std::deque<T> &entries, TimeMs from, TimeMs to, std::size_t most,
             const std::function<Value(const T &)> &print)
{
    Array out;
    for (const T &entry : entries) {
        if (entry.time >= from && entry.time <= to && out.size() < most)
            out.push_back(print(entry));
    }
    return out;
}

} // namespace

std::optional<BookView> InfoService::bookView(const Value &request)
{
    BookView view;
    const auto read = [&](std::string_view key, std::optional<int> &into) {
        const Value *found = request.find(key);
        if (found == nullptr || found->isNull())
            return true;
        const std::uint64_t *number = found->asUint();
        if (number == nullptr || *number > 9)
            return false;
        into = static_cast<int>(*number);
        return true;
    };
    if (!read("nSigFigs", view.nSigFigs) || !read("mantissa", view.mantissa))
        return std::nullopt;
    if (view.nSigFigs && (*view.nSigFigs < 2 || *view.nSigFigs > 5))
        return std::nullopt;
    if (view.mantissa &&
        ((*view.mantissa != 2 && *view.mantissa != 5) || view.nSigFigs != std::optional(5)))
        return std::nullopt;
    if (const Value *fast = request.find("fast"); fast != nullptr && fast->asBool() != nullptr)
        view.fast = *fast->asBool();
    return view;
}

HttpAnswer InfoService::answer(const Value &request) const
{
    const auto type = request.string("type");
    if (!type)
        return HttpAnswer::malformed();
    SimAccount nobody;
    nobody.perps.resize(m_exchange.universe().dexes().size());
    Query query{*type, request, 0, {}, &nobody, 0, std::numeric_limits<TimeMs>::max()};
    if (const Value *dex = request.find("dex"); dex != nullptr && !dex->isNull()) {
        if (dex->asString() == nullptr)
            return HttpAnswer::malformed();
        query.dex = m_exchange.universe().findDex(*dex->asString());
    }
    if (const Value *user = request.find("user"); user != nullptr) {
        if (user->asString() == nullptr)
            return HttpAnswer::malformed();
        const auto address = Address::parse(*user->asString());
        if (!address)
            return HttpAnswer::malformed();
        query.user = *address;
        nobody.address = *address;
        if (const SimAccount *known = m_exchange.accounts().find(*address))
            query.account = known;
    }
    query.from = timeOf(request, "startTime").value_or(query.from);
    query.to = timeOf(request, "endTime").value_or(query.to);
    if (auto found = market(query))
        return *found;
    if (query.user) {
        if (auto found = account(query))
            return *found;
    }
    return HttpAnswer::malformed();
}

std::optional<HttpAnswer> InfoService::market(const Query &query) const
{
    const std::string &type = query.type;
    const bool usesDex = type == "meta" || type == "metaAndAssetCtxs" || type == "allMids";
    if (usesDex && query.dex < 0)
        return HttpAnswer::internal();
    if (type == "meta")
        return HttpAnswer::ok(m_render.meta(query.dex));
    if (type == "spotMeta")
        return HttpAnswer::ok(m_render.spotMeta());
    if (type == "perpDexs")
        return HttpAnswer::ok(m_render.perpDexs());
    if (type == "metaAndAssetCtxs")
        return HttpAnswer::ok(Array{m_render.meta(query.dex), m_render.perpCtxs(query.dex)});
    if (type == "spotMetaAndAssetCtxs")
        return HttpAnswer::ok(Array{m_render.spotMeta(), m_render.spotCtxs()});
    if (type == "outcomeMeta")
        return HttpAnswer::ok(m_render.outcomeMeta());
    if (type == "allMids")
        return HttpAnswer::ok(m_render.allMids(query.dex));
    if (type == "l2Book")
        return book(query.request);
    if (type == "candleSnapshot")
        return candles(query.request);
    if (type == "exchangeStatus")
        return HttpAnswer::ok(Object{{"time", m_exchange.now()}, {"specialStatuses", nullptr}});
    if (type == "recentTrades" || type == "fundingHistory") {
        const auto coin = query.request.string("coin");
        if (!coin)
            return HttpAnswer::malformed();
        const MarketId id = m_exchange.universe().findCoin(*coin);
        if (id == kNoMarket)
            return HttpAnswer::internal();
        if (type == "fundingHistory") {
            if (!timeOf(query.request, "startTime"))
                return HttpAnswer::malformed();
            return HttpAnswer::ok(m_render.fundingHistory(id, query.from, query.to));
        }
        const auto &recent = m_exchange.market(id).recent;
        return HttpAnswer::ok(m_render.trades({recent.rbegin(), recent.rend()}));
    }
    return std::nullopt;
}

HttpAnswer InfoService::book(const Value &request) const
{
    const auto coin = request.string("coin");
    if (!coin)
        return HttpAnswer::malformed();
    auto view = bookView(request);
    if (!view)
        return HttpAnswer::internal();
    view->fast = false;
    const MarketId id = m_exchange.universe().findCoin(*coin);
    return HttpAnswer::ok(id == kNoMarket ? Value(nullptr) : m_render.book(id, *view));
}

HttpAnswer InfoService::candles(const Value &request) const
{
    const Value *req = request.find("req");
    if (req == nullptr)
        return HttpAnswer::malformed();
    const auto coin = req->string("coin");
    const auto interval = req->string("interval");
    const auto from = timeOf(*req, "startTime");
    if (!coin || !interval || !from || !intervalMs(*interval))
        return HttpAnswer::malformed();
    const MarketId id = m_exchange.universe().findCoin(*coin);
    if (id == kNoMarket)
        return HttpAnswer::internal();
    const TimeMs to = timeOf(*req, "endTime").value_or(m_exchange.now());
    Array out;
    for (const Candle &c : m_exchange.market(id).candles.range(
             *interval, candleOpen(std::max<TimeMs>(0, *from), *interval), to))
        out.push_back(m_render.candle(id, *interval, c));
    return HttpAnswer::ok(std::move(out));
}

std::optional<HttpAnswer> InfoService::account(const Query &query) const
{
    const std::string &type = query.type;
    const SimAccount &account = *query.account;
    const bool usesDex =
        type == "clearinghouseState" || type == "openOrders" || type == "frontendOpenOrders";
    if (usesDex && query.dex < 0)
        return HttpAnswer::internal();
    if (type == "clearinghouseState")
        return HttpAnswer::ok(m_render.clearinghouse(account, query.dex));
    if (type == "spotClearinghouseState")
        return HttpAnswer::ok(m_render.spotState(account));
    if (type == "openOrders" || type == "frontendOpenOrders")
        return HttpAnswer::ok(m_render.openOrders(account, query.dex, type != "openOrders"));
    if (type == "orderStatus")
        return orderStatus(query);
    if (type == "historicalOrders")
        return HttpAnswer::ok(m_render.historicalOrders(account));
    if (type == "userFills" || type == "userFillsByTime")
        return fills(query, type == "userFillsByTime");
    if (type == "userFees")
        return HttpAnswer::ok(m_render.userFees(account));
    if (type == "userFunding") {
        return HttpAnswer::ok(within<FundingPayment>(
            account.fundings, query.from, query.to, 500, [&](const FundingPayment &p) -> Value {
                const Value row = m_render.funding(p);
                Object delta{{"type", "funding"}};
                for (const auto &[key, value] : *row.asObject()) {
                    if (key != "time")
                        delta.emplace_back(key, value);
                }
                return Object{{"time", p.time},
                              {"hash", "0x" + std::string(64, '0')},
                              {"delta", std::move(delta)}};
            }));
    }
    if (type == "userNonFundingLedgerUpdates") {
        return HttpAnswer::ok(
            within<LedgerUpdate>(account.ledger, query.from, query.to, 500,
                                 [&](const LedgerUpdate &u) { return m_render.ledgerUpdate(u); }));
    }
    if (type == "userRateLimit")
        return HttpAnswer::ok(rateLimit(account));
    if (type == "userRole")
        return role(*query.user);
    if (type == "extraAgents") {
        Array out;
        for (const SimAgent &agent : account.agents) {
            if (!agent.name.empty())
                out.push_back(Object{
                    {"name", agent.name},
                    {"address", agent.address.toString()},
                    {"validUntil", agent.validUntil ? Value(*agent.validUntil) : Value(nullptr)}});
        }
        return HttpAnswer::ok(std::move(out));
    }
    if (type == "subAccounts")
        return HttpAnswer::ok(subAccounts(*query.user));
    if (type == "activeAssetData") {
        const auto coin = query.request.string("coin");
        if (!coin)
            return HttpAnswer::malformed();
        const MarketId id = m_exchange.universe().findCoin(*coin);
        if (id == kNoMarket || !m_exchange.universe().market(id).isPerp())
            return HttpAnswer::internal();
        return HttpAnswer::ok(m_render.activeAssetData(account, id));
    }
    if (type == "userTwapSliceFills") {
        Array out;
        for (auto it = account.fills.rbegin(); it != account.fills.rend() && out.size() < 2000;
             ++it) {
            if (it->twapId)
                out.push_back(Object{{"fill", m_render.fill(*it)}, {"twapId", *it->twapId}});
        }
        return HttpAnswer::ok(std::move(out));
    }
    if (type == "portfolio")
        return HttpAnswer::ok(m_render.portfolio(account));
    if (type == "userAbstraction")
        return HttpAnswer::ok(Value(account.abstraction));
    if (type == "maxBuilderFee") {
        const auto text = query.request.string("builder");
        const auto builder = text ? Address::parse(*text) : Result<Address>(Address{});
        if (!text || !builder)
            return HttpAnswer::malformed();
        const auto it = account.builderFees.find(*builder);
        return HttpAnswer::ok(it == account.builderFees.end() ? std::int64_t{0} : it->second);
    }
    return std::nullopt;
}

HttpAnswer InfoService::fills(const Query &query, bool byTime) const
{
    if (byTime && !timeOf(query.request, "startTime"))
        return HttpAnswer::malformed();
    const auto flag = [&](std::string_view key) {
        const Value *found = query.request.find(key);
        return found != nullptr && found->asBool() != nullptr && *found->asBool();
    };
    std::vector<SimFill> chosen;
    for (const SimFill &fill : query.account->fills) {
        if (fill.time >= query.from && fill.time <= query.to)
            chosen.push_back(fill);
    }
    Array rows = m_render.fills(chosen, flag("aggregateByTime"));
    // userFills is newest first; by time the oldest of the window come, unless reversed.
    if (!byTime || flag("reversed"))
        std::reverse(rows.begin(), rows.end());
    if (rows.size() > 2000)
        rows.resize(2000);
    return HttpAnswer::ok(std::move(rows));
}

HttpAnswer InfoService::orderStatus(const Query &query) const
{
    const Value *oid = query.request.find("oid");
    if (oid == nullptr)
        return HttpAnswer::malformed();
    std::optional<Oid> wanted;
    if (const std::uint64_t *number = oid->asUint()) {
        wanted = *number;
    } else if (const std::string *text = oid->asString()) {
        const auto cloid = Cloid::parse(*text);
        if (!cloid)
            return HttpAnswer::malformed();
        wanted = query.account->anyByCloid(*cloid);
    } else {
        return HttpAnswer::malformed();
    }
    const auto &records = query.account->records;
    const auto it = wanted ? records.find(*wanted) : records.end();
    if (it == records.end())
        return HttpAnswer::ok(Object{{"status", "unknownOid"}});
    return HttpAnswer::ok(Object{{"status", "order"}, {"order", m_render.orderRecord(it->second)}});
}

HttpAnswer InfoService::role(const Address &user) const
{
    if (const SimAccount *known = m_exchange.accounts().find(user)) {
        if (known->isVault)
            return HttpAnswer::ok(Object{{"role", "vault"}});
        if (!known->master)
            return HttpAnswer::ok(Object{{"role", "user"}});
        return HttpAnswer::ok(
            Object{{"role", "subAccount"},
                   {"data", Object{{"master", m_exchange.addressOf(*known->master).toString()}}}});
    }
    if (const auto master = m_exchange.accounts().masterOfAgent(user, m_exchange.now())) {
        return HttpAnswer::ok(
            Object{{"role", "agent"},
                   {"data", Object{{"user", m_exchange.addressOf(*master).toString()}}}});
    }
    return HttpAnswer::ok(Object{{"role", "missing"}});
}

Value InfoService::subAccounts(const Address &user) const
{
    const SimAccount *master = m_exchange.accounts().find(user);
    Array out;
    for (UserId id = 0; master != nullptr && id < m_exchange.accounts().size(); ++id) {
        const SimAccount &sub = m_exchange.accounts().at(id);
        if (sub.master != master->id || sub.isVault)
            continue;
        out.push_back(Object{{"name", sub.name},
                             {"subAccountUser", sub.address.toString()},
                             {"master", user.toString()},
                             {"clearinghouseState", m_render.clearinghouse(sub, 0)},
                             {"spotState", m_render.spotState(sub)}});
    }
    return out.empty() ? Value(nullptr) : Value(std::move(out));
}

Value InfoService::rateLimit(const SimAccount &account) const
{
    const auto volume = static_cast<std::uint64_t>(account.cumVlm / 1'000'000);
    const std::uint64_t used = account.requestsUsed > account.requestsReserved
                                   ? account.requestsUsed - account.requestsReserved
                                   : 0;
    const std::uint64_t surplus = account.requestsReserved > account.requestsUsed
                                      ? account.requestsReserved - account.requestsUsed
                                      : 0;
    return Object{{"cumVlm", wireDec(usd(account.cumVlm))},
                  {"nRequestsUsed", used},
                  {"nRequestsCap", 10'000 + volume},
                  {"nRequestsSurplus", surplus}};
}

} // namespace hl::sim

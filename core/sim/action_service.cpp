// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/action_service.h"

#include "sim/render.h"

#include <algorithm>
#include <array>

namespace hl::sim {

using codec::Array;
using codec::Object;
using codec::Value;

namespace {

Value refusal(std::string text)
{
    return Object{{"status", "err"}, {"response", std::move(text)}};
}

Value okDefault()
{
    return Object{{"status", "ok"}, {"response", Object{{"type", "default"}}}};
}

Value okWith(const char *type, Value data)
{
    return Object{{"status", "ok"},
                  {"response", Object{{"type", type}, {"data", std::move(data)}}}};
}

Value doneOr(std::string text)
{
    return text.empty() ? okDefault() : refusal(std::move(text));
}

Object filled(const OrderAnswer &answer)
{
    Object inner{{"totalSz", wireDec(answer.totalSz)},
                 {"avgPx", wireDec(answer.avgPx)},
                 {"oid", answer.oid}};
    if (answer.cloid)
        inner.emplace_back("cloid", answer.cloid->toString());
    return Object{{"filled", std::move(inner)}};
}

Value statusOf(const OrderAnswer &answer)
{
    switch (answer.kind) {
    case OrderAnswer::Kind::Resting: {
        Object inner{{"oid", answer.oid}};
        if (answer.cloid)
            inner.emplace_back("cloid", answer.cloid->toString());
        return Object{{"resting", std::move(inner)}};
    }
    case OrderAnswer::Kind::Filled:
        return filled(answer);
    case OrderAnswer::Kind::WaitingForFill:
        return "waitingForFill";
    case OrderAnswer::Kind::WaitingForTrigger:
        return "waitingForTrigger";
    case OrderAnswer::Kind::Error:
        break;
    }
    return Object{{"error", answer.error}};
}

Value statuses(const char *type, Array list)
{
    return okWith(type, Object{{"statuses", std::move(list)}});
}

Value cancelStatus(std::string text)
{
    return text.empty() ? Value("success") : Value(Object{{"error", std::move(text)}});
}

OrderRequest requestOf(const actions::OrderWire &wire)
{
    OrderRequest request;
    request.asset = wire.a;
    request.isBuy = wire.b;
    request.px = wire.p.text;
    request.sz = wire.s.text;
    request.reduceOnly = wire.r;
    request.cloid = wire.c;
    if (const auto *limit = std::get_if<actions::Limit>(&wire.t.kind)) {
        static constexpr std::array kTifs{WireTif::Gtc, WireTif::Ioc, WireTif::Alo,
                                          WireTif::FrontendMarket};
        request.tif = kTifs[static_cast<std::size_t>(limit->tif)];
    } else {
        const auto &trigger = std::get<actions::Trigger>(wire.t.kind);
        request.isTrigger = true;
        request.isMarket = trigger.isMarket;
        request.isTp = trigger.tpsl == actions::TpSl::Tp;
        request.triggerPx = trigger.triggerPx.text;
        request.tif = WireTif::None;
    }
    return request;
}

/// A duration outside the venue's range has a sentence of its own; anything else that cannot be
/// read is answered as an unreadable body.
HttpAnswer unreadable(std::string_view body, const Error &error)
{
    if (error.field.find("twap.m") != std::string::npos) {
        const auto value = codec::parseJson(body);
        const Value *action = value ? value->find("action") : nullptr;
        const Value *twap = action != nullptr ? action->find("twap") : nullptr;
        const Value *minutes = twap != nullptr ? twap->find("m") : nullptr;
        if (minutes != nullptr && minutes->asUint() != nullptr) {
            return HttpAnswer::ok(okWith(
                "twapOrder",
                Object{{"status",
                        Object{{"error", "Invalid TWAP duration: " +
                                             std::to_string(*minutes->asUint()) + " min(s)"}}}}));
        }
    }
    return HttpAnswer::malformed();
}

void setTestnet(actions::Action &action)
{
    std::visit(
        [](auto &a) {
            if constexpr (requires { a.hyperliquidChain; })
                a.hyperliquidChain = actions::Chain::Testnet;
        },
        action.v);
    if (auto *wrapper = action.as<actions::MultiSig>()) {
        auto payload = std::make_shared<actions::Action>(*wrapper->payload.action.action);
        setTestnet(*payload);
        wrapper->payload.action.action = std::move(payload);
    }
}

} // namespace

HttpAnswer ActionService::handle(std::string_view body)
{
    auto request = actions::parseRequest(body);
    if (!request)
        return unreadable(body, request.error());
    // This venue is a testnet: a signature for mainnet is over other words and gives another
    // address.
    setTestnet(request->action);
    auto caller = request->action.is<actions::MultiSig>() ? authenticateMultiSig(*request)
                                                          : authenticate(*request);
    if (!caller)
        return HttpAnswer::ok(refusal(caller.error().detail));
    if (auto fresh =
            m_exchange.accounts().noncesOf(caller->signer).use(request->nonce, m_exchange.now());
        !fresh)
        return HttpAnswer::ok(refusal(fresh.error().detail));

    const actions::Action *action = &request->action;
    if (const auto *wrapper = action->as<actions::MultiSig>())
        action = wrapper->payload.action.action.get();
    SimAccount &payer = m_exchange.accounts().at(caller->user);
    const auto now = static_cast<std::uint64_t>(m_exchange.now());
    if (request->expiresAfter && *request->expiresAfter < now) {
        // Being late costs five times the address budget.
        payer.requestsUsed += 5;
        return HttpAnswer::ok(refusal("Action expired: expiresAfter " +
                                      std::to_string(*request->expiresAfter) + " is in the past."));
    }
    if (const auto inner = actions::innerNonce(*action); inner && *inner != request->nonce)
        return HttpAnswer::ok(refusal("Invalid nonce: action nonce does not match the request."));
    if (auto vault = useVault(*request, *action, *caller); !vault)
        return HttpAnswer::ok(refusal(vault.error().detail));
    m_exchange.accounts().at(caller->user).requestsUsed += actions::itemCount(*action);
    Value answer = run(*caller, *action);
    m_exchange.settle();
    return HttpAnswer::ok(std::move(answer));
}

Status ActionService::useVault(const actions::PostedRequest &request, const actions::Action &action,
                               Caller &caller)
{
    if (!request.vault)
        return {};
    if (!actions::acceptsVault(action))
        return fail(ErrorKind::VenueRejected,
                    std::string("Action does not take a vault address: ") +
                        std::string(actions::typeOf(action)));
    const SimAccount *vault = m_exchange.accounts().find(*request.vault);
    if (vault == nullptr || vault->master != caller.master)
        return fail(ErrorKind::VenueRejected, "Vault not registered: " + request.vault->toString());
    caller.user = vault->id;
    return {};
}

Value ActionService::run(const Caller &caller, const actions::Action &action)
{
    if (const auto *a = action.as<actions::Order>())
        return order(caller, *a);
    if (const auto *a = action.as<actions::Cancel>())
        return cancel(caller, *a);
    if (const auto *a = action.as<actions::CancelByCloid>())
        return cancelByCloid(caller, *a);
    if (const auto *a = action.as<actions::Modify>())
        return modify(caller, *a);
    if (const auto *a = action.as<actions::BatchModify>())
        return batchModify(caller, *a);
    if (const auto *a = action.as<actions::TwapOrder>())
        return twapOrder(caller, *a);
    if (const auto *a = action.as<actions::TwapCancel>()) {
        return okWith("twapCancel",
                      Object{{"status", cancelStatus(m_exchange.cancelTwap(
                                            caller.user, a->a, static_cast<std::int64_t>(a->t)))}});
    }
    if (const auto *a = action.as<actions::ScheduleCancel>()) {
        return doneOr(m_exchange.scheduleCancel(
            caller.user, a->time ? std::optional(static_cast<TimeMs>(*a->time)) : std::nullopt));
    }
    if (const auto *a = action.as<actions::UpdateLeverage>()) {
        return doneOr(m_exchange.updateLeverage(caller.user, a->asset, a->isCross,
                                                static_cast<std::int64_t>(a->leverage)));
    }
    if (const auto *a = action.as<actions::UpdateIsolatedMargin>())
        return doneOr(m_exchange.updateIsolatedMargin(caller.user, a->asset, a->ntli));
    if (action.is<actions::Noop>())
        return okDefault();
    return account(caller, action);
}

Value ActionService::order(const Caller &caller, const actions::Order &action)
{
    std::vector<OrderRequest> requests;
    for (const actions::OrderWire &wire : action.orders)
        requests.push_back(requestOf(wire));
    Grouping grouping = Grouping::Na;
    if (const auto *word = std::get_if<actions::Grouping>(&action.grouping)) {
        grouping = static_cast<Grouping>(*word);
    } else {
        const bool allIoc =
            std::all_of(requests.begin(), requests.end(),
                        [](const OrderRequest &r) { return r.tif == WireTif::Ioc; });
        const bool allAlo =
            std::all_of(requests.begin(), requests.end(), [](const OrderRequest &r) {
                return r.tif == WireTif::Alo && !r.reduceOnly;
            });
        if (!allIoc && !allAlo)
            return statuses("order", {Object{{"error", "Priority fee needs only IOC or only "
                                                       "non-reduce-only ALO orders."}}});
    }
    std::optional<BuilderFee> builder;
    if (action.builder) {
        const auto &approved = m_exchange.accounts().at(caller.user).builderFees;
        const auto it = approved.find(action.builder->b);
        if (it == approved.end() || it->second < static_cast<std::int64_t>(action.builder->f))
            return refusal("Builder fee has not been approved.");
        builder = BuilderFee{action.builder->b, static_cast<std::int64_t>(action.builder->f)};
    }
    Array list;
    for (const OrderAnswer &answer : m_exchange.place(caller.user, requests, grouping, builder))
        list.push_back(statusOf(answer));
    return statuses("order", std::move(list));
}

Value ActionService::cancel(const Caller &caller, const actions::Cancel &action)
{
    Array list;
    for (const actions::CancelWire &wire : action.cancels)
        list.push_back(cancelStatus(m_exchange.cancel(caller.user, wire.a, wire.o)));
    return statuses("cancel", std::move(list));
}

Value ActionService::cancelByCloid(const Caller &caller, const actions::CancelByCloid &action)
{
    Array list;
    for (const actions::CancelByCloidWire &wire : action.cancels)
        list.push_back(cancelStatus(m_exchange.cancelByCloid(caller.user, wire.asset, wire.cloid)));
    return statuses("cancel", std::move(list));
}

Value ActionService::modify(const Caller &caller, const actions::Modify &action)
{
    const OrderAnswer answer =
        m_exchange.modify(caller.user, action.oid, requestOf(action.order), action.a);
    return answer.kind == OrderAnswer::Kind::Error ? refusal(answer.error) : okDefault();
}

Value ActionService::batchModify(const Caller &caller, const actions::BatchModify &action)
{
    Array list;
    for (const actions::ModifyWire &wire : action.modifies)
        list.push_back(
            statusOf(m_exchange.modify(caller.user, wire.oid, requestOf(wire.order), action.a)));
    return statuses("order", std::move(list));
}

Value ActionService::twapOrder(const Caller &caller, const actions::TwapOrder &action)
{
    const auto refuse = [](std::string text) {
        return okWith("twapOrder", Object{{"status", Object{{"error", std::move(text)}}}});
    };
    if (action.details && (action.details->t || action.details->s))
        return refuse("TWAP trigger and stop prices are not supported here.");
    Exchange::TwapRequest request{action.twap.a,
                                  action.twap.b,
                                  action.twap.s.text,
                                  action.twap.r,
                                  static_cast<std::int64_t>(action.twap.m),
                                  action.twap.t};
    const auto id = m_exchange.startTwap(caller.user, request);
    if (!id)
        return refuse(id.error().detail);
    return okWith("twapOrder", Object{{"status", Object{{"running", Object{{"twapId", *id}}}}}});
}

Value ActionService::account(const Caller &caller, const actions::Action &action)
{
    SimAccount &user = m_exchange.accounts().at(caller.user);
    if (const auto *a = action.as<actions::ApproveAgent>())
        return doneOr(m_treasury.approveAgent(user, *a));
    if (const auto *a = action.as<actions::ApproveBuilderFee>())
        return doneOr(m_treasury.approveBuilderFee(user, *a));
    if (const auto *a = action.as<actions::UsdClassTransfer>())
        return doneOr(m_treasury.usdClassTransfer(user, *a));
    if (const auto *a = action.as<actions::UsdSend>())
        return doneOr(m_treasury.usdSend(user, *a));
    if (const auto *a = action.as<actions::SpotSend>())
        return doneOr(m_treasury.spotSend(user, *a));
    if (const auto *a = action.as<actions::Withdraw>())
        return doneOr(m_treasury.withdraw(user, *a));
    if (const auto *a = action.as<actions::SendAsset>())
        return doneOr(m_treasury.sendAsset(user, *a));
    if (const auto *a = action.as<actions::SubAccountTransfer>())
        return doneOr(m_treasury.subAccountTransfer(user, *a));
    if (const auto *a = action.as<actions::VaultTransfer>())
        return doneOr(m_treasury.vaultTransfer(user, *a));
    if (const auto *a = action.as<actions::ReserveRequestWeight>())
        return doneOr(m_treasury.reserveWeight(user, *a));
    if (const auto *a = action.as<actions::UserSetAbstraction>())
        return doneOr(
            m_treasury.setAbstraction(user, a->user, static_cast<std::size_t>(a->abstraction)));
    if (const auto *a = action.as<actions::UserSetAbstractionPayload>())
        return doneOr(
            m_treasury.setAbstraction(user, a->user, static_cast<std::size_t>(a->abstraction)));
    if (const auto *a = action.as<actions::ConvertToMultiSigUser>())
        return doneOr(m_treasury.convertToMultiSig(user, *a));
    if (const auto *a = action.as<actions::CreateSubAccount>()) {
        const auto address = m_treasury.createSubAccount(user, a->name);
        return address ? okWith("createSubAccount", address->toString())
                       : refusal(address.error().detail);
    }
    if (action.is<actions::SpotDeploy>() || action.is<actions::PerpDeploy>())
        return refusal("Deployer has not staked enough");
    return refusal("Action is not supported here: " + std::string(actions::typeOf(action)));
}

} // namespace hl::sim

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/money_match.h"

#include <utility>

namespace hl::trading {

using codec::Value;
using model::MoneyKind;
using model::MoneyOrder;

namespace {

std::string wireAmount(const Decimal &amount)
{
    return amount.normalised().toString();
}

/// 1e-6 USD.
std::uint64_t micros(const Decimal &amount)
{
    const Decimal cut = amount.rounded(6, Rounding::TowardZero);
    Int128 units = cut.coefficient();
    for (int i = cut.scale(); i < 6; ++i)
        units *= 10;
    for (int i = 6; i < cut.scale(); ++i)
        units /= 10;
    return static_cast<std::uint64_t>(units);
}

/// "PURR" of "PURR:0xc4bf3f870c0e9465323c0b6ed28096c2".
std::string nameOf(const std::string &wireToken)
{
    return wireToken.substr(0, wireToken.find(':'));
}

Decimal amountOf(const std::string &text)
{
    return Decimal::parse(text).value_or(Decimal());
}

/// A person names where it goes.
bool hasDestination(MoneyKind kind)
{
    return kind != MoneyKind::ClassTransfer && kind != MoneyKind::DexTransfer &&
           kind != MoneyKind::RevokeAgent;
}

} // namespace

Decimal figureOf(const Value &delta, std::string_view name)
{
    const auto text = delta.string(name);
    return text ? Decimal::parse(*text).value_or(Decimal()) : Decimal();
}

actions::Action actionOf(const MoneyOrder &o, const std::string &wireToken, const Address &own)
{
    const actions::Dec amount{wireAmount(o.amount)};
    switch (o.kind) {
    case MoneyKind::Withdraw: {
        actions::Withdraw a;
        a.destination = o.destination;
        a.amount = amount;
        return actions::Action(std::move(a));
    }
    case MoneyKind::SendUsd: {
        actions::UsdSend a;
        a.destination = o.destination;
        a.amount = amount;
        return actions::Action(std::move(a));
    }
    case MoneyKind::SendSpot: {
        actions::SpotSend a;
        a.destination = o.destination;
        a.token = wireToken;
        a.amount = amount;
        return actions::Action(std::move(a));
    }
    case MoneyKind::ClassTransfer: {
        actions::UsdClassTransfer a;
        a.amount.text = wireAmount(o.amount);
        a.toPerp = o.isIn;
        return actions::Action(std::move(a));
    }
    case MoneyKind::DexTransfer: {
        actions::SendAsset a;
        a.destination = own;
        a.sourceDex = o.sourceDex;
        a.destinationDex = o.destinationDex;
        a.token = wireToken;
        a.amount = amount;
        return actions::Action(std::move(a));
    }
    case MoneyKind::SubAccountTransfer: {
        actions::SubAccountTransfer a;
        a.subAccountUser = o.destination;
        a.isDeposit = o.isIn;
        a.usd = micros(o.amount);
        return actions::Action(a);
    }
    case MoneyKind::VaultTransfer: {
        actions::VaultTransfer a;
        a.vaultAddress = o.destination;
        a.isDeposit = o.isIn;
        a.usd = micros(o.amount);
        return actions::Action(a);
    }
    case MoneyKind::RevokeAgent: {
        actions::ApproveAgent a;
        a.agentAddress = o.destination;
        a.agentName = o.name;
        return actions::Action(std::move(a));
    }
    case MoneyKind::ApproveBuilder: {
        actions::ApproveBuilderFee a;
        a.builder = o.destination;
        a.maxFeeRate.text = wireAmount(o.amount) + '%';
        return actions::Action(std::move(a));
    }
    }
    return actions::Action(actions::Noop{});
}

std::optional<MoneyOrder> moneyOrderOf(const actions::Action &action, const Address &own)
{
    MoneyOrder o;
    if (const auto *a = action.as<actions::Withdraw>()) {
        o.kind = MoneyKind::Withdraw;
        o.destination = a->destination;
        o.amount = amountOf(a->amount.text);
        return o;
    }
    if (const auto *a = action.as<actions::UsdSend>()) {
        o.kind = MoneyKind::SendUsd;
        o.destination = a->destination;
        o.amount = amountOf(a->amount.text);
        return o;
    }
    if (const auto *a = action.as<actions::SpotSend>()) {
        o.kind = MoneyKind::SendSpot;
        o.destination = a->destination;
        o.token = nameOf(a->token);
        o.tokenIndex = -1;
        o.amount = amountOf(a->amount.text);
        return o;
    }
    if (const auto *a = action.as<actions::UsdClassTransfer>()) {
        o.kind = MoneyKind::ClassTransfer;
        o.amount = amountOf(a->amount.text);
        o.isIn = a->toPerp;
        return o;
    }
    if (const auto *a = action.as<actions::SendAsset>(); a != nullptr && a->destination == own) {
        o.kind = MoneyKind::DexTransfer;
        o.destination = own;
        o.token = nameOf(a->token);
        o.tokenIndex = -1;
        o.amount = amountOf(a->amount.text);
        o.sourceDex = a->sourceDex;
        o.destinationDex = a->destinationDex;
        return o;
    }
    if (const auto *a = action.as<actions::SubAccountTransfer>()) {
        o.kind = MoneyKind::SubAccountTransfer;
        o.destination = a->subAccountUser;
        o.amount = Decimal(static_cast<std::int64_t>(a->usd), 6);
        o.isIn = a->isDeposit;
        return o;
    }
    if (const auto *a = action.as<actions::VaultTransfer>()) {
        o.kind = MoneyKind::VaultTransfer;
        o.destination = a->vaultAddress;
        o.amount = Decimal(static_cast<std::int64_t>(a->usd), 6);
        o.isIn = a->isDeposit;
        return o;
    }
    return {};
}

bool hasNonceInLedger(MoneyKind kind)
{
    return kind == MoneyKind::Withdraw || kind == MoneyKind::SendSpot ||
           kind == MoneyKind::DexTransfer;
}

bool isIt(const venue::LedgerEntry &row, const MoneyOrder &o, Nonce nonce, TimeMs since)
{
    const auto delta = codec::parseJson(row.deltaJson);
    if (!delta || row.time + kMoneySlackMs < since)
        return false;
    const auto hasNonce = [&] {
        const auto said = delta->uint("nonce");
        return said && *said == nonce;
    };
    const auto isTo = [&] {
        return delta->string("destination").value_or("") == o.destination.toString();
    };
    switch (o.kind) {
    case MoneyKind::Withdraw:
        return row.type == "withdraw" && hasNonce();
    case MoneyKind::SendSpot:
        return row.type == "spotTransfer" && hasNonce();
    case MoneyKind::DexTransfer:
        return row.type == "send" && hasNonce();
    case MoneyKind::SendUsd:
        return row.type == "internalTransfer" && isTo() && figureOf(*delta, "usdc") == o.amount;
    case MoneyKind::ClassTransfer: {
        const auto toPerp = delta->boolean("toPerp");
        return row.type == "accountClassTransfer" && figureOf(*delta, "usdc") == o.amount &&
               toPerp && *toPerp == o.isIn;
    }
    case MoneyKind::SubAccountTransfer: {
        const char *other = o.isIn ? "destination" : "user";
        return row.type == "subAccountTransfer" && figureOf(*delta, "usdc") == o.amount &&
               delta->string(other).value_or("") == o.destination.toString();
    }
    case MoneyKind::VaultTransfer:
        return delta->string("vault").value_or("") == o.destination.toString() &&
               (o.isIn
                    ? row.type == "vaultDeposit" && figureOf(*delta, "usdc") == o.amount
                    : row.type == "vaultWithdraw" && figureOf(*delta, "requestedUsd") == o.amount);
    case MoneyKind::RevokeAgent:
    case MoneyKind::ApproveBuilder:
        return false;
    }
    return false;
}

bool isTwin(const MoneyOrder &a, const MoneyOrder &b)
{
    const bool isOneToken = a.token == b.token &&
                            (a.tokenIndex == b.tokenIndex || a.tokenIndex < 0 || b.tokenIndex < 0);
    return a.kind == b.kind && isOneToken && a.amount == b.amount &&
           (!hasDestination(a.kind) || a.destination == b.destination) &&
           a.sourceDex == b.sourceDex && a.destinationDex == b.destinationDex && a.isIn == b.isIn &&
           a.name == b.name;
}

} // namespace hl::trading

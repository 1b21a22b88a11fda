// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/money.h"

#include "base/hex.h"
#include "crypto/secp256k1.h"
#include "guard/collateral.h"

#include <algorithm>

namespace hl::guard {

using model::MoneyKind;
using model::MoneyOrder;

namespace {

constexpr int kDivScale = 12;
/// withdraw3 and the first receipt of an account (protocol/limits.md 3).
const Decimal kOne = Decimal::fromInt(1);

bool isMixedCase(std::string_view digits)
{
    const auto isIn = [](char low, char high) {
        return [low, high](char c) { return c >= low && c <= high; };
    };
    return std::ranges::any_of(digits, isIn('a', 'f')) &&
           std::ranges::any_of(digits, isIn('A', 'F'));
}

Decimal freeSpot(const model::AccountState &account, std::int64_t token)
{
    for (const model::Balance &balance : account.balances)
        if (balance.token == token)
            return balance.total - balance.hold;
    return {};
}

std::optional<Decimal> freePerp(const model::AccountState &account, std::string_view dex)
{
    if (isSpotKept(account.mode))
        return collateralOf(account, account.mode, "USDC").available;
    for (const model::MarginSummary &margin : account.margins)
        if (margin.dex == dex)
            return margin.withdrawable;
    return std::nullopt;
}

bool takesFromPerp(const MoneyOrder &order)
{
    switch (order.kind) {
    case MoneyKind::Withdraw:
    case MoneyKind::SendUsd:
        return true;
    case MoneyKind::ClassTransfer:
        return !order.isIn;
    case MoneyKind::DexTransfer:
        return order.sourceDex != "spot";
    case MoneyKind::SubAccountTransfer:
    case MoneyKind::VaultTransfer:
        return order.isIn;
    default:
        return false;
    }
}

} // namespace

Result<Address> parseDestination(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\n' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\t' ||
                             text.back() == '\r'))
        text.remove_suffix(1);
    const auto wrong = [](const char *why) {
        return fail(ErrorKind::Validation, why, "destination");
    };
    if (text.empty())
        return wrong("is missing");
    const auto address = Address::parse(text);
    if (!address)
        return wrong("must be 0x and 40 hex digits");
    if (isMixedCase(text.substr(2)) && crypto::checksumAddress(*address) != text)
        return wrong("has a wrong checksum: a letter's case or a digit is not as its owner wrote "
                     "it");
    return *address;
}

std::string checksummedAddress(const Address &address)
{
    return crypto::checksumAddress(address);
}

std::string groupedAddress(const Address &address)
{
    const std::string plain = crypto::checksumAddress(address);
    std::string out = "0x";
    for (std::size_t i = 2; i < plain.size(); i += 4)
        out += (i == 2 ? "" : " ") + plain.substr(i, 4);
    return out;
}

bool looksAlike(const Address &a, const Address &b)
{
    return a != b && std::equal(a.bytes.begin(), a.bytes.begin() + 2, b.bytes.begin()) &&
           std::equal(a.bytes.end() - 2, a.bytes.end(), b.bytes.end() - 2);
}

std::optional<SystemAddress> systemAddress(const Address &address)
{
    if (address.isZero())
        return SystemAddress{"the zero address, which nobody holds", {}};
    const auto &b = address.bytes;
    if (std::ranges::all_of(b, [](std::uint8_t byte) { return byte == 0x22; }))
        return SystemAddress{"the HyperEVM bridge of HYPE", 150};
    // 0x20, zeros, the token's index in the last bytes.
    if (b[0] == 0x20 &&
        std::all_of(b.begin() + 1, b.begin() + 12, [](std::uint8_t byte) { return byte == 0; })) {
        std::uint64_t token = 0;
        for (std::size_t i = 12; i < b.size(); ++i)
            token = token << 8 | b[i];
        if (token <= 0xffff'ffff)
            return SystemAddress{"the HyperEVM bridge of token " + std::to_string(token),
                                 static_cast<std::int64_t>(token)};
    }
    static const Address bridge =
        Address::parse("0x2df1c51e09aecf9cacb7bc98cb1742757f163df7").value_or(Address{});
    if (address == bridge)
        return SystemAddress{"the venue's own bridge on Arbitrum", {}};
    return std::nullopt;
}

bool goesAway(MoneyKind kind)
{
    return kind == MoneyKind::Withdraw || kind == MoneyKind::SendUsd || kind == MoneyKind::SendSpot;
}

bool isUserSigned(MoneyKind kind)
{
    return kind != MoneyKind::SubAccountTransfer && kind != MoneyKind::VaultTransfer;
}

std::optional<Decimal> available(const MoneyOrder &order, const model::AccountState &account)
{
    if (account.receivedMonoNs == 0)
        return std::nullopt;
    switch (order.kind) {
    case MoneyKind::SendSpot:
        return freeSpot(account, order.tokenIndex);
    case MoneyKind::ClassTransfer:
        return order.isIn ? std::optional(freeSpot(account, 0)) : freePerp(account, "");
    case MoneyKind::DexTransfer:
        return order.sourceDex == "spot" ? std::optional(freeSpot(account, order.tokenIndex))
                                         : freePerp(account, order.sourceDex);
    case MoneyKind::SubAccountTransfer:
    case MoneyKind::VaultTransfer:
        return order.isIn ? freePerp(account, "") : std::nullopt;
    case MoneyKind::RevokeAgent:
    case MoneyKind::ApproveBuilder:
        return std::nullopt;
    case MoneyKind::Withdraw:
    case MoneyKind::SendUsd:
        break;
    }
    return freePerp(account, "");
}

int digitsOf(const MoneyOrder &order)
{
    const bool isToken = order.kind == MoneyKind::SendSpot ||
                         (order.kind == MoneyKind::DexTransfer && order.sourceDex == "spot" &&
                          order.destinationDex == "spot");
    return isToken ? 8 : 6;
}

MoneyCost costOf(const MoneyOrder &order, const model::MoneyFacts *facts)
{
    MoneyCost cost;
    cost.leaves = order.amount;
    cost.arrives = order.amount;
    if (order.kind == MoneyKind::Withdraw) {
        cost.fee = kOne;
        cost.arrives = order.amount > kOne ? order.amount - kOne : Decimal();
    } else if (order.kind == MoneyKind::SendUsd || order.kind == MoneyKind::SendSpot) {
        const bool isLookedUp = facts != nullptr && facts->asked == order.destination;
        cost.isActivationKnown = isLookedUp && facts->isKnownToVenue.has_value();
        if (cost.isActivationKnown && !*facts->isKnownToVenue) {
            cost.activation = kOne;
            if (order.tokenIndex == 0)
                cost.leaves = order.amount + kOne;
        }
    }
    return cost;
}

std::optional<Decimal> largestAmount(const MoneyOrder &order, const model::AccountState &account,
                                     const model::MoneyFacts *facts)
{
    const auto most = available(order, account);
    if (!most)
        return std::nullopt;
    const MoneyCost cost = costOf(order, facts);
    const Decimal left = order.kind != MoneyKind::Withdraw && order.tokenIndex == 0
                             ? *most - cost.activation
                             : *most;
    return left.isNegative() ? Decimal()
                             : left.rounded(digitsOf(order), Rounding::TowardZero).normalised();
}

std::vector<LiquidationMove> liquidationsAfter(const MoneyOrder &order,
                                               const model::AccountState &account,
                                               const std::map<std::string, Decimal> &marks)
{
    std::vector<LiquidationMove> out;
    if (!takesFromPerp(order) || order.amount.sign() <= 0)
        return out;
    const std::string &dex = order.sourceDex;
    const Decimal leaves = order.amount;
    for (const model::Position &p : account.positions) {
        if (p.szi.lots == 0 || !p.isCross || (!isSpotKept(account.mode) && p.dex != dex))
            continue;
        LiquidationMove move{p.coin, p.grid, p.liquidationPx, {}, false};
        // free margin ÷ (size × (1 − sign × rate)) is the distance; what leaves takes from it, with
        // the lowest tier's rate of 1 / (2 × max leverage) (protocol/prices.md 7).
        const Decimal size = toDecimal(p.szi, p.grid).abs();
        const Decimal direction = Decimal::fromInt(p.szi.lots > 0 ? 1 : -1);
        const auto rate =
            p.maxLeverage > 0
                ? Decimal::div(kOne, Decimal::fromInt(2 * p.maxLeverage), kDivScale, Rounding::Up)
                : Result<Decimal>(fail(ErrorKind::Validation, "", ""));
        const auto mark = marks.find(p.coin);
        if (rate) {
            const Decimal slope = size * (direction - *rate);
            std::optional<Decimal> from = p.liquidationPx;
            if (!from && mark != marks.end() && !isSpotKept(account.mode)) {
                // None at present equity: below zero for a long. Worked out, then moved.
                for (const model::MarginSummary &margin : account.margins)
                    if (margin.dex == p.dex) {
                        const Decimal others =
                            margin.maintenanceMargin - size * mark->second * *rate;
                        const Decimal free =
                            margin.accountValue - (others.isNegative() ? Decimal() : others);
                        const auto found = Decimal::div(size * mark->second * direction - free,
                                                        slope, kDivScale, Rounding::HalfEven);
                        if (found)
                            from = *found;
                    }
            }
            const auto shift = Decimal::div(leaves, slope, kDivScale, Rounding::HalfEven);
            if (from && shift) {
                move.isKnown = true;
                const Decimal after = *from + *shift;
                if (after.sign() > 0)
                    move.after = after;
            }
        }
        out.push_back(std::move(move));
    }
    return out;
}

std::string moneyTitle(const MoneyOrder &o)
{
    const std::string sum = o.amount.toString() + ' ' + o.token;
    const auto place = [](const std::string &dex) {
        return dex.empty()     ? std::string("the main dex")
               : dex == "spot" ? std::string("spot")
                               : "the dex " + dex;
    };
    switch (o.kind) {
    case MoneyKind::Withdraw:
        return "Withdraw " + sum + " to Arbitrum, to " + o.destination.shortened();
    case MoneyKind::SendUsd:
    case MoneyKind::SendSpot:
        return "Send " + sum + " inside the venue to " + o.destination.shortened();
    case MoneyKind::ClassTransfer:
        return "Move " + sum + (o.isIn ? " from spot to perp" : " from perp to spot");
    case MoneyKind::DexTransfer:
        return "Move " + sum + " from " + place(o.sourceDex) + " to " + place(o.destinationDex);
    case MoneyKind::SubAccountTransfer:
        return "Move " + sum + (o.isIn ? " to" : " from") + " the sub-account " +
               o.destination.shortened();
    case MoneyKind::VaultTransfer:
        return std::string(o.isIn ? "Deposit " : "Take back ") + sum +
               (o.isIn ? " into the vault " : " from the vault ") + o.destination.shortened();
    case MoneyKind::RevokeAgent:
        return "Revoke the agent \"" + o.name + "\"";
    case MoneyKind::ApproveBuilder:
        return o.amount.isZero()
                   ? "Take back the approval of the builder " + o.destination.shortened()
                   : "Let the builder " + o.destination.shortened() + " take up to " +
                         o.amount.toString() + " %";
    }
    return {};
}

} // namespace hl::guard

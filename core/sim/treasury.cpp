// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/treasury.h"

#include "base/hex.h"
#include "crypto/keccak256.h"
#include "sim/render.h"

#include <algorithm>
#include <array>
#include <limits>

namespace hl::sim {

using codec::Object;
using codec::Value;

namespace {

constexpr const char *kNoFunds = "Insufficient balance for withdrawal.";
constexpr const char *kTooMuch = "Amount is too large for the receiving balance.";
constexpr TimeMs kDay = 86'400'000;
constexpr std::size_t kNamedAgents = 3;
constexpr Micros kActivationFee = 1'000'000;

Address addressFrom(std::string_view text)
{
    const Hash32 hash = crypto::keccak256(text);
    Address address;
    std::copy(hash.begin() + 12, hash.end(), address.bytes.begin());
    return address;
}

/// Whether a balance can take so much more. The venue's own limits are far away; ours is 64 bits.
bool takes(std::int64_t balance, Int128 more)
{
    return more <= Int128{std::numeric_limits<std::int64_t>::max()} - balance;
}

std::string usdText(Micros micros)
{
    return wireDec(usd(micros));
}

} // namespace

std::optional<std::int64_t> toUnits(std::string_view text, int decimals)
{
    const auto value = Decimal::parse(text);
    if (!value || value->isNegative())
        return std::nullopt;
    const Decimal cut = value->rounded(decimals, Rounding::TowardZero);
    if (cut != *value)
        return std::nullopt;
    constexpr Int128 most = std::numeric_limits<std::int64_t>::max();
    Int128 units = cut.coefficient();
    for (int i = cut.scale(); i < decimals && units <= most; ++i)
        units *= 10;
    if (units > most)
        return std::nullopt;
    return static_cast<std::int64_t>(units);
}

Address Treasury::vaultAddress()
{
    return addressFrom("touchline practice vault");
}

Micros Treasury::withdrawable(const SimAccount &account, int dex) const
{
    return m_exchange.summary(account, dex).withdrawable;
}

void Treasury::note(SimAccount &account, Object delta)
{
    LedgerUpdate update{m_exchange.now(), m_exchange.newHash(), std::move(delta)};
    account.ledger.push_back(update);
    m_exchange.outbox().ledger.emplace_back(account.id, std::move(update));
    m_exchange.touch(account.id);
}

/// The account at an address; one that nobody used before costs the activation fee.
SimAccount &Treasury::reach(const Address &address, Micros &fee)
{
    fee = 0;
    if (SimAccount *known = m_exchange.accounts().find(address))
        return *known;
    fee = kActivationFee;
    return m_exchange.accounts().create(address);
}

std::string Treasury::usdClassTransfer(SimAccount &from, const actions::UsdClassTransfer &action)
{
    const std::string &text = action.amount.text;
    const std::size_t blank = text.find(' ');
    const auto amount = toUnits(std::string_view(text).substr(0, blank), 6);
    if (!amount || *amount == 0)
        return "Invalid amount.";
    SimAccount *account = &from;
    constexpr std::string_view kSub = " subaccount:";
    if (blank != std::string::npos) {
        const auto sub = Address::parse(std::string_view(text).substr(blank + kSub.size()));
        account = sub ? m_exchange.accounts().find(*sub) : nullptr;
        if (account == nullptr || account->master != from.id)
            return "Sub-account is not registered to this user.";
    }
    SpotBalance &spot = account->spot[0];
    const Int128 units = Int128{*amount} * 100;
    if (action.toPerp) {
        if (units > account->spotAvailable(0, m_exchange.universe()))
            return kNoFunds;
        if (!takes(account->perps[0].raw, *amount))
            return kTooMuch;
        spot.total -= static_cast<SpotUnits>(units);
        account->perps[0].raw += *amount;
    } else {
        if (*amount > withdrawable(*account, 0))
            return kNoFunds;
        if (!takes(spot.total, units))
            return kTooMuch;
        account->perps[0].raw -= *amount;
        spot.total += static_cast<SpotUnits>(units);
    }
    note(*account,
         {{"type", "accountClassTransfer"}, {"usdc", usdText(*amount)}, {"toPerp", action.toPerp}});
    return {};
}

std::string Treasury::usdSend(SimAccount &from, const actions::UsdSend &action)
{
    const auto amount = toUnits(action.amount.text, 6);
    if (!amount || *amount == 0)
        return "Invalid amount.";
    const SimAccount *known = m_exchange.accounts().find(action.destination);
    const Int128 due = Int128{*amount} + (known == nullptr ? kActivationFee : 0);
    if (due > withdrawable(from, 0))
        return kNoFunds;
    if (known != nullptr && known->id != from.id && !takes(known->perps[0].raw, *amount))
        return kTooMuch;
    Micros fee = 0;
    const UserId sender = from.id;
    SimAccount &to = reach(action.destination, fee);
    SimAccount &source = m_exchange.accounts().at(sender);
    source.perps[0].raw -= *amount + fee;
    to.perps[0].raw += *amount;
    const Object delta{{"type", "internalTransfer"},
                       {"usdc", usdText(*amount)},
                       {"user", source.address.toString()},
                       {"destination", to.address.toString()},
                       {"fee", usdText(fee)}};
    note(source, delta);
    if (to.id != source.id)
        note(to, delta);
    return {};
}

std::string Treasury::spotSend(SimAccount &from, const actions::SpotSend &action)
{
    const TokenSpec *token = m_exchange.universe().findToken(std::string_view(action.token));
    if (token == nullptr)
        return "Invalid token: " + action.token;
    const auto amount = toUnits(action.amount.text, 8);
    if (!amount || *amount == 0)
        return "Invalid amount.";
    if (*amount > from.spotAvailable(token->index, m_exchange.universe()))
        return kNoFunds;
    SimAccount *known = m_exchange.accounts().find(action.destination);
    if (known != nullptr && known->id != from.id &&
        !takes(known->spot[token->index].total, *amount))
        return kTooMuch;
    Micros fee = 0;
    SimAccount &to = reach(action.destination, fee);
    SpotUnits feeUnits = fee * 100;
    if (token->index != 0 ||
        Int128{*amount} + feeUnits > from.spotAvailable(0, m_exchange.universe()))
        feeUnits = 0;
    from.spot[token->index].total -= *amount + feeUnits;
    to.spot[token->index].total += *amount;
    const Object delta{{"type", "spotTransfer"},
                       {"token", token->name},
                       {"amount", wireDec(spotAmount(*amount))},
                       {"usdcValue", wireDec(spotAmount(token->index == 0 ? *amount : 0))},
                       {"user", from.address.toString()},
                       {"destination", to.address.toString()},
                       {"fee", wireDec(spotAmount(feeUnits))},
                       {"nativeTokenFee", "0.0"},
                       {"nonce", action.time.value_or(0)},
                       {"feeToken", feeUnits > 0 ? "USDC" : ""}};
    note(from, delta);
    if (to.id != from.id)
        note(to, delta);
    return {};
}

std::string Treasury::withdraw(SimAccount &from, const actions::Withdraw &action)
{
    constexpr Micros kFee = 1'000'000;
    const auto amount = toUnits(action.amount.text, 6);
    if (!amount || *amount <= kFee)
        return "Withdrawal must be larger than the fee of 1 USDC.";
    if (*amount > withdrawable(from, 0))
        return kNoFunds;
    from.perps[0].raw -= *amount;
    note(from, {{"type", "withdraw"},
                {"usdc", usdText(*amount - kFee)},
                {"nonce", action.time.value_or(0)},
                {"fee", usdText(kFee)}});
    return {};
}

std::string Treasury::sendAsset(SimAccount &signer, const actions::SendAsset &action)
{
    const Universe &universe = m_exchange.universe();
    const TokenSpec *token = universe.findToken(std::string_view(action.token));
    if (token == nullptr)
        return "Invalid token: " + action.token;
    const auto amount = toUnits(action.amount.text, 8);
    if (!amount || *amount == 0)
        return "Invalid amount.";
    SimAccount *source = &signer;
    if (!action.fromSubAccount.text.empty()) {
        const auto sub = Address::parse(action.fromSubAccount.text);
        source = sub ? m_exchange.accounts().find(*sub) : nullptr;
        if (source == nullptr || source->master != signer.id)
            return "Sub-account is not registered to this user.";
    }
    const bool fromSpot = action.sourceDex == "spot";
    const bool toSpot = action.destinationDex == "spot";
    const int fromDex = fromSpot ? 0 : universe.findDex(action.sourceDex);
    const int toDex = toSpot ? 0 : universe.findDex(action.destinationDex);
    if (fromDex < 0 || toDex < 0)
        return "Invalid dex.";
    if ((!fromSpot || !toSpot) && (token->index != 0 || *amount % 100 != 0))
        return "Invalid token for this dex: " + action.token;
    const Int128 have = fromSpot ? Int128{source->spotAvailable(token->index, universe)}
                                 : Int128{withdrawable(*source, fromDex)} * 100;
    if (*amount > have)
        return kNoFunds;
    const auto toPerps = static_cast<std::size_t>(toDex);
    SimAccount *known = m_exchange.accounts().find(action.destination);
    if (known != nullptr && !(toSpot ? takes(known->spot[token->index].total, *amount)
                                     : takes(known->perps[toPerps].raw, *amount / 100)))
        return kTooMuch;
    Micros fee = 0;
    SimAccount &to = reach(action.destination, fee);
    if (fromSpot)
        source->spot[token->index].total -= *amount;
    else
        source->perps[static_cast<std::size_t>(fromDex)].raw -= *amount / 100;
    if (toSpot)
        to.spot[token->index].total += *amount;
    else
        to.perps[toPerps].raw += *amount / 100;
    const Object delta{{"type", "send"},
                       {"user", source->address.toString()},
                       {"destination", to.address.toString()},
                       {"sourceDex", action.sourceDex},
                       {"destinationDex", action.destinationDex},
                       {"token", token->name},
                       {"amount", wireDec(spotAmount(*amount))},
                       {"usdcValue", wireDec(spotAmount(token->index == 0 ? *amount : 0))},
                       {"fee", "0.0"},
                       {"nativeTokenFee", "0.0"},
                       {"nonce", action.nonce.value_or(0)},
                       {"feeToken", ""}};
    note(*source, delta);
    if (to.id != source->id)
        note(to, delta);
    return {};
}

Result<Address> Treasury::createSubAccount(SimAccount &master, const std::string &name)
{
    const UserId id = master.id;
    std::size_t count = 0;
    for (UserId other = 0; other < m_exchange.accounts().size(); ++other) {
        const SimAccount &account = m_exchange.accounts().at(other);
        if (account.master != id)
            continue;
        ++count;
        if (account.name == name)
            return fail(ErrorKind::VenueRejected, "Sub-account name already in use.");
    }
    if (count >= 10)
        return fail(ErrorKind::VenueRejected, "Too many sub-accounts.");
    const Address address =
        addressFrom(master.address.toString() + "/" + std::to_string(count) + "/" + name);
    SimAccount &sub = m_exchange.accounts().create(address);
    sub.master = id;
    sub.name = name;
    return address;
}

std::string Treasury::subAccountTransfer(SimAccount &master,
                                         const actions::SubAccountTransfer &action)
{
    SimAccount *sub = m_exchange.accounts().find(action.subAccountUser);
    if (sub == nullptr || sub->master != master.id)
        return "Sub-account is not registered to this user.";
    SimAccount &from = action.isDeposit ? master : *sub;
    SimAccount &to = action.isDeposit ? *sub : master;
    if (Int128{action.usd} > withdrawable(from, 0))
        return kNoFunds;
    const auto amount = static_cast<Micros>(action.usd);
    if (!takes(to.perps[0].raw, amount))
        return kTooMuch;
    from.perps[0].raw -= amount;
    to.perps[0].raw += amount;
    const Object delta{{"type", "subAccountTransfer"},
                       {"usdc", usdText(amount)},
                       {"user", from.address.toString()},
                       {"destination", to.address.toString()}};
    note(from, delta);
    note(to, delta);
    return {};
}

std::string Treasury::vaultTransfer(SimAccount &from, const actions::VaultTransfer &action)
{
    SimAccount *vault = m_exchange.accounts().find(action.vaultAddress);
    if (vault == nullptr || !vault->isVault)
        return "Vault not registered: " + action.vaultAddress.toString();
    const Micros amount = saturated(action.usd); // no balance holds as much as that
    Micros &equity = from.vaultEquity[action.vaultAddress];
    if (action.isDeposit) {
        if (amount < 5'000'000)
            return "Vault deposit must be at least 5 USDC.";
        if (amount > withdrawable(from, 0))
            return kNoFunds;
        if (!takes(vault->perps[0].raw, amount) || !takes(equity, amount))
            return kTooMuch;
        from.perps[0].raw -= amount;
        vault->perps[0].raw += amount;
        equity += amount;
        note(from, {{"type", "vaultDeposit"},
                    {"vault", action.vaultAddress.toString()},
                    {"usdc", usdText(amount)}});
        return {};
    }
    if (amount > equity)
        return "Insufficient vault equity.";
    if (!takes(from.perps[0].raw, amount))
        return kTooMuch;
    vault->perps[0].raw -= amount;
    from.perps[0].raw += amount;
    equity -= amount;
    note(from, {{"type", "vaultWithdraw"},
                {"vault", action.vaultAddress.toString()},
                {"user", from.address.toString()},
                {"requestedUsd", usdText(amount)},
                {"commission", "0.0"},
                {"closingCost", "0.0"},
                {"basis", usdText(amount)},
                {"netWithdrawnUsd", usdText(amount)}});
    return {};
}

std::string Treasury::reserveWeight(SimAccount &from, const actions::ReserveRequestWeight &action)
{
    // 0.0005 USDC a request
    if (action.weight > 1'000'000'000'000)
        return kNoFunds;
    const auto cost = static_cast<Micros>(action.weight) * 500;
    if (cost > withdrawable(from, 0))
        return kNoFunds;
    SimAccount *to = action.destination ? m_exchange.accounts().find(*action.destination) : &from;
    if (to == nullptr)
        return "User does not exist: " + action.destination->toString();
    from.perps[0].raw -= cost;
    to->requestsReserved += action.weight;
    m_exchange.touch(from.id);
    return {};
}

std::string Treasury::approveAgent(SimAccount &master, const actions::ApproveAgent &action)
{
    std::string name = action.agentName;
    std::optional<TimeMs> until;
    constexpr std::string_view kUntil = " valid_until ";
    if (const std::size_t at = name.find(kUntil); at != std::string::npos) {
        TimeMs value = 0;
        for (const char c : name.substr(at + kUntil.size())) {
            if (c < '0' || c > '9' || value > 9'000'000'000'000)
                return "Invalid agent valid_until.";
            value = value * 10 + (c - '0');
        }
        if (value <= m_exchange.now() || value > m_exchange.now() + 180 * kDay)
            return "Invalid agent valid_until: must be at most 180 days ahead.";
        until = value;
        name.resize(at);
    }
    if (name.size() > 16)
        return "Agent name must be at most 16 characters.";
    const Address &agent = action.agentAddress;
    const bool isTaken =
        m_exchange.accounts().find(agent) != nullptr ||
        (!agent.isZero() && m_exchange.accounts().masterOfAgent(agent, 0).has_value());
    if (isTaken)
        return "Extra agent already used.";
    const auto slot = std::find_if(master.agents.begin(), master.agents.end(),
                                   [&](const SimAgent &a) { return a.name == name; });
    if (slot != master.agents.end()) {
        // The old agent of that slot goes, and what is known of its nonces with it.
        m_exchange.accounts().forgetNonces(slot->address);
        *slot = {agent, name, until};
    } else {
        const auto named = std::count_if(master.agents.begin(), master.agents.end(),
                                         [](const SimAgent &a) { return !a.name.empty(); });
        if (!name.empty() && static_cast<std::size_t>(named) >= kNamedAgents)
            return "Too many extra agents.";
        master.agents.push_back({agent, name, until});
    }
    m_exchange.touch(master.id);
    return {};
}

std::string Treasury::approveBuilderFee(SimAccount &user, const actions::ApproveBuilderFee &action)
{
    const std::string &text = action.maxFeeRate.text;
    const auto tenths = toUnits(std::string_view(text).substr(0, text.find('%')), 3);
    if (!tenths || *tenths > 1000)
        return "Invalid builder fee rate.";
    user.builderFees[action.builder] = *tenths;
    return {};
}

std::string Treasury::setAbstraction(SimAccount &user, const Address &named, std::size_t mode)
{
    static constexpr std::array kModes{"disabled", "unifiedAccount", "portfolioMargin",
                                       "dexAbstraction"};
    if (named != user.address) {
        const SimAccount *sub = m_exchange.accounts().find(named);
        if (sub == nullptr || sub->master != user.id)
            return "User does not match the signer.";
        m_exchange.accounts().at(sub->id).abstraction = kModes[mode];
        return {};
    }
    user.abstraction = kModes[mode];
    m_exchange.touch(user.id);
    return {};
}

std::string Treasury::convertToMultiSig(SimAccount &user,
                                        const actions::ConvertToMultiSigUser &action)
{
    const auto signers = codec::parseJson(action.signers.text);
    if (!signers)
        return "Invalid multi-sig signers.";
    if (signers->isNull()) {
        user.multiSig.reset();
        return {};
    }
    const Value *users = signers->find("authorizedUsers");
    const auto threshold = signers->uint("threshold");
    if (users == nullptr || users->asArray() == nullptr || !threshold)
        return "Invalid multi-sig signers.";
    MultiSigConfig config;
    for (const Value &entry : *users->asArray()) {
        const auto address =
            entry.asString() != nullptr ? Address::parse(*entry.asString()) : Result<Address>();
        if (!address || m_exchange.accounts().find(*address) == nullptr)
            return "Multi-sig signers must be existing users.";
        config.users.push_back(*address);
    }
    if (config.users.empty()) {
        user.multiSig.reset();
        return {};
    }
    if (*threshold < 1 || *threshold > config.users.size() || config.users.size() > 10)
        return "Invalid multi-sig threshold.";
    config.threshold = static_cast<std::size_t>(*threshold);
    user.multiSig = std::move(config);
    return {};
}

} // namespace hl::sim

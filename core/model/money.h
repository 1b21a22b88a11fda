// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "num/decimal.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hl::model {

/// What the account's own key signs about its money and its keys (protocol/exchange-actions.md 3).
enum class MoneyKind : std::uint8_t {
    Withdraw,           ///< withdraw3: USDC of the main dex to an address on Arbitrum
    SendUsd,            ///< usdSend: USDC of the main dex to an account of the venue
    SendSpot,           ///< spotSend: a token of the spot balance to an account of the venue
    ClassTransfer,      ///< usdClassTransfer: USDC between perp and spot of this account
    DexTransfer,        ///< sendAsset to oneself: between dexes and spot
    SubAccountTransfer, ///< USDC between this account and one of its sub-accounts
    VaultTransfer,      ///< USDC between this account and a vault
    RevokeAgent,        ///< its slot is given to an address that nobody holds
    ApproveBuilder,     ///< the highest fee a builder may take, in percent; 0 takes it back
};

/// Where money of this account has gone, or may go.
struct Counterparty
{
    Address address;
    TimeMs first = 0; ///< that is known of; 0: never
    TimeMs last = 0;
};

struct MoneyOrder
{
    MoneyKind kind = MoneyKind::Withdraw;
    Address destination; ///< also the sub-account, the vault, the builder
    std::string token = "USDC";
    std::int64_t tokenIndex = 0; ///< of the venue's token list; names may be shared (cases.md B52)
    Decimal amount;
    std::string sourceDex; ///< DexTransfer: "" the main dex, "spot", or a name
    std::string destinationDex;
    bool isIn = true; ///< ClassTransfer: to perp; sub-account and vault: into it
    std::string name; ///< RevokeAgent
    /// The person's address book, for look-alikes (interaction.md G19) and for withdrawals, whose
    /// destination the venue's ledger does not tell.
    std::vector<Counterparty> book;
    /// Rules by which the person was asked, and agreed: what else asks by then refuses it.
    std::vector<std::string> asked = {};
};

struct NamedAddress
{
    std::string name;
    Address address;
};

/// What the venue says that a movement of money is judged by. What is absent is not known.
struct MoneyFacts
{
    std::optional<Address> asked;       ///< the destination that was looked up
    std::optional<bool> isKnownToVenue; ///< false: its first receipt costs an activation
    std::string role;                   ///< as userRole says: "user", "agent", "vault", …
    std::optional<Address> master;      ///< of an agent: whose it is
    std::vector<NamedAddress> agents;
    std::vector<NamedAddress> subAccounts;
    std::vector<Counterparty> counterparties;
    Decimal leftInDay; ///< USDC and its worth, sent away within 24 h
    TimeMs time = 0;   ///< the venue's, when it was read
};

} // namespace hl::model

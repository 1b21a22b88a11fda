// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "model/account.h"
#include "model/money.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Money that leaves, judged (interaction.md G19, G20). Pure, any thread; the window and the engine
/// ask the same functions, the engine's answer counts.
namespace hl::guard {

/// An address as a person pastes it: "0x" and 40 digits; in mixed case its EIP-55 checksum must be
/// right. Errors name the field "destination".
Result<Address> parseDestination(std::string_view text);
/// The checksummed spelling in groups of four, to be read against the original.
std::string groupedAddress(const Address &address);
std::string checksummedAddress(const Address &address);

/// Different, with the same first and last four digits.
bool looksAlike(const Address &a, const Address &b);

/// "the HyperEVM bridge of token 1", "the Arbitrum bridge"; none: an ordinary address.
/// `token`: that of the token's own bridge.
struct SystemAddress
{
    std::string name;
    std::optional<std::int64_t> token;
};
std::optional<SystemAddress> systemAddress(const Address &address);

/// Leaves the venue, or this account.
bool goesAway(model::MoneyKind kind);
/// The account's own key alone may sign it as typed data (protocol/signing.md 6).
bool isUserSigned(model::MoneyKind kind);

/// What may be moved; none: not known.
std::optional<Decimal> available(const model::MoneyOrder &order,
                                 const model::AccountState &account);

/// Decimals of an amount: USDC has six on this venue, balances of tokens eight.
int digitsOf(const model::MoneyOrder &order);

struct MoneyCost
{
    Decimal fee;        ///< taken out of the amount (limits.md: withdraw3 1 USDC)
    Decimal activation; ///< on top, where the venue does not know the destination
    bool isActivationKnown = true;
    Decimal leaves;  ///< the balance in all
    Decimal arrives; ///< what the other side gets
};
MoneyCost costOf(const model::MoneyOrder &order, const model::MoneyFacts *facts);
/// The largest amount with which everything it costs is paid.
std::optional<Decimal> largestAmount(const model::MoneyOrder &order,
                                     const model::AccountState &account,
                                     const model::MoneyFacts *facts);

struct LiquidationMove
{
    std::string coin;
    Grid grid;
    std::optional<Decimal> before; ///< the venue's
    std::optional<Decimal> after;  ///< moved by what leaves
    bool isKnown = false;          ///< false: there may be one after, and it is not worked out
};
/// Cross positions whose margin it takes from.
std::vector<LiquidationMove> liquidationsAfter(const model::MoneyOrder &order,
                                               const model::AccountState &account,
                                               const std::map<std::string, Decimal> &marks);

/// Deposits below are lost (G20).
inline constexpr int kLeastDeposit = 5;
/// Offered as a first, small send to a new destination (G20).
inline constexpr int kTestAmount = 10;

struct MoneySituation
{
    Address own; ///< the account that pays
    const model::AccountState *account = nullptr;
    const model::MoneyFacts *facts = nullptr; ///< null: not read yet
    std::optional<Decimal> tokenPx = {};      ///< of SendSpot, in USDC; none: not known
};

/// `text` is a sentence with at most "%1" and "%2" in it, for which the arguments stand.
struct MoneyProblem
{
    const char *field = ""; ///< "destination", "amount", "token"
    const char *rule = "";  ///< "known", "look-alike", "new", "share", …
    bool blocks = true;     ///< false: one deliberate act more is wanted
    const char *text = "";
    std::vector<std::string> arguments;
};
std::string sentenceOf(const MoneyProblem &problem);

/// Blocking ones first.
std::vector<MoneyProblem> judgeMoney(const model::MoneyOrder &order,
                                     const MoneySituation &situation);

/// "Withdraw 100 USDC to Arbitrum, to 0x1479…9325".
std::string moneyTitle(const model::MoneyOrder &order);

} // namespace hl::guard

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/collateral.h"
#include "guard/money.h"

#include <algorithm>
#include <utility>

/// The rules of G19 and G20, one by one.
namespace hl::guard {

using model::MoneyKind;
using model::MoneyOrder;

namespace {

constexpr TimeMs kDay = 86'400'000;

class Judge
{
public:
    Judge(const MoneyOrder &order, const MoneySituation &situation)
        : m_order(order)
        , m_at(situation)
    {}

    std::vector<MoneyProblem> run()
    {
        if (!m_at.account || m_at.account->receivedMonoNs == 0) {
            block("", "known", "The account has not been read yet.");
            return std::move(m_found);
        }
        destination();
        amount();
        if (goesAway(m_order.kind))
            newDestination();
        std::ranges::stable_partition(m_found, &MoneyProblem::blocks);
        return std::move(m_found);
    }

private:
    void add(const char *field, const char *rule, bool blocks, const char *text,
             std::vector<std::string> arguments)
    {
        m_found.push_back({field, rule, blocks, text, std::move(arguments)});
    }
    void block(const char *field, const char *rule, const char *text,
               std::vector<std::string> arguments = {})
    {
        add(field, rule, true, text, std::move(arguments));
    }

    bool hasDestination() const
    {
        return goesAway(m_order.kind) || m_order.kind == MoneyKind::SubAccountTransfer ||
               m_order.kind == MoneyKind::VaultTransfer ||
               m_order.kind == MoneyKind::ApproveBuilder;
    }

    void destination()
    {
        if (!hasDestination())
            return;
        const Address &to = m_order.destination;
        if (const auto system = systemAddress(to)) {
            const bool isBridgeOfToken =
                m_order.kind == MoneyKind::SendSpot && system->token == m_order.tokenIndex;
            if (!isBridgeOfToken)
                return block("destination", "system",
                             "The destination is %1: what is sent there this way is lost.",
                             {system->name});
            add("destination", "system", false,
                "The destination is %1: the token leaves for HyperEVM, to the same address there.",
                {system->name});
        }
        if (to == m_at.own && m_order.kind != MoneyKind::Withdraw)
            return block("destination", "own", "The destination is this account itself.");
        if (m_at.facts) {
            for (const model::NamedAddress &agent : m_at.facts->agents)
                if (agent.address == to)
                    return block("destination", "agent",
                                 "The destination is this account's own agent \"%1\": an agent's "
                                 "key is replaced and its address forgotten.",
                                 {agent.name});
            // An unnamed one is in no list.
            if (m_at.facts->asked == to && m_at.facts->role == "agent" &&
                m_at.facts->master == m_at.own)
                return block("destination", "agent",
                             "The destination is this account's own agent without a name: an "
                             "agent's key is replaced and its address forgotten.");
            if (m_order.kind == MoneyKind::SubAccountTransfer &&
                std::ranges::find(m_at.facts->subAccounts, to, &model::NamedAddress::address) ==
                    m_at.facts->subAccounts.end())
                return block("destination", "sub-account",
                             "The address is not one of this account's sub-accounts.");
        }
        lookAlike();
    }

    /// A poisoned history shows an address with the same ends as one that is known.
    void lookAlike()
    {
        const auto refuse = [&](const Address &known, const char *where) {
            if (looksAlike(known, m_order.destination))
                block("destination", "look-alike",
                      "The destination has the same first and last digits as %1 %2, and is "
                      "another address.",
                      {groupedAddress(known), where});
        };
        for (const model::Counterparty &known : m_order.book)
            refuse(known.address, "of your address book");
        refuse(m_at.own, "your own account");
        if (!m_at.facts)
            return;
        for (const model::NamedAddress &known : m_at.facts->subAccounts)
            refuse(known.address, "your own sub-account");
        for (const model::Counterparty &known : m_at.facts->counterparties)
            if (std::ranges::find(m_order.book, known.address, &model::Counterparty::address) ==
                m_order.book.end())
                refuse(known.address, "of this account's history");
    }

    void amount()
    {
        if (m_order.kind == MoneyKind::RevokeAgent)
            return;
        if (m_order.kind == MoneyKind::ApproveBuilder) {
            if (m_order.amount.isNegative() || m_order.amount > Decimal(1, 0))
                block("amount", "range", "The highest fee must be 0 to 1 %.");
            else if (m_order.amount.rounded(3, Rounding::TowardZero) != m_order.amount)
                block("amount", "digits", "The highest fee has at most 3 decimals.");
            return;
        }
        if (m_order.amount.sign() <= 0)
            return block("amount", "range", "The amount must be above zero.");
        const int digits = digitsOf(m_order);
        if (m_order.amount.rounded(digits, Rounding::TowardZero) != m_order.amount)
            return block("amount", "digits", "The amount has at most %1 decimals.",
                         {std::to_string(digits)});
        if (m_order.kind == MoneyKind::DexTransfer && m_order.sourceDex == m_order.destinationDex)
            return block("destination", "own", "Both sides of the transfer are the same.");
        if (m_order.kind == MoneyKind::Withdraw && m_order.amount <= Decimal(1, 0))
            return block("amount", "fee",
                         "A withdrawal must be larger than its fee of 1 USDC, which is taken out "
                         "of it.");
        if (m_order.kind == MoneyKind::VaultTransfer && m_order.isIn &&
            m_order.amount < Decimal(5, 0))
            return block("amount", "least", "A deposit into a vault is at least 5 USDC.");
        const bool comesFromElsewhere = (m_order.kind == MoneyKind::SubAccountTransfer ||
                                         m_order.kind == MoneyKind::VaultTransfer) &&
                                        !m_order.isIn;
        if (comesFromElsewhere)
            return;
        const auto most = available(m_order, *m_at.account);
        if (!most)
            return block("amount", "known", "What may be moved is not known yet.");
        const MoneyCost cost = costOf(m_order, m_at.facts);
        if (cost.leaves > *most) {
            const bool isActivation = m_order.amount <= *most;
            block("amount", "available",
                  isActivation ? "%1 may be moved, and the destination's activation costs 1 USDC "
                                 "more."
                               : "Only %1 may be moved.",
                  {most->toString() + ' ' + m_order.token});
        }
    }

    /// Not yet paid a day ago: a small test does not make an address an old one.
    bool isNew() const
    {
        const auto isOld = [&](const model::Counterparty &known) {
            return known.address == m_order.destination && known.first != 0 &&
                   known.first <= m_at.facts->time - kDay;
        };
        return std::ranges::none_of(m_at.facts->counterparties, isOld) &&
               std::ranges::none_of(m_order.book, isOld);
    }

    void newDestination()
    {
        if (!m_at.facts)
            return block("destination", "known", "The destination has not been looked up yet.");
        if (m_at.facts->asked != m_order.destination)
            return block("destination", "known", "The destination has not been looked up yet.");
        if (m_order.kind != MoneyKind::Withdraw && m_at.facts->role == "agent")
            return block("destination", "agent",
                         "The destination is another account's agent: money sent there is out of "
                         "its owner's reach.");
        if (!isNew())
            return;
        add("destination", "new", false,
            "Nothing is known to have been sent there before the last day: compare the whole "
            "address with where it came from.",
            {});
        share();
    }

    /// More than 20 % of E within 24 h (G20), whatever it is sent in: a token by its worth.
    void share()
    {
        const bool isUsd = m_order.tokenIndex == 0;
        Decimal equity = collateralOf(*m_at.account, m_at.account->mode, "USDC").equity;
        Decimal worth = m_order.amount;
        if (!isUsd && !m_at.tokenPx) {
            add("amount", "share", false,
                "What %1 %2 are worth is not known: it may be more than 20 % of the account.",
                {m_order.amount.toString(), m_order.token});
            return;
        }
        if (!isUsd) {
            worth = (worth * *m_at.tokenPx).rounded(2, Rounding::Up);
            for (const model::Balance &balance : m_at.account->balances)
                if (balance.token == m_order.tokenIndex)
                    equity = equity + (balance.total * *m_at.tokenPx).rounded(2, Rounding::Down);
        }
        const Decimal gone = m_at.facts->leftInDay + worth;
        if (gone > Decimal(2, 1) * equity)
            add("amount", "share", false,
                "With this, %1 USDC leave within 24 hours: more than 20 % of the account's %2.",
                {gone.toString(), equity.toString()});
    }

    const MoneyOrder &m_order;
    const MoneySituation &m_at;
    std::vector<MoneyProblem> m_found;
};

} // namespace

std::vector<MoneyProblem> judgeMoney(const MoneyOrder &order, const MoneySituation &situation)
{
    return Judge(order, situation).run();
}

std::string sentenceOf(const MoneyProblem &problem)
{
    std::string out = problem.text;
    for (std::size_t i = 0; i < problem.arguments.size(); ++i) {
        const std::string mark = '%' + std::to_string(i + 1);
        if (const auto at = out.find(mark); at != std::string::npos)
            out.replace(at, mark.size(), problem.arguments[i]);
    }
    return out;
}

} // namespace hl::guard

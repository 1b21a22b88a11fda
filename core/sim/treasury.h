// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "sim/exchange.h"
#include "venue/hyperliquid/actions/actions.h"

#include <string>

namespace hl::sim {

/// Everything that moves money or rights between accounts. Each answers an empty text when done,
/// else the venue's sentence. Amounts arrive as canonical decimal texts.
class Treasury
{
public:
    explicit Treasury(Exchange &exchange) : m_exchange(exchange) {}

    std::string usdClassTransfer(SimAccount &from, const actions::UsdClassTransfer &action);
    std::string usdSend(SimAccount &from, const actions::UsdSend &action);
    std::string spotSend(SimAccount &from, const actions::SpotSend &action);
    std::string withdraw(SimAccount &from, const actions::Withdraw &action);
    std::string sendAsset(SimAccount &from, const actions::SendAsset &action);
    std::string subAccountTransfer(SimAccount &master, const actions::SubAccountTransfer &action);
    std::string vaultTransfer(SimAccount &from, const actions::VaultTransfer &action);
    std::string reserveWeight(SimAccount &from, const actions::ReserveRequestWeight &action);
    std::string approveAgent(SimAccount &master, const actions::ApproveAgent &action);
    std::string approveBuilderFee(SimAccount &user, const actions::ApproveBuilderFee &action);
    std::string setAbstraction(SimAccount &user, const Address &named, std::size_t mode);
    std::string convertToMultiSig(SimAccount &user, const actions::ConvertToMultiSigUser &action);
    /// The new account's address, or the sentence.
    Result<Address> createSubAccount(SimAccount &master, const std::string &name);

    /// The vault of this venue; transfers to any other address are refused.
    static Address vaultAddress();

private:
    void note(SimAccount &account, codec::Object delta);
    SimAccount &reach(const Address &address, Micros &fee);
    Micros withdrawable(const SimAccount &account, int dex) const;

    Exchange &m_exchange;
};

/// Exact, at most `decimals` places, as an integer of 10^-decimals; none where it does not fit.
std::optional<std::int64_t> toUnits(std::string_view text, int decimals);

} // namespace hl::sim

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "guard/guard.h"
#include "model/account.h"

#include <optional>
#include <string>
#include <vector>

namespace hl::engine {

/// The guard's second look, at dispatch (interaction.md 3): what the ticket asked through is not
/// asked again, what is blocked is refused whoever sent it. Engine thread.
class EntryGuard
{
public:
    EntryGuard(std::optional<guard::Limits> limits, const Clock &clock);

    /// What the order is judged against beside its market.
    struct Around
    {
        const market::AssetCtx *context = nullptr;
        model::AccountState account;
        std::vector<const model::Order *> orders; ///< those that may rest; none is null
    };

    bool isOn() const { return m_limits.has_value(); }
    /// A sentence: blocked. Always empty for an exit (rule zero).
    std::optional<std::string> refusal(const model::OrderTicket &ticket,
                                       const model::ValidationContext &market,
                                       const Around &around) const;
    std::optional<std::string> leverageRefusal(int leverage) const;
    /// An entry was taken; counts for G7.
    void noteEntry(const model::OrderTicket &ticket);

private:
    std::optional<guard::Limits> m_limits;
    const Clock &m_clock;
    guard::EntryPace m_pace;
};

} // namespace hl::engine

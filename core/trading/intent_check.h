// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/journal_entry.h"
#include "base/result.h"
#include "codec/value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace hl::trading {

/// Reads a journal's rows again as if they had never been trusted: canonical bytes, connectionId
/// and digest are made anew from each action, each signature's signer is recovered, and what was
/// posted is rebuilt. Rows in their order. Any thread.
class IntentCheck
{
public:
    struct Figures
    {
        std::uint64_t requests = 0; ///< rows whose hashes were made again
        std::uint64_t signers = 0;  ///< signatures recovered to their signer
        std::uint64_t wiped = 0;
        std::uint64_t settings = 0; ///< rows of settings, each following from the one before
        std::uint64_t late = 0;     ///< held in memory before they could be written
    };

    /// One sentence where the row contradicts itself or an earlier one.
    Status check(const JournalEntry &row);
    const Figures &figures() const { return m_figures; }

private:
    struct Signing
    {
        Hash32 digest{};
        Address signer;
        Hash32 posted{}; ///< hash of the body with an empty signature
        bool isWiped = false;
        bool hasLeft = false;
    };

    Status signing(const JournalEntry &row);
    Status answer(Signing &of, const JournalEntry &row);
    Status sent(const Signing &of, const JournalEntry &row) const;

    std::unordered_map<IntentId, Signing> m_signings;
    std::optional<codec::Object> m_settings;
    Figures m_figures;
};

} // namespace hl::trading

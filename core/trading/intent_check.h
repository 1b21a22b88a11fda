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
#include <vector>

namespace hl::trading {

/// Reads a journal's rows again as if they had never been trusted: canonical bytes, connectionId
/// and digest are made anew from each action, each signature's signer is recovered, and what was
/// posted is rebuilt. Each request's rows must come in the order in which they are written (intent,
/// signing; sent, answer and outcome, or wiped; fills and ends of its own orders), each once. Rows
/// in their order. Any thread.
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

    /// One sentence where the row contradicts itself or an earlier one, or is of no kind of ours.
    Status check(const JournalEntry &row);
    const Figures &figures() const { return m_figures; }

private:
    /// One request, from its ticket to its final state.
    struct Request
    {
        std::optional<std::string> ticketCloid; ///< of its row `intent`
        bool isSigning = false;                 ///< its row `signing` was read
        bool isSent = false;
        bool isAnswered = false;
        bool isWiped = false;
        bool hasLeft = false; ///< a signature of it is written down
        bool hasOutcome = false;
        Nonce nonce = 0;
        Hash32 digest{};
        Address signer;
        Hash32 posted{};                 ///< hash of the body with an empty signature
        std::vector<std::string> placed; ///< cloids of the orders it places
        std::vector<std::string> named;  ///< every cloid in it
    };

    Status intent(const JournalEntry &row, const codec::Value &value);
    Status signing(Request &of, const JournalEntry &row, const codec::Value &value);
    Status later(Request &of, const JournalEntry &row, const codec::Value &value);
    Status sent(Request &of, const codec::Value &value) const;
    Status answer(Request &of, const codec::Value &value);
    Status wiped(Request &of, const codec::Value &value);
    Status outcome(Request &of, const codec::Value &value) const;

    std::unordered_map<IntentId, Request> m_requests;
    std::optional<codec::Object> m_settings;
    Figures m_figures;
};

} // namespace hl::trading

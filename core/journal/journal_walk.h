// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "journal/journal_chain.h"
#include "journal/journal_head.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hl::journal {

/// The chain from its first row to its last, each hash made again, and what follows from the rows:
/// nothing is believed of a journal but what one walk over all of it has shown. Pure; any thread.
///
/// Rows behind the head may be what a crash left, or somebody's: a request that is recorded there
/// counts as open, and one that is called ended there stays open, also after the head has moved on
/// (the row `unproven` says where it stood).
class ChainWalk
{
public:
    /// Without a head every row is taken as it stands.
    explicit ChainWalk(std::optional<Head> head) : m_head(head) {}

    /// The next row. One sentence where it is not the one that follows.
    Status add(const Row &row);
    /// After the last one: is the head's row among them?
    Status finish() const;

    std::uint64_t rows() const { return m_last.seq; }
    const Head &last() const { return m_last; }
    IntentId lastIntent() const { return m_lastIntent; }
    /// At the end, not under the head.
    std::uint64_t behindHead() const;
    /// Of all: were not under a head when the program began, and are marked so.
    std::uint64_t unproven() const { return m_unproven; }
    /// The rows `signing` of requests that may have left: no row under the head ends them.
    std::vector<std::uint64_t> open() const;

private:
    struct Ended
    {
        IntentId intent = 0;
        std::uint64_t signing = 0;
        std::uint64_t by = 0; ///< the row that says so
    };

    bool isProven(std::uint64_t seq) const { return !m_head || seq <= m_head->seq; }
    Status reopen(const Row &marker);

    std::optional<Head> m_head;
    Head m_last;
    IntentId m_lastIntent = 0;
    std::uint64_t m_unproven = 0;
    std::unordered_map<IntentId, std::vector<std::uint64_t>> m_open;
    std::vector<Ended> m_ended; ///< in the order of `by`
};

/// The payload of a row `unproven`.
std::string unprovenPayload(std::uint64_t from, std::uint64_t to);

} // namespace hl::journal

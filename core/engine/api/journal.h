// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/journal_entry.h"

#include <QMetaType>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hl::engine {

/// One row of the journal as a table shows it.
struct JournalRow
{
    std::uint64_t seq = 0;
    TimeMs time = 0;
    IntentId intent = 0; ///< groups the rows of one request
    std::string kind;    ///< journal_kind
    std::string words;
    std::optional<Nonce> nonce;
    std::string state;

    friend bool operator==(const JournalRow &, const JournalRow &) = default;
};

struct JournalBatch
{
    std::vector<JournalRow> rows; ///< oldest first
    bool isSnapshot = false;      ///< replaces what was there
};

/// Whether the journal is written and what its last check said.
struct JournalStatus
{
    enum class Check : std::uint8_t { Never, Running, Intact, Broken };

    bool isKept = false; ///< a replay and a session without a profile keep none
    std::string trouble; ///< one sentence where rows cannot be written
    std::uint64_t rows = 0;
    std::uint64_t held = 0;       ///< in memory, waiting for the disk
    std::uint64_t unresolved = 0; ///< requests of an earlier session still being found out
    Check check = Check::Never;
    std::string checkWords; ///< figures, or the first bad row and why

    friend bool operator==(const JournalStatus &, const JournalStatus &) = default;
};

} // namespace hl::engine

Q_DECLARE_METATYPE(hl::engine::JournalBatch)
Q_DECLARE_METATYPE(hl::engine::JournalStatus)

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/journal_entry.h"

#include <cstdint>
#include <string>

namespace hl::journal {

using Entry = JournalEntry;
namespace kind = journal_kind;

struct Row
{
    std::uint64_t seq = 0; ///< 1, 2, 3, … without a gap
    Entry entry;
    Hash32 hash{};
};

/// SHA-256 over the hash before it and every column, lengths included, so that no two rows can be
/// read from the same bytes. The first row follows thirty-two zero bytes.
Hash32 chainHash(const Hash32 &previous, std::uint64_t seq, const Entry &entry);

} // namespace hl::journal

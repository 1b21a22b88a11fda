// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace hl::journal {

/// Where the chain ends, kept in a file of its own and under a key of its own, so that cutting rows
/// off the end of the database, or a chain made anew, shows.
struct Head
{
    std::uint64_t seq = 0;
    Hash32 hash{};
};

class HeadFile
{
public:
    /// `folder` holds journal.head and journal.key, each its owner's alone; a link, a file of
    /// another user or one that others may read is refused.
    explicit HeadFile(std::string folder) : m_folder(std::move(folder)) {}

    /// Nothing where neither file exists; an error where one is damaged, forged or missing alone.
    Result<std::optional<Head>> read() const;
    /// The first head of a new journal, and its key, made at random.
    Status make(const Head &head) const;
    /// Durable on return. A key that has gone is not made again: what the old one proved would be
    /// lost without a word.
    Status write(const Head &head) const;

private:
    Status write(const Head &head, const std::string &key) const;

    std::string m_folder;
};

} // namespace hl::journal

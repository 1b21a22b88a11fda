// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace hl::journal {

/// Where the chain ends, kept in a file of its own and under a key of its own, so that cutting rows
/// off the end of the database shows.
struct Head
{
    std::uint64_t seq = 0;
    Hash32 hash{};
};

class HeadFile
{
public:
    /// `folder` holds journal.head and journal.key (made at first use, 0600).
    explicit HeadFile(std::string folder) : m_folder(std::move(folder)) {}

    /// Nothing where neither file exists; an error where one is damaged, forged or missing alone.
    Result<std::optional<Head>> read() const;
    /// Durable on return.
    Status write(const Head &head) const;

private:
    Result<Bytes> key(bool create) const;

    std::string m_folder;
};

} // namespace hl::journal

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "base/result.h"

#include <set>

namespace hl::sim {

/// The nonces of one signer (protocol/signing.md 8): within (T − 2 d, T + 1 d), unused, and above
/// the smallest of the 100 highest used ones.
class NonceWindow
{
public:
    static constexpr std::size_t kKept = 100;

    /// Uses the nonce up, or says in the venue's words why it cannot be used.
    Status use(Nonce nonce, TimeMs now);

private:
    std::set<Nonce> m_used;
};

} // namespace hl::sim

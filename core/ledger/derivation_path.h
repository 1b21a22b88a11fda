// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hl::ledger {

/// A BIP-32 path, e.g. 44'/60'/0'/0/0.
class DerivationPath
{
public:
    static constexpr std::uint32_t kHardened = 0x8000'0000u;

    /// With or without "m/"; ' or h marks a hardened step; 1 to 10 steps below 2^31.
    static Result<DerivationPath> parse(std::string_view text);

    /// The schemes people's accounts lie under.
    static DerivationPath ledgerLive(std::uint32_t account); ///< 44'/60'/x'/0/0
    static DerivationPath legacy(std::uint32_t index);       ///< 44'/60'/0'/x
    static DerivationPath bip44(std::uint32_t index);        ///< 44'/60'/0'/0/x

    std::string toString() const;
    /// count, then each step as 4 bytes big-endian.
    Bytes encoded() const;
    const std::vector<std::uint32_t> &steps() const { return m_steps; }

    friend bool operator==(const DerivationPath &, const DerivationPath &) = default;

private:
    std::vector<std::uint32_t> m_steps;
};

} // namespace hl::ledger

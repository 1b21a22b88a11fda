// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace hl {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

/// A Keccak-256 hash, EIP-712 digest or connectionId.
using Hash32 = std::array<std::uint8_t, 32>;

inline ByteView asBytes(std::string_view text)
{
    // A byte view of characters is the one cast the aliasing rules allow.
    return {reinterpret_cast<const std::uint8_t *>(text.data()), text.size()};
}

} // namespace hl

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <array>
#include <cstring>
#include <string>
#include <string_view>

namespace hl {

/// Lower-case digits, no prefix.
std::string toHex(ByteView bytes);
/// Lower-case digits behind "0x".
std::string toHex0x(ByteView bytes);

namespace detail {
/// Both digits of every byte, so that a byte costs one load.
inline constexpr auto kHexPairs = [] {
    constexpr char kDigits[] = "0123456789abcdef";
    std::array<char, 512> table{};
    for (std::size_t i = 0; i < 256; ++i) {
        table[2 * i] = kDigits[i >> 4];
        table[2 * i + 1] = kDigits[i & 15];
    }
    return table;
}();
} // namespace detail

/// Lower-case digits, no prefix, into `out`, which has room for twice the bytes.
inline void writeHex(ByteView bytes, char *out)
{
    for (const std::uint8_t b : bytes) {
        std::memcpy(out, detail::kHexPairs.data() + 2 * b, 2);
        out += 2;
    }
}

/// Any case, with or without "0x" / "0X". An odd number of digits or another character is an
/// ErrorKind::Parse.
Result<Bytes> fromHex(std::string_view text);

/// As fromHex, and exactly `out.size()` bytes.
Status fromHexExact(std::string_view text, std::span<std::uint8_t> out);

} // namespace hl

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/printable.h"

#include <cstdint>
#include <cstdio>

namespace hl {
namespace {

/// The character at `at` and its length; a broken sequence is one byte by itself.
std::uint32_t decode(std::string_view text, std::size_t at, std::size_t &length)
{
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(at);
    length = 1;
    const std::size_t wanted = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1;
    if (wanted == 1 || first > 0xF4 || at + wanted > text.size())
        return first;
    std::uint32_t value = first & (0xFFU >> (wanted + 1));
    for (std::size_t i = 1; i < wanted; ++i) {
        if ((byte(at + i) & 0xC0U) != 0x80U)
            return first;
        value = value << 6 | (byte(at + i) & 0x3FU);
    }
    length = wanted;
    return value;
}

bool changesReading(std::uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

} // namespace

std::string printable(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        std::size_t length = 1;
        const std::uint32_t c = decode(text, at, length);
        const bool isBroken = length == 1 && c >= 0x80;
        if (c == '\n') {
            out += "\\n";
        } else if (isBroken || changesReading(c)) {
            char escape[16];
            std::snprintf(escape, sizeof escape, isBroken ? "\\x%02x" : "\\u{%x}", c);
            out += escape;
        } else {
            out += text.substr(at, length);
        }
        at += length;
    }
    return out;
}

} // namespace hl

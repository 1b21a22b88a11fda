// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"

#include <array>
#include <cstdint>

namespace hl {
namespace {

/// The value of every hex digit, 255 for any other character: random digits and letters would be
/// mispredicted branches.
constexpr auto kNibbles = [] {
    std::array<std::uint8_t, 256> table{};
    table.fill(255);
    for (std::uint8_t i = 0; i < 10; ++i)
        table[std::size_t{'0'} + i] = i;
    for (std::uint8_t i = 0; i < 6; ++i) {
        table[std::size_t{'a'} + i] = static_cast<std::uint8_t>(10 + i);
        table[std::size_t{'A'} + i] = static_cast<std::uint8_t>(10 + i);
    }
    return table;
}();

unsigned nibble(char c)
{
    return kNibbles[static_cast<unsigned char>(c)];
}

std::string_view withoutPrefix(std::string_view text)
{
    if (text.size() >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        text.remove_prefix(2);
    return text;
}

} // namespace

std::string toHex(ByteView bytes)
{
    std::string out(bytes.size() * 2, '\0');
    writeHex(bytes, out.data());
    return out;
}

std::string toHex0x(ByteView bytes)
{
    std::string out(bytes.size() * 2 + 2, '0');
    out[1] = 'x';
    writeHex(bytes, out.data() + 2);
    return out;
}

Status fromHexExact(std::string_view text, std::span<std::uint8_t> out)
{
    const std::string_view digits = withoutPrefix(text);
    if (digits.size() != out.size() * 2)
        return fail(ErrorKind::Parse, "must have " + std::to_string(out.size() * 2) +
                                          " hex digits, has " + std::to_string(digits.size()));
    unsigned seen = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const unsigned high = nibble(digits[2 * i]);
        const unsigned low = nibble(digits[2 * i + 1]);
        seen |= high | low;
        out[i] = static_cast<std::uint8_t>(high << 4 | low);
    }
    if (seen > 15)
        return fail(ErrorKind::Parse, "has a character that is not a hex digit");
    return {};
}

Result<Bytes> fromHex(std::string_view text)
{
    const std::string_view digits = withoutPrefix(text);
    if (digits.size() % 2 != 0)
        return fail(ErrorKind::Parse, "has an odd number of hex digits");
    Bytes out(digits.size() / 2);
    HL_CHECK(fromHexExact(digits, out));
    return out;
}

} // namespace hl

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"

#include <array>
#include <cstring>

namespace hl {
namespace {

/// Both digits of every byte, so that a byte costs one load.
constexpr auto kPairs = [] {
    constexpr char kDigits[] = "0123456789abcdef";
    std::array<char, 512> table{};
    for (std::size_t i = 0; i < 256; ++i) {
        table[2 * i] = kDigits[i >> 4];
        table[2 * i + 1] = kDigits[i & 15];
    }
    return table;
}();

int nibble(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

std::string_view withoutPrefix(std::string_view text)
{
    if (text.size() >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        text.remove_prefix(2);
    return text;
}

} // namespace

void writeHex(ByteView bytes, char *out)
{
    for (const std::uint8_t b : bytes) {
        std::memcpy(out, kPairs.data() + 2 * b, 2);
        out += 2;
    }
}

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
    for (std::size_t i = 0; i < out.size(); ++i) {
        const int high = nibble(digits[2 * i]);
        const int low = nibble(digits[2 * i + 1]);
        if (high < 0 || low < 0)
            return fail(ErrorKind::Parse, "has a character that is not a hex digit");
        out[i] = static_cast<std::uint8_t>(high << 4 | low);
    }
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

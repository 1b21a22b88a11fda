// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

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

constexpr std::uint64_t eachByte(std::uint64_t byte)
{
    return byte * 0x0101'0101'0101'0101;
}

/// Eight digits at once; false where one of them is none. Every digit is made again from its value:
/// only a digit comes out as it went in.
bool readEight(const char *digits, std::uint8_t *out)
{
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t text = 0;
    std::memcpy(&text, digits, sizeof text);
    const std::uint64_t letters = (text >> 6) & eachByte(1);
    const std::uint64_t values = (text & eachByte(0x0f)) + letters * 9;
    const std::uint64_t beyondNine = ((values + eachByte(0x76)) >> 7) & eachByte(1);
    const std::uint64_t again = values + eachByte('0') + beyondNine * ('a' - '0' - 10);
    const std::uint64_t lowered = text | letters << 5;
    if (again != lowered || (values & eachByte(0xf0)) != 0)
        return false;
    std::uint64_t bytes = (values << 4 | values >> 8) & 0x00ff'00ff'00ff'00ff;
    bytes = (bytes | bytes >> 8) & 0x0000'ffff'0000'ffff;
    bytes |= bytes >> 16;
    std::memcpy(out, &bytes, 4);
    return true;
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
    std::size_t i = 0;
    for (; i + 4 <= out.size(); i += 4)
        seen |= readEight(digits.data() + 2 * i, out.data() + i) ? 0U : 255U;
    for (; i < out.size(); ++i) {
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

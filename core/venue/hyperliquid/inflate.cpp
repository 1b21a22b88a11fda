// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/inflate.h"

#include "base/bytes.h"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace hl::venue {

namespace {

/// The digit of each character; −1: none.
constexpr auto kBase64 = [] {
    std::array<std::int8_t, 256> table{};
    table.fill(-1);
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < digits.size(); ++i)
        table[static_cast<unsigned char>(digits[i])] = static_cast<std::int8_t>(i);
    return table;
}();

int base64Digit(char c)
{
    return kBase64[static_cast<unsigned char>(c)];
}

Result<Bytes> decodeBase64(std::string_view text)
{
    if (text.empty() || text.size() % 4 != 0)
        return fail(ErrorKind::Parse, "base64 text must be a multiple of 4 long and not empty");
    std::size_t padding = 0;
    while (padding < 2 && text[text.size() - 1 - padding] == '=')
        ++padding;
    Bytes bytes(text.size() / 4 * 3);
    std::uint8_t *out = bytes.data();
    int bad = 0;
    const std::size_t whole = text.size() - (padding > 0 ? 4 : 0);
    std::size_t at = 0;
    for (; at < whole; at += 4, out += 3) {
        const int a = base64Digit(text[at]);
        const int b = base64Digit(text[at + 1]);
        const int c = base64Digit(text[at + 2]);
        const int d = base64Digit(text[at + 3]);
        bad |= a | b | c | d;
        out[0] = static_cast<std::uint8_t>(a << 2 | (b & 0x3f) >> 4);
        out[1] = static_cast<std::uint8_t>(b << 4 | (c & 0x3f) >> 2);
        out[2] = static_cast<std::uint8_t>(c << 6 | (d & 0x3f));
    }
    if (padding > 0) {
        const int a = base64Digit(text[at]);
        const int b = base64Digit(text[at + 1]);
        const int c = padding == 1 ? base64Digit(text[at + 2]) : 0;
        bad |= a | b | c;
        *out++ = static_cast<std::uint8_t>(a << 2 | (b & 0x3f) >> 4);
        if (padding == 1)
            *out++ = static_cast<std::uint8_t>(b << 4 | (c & 0x3f) >> 2);
    }
    if (bad < 0)
        return fail(ErrorKind::Parse, "a character is not base64");
    bytes.resize(static_cast<std::size_t>(out - bytes.data()));
    return bytes;
}

/// Ends zlib's state with its owner.
struct Stream
{
    z_stream z{};
    bool isOpen = false;

    Stream() { isOpen = inflateInit2(&z, -MAX_WBITS) == Z_OK; }
    ~Stream()
    {
        if (isOpen)
            inflateEnd(&z);
    }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;
};

} // namespace

Result<std::string> inflateBase64(std::string_view text, std::size_t limit)
{
    HL_TRY(packed, decodeBase64(text));
    Stream stream;
    if (!stream.isOpen)
        return fail(ErrorKind::Internal, "zlib did not start");
    stream.z.next_in = packed.data();
    stream.z.avail_in = static_cast<uInt>(packed.size());

    // In one piece where the first guess is right: zlib then keeps no window of its own.
    const std::size_t most = limit + 1; // so that too much is seen
    std::string out(std::min(most, packed.size() * 4 + 1'024), '\0');
    int status = Z_OK;
    while (true) {
        stream.z.next_out = reinterpret_cast<Bytef *>(out.data()) + stream.z.total_out;
        stream.z.avail_out = static_cast<uInt>(out.size() - stream.z.total_out);
        status = inflate(&stream.z, Z_FINISH);
        if (stream.z.avail_out != 0 || (status != Z_OK && status != Z_BUF_ERROR))
            break;
        if (out.size() == most)
            break;
        out.resize(std::min(most, out.size() * 2));
    }
    if (stream.z.total_out > limit)
        return fail(ErrorKind::Parse, "inflates to more than " + std::to_string(limit) + " bytes");
    if (status != Z_STREAM_END)
        return fail(ErrorKind::Parse, "is not a whole raw DEFLATE stream");
    if (stream.z.avail_in != 0)
        return fail(ErrorKind::Parse, "has bytes after its DEFLATE stream");
    out.resize(stream.z.total_out);
    return out;
}

} // namespace hl::venue

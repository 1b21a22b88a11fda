// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/inflate.h"

#include "base/bytes.h"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace hl::venue {

namespace {

int base64Digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+')
        return 62;
    return c == '/' ? 63 : -1;
}

Result<Bytes> decodeBase64(std::string_view text)
{
    if (text.empty() || text.size() % 4 != 0)
        return fail(ErrorKind::Parse, "base64 text must be a multiple of 4 long and not empty");
    std::size_t padding = 0;
    while (padding < 2 && text[text.size() - 1 - padding] == '=')
        ++padding;
    Bytes bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t group = 0;
    int held = 0;
    for (const char c : text.substr(0, text.size() - padding)) {
        const int digit = base64Digit(c);
        if (digit < 0)
            return fail(ErrorKind::Parse, "a character is not base64");
        group = (group << 6) | static_cast<std::uint32_t>(digit);
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes.push_back(static_cast<std::uint8_t>(group >> held));
        }
    }
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

    std::string out;
    std::array<char, 16'384> chunk{};
    int status = Z_OK;
    while (status == Z_OK) {
        stream.z.next_out = reinterpret_cast<Bytef *>(chunk.data());
        stream.z.avail_out = static_cast<uInt>(chunk.size());
        status = inflate(&stream.z, Z_NO_FLUSH);
        const std::size_t made = chunk.size() - stream.z.avail_out;
        if (out.size() + made > limit)
            return fail(ErrorKind::Parse,
                        "inflates to more than " + std::to_string(limit) + " bytes");
        out.append(chunk.data(), made);
    }
    if (status != Z_STREAM_END)
        return fail(ErrorKind::Parse, "is not a whole raw DEFLATE stream");
    if (stream.z.avail_in != 0)
        return fail(ErrorKind::Parse, "has bytes after its DEFLATE stream");
    return out;
}

} // namespace hl::venue

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/utf8.h"

namespace hl::codec {

bool isUtf8(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto continues = [&](std::size_t i) {
        return i < text.size() && (byte(i) & 0xc0) == 0x80;
    };
    for (std::size_t i = 0; i < text.size();) {
        const unsigned char lead = byte(i);
        if (lead < 0x80) {
            ++i;
        } else if (lead >= 0xc2 && lead < 0xe0) {
            if (!continues(i + 1))
                return false;
            i += 2;
        } else if (lead >= 0xe0 && lead < 0xf0) {
            if (!continues(i + 1) || !continues(i + 2) || (lead == 0xe0 && byte(i + 1) < 0xa0) ||
                (lead == 0xed && byte(i + 1) > 0x9f))
                return false;
            i += 3;
        } else if (lead >= 0xf0 && lead < 0xf5) {
            if (!continues(i + 1) || !continues(i + 2) || !continues(i + 3) ||
                (lead == 0xf0 && byte(i + 1) < 0x90) || (lead == 0xf4 && byte(i + 1) > 0x8f))
                return false;
            i += 4;
        } else {
            return false;
        }
    }
    return true;
}

void appendUtf8(std::uint32_t code, std::string &out)
{
    const auto put = [&out](std::uint32_t v) { out.push_back(static_cast<char>(v)); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xc0 | code >> 6);
        put(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        put(0xe0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    } else {
        put(0xf0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3f));
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    }
}

std::size_t utf16Length(std::string_view text)
{
    std::size_t units = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        units += (byte & 0xc0) != 0x80;
        units += byte >= 0xf0;
    }
    return units;
}

} // namespace hl::codec

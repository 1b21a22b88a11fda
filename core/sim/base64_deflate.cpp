// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/base64_deflate.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hl::sim {

std::string base64Deflate(std::string_view text)
{
    constexpr std::size_t kMost = 65'535;
    std::vector<std::uint8_t> bytes;
    do {
        const std::string_view part = text.substr(0, std::min(kMost, text.size()));
        text.remove_prefix(part.size());
        const auto length = static_cast<std::uint16_t>(part.size());
        const auto inverse = static_cast<std::uint16_t>(~length);
        bytes.push_back(text.empty() ? 1 : 0); // last block?
        for (const std::uint16_t word : {length, inverse}) {
            bytes.push_back(static_cast<std::uint8_t>(word & 0xff));
            bytes.push_back(static_cast<std::uint8_t>(word >> 8));
        }
        bytes.insert(bytes.end(), part.begin(), part.end());
    } while (!text.empty());

    static constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = std::uint32_t{bytes[i]} << 16;
        if (i + 1 < bytes.size())
            group |= std::uint32_t{bytes[i + 1]} << 8;
        if (i + 2 < bytes.size())
            group |= bytes[i + 2];
        out += kAlphabet[group >> 18];
        out += kAlphabet[(group >> 12) & 63];
        out += i + 1 < bytes.size() ? kAlphabet[(group >> 6) & 63] : '=';
        out += i + 2 < bytes.size() ? kAlphabet[group & 63] : '=';
    }
    return out;
}

} // namespace hl::sim

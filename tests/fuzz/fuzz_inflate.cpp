// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz_target.h"
#include "venue/hyperliquid/inflate.h"

#include <cstdint>
#include <string>

using namespace hl;

namespace {

std::string base64(std::string_view bytes)
{
    static constexpr char kAlphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto byte =
                i + k < bytes.size() ? static_cast<std::uint8_t>(bytes[i + k]) : std::uint8_t{0};
            group = (group << 8) | std::uint32_t{byte};
        }
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k > bytes.size() ? '=' : kAlphabet[(group >> (18 - 6 * k)) & 63U];
    }
    return out;
}

} // namespace

/// Any bytes as the text of a fastAssetCtxs frame, and as the stream in it: nothing over the limit,
/// a sentence for each refusal, and the same answer whatever the limit where it suffices.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    constexpr std::size_t kLimit = 4096;
    const std::string raw(fuzz::textOf(data, size));
    for (const std::string &text : {raw, base64(raw)}) {
        const auto small = venue::inflateBase64(text, kLimit);
        const auto large = venue::inflateBase64(text, 64 * kLimit);
        fuzz::require(small || !small.error().detail.empty(), "a refusal says why");
        fuzz::require(!small || small->size() <= kLimit, "nothing over the limit");
        fuzz::require(!large || large->size() <= 64 * kLimit, "nothing over the larger limit");
        fuzz::require(!small || (large && *large == *small), "the limit changes nothing below it");
        fuzz::require(small || !large || large->size() > kLimit, "only the limit refuses");
    }
    return 0;
}

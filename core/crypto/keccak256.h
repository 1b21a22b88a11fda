// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hl::crypto {

/// Keccak-256 with the original padding 0x01 (protocol/signing.md 2), not SHA3-256. Any thread; no
/// allocation.
Hash32 keccak256(ByteView bytes);
inline Hash32 keccak256(std::string_view text)
{
    return keccak256(asBytes(text));
}

/// The sponge with another first pad byte; 0x06 gives SHA3-256.
Hash32 sponge256(ByteView bytes, std::uint8_t pad);

/// Implementations of Keccak-f[1600]. The fastest one this processor has is chosen once.
enum class KeccakVariant : std::uint8_t { Generic, Bmi2 };
bool isSupported(KeccakVariant variant);
KeccakVariant activeVariant();
/// The sponge by a named variant that is supported.
Hash32 sponge256(ByteView bytes, std::uint8_t pad, KeccakVariant variant);
/// One permutation of the 25 lanes, by the active variant or a named one that is supported.
void keccakF(std::uint64_t (&state)[25]);
void keccakF(std::uint64_t (&state)[25], KeccakVariant variant);

namespace detail {

inline constexpr std::uint64_t kRoundConstants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
    0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};

constexpr void permuteSlowly(std::uint64_t (&a)[25])
{
    constexpr int kRho[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                              25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};
    for (const std::uint64_t constant : kRoundConstants) {
        std::uint64_t c[5] = {};
        for (std::size_t x = 0; x < 5; ++x)
            c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        std::uint64_t b[25] = {};
        for (std::size_t x = 0; x < 5; ++x) {
            const std::uint64_t d = c[(x + 4) % 5] ^ std::rotl(c[(x + 1) % 5], 1);
            for (std::size_t y = 0; y < 5; ++y)
                b[y + 5 * ((2 * x + 3 * y) % 5)] = std::rotl(a[x + 5 * y] ^ d, kRho[x + 5 * y]);
        }
        for (std::size_t y = 0; y < 25; y += 5)
            for (std::size_t x = 0; x < 5; ++x)
                a[y + x] = b[y + x] ^ (~b[y + (x + 1) % 5] & b[y + (x + 2) % 5]);
        a[0] ^= constant;
    }
}

} // namespace detail

/// The same hash at compile time; for type hashes and other constants.
consteval Hash32 keccak256Constant(std::string_view text)
{
    constexpr std::size_t kRate = 136;
    std::uint64_t state[25] = {};
    std::size_t at = 0;
    const auto absorb = [&](std::uint8_t byte) {
        state[at / 8] ^= std::uint64_t{byte} << (8 * (at % 8));
        ++at;
    };
    for (const char c : text) {
        absorb(static_cast<std::uint8_t>(c));
        if (at == kRate) {
            detail::permuteSlowly(state);
            at = 0;
        }
    }
    absorb(0x01);
    state[kRate / 8 - 1] ^= 0x8000000000000000;
    detail::permuteSlowly(state);
    Hash32 out{};
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<std::uint8_t>(state[i / 8] >> (8 * (i % 8)));
    return out;
}

} // namespace hl::crypto

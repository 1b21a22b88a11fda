// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keccak-f[1600] unrolled and the sponge over it, for inclusion by one translation unit per
// instruction set: no include guard, the includer names the functions by HL_KECCAK_PERMUTE and
// HL_KECCAK_SPONGE. What is shared here is local to the unit, so that no linker takes one
// instruction set's copy for another's.

#include "crypto/keccak256.h"

#include <cstring>
#include <utility>

namespace hl::crypto::detail {
namespace {

[[gnu::always_inline]] inline void keccakRounds(std::uint64_t (&s)[25])
{
    std::uint64_t a0 = s[0], a1 = s[1], a2 = s[2], a3 = s[3], a4 = s[4];
    std::uint64_t a5 = s[5], a6 = s[6], a7 = s[7], a8 = s[8], a9 = s[9];
    std::uint64_t a10 = s[10], a11 = s[11], a12 = s[12], a13 = s[13], a14 = s[14];
    std::uint64_t a15 = s[15], a16 = s[16], a17 = s[17], a18 = s[18], a19 = s[19];
    std::uint64_t a20 = s[20], a21 = s[21], a22 = s[22], a23 = s[23], a24 = s[24];
    for (const std::uint64_t constant : kRoundConstants) {
        const std::uint64_t c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20;
        const std::uint64_t c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21;
        const std::uint64_t c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22;
        const std::uint64_t c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23;
        const std::uint64_t c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24;
        const std::uint64_t d0 = c4 ^ std::rotl(c1, 1);
        const std::uint64_t d1 = c0 ^ std::rotl(c2, 1);
        const std::uint64_t d2 = c1 ^ std::rotl(c3, 1);
        const std::uint64_t d3 = c2 ^ std::rotl(c4, 1);
        const std::uint64_t d4 = c3 ^ std::rotl(c0, 1);

        const std::uint64_t b0 = a0 ^ d0;
        const std::uint64_t b1 = std::rotl(a6 ^ d1, 44);
        const std::uint64_t b2 = std::rotl(a12 ^ d2, 43);
        const std::uint64_t b3 = std::rotl(a18 ^ d3, 21);
        const std::uint64_t b4 = std::rotl(a24 ^ d4, 14);
        const std::uint64_t b5 = std::rotl(a3 ^ d3, 28);
        const std::uint64_t b6 = std::rotl(a9 ^ d4, 20);
        const std::uint64_t b7 = std::rotl(a10 ^ d0, 3);
        const std::uint64_t b8 = std::rotl(a16 ^ d1, 45);
        const std::uint64_t b9 = std::rotl(a22 ^ d2, 61);
        const std::uint64_t b10 = std::rotl(a1 ^ d1, 1);
        const std::uint64_t b11 = std::rotl(a7 ^ d2, 6);
        const std::uint64_t b12 = std::rotl(a13 ^ d3, 25);
        const std::uint64_t b13 = std::rotl(a19 ^ d4, 8);
        const std::uint64_t b14 = std::rotl(a20 ^ d0, 18);
        const std::uint64_t b15 = std::rotl(a4 ^ d4, 27);
        const std::uint64_t b16 = std::rotl(a5 ^ d0, 36);
        const std::uint64_t b17 = std::rotl(a11 ^ d1, 10);
        const std::uint64_t b18 = std::rotl(a17 ^ d2, 15);
        const std::uint64_t b19 = std::rotl(a23 ^ d3, 56);
        const std::uint64_t b20 = std::rotl(a2 ^ d2, 62);
        const std::uint64_t b21 = std::rotl(a8 ^ d3, 55);
        const std::uint64_t b22 = std::rotl(a14 ^ d4, 39);
        const std::uint64_t b23 = std::rotl(a15 ^ d0, 41);
        const std::uint64_t b24 = std::rotl(a21 ^ d1, 2);

        a0 = b0 ^ (~b1 & b2) ^ constant;
        a1 = b1 ^ (~b2 & b3);
        a2 = b2 ^ (~b3 & b4);
        a3 = b3 ^ (~b4 & b0);
        a4 = b4 ^ (~b0 & b1);
        a5 = b5 ^ (~b6 & b7);
        a6 = b6 ^ (~b7 & b8);
        a7 = b7 ^ (~b8 & b9);
        a8 = b8 ^ (~b9 & b5);
        a9 = b9 ^ (~b5 & b6);
        a10 = b10 ^ (~b11 & b12);
        a11 = b11 ^ (~b12 & b13);
        a12 = b12 ^ (~b13 & b14);
        a13 = b13 ^ (~b14 & b10);
        a14 = b14 ^ (~b10 & b11);
        a15 = b15 ^ (~b16 & b17);
        a16 = b16 ^ (~b17 & b18);
        a17 = b17 ^ (~b18 & b19);
        a18 = b18 ^ (~b19 & b15);
        a19 = b19 ^ (~b15 & b16);
        a20 = b20 ^ (~b21 & b22);
        a21 = b21 ^ (~b22 & b23);
        a22 = b22 ^ (~b23 & b24);
        a23 = b23 ^ (~b24 & b20);
        a24 = b24 ^ (~b20 & b21);
    }
    s[0] = a0, s[1] = a1, s[2] = a2, s[3] = a3, s[4] = a4;
    s[5] = a5, s[6] = a6, s[7] = a7, s[8] = a8, s[9] = a9;
    s[10] = a10, s[11] = a11, s[12] = a12, s[13] = a13, s[14] = a14;
    s[15] = a15, s[16] = a16, s[17] = a17, s[18] = a18, s[19] = a19;
    s[20] = a20, s[21] = a21, s[22] = a22, s[23] = a23, s[24] = a24;
}

static_assert(std::endian::native == std::endian::little, "lanes are read as they lie in memory");

constexpr std::size_t kRate = 136;
constexpr std::size_t kLanes = kRate / 8;

[[gnu::always_inline]] inline std::uint64_t laneAt(const std::uint8_t *at)
{
    std::uint64_t out;
    std::memcpy(&out, at, 8);
    return out;
}

/// The value itself, out of the compiler's sight: loops over a few lanes must stay loops. As copies
/// and fills of unknown length they become `rep` instructions, which cost tens of cycles.
[[gnu::always_inline]] inline std::uint64_t kept(std::uint64_t value)
{
    asm volatile("" : "+r"(value));
    return value;
}

/// The last 0 to 7 bytes of a message as a lane. Read as whole words where there are eight bytes
/// before the end: bytes put together one by one would be waited for.
[[gnu::always_inline]] inline std::uint64_t tailLane(const std::uint8_t *end, std::size_t count,
                                                     std::size_t available)
{
    if (count == 0)
        return 0;
    if (available >= 8)
        return laneAt(end - 8) >> (64 - 8 * count);
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < count; ++i)
        out |= std::uint64_t{*(end - count + i)} << (8 * i);
    return out;
}

/// Indices that the compiler knows, so that the state never needs to be an array in memory.
template <std::size_t... I>
[[gnu::always_inline]] inline void absorb(std::uint64_t (&s)[25], const std::uint8_t *block,
                                          std::index_sequence<I...>)
{
    ((s[I] ^= laneAt(block + 8 * I)), ...);
}

} // namespace

void HL_KECCAK_PERMUTE(std::uint64_t (&s)[25])
{
    keccakRounds(s);
}

void HL_KECCAK_SPONGE(ByteView bytes, std::uint8_t pad, Hash32 &out)
{
    std::uint64_t s[25] = {};
    std::uint64_t last[kLanes];
    const std::uint8_t *at = bytes.data();
    std::size_t left = bytes.size();
    for (bool isLast = false;;) {
        const std::uint8_t *block = at;
        if (left < kRate) {
            isLast = true;
            std::size_t i = 0;
            for (; i < left / 8; ++i)
                last[i] = kept(laneAt(at + 8 * i));
            last[i] = tailLane(at + left, left % 8, bytes.size()) ^ std::uint64_t{pad}
                                                                        << (8 * (left % 8));
            for (++i; i < kLanes; ++i)
                last[i] = kept(0);
            last[kLanes - 1] ^= 0x8000000000000000;
            block = reinterpret_cast<const std::uint8_t *>(last);
        }
        absorb(s, block, std::make_index_sequence<kLanes>());
        keccakRounds(s);
        if (isLast)
            break; // past the end no pointer may be formed
        at += kRate;
        left -= kRate;
    }
    // Stored in the size in which it is moved on: a wider load would wait for narrow stores.
    using Pair [[gnu::vector_size(16)]] = std::uint64_t;
    const Pair halves[2] = {{s[0], s[1]}, {s[2], s[3]}};
    std::memcpy(out.data(), halves, sizeof halves);
}

} // namespace hl::crypto::detail

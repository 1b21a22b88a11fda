// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "crypto/keccak256.h"

#include <cstring>

namespace hl::crypto {

namespace detail {
void permuteGeneric(std::uint64_t *state);
#ifdef HL_KECCAK_X86
void permuteBmi2(std::uint64_t *state);
#endif
} // namespace detail

namespace {

static_assert(std::endian::native == std::endian::little, "lanes are read as they lie in memory");

constexpr std::size_t kRate = 136;
constexpr std::size_t kLanes = kRate / 8;
using Permutation = void (*)(std::uint64_t *);

KeccakVariant fastest()
{
    return isSupported(KeccakVariant::Bmi2) ? KeccakVariant::Bmi2 : KeccakVariant::Generic;
}

Permutation permutationOf(KeccakVariant variant)
{
#ifdef HL_KECCAK_X86
    if (variant == KeccakVariant::Bmi2)
        return detail::permuteBmi2;
#endif
    (void)variant;
    return detail::permuteGeneric;
}

Permutation active()
{
    static const Permutation chosen = permutationOf(fastest());
    return chosen;
}

std::uint64_t lane(const std::uint8_t *at)
{
    std::uint64_t out;
    std::memcpy(&out, at, 8);
    return out;
}

/// The last 0 to 7 bytes of a message as a lane. Read as whole words where there are eight bytes
/// before the end: bytes put together one by one would be waited for.
std::uint64_t tailLane(const std::uint8_t *end, std::size_t count, std::size_t available)
{
    if (count == 0)
        return 0;
    if (available >= 8)
        return lane(end - 8) >> (64 - 8 * count);
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < count; ++i)
        out |= std::uint64_t{*(end - count + i)} << (8 * i);
    return out;
}

} // namespace

bool isSupported(KeccakVariant variant)
{
    switch (variant) {
    case KeccakVariant::Generic:
        return true;
    case KeccakVariant::Bmi2:
#ifdef HL_KECCAK_X86
        return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
#else
        return false;
#endif
    }
    return false;
}

KeccakVariant activeVariant()
{
    static const KeccakVariant chosen = fastest();
    return chosen;
}

void keccakF(std::uint64_t *state)
{
    active()(state);
}

void keccakF(std::uint64_t *state, KeccakVariant variant)
{
    permutationOf(variant)(state);
}

Hash32 sponge256(ByteView bytes, std::uint8_t pad)
{
    const Permutation permute = active();
    std::uint64_t state[25];
    const std::uint8_t *at = bytes.data();
    std::size_t left = bytes.size();
    std::size_t i = 0;
    if (left >= kRate) {
        for (i = 0; i < kLanes; ++i)
            state[i] = lane(at + 8 * i);
        for (; i < 25; ++i)
            state[i] = 0;
        permute(state);
        at += kRate;
        left -= kRate;
        while (left >= kRate) {
            for (i = 0; i < kLanes; ++i)
                state[i] ^= lane(at + 8 * i);
            permute(state);
            at += kRate;
            left -= kRate;
        }
        for (i = 0; i < left / 8; ++i)
            state[i] ^= lane(at + 8 * i);
        state[i] ^= tailLane(at + left, left % 8, bytes.size()) ^ std::uint64_t{pad}
                                                                      << (8 * (left % 8));
    } else {
        for (i = 0; i < left / 8; ++i)
            state[i] = lane(at + 8 * i);
        state[i] = tailLane(at + left, left % 8, bytes.size()) ^ std::uint64_t{pad}
                                                                     << (8 * (left % 8));
        for (++i; i < 25; ++i)
            state[i] = 0;
    }
    state[kLanes - 1] ^= 0x8000000000000000;
    permute(state);
    Hash32 out;
    std::memcpy(out.data(), state, out.size());
    return out;
}

Hash32 keccak256(ByteView bytes)
{
    return sponge256(bytes, 0x01);
}

} // namespace hl::crypto

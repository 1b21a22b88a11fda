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

void absorbBlock(std::uint64_t *state, const std::uint8_t *block)
{
    for (std::size_t i = 0; i < kRate / 8; ++i) {
        std::uint64_t lane;
        std::memcpy(&lane, block + 8 * i, 8);
        state[i] ^= lane;
    }
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
    case KeccakVariant::Avx512:
        return false;
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
    std::uint64_t state[25] = {};
    const std::uint8_t *at = bytes.data();
    std::size_t left = bytes.size();
    while (left >= kRate) {
        absorbBlock(state, at);
        permute(state);
        at += kRate;
        left -= kRate;
    }
    std::uint8_t last[kRate] = {};
    if (left > 0)
        std::memcpy(last, at, left);
    last[left] = pad;
    last[kRate - 1] |= 0x80;
    absorbBlock(state, last);
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

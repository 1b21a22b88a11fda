// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "crypto/keccak256.h"

namespace hl::crypto {

namespace detail {
void permuteGeneric(std::uint64_t (&state)[25]);
void spongeGeneric(ByteView bytes, std::uint8_t pad, Hash32 &out);
#ifdef HL_KECCAK_X86
void permuteBmi2(std::uint64_t (&state)[25]);
void spongeBmi2(ByteView bytes, std::uint8_t pad, Hash32 &out);
#endif
} // namespace detail

namespace {

struct Functions
{
    void (*permute)(std::uint64_t (&)[25]);
    void (*sponge)(ByteView, std::uint8_t, Hash32 &);
};

KeccakVariant fastest()
{
    return isSupported(KeccakVariant::Bmi2) ? KeccakVariant::Bmi2 : KeccakVariant::Generic;
}

Functions functionsOf(KeccakVariant variant)
{
#ifdef HL_KECCAK_X86
    if (variant == KeccakVariant::Bmi2)
        return {detail::permuteBmi2, detail::spongeBmi2};
#endif
    (void)variant;
    return {detail::permuteGeneric, detail::spongeGeneric};
}

const Functions &active()
{
    static const Functions chosen = functionsOf(fastest());
    return chosen;
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

void keccakF(std::uint64_t (&state)[25])
{
    active().permute(state);
}

void keccakF(std::uint64_t (&state)[25], KeccakVariant variant)
{
    functionsOf(variant).permute(state);
}

Hash32 sponge256(ByteView bytes, std::uint8_t pad)
{
    Hash32 out;
    active().sponge(bytes, pad, out);
    return out;
}

Hash32 sponge256(ByteView bytes, std::uint8_t pad, KeccakVariant variant)
{
    Hash32 out;
    functionsOf(variant).sponge(bytes, pad, out);
    return out;
}

Hash32 keccak256(ByteView bytes)
{
    return sponge256(bytes, 0x01);
}

} // namespace hl::crypto

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "signing/scrypt.h"

#include <openssl/evp.h>
#include <openssl/kdf.h>

#include <array>
#include <bit>
#include <cstring>
#include <new>

namespace hl::signing {

namespace {

using Block = std::array<std::uint32_t, 16>; // little-endian words, as on every machine built for
static_assert(std::endian::native == std::endian::little);

const char *text(ByteView bytes)
{
    return reinterpret_cast<const char *>(bytes.data());
}

bool pbkdf2Once(ByteView passphrase, ByteView salt, SecretBytes &out)
{
    return PKCS5_PBKDF2_HMAC(text(passphrase), static_cast<int>(passphrase.size()), salt.data(),
                             static_cast<int>(salt.size()), 1, EVP_sha256(),
                             static_cast<int>(out.size()), out.data()) == 1;
}

void salsa8(Block &block)
{
    Block x = block;
    const auto quarter = [&x](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
        x[b] ^= std::rotl(x[a] + x[d], 7);
        x[c] ^= std::rotl(x[b] + x[a], 9);
        x[d] ^= std::rotl(x[c] + x[b], 13);
        x[a] ^= std::rotl(x[d] + x[c], 18);
    };
    for (int round = 0; round < 4; ++round) {
        quarter(0, 4, 8, 12);
        quarter(5, 9, 13, 1);
        quarter(10, 14, 2, 6);
        quarter(15, 3, 7, 11);
        quarter(0, 1, 2, 3);
        quarter(5, 6, 7, 4);
        quarter(10, 11, 8, 9);
        quarter(15, 12, 13, 14);
    }
    for (std::size_t i = 0; i < block.size(); ++i)
        block[i] += x[i];
}

void xorInto(Block &into, const Block &other)
{
    for (std::size_t i = 0; i < into.size(); ++i)
        into[i] ^= other[i];
}

/// The RFC's scryptROMix at r = 1: one pair of blocks.
void mix(std::uint8_t *bytes, std::uint64_t n, Block *memory)
{
    std::array<Block, 2> x{};
    std::memcpy(x.data(), bytes, sizeof x);
    const auto blockMix = [&x] {
        xorInto(x[0], x[1]);
        salsa8(x[0]);
        xorInto(x[1], x[0]);
        salsa8(x[1]);
    };
    for (std::uint64_t i = 0; i < n; ++i) {
        std::memcpy(&memory[2 * i], x.data(), sizeof x);
        blockMix();
    }
    for (std::uint64_t i = 0; i < n; ++i) {
        const std::uint64_t at = ((std::uint64_t{x[1][1]} << 32) | x[1][0]) & (n - 1);
        xorInto(x[0], memory[2 * at]);
        xorInto(x[1], memory[2 * at + 1]);
        blockMix();
    }
    std::memcpy(bytes, x.data(), sizeof x);
    wipe({reinterpret_cast<std::uint8_t *>(x.data()), sizeof x});
}

Result<SecretBytes> scryptNarrow(ByteView passphrase, ByteView salt, ScryptCost cost,
                                 std::size_t size)
{
    constexpr std::size_t kPair = 2 * sizeof(Block);
    SecretBytes blocks(kPair * cost.p);
    SecretBytes memory(kPair * cost.n);
    SecretBytes key(size);
    if (!pbkdf2Once(passphrase, salt, blocks))
        return fail(ErrorKind::Internal, "the key cannot be derived");
    for (std::uint32_t i = 0; i < cost.p; ++i)
        mix(blocks.data() + kPair * i, cost.n, reinterpret_cast<Block *>(memory.data()));
    if (!pbkdf2Once(passphrase, blocks.view(), key))
        return fail(ErrorKind::Internal, "the key cannot be derived");
    return key;
}

} // namespace

Result<SecretBytes> scryptKey(ByteView passphrase, ByteView salt, ScryptCost cost, std::size_t size)
{
    if (cost.r == 1 && cost.n >= 1 << 16) {
        try {
            return scryptNarrow(passphrase, salt, cost, size);
        } catch (const std::bad_alloc &) {
            return fail(ErrorKind::Internal, "there is not enough memory to derive the key");
        }
    }
    SecretBytes key(size);
    const std::uint64_t memory = 128 * std::uint64_t{cost.r} * (cost.n + cost.p + 2) + (1 << 20);
    if (EVP_PBE_scrypt(text(passphrase), passphrase.size(), salt.data(), salt.size(), cost.n,
                       cost.r, cost.p, memory, key.data(), key.size()) != 1)
        return fail(ErrorKind::Internal, "there is not enough memory to derive the key");
    return key;
}

} // namespace hl::signing

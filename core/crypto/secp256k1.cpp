// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "crypto/secp256k1.h"

#include "base/hex.h"
#include "crypto/keccak256.h"

#include <secp256k1.h>
#include <secp256k1_recovery.h>

#include <cstring>
#include <random>

namespace hl::crypto {
namespace {

/// One context for the life of the program: making one blinds the signing table, which is slow, and
/// using it is const and safe on every thread.
const secp256k1_context *context()
{
    static const secp256k1_context *const made = [] {
        secp256k1_context *c =
            secp256k1_context_create(SECP256K1_CONTEXT_SIGN | SECP256K1_CONTEXT_VERIFY); // NOLINT
        std::random_device random;
        std::array<std::uint8_t, 32> seed{};
        for (std::uint8_t &byte : seed)
            byte = static_cast<std::uint8_t>(random());
        // Fails only for a context that cannot sign. Signatures are the same either way; blinding
        // narrows a side channel.
        [[maybe_unused]] const int isBlinded = secp256k1_context_randomize(c, seed.data());
        wipe(seed);
        return c;
    }();
    return made;
}

/// The library's scalars lie on the stack below the caller, where it clears them only if the
/// compiler lets it.
[[gnu::noinline]] void scrubStack()
{
    std::array<std::uint8_t, 8192> zone;
    ::explicit_bzero(zone.data(), zone.size());
}

} // namespace

Result<SecretKey> SecretKey::create(SecretBytes bytes)
{
    if (bytes.size() != 32)
        return fail(ErrorKind::Validation, "must be 32 bytes", "privateKey");
    secp256k1_pubkey parsed;
    const bool isKey = secp256k1_ec_pubkey_create(context(), &parsed, bytes.data()) == 1;
    scrubStack();
    if (!isKey)
        return fail(ErrorKind::Validation, "is not a number between 1 and the curve's order",
                    "privateKey");
    std::array<std::uint8_t, 65> text{};
    std::size_t size = text.size();
    secp256k1_ec_pubkey_serialize(context(), text.data(), &size, &parsed,
                                  SECP256K1_EC_UNCOMPRESSED);
    SecretKey key;
    std::memcpy(key.m_publicKey.data(), text.data() + 1, key.m_publicKey.size());
    key.m_address = addressOf(key.m_publicKey);
    key.m_bytes = std::move(bytes);
    return key;
}

Result<SecretKey> SecretKey::parse(std::string_view hex)
{
    SecretBytes bytes(32);
    if (!fromHexExact(hex, {bytes.data(), bytes.size()}))
        return fail(ErrorKind::Validation, "must be 64 hex digits", "privateKey");
    return create(std::move(bytes));
}

Result<Signature> SecretKey::sign(const Hash32 &digest) const
{
    secp256k1_ecdsa_recoverable_signature raw;
    const bool isSigned = m_bytes.size() == 32 &&
                          secp256k1_ecdsa_sign_recoverable(context(), &raw, digest.data(),
                                                           m_bytes.data(), nullptr, nullptr) == 1;
    scrubStack();
    if (!isSigned)
        return fail(ErrorKind::Signature, "The key could not sign.");
    std::array<std::uint8_t, 64> compact{};
    int recovery = 0;
    secp256k1_ecdsa_recoverable_signature_serialize_compact(context(), compact.data(), &recovery,
                                                            &raw);
    Signature out;
    std::memcpy(out.r.data(), compact.data(), 32);
    std::memcpy(out.s.data(), compact.data() + 32, 32);
    out.v = static_cast<std::uint8_t>(27 + recovery);
    return out;
}

Result<Address> recoverAddress(const Hash32 &digest, const Signature &signature)
{
    if (signature.v != 27 && signature.v != 28)
        return fail(ErrorKind::Signature, "must be 27 or 28", "v");
    std::array<std::uint8_t, 64> compact{};
    std::memcpy(compact.data(), signature.r.data(), 32);
    std::memcpy(compact.data() + 32, signature.s.data(), 32);
    secp256k1_ecdsa_recoverable_signature raw;
    secp256k1_pubkey key;
    if (secp256k1_ecdsa_recoverable_signature_parse_compact(context(), &raw, compact.data(),
                                                            signature.v - 27) != 1 ||
        secp256k1_ecdsa_recover(context(), &key, &raw, digest.data()) != 1)
        return fail(ErrorKind::Signature, "The signature belongs to no key.");
    std::array<std::uint8_t, 65> text{};
    std::size_t size = text.size();
    secp256k1_ec_pubkey_serialize(context(), text.data(), &size, &key, SECP256K1_EC_UNCOMPRESSED);
    return addressOf(std::span<const std::uint8_t, 64>(text.data() + 1, 64));
}

Address addressOf(std::span<const std::uint8_t, 64> publicKey)
{
    const Hash32 hash = keccak256(ByteView(publicKey));
    Address out;
    std::memcpy(out.bytes.data(), hash.data() + 12, out.bytes.size());
    return out;
}

std::string checksumAddress(const Address &address)
{
    std::string out = address.toString();
    const Hash32 hash = keccak256(std::string_view(out).substr(2));
    for (std::size_t i = 0; i < 40; ++i) {
        const int nibble = (hash[i / 2] >> (i % 2 == 0 ? 4 : 0)) & 15;
        char &c = out[i + 2];
        if (nibble >= 8 && c >= 'a')
            c = static_cast<char>(c - 'a' + 'A');
    }
    return out;
}

} // namespace hl::crypto

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "signing/keystore_v3.h"

#include "base/hex.h"
#include "codec/value.h"
#include "crypto/keccak256.h"
#include "crypto/secp256k1.h"
#include "signing/key_file.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>

namespace hl::signing {

namespace {

constexpr std::size_t kDerivedSize = 32;
constexpr std::uint64_t kMostScryptBlocks = 1 << 22; ///< n · r, 128 bytes each: 512 MiB
constexpr std::uint64_t kMostScryptWork = 1 << 24;   ///< n · r · p; eight times what geth writes
constexpr std::uint64_t kMostRounds = 10'000'000;    ///< of PBKDF2; wallets write 262,144
constexpr std::size_t kMostSalt = 256;

tl::unexpected<Error> refused(std::string what)
{
    return fail(ErrorKind::Parse, std::move(what), "keystore");
}

Result<Bytes> hexField(const codec::Value &object, std::string_view key)
{
    HL_TRY(text, object.string(key));
    if (text.size() > 2 * kMostSalt + 2)
        return refused("\"" + std::string(key) + "\" is too long");
    HL_TRY(bytes, fromHex(text));
    return bytes;
}

Result<Bytes> hexField(const codec::Value &object, std::string_view key, std::size_t size)
{
    HL_TRY(bytes, hexField(object, key));
    if (bytes.size() != size)
        return refused("\"" + std::string(key) + "\" has the wrong length");
    return bytes;
}

Status readScrypt(const codec::Value &params, KeystoreV3 &out)
{
    HL_TRY(n, params.uint("n"));
    HL_TRY(r, params.uint("r"));
    HL_TRY(p, params.uint("p"));
    if (!std::has_single_bit(n) || n < 2 || n > kMostScryptBlocks || r < 1 || r > 64 || p < 1 ||
        p > 64 || n * r > kMostScryptBlocks || n * r * p > kMostScryptWork)
        return refused("its scrypt cost is out of range");
    out.kdf = KeystoreV3::Kdf::Scrypt;
    out.scrypt = {n, static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(p)};
    return {};
}

Status readPbkdf2(const codec::Value &params, KeystoreV3 &out)
{
    HL_TRY(rounds, params.uint("c"));
    HL_TRY(prf, params.string("prf"));
    if (prf != "hmac-sha256")
        return refused("its PBKDF2 is not of HMAC-SHA256");
    if (rounds < 1 || rounds > kMostRounds)
        return refused("its PBKDF2 rounds are out of range");
    out.kdf = KeystoreV3::Kdf::Pbkdf2;
    out.rounds = static_cast<std::uint32_t>(rounds);
    return {};
}

Status readDerivation(const codec::Value &crypto, KeystoreV3 &out)
{
    HL_TRY(kdf, crypto.string("kdf"));
    const codec::Value *params = crypto.find("kdfparams");
    if (params == nullptr)
        return refused("it has no \"kdfparams\"");
    HL_TRY(size, params->uint("dklen"));
    if (size != kDerivedSize)
        return refused("its derived key is not of 32 bytes");
    HL_TRY(salt, hexField(*params, "salt"));
    out.salt = salt;
    if (kdf == "scrypt")
        return readScrypt(*params, out);
    if (kdf == "pbkdf2")
        return readPbkdf2(*params, out);
    return refused("its key derivation is neither scrypt nor pbkdf2");
}

Result<SecretBytes> derive(const KeystoreV3 &keystore, ByteView passphrase)
{
    if (keystore.kdf == KeystoreV3::Kdf::Scrypt)
        return scryptKey(passphrase, keystore.salt, keystore.scrypt, kDerivedSize);
    SecretBytes key(kDerivedSize);
    if (PKCS5_PBKDF2_HMAC(reinterpret_cast<const char *>(passphrase.data()),
                          static_cast<int>(passphrase.size()), keystore.salt.data(),
                          static_cast<int>(keystore.salt.size()), static_cast<int>(keystore.rounds),
                          EVP_sha256(), static_cast<int>(key.size()), key.data()) != 1)
        return fail(ErrorKind::Internal, "the key of the keystore cannot be derived");
    return key;
}

/// Keccak-256 over the second half of the derived key and the ciphertext.
bool isMacRight(const SecretBytes &derived, ByteView cipherText, ByteView mac)
{
    SecretBytes hashed(16 + cipherText.size());
    std::copy_n(derived.data() + 16, 16, hashed.data());
    std::ranges::copy(cipherText, hashed.data() + 16);
    const Hash32 own = crypto::keccak256(hashed.view());
    return CRYPTO_memcmp(own.data(), mac.data(), own.size()) == 0;
}

Result<SecretBytes> decrypt(const SecretBytes &derived, ByteView iv, ByteView cipherText)
{
    const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(
        EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    // Some wallets cut a key's leading zeros.
    SecretBytes secret(kSecretSize);
    std::uint8_t *const end = secret.data() + (kSecretSize - cipherText.size());
    int length = 0;
    if (!context ||
        EVP_DecryptInit_ex(context.get(), EVP_aes_128_ctr(), nullptr, derived.data(), iv.data()) !=
            1 ||
        EVP_DecryptUpdate(context.get(), end, &length, cipherText.data(),
                          static_cast<int>(cipherText.size())) != 1 ||
        length != static_cast<int>(cipherText.size()))
        return fail(ErrorKind::Internal, "the keystore cannot be decrypted");
    return secret;
}

Result<KeystoreV3> readWords(const codec::Value &root)
{
    HL_TRY(version, root.uint("version"));
    if (version != 3)
        return refused("it is of version " + std::to_string(version) + ", not 3");
    const codec::Value *crypto = root.find("crypto");
    if (crypto == nullptr)
        crypto = root.find("Crypto"); // an early wallet's spelling
    if (crypto == nullptr)
        return refused("it has no \"crypto\"");
    HL_TRY(cipher, crypto->string("cipher"));
    if (cipher != "aes-128-ctr")
        return refused("its cipher is not aes-128-ctr");
    const codec::Value *cipherParams = crypto->find("cipherparams");
    if (cipherParams == nullptr)
        return refused("it has no \"cipherparams\"");
    KeystoreV3 out;
    HL_TRY(iv, hexField(*cipherParams, "iv", 16));
    HL_TRY(cipherText, hexField(*crypto, "ciphertext"));
    if (cipherText.empty() || cipherText.size() > kSecretSize)
        return refused("its \"ciphertext\" is not of 32 bytes");
    HL_TRY(mac, hexField(*crypto, "mac", 32));
    out.iv = iv;
    out.cipherText = cipherText;
    out.mac = mac;
    if (const codec::Value *said = root.find("address"); said != nullptr && !said->isNull()) {
        HL_TRY(digits, hexField(root, "address", 20));
        out.address.emplace();
        std::ranges::copy(digits, out.address->bytes.begin());
    }
    HL_CHECK(readDerivation(*crypto, out));
    return out;
}

} // namespace

Result<KeystoreV3> parseKeystoreV3(std::string_view json)
{
    if (json.size() > kLargestKeyFile)
        return refused("it is larger than a keystore can be");
    const auto root = codec::parseJson(json);
    if (!root)
        return refused("it is not JSON");
    Result<KeystoreV3> read = readWords(*root);
    if (!read && read.error().field != "keystore")
        return refused(read.error().sentence());
    return read;
}

Result<SecretBytes> openKeystoreV3(const KeystoreV3 &keystore, ByteView passphrase)
{
    HL_TRY(derived, derive(keystore, passphrase));
    if (!isMacRight(derived, keystore.cipherText, keystore.mac))
        return fail(ErrorKind::Validation,
                    "the keystore's passphrase is wrong, or the keystore was changed",
                    "passphrase");
    HL_TRY(secret, decrypt(derived, keystore.iv, keystore.cipherText));
    const auto key = crypto::SecretKey::create(SecretBytes(secret.view()));
    if (!key)
        return refused("it does not hold a private key");
    if (keystore.address && key->address() != *keystore.address)
        return refused("its key is not the one of the address it names");
    return secret;
}

Result<SecretBytes> openKeystoreV3(std::string_view json, ByteView passphrase)
{
    HL_TRY(keystore, parseKeystoreV3(json));
    return openKeystoreV3(keystore, passphrase);
}

Result<SecretBytes> parsePrivateKey(std::string_view text)
{
    SecretBytes secret(kSecretSize);
    if (!fromHexExact(text, {secret.data(), secret.size()}))
        return fail(ErrorKind::Validation, "must be 64 hex digits", "private key");
    return secret;
}

} // namespace hl::signing

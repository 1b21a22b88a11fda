// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "signing/key_file.h"

#include "base/hex.h"
#include "codec/value.h"
#include "crypto/secp256k1.h"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <bit>
#include <memory>

namespace hl::signing {

namespace {

constexpr std::string_view kFormat = "touchline-key";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kSaltSize = 32;
constexpr std::size_t kNonceSize = 12;
constexpr std::size_t kTagSize = 16;
// A stored cost beyond these would let a planted file exhaust the memory: 128 · n · r is 1 GiB.
constexpr ScryptCost kMostCost{1 << 20, 16, 4};
constexpr std::uint64_t kMostBlocks = 1 << 23;

Error broken(std::string_view name, const std::string &what)
{
    return Error{ErrorKind::Parse, "the key file of \"" + std::string(name) + "\" " + what, "key"};
}

/// Everything but the ciphertext; its JSON text is what GCM authenticates beside it.
codec::Object head(const KeyFile &file)
{
    const codec::Object kdf{{"name", "scrypt"},
                            {"n", file.cost.n},
                            {"r", file.cost.r},
                            {"p", file.cost.p},
                            {"salt", toHex(file.salt)}};
    return {{"format", kFormat},
            {"version", kVersion},
            {"name", file.key.name},
            {"address", file.key.address.toString()},
            {"createdAt", file.key.createdAt},
            {"kdf", kdf},
            {"cipher", codec::Object{{"name", "aes-256-gcm"}, {"nonce", toHex(file.nonce)}}}};
}

Result<Bytes> hexField(const codec::Value &object, std::string_view key, std::size_t size)
{
    HL_TRY(text, object.string(key));
    HL_TRY(bytes, fromHex(text));
    if (bytes.size() != size)
        return fail(ErrorKind::Parse, "has the wrong length", std::string(key));
    return bytes;
}

Result<KeyFile> readWords(std::string_view name, std::string_view text)
{
    HL_TRY(root, codec::parseJson(text));
    HL_TRY(format, root.string("format"));
    HL_TRY(version, root.uint("version"));
    if (format != kFormat || version != kVersion)
        return fail(broken(name, "is of a format this version does not read"));
    KeyFile file;
    HL_TRY(storedName, root.string("name"));
    if (storedName != name)
        return fail(broken(name, "was made for another name"));
    file.key.name = storedName;
    HL_TRY(addressText, root.string("address"));
    HL_TRY(address, Address::parse(addressText));
    file.key.address = address;
    HL_TRY(created, root.uint("createdAt"));
    file.key.createdAt = static_cast<TimeMs>(created);

    const codec::Value *kdf = root.find("kdf");
    const codec::Value *cipher = root.find("cipher");
    if (kdf == nullptr || cipher == nullptr)
        return fail(broken(name, "is not whole"));
    HL_TRY(n, kdf->uint("n"));
    HL_TRY(r, kdf->uint("r"));
    HL_TRY(p, kdf->uint("p"));
    if (!std::has_single_bit(n) || n < 2 || n > kMostCost.n || r < 1 || r > kMostCost.r || p < 1 ||
        p > kMostCost.p || n * r > kMostBlocks)
        return fail(broken(name, "asks for a scrypt cost out of range"));
    file.cost = {n, static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(p)};
    HL_TRY(salt, hexField(*kdf, "salt", kSaltSize));
    HL_TRY(nonce, hexField(*cipher, "nonce", kNonceSize));
    HL_TRY(data, hexField(*cipher, "data", kSecretSize));
    HL_TRY(tag, hexField(*cipher, "tag", kTagSize));
    file.salt = salt;
    file.nonce = nonce;
    file.data = data;
    file.tag = tag;
    return file;
}

using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

int toInt(std::size_t size)
{
    return static_cast<int>(size);
}

Status encrypt(const SecretBytes &key, const SecretBytes &secret, KeyFile &file)
{
    const std::string aad = codec::toJson(head(file));
    const CipherContext context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    file.data.resize(secret.size());
    file.tag.resize(kTagSize);
    int length = 0;
    const bool done = context &&
                      EVP_EncryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, key.data(),
                                         file.nonce.data()) == 1 &&
                      EVP_EncryptUpdate(context.get(), nullptr, &length, asBytes(aad).data(),
                                        toInt(aad.size())) == 1 &&
                      EVP_EncryptUpdate(context.get(), file.data.data(), &length, secret.data(),
                                        toInt(secret.size())) == 1 &&
                      EVP_EncryptFinal_ex(context.get(), file.data.data() + length, &length) == 1 &&
                      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, toInt(kTagSize),
                                          file.tag.data()) == 1;
    if (!done)
        return fail(ErrorKind::Internal, "the key could not be encrypted");
    return {};
}

Result<SecretBytes> decrypt(const SecretBytes &key, const KeyFile &file)
{
    const std::string aad = codec::toJson(head(file));
    const CipherContext context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    SecretBytes secret(file.data.size());
    Bytes tag = file.tag; // OpenSSL asks for what it could write
    int length = 0;
    const bool done = context &&
                      EVP_DecryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, key.data(),
                                         file.nonce.data()) == 1 &&
                      EVP_DecryptUpdate(context.get(), nullptr, &length, asBytes(aad).data(),
                                        toInt(aad.size())) == 1 &&
                      EVP_DecryptUpdate(context.get(), secret.data(), &length, file.data.data(),
                                        toInt(file.data.size())) == 1 &&
                      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, toInt(kTagSize),
                                          tag.data()) == 1 &&
                      EVP_DecryptFinal_ex(context.get(), secret.data() + length, &length) == 1;
    if (!done)
        return fail(ErrorKind::Validation, "the passphrase is wrong, or the key file was changed",
                    "passphrase");
    return secret;
}

Status randomise(Bytes &bytes, std::size_t size)
{
    bytes.resize(size);
    if (RAND_bytes(bytes.data(), toInt(size)) != 1)
        return fail(ErrorKind::Internal, "the system gives no random bytes");
    return {};
}

} // namespace

Result<KeyFile> parseKeyFile(std::string_view name, std::string_view text)
{
    Result<KeyFile> parsed = readWords(name, text);
    if (!parsed && parsed.error().field != "key")
        return fail(broken(name, "is damaged (" + parsed.error().sentence() + ")"));
    // Upper-case digits or a space more would say the same; a file of ours has neither.
    if (parsed && printKeyFile(*parsed) != text)
        return fail(broken(name, "is damaged (it is not as it was written)"));
    return parsed;
}

std::string printKeyFile(const KeyFile &file)
{
    codec::Object content = head(file);
    codec::Object *cipher = content.back().second.asObject();
    cipher->emplace_back("data", toHex(file.data));
    cipher->emplace_back("tag", toHex(file.tag));
    return codec::toJson(content) + "\n";
}

Result<KeyFile> sealKey(std::string_view name, const SecretBytes &secret, ByteView passphrase,
                        TimeMs createdAt, ScryptCost cost)
{
    HL_TRY(key, crypto::SecretKey::create(SecretBytes(secret.view())));
    KeyFile file{{std::string(name), key.address(), createdAt}, cost, {}, {}, {}, {}};
    HL_CHECK(randomise(file.salt, kSaltSize));
    HL_CHECK(randomise(file.nonce, kNonceSize));
    HL_TRY(wrapping, scryptKey(passphrase, file.salt, cost, 32));
    HL_CHECK(encrypt(wrapping, secret, file));
    return file;
}

Result<SecretBytes> openKeyFile(const KeyFile &file, ByteView passphrase)
{
    HL_TRY(wrapping, scryptKey(passphrase, file.salt, file.cost, 32));
    HL_TRY(secret, decrypt(wrapping, file));
    // The address stands in the clear beside it and is what people choose by.
    const Result<crypto::SecretKey> key = crypto::SecretKey::create(SecretBytes(secret.view()));
    if (!key || key->address() != file.key.address)
        return fail(broken(file.key.name, "holds another key than it says"));
    return secret;
}

} // namespace hl::signing

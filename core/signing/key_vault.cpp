// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "signing/key_vault.h"

#include "base/hex.h"
#include "codec/value.h"
#include "crypto/secp256k1.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QString>

#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/rand.h>

#include <algorithm>
#include <bit>
#include <memory>

namespace hl::signing {

namespace {

constexpr std::string_view kFormat = "touchline-key";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kSaltSize = 32;
constexpr std::size_t kNonceSize = 12;
constexpr std::size_t kTagSize = 16;
constexpr std::size_t kSecretSize = 32;
// A stored cost beyond this would let a planted file exhaust the memory (1 GiB at r = 8).
constexpr ScryptCost kMostCost{1 << 20, 16, 4};
constexpr qint64 kLargestFile = 64 * 1024;

struct KeyFile
{
    StoredKey key;
    ScryptCost cost;
    Bytes salt;
    Bytes nonce;
    Bytes data;
    Bytes tag;
};

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

Result<KeyFile> parseFile(std::string_view name, std::string_view text)
{
    HL_TRY(root, codec::parseJson(text));
    HL_TRY(format, root.string("format"));
    HL_TRY(version, root.uint("version"));
    if (format != kFormat || version != kVersion)
        return fail(broken(name, "is of a format this version does not read"));
    KeyFile file;
    HL_TRY(storedName, root.string("name"));
    if (storedName != name)
        return fail(broken(name, "was made for another name (\"" + storedName + "\")"));
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
        p > kMostCost.p)
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

Result<SecretBytes> deriveKey(ByteView passphrase, const KeyFile &file)
{
    SecretBytes key(32);
    const std::uint64_t memory = 128 * file.cost.n * file.cost.r * 2 + (1 << 20);
    if (EVP_PBE_scrypt(reinterpret_cast<const char *>(passphrase.data()), passphrase.size(),
                       file.salt.data(), file.salt.size(), file.cost.n, file.cost.r, file.cost.p,
                       memory, key.data(), key.size()) != 1)
        return fail(ErrorKind::Internal, "there is not enough memory to derive the key");
    return key;
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

Result<SecretBytes> decrypt(const SecretBytes &key, KeyFile file)
{
    const std::string aad = codec::toJson(head(file));
    const CipherContext context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    SecretBytes secret(file.data.size());
    int length = 0;
    const bool done = context &&
                      EVP_DecryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, key.data(),
                                         file.nonce.data()) == 1 &&
                      EVP_DecryptUpdate(context.get(), nullptr, &length, asBytes(aad).data(),
                                        toInt(aad.size())) == 1 &&
                      EVP_DecryptUpdate(context.get(), secret.data(), &length, file.data.data(),
                                        toInt(file.data.size())) == 1 &&
                      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, toInt(kTagSize),
                                          file.tag.data()) == 1 &&
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

QString path(const std::string &folder, std::string_view name)
{
    return QString::fromStdString(folder) + QLatin1Char('/') +
           QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())) +
           QLatin1String(".json");
}

Result<KeyFile> readFile(const std::string &folder, std::string_view name)
{
    HL_CHECK(KeyVault::checkName(name));
    QFile file(path(folder, name));
    if (!file.exists())
        return fail(ErrorKind::Validation, "there is no key \"" + std::string(name) + "\"", "key");
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLargestFile)
        return fail(broken(name, "cannot be read"));
    const QByteArray text = file.readAll();
    Result<KeyFile> parsed =
        parseFile(name, {text.constData(), static_cast<std::size_t>(text.size())});
    if (!parsed && parsed.error().field != "key")
        return fail(broken(name, "is damaged (" + parsed.error().sentence() + ")"));
    return parsed;
}

Status writeFile(const QString &target, const codec::Value &content)
{
    QSaveFile out(target);
    const std::string text = codec::toJson(content) + "\n";
    const bool written = out.open(QIODevice::WriteOnly) &&
                         out.setPermissions(QFile::ReadOwner | QFile::WriteOwner) &&
                         out.write(text.data(), static_cast<qint64>(text.size())) ==
                             static_cast<qint64>(text.size()) &&
                         out.commit();
    if (!written)
        return fail(ErrorKind::Internal,
                    "the key file cannot be written: " + out.errorString().toStdString());
    return {};
}

} // namespace

KeyVault::KeyVault(std::string folder) : m_folder(std::move(folder)) {}

Status KeyVault::checkName(std::string_view name)
{
    const auto isAllowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '_' || c == '-';
    };
    if (name.empty() || name.size() > 64 || name.front() == '.' ||
        !std::ranges::all_of(name, isAllowed))
        return fail(ErrorKind::Validation,
                    "a key's name is 1 to 64 letters, digits, '.', '_' or '-', not first a dot",
                    "name");
    return {};
}

Status KeyVault::checkPassphrase(ByteView passphrase)
{
    if (passphrase.size() < 8)
        return fail(ErrorKind::Validation, "must have at least eight characters", "passphrase");
    return {};
}

Result<SecretBytes> KeyVault::newSecret()
{
    SecretBytes secret(kSecretSize);
    if (RAND_priv_bytes(secret.data(), toInt(secret.size())) != 1)
        return fail(ErrorKind::Internal, "the system gives no random bytes");
    return secret;
}

std::vector<StoredKey> KeyVault::list(std::vector<std::string> *notes) const
{
    std::vector<StoredKey> keys;
    const QDir folder(QString::fromStdString(m_folder));
    const QStringList names = folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
    for (const QString &file : names) {
        const std::string name = file.chopped(5).toStdString();
        const Result<KeyFile> read = readFile(m_folder, name);
        if (read)
            keys.push_back(read->key);
        else if (notes != nullptr)
            notes->push_back(read.error().detail);
    }
    return keys;
}

Result<StoredKey> KeyVault::find(std::string_view name) const
{
    HL_TRY(file, readFile(m_folder, name));
    return file.key;
}

Result<StoredKey> KeyVault::add(std::string_view name, const SecretBytes &secret,
                                ByteView passphrase, TimeMs now, ScryptCost cost)
{
    HL_CHECK(checkName(name));
    HL_CHECK(checkPassphrase(passphrase));
    const Result<crypto::SecretKey> key = crypto::SecretKey::create(SecretBytes(secret.view()));
    if (!key)
        return fail(key.error());
    const QString target = path(m_folder, name);
    if (QFile::exists(target))
        return fail(ErrorKind::Validation, "there is a key \"" + std::string(name) + "\" already",
                    "name");
    if (!QDir().mkpath(QString::fromStdString(m_folder)))
        return fail(ErrorKind::Internal, "the folder of the keys cannot be made");
    QFile::setPermissions(QString::fromStdString(m_folder),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);

    KeyFile file{{std::string(name), key->address(), now}, cost, {}, {}, {}, {}};
    HL_CHECK(randomise(file.salt, kSaltSize));
    HL_CHECK(randomise(file.nonce, kNonceSize));
    HL_TRY(wrapping, deriveKey(passphrase, file));
    HL_CHECK(encrypt(wrapping, secret, file));
    codec::Object content = head(file);
    codec::Object *cipher = content.back().second.asObject();
    cipher->emplace_back("data", toHex(file.data));
    cipher->emplace_back("tag", toHex(file.tag));
    HL_CHECK(writeFile(target, content));
    return file.key;
}

Result<SecretBytes> KeyVault::open(std::string_view name, ByteView passphrase) const
{
    HL_TRY(file, readFile(m_folder, name));
    HL_TRY(wrapping, deriveKey(passphrase, file));
    HL_TRY(secret, decrypt(wrapping, file));
    // The address stands in the clear beside it and is what people choose by.
    const Result<crypto::SecretKey> key = crypto::SecretKey::create(SecretBytes(secret.view()));
    if (!key || key->address() != file.key.address)
        return fail(broken(name, "holds another key than it says"));
    return secret;
}

Status KeyVault::remove(std::string_view name)
{
    HL_CHECK(checkName(name));
    QFile file(path(m_folder, name));
    if (!file.exists())
        return fail(ErrorKind::Validation, "there is no key \"" + std::string(name) + "\"", "key");
    if (!file.remove())
        return fail(ErrorKind::Internal,
                    "the key file cannot be removed: " + file.errorString().toStdString());
    return {};
}

} // namespace hl::signing

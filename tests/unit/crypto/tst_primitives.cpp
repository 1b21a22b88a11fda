// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "codec/value.h"
#include "crypto/keccak256.h"
#include "crypto/secp256k1.h"
#include "support/json_vectors.h"

#include <QTest>

#include <openssl/evp.h>

#include <random>

using namespace hl;
using codec::Value;

namespace {

const Value &file()
{
    static const Value v = test::vectorFile("primitives.json");
    return v;
}

QString q(const std::string &text)
{
    return QString::fromStdString(text);
}

Hash32 hash32(const std::string &hex)
{
    Hash32 out{};
    if (!fromHexExact(hex, out))
        std::abort();
    return out;
}

Hash32 sha3(ByteView bytes)
{
    Hash32 out{};
    unsigned size = 0;
    EVP_Digest(bytes.data(), bytes.size(), out.data(), &size, EVP_sha3_256(), nullptr);
    return out;
}

} // namespace

class TestPrimitives : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keccakVectors()
    {
        for (const Value &row : test::rowsOf(file(), "keccak256"))
            QCOMPARE(q(toHex0x(crypto::keccak256(*fromHex(test::textOf(row, "input"))))),
                     q(test::textOf(row, "keccak256")));
    }

    /// The same sponge with SHA3's pad byte against an independent implementation.
    void sameAsOpenSslThroughThePadByte()
    {
        std::mt19937_64 random(1);
        Bytes bytes;
        for (std::size_t size = 0; size <= 3 * 136; ++size) {
            bytes.resize(size);
            for (auto &b : bytes)
                b = static_cast<std::uint8_t>(random());
            QCOMPARE(crypto::sponge256(bytes, 0x06), sha3(bytes));
        }
        for (int i = 0; i < 300; ++i) {
            bytes.resize(409 + random() % 20000);
            for (auto &b : bytes)
                b = static_cast<std::uint8_t>(random());
            QCOMPARE(crypto::sponge256(bytes, 0x06), sha3(bytes));
        }
    }

    void everyVariantHashesAlike()
    {
        std::mt19937_64 random(3);
        Bytes bytes;
        for (const auto variant : {crypto::KeccakVariant::Generic, crypto::KeccakVariant::Bmi2}) {
            if (!crypto::isSupported(variant))
                continue;
            for (std::size_t size = 0; size <= 3 * 136; ++size) {
                bytes.resize(size);
                for (auto &b : bytes)
                    b = static_cast<std::uint8_t>(random());
                QCOMPARE(crypto::sponge256(bytes, 0x06, variant), sha3(bytes));
            }
        }
    }

    void everyVariantPermutesAlike_data()
    {
        QTest::addColumn<int>("variant");
        QTest::newRow("generic") << int(crypto::KeccakVariant::Generic);
        QTest::newRow("bmi2") << int(crypto::KeccakVariant::Bmi2);
    }
    void everyVariantPermutesAlike()
    {
        QFETCH(int, variant);
        const auto v = static_cast<crypto::KeccakVariant>(variant);
        if (!crypto::isSupported(v))
            QSKIP("This processor or build does not have the variant.");
        std::mt19937_64 random(2);
        for (int i = 0; i < 200; ++i) {
            std::uint64_t a[25];
            std::uint64_t b[25];
            for (int k = 0; k < 25; ++k)
                a[k] = b[k] = random();
            crypto::keccakF(a, v);
            crypto::detail::permuteSlowly(b);
            QVERIFY(std::equal(a, a + 25, b));
        }
    }

    void compileTimeHash()
    {
        static constexpr Hash32 kEmpty = crypto::keccak256Constant("");
        QCOMPARE(toHex(kEmpty),
                 std::string("c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"));
        static constexpr std::string_view kLong =
            "0123456789012345678901234567890123456789012345678901234567890123456789"
            "0123456789012345678901234567890123456789012345678901234567890123456789"
            "0123456789012345678901234567890123456789012345678901234567890123456789";
        static constexpr Hash32 kLongHash = crypto::keccak256Constant(kLong);
        QCOMPARE(kLongHash, crypto::keccak256(kLong));
    }

    void constants()
    {
        const Value &c = *file().find("constants");
        const std::pair<const char *, const char *> texts[] = {
            {"EIP712Domain",
             "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"},
            {"Agent", "Agent(string source,bytes32 connectionId)"},
            {"SendMultiSig", "HyperliquidTransaction:SendMultiSig(string hyperliquidChain,bytes32 "
                             "multiSigActionHash,uint64 nonce)"},
            {"sourceA", "a"},
            {"sourceB", "b"},
            {"versionHash", "1"},
            {"nameExchange", "Exchange"},
            {"nameHyperliquidSignTransaction", "HyperliquidSignTransaction"},
            {"mainnet", "Mainnet"},
            {"testnet", "Testnet"}};
        for (const auto &[name, text] : texts)
            QCOMPARE(q(toHex0x(crypto::keccak256(std::string_view(text)))),
                     q(test::textOf(c, name)));
        for (const auto &[text, hash] : *c.find("typeHashes")->asObject())
            QCOMPARE(q(toHex0x(crypto::keccak256(text))), q(*hash.asString()));
    }

    void keys()
    {
        for (const Value &row : test::rowsOf(file(), "keys")) {
            const auto key = crypto::SecretKey::parse(test::textOf(row, "privateKey"));
            QVERIFY(key.has_value());
            QCOMPARE(q("0x04" + toHex(key->publicKey())),
                     q(test::textOf(row, "publicKeyUncompressed")));
            QCOMPARE(q(key->address().toString()), q(test::textOf(row, "address")));
            QCOMPARE(q(crypto::checksumAddress(key->address())), q(test::textOf(row, "checksum")));
        }
        for (const Value &row : test::rowsOf(file(), "invalidPrivateKeys"))
            QVERIFY2(!crypto::SecretKey::parse(*row.asString()), row.asString()->c_str());
    }

    void signatures()
    {
        for (const Value &row : test::rowsOf(file(), "signatures")) {
            const auto key = crypto::SecretKey::parse(test::textOf(row, "privateKey"));
            const Hash32 digest = hash32(test::textOf(row, "digest"));
            const auto signature = key->sign(digest);
            QVERIFY(signature.has_value());
            QCOMPARE(q(toHex0x(signature->r)), q(test::textOf(row, "r")));
            QCOMPARE(q(toHex0x(signature->s)), q(test::textOf(row, "s")));
            QCOMPARE(std::uint64_t{signature->v}, *row.uint("v"));
            QCOMPARE(*crypto::recoverAddress(digest, *signature), key->address());
        }
    }

    void recoveryRefusesWhatIsNoSignature()
    {
        const Hash32 digest = crypto::keccak256(std::string_view("x"));
        crypto::Signature s{};
        QVERIFY(!crypto::recoverAddress(digest, s)); // r and s zero
        s.r.fill(0xff);
        s.s.fill(0xff);
        QVERIFY(!crypto::recoverAddress(digest, s)); // beyond the order
        s = *crypto::SecretKey::parse(test::kVectorKey)->sign(digest);
        for (const int v : {0, 1, 26, 29, 255}) {
            s.v = static_cast<std::uint8_t>(v);
            QVERIFY(!crypto::recoverAddress(digest, s));
        }
    }
};

QTEST_APPLESS_MAIN(TestPrimitives)
#include "tst_primitives.moc"

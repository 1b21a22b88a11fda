// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "signing/keystore_v3.h"

#include <QElapsedTimer>
#include <QTest>

using namespace hl;

namespace {

// The two published test vectors of Web3 Secret Storage, version 3.
const QByteArray kPbkdf2 =
    R"({"crypto":{"cipher":"aes-128-ctr","cipherparams":{"iv":"6087dab2f9fdbbfaddc31a909735c1e6"},)"
    R"("ciphertext":"5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46",)"
    R"("kdf":"pbkdf2","kdfparams":{"c":262144,"dklen":32,"prf":"hmac-sha256",)"
    R"("salt":"ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd"},)"
    R"("mac":"517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2"},)"
    R"("id":"3198bc9c-6672-5ab3-d995-4942343ae5b6","version":3})";
const QByteArray kScrypt =
    R"({"crypto":{"cipher":"aes-128-ctr","cipherparams":{"iv":"83dbcc02d8ccb40e466191a123791e0e"},)"
    R"("ciphertext":"d172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c",)"
    R"("kdf":"scrypt","kdfparams":{"dklen":32,"n":262144,"p":8,"r":1,)"
    R"("salt":"ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19"},)"
    R"("mac":"2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097"},)"
    R"("id":"3198bc9c-6672-5ab3-d995-4942343ae5b6","version":3})";
constexpr auto kSecret = "7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";
constexpr auto kAddress = "008aeeda4d805471df9b2a5b0f38a0c3bcba786b";

QByteArray replaced(QByteArray text, const char *from, const char *to)
{
    return text.replace(from, to);
}

} // namespace

class TestKeystoreV3 : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opens_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("pbkdf2") << kPbkdf2;
        QTest::newRow("scrypt") << kScrypt;
        QTest::newRow("with its address")
            << replaced(kPbkdf2, "{\"crypto\"",
                        "{\"address\":\"008aeeda4d805471df9b2a5b0f38a0c3bcba786b\",\"crypto\"");
        QTest::newRow("prefixes and a capital Crypto") << replaced(
            replaced(kPbkdf2, "\"crypto\"", "\"Crypto\""), "\"mac\":\"", "\"mac\":\"0x");
    }

    void opens()
    {
        QFETCH(QByteArray, json);
        const auto secret = signing::openKeystoreV3(json.toStdString(), asBytes("testpassword"));
        QVERIFY2(secret, secret ? "" : secret.error().sentence().c_str());
        QCOMPARE(toHex(secret->view()), std::string(kSecret));
        const auto wrong = signing::openKeystoreV3(json.toStdString(), asBytes("testpassworD"));
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().field, std::string("passphrase"));
    }

    void opensShortKeys()
    {
        // A key whose first byte is zero, as a wallet that cut it wrote it.
        const QByteArray json =
            R"({"crypto":{"cipher":"aes-128-ctr","cipherparams":)"
            R"({"iv":"e0c41130a323adc1446fc82f724bca2f"},"ciphertext":)"
            R"("9517cd5bdbe69076f9bf5057248c6c050141e970efa36ce53692d5d59a3984","kdf":"scrypt",)"
            R"("kdfparams":{"dklen":32,"n":2,"r":8,"p":1,"salt":)"
            R"("711f816911c92d649fb4c84b047915679933555030b3552c1212609b38208c63"},"mac":)"
            R"("d5e116151c6aa71470e67a7d42c9620c75c4d23229847dcc127794f0732b0db5"},"version":3})";
        const auto secret = signing::openKeystoreV3(json.toStdString(), asBytes("foo"));
        QVERIFY2(secret, secret ? "" : secret.error().sentence().c_str());
        QCOMPARE(toHex(secret->view()),
                 std::string("00fa7b3db73dc7dfdf8c5fbdb796d741e4488628c41fc4febd9160a866ba0f35"));
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char *name, const QByteArray &from, const char *a, const char *b,
                            const char *sentence) {
            QVERIFY2(from.contains(a), name);
            QTest::newRow(name) << replaced(from, a, b) << QByteArray(sentence);
        };
        row("no JSON", kPbkdf2, "{\"crypto\"", "\"crypto\"", "not JSON");
        row("version 1", kPbkdf2, "\"version\":3", "\"version\":1", "version 1");
        row("no crypto", kPbkdf2, "\"crypto\"", "\"cripto\"", "no \"crypto\"");
        row("another cipher", kPbkdf2, "aes-128-ctr", "aes-128-cbc", "cipher");
        row("another derivation", kPbkdf2, "\"kdf\":\"pbkdf2\"", "\"kdf\":\"md5\"", "derivation");
        row("another prf", kPbkdf2, "hmac-sha256", "hmac-sha1", "HMAC-SHA256");
        row("rounds without end", kPbkdf2, "262144", "18446744073709551615", "rounds");
        row("no rounds", kPbkdf2, "262144", "0", "rounds");
        row("short derived key", kPbkdf2, "\"dklen\":32", "\"dklen\":16", "32 bytes");
        row("long derived key", kPbkdf2, "\"dklen\":32", "\"dklen\":4294967328", "32 bytes");
        row("long iv", kPbkdf2, "6087dab2", "6087dab26087dab2", "iv");
        row("no ciphertext", kPbkdf2,
            "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46", "", "ciphertext");
        row("long ciphertext", kPbkdf2, "5318b4d5", "5318b4d55318b4d5", "ciphertext");
        row("short mac", kPbkdf2, "517ead92", "", "mac");
        row("no hex", kPbkdf2, "ae3cd4e7", "ae3cd4eg", "");
        row("memory without end", kScrypt, "\"n\":262144", "\"n\":1099511627776", "scrypt cost");
        row("wide blocks", kScrypt, "\"r\":1", "\"r\":64", "scrypt cost");
        row("more work than patience", kScrypt, "\"p\":8", "\"p\":65", "scrypt cost");
        row("parallel without end", kScrypt, "\"p\":8", "\"p\":1073741824", "scrypt cost");
        row("product wraps", kScrypt, "\"r\":1", "\"r\":9223372036854775808", "scrypt cost");
        row("no power of two", kScrypt, "\"n\":262144", "\"n\":262143", "scrypt cost");
        row("n of one", kScrypt, "\"n\":262144", "\"n\":1", "scrypt cost");
        row("n is no number", kScrypt, "\"n\":262144", "\"n\":\"262144\"", "");
        row("another address", kPbkdf2, "{\"crypto\"",
            "{\"address\":\"108aeeda4d805471df9b2a5b0f38a0c3bcba786b\",\"crypto\"", "address");
    }

    void refuses()
    {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, sentence);
        QElapsedTimer timer;
        timer.start();
        const auto secret = signing::openKeystoreV3(json.toStdString(), asBytes("testpassword"));
        QVERIFY(!secret);
        QCOMPARE(secret.error().field, std::string("keystore"));
        QVERIFY2(secret.error().sentence().find(sentence.constData()) != std::string::npos,
                 secret.error().sentence().c_str());
        QVERIFY(secret.error().sentence().find("testpassword") == std::string::npos);
        QVERIFY(timer.elapsed() < 5'000);
    }

    void aChangedKeystoreDoesNotOpen()
    {
        // The rounds make each try cost a tenth of a second: one digit of each field.
        for (const char *field : {"5318b4d5", "517ead92", "ae3cd4e7", "\"c\":262144"}) {
            QByteArray changed = kPbkdf2;
            const qsizetype at = changed.indexOf(field) + 5;
            changed[at] = changed[at] == '2' ? '3' : '2';
            QVERIFY2(!signing::openKeystoreV3(changed.toStdString(), asBytes("testpassword")),
                     field);
        }
        // The MAC does not cover the iv; an address does.
        QByteArray changed = replaced(kPbkdf2, "6087dab2", "6087dab3");
        changed.replace("{\"crypto\"", QByteArray("{\"address\":\"") + kAddress + "\",\"crypto\"");
        QVERIFY(!signing::openKeystoreV3(changed.toStdString(), asBytes("testpassword")));
    }

    void readsTypedKeys()
    {
        QVERIFY(signing::parsePrivateKey(kSecret));
        QVERIFY(signing::parsePrivateKey(std::string("0x") + kSecret));
        for (const char *text : {"", "0x", "12", "zz"}) {
            const auto parsed = signing::parsePrivateKey(text);
            QVERIFY(!parsed);
            QCOMPARE(parsed.error().field, std::string("private key"));
        }
    }
};

QTEST_APPLESS_MAIN(TestKeystoreV3)
#include "tst_keystore_v3.moc"

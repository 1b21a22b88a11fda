// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "crypto/secp256k1.h"
#include "signing/key_vault.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace hl;
using signing::KeyVault;

namespace {

// The cost is the file's own, so that tests need not take half a second each.
constexpr signing::ScryptCost kCheap{1 << 4, 8, 1};
constexpr auto kSecretHex = "0123456789012345678901234567890123456789012345678901234567890123";
constexpr auto kAddress = "0x14791697260e4c9a71f18484c9f997b308e59325";

SecretBytes secret()
{
    return SecretBytes(*fromHex(kSecretHex));
}

ByteView pass(std::string_view text = "correct horse")
{
    return asBytes(text);
}

} // namespace

class TestKeyVault : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    int m_number = 0;

    std::string folder() { return m_dir.filePath(QString::number(m_number)).toStdString(); }
    QString file(const char *name)
    {
        return m_dir.filePath(QString::number(m_number) + "/" + name + ".json");
    }
    QByteArray text(const char *name)
    {
        QFile in(file(name));
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }
    void rewrite(const char *name, const QByteArray &text)
    {
        QFile out(file(name));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
    }

private Q_SLOTS:
    void init() { ++m_number; }

    void givesBackWhatWasStored()
    {
        KeyVault vault(folder());
        const auto stored = vault.add("main", secret(), pass(), 1'700'000'000'000, kCheap);
        QVERIFY2(stored, stored ? "" : stored.error().detail.c_str());
        QCOMPARE(stored->address.toString(), std::string(kAddress));

        const auto keys = KeyVault(folder()).list();
        QCOMPARE(keys.size(), 1U);
        QCOMPARE(keys[0].name, std::string("main"));
        QCOMPARE(keys[0].address.toString(), std::string(kAddress));
        QCOMPARE(keys[0].createdAt, 1'700'000'000'000);

        const auto opened = KeyVault(folder()).open("main", pass());
        QVERIFY(opened);
        QCOMPARE(toHex(opened->view()), std::string(kSecretHex));
    }

    void fileIsPrivateAndHoldsNoSecret()
    {
        KeyVault vault(folder());
        QVERIFY(vault.add("main", secret(), pass(), 1, kCheap));
        const auto permissions = QFileInfo(file("main")).permissions();
        QVERIFY(!(permissions &
                  (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther)));
        const QByteArray content = text("main");
        QVERIFY(!content.contains(kSecretHex));
        QVERIFY(!content.contains("correct horse"));
    }

    void sameKeyTwiceSharesNothing()
    {
        KeyVault vault(folder());
        QVERIFY(vault.add("a", secret(), pass(), 1, kCheap));
        QVERIFY(vault.add("b", secret(), pass(), 1, kCheap));
        const auto field = [](const QByteArray &json, const QByteArray &name) {
            const qsizetype at = json.indexOf("\"" + name + "\":\"") + name.size() + 4;
            return json.mid(at, json.indexOf('"', at) - at);
        };
        for (const char *name : {"salt", "nonce", "data", "tag"})
            QVERIFY2(field(text("a"), name) != field(text("b"), name), name);
    }

    void refusesWrongPassphrase()
    {
        KeyVault vault(folder());
        QVERIFY(vault.add("main", secret(), pass(), 1, kCheap));
        const auto opened = vault.open("main", pass("correct horsf"));
        QVERIFY(!opened);
        QCOMPARE(opened.error().kind, ErrorKind::Validation);
        QCOMPARE(opened.error().field, std::string("passphrase"));
    }

    void refusesEditedFiles_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("another address")
            << QByteArray(kAddress) << QByteArray("0x00000000000000000000000000000000000000aa");
        QTest::newRow("another date")
            << QByteArray("\"createdAt\":1") << QByteArray("\"createdAt\":2");
        QTest::newRow("cheaper scrypt") << QByteArray("\"n\":16") << QByteArray("\"n\":8");
        QTest::newRow("scrypt that eats the memory")
            << QByteArray("\"n\":16") << QByteArray("\"n\":1099511627776");
        QTest::newRow("scrypt of no power of two")
            << QByteArray("\"n\":16") << QByteArray("\"n\":17");
        QTest::newRow("another version")
            << QByteArray("\"version\":1") << QByteArray("\"version\":2");
        QTest::newRow("another name")
            << QByteArray("\"name\":\"main\"") << QByteArray("\"name\":\"mail\"");
        QTest::newRow("no longer JSON") << QByteArray("{") << QByteArray("");
    }

    void refusesEditedFiles()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        KeyVault vault(folder());
        QVERIFY(vault.add("main", secret(), pass(), 1, kCheap));
        QByteArray content = text("main");
        const qsizetype at = content.indexOf(from);
        QVERIFY(at >= 0);
        rewrite("main", content.replace(at, from.size(), to));
        QVERIFY(!vault.open("main", pass()));
    }

    void refusesAFlippedBitAnywhereInTheCiphertext()
    {
        KeyVault vault(folder());
        QVERIFY(vault.add("main", secret(), pass(), 1, kCheap));
        const QByteArray content = text("main");
        for (const char *name : {"data", "tag", "nonce", "salt"}) {
            QByteArray changed = content;
            const qsizetype at =
                changed.indexOf(QByteArray("\"") + name + "\":\"") + QByteArray(name).size() + 4;
            changed[at] = changed[at] == '0' ? '1' : '0';
            rewrite("main", changed);
            QVERIFY2(!vault.open("main", pass()), name);
        }
        rewrite("main", content);
        QVERIFY(vault.open("main", pass()));
    }

    void aRenamedFileDoesNotOpen()
    {
        KeyVault vault(folder());
        QVERIFY(vault.add("main", secret(), pass(), 1, kCheap));
        QVERIFY(QFile::rename(file("main"), file("other")));
        std::vector<std::string> notes;
        QVERIFY(vault.list(&notes).empty());
        QCOMPARE(notes.size(), 1U);
        QVERIFY(!vault.open("other", pass()));
    }

    void neverReplacesAKey()
    {
        KeyVault vault(folder());
        QVERIFY(vault.add("main", secret(), pass(), 1, kCheap));
        const QByteArray before = text("main");
        const auto again = vault.add("main", secret(), pass("another one"), 2, kCheap);
        QVERIFY(!again);
        QCOMPARE(again.error().field, std::string("name"));
        QCOMPARE(text("main"), before);
    }

    void removes()
    {
        KeyVault vault(folder());
        QVERIFY(vault.add("main", secret(), pass(), 1, kCheap));
        QVERIFY(vault.remove("main"));
        QVERIFY(vault.list().empty());
        QVERIFY(!vault.remove("main"));
        QVERIFY(!vault.open("main", pass()));
    }

    void refusesNames_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char *name : {"", ".", "..", "../up", "a/b", ".hidden", "a b", "a\nb"})
            QTest::newRow(*name == '\0' ? "empty" : name) << QByteArray(name);
        QTest::newRow("too long") << QByteArray(65, 'a');
        QTest::newRow("not ASCII") << QByteArray("\xc3\xa4");
    }

    void refusesNames()
    {
        QFETCH(QByteArray, name);
        KeyVault vault(folder());
        const auto added = vault.add(name.toStdString(), secret(), pass(), 1, kCheap);
        QVERIFY(!added);
        QCOMPARE(added.error().field, std::string("name"));
        QVERIFY(!QFileInfo::exists(QString::fromStdString(folder())));
    }

    void refusesShortPassphrasesAndBadKeys()
    {
        KeyVault vault(folder());
        QVERIFY(!vault.add("main", secret(), pass("1234567"), 1, kCheap));
        QVERIFY(!vault.add("main", SecretBytes(32), pass(), 1, kCheap)); // zero is no key
        QVERIFY(!vault.add("main", SecretBytes(31), pass(), 1, kCheap));
        QVERIFY(vault.list().empty());
    }
};

QTEST_APPLESS_MAIN(TestKeyVault)
#include "tst_key_vault.moc"

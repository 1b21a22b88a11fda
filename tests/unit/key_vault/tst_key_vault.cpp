// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "crypto/secp256k1.h"
#include "signing/key_vault.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <csignal>

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
        KeyVault vault(folder(), kCheap);
        const auto stored = vault.add("main", secret(), pass(), 1'700'000'000'000);
        QVERIFY2(stored, stored ? "" : stored.error().detail.c_str());
        QCOMPARE(stored->address.toString(), std::string(kAddress));

        const auto keys = KeyVault(folder(), kCheap).list();
        QCOMPARE(keys.size(), 1U);
        QCOMPARE(keys[0].name, std::string("main"));
        QCOMPARE(keys[0].address.toString(), std::string(kAddress));
        QCOMPARE(keys[0].createdAt, 1'700'000'000'000);

        const auto opened = KeyVault(folder(), kCheap).open("main", pass());
        QVERIFY(opened);
        QCOMPARE(toHex(opened->view()), std::string(kSecretHex));
    }

    void fileIsPrivateAndHoldsNoSecret()
    {
        KeyVault vault(folder(), kCheap);
        QVERIFY(vault.add("main", secret(), pass(), 1));
        const auto permissions = QFileInfo(file("main")).permissions();
        QVERIFY(!(permissions &
                  (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther)));
        const QByteArray content = text("main");
        QVERIFY(!content.contains(kSecretHex));
        QVERIFY(!content.contains("correct horse"));
    }

    void sameKeyTwiceSharesNothing()
    {
        KeyVault vault(folder(), kCheap);
        QVERIFY(vault.add("a", secret(), pass(), 1));
        QVERIFY(vault.add("b", secret(), pass(), 1));
        const auto field = [](const QByteArray &json, const QByteArray &name) {
            const qsizetype at = json.indexOf("\"" + name + "\":\"") + name.size() + 4;
            return json.mid(at, json.indexOf('"', at) - at);
        };
        for (const char *name : {"salt", "nonce", "data", "tag"})
            QVERIFY2(field(text("a"), name) != field(text("b"), name), name);
    }

    void refusesWrongPassphrase()
    {
        KeyVault vault(folder(), kCheap);
        QVERIFY(vault.add("main", secret(), pass(), 1));
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
        QTest::newRow("a key twice")
            << QByteArray("{\"format\"") << QByteArray("{\"createdAt\":9,\"format\"");
        QTest::newRow("no longer JSON") << QByteArray("{") << QByteArray("");
    }

    void refusesEditedFiles()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        KeyVault vault(folder(), kCheap);
        QVERIFY(vault.add("main", secret(), pass(), 1));
        QByteArray content = text("main");
        const qsizetype at = content.indexOf(from);
        QVERIFY(at >= 0);
        rewrite("main", content.replace(at, from.size(), to));
        QVERIFY(!vault.open("main", pass()));
    }

    void noticesAnyFlippedByte()
    {
        KeyVault vault(folder(), kCheap);
        QVERIFY(vault.add("main", secret(), pass(), 1'700'000'000'000));
        const QByteArray content = text("main");
        int tried = 0;
        // Every bit of every byte alone, and every byte inverted.
        for (qsizetype at = 0; at < content.size(); ++at) {
            for (const int mask : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
                QByteArray changed = content;
                changed[at] = static_cast<char>(changed[at] ^ mask);
                rewrite("main", changed);
                ++tried;
                const auto opened = vault.open("main", pass());
                QVERIFY2(!opened, qPrintable(QStringLiteral("byte %1, mask %2").arg(at).arg(mask)));
                QVERIFY(!opened.error().detail.empty());
                QCOMPARE(text("main"), changed); // nothing is overwritten
            }
        }
        for (qsizetype size = 0; size < content.size(); ++size) {
            rewrite("main", content.left(size));
            QVERIFY(!vault.open("main", pass()));
        }
        rewrite("main", content + '\n');
        QVERIFY(!vault.open("main", pass()));
        rewrite("main", content);
        QVERIFY(vault.open("main", pass()));
        qInfo("%d flips in %lld bytes, all noticed", tried, static_cast<long long>(content.size()));
    }

    void raisesAWeakFileWhenItIsOpened()
    {
        QVERIFY(KeyVault(folder(), {1 << 4, 8, 1}).add("main", secret(), pass(), 7));
        const QByteArray weak = text("main");
        QVERIFY(weak.contains("\"n\":16,"));
        KeyVault stronger(folder(), {1 << 6, 8, 1});
        // A wrong passphrase changes nothing.
        QVERIFY(!stronger.open("main", pass("wrong horse")));
        QCOMPARE(text("main"), weak);
        std::string note;
        QVERIFY(stronger.open("main", pass(), &note));
        QVERIFY2(note.empty(), note.c_str());
        QVERIFY(text("main").contains("\"n\":64,"));
        QVERIFY(text("main").contains("\"createdAt\":7,"));
        QCOMPARE(QDir(m_dir.filePath(QString::number(m_number))).entryList(QDir::Files),
                 QStringList{QStringLiteral("main.json")});
        const auto opened = stronger.open("main", pass());
        QVERIFY(opened);
        QCOMPARE(toHex(opened->view()), std::string(kSecretHex));
        // And never back.
        const QByteArray strong = text("main");
        QVERIFY(KeyVault(folder(), kCheap).open("main", pass()));
        QCOMPARE(text("main"), strong);
    }

    /// Killed between putting the stronger file in its place and removing the weaker one: the next
    /// open finishes it. A wrong passphrase touches nothing.
    void aWeakCopyLeftByAKillIsRemoved()
    {
        const QString place = m_dir.filePath(QString::number(m_number));
        QVERIFY(KeyVault(folder(), {1 << 4, 8, 1}).add("main", secret(), pass(), 7));
        KeyVault vault(folder(), {1 << 6, 8, 1});
        QVERIFY(QFile::copy(place + "/main.json", place + "/main.json.bak"));
        QVERIFY(vault.open("main", pass()));
        for (const char *rest : {"/main.json.bak", "/main.json.new"})
            QVERIFY(QFile::copy(place + "/main.json", place + rest));
        QVERIFY(!vault.open("main", pass("wrong horse")));
        QCOMPARE(QDir(place).entryList(QDir::Files).size(), 3);
        std::string note;
        QVERIFY(vault.open("main", pass(), &note));
        QVERIFY2(note.empty(), note.c_str());
        QCOMPARE(QDir(place).entryList(QDir::Files), QStringList{QStringLiteral("main.json")});
    }

    /// A copy that cannot be removed is told, and the key's own file stays until it can.
    void aCopyThatStaysIsTold()
    {
        const QString place = m_dir.filePath(QString::number(m_number));
        KeyVault vault(folder(), kCheap);
        QVERIFY(vault.add("main", secret(), pass(), 7));
        QVERIFY(QDir(place).mkpath("main.json.bak/full")); // unlink refuses a folder
        std::string note;
        QVERIFY(vault.open("main", pass(), &note));
        QVERIFY2(note.find("main.json.bak cannot be removed") != std::string::npos, note.c_str());
        const Status removed = vault.remove("main");
        QVERIFY(!removed);
        QVERIFY2(removed.error().detail.find(".bak") != std::string::npos,
                 removed.error().detail.c_str());
        QVERIFY(QFile::exists(place + "/main.json"));
        QVERIFY(QDir(place + "/main.json.bak").removeRecursively());
        QVERIFY(QFile::copy(place + "/main.json", place + "/main.json.new"));
        QVERIFY(vault.remove("main"));
        QVERIFY(QDir(place).entryList(QDir::Files).isEmpty());
    }

    void aDiskThatFailsLosesNoKey()
    {
        QVERIFY(KeyVault(folder(), {1 << 4, 8, 1}).add("main", secret(), pass(), 7));
        const QByteArray before = text("main");
        const auto limitFiles = [](rlim_t size) {
            rlimit limit{size, RLIM_INFINITY};
            ::signal(SIGXFSZ, SIG_IGN);
            return ::setrlimit(RLIMIT_FSIZE, &limit) == 0;
        };
        QVERIFY(limitFiles(100)); // as a disk that is full after 100 bytes
        KeyVault stronger(folder(), {1 << 6, 8, 1});
        std::string note;
        const auto opened = stronger.open("main", pass(), &note);
        const auto added = stronger.add("other", secret(), pass(), 1);
        QVERIFY(limitFiles(RLIM_INFINITY));
        QVERIFY(opened);
        QVERIFY2(note.find("cannot be written") != std::string::npos, note.c_str());
        QVERIFY(!added);
        QVERIFY2(added.error().detail.find("cannot be written") != std::string::npos,
                 added.error().detail.c_str());
        QCOMPARE(text("main"), before);
        QCOMPARE(QDir(m_dir.filePath(QString::number(m_number))).entryList(QDir::Files),
                 QStringList{QStringLiteral("main.json")});
    }

    void refusesWhatIsNoKeyFile_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char *what, const char *sentence) {
            QTest::newRow(what) << QString::fromLatin1(what) << QByteArray(sentence);
        };
        row("link", "is a link");
        row("link to zero", "is a link");
        row("folder", "is a folder");
        row("pipe", "is a pipe");
        row("zero device", "is a device");
        row("world readable", "is open to other users (mode 0644)");
        row("group writable", "is open to other users (mode 0620)");
        row("huge", "is larger");
        row("empty", "is damaged");
        row("foreign JSON", "is damaged");
        row("deep JSON", "is damaged");
        row("binary", "is damaged");
    }

    void refusesWhatIsNoKeyFile()
    {
        QFETCH(QString, what);
        QFETCH(QByteArray, sentence);
        KeyVault vault(folder(), kCheap);
        QVERIFY(vault.add("good", secret(), pass(), 1));
        QVERIFY(vault.add("main", secret(), pass(), 1));
        const QByteArray target = file("main").toLocal8Bit();
        const QByteArray whole = text("main");
        const auto put = [&](const QByteArray &content) { rewrite("main", content); };
        if (what == "world readable")
            QCOMPARE(::chmod(target, 0644), 0);
        else if (what == "group writable")
            QCOMPARE(::chmod(target, 0620), 0);
        else if (what == "huge")
            QCOMPARE(::truncate(target, 1LL << 32), 0);
        else if (what == "empty")
            put({});
        else if (what == "foreign JSON")
            put("{\"format\":\"something-else\",\"name\":\"\u001b[31m\"}");
        else if (what == "deep JSON")
            put(QByteArray(60'000, '['));
        else if (what == "binary")
            put(QByteArray(5'000, '\xfe'));
        else {
            QCOMPARE(::rename(target, target + ".kept"), 0);
            if (what == "link")
                QCOMPARE(::symlink(target + ".kept", target), 0);
            else if (what == "link to zero")
                QCOMPARE(::symlink("/dev/zero", target), 0);
            else if (what == "folder")
                QCOMPARE(::mkdir(target, 0700), 0);
            else if (what == "pipe")
                QCOMPARE(::mkfifo(target, 0600), 0);
            else if (::mknod(target, S_IFCHR | 0600, makedev(1, 5)) != 0)
                QSKIP("a device cannot be made here");
        }
        const auto opened = vault.open("main", pass());
        QVERIFY(!opened);
        QVERIFY2(opened.error().detail.find(sentence.constData()) != std::string::npos,
                 opened.error().detail.c_str());
        QVERIFY(opened.error().detail.find('\x1b') == std::string::npos);
        QVERIFY(!vault.add("main", secret(), pass(), 1)); // nothing is overwritten
        std::vector<std::string> notes;
        const auto keys = vault.list(&notes);
        QCOMPARE(keys.size(), 1U);
        QCOMPARE(notes.size(), 1U);
        QVERIFY(notes[0].find("main") != std::string::npos);
    }

    void refusesAFolderThatOthersRule()
    {
        KeyVault vault(folder(), kCheap);
        QVERIFY(vault.add("main", secret(), pass(), 1));
        const QByteArray path = QByteArray::fromStdString(folder());
        QCOMPARE(::chmod(path, 0777), 0);
        const auto added = vault.add("b", secret(), pass(), 1);
        QVERIFY(!added);
        QVERIFY(added.error().detail.find("may be written by other users") != std::string::npos);
        QCOMPARE(::chmod(path, 0700), 0);
        QCOMPARE(::rename(path, path + ".moved"), 0);
        QCOMPARE(::symlink(path + ".moved", path), 0);
        QVERIFY(!vault.add("b", secret(), pass(), 1));
    }

    void aRenamedFileDoesNotOpen()
    {
        KeyVault vault(folder(), kCheap);
        QVERIFY(vault.add("main", secret(), pass(), 1));
        QVERIFY(QFile::rename(file("main"), file("other")));
        std::vector<std::string> notes;
        QVERIFY(vault.list(&notes).empty());
        QCOMPARE(notes.size(), 1U);
        QVERIFY(!vault.open("other", pass()));
    }

    void neverReplacesAKey()
    {
        KeyVault vault(folder(), kCheap);
        QVERIFY(vault.add("main", secret(), pass(), 1));
        const QByteArray before = text("main");
        const auto again = vault.add("main", secret(), pass("another one"), 2);
        QVERIFY(!again);
        QCOMPARE(again.error().field, std::string("name"));
        QCOMPARE(text("main"), before);
    }

    void removes()
    {
        KeyVault vault(folder(), kCheap);
        QVERIFY(vault.add("main", secret(), pass(), 1));
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
        KeyVault vault(folder(), kCheap);
        const auto added = vault.add(name.toStdString(), secret(), pass(), 1);
        QVERIFY(!added);
        QCOMPARE(added.error().field, std::string("name"));
        QVERIFY(!QFileInfo::exists(QString::fromStdString(folder())));
    }

    void refusesShortPassphrasesAndBadKeys()
    {
        KeyVault vault(folder(), kCheap);
        QVERIFY(!vault.add("main", secret(), pass("1234567"), 1));
        QVERIFY(!vault.add("main", SecretBytes(32), pass(), 1)); // zero is no key
        QVERIFY(!vault.add("main", SecretBytes(31), pass(), 1));
        QVERIFY(vault.list().empty());
    }
};

QTEST_APPLESS_MAIN(TestKeyVault)
#include "tst_key_vault.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/programs/program.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace hl::test;

namespace {

constexpr auto kSecret = "0123456789012345678901234567890123456789012345678901234567890123";
constexpr auto kAddress = "0x14791697260e4c9a71f18484c9f997b308e59325";

} // namespace

class TestCliKey : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_profile;

    Run key(QStringList words, const QByteArray &input = {}, const QByteArray &passphrase = {})
    {
        words.prepend(QStringLiteral("key"));
        words << QStringLiteral("--profile-dir") << m_profile->path();
        if (!passphrase.isEmpty())
            words << QStringLiteral("--passphrase-fd") << QStringLiteral("3");
        return runCli(words, input, passphrase);
    }

private Q_SLOTS:
    void init() { m_profile = std::make_unique<QTemporaryDir>(); }

    void importsListsAndRemoves()
    {
        const Run imported = key({"import", "main"}, QByteArray(kSecret) + "\n", "correct horse\n");
        QVERIFY2(imported.status == 0, imported.err.constData());
        QCOMPARE(key({"address", "main"}).out, QByteArray(kAddress) + "\n");
        QVERIFY(key({"list"}).out.contains("main"));
        QVERIFY(key({"list", "--json"}).out.startsWith("{\"name\":\"main\",\"address\":\"0x1479"));
        QCOMPARE(key({"remove", "main", "--yes"}).status, 0);
        QVERIFY(key({"list"}).out.isEmpty());
        QCOMPARE(key({"address", "main"}).status, 1);
    }

    void makesNewKeysThatDiffer()
    {
        QCOMPARE(key({"new", "a"}, {}, "correct horse\n").status, 0);
        QCOMPARE(key({"new", "b"}, {}, "correct horse\n").status, 0);
        const QByteArray a = key({"address", "a"}).out;
        const QByteArray b = key({"address", "b"}).out;
        const QRegularExpression form(QStringLiteral("^0x[0-9a-f]{40}\n$"));
        QVERIFY(form.match(QString::fromLatin1(a)).hasMatch());
        QVERIFY(a != b);
    }

    /// The secret is in no file, no output and no error.
    void secretLeavesNoTrace()
    {
        const Run imported = key({"import", "main"}, QByteArray(kSecret) + "\n", "correct horse\n");
        QVERIFY(!imported.out.contains(kSecret) && !imported.err.contains(kSecret));
        const QDir keys(m_profile->filePath(QStringLiteral("keys")));
        const QStringList files = keys.entryList(QDir::Files);
        QCOMPARE(files, QStringList{QStringLiteral("main.json")});
        QFile file(keys.filePath(files[0]));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains(kSecret));
    }

    void refusals_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("passphrase");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("says");
        const QByteArray secret = QByteArray(kSecret) + "\n";
        const QByteArray pass = "correct horse\n";
        QTest::newRow("secret of 63 digits") << QStringList{"import", "x"} << secret.mid(1) << pass
                                             << 1 << QByteArray("64 hex digits");
        QTest::newRow("no secret") << QStringList{"import", "x"} << QByteArray() << pass << 1
                                   << QByteArray("64 hex digits");
        QTest::newRow("short passphrase") << QStringList{"import", "x"} << secret
                                          << QByteArray("short\n") << 1 << QByteArray("eight");
        QTest::newRow("name with a slash")
            << QStringList{"import", "a/b"} << secret << pass << 1 << QByteArray("name");
        QTest::newRow("no such key") << QStringList{"address", "x"} << QByteArray() << QByteArray()
                                     << 1 << QByteArray("no key \"x\"");
        QTest::newRow("no name") << QStringList{"address"} << QByteArray() << QByteArray() << 2
                                 << QByteArray("needs a name");
        QTest::newRow("unknown word") << QStringList{"eat", "x"} << QByteArray() << QByteArray()
                                      << 2 << QByteArray("key eat");
        QTest::newRow("secret as a word") << QStringList{"import", "x", kSecret} << QByteArray()
                                          << pass << 2 << QByteArray("unexpected");
    }

    void refusals()
    {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, passphrase);
        QFETCH(int, status);
        QFETCH(QByteArray, says);
        const Run run = key(words, input, passphrase);
        QCOMPARE(run.status, status);
        QVERIFY2(run.err.contains(says), run.err.constData());
        QCOMPARE(run.err.count('\n'), 1);
        QVERIFY(
            !QDir(m_profile->filePath(QStringLiteral("keys"))).exists(QStringLiteral("x.json")));
    }
};

QTEST_GUILESS_MAIN(TestCliKey)
#include "tst_cli_key.moc"

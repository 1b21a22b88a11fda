// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/programs/program.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <pty.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>

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

    /// Ctrl-C at the question for a secret: the terminal shows again what is typed.
    void theTerminalGetsItsEchoBack_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl-C") << SIGINT;
        QTest::newRow("ended from elsewhere") << SIGTERM;
    }

    void theTerminalGetsItsEchoBack()
    {
        QFETCH(int, signal);
        const QByteArray program = programPath(QStringLiteral("touchline-cli")).toLocal8Bit();
        const QByteArray profile = m_profile->path().toLocal8Bit();
        int terminal = -1;
        const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
        QVERIFY(child >= 0);
        if (child == 0) {
            ::execl(program.constData(), program.constData(), "key", "import", "main",
                    "--profile-dir", profile.constData(), nullptr);
            ::_exit(127);
        }
        QByteArray said;
        while (!said.contains("not shown): ")) {
            char piece[256];
            const ssize_t got = ::read(terminal, piece, sizeof piece);
            QVERIFY2(got > 0, said.constData());
            said.append(piece, got);
        }
        termios now = {};
        QCOMPARE(::tcgetattr(terminal, &now), 0);
        QCOMPARE(int(now.c_lflag & ECHO), 0);
        if (signal == SIGINT)
            QCOMPARE(::write(terminal, "\x03", 1), ssize_t{1});
        else
            QCOMPARE(::kill(child, signal), 0);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(WTERMSIG(status), signal);
        QCOMPARE(::tcgetattr(terminal, &now), 0);
        QVERIFY((now.c_lflag & ECHO) != 0);
        ::close(terminal);
    }

    /// What a file says of itself is shown as that; the passphrase proves it.
    void saysWhetherAnAddressIsProven()
    {
        const Run made =
            key({"import", "main", "--json"}, QByteArray(kSecret) + "\n", "correct horse\n");
        QVERIFY2(made.out.contains("\"verified\":true"), made.out.constData());
        QVERIFY(key({"list", "--json"}).out.contains("\"verified\":false"));
        QVERIFY(key({"list"}).out.contains("not verified"));
        QVERIFY(key({"address", "main", "--json"}).out.contains("\"verified\":false"));
        const Run proven = key({"address", "main", "--json"}, {}, "correct horse\n");
        QVERIFY2(proven.out.contains("\"verified\":true"), proven.err.constData());
        const Run wrong = key({"address", "main", "--json"}, {}, "wrong horse\n");
        QCOMPARE(wrong.status, 1);
        QVERIFY(wrong.out.isEmpty());

        QFile file(m_profile->filePath(QStringLiteral("keys/main.json")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QByteArray planted =
            file.readAll().replace(kAddress, "0x00000000000000000000000000000000000000aa");
        QVERIFY(file.seek(0) && file.write(planted) == planted.size());
        file.close();
        const Run listed = key({"list"});
        QVERIFY(listed.out.contains("00aa  main  (as its file says; not verified)"));
        QCOMPARE(key({"address", "main"}, {}, "correct horse\n").status, 1);
    }

    void listFailsWhereAFileCannotBeRead()
    {
        QCOMPARE(key({"new", "good"}, {}, "correct horse\n").status, 0);
        const QByteArray pipe = m_profile->filePath(QStringLiteral("keys/pipe.json")).toLocal8Bit();
        QCOMPARE(::mkfifo(pipe, 0600), 0);
        const QByteArray zero = m_profile->filePath(QStringLiteral("keys/zero.json")).toLocal8Bit();
        QCOMPARE(::symlink("/dev/zero", zero), 0);
        const Run run = key({"list"});
        QCOMPARE(run.status, 1);
        QVERIFY(run.out.contains("good"));
        QCOMPARE(run.err.count('\n'), 1);
        QVERIFY2(run.err.contains("is a pipe") && run.err.contains("is a link"),
                 run.err.constData());
        // A signer that is a pipe ends the program with a sentence, and does not hang it.
        const Run terminal = runProgram(QStringLiteral("touchline"),
                                        {"--network", "testnet", "--api-url", "http://127.0.0.1:9",
                                         "--signer", "pipe", "--passphrase-fd", "3",
                                         "--profile-dir", m_profile->path(), "--for", "3000"},
                                        {}, "correct horse\n");
        QCOMPARE(terminal.status, 1);
        QVERIFY2(terminal.err.contains("is a pipe"), terminal.err.constData());
        QCOMPARE(key({"remove", "pipe", "--yes"}).status, 0);
        QCOMPARE(key({"remove", "zero", "--yes"}).status, 0);
        QCOMPARE(key({"list"}).status, 0);
    }

    void importsAWalletsKeystore()
    {
        const QString file = m_profile->filePath(QStringLiteral("wallet.json"));
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        // A published test vector.
        out.write(R"({"crypto":{"cipher":"aes-128-ctr","cipherparams":{"iv":)"
                  R"("6087dab2f9fdbbfaddc31a909735c1e6"},"ciphertext":)"
                  R"("5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46",)"
                  R"("kdf":"pbkdf2","kdfparams":{"c":262144,"dklen":32,"prf":"hmac-sha256","salt":)"
                  R"("ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd"},"mac":)"
                  R"("517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2"},)"
                  R"("version":3})");
        out.close();
        const Run wrong =
            key({"import", "main", "--keystore", file}, {}, "testpasswort\ncorrect horse\n");
        QCOMPARE(wrong.status, 1);
        QVERIFY2(wrong.err.contains("keystore's passphrase is wrong"), wrong.err.constData());
        const Run run =
            key({"import", "main", "--keystore", file}, {}, "testpassword\ncorrect horse\n");
        QVERIFY2(run.status == 0, run.err.constData());
        QCOMPARE(key({"address", "main"}, {}, "correct horse\n").out,
                 QByteArray("0x008aeeda4d805471df9b2a5b0f38a0c3bcba786b\n"));
        QCOMPARE(key({"list", "--keystore", file}).status, 2);
        const Run pipe = key({"import", "x", "--keystore", "/dev/zero"}, {}, "a\nb\n");
        QCOMPARE(pipe.status, 1);
        QVERIFY2(pipe.err.contains("is a device"), pipe.err.constData());
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

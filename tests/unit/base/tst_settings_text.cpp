// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/settings_text.h"
#include "support/odd_files.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include <random>

using namespace hl;

namespace {

std::string printed(const SettingsWords &words)
{
    std::string out;
    for (const std::string &word : words)
        out += '<' + word + '>';
    return out;
}

} // namespace

/// Settings files without Qt's own reader.
class TestSettingsText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const char *text, const char *key,
                            const char *words) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(key)
                                << QString::fromUtf8(words);
        };
        row("a word", "[venue]\nmaxUsers=12\n", "venue/maxUsers", "<12>");
        row("without a section", "a=1", "a", "<1>");
        row("general", "[General]\na=1", "a", "<1>");
        row("of that name", "[%47eneral]\na=1", "General/a", "<1>");
        row("spaces around", "[ g ]\r\n  a =  b c  \r\n", "g/a", "<b c>");
        row("a comment behind", "a=12 ; twelve", "a", "<12>");
        row("comments", "; x\n# y\na=1", "a", "<1>");
        row("quoted", "a=\" x; y, z \"", "a", "< x; y, z >");
        row("a list", "a=x, \"y z\", ", "a", "<x><y z><>");
        row("empty", "a=", "a", "<>");
        row("no list", "a=@Invalid()", "a", "");
        row("escapes", "a=\"\\x41\\n\\t\\\\\\\"\\101\"", "a", "<A\n\t\\\"A>");
        row("a key's escapes", "[g]\nx%20y\\z%U20AC=1", "g/x y/z€", "<1>");
        row("above the first plane", "%UD83D%UDE00=1", "😀", "<1>");
        row("an at", "a=@@Variant(x)", "a", "<@Variant(x)>");
        row("bytes of before", "a=\"@ByteArray(state1 3 abc=)\"", "a", "<state1 3 abc=>");
        row("said twice", "a=1\na=2", "a", "<2>");
        row("a mark in front",
            "\xef\xbb\xbf"
            "a=1",
            "a", "<1>");
        row("the venue's name", "coin=HYPE/USDC €", "coin", "<HYPE/USDC €>");
    }
    void reads()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, key);
        QFETCH(QString, words);
        const auto read = parseSettings(text.toStdString());
        QVERIFY2(read, read ? "" : read.error().detail.c_str());
        QCOMPARE(read->size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(read->begin()->first), key);
        QCOMPARE(QString::fromStdString(printed(read->begin()->second)), words);
        const auto again = parseSettings(printSettings(*read));
        QVERIFY(again && *again == *read);
    }

    /// Windows' states were saved as bytes once, with zeros in them; only as bytes are those read.
    void bytesKeepTheirZeros_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("word");
        const auto row = [](const char *name, const char *text, const char *word, qsizetype size) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(word, size);
        };
        row("first", R"~("@ByteArray(\0xy)")~", "\0xy", 3);
        row("in the middle", R"~("@ByteArray(a\x0z)")~", "a\0z", 3);
        row("before a hex digit", R"~("@ByteArray(a\x0\x31)")~", "a\0001", 3);
        row("before an x", R"~("@ByteArray(abc\000x3d)")~", "abc\0x3d", 7);
        row("last", R"~("@ByteArray(ab\0)")~", "ab\0", 3);
        row("alone", R"~("@ByteArray(\0)")~", "\0", 1);
        row("many", R"~("@ByteArray(\0\0a\0)")~", "\0\0a\0", 4);
        row("beside what needs quotes", R"~("@ByteArray( a,b;c=\"\0 )")~", " a,b;c=\"\0 ", 10);
        row("behind an at", R"~("@ByteArray(@\0)")~", "@\0", 2);
        row("bytes in bytes", R"~("@ByteArray(@ByteArray(\0))")~", "@ByteArray(\0)", 13);
        row("without quotes", R"~(@ByteArray(a\0z))~", "a\0z", 3);
    }
    void bytesKeepTheirZeros()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, word);
        const std::string bytes = word.toStdString();
        const std::string list = text.toStdString() + ", x, " + text.toStdString();
        const auto read = parseSettings("a=" + text.toStdString() + "\nb=" + list);
        QVERIFY2(read, read ? "" : read.error().detail.c_str());
        QVERIFY(read->at("a") == SettingsWords{bytes});
        QVERIFY(read->at("b") == (SettingsWords{bytes, "x", bytes}));
        const std::string printed = printSettings(*read);
        const auto again = parseSettings(printed);
        QVERIFY2(again, printed.c_str());
        QVERIFY2(*again == *read, printed.c_str());
        QCOMPARE(printSettings(*again), printed);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("line");
        const auto row = [](const char *name, const QByteArray &text, const char *line) {
            QTest::newRow(name) << text << QString::fromLatin1(line);
        };
        row("an object", "[x]\ny=\"@Variant(\\0\\0\\0\\x1d)\"", "line 2");
        row("a point of time", "y=@DateTime(\\0)", "line 1");
        row("a rectangle", "\n\ny=@Rect(1 2 3 4)", "line 3");
        row("an object in a list", "y=a, @Variant(x)", "line 1");
        row("in quotes", "y=\"@Size(1 1)\"", "line 1");
        row("no value", "[x]\nmaxUsers", "line 2");
        row("no key", "=1", "line 1");
        row("half a section", "[x\ny=1", "line 1");
        row("no section", "[]\ny=1", "line 1");
        row("half a quote", "y=\"a", "line 1");
        row("half an escape", "y=a\\", "line 1");
        row("no escape", "y=\\q", "line 1");
        row("an escaped null", "y=\\x0", "line 1");
        row("half a character", "y=\\xd800", "line 1");
        row("a key's null", "%00=1", "line 1");
        row("half a key's escape", "%4=1", "line 1");
        row("half a key's character", "%UD83D=1", "line 1");
        row("a null", QByteArray("y=a\0b", 5), "line 1");
        row("no UTF-8", "y=\xff", "line 1");
        row("a longer form", "y=\xc0\xaf", "line 1");
        row("too much", QByteArray(5 * 1024 * 1024, '\n'), "4 MiB");
    }
    void refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, line);
        const auto read = parseSettings(text.toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().kind, ErrorKind::Parse);
        QVERIFY2(read.error().detail.find(line.toStdString()) != std::string::npos,
                 read.error().detail.c_str());
    }

    /// Profiles of before were written by Qt, and people open files with Qt's tools.
    void qtAndThisReadEachOther()
    {
        std::mt19937 random(7);
        const QString alphabet = QStringLiteral("aZ09 _-.,;=\"\\/%@()[]#\t\n\x01\x7fé€😀");
        const auto text = [&](int least) {
            QString out;
            for (auto n = static_cast<int>(random() % 12) + least; n > 0; --n)
                out += alphabet[static_cast<qsizetype>(random() %
                                                       static_cast<quint64>(alphabet.size()))];
            return QString::fromUtf8(out.toUtf8());
        };
        QTemporaryDir dir;
        int words = 0;
        for (int round = 0; round < 200; ++round) {
            SettingsMap meant;
            const QString path = dir.filePath(QString::number(round));
            {
                QSettings qt(path, QSettings::IniFormat);
                for (int i = 0; i < 6; ++i) {
                    const QString key = QStringLiteral("g%1/k %2é").arg(i % 2).arg(i);
                    QStringList list;
                    for (auto n = random() % 3 + 1; n > 0; --n)
                        list << text(0).remove(u'\ufffd');
                    if (list.size() == 1)
                        qt.setValue(key, list.front());
                    else
                        qt.setValue(key, list);
                    for (const QString &word : list)
                        meant[key.toStdString()].push_back(word.toStdString());
                    words += static_cast<int>(list.size());
                }
            }
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray byQt = file.readAll();
            const auto read = parseSettings(byQt.toStdString());
            QVERIFY2(read, read ? "" : (byQt + read.error().detail.c_str()).constData());
            QVERIFY2(*read == meant, byQt.constData());

            const QString own = path + QStringLiteral("-own");
            QFile out(own);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(QByteArray::fromStdString(printSettings(meant)));
            out.close();
            const QSettings qt(own, QSettings::IniFormat);
            for (const auto &[key, expected] : meant) {
                const QStringList got = qt.value(QString::fromStdString(key)).toStringList();
                SettingsWords gotWords;
                for (const QString &word : got)
                    gotWords.push_back(word.toStdString());
                QCOMPARE(printed(gotWords), printed(expected));
            }
        }
        qInfo("%d words in 200 files, read alike both ways", words);
    }

    void onlyAFileOfOnesOwnIsRead_data()
    {
        QTest::addColumn<int>("kind");
        for (const auto &[kind, name] : test::kOddFiles)
            QTest::newRow(name) << static_cast<int>(kind);
    }
    void onlyAFileOfOnesOwnIsRead()
    {
        QFETCH(int, kind);
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("settings.ini"));
        QVERIFY(!readSettings(path.toStdString()));
        QCOMPARE(readSettings(path.toStdString()).error().kind, ErrorKind::Validation);
        if (!test::putOddFile(static_cast<test::OddFile>(kind), path, "a=1\n"))
            QSKIP("only root can make it");
        const auto read = readSettings(path.toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().kind, ErrorKind::Parse);
        QVERIFY2(read.error().detail.find(test::wordOf(static_cast<test::OddFile>(kind))) !=
                     std::string::npos,
                 read.error().detail.c_str());
        QVERIFY(read.error().detail.find(path.toStdString()) != std::string::npos);
    }

    void aListIsNoWord()
    {
        const auto read = parseSettings("a=3,5\nb=@Invalid()\nc=7");
        QVERIFY(read);
        QCOMPARE(settingsWord(*read, "a"), std::string());
        QCOMPARE(settingsWord(*read, "b"), std::string());
        QCOMPARE(settingsWord(*read, "c"), std::string("7"));
        QCOMPARE(settingsWord(*read, "d"), std::string());
    }
};

QTEST_APPLESS_MAIN(TestSettingsText)
#include "tst_settings_text.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/programs/program.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace hl::test;

namespace {

QJsonObject object(const QByteArray &line)
{
    return QJsonDocument::fromJson(line).object();
}

} // namespace

/// What holds of every operation of `touchline-cli batch`: one line in, one line out, whatever is
/// in it.
class TestCliBatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void badLines_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("field");
        QTest::newRow("empty") << QByteArray("") << "parse"
                               << "";
        QTest::newRow("no JSON") << QByteArray("hello") << "parse"
                                 << "";
        QTest::newRow("cut off") << QByteArray("{\"id\":1,\"op\":\"keccak\",\"hex\":\"0x")
                                 << "parse"
                                 << "";
        QTest::newRow("two values")
            << QByteArray("{\"op\":\"keccak\",\"hex\":\"0x\"} {}") << "parse"
            << "";
        QTest::newRow("not UTF-8") << QByteArray("{\"op\":\"\xff\"}") << "parse"
                                   << "";
        QTest::newRow("too deep") << QByteArray(QByteArray(5000, '[') + QByteArray(5000, ']'))
                                  << "parse"
                                  << "";
        QTest::newRow("an array") << QByteArray("[1]") << "validation"
                                  << "";
        QTest::newRow("a number") << QByteArray("7") << "validation"
                                  << "";
        QTest::newRow("no op") << QByteArray("{}") << "validation"
                               << "op";
        QTest::newRow("op is no text") << QByteArray("{\"op\":7}") << "validation"
                                       << "op";
        QTest::newRow("unknown op") << QByteArray("{\"op\":\"nothing\"}") << "validation"
                                    << "op";
    }

    /// A bad line is answered in its place, and the next good one is answered all the same.
    void badLines()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, kind);
        QFETCH(QString, field);
        const Run run = runCli({QStringLiteral("batch")},
                               line + "\n" + "{\"id\":\"after\",\"op\":\"none\"}" + "\n");
        QCOMPARE(run.status, 0);
        QCOMPARE(run.lines().size(), 2);
        const QJsonObject answer = object(run.lines()[0]);
        QCOMPARE(answer["ok"].toBool(true), false);
        const QJsonObject error = answer["error"].toObject();
        QCOMPARE(error["kind"].toString(), kind);
        QCOMPARE(error["field"].toString(), field);
        QVERIFY(!error["message"].toString().isEmpty());
        QCOMPARE(object(run.lines()[1])["id"].toString(), QStringLiteral("after"));
    }

    void unknownOperationIsNamed()
    {
        const Run run = runCli({QStringLiteral("batch")}, "{\"op\":\"transmogrify\"}\n");
        QVERIFY(run.out.contains("transmogrify"));
    }

    void echoesIds_data()
    {
        QTest::addColumn<QByteArray>("id");
        for (const char *id : {"1", "18446744073709551615", "-9223372036854775808", "\"a b\"",
                               "null", "[1,{\"x\":2}]"})
            QTest::newRow(id) << QByteArray(id);
    }

    void echoesIds()
    {
        QFETCH(QByteArray, id);
        const Run run = runCli({QStringLiteral("batch")}, "{\"op\":\"none\",\"id\":" + id + "}\n");
        QCOMPARE(run.lines().size(), 1);
        QVERIFY2(run.lines()[0].startsWith("{\"id\":" + id + ",\"ok\":false"), run.out.constData());
    }

    void answersInOrderAndWithoutALastNewline()
    {
        QByteArray input;
        for (int i = 0; i < 500; ++i)
            input += "{\"op\":\"none\",\"id\":" + QByteArray::number(i) + "}\n";
        input.chop(1);
        const Run run = runCli({QStringLiteral("batch")}, input);
        QCOMPARE(run.status, 0);
        QCOMPARE(run.lines().size(), 500);
        for (int i = 0; i < 500; ++i)
            QCOMPARE(object(run.lines()[i])["id"].toInt(-1), i);
    }

    /// The answer comes before the next question is asked: no buffer holds it back.
    void flushesEachLine()
    {
        QProcess process;
        process.start(programPath(QStringLiteral("touchline-cli")), {QStringLiteral("batch")});
        QVERIFY(process.waitForStarted());
        for (int i = 0; i < 3; ++i) {
            process.write("{\"op\":\"none\",\"id\":" + QByteArray::number(i) + "}\n");
            QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 10'000);
            QCOMPARE(object(process.readLine())["id"].toInt(-1), i);
        }
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
    }

    void callsOfTheProgram_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("status");
        QTest::newRow("no command") << QStringList{} << 2;
        QTest::newRow("unknown command") << QStringList{"fly"} << 2;
        QTest::newRow("unknown option") << QStringList{"batch", "--fast"} << 2;
        QTest::newRow("unexpected word") << QStringList{"batch", "now"} << 2;
        QTest::newRow("help") << QStringList{"--help"} << 0;
        QTest::newRow("help of batch") << QStringList{"batch", "--help"} << 0;
        QTest::newRow("version") << QStringList{"--version"} << 0;
    }

    void callsOfTheProgram()
    {
        QFETCH(QStringList, words);
        QFETCH(int, status);
        const Run run = runCli(words);
        QCOMPARE(run.status, status);
        QCOMPARE(run.out.isEmpty(), status != 0);
        QCOMPARE(run.err.isEmpty(), status == 0);
    }
};

QTEST_GUILESS_MAIN(TestCliBatch)
#include "tst_cli_batch.moc"

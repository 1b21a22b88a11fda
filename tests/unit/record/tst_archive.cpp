// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/archive_reader.h"
#include "record/archive_writer.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace hl;
using namespace hl::record;

namespace {

constexpr std::int64_t kTime = 1'704'110'401'138'942'031; // 2024-01-01T12:00:01.138942031

} // namespace

class TestArchive : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrip_data();
    void roundTrip();
    void times_data();
    void times();
    void unusualLines();
    void refusals_data();
    void refusals();
    void truncatedPackedFile_data();
    void truncatedPackedFile();
    void longLinesGrowTheBuffer();
    void unwritablePlace();

private:
    std::string path(const char *name) const
    {
        return m_dir.filePath(QString::fromLatin1(name)).toStdString();
    }
    void write(const char *name, const QByteArray &content)
    {
        QFile file(m_dir.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    QTemporaryDir m_dir;
};

void TestArchive::roundTrip_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("plain") << "a.jsonl";
    QTest::newRow("zstd") << "a.jsonl.zst";
}

void TestArchive::roundTrip()
{
    QFETCH(QString, name);
    const std::string file = path(name.toLatin1().constData());
    const std::vector<std::string> frames{R"({"channel":"pong"})",
                                          "Websocket connection established.",
                                          "{\"channel\":\"error\",\"data\":\"two\\nlines\"}",
                                          "{\"a\":\n1}",
                                          "",
                                          "{\"cut",
                                          std::string(500'000, 'x')};
    {
        const auto writer = ArchiveWriter::create(file);
        QVERIFY(writer.has_value());
        QVERIFY((*writer)->writeInfo(kTime, R"({"type":"meta"})", R"({"universe":[]})"));
        for (int round = 0; round < 40; ++round) {
            for (const std::string &frame : frames)
                QVERIFY((*writer)->writeFrame(kTime + round, frame));
        }
        QVERIFY((*writer)->flush());
        QVERIFY((*writer)->close());
    }
    const auto reader = ArchiveReader::open(file);
    QVERIFY(reader.has_value());
    ArchiveEntry entry;
    QVERIFY((*reader)->next(entry).value());
    QCOMPARE(entry.kind, EntryKind::Info);
    QCOMPARE(std::string(entry.text),
             std::string(R"({"request":{"type":"meta"},"answer":{"universe":[]}})"));
    for (int round = 0; round < 40; ++round) {
        for (const std::string &frame : frames) {
            QVERIFY((*reader)->next(entry).value());
            QCOMPARE(entry.kind, EntryKind::Frame);
            QCOMPARE(entry.timeNs, kTime + round);
            QCOMPARE(std::string(entry.text), frame);
        }
    }
    QCOMPARE((*reader)->next(entry).value(), false);
    QCOMPARE((*reader)->lineNumber(), 1 + 40 * frames.size());
    QCOMPARE((*reader)->bytesRead(), (*reader)->bytesTotal());
}

void TestArchive::times_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("time"); // below 0: refused
    QTest::newRow("archive") << "2024-01-01T12:00:01.138942031" << qint64{kTime};
    QTest::newRow("no fraction") << "2024-01-01T12:00:01" << qint64{1'704'110'401'000'000'000};
    QTest::newRow("milliseconds, zone")
        << "2024-02-29T00:00:00.5Z" << qint64{1'709'164'800'500'000'000};
    QTest::newRow("epoch") << "1970-01-01T00:00:00" << qint64{0};
    QTest::newRow("month 13") << "2024-13-01T12:00:01" << qint64{-1};
    QTest::newRow("blank") << "2024-01-01 12:00:01" << qint64{-1};
    QTest::newRow("letters") << "2024-01-01T12:00:0x" << qint64{-1};
    QTest::newRow("tail") << "2024-01-01T12:00:01.5x" << qint64{-1};
    QTest::newRow("short") << "2024-01-01" << qint64{-1};
}

void TestArchive::times()
{
    QFETCH(QString, text);
    QFETCH(qint64, time);
    const auto parsed = parseArchiveTime(text.toStdString());
    QCOMPARE(parsed.has_value(), time >= 0);
    if (parsed)
        QCOMPARE(qint64{*parsed}, time);
    QCOMPARE(archiveTime(kTime), std::string("2024-01-01T12:00:01.138942031"));
}

void TestArchive::unusualLines()
{
    write("b.jsonl", "{\"channel\":\"pong\"}\r\n\n"
                     "{\"raw\":{\"channel\":\"pong\"},\"time\":\"2024-01-01T12:00:01\"}\n"
                     "{ \"time\" : \"2024-01-01T12:00:01\", \"ver_num\": 1, \"raw\": { \"channel\" "
                     ": \"bbo\" } }\n"
                     "{\"data\":1,\"channel\":\"x\"}");
    const auto reader = ArchiveReader::open(path("b.jsonl"));
    QVERIFY(reader.has_value());
    ArchiveEntry entry;
    QVERIFY((*reader)->next(entry).value());
    QCOMPARE(std::string(entry.text), std::string(R"({"channel":"pong"})"));
    QCOMPARE(entry.timeNs, 0);
    QVERIFY((*reader)->next(entry).value());
    QCOMPARE(std::string(entry.text), std::string(R"({"channel":"pong"})"));
    QCOMPARE(entry.timeNs, 1'704'110'401'000'000'000);
    QVERIFY((*reader)->next(entry).value());
    QCOMPARE(std::string(entry.text), std::string(R"({"channel":"bbo"})"));
    QVERIFY((*reader)->next(entry).value());
    QCOMPARE(std::string(entry.text), std::string(R"({"data":1,"channel":"x"})"));
    QCOMPARE((*reader)->next(entry).value(), false);
}

void TestArchive::refusals_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("reason");
    QTest::newRow("absent") << "nothing.jsonl" << QByteArray() << "cannot be opened";
    QTest::newRow("empty") << "empty.jsonl" << QByteArray("") << "is empty";
    QTest::newRow("a folder") << "." << QByteArray() << "is not a file";
    QTest::newRow("text") << "text.jsonl" << QByteArray("hello world\nmore\n")
                          << "line 1: is not JSON";
    QTest::newRow("other JSON") << "other.jsonl" << QByteArray("{\"a\":1}\n")
                                << "neither an archive line nor a frame";
    QTest::newRow("cut line") << "cut.jsonl"
                              << QByteArray("{\"channel\":\"pong\"}\n{\"time\":\"2024-01-01T12:00:"
                                            "01\",\"ver_num\":1,\"raw\":{\"chan")
                              << "line 2: the recording is cut off";
    QTest::newRow("wrong time") << "time.jsonl"
                                << QByteArray("{\"time\":\"yesterday\",\"ver_num\":1,\"raw\":{}}\n")
                                << "is no time of an archive";
    QTest::newRow("false name") << "fake.jsonl.zst" << QByteArray("{\"channel\":\"pong\"}\n")
                                << "content is something else";
    QTest::newRow("false lz4") << "fake.lz4" << QByteArray("PK\x03\x04")
                               << "content is something else";
    QTest::newRow("damaged zstd") << "bad.zst"
                                  << QByteArray("\x28\xb5\x2f\xfd\x20\x01\x07\x00\x00", 9)
                                  << "is damaged";
    QTest::newRow("damaged lz4")
        << "bad.lz4"
        << QByteArray("\x04\x22\x4d\x18\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 16)
        << "is damaged";
}

void TestArchive::refusals()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, reason);
    if (!content.isNull())
        write(name.toLatin1().constData(), content);
    const auto reader = ArchiveReader::open(path(name.toLatin1().constData()));
    std::string error = reader ? "" : reader.error().sentence();
    ArchiveEntry entry;
    for (int i = 0; reader && error.empty() && i < 10; ++i) {
        const auto more = (*reader)->next(entry);
        if (!more)
            error = more.error().sentence();
    }
    QVERIFY2(QString::fromStdString(error).contains(reason), error.c_str());
    QVERIFY(QString::fromStdString(error).contains(name));
}

void TestArchive::truncatedPackedFile_data()
{
    QTest::addColumn<int>("keep"); // per cent
    for (const int keep : {10, 50, 90, 99})
        QTest::addRow("%d per cent", keep) << keep;
}

/// What was packed before the cut is given, then one sentence; never an endless loop.
void TestArchive::truncatedPackedFile()
{
    QFETCH(int, keep);
    const std::string whole = path("whole.zst");
    {
        const auto writer = ArchiveWriter::create(whole);
        for (int i = 0; i < 30'000; ++i)
            QVERIFY((*writer)->writeFrame(kTime + i * 977, R"({"channel":"pong","n":)" +
                                                               std::to_string(i * 7919 % 10007) +
                                                               "}"));
        QVERIFY((*writer)->close());
    }
    QFile file(QString::fromStdString(whole));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    write("cut.zst", bytes.left(bytes.size() * keep / 100));
    const auto reader = ArchiveReader::open(path("cut.zst"));
    QVERIFY(reader.has_value());
    ArchiveEntry entry;
    int count = 0;
    for (;;) {
        const auto more = (*reader)->next(entry);
        if (!more) {
            QVERIFY2(more.error().detail.find("cut off") != std::string::npos,
                     more.error().detail.c_str());
            break;
        }
        QVERIFY(*more);
        ++count;
    }
    QVERIFY(count < 30'000);
}

void TestArchive::longLinesGrowTheBuffer()
{
    const std::string frame = R"({"channel":"x","data":")" + std::string(5'000'000, 'a') + "\"}";
    {
        const auto writer = ArchiveWriter::create(path("long.jsonl"));
        QVERIFY((*writer)->writeFrame(kTime, frame));
        QVERIFY((*writer)->writeFrame(kTime, frame));
    }
    const auto reader = ArchiveReader::open(path("long.jsonl"));
    ArchiveEntry entry;
    for (int i = 0; i < 2; ++i) {
        QVERIFY((*reader)->next(entry).value());
        QVERIFY(entry.text == frame);
    }
    QCOMPARE((*reader)->next(entry).value(), false);
}

void TestArchive::unwritablePlace()
{
    const auto writer = ArchiveWriter::create(path("no/such/folder.jsonl"));
    QVERIFY(!writer);
    QCOMPARE(writer.error().field, std::string("file"));
    const auto full = ArchiveWriter::create("/dev/full");
    if (!full)
        QSKIP("There is no /dev/full here.");
    const std::string frame(100'000, 'x');
    Status status;
    for (int i = 0; i < 10 && status; ++i)
        status = (*full)->writeFrame(kTime, frame);
    if (status)
        status = (*full)->flush();
    QVERIFY(!status);
    QVERIFY(!(*full)->writeFrame(kTime, frame));
}

QTEST_APPLESS_MAIN(TestArchive)

#include "tst_archive.moc"

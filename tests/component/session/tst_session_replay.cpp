// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "component/faults/fault_rig.h"
#include "component/session/session_file.h"
#include "engine/session_recording.h"
#include "engine/session_replay.h"
#include "record/archive_reader.h"
#include "record/archive_writer.h"
#include "record/session_reader.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;

namespace {

/// A venue, a terminal and a recording between them.
class RecordedRig
{
public:
    explicit RecordedRig(const std::string &path, std::optional<guard::Limits> limits = {})
    {
        rig.adjust = [limits](engine::EngineConfig &config, engine::EngineParts &) {
            config.guard = limits;
        };
        rig.makeCore = [this, path](const engine::EngineConfig &config, engine::EngineParts parts) {
            parts.newCloid = [this] {
                Cloid cloid;
                const std::uint32_t number = ++m_lastCloid;
                cloid.bytes[0] = 0xAB;
                for (std::size_t i = 0; i < 4; ++i)
                    cloid.bytes[12 + i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
                return cloid;
            };
            auto out = std::make_unique<FileOut>(path, rig.clock);
            file = out.get();
            recording = std::make_unique<engine::SessionRecording>(config, std::move(parts),
                                                                   std::move(out));
            return std::make_unique<engine::EngineCore>(config, recording->takeParts());
        };
        rig.startEngine();
        // The window answers later, as over a queue.
        rig.sink.bookTaken = [this](const std::string &coin) {
            rig.clock.after(0ms, [this, coin] { rig.core->returnBookCredit(coin); });
        };
        rig.sink.tradesTaken = [this](const std::string &coin) {
            rig.clock.after(0ms, [this, coin] { rig.core->returnTradeCredit(coin); });
        };
    }
    ~RecordedRig()
    {
        rig.core.reset();
        recording.reset();
    }

    void place(std::string_view px, std::string_view sz, model::Side side, model::Tif tif)
    {
        model::OrderTicket ticket;
        ticket.coin = "BTC";
        ticket.side = side;
        ticket.px = FaultRig::px(px);
        ticket.sz = FaultRig::sz(sz);
        ticket.tif = tif;
        rig.core->placeOrder(++m_lastRequest, ticket);
    }

    /// Orders, cancels, modifies and others' quotes, until there are so many frames.
    void trade(std::uint64_t frames, int mostRounds)
    {
        std::mt19937 random(7);
        for (int round = 0; file->frames < frames && round < mostRounds; ++round) {
            const std::string px = std::to_string(109'100 + random() % 1'800);
            switch (random() % 10) {
            case 0:
            case 1:
                place(px, "0.001", model::Side::Buy, model::Tif::Gtc);
                break;
            case 2:
                place(px, "0.001", model::Side::Sell, model::Tif::Alo);
                break;
            case 3:
                place("111000", "0.0005", model::Side::Buy, model::Tif::Ioc);
                break;
            case 4:
            case 5:
            case 6:
            case 7:
                cancelOne(static_cast<std::uint32_t>(random()));
                break;
            default:
                modifyOne(static_cast<std::uint32_t>(random()), px);
            }
            // Somebody else, at prices that do not cross ours.
            if (round % 8 == 0)
                rig.quote(sim::vectorsAddress(), round % 16 == 0,
                          std::to_string(round % 16 == 0 ? 108'900 - random() % 50
                                                         : 111'100 + random() % 50),
                          "0.01");
            rig.run(300ms);
        }
    }

    RequestId orderCommands() const { return m_lastRequest; }

    FaultRig rig{false};
    FileOut *file = nullptr;
    std::unique_ptr<engine::SessionRecording> recording;

private:
    std::optional<model::OrderKey> live(std::uint32_t which) const
    {
        std::vector<model::OrderKey> keys;
        for (const auto &[key, order] : rig.sink.orders)
            if (isLive(order.phase) && order.pending == model::PendingChange::None)
                keys.push_back(key);
        return keys.empty() ? std::nullopt : std::optional(keys[which % keys.size()]);
    }
    void cancelOne(std::uint32_t which)
    {
        if (const auto key = live(which))
            rig.core->cancelOrders(++m_lastRequest, {*key});
    }
    void modifyOne(std::uint32_t which, const std::string &px)
    {
        if (const auto key = live(which))
            rig.core->modifyOrder(++m_lastRequest, *key, FaultRig::px(px), std::nullopt);
    }

    std::uint32_t m_lastCloid = 0;
    RequestId m_lastRequest = 0;
};

QByteArray hex(const Hash32 &hash)
{
    return QByteArray::fromStdString(toHex(hash));
}

std::vector<std::string> linesOf(const std::string &path)
{
    std::vector<std::string> out;
    auto reader = record::ArchiveReader::open(path);
    record::ArchiveEntry entry;
    for (;;) {
        const auto more = (*reader)->next(entry);
        if (!more || !*more)
            return out;
        out.emplace_back(entry.text);
    }
}

} // namespace

class TestSessionReplay : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    std::string file(const char *name) { return m_dir.filePath(name).toStdString(); }

    std::string shortSession(const char *name)
    {
        const std::string path = file(name);
        RecordedRig recorded(path);
        recorded.rig.until(60s, [&] { return recorded.rig.isReady(); });
        recorded.trade(1'000, 60);
        recorded.rig.run(5s);
        recorded.recording->finish();
        return path;
    }

private Q_SLOTS:
    void twoReplaysOfALongSessionAreEqual()
    {
        const std::string path = file("long.jsonl.zst");
        engine::SessionHashes recordedHashes;
        std::map<model::OrderKey, model::Order> orders;
        std::size_t fills = 0;
        RequestId orderCommands = 0;
        {
            RecordedRig recorded(path);
            QVERIFY(recorded.rig.until(60s, [&] { return recorded.rig.isReady(); }));
            recorded.trade(10'500, 6'000);
            recorded.rig.run(20s);
            orderCommands = recorded.orderCommands();
            QVERIFY(recorded.recording->isFaithful());
            recordedHashes = recorded.recording->hashes();
            recorded.recording->finish();
            QVERIFY(recorded.file->isWell);
            orders = recorded.rig.sink.orders;
            fills = recorded.rig.sink.fills.size();
        }
        QVERIFY(fills > 20);
        QVERIFY2(orderCommands >= 500, qPrintable(QString::number(orderCommands)));
        for (int round = 0; round < 2; ++round) {
            RecordingSink window;
            const auto replayed = engine::replaySession(path, window);
            QVERIFY2(replayed, replayed ? "" : replayed.error().sentence().c_str());
            QVERIFY2(!replayed->divergence,
                     replayed->divergence ? replayed->divergence->c_str() : "");
            QVERIFY(replayed->frames >= 10'000);
            QVERIFY(replayed->commands >= 500);
            QVERIFY(replayed->recorded);
            QCOMPARE(hex(replayed->hashes.state), hex(recordedHashes.state));
            QCOMPARE(hex(replayed->hashes.events), hex(recordedHashes.events));
            QCOMPARE(hex(replayed->hashes.sent), hex(recordedHashes.sent));
            QVERIFY(replayed->recorded == recordedHashes);
            QCOMPARE(window.orders.size(), orders.size());
            for (const auto &[key, order] : orders)
                QVERIFY(window.orders.at(key) == order);
            QCOMPARE(window.fills.size(), fills);
            qInfo("replay %d: %llu frames, %llu commands (%llu of orders), %llu inputs, %llu "
                  "events, state %s",
                  round + 1, static_cast<unsigned long long>(replayed->frames),
                  static_cast<unsigned long long>(replayed->commands),
                  static_cast<unsigned long long>(orderCommands),
                  static_cast<unsigned long long>(replayed->inputs),
                  static_cast<unsigned long long>(replayed->hashes.eventCount),
                  hex(replayed->hashes.state).left(16).constData());
        }
    }

    void whatWasChangedIsNoticed_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::newRow("a frame's size")
            << QStringLiteral("\"sz\":\"0.5\"") << QStringLiteral("\"sz\":\"0.4\"");
        QTest::newRow("a command's side")
            << QStringLiteral("\"place\",(\\d+),\\{\"coin\":\"BTC\",\"side\":0")
            << QStringLiteral("\"place\",\\1,{\"coin\":\"BTC\",\"side\":1");
        QTest::newRow("a reading of the clock")
            << QStringLiteral("\\[\"now\",(\\d+),") << QStringLiteral("[\"now\",2\\1,");
    }

    /// The hashes are of what happens, not of the file: each kind of input counts.
    void whatWasChangedIsNoticed()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        const std::string path = shortSession("short.jsonl");
        QFile in(QString::fromStdString(path));
        QVERIFY(in.open(QIODevice::ReadOnly));
        QString text = QString::fromUtf8(in.readAll());
        const QRegularExpression expression(from);
        QString half = text.mid(text.size() / 2);
        half.replace(expression, to);
        QVERIFY2(half != text.mid(text.size() / 2), qPrintable(from));
        text = text.left(text.size() / 2) + half;
        const std::string changed = file("changed.jsonl");
        QFile out(QString::fromStdString(changed));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text.toUtf8());
        out.close();
        RecordingSink window;
        const auto replayed = engine::replaySession(changed, window);
        QVERIFY2(!replayed || replayed->divergence, "the change was not noticed");
    }

    void anAnonymousCopyTellsTheSameWithoutNames()
    {
        const std::string path = shortSession("named.jsonl.zst");
        const std::string copy = file("anonymous.jsonl.zst");
        const Status done = engine::anonymiseSession(path, copy);
        QVERIFY2(done, done ? "" : done.error().sentence().c_str());
        const auto lines = linesOf(copy);
        QVERIFY(lines.size() > 1'000);
        const std::string practice = sim::practiceAddress().toString();
        const std::string other = sim::vectorsAddress().toString();
        bool wasThere = false;
        std::vector<std::string> signatures;
        const QRegularExpression sent(QStringLiteral("\\[\"([0-9a-f]{64})\",\"[0-9a-f]{64}\",2"));
        for (const std::string &line : linesOf(path)) {
            wasThere = wasThere || line.find(practice) != std::string::npos;
            if (const auto match = sent.match(QString::fromStdString(line)); match.hasMatch())
                signatures.push_back(match.captured(1).toStdString());
        }
        QVERIFY(wasThere);
        QVERIFY(signatures.size() > 10);
        for (const std::string &line : lines) {
            QVERIFY(line.find(practice) == std::string::npos);
            QVERIFY(line.find(other) == std::string::npos);
            for (const std::string &signature : signatures)
                QVERIFY2(line.find(signature) == std::string::npos, "a signature is in the copy");
        }
        RecordingSink first;
        RecordingSink named;
        const auto original = engine::replaySession(path, named);
        const auto replayed = engine::replaySession(copy, first);
        QVERIFY2(replayed, replayed ? "" : replayed.error().sentence().c_str());
        QVERIFY2(!replayed->divergence, replayed->divergence ? replayed->divergence->c_str() : "");
        QVERIFY(replayed->recorded == replayed->hashes);
        QCOMPARE(replayed->hashes.eventCount, original->hashes.eventCount);
        QVERIFY(replayed->hashes.state != original->hashes.state);
        QCOMPARE(first.orders.size(), named.orders.size());
        for (const auto &[key, order] : named.orders)
            QVERIFY(first.orders.at(key) == order);
    }

    /// What the guard refuses depends on its limits; they are in the head of the file.
    void limitsAreRepeatedToo()
    {
        const std::string path = file("limits.jsonl");
        {
            guard::Limits limits;
            limits.orderValueMost = Decimal(50, 0);
            limits.leverage.block.reset();
            RecordedRig recorded(path, limits);
            QVERIFY(recorded.rig.until(60s, [&] { return recorded.rig.isReady(); }));
            recorded.place("109500", "0.001", model::Side::Buy, model::Tif::Gtc);
            recorded.place("109500", "0.0002", model::Side::Buy, model::Tif::Gtc);
            recorded.rig.core->setLeverage(50, "BTC", 40, true);
            recorded.rig.run(5s);
            QVERIFY(!recorded.rig.sink.results.at(1).ok);
            QVERIFY(recorded.rig.sink.results.at(2).ok);
            QVERIFY(recorded.rig.sink.results.at(50).ok);
            recorded.recording->finish();
        }
        const auto replayed = engine::replaySession(path);
        QVERIFY2(replayed, replayed ? "" : replayed.error().sentence().c_str());
        QVERIFY2(!replayed->divergence, replayed->divergence ? replayed->divergence->c_str() : "");
        QFile in(QString::fromStdString(path));
        QVERIFY(in.open(QIODevice::ReadOnly));
        QByteArray text = in.readAll();
        QVERIFY(text.contains("\"orderValueMost\":\"50\""));
        text.replace("\"orderValueMost\":\"50\"", "\"orderValueMost\":\"5000\"");
        QFile out(QString::fromStdString(file("raised.jsonl")));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
        out.close();
        const auto other = engine::replaySession(file("raised.jsonl"));
        QVERIFY(other && other->divergence);
    }

    /// An hour back, a day on: nonces rise all the same, and the session repeats.
    void clockJumpsAreRepeatedToo_B24()
    {
        const std::string path = file("jumps.jsonl.zst");
        {
            RecordedRig recorded(path);
            QVERIFY(recorded.rig.until(60s, [&] { return recorded.rig.isReady(); }));
            for (const TimeMs step : {-3'600'000, 86'400'000, -86'400'000}) {
                recorded.place("109500", "0.001", model::Side::Buy, model::Tif::Gtc);
                recorded.rig.run(500ms);
                recorded.rig.clock.stepWall(step);
                recorded.rig.run(2s);
            }
            recorded.place("109600", "0.001", model::Side::Buy, model::Tif::Gtc);
            recorded.rig.run(5s);
            QVERIFY(recorded.rig.noncesRise());
            recorded.recording->finish();
        }
        RecordingSink window;
        const auto replayed = engine::replaySession(path, window);
        QVERIFY2(replayed, replayed ? "" : replayed.error().sentence().c_str());
        QVERIFY2(!replayed->divergence, replayed->divergence ? replayed->divergence->c_str() : "");
        QVERIFY(replayed->recorded == replayed->hashes);
    }

    void aCutRecordingIsASentence()
    {
        const std::string path = shortSession("whole.jsonl");
        QFile in(QString::fromStdString(path));
        QVERIFY(in.open(QIODevice::ReadOnly));
        const QByteArray text = in.readAll();
        for (const int share : {3, 50, 99}) {
            const std::string cut = file("cut.jsonl");
            QFile out(QString::fromStdString(cut));
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(text.left(text.size() * share / 100));
            out.close();
            RecordingSink window;
            const auto replayed = engine::replaySession(cut, window);
            QVERIFY(!replayed || !replayed->recorded);
            if (!replayed)
                QVERIFY(!replayed.error().sentence().empty());
        }
    }

    void aSessionIsAnArchiveToo()
    {
        const std::string path = shortSession("both.jsonl");
        QVERIFY(record::isSessionFile(path));
        auto reader = record::ArchiveReader::open(path);
        QVERIFY(reader);
        record::ArchiveEntry entry;
        int frames = 0;
        for (;;) {
            const auto more = (*reader)->next(entry);
            QVERIFY(more);
            if (!*more)
                break;
            frames += entry.kind == record::EntryKind::Frame ? 1 : 0;
        }
        QVERIFY(frames >= 100);
    }
};

QTEST_APPLESS_MAIN(TestSessionReplay)
#include "tst_session_replay.moc"

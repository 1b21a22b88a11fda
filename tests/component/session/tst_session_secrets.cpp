// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/faults/fault_rows.h"
#include "component/session/recorded_device.h"
#include "engine/session_replay.h"
#include "engine/signer_lock.h"
#include "record/archive_reader.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::ReviewState;
using Signatures = std::vector<crypto::Signature>;

namespace {

/// Signs at once and answers later; every signature it made is known to the test.
class SlowPort final : public trading::SignerPort
{
public:
    SlowPort(ManualClock &clock, Signatures &made, const std::chrono::milliseconds &takes)
        : m_clock(clock)
        , m_key(std::move(crypto::SecretKey::create(sim::practiceKey()).value()))
        , m_made(made)
        , m_takes(takes)
    {}
    ~SlowPort() override { *m_isAlive = false; }
    Address address() const override { return m_key.address(); }
    void sign(const signing::SignRequest &request,
              std::function<void(Result<signing::Signature>)> done) override
    {
        m_made.push_back(m_key.sign(request.digest).value());
        (void)m_clock.after(m_takes, [done, signature = m_made.back(), alive = m_isAlive] {
            if (*alive)
                done(signature);
        });
    }
    void cancel(std::uint64_t) override {}

private:
    ManualClock &m_clock;
    crypto::SecretKey m_key;
    Signatures &m_made;
    const std::chrono::milliseconds &m_takes;
    std::shared_ptr<bool> m_isAlive = std::make_shared<bool>(true);
};

QByteArray contentOf(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool isIn(const QByteArray &text, const Hash32 &part)
{
    return text.toLower().contains(QByteArray::fromStdString(toHex(part)));
}

/// An order book in which a buy at `px` that was good is not any more.
void takeTheOffer(DeviceRig &d)
{
    d.rig.quote(sim::vectorsAddress(), false, "115000", "5");
    auto *others = d.rig.venue.exchange().accounts().find(sim::vectorsAddress());
    for (const auto &[oid, order] : others->open) {
        if (order.side == sim::Side::Sell && order.limitPx == FaultRig::px("111000")) {
            d.rig.venue.exchange().cancel(others->id, 0, oid);
            break;
        }
    }
}

} // namespace

/// A recording is a file that people hand on: what it may hold, and what not.
class TestSessionSecrets : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    std::string file(const char *name) { return m_dir.filePath(name).toStdString(); }

    /// Of those that were made the ones at `sent` are in the file, and nothing of any other; it
    /// repeats all the same.
    static void check(const std::string &path, const Signatures &made,
                      const std::vector<std::size_t> &sent, const engine::SessionHashes &hashes)
    {
        const QByteArray text = contentOf(path);
        for (std::size_t i = 0; i < made.size(); ++i) {
            const bool isSent = std::ranges::find(sent, i) != sent.end();
            const QByteArray which = QByteArray::number(static_cast<int>(i));
            QVERIFY2(isIn(text, made[i].r) == isSent, "r of signature " + which);
            QVERIFY2(isIn(text, made[i].s) == isSent, "s of signature " + which);
        }
        const auto replayed = engine::replaySession(path);
        QVERIFY2(replayed, replayed ? "" : replayed.error().sentence().c_str());
        QVERIFY2(!replayed->divergence, replayed->divergence ? replayed->divergence->c_str() : "");
        QVERIFY(replayed->recorded && *replayed->recorded == hashes);
        QVERIFY(replayed->hashes == hashes);
    }

private Q_SLOTS:
    void D14_aSignatureThatWasNotSentIsInNoRecording_data()
    {
        using Run = std::function<void(RecordedDevice &)>;
        QTest::addColumn<Run>("run");
        QTest::addColumn<int>("state");
        const auto row = [](const char *name, ReviewState state, Run run) {
            QTest::newRow(name) << run << static_cast<int>(state);
        };
        row("the price moved past the cap", ReviewState::Discarded, [](RecordedDevice &r) {
            const RequestId request = r.place("111100", model::Tif::Ioc);
            QVERIFY(r.d.untilAt(request, ReviewState::OnDevice));
            takeTheOffer(r.d);
        });
        row("a post-only that crosses now", ReviewState::Discarded, [](RecordedDevice &r) {
            const RequestId request = r.place("110500", model::Tif::Alo);
            QVERIFY(r.d.untilAt(request, ReviewState::OnDevice));
            r.d.rig.quote(sim::vectorsAddress(), false, "110400", "0.2");
        });
        row("too close to its expiry", ReviewState::Discarded, [](RecordedDevice &r) {
            r.d.device.review = 117'500ms;
            (void)r.place("109000");
        });
        row("another key", ReviewState::Blocked, [](RecordedDevice &r) {
            static crypto::SecretKey other = keyOf("another");
            r.d.device.signsWith = &other;
            (void)r.place("109000");
        });
        row("another digest", ReviewState::Blocked, [](RecordedDevice &r) {
            r.d.device.signsOtherDigest = true;
            (void)r.place("109000");
        });
        row("rejected here, pressed there all the same", ReviewState::Rejected,
            [](RecordedDevice &r) {
                const RequestId request = r.place("109000");
                QVERIFY(r.d.untilAt(request, ReviewState::OnDevice));
                r.d.core().device().rejectReview(r.d.review(request)->id);
                r.d.rig.run(10s);
            });
        row("not connected when it was pressed", ReviewState::Discarded, [](RecordedDevice &r) {
            const RequestId request = r.place("109000");
            QVERIFY(r.d.untilAt(request, ReviewState::OnDevice));
            r.d.rig.plan.add(fault(FaultPoint::WsConnect, FaultKind::Refuse, {}, 4));
            r.d.rig.plan.add(fault(FaultPoint::WsAnswer, FaultKind::BreakAfter, {}));
        });
    }

    void D14_aSignatureThatWasNotSentIsInNoRecording()
    {
        QFETCH(std::function<void(RecordedDevice &)>, run);
        QFETCH(int, state);
        const std::string path = file("device.jsonl");
        engine::SessionHashes hashes;
        Signatures made;
        {
            RecordedDevice r(path, engine::TradeMode::DeviceOnly);
            QVERIFY(r.d.ready());
            QVERIFY(r.d.untilAt(r.place("109500"), ReviewState::Answered));
            run(r);
            if (QTest::currentTestFailed())
                return;
            QVERIFY2(r.d.untilAt(r.last, static_cast<ReviewState>(state), 150s),
                     r.d.review(r.last)->outcome.c_str());
            r.d.device.signsWith = nullptr;
            r.d.device.signsOtherDigest = false;
            r.d.device.review = 3s;
            r.d.core().device().acknowledgeBlocked();
            QVERIFY(r.d.rig.until(60s, [&] { return r.d.rig.isReady(); }));
            r.d.rig.run(5s);
            QVERIFY(r.d.untilAt(r.place("108500"), ReviewState::Answered));
            QVERIFY(r.recording->isFaithful());
            hashes = r.recording->hashes();
            r.recording->finish();
            made = r.d.device.made;
        }
        QCOMPARE(made.size(), std::size_t{3});
        check(path, made, {0, 2}, hashes);
    }

    void D14_norOneOfALocalKey_data()
    {
        QTest::addColumn<QString>("why");
        for (const char *why :
             {"locked while it was signed", "too late for its expiry",
              "cancelled while it was signed", "not connected any more",
              "a connection that takes no more bytes", "the venue's limit of messages is reached",
              "an exit over HTTP that is refused"})
            QTest::newRow(why) << why;
    }

    void D14_norOneOfALocalKey()
    {
        QFETCH(QString, why);
        const std::string path = file("local.jsonl");
        engine::SessionHashes hashes;
        Signatures made;
        std::chrono::milliseconds takes{5};
        {
            FaultRig rig{false};
            engine::SignerLock lock(rig.clock);
            const auto port = [&] { return std::make_unique<SlowPort>(rig.clock, made, takes); };
            rig.adjust = [&](engine::EngineConfig &, engine::EngineParts &parts) {
                parts.makeSigner = [&](auto done) { done(lock.cover(port())); };
            };
            std::unique_ptr<engine::SessionRecording> recording;
            rig.makeCore = [&](const engine::EngineConfig &config, engine::EngineParts parts) {
                recording = std::make_unique<engine::SessionRecording>(
                    config, std::move(parts), std::make_unique<FileOut>(path, rig.clock));
                return std::make_unique<engine::EngineCore>(config, recording->takeParts());
            };
            rig.startEngine();
            rig.sink.bookTaken = [&](const std::string &coin) {
                rig.clock.after(0ms, [&, coin] { rig.core->returnBookCredit(coin); });
            };
            rig.sink.tradesTaken = [&](const std::string &coin) {
                rig.clock.after(0ms, [&, coin] { rig.core->returnTradeCredit(coin); });
            };
            QVERIFY(rig.until(60s, [&] { return rig.isReady(); }));
            const Cloid first = rig.place(1, "109500", "0.001");
            rig.run(1s);
            QVERIFY(rig.phase(first) == model::OrderPhase::Resting);
            // Handed over, and the way does not take it.
            const bool isKeptByWay = why.startsWith("a connection") ||
                                     why.startsWith("the venue") || why.startsWith("an exit");
            if (why.startsWith("a connection")) {
                rig.plan.add(
                    fault(FaultPoint::WsRequest, FaultKind::Refuse, member("type", "action")));
            } else if (why.startsWith("the venue")) {
                Fault &says =
                    rig.plan.add(fault(FaultPoint::WsAnswer, FaultKind::Rewrite, "l2Book"));
                says.rewrite = [](const std::string &) {
                    return R"({"channel":"error","data":"Cannot send more than 2000 messages"})";
                };
                rig.quote(sim::vectorsAddress(), false, "112000", "0.2");
                rig.run(500ms);
            } else if (why.startsWith("an exit")) {
                rig.plan.add(fault(FaultPoint::WsConnect, FaultKind::Refuse, {}, 3));
                rig.plan.add(fault(FaultPoint::WsAnswer, FaultKind::BreakAfter, {}));
                rig.quote(sim::vectorsAddress(), false, "112000", "0.2");
                rig.run(200ms);
                rig.plan.add(fault(FaultPoint::HttpRequest, FaultKind::Refuse, "exchange"));
            }
            takes = why.startsWith("too late") ? 20s : isKeptByWay ? 5ms : 400ms;
            Cloid lost = first;
            if (why.startsWith("an exit"))
                rig.core->cancelOrders(2, {rig.order(first)->key});
            else
                lost = rig.place(2, "109400", "0.001");
            rig.run(100ms);
            QCOMPARE(made.size(), std::size_t{2});
            if (isKeptByWay) {
                QVERIFY(rig.plan.silent().empty());
                QVERIFY(rig.sink.results.contains(2) && !rig.sink.results.at(2).ok);
            }
            if (why.startsWith("locked")) {
                QVERIFY(lock.lock());
                rig.core->setLocked(true);
            } else if (why.startsWith("cancelled")) {
                rig.core->cancelOrders(3, {rig.order(lost)->key});
            } else if (why.startsWith("not connected")) {
                rig.plan.add(fault(FaultPoint::WsConnect, FaultKind::Refuse, {}, 3));
                rig.plan.add(fault(FaultPoint::WsAnswer, FaultKind::BreakAfter, {}));
                rig.quote(sim::vectorsAddress(), false, "112000", "0.2");
            }
            rig.run(why.startsWith("the venue") ? 70s : 25s);
            QVERIFY2(isTerminal(rig.phase(lost)) == !why.startsWith("an exit"),
                     std::string(phaseName(rig.phase(lost))).c_str());
            takes = 5ms;
            if (why.startsWith("locked")) {
                QVERIFY(lock.unlock(port()));
                rig.core->setLocked(false);
            }
            QVERIFY(rig.until(60s, [&] { return rig.isReady(); }));
            rig.run(5s);
            const Cloid last = rig.place(4, "109300", "0.001");
            rig.run(1s);
            QVERIFY(rig.phase(last) == model::OrderPhase::Resting);
            hashes = recording->hashes();
            recording->finish();
            rig.core.reset();
        }
        QCOMPARE(made.size(), std::size_t{3});
        check(path, made, {0, 2}, hashes);
    }

    /// A signature on the tape is that signer's over that digest, or the replay says so.
    void aChangedSignatureIsNoticed()
    {
        const std::string path = file("sent.jsonl");
        Signatures made;
        {
            RecordedDevice r(path, engine::TradeMode::DeviceOnly);
            QVERIFY(r.d.ready());
            QVERIFY(r.d.untilAt(r.place("109500"), ReviewState::Answered));
            r.recording->finish();
            made = r.d.device.made;
        }
        QByteArray text = contentOf(path);
        QByteArray r = QByteArray::fromStdString(toHex(made.at(0).r));
        QVERIFY(text.contains(r));
        QByteArray other = r;
        other[5] = other[5] == '0' ? '1' : '0';
        text.replace(r, other);
        QFile out(QString::fromStdString(file("changed.jsonl")));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
        out.close();
        const auto replayed = engine::replaySession(file("changed.jsonl"));
        QVERIFY(!replayed || replayed->divergence);
    }

    void onlyItsOwnLayoutIsRepeated_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<bool>("isRepeated");
        QTest::newRow("the first, which kept every signature") << QByteArray("1") << false;
        QTest::newRow("the second, which kept every one that was to be sent")
            << QByteArray("2") << false;
        QTest::newRow("this") << QByteArray("3") << true;
        QTest::newRow("a later one") << QByteArray("4") << false;
        QTest::newRow("one of far away") << QByteArray("18446744073709551615") << false;
        QTest::newRow("none") << QByteArray("\"3\"") << false;
    }

    void onlyItsOwnLayoutIsRepeated()
    {
        QFETCH(QByteArray, version);
        QFETCH(bool, isRepeated);
        const std::string path = file("layout.jsonl");
        {
            RecordedDevice r(path, engine::TradeMode::DeviceOnly);
            QVERIFY(r.d.ready());
            r.recording->finish();
        }
        QByteArray text = contentOf(path);
        QCOMPARE(text.count("{\"version\":3,"), 1);
        text.replace("{\"version\":3,", "{\"version\":" + version + ",");
        const std::string changed = file("other.jsonl");
        QFile out(QString::fromStdString(changed));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
        out.close();
        const auto replayed = engine::replaySession(changed);
        QCOMPARE(replayed.has_value(), isRepeated);
        // What stood there is replaced by a whole copy or stays as it was.
        const std::string copy = file("other-copy.jsonl");
        QFile before(QString::fromStdString(copy));
        QVERIFY(before.open(QIODevice::WriteOnly));
        before.write("before");
        before.close();
        const Status copied = engine::anonymiseSession(changed, copy);
        QCOMPARE(copied.has_value(), isRepeated);
        if (isRepeated)
            return;
        QCOMPARE(contentOf(copy), QByteArray("before"));
        const QDir folder(m_dir.path());
        QVERIFY(folder.entryList({QStringLiteral(".new-*")}, QDir::Files | QDir::Hidden).isEmpty());
        const QByteArray says = QByteArray::fromStdString(replayed.error().sentence());
        if (!version.startsWith('"'))
            QVERIFY2(says.contains("layout " + version + ",") && says.contains("layout 3"), says);
    }
};

QTEST_APPLESS_MAIN(TestSessionSecrets)
#include "tst_session_secrets.moc"

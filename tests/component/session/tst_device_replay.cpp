// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/session/recorded_device.h"
#include "engine/session_replay.h"
#include "record/session_reader.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::ReviewState;

namespace {

constexpr auto kPassphrase = "correct horse battery";

std::multiset<std::string> tagsOf(const std::string &path)
{
    std::multiset<std::string> out;
    auto reader = record::SessionReader::open(path);
    for (;;) {
        const auto input = (*reader)->next();
        if (!input || !*input)
            return out;
        out.insert((*input)->tag);
        if ((*input)->tag == "cmd" && (*input)->words[1].asString() != nullptr)
            out.insert(*(*input)->words[1].asString());
    }
}

} // namespace

/// A session with a device is repeated like any other: what the device said is on the tape.
class TestDeviceReplay : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    std::string file(const char *name) { return m_dir.filePath(name).toStdString(); }

    /// Signed, refused, given up here, dropped from the queue, an account shown and one given up,
    /// the form changed, a cable pulled, a locked device, a signature that is not what was asked.
    void pressAndMore(RecordedDevice &r)
    {
        DeviceRig &d = r.d;
        QVERIFY(d.ready());
        QVERIFY(d.untilAt(r.place("109500"), ReviewState::Answered));
        d.device.refuses = true;
        QVERIFY(d.untilAt(r.place("109400"), ReviewState::Refused));
        d.device.refuses = false;
        const RequestId given = r.place("109300");
        const RequestId behind = r.place("109350");
        QVERIFY(d.untilAt(given, ReviewState::OnDevice));
        d.core().device().dropReview(d.review(behind)->id);
        d.core().device().rejectReview(d.review(given)->id);
        d.rig.run(20s);
        d.core().device().scanAccounts(++r.last, engine::PathScheme::LedgerLive, 0, 2);
        d.rig.run(5s);
        d.core().device().showAddress(++r.last, "44'/60'/0'/0/0");
        d.rig.run(10s);
        QVERIFY(!d.sink().deviceAccounts.empty());
        // One that is given up while the device shows it, and the other form for a while.
        d.core().device().showAddress(++r.last, "44'/60'/0'/0/0");
        QVERIFY(d.rig.until(5s, [&] { return d.device.isReviewing; }));
        d.core().device().giveUpAddress();
        d.core().device().setForm(true);
        d.rig.run(10s);
        QVERIFY(!d.sink().results.at(r.last).ok);
        QVERIFY(d.sink().device.hashesOnly);
        QVERIFY(d.untilAt(r.place("109250"), ReviewState::Answered));
        d.core().device().setForm(false);
        d.device.vanishAt = 2;
        (void)r.place("109200");
        d.rig.run(10s);
        d.device.plugIn();
        d.core().device().retry();
        d.rig.run(5s);
        d.device.isLocked = true;
        const RequestId waits = r.place("109100");
        d.rig.run(5s);
        d.device.isLocked = false;
        QVERIFY(d.untilAt(waits, ReviewState::Answered));
        d.device.signsOtherDigest = true;
        QVERIFY(d.untilAt(r.place("109000"), ReviewState::Blocked));
        d.device.signsOtherDigest = false;
        d.core().device().acknowledgeBlocked();
        QVERIFY(d.untilAt(r.place("108950"), ReviewState::Answered));
    }

    void anAgent(RecordedDevice &r)
    {
        DeviceRig &d = r.d;
        QVERIFY(d.ready());
        d.core().device().readAgents(++r.last);
        d.rig.run(3s);
        engine::AgentPlan plan;
        plan.name = "desk";
        plan.passphrase = std::make_shared<SecretBytes>(asBytes(kPassphrase));
        d.core().device().approveAgent(++r.last, plan);
        QVERIFY(r.step(engine::AgentStep::Trading));
        (void)r.place("109500");
        d.rig.run(5s);
        d.core().device().setMode(++r.last, engine::TradeMode::DeviceOpensAgentExits);
        QVERIFY(d.untilAt(r.place("109400"), ReviewState::Answered));
        std::vector<model::OrderKey> live;
        for (const auto &[key, order] : d.sink().orders)
            if (isLive(order.phase))
                live.push_back(key);
        QCOMPARE(live.size(), std::size_t{2});
        d.core().cancelOrders(++r.last, live);
        d.rig.run(5s);
        d.core().device().setMode(++r.last, engine::TradeMode::AgentTrades);
        d.core().device().revokeAgent(++r.last, "desk");
        QVERIFY(r.step(engine::AgentStep::Revoked));
    }

    void record(const std::string &path, bool withAgent, engine::SessionHashes &hashes)
    {
        RecordedDevice r(path, withAgent ? engine::TradeMode::AgentTrades
                                         : engine::TradeMode::DeviceOnly);
        if (withAgent)
            anAgent(r);
        else
            pressAndMore(r);
        r.d.rig.run(10s);
        QVERIFY(r.recording->isFaithful());
        hashes = r.recording->hashes();
        r.recording->finish();
        QVERIFY(r.file->isWell);
    }

    void repeats(const std::string &path, const engine::SessionHashes *hashes)
    {
        for (int round = 0; round < 2; ++round) {
            RecordingSink window;
            const auto replayed = engine::replaySession(path, window);
            QVERIFY2(replayed, replayed ? "" : replayed.error().sentence().c_str());
            QVERIFY2(!replayed->divergence,
                     replayed->divergence ? replayed->divergence->c_str() : "");
            QVERIFY(replayed->recorded);
            QVERIFY(replayed->recorded == replayed->hashes);
            if (hashes != nullptr)
                QVERIFY(replayed->hashes == *hashes);
            qInfo("%llu inputs, %llu events, %zu reviews, state %s",
                  static_cast<unsigned long long>(replayed->inputs),
                  static_cast<unsigned long long>(replayed->hashes.eventCount),
                  window.reviews.size(), toHex(replayed->hashes.state).substr(0, 16).c_str());
        }
    }

private Q_SLOTS:
    void aDeviceSessionIsRepeated_data()
    {
        QTest::addColumn<bool>("withAgent");
        QTest::newRow("presses") << false;
        QTest::newRow("an agent") << true;
    }

    void aDeviceSessionIsRepeated()
    {
        QFETCH(bool, withAgent);
        const std::string path = file(withAgent ? "agent.jsonl" : "presses.jsonl");
        engine::SessionHashes hashes;
        record(path, withAgent, hashes);
        if (QTest::currentTestFailed())
            return;
        const auto tags = tagsOf(path);
        for (const char *tag :
             withAgent
                 ? std::vector<const char *>{"device", "news", "ready", "signed", "keyMade",
                                             "keyGone", "keys", "device.approve", "device.revoke",
                                             "device.mode", "device.agents"}
                 : std::vector<const char *>{"device", "news", "ready", "signed", "account",
                                             "device.reject", "device.drop", "device.scan",
                                             "device.show", "device.retry", "device.acknowledge"})
            QVERIFY2(tags.contains(tag), tag);
        repeats(path, &hashes);
        if (QTest::currentTestFailed())
            return;

        QFile text(QString::fromStdString(path));
        QVERIFY(text.open(QIODevice::ReadOnly));
        QVERIFY2(!text.readAll().contains(kPassphrase), "the passphrase is on the tape");

        const std::string copy = file("copy.jsonl");
        const Status done = engine::anonymiseSession(path, copy);
        QVERIFY2(done, done ? "" : done.error().sentence().c_str());
        repeats(copy, nullptr);
        if (QTest::currentTestFailed())
            return;
        QFile masked(QString::fromStdString(copy));
        QVERIFY(masked.open(QIODevice::ReadOnly));
        const QByteArray words = masked.readAll();
        QVERIFY(!words.contains(sim::practiceAddress().toString().substr(2).c_str()));
        if (withAgent)
            QVERIFY(!words.contains("agent-desk"));
    }

    /// Who signed with an agent beside a device signs again with keys of their own in the copy.
    void theAnonymousCopyOfAnAgentRepeats()
    {
        const std::string path = file("named.jsonl");
        engine::SessionHashes hashes;
        record(path, true, hashes);
        if (QTest::currentTestFailed())
            return;
        const std::string copy = file("anonymous.jsonl");
        const Status done = engine::anonymiseSession(path, copy);
        QVERIFY2(done, done ? "" : done.error().sentence().c_str());
        repeats(copy, nullptr);
    }

    /// What a device said counts: another answer is another session.
    void aChangedAnswerIsNoticed_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("a sentence")
            << QByteArray("\"appVersion\":\"1.8.0\"") << QByteArray("\"appVersion\":\"1.8.1\"");
        QTest::newRow("ready") << QByteArray("[\"ready\",2,false]")
                               << QByteArray("[\"ready\",2,true]");
        QTest::newRow("a command")
            << QByteArray("\"device.reject\",") << QByteArray("\"device.drop\",");
    }

    void aChangedAnswerIsNoticed()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        const std::string path = file("presses.jsonl");
        engine::SessionHashes hashes;
        if (!QFile::exists(QString::fromStdString(path)))
            record(path, false, hashes);
        QFile in(QString::fromStdString(path));
        QVERIFY(in.open(QIODevice::ReadOnly));
        QByteArray text = in.readAll();
        QVERIFY2(text.contains(from), from.constData());
        text.replace(from, to);
        QFile out(QString::fromStdString(file("changed.jsonl")));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
        out.close();
        RecordingSink window;
        const auto replayed = engine::replaySession(file("changed.jsonl"), window);
        QVERIFY2(!replayed || replayed->divergence, "the change was not noticed");
    }
};

QTEST_GUILESS_MAIN(TestDeviceReplay)
#include "tst_device_replay.moc"

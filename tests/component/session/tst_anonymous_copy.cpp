// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/session/recorded_device.h"
#include "engine/session_replay.h"
#include "sim/treasury.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using codec::Array;
using codec::Object;
using codec::toJson;
using engine::AgentStep;
using engine::ReviewState;

namespace {

constexpr const char *kSignerName = "alices-main";
constexpr const char *kAgent = "alices desk";
constexpr const char *kFolder = "/home/alice/Touch line";
constexpr const char *kPassphrase = "alices long passphrase";

std::string hexOf(std::string_view text)
{
    return toHex(asBytes(text));
}

/// Takes every row.
class AnyStore final : public trading::IntentStore
{
public:
    explicit AnyStore(TimerService &timers) : m_timers(timers) {}
    void write(std::vector<JournalEntry> rows,
               std::function<void(Result<std::uint64_t>)> done) override
    {
        m_last += rows.size();
        (void)m_timers.after(1ms, [done, last = m_last] { done(last); });
    }

private:
    TimerService &m_timers;
    std::uint64_t m_last = 10;
};

/// What an earlier session wrote: names, addresses and bytes, in JSON inside JSON.
engine::JournalStart earlier()
{
    const std::string account = sim::practiceAddress().toString();
    const std::string action =
        toJson(Object{{"type", "approveAgent"},
                      {"agentAddress", keyOf("old").address().toString()},
                      {"agentName", std::string(kAgent) + " valid_until 1700000000000"}});
    engine::JournalStart start;
    start.lastSeq = 10;
    start.lastIntent = 3;
    const auto row = [&](IntentId intent, std::string_view kind, const Object &payload) {
        start.recent.push_back({1'700'000'000'000, intent, std::string(kind), toJson(payload)});
    };
    row(2, journal_kind::kIntent,
        {{"exit", false}, {"words", Array{std::string("Approve the agent ") + kAgent + '.'}}});
    row(2, journal_kind::kSigning,
        {{"network", "demo"},
         {"account", account},
         {"signer", account},
         {"action", action},
         {"nonce", 5},
         {"msgpack", hexOf(std::string(kAgent) + account + " and more of it")}});
    row(2, journal_kind::kSent,
        {{"posted", toJson(Object{{"action", action}, {"nonce", 5}})}, {"nonce", 5}});
    row(2, journal_kind::kWiped,
        {{"reason", std::string("The disk is full: ") + kFolder + "/journal.sqlite"}});
    const Object settings{{"signer", account}, {"signerName", kSignerName}};
    start.settings.push_back(
        {1'700'000'000'000, 0, std::string(journal_kind::kSetting),
         toJson(Object{{"changed", Array{Array{"signerName", kAgent, kSignerName}}},
                       {"settings", settings}})});
    return start;
}

} // namespace

/// A copy for a bug report says the same and names nobody.
class TestAnonymousCopy : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    std::string file(const char *name) { return m_dir.filePath(name).toStdString(); }

    static QByteArray contentOf(const std::string &path)
    {
        QFile in(QString::fromStdString(path));
        return in.open(QIODevice::ReadOnly) ? in.readAll().toLower() : QByteArray();
    }

    /// The session; every address and signature of it.
    void record(const std::string &path, std::vector<QByteArray> &needles)
    {
        RecordedDevice r(
            path, engine::TradeMode::AgentTrades,
            [](engine::EngineConfig &config, engine::EngineParts &parts) {
                config.signerName = kSignerName;
                config.endpoints.apiUrl = "https://alice.example.net:3001";
                config.endpoints.wsUrl = "wss://someone:hunter2@anna-laptop:3001/ws";
                // Its key's file cannot be read: the session begins with the device alone.
                parts.makeSigner = [](auto done) {
                    done(fail(ErrorKind::Signature,
                              std::string(kFolder) + "/keys/alices-main.json is damaged"));
                };
                parts.journalNetwork = "demo";
                parts.openJournal = [&timers = parts.timers](auto done) {
                    done(engine::QueuedJournal::Opened{std::make_unique<AnyStore>(timers),
                                                       earlier()});
                };
                parts.checkJournal = [](auto done) {
                    engine::JournalStatus status;
                    status.checkWords = std::string(kFolder) + "/journal.sqlite is whole";
                    done(status);
                };
                parts.keys.forget = [](const std::string &name, auto done) {
                    done(fail(ErrorKind::Internal,
                              std::string(kFolder) + "/keys/" + name + ".json cannot be removed"));
                };
            });
        DeviceRig &d = r.d;
        QVERIFY(d.ready());
        QVERIFY(d.untilAt(r.place("109500"), ReviewState::Answered));
        engine::AgentPlan plan;
        plan.name = kAgent;
        plan.passphrase = std::make_shared<SecretBytes>(asBytes(kPassphrase));
        d.core().device().approveAgent(++r.last, plan);
        QVERIFY(r.step(AgentStep::Trading));
        const Address agent = *d.sink().agentSteps.back().agent;
        (void)r.place("109400");
        d.rig.run(5s);
        d.core().device().readAgents(++r.last);
        d.rig.run(5s);
        d.core().device().revokeAgent(++r.last, kAgent);
        QVERIFY(r.step(AgentStep::Revoked));
        const Address nobody = *d.sink().agentSteps.back().agent;
        d.rig.run(5s);
        QVERIFY(r.recording->isFaithful());
        r.recording->finish();
        QVERIFY(r.file->isWell);
        for (const Address &address : {sim::practiceAddress(), sim::vectorsAddress(), agent, nobody,
                                       keyOf("old").address()}) {
            needles.push_back(QByteArray::fromStdString(address.toString().substr(2)));
            needles.push_back(QByteArray::fromStdString(hexOf(address.toString())));
        }
        for (const crypto::Signature &signature : d.device.made)
            needles.push_back(QByteArray::fromStdString(toHex(signature.r)));
    }

private Q_SLOTS:
    void nobodyIsNamed()
    {
        const std::string path = file("named.jsonl");
        std::vector<QByteArray> needles;
        record(path, needles);
        if (QTest::currentTestFailed())
            return;
        for (const std::string &words :
             {std::string(kSignerName), std::string(kAgent), std::string(kFolder),
              std::string(kPassphrase), std::string("alice"), hexOf(kAgent),
              std::string("alice.example.net"), std::string("hunter2"), std::string("anna-laptop")})
            needles.push_back(QByteArray::fromStdString(words));
        const QByteArray before = contentOf(path);
        // What is looked for is there, but for the passphrase, which never was.
        int there = 0;
        for (const QByteArray &needle : needles)
            there += before.contains(needle) ? 1 : 0;
        QVERIFY2(there >= 12, QByteArray::number(there));
        QVERIFY(!before.contains(kPassphrase));

        const std::string copy = file("anonymous.jsonl");
        const Status done = engine::anonymiseSession(path, copy);
        QVERIFY2(done, done ? "" : done.error().sentence().c_str());
        const QByteArray after = contentOf(copy);
        QVERIFY(after.size() > before.size() / 2);
        for (const QByteArray &needle : needles) {
            const auto at = after.indexOf(needle);
            QVERIFY2(at < 0, needle + " in: " + after.mid(std::max<qsizetype>(at - 60, 0), 160));
        }

        const auto original = engine::replaySession(path);
        const auto replayed = engine::replaySession(copy);
        QVERIFY2(original, original ? "" : original.error().sentence().c_str());
        QVERIFY2(replayed, replayed ? "" : replayed.error().sentence().c_str());
        QVERIFY2(!original->divergence, original->divergence ? original->divergence->c_str() : "");
        QVERIFY2(!replayed->divergence, replayed->divergence ? replayed->divergence->c_str() : "");
        QVERIFY(replayed->recorded && *replayed->recorded == replayed->hashes);
        QCOMPARE(replayed->hashes.eventCount, original->hashes.eventCount);
        QCOMPARE(replayed->inputs, original->inputs);
        qInfo("%d of %d secrets stood in the recording, none in the copy; %llu inputs, %llu events",
              there, static_cast<int>(needles.size()),
              static_cast<unsigned long long>(replayed->inputs),
              static_cast<unsigned long long>(replayed->hashes.eventCount));
    }

    /// Each movement of money, with a person's own names and the addresses of others.
    void moneyNamesNobody_data()
    {
        using model::MoneyKind;
        QTest::addColumn<int>("kind");
        for (const auto &[name, kind] :
             {std::pair{"withdraw", MoneyKind::Withdraw}, std::pair{"usdSend", MoneyKind::SendUsd},
              std::pair{"spotSend", MoneyKind::SendSpot},
              std::pair{"between perp and spot", MoneyKind::ClassTransfer},
              std::pair{"between dexes", MoneyKind::DexTransfer},
              std::pair{"to a sub-account", MoneyKind::SubAccountTransfer},
              std::pair{"to a vault", MoneyKind::VaultTransfer},
              std::pair{"revoke an agent", MoneyKind::RevokeAgent},
              std::pair{"a builder's fee", MoneyKind::ApproveBuilder}})
            QTest::newRow(name) << static_cast<int>(kind);
    }
    void moneyNamesNobody()
    {
        QFETCH(int, kind);
        const QTemporaryDir dir;
        const std::string path = dir.filePath(QStringLiteral("money.jsonl")).toStdString();
        const std::string copy = dir.filePath(QStringLiteral("copy.jsonl")).toStdString();
        const Address stranger = *Address::parse("0x7a16ff8270133f063aab6c9977183d9e72835428");
        const Address friendly = *Address::parse("0x1bcd00000000000000000000000000000000efa2");
        const Address sub = *Address::parse("0x5ab0000000000000000000000000000000000f01");
        constexpr const char *kSub = "alices pension";
        constexpr const char *kPhone = "alices phone";
        model::MoneyOrder order;
        order.kind = static_cast<model::MoneyKind>(kind);
        order.amount = Decimal::fromInt(11);
        order.destination = stranger;
        order.book = {{friendly, 5, 7}};
        order.asked = {"new", "share"};
        bool goesTo = false;
        switch (order.kind) {
        case model::MoneyKind::DexTransfer:
            order.destinationDex = "spot";
            break;
        case model::MoneyKind::SubAccountTransfer:
            order.destination = sub;
            break;
        case model::MoneyKind::VaultTransfer:
            order.destination = sim::Treasury::vaultAddress();
            break;
        case model::MoneyKind::RevokeAgent:
            order.name = kPhone;
            break;
        case model::MoneyKind::ApproveBuilder:
            order.amount = *Decimal::parse("0.01");
            goesTo = true;
            break;
        case model::MoneyKind::ClassTransfer:
            break;
        default:
            goesTo = true;
        }
        {
            RecordedDevice r(path, engine::TradeMode::DeviceOnly,
                             [](engine::EngineConfig &config, engine::EngineParts &parts) {
                                 config.device.reset();
                                 config.signerKind = engine::SignerKind::LocalKey;
                                 config.signerName = kSignerName;
                                 parts.makeDevice = {};
                                 parts.makeSigner = [](auto done) {
                                     done(std::make_unique<LocalPort>(std::move(
                                         crypto::SecretKey::create(sim::practiceKey()).value())));
                                 };
                             });
            auto &accounts = r.d.rig.venue.exchange().accounts();
            sim::SimAccount &own = accounts.create(sub);
            own.master = accounts.find(sim::practiceAddress())->id;
            own.name = kSub;
            QVERIFY(r.d.rig.until(20s, [&] { return r.d.rig.isReady(); }));
            r.d.approveAtVenue(kPhone, keyOf("phone").address());
            r.d.core().readMoneyFacts(1, stranger);
            r.d.rig.run(2s);
            r.d.core().moveMoney(2, order);
            QVERIFY(r.d.rig.until(60s, [&] {
                const auto &money = r.d.sink().money;
                return !money.empty() && engine::isEnded(money.begin()->second.state);
            }));
            const engine::MoneyProgress &last = r.d.sink().money.begin()->second;
            QVERIFY2(last.state == engine::MoneyState::Done, last.sentence.c_str());
            r.d.rig.run(2s);
            QVERIFY(r.recording->isFaithful());
            r.recording->finish();
        }
        std::vector<QByteArray> needles{kSignerName, kSub, kPhone, "alice"};
        for (const Address &address :
             {stranger, friendly, sub, sim::practiceAddress(), keyOf("phone").address()}) {
            const std::string plain = address.toString().substr(2);
            needles.push_back(QByteArray::fromStdString(plain));
            needles.push_back(QByteArray::fromStdString(hexOf(address.toString())));
            needles.push_back(
                QByteArray::fromStdString(plain.substr(0, 4) + "…" + plain.substr(36)));
        }
        const QByteArray before = contentOf(path);
        for (const char *there : {kSignerName, kSub, kPhone})
            QVERIFY2(before.contains(there), there);
        QVERIFY(!goesTo || before.contains(stranger.toString().substr(2).c_str()));
        QVERIFY(before.contains(friendly.toString().substr(2).c_str()));
        const Status done = engine::anonymiseSession(path, copy);
        QVERIFY2(done, done ? "" : done.error().sentence().c_str());
        const QByteArray after = contentOf(copy);
        for (const QByteArray &needle : needles) {
            const auto at = after.indexOf(needle);
            QVERIFY2(at < 0, needle + " in: " + after.mid(std::max<qsizetype>(at - 60, 0), 160));
        }
        const auto original = engine::replaySession(path);
        const auto replayed = engine::replaySession(copy);
        QVERIFY2(original, original ? "" : original.error().sentence().c_str());
        QVERIFY2(replayed, replayed ? "" : replayed.error().sentence().c_str());
        QVERIFY2(!replayed->divergence, replayed->divergence ? replayed->divergence->c_str() : "");
        QVERIFY(replayed->recorded && *replayed->recorded == replayed->hashes);
        QCOMPARE(replayed->hashes.eventCount, original->hashes.eventCount);
    }

    void aCopyNeverWritesOverItsOriginal_data()
    {
        QTest::addColumn<QString>("to");
        QTest::newRow("the same name") << QStringLiteral("own.jsonl");
        QTest::newRow("spelt otherwise") << QStringLiteral("./own.jsonl");
        QTest::newRow("a link to it") << QStringLiteral("link.jsonl");
        QTest::newRow("a second name of it") << QStringLiteral("second.jsonl");
    }
    void aCopyNeverWritesOverItsOriginal()
    {
        QFETCH(QString, to);
        const QTemporaryDir dir;
        const std::string path = dir.filePath(QStringLiteral("own.jsonl")).toStdString();
        std::vector<QByteArray> needles;
        record(path, needles);
        const QByteArray before = contentOf(path);
        std::filesystem::create_symlink("own.jsonl", dir.filePath("link.jsonl").toStdString());
        std::filesystem::create_hard_link(path, dir.filePath("second.jsonl").toStdString());
        const std::string target = dir.path().toStdString() + "/" + to.toStdString();
        const Status done = engine::anonymiseSession(path, target);
        QVERIFY(!done);
        QVERIFY(done.error().sentence().find("a file of its own") != std::string::npos);
        QCOMPARE(contentOf(path), before);
        QCOMPARE(QDir(dir.path()).entryList(QDir::Files | QDir::Hidden).size(), 3);
    }

    /// What stood there is replaced whole, not written through, and is for its owner alone.
    void aCopyReplacesWhatStoodThere()
    {
        const QTemporaryDir dir;
        const std::string path = dir.filePath(QStringLiteral("own.jsonl")).toStdString();
        std::vector<QByteArray> needles;
        record(path, needles);
        const std::string other = dir.filePath(QStringLiteral("other")).toStdString();
        const std::string copy = dir.filePath(QStringLiteral("copy.jsonl")).toStdString();
        QVERIFY(QFile(QString::fromStdString(other)).open(QIODevice::WriteOnly));
        std::filesystem::permissions(other, std::filesystem::perms(0666));
        std::filesystem::create_symlink("other", copy);
        QVERIFY(engine::anonymiseSession(path, copy));
        QVERIFY(!std::filesystem::is_symlink(copy));
        QCOMPARE(std::filesystem::file_size(other), std::uintmax_t{0});
        QCOMPARE(std::filesystem::status(copy).permissions(), std::filesystem::perms(0600));
    }
};

QTEST_APPLESS_MAIN(TestAnonymousCopy)
#include "tst_anonymous_copy.moc"

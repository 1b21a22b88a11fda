// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/device/device_rig.h"
#include "component/session/recorded_device.h"
#include "engine/session_replay.h"
#include "guard/money.h"
#include "sim/treasury.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::MoneyState;
using model::MoneyKind;

namespace {

Decimal dec(std::string_view text)
{
    return Decimal::parse(text).value();
}

Address addressFrom(std::string_view text)
{
    return Address::parse(text).value();
}

/// Nobody the venue knows.
const Address kStranger = addressFrom("0x7a16ff8270133f063aab6c9977183d9e72835428");

model::MoneyOrder orderOf(MoneyKind kind, std::string_view amount, const Address &to = {})
{
    model::MoneyOrder order;
    order.kind = kind;
    order.amount = dec(amount);
    order.destination = to;
    order.asked = {"new", "share", "system"};
    return order;
}

/// What the venue's ledger begins with.
constexpr std::size_t kDeposits = 2;

/// The last thing the venue's ledger has of the practice account, and what it holds.
struct Truth
{
    explicit Truth(FaultRig &rig) : account(rig.account()) {}
    std::string lastType() const
    {
        return account.ledger.empty() ? std::string()
                                      : account.ledger.back().delta.string("type").value_or("");
    }
    const sim::SimAccount &account;
};

bool waitFor(FaultRig &rig, std::uint64_t id, MoneyState state)
{
    return rig.until(60s, [&] {
        const auto at = rig.sink.money.find(id);
        return at != rig.sink.money.end() && at->second.state == state;
    });
}

} // namespace

class TestMoneyVenue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Every movement from the command to the venue's own books.
    void everyMovementArrives_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("isIn");
        QTest::addColumn<QString>("amount");
        QTest::addColumn<QString>("ledger");
        QTest::addColumn<qlonglong>("perpChange"); // micro-USD of the main dex
        QTest::addColumn<qlonglong>("spotChange"); // 1e-8 of USDC
        const auto row = [](const char *name, MoneyKind kind, bool isIn, const char *amount,
                            const char *ledger, qlonglong perp, qlonglong spot) {
            QTest::newRow(name) << static_cast<int>(kind) << isIn << amount << ledger << perp
                                << spot;
        };
        row("withdraw", MoneyKind::Withdraw, true, "12.5", "withdraw", -12'500'000, 0);
        row("send USDC, with the activation", MoneyKind::SendUsd, true, "10.000001",
            "internalTransfer", -11'000'001, 0);
        row("send spot USDC", MoneyKind::SendSpot, true, "3.25", "spotTransfer", 0, -425'000'000);
        row("spot to perp", MoneyKind::ClassTransfer, true, "7", "accountClassTransfer", 7'000'000,
            -700'000'000);
        row("perp to spot", MoneyKind::ClassTransfer, false, "7.000001", "accountClassTransfer",
            -7'000'001, 700'000'100);
        row("perp to spot by dex", MoneyKind::DexTransfer, true, "2", "send", -2'000'000,
            200'000'000);
        row("into a sub-account", MoneyKind::SubAccountTransfer, true, "9", "subAccountTransfer",
            -9'000'000, 0);
        row("into a vault", MoneyKind::VaultTransfer, true, "6", "vaultDeposit", -6'000'000, 0);
    }

    void everyMovementArrives()
    {
        QFETCH(int, kind);
        QFETCH(bool, isIn);
        QFETCH(QString, amount);
        QFETCH(QString, ledger);
        QFETCH(qlonglong, perpChange);
        QFETCH(qlonglong, spotChange);
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        auto order = orderOf(static_cast<MoneyKind>(kind), amount.toStdString(), kStranger);
        order.isIn = isIn;
        if (order.kind == MoneyKind::DexTransfer)
            order.destinationDex = "spot";
        if (order.kind == MoneyKind::VaultTransfer)
            order.destination = sim::Treasury::vaultAddress();
        if (order.kind == MoneyKind::SubAccountTransfer)
            order.destination = addSubAccount(rig);
        const std::int64_t perp = rig.account().perps[0].raw;
        const std::int64_t spot = rig.account().spot.at(0).total;
        rig.core->moveMoney(77, order);
        QVERIFY(waitFor(rig, 1, MoneyState::Done));
        QVERIFY(rig.sink.results.at(77).ok);
        QCOMPARE(rig.sink.answers.at(77), 1);
        QCOMPARE(Truth(rig).lastType(), ledger.toStdString());
        QCOMPARE(qlonglong(rig.account().perps[0].raw - perp), perpChange);
        QCOMPARE(qlonglong(rig.account().spot.at(0).total - spot), spotChange);
        const std::vector<MoneyState> steps{MoneyState::Checking, MoneyState::Signing,
                                            MoneyState::Sent, MoneyState::Done};
        QVERIFY(rig.sink.moneyStates.at(1) == steps);
        QVERIFY(rig.sink.money.at(1).nonce != 0);
    }

    /// What comes back from a sub-account and a vault.
    void comesBack_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("sub-account") << static_cast<int>(MoneyKind::SubAccountTransfer);
        QTest::newRow("vault") << static_cast<int>(MoneyKind::VaultTransfer);
    }
    void comesBack()
    {
        QFETCH(int, kind);
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        auto order = orderOf(static_cast<MoneyKind>(kind), "8", sim::Treasury::vaultAddress());
        if (order.kind == MoneyKind::SubAccountTransfer)
            order.destination = addSubAccount(rig);
        const std::int64_t before = rig.account().perps[0].raw;
        rig.core->moveMoney(1, order);
        QVERIFY(waitFor(rig, 1, MoneyState::Done));
        QCOMPARE(rig.account().perps[0].raw, before - 8'000'000);
        order.isIn = false;
        rig.core->moveMoney(2, order);
        QVERIFY(waitFor(rig, 2, MoneyState::Done));
        QCOMPARE(rig.account().perps[0].raw, before);
    }

    /// G20: what asks by now and was not agreed to does not go.
    void G20_whatNobodyWasAskedAboutIsRefused_data()
    {
        QTest::addColumn<QStringList>("asked");
        QTest::addColumn<QByteArray>("amount");
        QTest::addColumn<bool>("goes");
        QTest::newRow("nothing agreed") << QStringList{} << QByteArray("15") << false;
        QTest::newRow("new agreed") << QStringList{"new"} << QByteArray("15") << true;
        QTest::newRow("a large share was not")
            << QStringList{"new"} << QByteArray("50000") << false;
        QTest::newRow("both") << QStringList{"new", "share"} << QByteArray("50000") << true;
    }
    void G20_whatNobodyWasAskedAboutIsRefused()
    {
        QFETCH(QStringList, asked);
        QFETCH(QByteArray, amount);
        QFETCH(bool, goes);
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        auto order = orderOf(MoneyKind::Withdraw, amount.toStdString(), kStranger);
        order.asked.clear();
        for (const QString &rule : asked)
            order.asked.push_back(rule.toStdString());
        const std::int64_t before = rig.account().perps[0].raw;
        rig.core->moveMoney(1, order);
        QVERIFY(waitFor(rig, 1, goes ? MoneyState::Done : MoneyState::Refused));
        QCOMPARE(rig.account().perps[0].raw < before, goes);
        if (!goes)
            QVERIFY2(rig.sink.money.at(1).sentence.find("Nobody was asked") != std::string::npos,
                     rig.sink.money.at(1).sentence.c_str());
    }

    /// However busy the last ninety days were, what left today counts.
    void G20_todayIsReadBehindThreeThousandRows()
    {
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        auto &ledger = rig.venue.exchange().accounts().find(sim::practiceAddress())->ledger;
        const TimeMs now = rig.clock.wallMs();
        const auto add = [&](TimeMs time, const char *type) {
            sim::LedgerUpdate row;
            row.time = time;
            row.hash = "0x" + std::to_string(ledger.size());
            row.delta = codec::Object{
                {"type", type}, {"usdc", "11.0"}, {"fee", "1.0"}, {"nonce", std::uint64_t{1}}};
            ledger.push_back(row);
        };
        ledger.clear();
        for (int i = 0; i < 4'000; ++i)
            add(now - TimeMs{80} * 86'400'000 + i * 1'000, "deposit");
        add(now - 3'600'000, "withdraw");
        rig.core->readMoneyFacts(5, kStranger);
        QVERIFY(rig.until(60s, [&] { return rig.sink.moneyFacts.has_value(); }));
        QCOMPARE(rig.sink.moneyFacts->problem, std::string());
        QCOMPARE(rig.sink.moneyFacts->facts.leftInDay, dec("12"));
    }

    /// G19: a bridge without a contract behind it leads nowhere.
    void G19_aBridgeWithoutAContractIsRefused()
    {
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        auto order = orderOf(MoneyKind::SendSpot, "1",
                             addressFrom("0x2000000000000000000000000000000000000001"));
        const auto &balances = rig.sink.account.balances;
        const auto held = std::ranges::find(balances, 1, &model::Balance::token);
        QVERIFY(held != balances.end());
        order.token = held->coin;
        order.tokenIndex = 1;
        const auto before = rig.account().spot.at(1).total;
        rig.core->moveMoney(1, order);
        QVERIFY(waitFor(rig, 1, MoneyState::Refused));
        QVERIFY2(rig.sink.money.at(1).sentence.find("no contract on HyperEVM") != std::string::npos,
                 rig.sink.money.at(1).sentence.c_str());
        QCOMPARE(rig.account().spot.at(1).total, before);
    }

    void agentIsRevokedByTheAccountsKey()
    {
        FaultRig rig;
        auto *master = rig.venue.exchange().accounts().find(sim::practiceAddress());
        master->agents.push_back(
            {keyOf("agent").address(), "desk", rig.clock.wallMs() + TimeMs{86'400'000}});
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        rig.core->readMoneyFacts(5, std::nullopt);
        QVERIFY(rig.until(10s, [&] { return rig.sink.moneyFacts.has_value(); }));
        QCOMPARE(rig.sink.agents.slots.size(), std::size_t{1});
        QCOMPARE(rig.sink.agents.slots.front().name, std::string("desk"));
        auto order = orderOf(MoneyKind::RevokeAgent, "0");
        order.name = "desk";
        rig.core->moveMoney(6, order);
        QVERIFY(waitFor(rig, 1, MoneyState::Done));
        QCOMPARE(master->agents.size(), std::size_t{1});
        QVERIFY(master->agents.front().address != keyOf("agent").address());
        order.name = "nobody";
        rig.core->moveMoney(7, order);
        QVERIFY(waitFor(rig, 2, MoneyState::Refused));
        QVERIFY(rig.sink.money.at(2).sentence.find("nobody") != std::string::npos);
    }

    void builderApprovalIsSetAndTakenBack()
    {
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        rig.core->moveMoney(1, orderOf(MoneyKind::ApproveBuilder, "0.05", kStranger));
        QVERIFY(waitFor(rig, 1, MoneyState::Done));
        QCOMPARE(rig.account().builderFees.at(kStranger), std::int64_t{50});
        rig.core->moveMoney(2, orderOf(MoneyKind::ApproveBuilder, "0", kStranger));
        QVERIFY(waitFor(rig, 2, MoneyState::Done));
        QCOMPARE(rig.account().builderFees.at(kStranger), std::int64_t{0});
    }

    /// Nothing is signed: the venue hears of none of these.
    void G19_refused_at_dispatch_too_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("amount");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, MoneyKind kind, const std::string &to,
                            const char *amount, const char *words) {
            QTest::newRow(name) << static_cast<int>(kind) << QString::fromStdString(to) << amount
                                << words;
        };
        const std::string stranger = kStranger.toString();
        row("more than is free", MoneyKind::Withdraw, stranger, "1000000", "may be moved");
        row("no larger than the fee", MoneyKind::Withdraw, stranger, "1", "larger than its fee");
        row("seven decimals", MoneyKind::Withdraw, stranger, "2.0000001", "at most 6 decimals");
        row("nothing", MoneyKind::SendUsd, stranger, "0", "above zero");
        row("looks like one of the book", MoneyKind::SendUsd,
            "0x7a16000000000000000000000000000000005428", "5", "same first and last");
        row("looks like the own account", MoneyKind::Withdraw, poisonOf(sim::practiceAddress()),
            "5", "same first and last");
        row("own agent", MoneyKind::SendUsd, keyOf("agent").address().toString(), "5", "own agent");
        row("to itself", MoneyKind::SendUsd, sim::practiceAddress().toString(), "5",
            "this account itself");
        row("the zero address", MoneyKind::Withdraw, Address{}.toString(), "5", "nobody holds");
        row("the bridge on Arbitrum", MoneyKind::Withdraw,
            "0x2df1c51e09aecf9cacb7bc98cb1742757f163df7", "5", "bridge on Arbitrum");
        row("perp USDC to a HyperEVM bridge", MoneyKind::SendUsd,
            "0x2000000000000000000000000000000000000001", "5", "HyperEVM bridge of token 1");
        row("HYPE's bridge for USDC", MoneyKind::SendSpot,
            "0x2222222222222222222222222222222222222222", "5", "HyperEVM bridge of HYPE");
        row("somebody else's sub-account", MoneyKind::SubAccountTransfer, stranger, "5",
            "not one of this account's sub-accounts");
        row("a small vault deposit", MoneyKind::VaultTransfer,
            sim::Treasury::vaultAddress().toString(), "4.999999", "at least 5 USDC");
        row("a builder's fee above 1 %", MoneyKind::ApproveBuilder, stranger, "1.001",
            "must be 0 to 1 %");
    }
    void G19_refused_at_dispatch_too()
    {
        QFETCH(int, kind);
        QFETCH(QString, to);
        QFETCH(QString, amount);
        QFETCH(QString, words);
        FaultRig rig;
        rig.venue.exchange()
            .accounts()
            .find(sim::practiceAddress())
            ->agents.push_back(
                {keyOf("agent").address(), "desk", rig.clock.wallMs() + TimeMs{86'400'000}});
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        auto order = orderOf(static_cast<MoneyKind>(kind), amount.toStdString(),
                             addressFrom(to.toStdString()));
        order.book = {{kStranger, 0, 0}};
        rig.core->moveMoney(9, order);
        QVERIFY(waitFor(rig, 1, MoneyState::Refused));
        const std::string &said = rig.sink.money.at(1).sentence;
        QVERIFY2(said.find(words.toStdString()) != std::string::npos, said.c_str());
        QVERIFY(!rig.sink.results.at(9).ok);
        QVERIFY(rig.plan.handed.empty());
        QCOMPARE(rig.account().ledger.size(), kDeposits);
    }

    /// The venue's own look-alike: somebody whom this account has paid before.
    void G19_history_is_known_to_look_alikes()
    {
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        rig.core->moveMoney(1, orderOf(MoneyKind::SendUsd, "20", kStranger));
        QVERIFY(waitFor(rig, 1, MoneyState::Done));
        rig.core->readMoneyFacts(2, kStranger);
        QVERIFY(rig.until(10s, [&] { return rig.sink.moneyFacts.has_value(); }));
        const model::MoneyFacts &facts = rig.sink.moneyFacts->facts;
        QCOMPARE(facts.counterparties.size(), std::size_t{1});
        QVERIFY(facts.counterparties.front().address == kStranger);
        QCOMPARE(facts.leftInDay, dec("20"));
        QVERIFY(facts.isKnownToVenue == true);
        rig.core->moveMoney(
            3, orderOf(MoneyKind::SendUsd, "20", addressFrom(poisonOf(kStranger).c_str())));
        QVERIFY(waitFor(rig, 2, MoneyState::Refused));
    }

    /// A lost answer: found in the ledger where it landed, and dead for certain where it did not.
    void lostAnswer_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("hasLanded");
        for (const auto &[name, kind] :
             {std::pair{"withdraw", MoneyKind::Withdraw}, std::pair{"send", MoneyKind::SendUsd},
              std::pair{"spot", MoneyKind::SendSpot},
              std::pair{"class", MoneyKind::ClassTransfer}}) {
            QTest::addRow("%s, landed", name) << static_cast<int>(kind) << true;
            QTest::addRow("%s, lost on the way", name) << static_cast<int>(kind) << false;
        }
    }
    void lostAnswer()
    {
        QFETCH(int, kind);
        QFETCH(bool, hasLanded);
        FaultRig rig;
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        rig.plan.add({.name = hasLanded ? "the answer" : "the request",
                      .point = hasLanded ? FaultPoint::WsAnswer : FaultPoint::WsRequest,
                      .kind = FaultKind::Lose,
                      .matches = FaultPlan::contains(hasLanded ? "\"channel\":\"post\""
                                                               : "\"type\":\"action\"")});
        rig.core->moveMoney(1, orderOf(static_cast<MoneyKind>(kind), "15", kStranger));
        QVERIFY(waitFor(rig, 1, MoneyState::Unknown));
        QCOMPARE(rig.sink.answers.at(1), 1);
        // Its twin waits for the outcome.
        rig.core->moveMoney(2, orderOf(static_cast<MoneyKind>(kind), "15", kStranger));
        QVERIFY(rig.until(1s, [&] { return rig.sink.results.contains(2); }));
        QVERIFY(!rig.sink.results.at(2).ok);
        const bool isResolved = waitFor(rig, 1, hasLanded ? MoneyState::Done : MoneyState::Dead);
        const auto &last = rig.account().ledger.back();
        QVERIFY2(isResolved,
                 (rig.sink.money.at(1).sentence + ' ' + std::to_string(rig.sink.money.at(1).nonce) +
                  ' ' + codec::toJson(last.delta) + ' ' + std::to_string(last.time))
                     .c_str());
        rig.run(20s);
        QCOMPARE(rig.account().ledger.size(), kDeposits + (hasLanded ? 1 : 0));
        QVERIFY(rig.plan.silent().empty());
        QCOMPARE(rig.sink.answers.at(1), 1);
    }

    /// An agent cannot withdraw or send (D2): said, and nothing is signed.
    void agentCannot()
    {
        FaultRig rig(false);
        auto *master = rig.venue.exchange().accounts().find(sim::practiceAddress());
        master->agents.push_back(
            {keyOf("agent").address(), "desk", rig.clock.wallMs() + TimeMs{86'400'000}});
        rig.adjust = [](engine::EngineConfig &config, engine::EngineParts &parts) {
            config.signerKind = engine::SignerKind::Agent;
            parts.makeSigner = [](auto done) { done(std::make_unique<LocalPort>(keyOf("agent"))); };
        };
        rig.startEngine();
        QVERIFY(rig.until(20s, [&] { return rig.isReady(); }));
        rig.core->moveMoney(1, orderOf(MoneyKind::Withdraw, "15", kStranger));
        QVERIFY(waitFor(rig, 1, MoneyState::Refused));
        QVERIFY(rig.sink.money.at(1).sentence.find("agent cannot withdraw") != std::string::npos);
        QVERIFY(rig.plan.handed.empty());
    }

    /// Beside an agent the device signs what moves money, and nothing is sent without its press.
    void G20_the_device_shows_the_fields_data()
    {
        QTest::addColumn<bool>("isApproved");
        QTest::newRow("approved") << true;
        QTest::newRow("refused on the device") << false;
    }
    void G20_the_device_shows_the_fields()
    {
        QFETCH(bool, isApproved);
        DeviceRig d(engine::TradeMode::AgentTrades, true);
        QVERIFY(d.ready());
        d.rig.run(10s);
        d.device.refuses = !isApproved;
        d.device.version = "1.17.0"; // pages through the fields
        d.core().moveMoney(31, orderOf(MoneyKind::Withdraw, "15", kStranger));
        QVERIFY(d.untilAt(31, engine::ReviewState::OnDevice));
        const engine::SigningReview &review = *d.review(31);
        QVERIFY(review.kind == engine::ReviewKind::UserSigned);
        const auto names = [&](const std::vector<std::string> &lines, const std::string &what) {
            return std::ranges::any_of(lines, [&](const std::string &line) {
                return line.find(what) != std::string::npos;
            });
        };
        QVERIFY(names(review.words, guard::checksummedAddress(kStranger)) ||
                names(review.words, kStranger.toString()));
        QCOMPARE(d.rig.account().ledger.size(), kDeposits);
        QVERIFY(waitFor(d.rig, 1, isApproved ? MoneyState::Done : MoneyState::NotSent));
        QVERIFY(d.rig.sink.money.at(1).byDevice);
        if (isApproved)
            QVERIFY(names(d.device.shown, kStranger.toString()));
        QCOMPARE(d.rig.account().ledger.size(), kDeposits + (isApproved ? 1 : 0));
    }

    /// Commands and events of money are in a recording: by the device, and by the account's key
    /// with an address made here and a lost answer.
    void recordedAndReplayed_data()
    {
        QTest::addColumn<bool>("byDevice");
        QTest::newRow("device") << true;
        QTest::newRow("key") << false;
    }
    void recordedAndReplayed()
    {
        QFETCH(bool, byDevice);
        QTemporaryDir dir;
        const std::string path = dir.filePath("money.jsonl").toStdString();
        {
            RecordedDevice r(path, engine::TradeMode::DeviceOnly,
                             [&](engine::EngineConfig &config, engine::EngineParts &parts) {
                                 if (byDevice)
                                     return;
                                 config.device.reset();
                                 config.signerKind = engine::SignerKind::LocalKey;
                                 parts.makeDevice = {};
                                 parts.makeSigner = [](auto done) {
                                     done(std::make_unique<LocalPort>(std::move(
                                         crypto::SecretKey::create(sim::practiceKey()).value())));
                                 };
                             });
            QVERIFY(r.d.rig.until(20s, [&] {
                return r.d.rig.isReady() && (!byDevice || r.d.core().device().queue() != nullptr);
            }));
            r.d.approveAtVenue("desk", keyOf("agent").address());
            auto order = orderOf(MoneyKind::Withdraw, "15", kStranger);
            order.book = {{kStranger, 5, 7}};
            r.d.core().readMoneyFacts(1, kStranger);
            r.d.core().moveMoney(2, order);
            QVERIFY(waitFor(r.d.rig, 1, MoneyState::Done));
            order = orderOf(MoneyKind::RevokeAgent, "0");
            order.name = "desk";
            r.d.core().moveMoney(3, order);
            const bool isRevoked = waitFor(r.d.rig, 2, MoneyState::Done);
            QVERIFY2(isRevoked, r.d.rig.sink.money.at(2).sentence.c_str());
            if (!byDevice) {
                r.d.rig.plan.add({.name = "the request",
                                  .point = FaultPoint::WsRequest,
                                  .kind = FaultKind::Lose,
                                  .matches = FaultPlan::contains("\"type\":\"action\"")});
                r.d.core().moveMoney(4, orderOf(MoneyKind::SendUsd, "3", kStranger));
                QVERIFY(waitFor(r.d.rig, 3, MoneyState::Dead));
            }
            r.recording->finish();
        }
        RecordingSink window;
        const auto replayed = engine::replaySession(path, window);
        QVERIFY2(replayed, replayed ? "" : replayed.error().sentence().c_str());
        QVERIFY2(!replayed->divergence, replayed->divergence ? replayed->divergence->c_str() : "");
        QVERIFY(replayed->recorded && *replayed->recorded == replayed->hashes);
        QCOMPARE(window.money.size(), byDevice ? std::size_t{2} : std::size_t{3});
        QVERIFY(window.money.at(1).state == MoneyState::Done);
        QVERIFY(window.moneyFacts.has_value());
    }

private:
    static std::string poisonOf(const Address &known)
    {
        Address other = known;
        other.bytes[10] = static_cast<std::uint8_t>(other.bytes[10] ^ 0xff);
        return other.toString();
    }

    static Address addSubAccount(FaultRig &rig)
    {
        auto &accounts = rig.venue.exchange().accounts();
        const sim::UserId master = accounts.find(sim::practiceAddress())->id;
        sim::SimAccount &sub =
            accounts.create(addressFrom("0x5ab0000000000000000000000000000000000001"));
        sub.master = master;
        sub.name = "desk";
        return sub.address;
    }
};

QTEST_GUILESS_MAIN(TestMoneyVenue)
#include "tst_money_venue.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/faults/fault_rig.h"
#include "component/faults/fault_rows.h"
#include "sim/treasury.h"
#include "trading/intent_rows.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::MoneyState;
using model::MoneyKind;

namespace {

const Address kStranger = Address::parse("0x7a16ff8270133f063aab6c9977183d9e72835428").value();
constexpr auto kHeld = "The same movement is on its way and its outcome is not known yet.";

class MemoryJournal final : public trading::IntentStore
{
public:
    MemoryJournal(std::vector<JournalEntry> &rows, TimerService &timers)
        : m_rows(rows)
        , m_timers(timers)
    {}
    void write(std::vector<JournalEntry> rows,
               std::function<void(Result<std::uint64_t>)> done) override
    {
        m_rows.insert(m_rows.end(), rows.begin(), rows.end());
        m_timers.after(
            1ms, [count = m_rows.size(), done = std::move(done)] { done(std::uint64_t{count}); });
    }

private:
    std::vector<JournalEntry> &m_rows;
    TimerService &m_timers;
};

/// A venue that lives on while the terminal is started again and again on one journal.
struct Terminal
{
    Terminal()
    {
        rig.adjust = [this](engine::EngineConfig &, engine::EngineParts &parts) {
            parts.journalNetwork = "testnet";
            parts.openJournal = [this](auto done) { done(opened()); };
        };
    }
    /// What a journal on the disk says when it is opened.
    engine::QueuedJournal::Opened opened()
    {
        engine::QueuedJournal::Opened out;
        out.store = std::make_unique<MemoryJournal>(rows, rig.clock);
        out.start.lastSeq = rows.size();
        for (const JournalEntry &row : rows) {
            out.start.lastIntent = std::max(out.start.lastIntent, row.intent);
            if (row.kind != journal_kind::kSigning)
                continue;
            out.start.recent.push_back(row);
            if (!hasEnd(row.intent))
                out.start.unresolved.push_back(row);
        }
        return out;
    }
    bool hasEnd(IntentId intent) const
    {
        return std::ranges::any_of(rows, [&](const JournalEntry &row) {
            return row.intent == intent &&
                   (row.kind == journal_kind::kOutcome || row.kind == journal_kind::kWiped);
        });
    }
    void start()
    {
        rig.startEngine();
        QVERIFY(rig.until(30s, [&] { return rig.isReady(); }));
    }
    /// The process is gone; what it had in its memory too.
    void die()
    {
        rig.core.reset();
        rig.sink.money.clear();
        rig.sink.moneyStates.clear();
        rig.sink.results.clear();
        rig.sink.fees.reset();
        rig.sink.account = {};
        rig.sink.books.clear();
    }
    bool waitFor(std::uint64_t id, MoneyState state, std::chrono::milliseconds most = 60s)
    {
        return rig.until(most, [&] {
            const auto at = rig.sink.money.find(id);
            return at != rig.sink.money.end() && at->second.state == state;
        });
    }
    std::string saidOf(std::uint64_t id) const
    {
        const auto at = rig.sink.money.find(id);
        return at == rig.sink.money.end() ? "nothing" : at->second.sentence;
    }
    void lose(bool hasLanded)
    {
        rig.plan.add({.name = hasLanded ? "the answer" : "the request",
                      .point = hasLanded ? FaultPoint::WsAnswer : FaultPoint::WsRequest,
                      .kind = FaultKind::Lose,
                      .matches = FaultPlan::contains(hasLanded ? "\"channel\":\"post\""
                                                               : "\"type\":\"action\"")});
    }
    /// Signings without an end.
    std::size_t open() const
    {
        return static_cast<std::size_t>(std::ranges::count_if(rows, [&](const JournalEntry &row) {
            return row.kind == journal_kind::kSigning && !hasEnd(row.intent);
        }));
    }
    model::MoneyOrder orderOf(MoneyKind kind, std::string_view amount = "15")
    {
        model::MoneyOrder order;
        order.kind = kind;
        order.amount = Decimal::parse(amount).value();
        order.destination = kStranger;
        order.asked = {"new", "share"};
        if (kind == MoneyKind::DexTransfer)
            order.destinationDex = "spot";
        if (kind == MoneyKind::VaultTransfer)
            order.destination = sim::Treasury::vaultAddress();
        if (kind == MoneyKind::SubAccountTransfer)
            order.destination = subAccount();
        return order;
    }
    Address subAccount()
    {
        const Address address =
            Address::parse("0x5ab0000000000000000000000000000000000001").value();
        auto &accounts = rig.venue.exchange().accounts();
        if (accounts.find(address) == nullptr) {
            const sim::UserId master = accounts.find(sim::practiceAddress())->id;
            sim::SimAccount &sub = accounts.create(address);
            sub.master = master;
            sub.name = "desk";
        }
        return address;
    }

    std::vector<JournalEntry> rows;
    FaultRig rig{false};
};

} // namespace

/// A movement of money whose process ended before its outcome was known.
class TestMoneyRestart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itsTwinIsHeldAndItIsFoundOut_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("hasLanded");
        for (const auto &[name, kind] :
             {std::pair{"withdraw", MoneyKind::Withdraw}, std::pair{"send", MoneyKind::SendUsd},
              std::pair{"spot", MoneyKind::SendSpot}, std::pair{"class", MoneyKind::ClassTransfer},
              std::pair{"dex", MoneyKind::DexTransfer},
              std::pair{"sub-account", MoneyKind::SubAccountTransfer},
              std::pair{"vault", MoneyKind::VaultTransfer}}) {
            QTest::addRow("%s, landed", name) << static_cast<int>(kind) << true;
            QTest::addRow("%s, lost on the way", name) << static_cast<int>(kind) << false;
        }
    }

    void itsTwinIsHeldAndItIsFoundOut()
    {
        QFETCH(int, kind);
        QFETCH(bool, hasLanded);
        const auto what = static_cast<MoneyKind>(kind);
        Terminal t;
        t.start();
        const std::size_t before = t.rig.account().ledger.size();
        t.lose(hasLanded);
        t.rig.core->moveMoney(1, t.orderOf(what));
        QVERIFY(t.rig.until(5s, [&] { return !t.rig.plan.handed.empty(); }));
        t.rig.run(100ms);
        QVERIFY(t.rig.plan.silent().empty());
        t.die();
        QCOMPARE(t.open(), std::size_t{1});

        // The ledger is silent for a while, so that it stays unknown.
        Fault &silent = t.rig.plan.add(coded(
            fault(FaultPoint::HttpRequest, FaultKind::Status, "userNonFundingLedgerUpdates", 1'000),
            500));
        const std::size_t handed = t.rig.plan.handed.size();
        t.start();
        QVERIFY(t.waitFor(1, MoneyState::Unknown));
        QCOMPARE(std::size_t(t.rig.sink.journal.unresolved), std::size_t{1});
        t.rig.core->moveMoney(2, t.orderOf(what));
        QVERIFY(t.waitFor(2, MoneyState::Refused));
        QCOMPARE(t.saidOf(2), std::string(kHeld));
        QCOMPARE(t.rig.plan.handed.size(), handed);

        silent.times = 0;
        QVERIFY2(t.waitFor(1, hasLanded ? MoneyState::Done : MoneyState::Dead),
                 t.saidOf(1).c_str());
        QVERIFY(t.rig.until(5s, [&] { return t.rig.sink.journal.unresolved == 0; }));
        t.rig.run(2s);
        QCOMPARE(t.open(), std::size_t{0});
        QCOMPARE(t.rig.account().ledger.size(), before + (hasLanded ? 1 : 0));
        // Found out: now it is free again.
        t.rig.core->moveMoney(3, t.orderOf(what));
        QVERIFY2(t.waitFor(3, MoneyState::Done), t.saidOf(3).c_str());
        QCOMPARE(t.rig.account().ledger.size(), before + (hasLanded ? 2 : 1));
        t.die();
        t.start();
        t.rig.run(5s);
        QVERIFY(t.rig.sink.money.empty());
    }

    /// Another amount, place, direction or kind is another movement.
    void anotherMovementIsFree_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("amount");
        QTest::addColumn<bool>("isIn");
        QTest::addColumn<bool>("isHeld");
        const auto row = [](const char *name, MoneyKind kind, const char *amount, bool isIn,
                            bool isHeld) {
            QTest::newRow(name) << static_cast<int>(kind) << amount << isIn << isHeld;
        };
        row("the same", MoneyKind::ClassTransfer, "15", true, true);
        row("the same, written otherwise", MoneyKind::ClassTransfer, "15.00", true, true);
        row("another amount", MoneyKind::ClassTransfer, "15.01", true, false);
        row("the other way", MoneyKind::ClassTransfer, "15", false, false);
        row("another kind", MoneyKind::SendUsd, "15", true, false);
    }

    void anotherMovementIsFree()
    {
        QFETCH(int, kind);
        QFETCH(QString, amount);
        QFETCH(bool, isIn);
        QFETCH(bool, isHeld);
        Terminal t;
        t.start();
        t.lose(false);
        t.rig.core->moveMoney(1, t.orderOf(MoneyKind::ClassTransfer));
        t.rig.run(1s);
        t.die();
        t.rig.plan.add(coded(fault(FaultPoint::WsRequest, FaultKind::Lose, "noop", 1'000), 0));
        t.start();
        QVERIFY(t.waitFor(1, MoneyState::Unknown));
        auto order = t.orderOf(static_cast<MoneyKind>(kind), amount.toStdString());
        order.isIn = isIn;
        t.rig.core->moveMoney(2, order);
        QVERIFY2(t.waitFor(2, isHeld ? MoneyState::Refused : MoneyState::Done),
                 t.saidOf(2).c_str());
        QCOMPARE(t.saidOf(2) == kHeld, isHeld);
    }

    /// Rows without a nonce look alike: one that an earlier movement made proves nothing.
    void equalRowsAreCounted_data()
    {
        QTest::addColumn<bool>("hasLanded");
        QTest::newRow("both landed") << true;
        QTest::newRow("the first one landed") << false;
    }

    void equalRowsAreCounted()
    {
        QFETCH(bool, hasLanded);
        Terminal t;
        t.start();
        t.rig.core->moveMoney(1, t.orderOf(MoneyKind::ClassTransfer));
        QVERIFY(t.waitFor(1, MoneyState::Done));
        t.rig.run(5s);
        t.lose(hasLanded);
        t.rig.core->moveMoney(2, t.orderOf(MoneyKind::ClassTransfer));
        t.rig.run(1s);
        t.die();
        t.start();
        QVERIFY2(t.waitFor(1, hasLanded ? MoneyState::Done : MoneyState::Dead),
                 t.saidOf(1).c_str());
        t.rig.run(2s);
        QCOMPARE(t.open(), std::size_t{0});
    }

    void numbersAheadOfTheClock_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("isRestarted");
        for (const auto &[name, kind] :
             {std::pair{"withdraw", MoneyKind::Withdraw}, std::pair{"send", MoneyKind::SendUsd},
              std::pair{"class", MoneyKind::ClassTransfer}}) {
            QTest::addRow("%s, in this session", name) << static_cast<int>(kind) << false;
            QTest::addRow("%s, of the last session", name) << static_cast<int>(kind) << true;
        }
    }

    /// After many quick starts, or a clock that was set back, a nonce is later than any row of it.
    void numbersAheadOfTheClock()
    {
        QFETCH(int, kind);
        QFETCH(bool, isRestarted);
        const auto what = static_cast<MoneyKind>(kind);
        Terminal t;
        t.rig.nonces =
            trading::MemoryNonceStore(static_cast<Nonce>(t.rig.clock.wallMs()) + 3'600'000);
        t.start();
        const std::size_t before = t.rig.account().ledger.size();
        t.lose(true);
        t.rig.core->moveMoney(1, t.orderOf(what));
        if (isRestarted) {
            QVERIFY(t.rig.until(5s, [&] { return !t.rig.plan.handed.empty(); }));
            t.rig.run(100ms);
            t.die();
            t.start();
        }
        QVERIFY2(t.waitFor(1, MoneyState::Done, 120s), t.saidOf(1).c_str());
        QVERIFY(t.rig.sink.money.at(1).nonce > Nonce(t.rig.clock.wallMs() + 3'000'000));
        QCOMPARE(t.rig.account().ledger.size(), before + 1);
    }

    void aNoopOfAnEarlierStartUsedItsNumber_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("withdraw") << static_cast<int>(MoneyKind::Withdraw);
        QTest::newRow("send") << static_cast<int>(MoneyKind::SendUsd);
        QTest::newRow("class") << static_cast<int>(MoneyKind::ClassTransfer);
    }

    /// The start that spent its nonce did not live to write that down: the next one is told that
    /// the number is used, which alone proves nothing.
    void aNoopOfAnEarlierStartUsedItsNumber()
    {
        QFETCH(int, kind);
        const auto what = static_cast<MoneyKind>(kind);
        Terminal t;
        t.start();
        const std::size_t before = t.rig.account().ledger.size();
        t.lose(false);
        t.rig.core->moveMoney(1, t.orderOf(what));
        QVERIFY(t.rig.until(5s, [&] { return !t.rig.plan.handed.empty(); }));
        t.rig.run(100ms);
        t.die();
        t.rig.plan.add(fault(FaultPoint::WsAnswer, FaultKind::Lose, member("channel", "post")));
        t.start();
        QVERIFY(t.rig.until(
            30s, [&] { return t.rig.plan.handed.back().find("noop") != std::string::npos; }));
        t.rig.run(100ms);
        QVERIFY(t.rig.plan.silent().empty());
        t.die();

        t.start();
        QVERIFY(t.waitFor(1, MoneyState::Unknown));
        t.rig.run(20s);
        QVERIFY2(t.rig.sink.money.at(1).state == MoneyState::Unknown, t.saidOf(1).c_str());
        t.rig.core->moveMoney(2, t.orderOf(what));
        QVERIFY(t.waitFor(2, MoneyState::Refused));
        QCOMPARE(t.saidOf(2), std::string(kHeld));
        QVERIFY2(t.waitFor(1, MoneyState::Dead), t.saidOf(1).c_str());
        t.rig.run(2s);
        QCOMPARE(t.rig.account().ledger.size(), before);
        t.rig.core->moveMoney(3, t.orderOf(what));
        QVERIFY2(t.waitFor(3, MoneyState::Done), t.saidOf(3).c_str());
    }

    /// Nobody can spend its nonce, and the record stays silent: after two days it is over.
    void withoutAKeyItEndsWithItsNonce()
    {
        Terminal t;
        t.start();
        t.lose(false);
        t.rig.core->moveMoney(1, t.orderOf(MoneyKind::Withdraw));
        t.rig.run(1s);
        t.die();
        t.rig.shownAccount = sim::practiceAddress();
        t.rig.adjust = [&, next = t.rig.adjust](engine::EngineConfig &config,
                                                engine::EngineParts &parts) {
            next(config, parts);
            parts.makeSigner = {};
        };
        t.start();
        QVERIFY(t.waitFor(1, MoneyState::Unknown));
        t.rig.run(30s);
        QVERIFY(t.rig.sink.money.at(1).state == MoneyState::Unknown);
        t.rig.clock.stepWall(48 * 3'600'000);
        QVERIFY2(t.waitFor(1, MoneyState::Dead, 120s), t.saidOf(1).c_str());
        t.rig.run(2s); // rows that wait for nobody are written in a moment
        QCOMPARE(t.open(), std::size_t{0});
    }

    /// What has ended is forgotten some day; what is open never.
    void whatHasEndedIsNotKeptForEver()
    {
        Terminal t;
        t.start();
        t.lose(false);
        t.rig.plan.add(coded(fault(FaultPoint::WsRequest, FaultKind::Lose, "noop", 100'000), 0));
        t.rig.core->moveMoney(1, t.orderOf(MoneyKind::Withdraw));
        QVERIFY(t.waitFor(1, MoneyState::Unknown));
        for (int i = 0; i < 500; ++i) // refused: larger than what may be moved, or its twin
            t.rig.core->moveMoney(RequestId(10 + i), t.orderOf(MoneyKind::Withdraw));
        t.rig.run(1s);
        t.rig.sink.money.clear();
        t.rig.core->requestState();
        t.rig.run(100ms);
        QVERIFY2(t.rig.sink.money.size() <= 200, std::to_string(t.rig.sink.money.size()).c_str());
        QVERIFY(t.rig.sink.money.contains(1));
    }
};

QTEST_GUILESS_MAIN(TestMoneyRestart)
#include "tst_money_restart.moc"

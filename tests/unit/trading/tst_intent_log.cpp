// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/dispatch_fakes.h"
#include "support/manual_clock.h"
#include "trading/action_encoding.h"
#include "trading/intent_check.h"
#include "trading/intent_rows.h"
#include "venue/hyperliquid/actions/actions.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace hl;
using namespace hl::trading;
using namespace std::chrono_literals;
using test::FakeSigner;
using test::FakeTransport;
using test::ManualClock;
using Fate = DispatchResult::Fate;

namespace {

/// A disk that writes, fails or stays silent when told.
class FakeStore final : public IntentStore
{
public:
    struct Disk
    {
        std::vector<JournalEntry> rows;
        std::vector<
            std::pair<std::vector<JournalEntry>, std::function<void(Result<std::uint64_t>)>>>
            pending;
        std::optional<Error> broken;
        bool isInstant = true; ///< answers in the next turn
        int writes = 0;

        void answer()
        {
            auto calls = std::exchange(pending, {});
            for (auto &[written, done] : calls)
                finish(std::move(written), done);
        }
        void finish(std::vector<JournalEntry> written,
                    const std::function<void(Result<std::uint64_t>)> &done)
        {
            if (broken)
                return done(fail(*broken));
            rows.insert(rows.end(), written.begin(), written.end());
            done(std::uint64_t{rows.size()});
        }
        std::vector<std::string> kinds() const
        {
            std::vector<std::string> all;
            for (const JournalEntry &row : rows)
                all.push_back(row.kind);
            return all;
        }
        std::string text() const
        {
            std::string all;
            for (const JournalEntry &row : rows)
                all += row.kind + ' ' + row.payload + '\n';
            return all;
        }
    };

    FakeStore(Disk &disk, ManualClock &clock) : m_disk(disk), m_clock(clock) {}
    void write(std::vector<JournalEntry> rows,
               std::function<void(Result<std::uint64_t>)> done) override
    {
        ++m_disk.writes;
        if (!m_disk.isInstant) {
            m_disk.pending.emplace_back(std::move(rows), std::move(done));
            return;
        }
        m_clock.after(0ms, [&disk = m_disk, rows = std::move(rows), done = std::move(done)] {
            disk.finish(rows, done);
        });
    }

private:
    Disk &m_disk;
    ManualClock &m_clock;
};

actions::Action orderOf(std::uint8_t n, bool reduceOnly = false)
{
    actions::Order order;
    actions::OrderWire wire;
    wire.a = 0;
    wire.p.text = "95000";
    wire.s.text = "0.01";
    wire.r = reduceOnly;
    wire.t.kind = actions::Limit{actions::Tif::Gtc};
    Cloid cloid;
    cloid.bytes[15] = n;
    wire.c = cloid;
    order.orders.push_back(wire);
    return order;
}

ActionRequest requestOf(actions::Action action, bool isExit = false)
{
    ActionRequest request;
    request.isExit = isExit;
    request.encode = encoderOf(std::move(action), {false, std::nullopt}, 1'700'000'015'000);
    request.about = {{"ticket", codec::Object{{"coin", "BTC"}}}};
    return request;
}

struct Desk
{
    ManualClock clock;
    MemoryNonceStore nonces;
    FakeSigner signer;
    FakeTransport wire;
    FakeStore::Disk disk;
    IntentLog log{clock, clock};
    Dispatcher dispatcher{clock, clock, nonces, signer, wire, &log};
    std::map<int, DispatchResult> results;

    explicit Desk(bool isOpen = true)
    {
        signer.isInstant = true;
        log.setSession("testnet", "0x00000000000000000000000000000000000000aa");
        if (isOpen)
            log.setStore(std::make_unique<FakeStore>(disk, clock));
    }
    Dispatcher::Submitted submit(int n, bool isExit = false)
    {
        return dispatcher.submit(requestOf(orderOf(static_cast<std::uint8_t>(n), isExit), isExit),
                                 [this, n](const DispatchResult &r) { results[n] = r; });
    }
    void settle() { clock.advance(100ms); }
    std::string verdict() const
    {
        IntentCheck check;
        for (const JournalEntry &row : disk.rows)
            if (const Status status = check.check(row); !status)
                return row.kind + ": " + status.error().sentence();
        return {};
    }
};

constexpr auto kResting =
    R"({"status":"ok","response":{"type":"order","data":{"statuses":[{"resting":{"oid":77}}]}}})";
const std::vector<std::string> kWhole{"intent", "signing", "sent", "answer", "outcome"};

} // namespace

/// What the dispatcher writes down, when, and what happens while it cannot be written.
class TestIntentLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsSignedBeforeItsRowIsDurable()
    {
        Desk desk;
        desk.disk.isInstant = false;
        desk.submit(1);
        desk.settle();
        QCOMPARE(desk.signer.asked, 0);
        QVERIFY(desk.wire.sent.empty());
        QCOMPARE(desk.disk.pending.size(), std::size_t{1});
        desk.disk.answer();
        QCOMPARE(desk.signer.asked, 1);
        QCOMPARE(desk.wire.sent.size(), std::size_t{1});
        desk.disk.isInstant = true;
        desk.wire.answerOk(0, kResting);
        desk.settle();
        QCOMPARE(desk.disk.kinds(), kWhole);
        QVERIFY2(desk.verdict().empty(), desk.verdict().c_str());
        // One transaction before it leaves, one for all that comes after.
        QCOMPARE(desk.disk.writes, 2);
    }

    /// D14: of what did not leave there is hash, nonce and reason, never a signature.
    void noSignatureOfWhatDidNotLeave_data()
    {
        QTest::addColumn<QString>("how");
        for (const char *how : {"refused by the signer", "dropped at the last moment",
                                "not connected", "written by nobody", "given up", "lost"})
            QTest::newRow(how) << QString::fromLatin1(how);
    }

    void noSignatureOfWhatDidNotLeave()
    {
        QFETCH(QString, how);
        Desk desk;
        ActionRequest request = requestOf(orderOf(1));
        desk.signer.isInstant = how != "refused by the signer" && how != "given up";
        if (how == "dropped at the last moment")
            request.dropReason = [] { return std::optional<std::string>("too late"); };
        desk.wire.isDown = how == "not connected";
        std::optional<DispatchResult> result;
        const auto submitted = desk.dispatcher.submit(std::move(request),
                                                      [&](const DispatchResult &r) { result = r; });
        desk.settle();
        if (how == "refused by the signer")
            QVERIFY(desk.signer.refuse(submitted.ticket));
        if (how == "given up")
            QVERIFY(desk.dispatcher.abandon(submitted.ticket, "given up"));
        if (how == "written by nobody")
            desk.wire.answer(0, {false, false, 0, {}, {ErrorKind::Transport, "no route"}, 0, 0});
        if (how == "lost")
            desk.wire.lose(0); // left and lost: the signature is kept
        desk.settle();
        QVERIFY(result);
        const std::string text = desk.disk.text();
        if (how == "lost") {
            QCOMPARE(result->fate, Fate::Unknown);
            QVERIFY2(text.find("signature") != std::string::npos, text.c_str());
            QVERIFY2(text.find("wiped") == std::string::npos, text.c_str());
            return;
        }
        QVERIFY(result->fate == Fate::NotSent || result->fate == Fate::SignatureFailed);
        QVERIFY2(text.find("\"signature\"") == std::string::npos, text.c_str());
        const auto row = std::ranges::find(desk.disk.rows, std::string(journal_kind::kWiped),
                                           &JournalEntry::kind);
        QVERIFY2(row != desk.disk.rows.end(), text.c_str());
        for (const char *word : {"\"reason\":", "\"nonce\":", "\"digest\":\"0x"})
            QVERIFY2(row->payload.find(word) != std::string::npos, row->payload.c_str());
        QVERIFY2(desk.verdict().empty(), desk.verdict().c_str());
    }

    // --- G12

    void G12_anEntryIsRefusedRatherThanSignedUnrecorded()
    {
        Desk desk;
        desk.disk.broken = Error{ErrorKind::Internal, "the disk is full"};
        desk.submit(1);
        desk.settle();
        QCOMPARE(desk.signer.asked, 0);
        QVERIFY(desk.wire.sent.empty());
        QCOMPARE(desk.results[1].fate, Fate::NotSent);
        QVERIFY(desk.results[1].error.detail.find("the disk is full") != std::string::npos);
        // Known trouble: nothing is even begun.
        const int writes = desk.disk.writes;
        desk.submit(2);
        desk.clock.advance(1ms);
        QCOMPARE(desk.results[2].fate, Fate::NotSent);
        QCOMPARE(desk.disk.writes, writes);
    }

    void G12_anExitLeavesAndIsWrittenLater()
    {
        Desk desk;
        desk.disk.broken = Error{ErrorKind::Internal, "the disk is full"};
        desk.submit(1, true);
        desk.settle();
        QCOMPARE(desk.wire.sent.size(), std::size_t{1});
        desk.wire.answerOk(0, kResting);
        desk.settle();
        QCOMPARE(desk.results[1].fate, Fate::Answered);
        QVERIFY(desk.disk.rows.empty());
        QCOMPARE(desk.log.held(), std::size_t{5});
        QVERIFY(desk.log.trouble().has_value());
        desk.disk.broken.reset();
        desk.clock.advance(2s);
        QVERIFY(!desk.log.trouble().has_value());
        QCOMPARE(desk.log.held(), std::size_t{0});
        QCOMPARE(desk.disk.kinds(), kWhole);
        for (const JournalEntry &row : desk.disk.rows) {
            QVERIFY2(row.payload.starts_with("{\"writtenLate\":17"), row.payload.c_str());
            QVERIFY(codec::parseJson(row.payload).has_value());
        }
        QVERIFY2(desk.verdict().empty(), desk.verdict().c_str());
        desk.submit(2);
        desk.settle();
        QCOMPARE(desk.wire.sent.size(), std::size_t{2});
        QVERIFY(!desk.disk.rows.back().payload.starts_with("{\"writtenLate\""));
    }

    void anExitDoesNotWaitForASilentDisk()
    {
        Desk desk;
        desk.disk.isInstant = false;
        desk.submit(1);
        desk.submit(2, true);
        desk.clock.advance(300ms);
        QVERIFY(desk.wire.sent.empty());
        desk.clock.advance(300ms);
        // The entry ahead of it gave its place up unsigned.
        QCOMPARE(desk.signer.asked, 1);
        QCOMPARE(desk.wire.sent.size(), std::size_t{1});
        QVERIFY(desk.wire.sent[0].isExit);
        QCOMPARE(desk.results[1].fate, Fate::NotSent);
        desk.wire.answerOk(0, kResting);
        // Then the disk answers after all: everything is in order.
        desk.disk.isInstant = true;
        desk.disk.answer();
        desk.settle();
        QCOMPARE(desk.log.held(), std::size_t{0});
        QVERIFY2(desk.verdict().empty(), desk.verdict().c_str());
        QCOMPARE(desk.signer.asked, 1);
        // And it is marked: it left before anything of it was durable (G12).
        const auto sent = std::ranges::find(desk.disk.rows, std::string(journal_kind::kSent),
                                            &JournalEntry::kind);
        QVERIFY(sent != desk.disk.rows.end());
        QCOMPARE(summaryOf(*sent).state, std::string("sent, late"));
        desk.submit(3, true);
        desk.settle();
        QCOMPARE(summaryOf(desk.disk.rows.back()).state, std::string("sent"));
    }

    /// The nonce file is on the same disk.
    void anExitLeavesWithoutAStoredNonce()
    {
        struct BrokenNonces final : NonceStore
        {
            Nonce reserved() const override { return 0; }
            void reserve(Nonce, std::function<void(Status)> done) override
            {
                done(fail(ErrorKind::Internal, "the disk is full"));
            }
        } nonces;
        ManualClock clock;
        FakeSigner signer;
        signer.isInstant = true;
        FakeTransport wire;
        Dispatcher dispatcher{clock, clock, nonces, signer, wire};
        std::optional<DispatchResult> entry;
        dispatcher.submit(requestOf(orderOf(1)), [&](const DispatchResult &r) { entry = r; });
        std::vector<Nonce> used;
        used.push_back(
            dispatcher.submit(requestOf(orderOf(2, true), true), [](const auto &) {}).nonce);
        used.push_back(
            dispatcher.submit(requestOf(orderOf(3, true), true), [](const auto &) {}).nonce);
        clock.advance(1ms);
        QVERIFY(entry && entry->fate == Fate::NotSent);
        QCOMPARE(wire.sent.size(), std::size_t{2});
        QVERIFY(used[1] > used[0]);
    }

    /// Opened late: what came meanwhile is written first, in order, marked.
    void aStoreThatComesLate()
    {
        Desk desk(false);
        desk.log.storeFailed({ErrorKind::Internal, "no journal"});
        desk.submit(1, true);
        desk.settle();
        QCOMPARE(desk.wire.sent.size(), std::size_t{1});
        desk.log.setStore(std::make_unique<FakeStore>(desk.disk, desk.clock));
        desk.clock.advance(2s);
        QCOMPARE(desk.disk.rows.size(), std::size_t{3});
        QVERIFY(!desk.log.trouble());
    }

    void whatIsLeftAtTheEndIsHandedOver()
    {
        FakeStore::Disk disk;
        ManualClock clock;
        {
            IntentLog log(clock, clock);
            log.setStore(std::make_unique<FakeStore>(disk, clock));
            log.note(1, journal_kind::kSent, "{}");
        }
        clock.advance(1ms);
        QCOMPARE(disk.rows.size(), std::size_t{1});
    }

    void intentNumbersRiseAcrossProcesses()
    {
        ManualClock clock;
        IntentLog first(clock, clock);
        const IntentId a = first.open();
        IntentLog second(clock, clock);
        second.setLast(a + 5);
        QVERIFY(second.open() > a + 5);
        // Also where the last process's journal cannot be read.
        clock.advance(10s);
        IntentLog third(clock, clock);
        QVERIFY(third.open() > a);
    }

    void aLostAnswerStaysOpenUntilItIsFoundOut()
    {
        Desk desk;
        const auto submitted = desk.submit(1);
        desk.settle();
        desk.wire.lose(0);
        desk.settle();
        QVERIFY(std::ranges::find(desk.disk.rows, std::string(journal_kind::kOutcome),
                                  &JournalEntry::kind) == desk.disk.rows.end());
        desk.dispatcher.foundOut(desk.signer.address(), submitted.nonce + 1, "another's");
        desk.dispatcher.foundOut(desk.signer.address(), submitted.nonce, "It rests.");
        desk.settle();
        QCOMPARE(desk.disk.rows.back().kind, std::string(journal_kind::kOutcome));
        QVERIFY(desk.disk.rows.back().payload.find("It rests.") != std::string::npos);
        const std::size_t rows = desk.disk.rows.size();
        desk.dispatcher.foundOut(desk.signer.address(), submitted.nonce, "again");
        desk.settle();
        QCOMPARE(desk.disk.rows.size(), rows);
    }

    // --- reading it again

    /// cases.md B26: 64 bits through every text.
    void integersSurviveEveryText()
    {
        venue::ItemOutcome item;
        item.kind = venue::OutcomeKind::Resting;
        item.oid = 436'889'885'178ULL;
        const std::string text = codec::toJson(outcomeObject(item));
        QCOMPARE(codec::parseJson(text)->uint("oid").value(), std::uint64_t{436'889'885'178});
        const auto record =
            signingObject(orderOf(1), 1'785'241'167'526, {}, {}, false, Hash32{}, Hash32{});
        QCOMPARE(codec::parseJson(codec::toJson(record))->uint("nonce").value(),
                 std::uint64_t{1'785'241'167'526});
    }

    void everyChangedByteOfARowIsNoticed_data()
    {
        QTest::addColumn<int>("row");
        QTest::newRow("signing") << 1;
        QTest::newRow("sent") << 2;
        QTest::newRow("answer") << 3;
    }

    /// The chain apart: a row that says something else than what was signed contradicts itself.
    void everyChangedByteOfARowIsNoticed()
    {
        QFETCH(int, row);
        Desk desk;
        desk.submit(1);
        desk.settle();
        desk.wire.answerOk(0, kResting);
        desk.settle();
        QCOMPARE(desk.disk.kinds(), kWhole);
        QVERIFY2(desk.verdict().empty(), desk.verdict().c_str());
        const std::string good = desk.disk.rows[static_cast<std::size_t>(row)].payload;
        // What the hashes and the signature cover; names and figures around them are the chain's.
        std::vector<std::pair<std::size_t, std::size_t>> covered;
        const auto cover = [&](const std::string &key) {
            const auto at = good.find("\"" + key + "\":");
            QVERIFY2(at != std::string::npos, key.c_str());
            const auto from = at + key.size() + 3;
            auto to = from;
            if (good[from] == '"')
                for (to = from + 1; good[to] != '"' || good[to - 1] == '\\'; ++to) {
                }
            else
                to = good.find_first_of(",}", from);
            covered.emplace_back(from, to);
        };
        if (row == 1) {
            for (const char *key :
                 {"signer", "nonce", "action", "expiresAfter", "msgpack", "connectionId", "digest"})
                cover(key);
        } else if (row == 2) {
            cover("posted");
        } else {
            for (const char *key : {"r", "s", "v"})
                cover(key);
        }
        int noticed = 0;
        int silent = 0;
        for (const auto &[from, to] : covered)
            for (std::size_t at = from; at < to; ++at) {
                std::string bad = good;
                bad[at] = static_cast<char>(bad[at] ^ 1);
                desk.disk.rows[static_cast<std::size_t>(row)].payload = bad;
                if (desk.verdict().empty())
                    ++silent;
                else
                    ++noticed;
            }
        std::printf("row %d: changed bytes noticed %d, silent %d\n", row, noticed, silent);
        std::fflush(stdout);
        QVERIFY(noticed > 100);
        // Hex digits may change case and stay the same figure.
        QCOMPARE(silent, 0);
    }

    void anotherSignersSignatureIsNamed()
    {
        Desk desk;
        desk.submit(1);
        desk.settle();
        desk.wire.answerOk(0, kResting);
        desk.settle();
        const auto read = readSigning(desk.disk.rows[1]);
        QVERIFY(read);
        const auto other = test::testKey(2).sign(read->digest).value();
        auto payload = codec::parseJson(desk.disk.rows[3].payload).value();
        for (auto &[key, value] : *payload.asObject())
            if (key == "signature")
                value = signatureObject(other);
        desk.disk.rows[3].payload = codec::toJson(payload);
        QVERIFY2(desk.verdict().find("was not made by 0x") != std::string::npos,
                 desk.verdict().c_str());
    }
};

QTEST_APPLESS_MAIN(TestIntentLog)
#include "tst_intent_log.moc"

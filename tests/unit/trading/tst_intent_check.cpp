// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/dispatch_fakes.h"
#include "support/manual_clock.h"
#include "trading/action_encoding.h"
#include "trading/intent_check.h"
#include "venue/hyperliquid/actions/actions.h"

#include <QtTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace hl;
using namespace hl::trading;
using namespace std::chrono_literals;
using test::FakeSigner;
using test::FakeTransport;
using test::ManualClock;

namespace {

using Rows = std::vector<JournalEntry>;

class ListStore final : public IntentStore
{
public:
    ListStore(Rows &rows, ManualClock &clock) : m_rows(rows), m_clock(clock) {}
    void write(Rows rows, std::function<void(Result<std::uint64_t>)> done) override
    {
        m_rows.insert(m_rows.end(), rows.begin(), rows.end());
        m_clock.after(0ms, [n = std::uint64_t{m_rows.size()}, done = std::move(done)] { done(n); });
    }

private:
    Rows &m_rows;
    ManualClock &m_clock;
};

Cloid cloidOf(std::uint8_t n)
{
    Cloid cloid;
    cloid.bytes[15] = n;
    return cloid;
}

/// What the dispatcher writes down of one order: sent and answered, or dropped at the last moment.
Rows rowsOf(std::uint8_t n, bool isSent)
{
    Rows rows;
    ManualClock clock;
    MemoryNonceStore nonces;
    FakeSigner signer;
    signer.isInstant = true;
    FakeTransport wire;
    IntentLog log(clock, clock);
    log.setSession("testnet", "0x00000000000000000000000000000000000000aa");
    log.setStore(std::make_unique<ListStore>(rows, clock));
    log.setLast(1'800'000'000'000 + n * 100U);
    Dispatcher dispatcher(clock, clock, nonces, signer, wire, &log);
    actions::Order order;
    actions::OrderWire item;
    item.p.text = "95000";
    item.s.text = "0.01";
    item.t.kind = actions::Limit{actions::Tif::Gtc};
    item.c = cloidOf(n);
    order.orders.push_back(item);
    ActionRequest request;
    request.encode = encoderOf(order, {false, std::nullopt}, 1'700'000'015'000);
    request.about = {{"ticket", codec::Object{{"coin", "BTC"}, {"cloid", cloidOf(n).toString()}}}};
    if (!isSent)
        request.dropReason = [] { return std::optional<std::string>("too late"); };
    dispatcher.submit(std::move(request), [](const DispatchResult &) {});
    clock.advance(100ms);
    if (isSent)
        wire.answerOk(0, R"({"status":"ok","response":{"type":"order","data":{"statuses":)"
                         R"([{"resting":{"oid":77,"cloid":")" +
                             cloidOf(n).toString() + R"("}}]}}})");
    clock.advance(100ms);
    return rows;
}

JournalEntry later(const Rows &of, std::string_view kind, std::string payload)
{
    return {of.front().time, of.front().intent, std::string(kind), std::move(payload)};
}

std::string withCloid(std::uint8_t n)
{
    return "{\"cloid\":\"" + cloidOf(n).toString() + "\",\"tid\":1}";
}

/// Number and sentence of the first row that is refused; 0: none is.
std::pair<int, std::string> verdictOf(const Rows &rows)
{
    IntentCheck check;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (const Status status = check.check(rows[i]); !status)
            return {static_cast<int>(i) + 1, status.error().sentence()};
    return {0, {}};
}

} // namespace

/// Each request's rows, judged as if nobody had written them.
class TestIntentCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsRight()
    {
        Rows rows = rowsOf(1, true);
        QCOMPARE(rows.size(), std::size_t{5});
        rows.push_back(later(rows, journal_kind::kFill, withCloid(1)));
        rows.push_back(later(rows, journal_kind::kFill, "{\"oid\":77}"));
        rows.push_back(later(rows, journal_kind::kEnded, withCloid(1)));
        const Rows wiped = rowsOf(2, false);
        QCOMPARE(wiped.back().kind, std::string(journal_kind::kWiped));
        rows.insert(rows.end(), wiped.begin(), wiped.end());
        // Where a row that was not under the head said so first.
        rows.push_back(later(wiped, journal_kind::kOutcome, "{\"foundOut\":\"It is not there.\"}"));
        rows.push_back(later(rows, journal_kind::kOutcome, "{\"foundOut\":\"The venue has it.\"}"));
        rows.push_back({1, 0, std::string(journal_kind::kUnproven), "{\"from\":1,\"to\":2}"});
        const auto verdict = verdictOf(rows);
        QVERIFY2(verdict.first == 0, (std::to_string(verdict.first) + verdict.second).c_str());
    }

    void whatContradictsIsNamed_data()
    {
        QTest::addColumn<int>("bad");
        QTest::addColumn<QString>("words");
        QTest::newRow("a second signing") << 3 << "already";
        QTest::newRow("a second intent") << 2 << "already";
        QTest::newRow("a second sent") << 4 << "already";
        QTest::newRow("a second answer") << 5 << "already";
        QTest::newRow("a second outcome") << 6 << "already";
        QTest::newRow("a second wiped") << 4 << "already";
        QTest::newRow("signing without intent") << 1 << "no row says";
        QTest::newRow("sent without signing") << 2 << "no row says";
        QTest::newRow("answer without sent") << 3 << "no row says what was posted";
        QTest::newRow("outcome without answer") << 4 << "no row says what the venue answered";
        QTest::newRow("fill without request") << 6 << "no row says";
        QTest::newRow("signature removed") << 4 << "is missing";
        QTest::newRow("signature of another") << 4 << "was not made by";
        QTest::newRow("sent after wiped") << 4 << "was not sent";
        QTest::newRow("answer after wiped") << 4 << "was not sent";
        QTest::newRow("outcome after wiped") << 4 << "was not sent";
        QTest::newRow("fill after wiped") << 4 << "was not sent";
        QTest::newRow("wiped after sent") << 6 << "was sent";
        QTest::newRow("wiped while under way") << 4 << "handed over";
        QTest::newRow("outcome of another order") << 5 << "not its request's";
        QTest::newRow("fill of another order") << 6 << "none that its request places";
        QTest::newRow("end of another order") << 6 << "none that its request places";
        QTest::newRow("ticket of another order") << 2 << "not the order of its ticket";
        QTest::newRow("nonce of another") << 5 << "nonce";
        QTest::newRow("outcome that says nothing") << 6 << "what became of it";
        QTest::newRow("intent that says nothing") << 1 << "what was asked";
        QTest::newRow("another kind") << 6 << "no kind";
        QTest::newRow("no request's number") << 1 << "no request";
        QTest::newRow("no object") << 6 << "no JSON object";
    }

    void whatContradictsIsNamed()
    {
        QFETCH(int, bad);
        QFETCH(QString, words);
        const std::string what = QTest::currentDataTag();
        const Rows sent = rowsOf(1, true);
        const Rows wiped = rowsOf(1, false);
        Rows rows = sent;
        const auto after = [&](std::string_view kind, std::string payload) {
            rows.push_back(later(rows, kind, std::move(payload)));
        };
        const auto twice = [&](std::ptrdiff_t n) {
            const JournalEntry row = *(rows.begin() + n);
            rows.insert(rows.begin() + n, row);
        };
        const std::string other = cloidOf(9).toString();
        if (what.ends_with("wiped") && what != "a second wiped")
            rows = wiped;
        if (what == "a second signing") {
            twice(1);
        } else if (what == "a second intent") {
            twice(0);
        } else if (what == "a second sent") {
            twice(2);
        } else if (what == "a second answer") {
            twice(3);
        } else if (what == "a second outcome") {
            twice(4);
        } else if (what == "a second wiped") {
            rows = wiped;
            twice(2);
        } else if (what == "signing without intent") {
            rows.erase(rows.begin());
        } else if (what == "sent without signing") {
            rows.erase(rows.begin() + 1);
        } else if (what == "answer without sent") {
            rows.erase(rows.begin() + 2);
        } else if (what == "outcome without answer") {
            rows.erase(rows.begin() + 3);
        } else if (what == "fill without request") {
            after(journal_kind::kFill, withCloid(1));
            rows.back().intent = 5;
        } else if (what == "signature removed") {
            const auto at = rows[3].payload.find(",\"signature\":");
            QVERIFY2(at != std::string::npos, rows[3].payload.c_str());
            rows[3].payload = rows[3].payload.substr(0, at) + '}';
        } else if (what == "signature of another") {
            rows[3].payload = rowsOf(2, true)[3].payload;
        } else if (what == "sent after wiped") {
            rows.push_back(sent[2]);
        } else if (what == "answer after wiped") {
            rows.push_back(sent[3]);
        } else if (what == "outcome after wiped") {
            rows.push_back(sent[4]);
        } else if (what == "fill after wiped") {
            after(journal_kind::kFill, withCloid(1));
        } else if (what == "wiped after sent") {
            rows.push_back(wiped[2]);
        } else if (what == "wiped while under way") {
            rows.resize(3);
            rows.push_back(wiped[2]);
        } else if (what == "outcome of another order") {
            const auto at = rows[4].payload.find(cloidOf(1).toString());
            QVERIFY2(at != std::string::npos, rows[4].payload.c_str());
            rows[4].payload.replace(at, other.size(), other);
        } else if (what == "fill of another order") {
            after(journal_kind::kFill, withCloid(9));
        } else if (what == "end of another order") {
            after(journal_kind::kEnded, withCloid(9));
        } else if (what == "ticket of another order") {
            const auto at = rows[0].payload.find("\"cloid\":\"") + 9;
            rows[0].payload.replace(at, other.size(), other);
        } else if (what == "nonce of another") {
            rows[4].payload.replace(rows[4].payload.find("\"nonce\":") + 8, 1, "9");
        } else if (what == "outcome that says nothing") {
            after(journal_kind::kOutcome, "{}");
        } else if (what == "intent that says nothing") {
            rows[0].payload = "{}";
        } else if (what == "another kind") {
            after("remark", "{}");
        } else if (what == "no request's number") {
            rows[0].intent = 0;
        } else if (what == "no object") {
            after(journal_kind::kFill, "[]");
        }
        for (JournalEntry &row : rows)
            if (row.kind != "remark" && what.find("wiped") != std::string::npos)
                row.intent = rows.front().intent;
        const auto verdict = verdictOf(rows);
        QVERIFY2(QString::fromStdString(verdict.second).contains(words), verdict.second.c_str());
        QCOMPARE(verdict.first, bad);
    }
};

QTEST_APPLESS_MAIN(TestIntentCheck)
#include "tst_intent_check.moc"

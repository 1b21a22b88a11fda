// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/manual_clock.h"
#include "trading/intent_log.h"

#include <QtTest>

#include <optional>
#include <utility>

using namespace hl;
using namespace hl::trading;
using namespace std::chrono_literals;
using test::ManualClock;

namespace {

/// Answers when the clock moves; `isFull` counts then.
class Disk final : public IntentStore
{
public:
    Disk(ManualClock &clock, std::shared_ptr<bool> isFull, std::shared_ptr<std::size_t> rows)
        : m_clock(clock)
        , m_isFull(std::move(isFull))
        , m_rows(std::move(rows))
    {}
    void write(std::vector<JournalEntry> rows,
               std::function<void(Result<std::uint64_t>)> done) override
    {
        m_clock.after(5ms, [isFull = m_isFull, stored = m_rows, count = rows.size(), done] {
            if (*isFull)
                return done(fail(ErrorKind::Internal, "the disk is full"));
            *stored += count;
            done(std::uint64_t{*stored});
        });
    }

private:
    ManualClock &m_clock;
    std::shared_ptr<bool> m_isFull;
    std::shared_ptr<std::size_t> m_rows;
};

} // namespace

/// The end of a journal: each row is in the file, or said to be lost.
class TestIntentLogEnd : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRowIsWrittenOrCounted_data()
    {
        QTest::addColumn<bool>("isOpen");
        QTest::addColumn<bool>("isFull");
        QTest::addColumn<int>("advanceMs"); // between the rows and the end
        QTest::addColumn<bool>("isFullAtTheEnd");
        QTest::newRow("noted last") << true << false << 0 << false;
        QTest::newRow("being written") << true << false << 22 << false;
        QTest::newRow("full from the beginning") << true << true << 100 << true;
        QTest::newRow("full, then not") << true << true << 100 << false;
        QTest::newRow("full while it is written") << true << false << 22 << true;
        QTest::newRow("full for what was noted last") << true << false << 0 << true;
        QTest::newRow("never opened") << false << false << 100 << false;
    }
    void everyRowIsWrittenOrCounted()
    {
        QFETCH(bool, isOpen);
        QFETCH(bool, isFull);
        QFETCH(int, advanceMs);
        QFETCH(bool, isFullAtTheEnd);
        ManualClock clock;
        const auto full = std::make_shared<bool>(isFull);
        const auto stored = std::make_shared<std::size_t>(0);
        std::size_t lost = 0;
        std::string why;
        {
            IntentLog log(clock, clock);
            log.setHooks({{}, {}, {}, [&](std::size_t rows, const Error &error) {
                              lost += rows;
                              why = error.detail;
                          }});
            if (isOpen)
                log.setStore(std::make_unique<Disk>(clock, full, stored));
            for (int i = 0; i < 3; ++i)
                log.note(1, journal_kind::kSent, "{}");
            clock.advance(std::chrono::milliseconds(advanceMs));
            for (int i = 0; i < 2; ++i)
                log.note(1, journal_kind::kSent, "{}");
            *full = isFullAtTheEnd;
        }
        clock.advance(1s);
        QCOMPARE(*stored + lost, std::size_t{5});
        QCOMPARE(lost != 0, isFullAtTheEnd || !isOpen);
        QCOMPARE(why.empty(), lost == 0);
    }

    /// The window is told of each row that waits, not of the first alone.
    void eachRowThatIsHeldIsTold()
    {
        ManualClock clock;
        IntentLog log(clock, clock);
        std::vector<std::size_t> told;
        log.setHooks(
            {[&] { told.push_back(log.held()); }, {}, [&] { told.push_back(log.held()); }, {}});
        log.storeFailed({ErrorKind::Internal, "no journal"});
        log.note(1, journal_kind::kSent, "{}");
        log.commit({{0, 1, std::string(journal_kind::kSent), "{}"},
                    {0, 1, std::string(journal_kind::kSent), "{}"}},
                   {});
        QVERIFY(told == (std::vector<std::size_t>{0, 1, 3}));
    }
};

QTEST_APPLESS_MAIN(TestIntentLogEnd)
#include "tst_intent_log_end.moc"

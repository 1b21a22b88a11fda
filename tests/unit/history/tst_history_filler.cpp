// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/value.h"
#include "engine/history_filler.h"
#include "net/weights.h"
#include "support/manual_clock.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;

namespace {

const Address kAccount = Address::parse("0x14791697260e4c9a71f18484c9f997b308e59325").value();

/// The venue's lists: earliest first from startTime on, inclusive, so many at most.
class PagedVenue final : public net::HttpTransport
{
public:
    PagedVenue(const Clock &clock, TimerService &timers) : m_clock(clock), m_timers(timers) {}

    Handle post(const std::string &, std::string body, int,
                std::function<void(net::HttpResponse)> done) override
    {
        ++requests;
        ++underWay;
        mostUnderWay = std::max(mostUnderWay, underWay);
        m_timers.after(20ms, [this, body = std::move(body), done = std::move(done)] {
            --underWay;
            net::HttpResponse response;
            response.written = true;
            response.status = isDown ? 502 : 200;
            response.contentType = "application/json";
            response.body = isDown ? "oops" : answer(codec::parseJson(body).value());
            response.receivedMonoNs = m_clock.monoNs();
            done(response);
        });
        return static_cast<Handle>(requests);
    }
    void cancel(Handle) override {}

    std::vector<codec::Object> fills;
    std::vector<codec::Object> transfers;
    std::vector<codec::Object> orders;
    int requests = 0;
    int weight = 0; ///< as the venue counts it
    int underWay = 0;
    int mostUnderWay = 0;
    bool isDown = false;

private:
    std::string answer(const codec::Value &request)
    {
        const std::string type = request.string("type").value();
        const auto from = request.uint("startTime");
        const bool isFills = type == "userFillsByTime";
        const auto &list = isFills ? fills : transfers;
        const std::size_t most = isFills ? 2000 : 500;
        codec::Array out;
        // No start here: the newest, whenever they were.
        if (type == "historicalOrders")
            for (std::size_t i = orders.size() - std::min(orders.size(), std::size_t{2000});
                 i < orders.size(); ++i)
                out.emplace_back(orders[i]);
        if (isFills || type == "userNonFundingLedgerUpdates")
            for (const codec::Object &row : list) {
                const codec::Value value(row);
                if (value.uint("time").value() >= from.value_or(0) && out.size() < most)
                    out.push_back(value);
            }
        weight += net::infoWeight(type) + net::infoSurcharge(type, out.size());
        // No order is promised inside a page.
        std::ranges::reverse(out);
        return codec::toJson(out);
    }

    const Clock &m_clock;
    TimerService &m_timers;
};

/// The file at once, with the answers a moment later.
class DirectHistory final : public engine::HistoryPort
{
public:
    DirectHistory(const std::string &file, TimerService &timers) : m_timers(timers)
    {
        store = std::move(history::HistoryStore::open(file).value());
    }
    void through(const Address &account, history::Kind kind,
                 std::function<void(Result<TimeMs>)> done) override
    {
        later(std::move(done), store->through(account, kind));
    }
    void add(const Address &account, history::Kind kind, std::vector<history::Row> rows,
             TimeMs through, std::function<void(Result<std::size_t>)> done) override
    {
        later(std::move(done), store->add(account, kind, rows, through));
    }
    void read(const Address &account, const history::Query &query,
              std::function<void(Result<std::vector<history::Row>>)> done) override
    {
        later(std::move(done), store->read(account, query));
    }
    std::unique_ptr<history::HistoryStore> store;

private:
    template <class T>
    void later(std::function<void(T)> done, T value)
    {
        m_timers.after(1ms, [done = std::move(done), value = std::move(value)] { done(value); });
    }
    TimerService &m_timers;
};

struct Rig
{
    explicit Rig(const std::string &file) : port(file, clock) {}
    void run(std::chrono::milliseconds time)
    {
        for (std::chrono::milliseconds done{0}; done < time; done += 100ms) {
            clock.advance(100ms);
            lowest = std::min(lowest, budget.available());
        }
    }

    std::size_t count(history::Kind kind) const
    {
        history::Query all;
        all.kind = kind;
        all.most = 100'000;
        return port.store->read(kAccount, all).value().size();
    }

    ManualClock clock;
    net::RateBudget budget{clock, clock, net::kIpWeightLimits};
    PagedVenue venue{clock, clock};
    session::InfoClient info{"http://venue", venue, clock, budget};
    DirectHistory port;
    std::vector<std::string> troubles;
    std::size_t grown = 0;
    std::int64_t lowest = 1'200;
    engine::HistoryFiller filler{clock,
                                 info,
                                 port,
                                 {[this](history::Kind, std::size_t n) { grown += n; },
                                  [this](const std::string &why) { troubles.push_back(why); }}};
};

codec::Object fill(TimeMs time, std::uint64_t tid)
{
    return {{"coin", "BTC"}, {"px", "1.0"},    {"sz", "1.0"},        {"side", "B"},
            {"time", time},  {"tid", tid},     {"dir", "Open Long"}, {"closedPnl", "0.0"},
            {"fee", "0.1"},  {"oid", tid + 7}, {"feeToken", "USDC"}};
}

codec::Object orderState(TimeMs time, std::uint64_t oid)
{
    return {{"order", codec::Object{{"coin", "BTC"},
                                    {"oid", oid},
                                    {"side", "B"},
                                    {"limitPx", "1.0"},
                                    {"sz", "0.0"},
                                    {"origSz", "1.0"},
                                    {"timestamp", time}}},
            {"status", "canceled"},
            {"statusTimestamp", time}};
}

} // namespace

class TestHistoryFiller : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    std::string file(const char *name) { return m_dir.filePath(name).toStdString(); }

    static void addFills(PagedVenue &venue, int count, TimeMs from)
    {
        // Many share a millisecond, also where a page ends.
        for (int i = 0; i < count; ++i)
            venue.fills.push_back(
                fill(from + i / 7, 9'007'199'254'740'000ULL + venue.fills.size()));
    }

private Q_SLOTS:
    void readsEverythingOnceInPages()
    {
        Rig rig(file("all/h.sqlite"));
        addFills(rig.venue, 9'500, 1'700'000'000'000);
        for (int i = 0; i < 1'200; ++i)
            rig.venue.transfers.push_back(
                {{"time", 1'700'000'000'000 + i / 3},
                 {"hash", "0x" + std::to_string(i / 2)},
                 {"delta", codec::Object{{"type", "deposit"}, {"usdc", std::to_string(i / 2)}}}});
        rig.filler.start(kAccount);
        rig.run(120s);
        QVERIFY2(rig.troubles.empty(), rig.troubles.empty() ? "" : rig.troubles[0].c_str());
        QCOMPARE(rig.count(history::Kind::Fill), 9'500U);
        QCOMPARE(rig.count(history::Kind::Transfer), 1'200U);
        QCOMPARE(rig.grown, 10'700U);
        QCOMPARE(rig.venue.mostUnderWay, 1);
        // A fifth and more stays for exits.
        QVERIFY2(rig.lowest >= 240, qPrintable(QString::number(rig.lowest)));
        std::set<std::string> keys;
        history::Query all;
        all.most = 100'000;
        const auto rows = rig.port.store->read(kAccount, all).value();
        for (const auto &row : rows)
            keys.insert(row.key);
        QCOMPARE(keys.size(), 9'500U);
        // Five pages of fills, three of transfers, orders and funding: and no more than that.
        QCOMPARE(rig.venue.requests, 5 + 3 + 1 + 1);
        QVERIFY2(rig.venue.weight <= 1'200, qPrintable(QString::number(rig.venue.weight)));
        qInfo("9500 fills and 1200 transfers in %d requests of weight %d, lowest budget %lld",
              rig.venue.requests, rig.venue.weight, static_cast<long long>(rig.lowest));
    }

    void goesOnWhereItEnded()
    {
        const std::string path = file("on/h.sqlite");
        {
            Rig rig(path);
            addFills(rig.venue, 3'000, 1'700'000'000'000);
            rig.filler.start(kAccount);
            rig.run(60s);
            QCOMPARE(rig.count(history::Kind::Fill), 3'000U);
        }
        Rig rig(path);
        addFills(rig.venue, 3'000, 1'700'000'000'000);
        rig.filler.start(kAccount);
        rig.run(60s);
        QCOMPARE(rig.venue.requests, history::kKinds); // one a kind: nothing is read again
        QCOMPARE(rig.count(history::Kind::Fill), 3'000U);
        // A fill of now is there soon.
        rig.venue.fills.push_back(fill(1'700'000'900'000, 5));
        rig.filler.hurry();
        rig.run(10s);
        QCOMPARE(rig.count(history::Kind::Fill), 3'001U);
    }

    void aVenueThatIsDownIsAskedAgain()
    {
        Rig rig(file("down/h.sqlite"));
        addFills(rig.venue, 10, 1'700'000'000'000);
        rig.venue.isDown = true;
        rig.filler.start(kAccount);
        rig.run(30s);
        QCOMPARE(rig.troubles.size(), 1U);
        rig.venue.isDown = false;
        rig.run(120s);
        QCOMPARE(rig.troubles.size(), 1U);
        QCOMPARE(rig.count(history::Kind::Fill), 10U);
    }

    void moreInOneMillisecondThanAPageHoldsIsSaid()
    {
        Rig rig(file("crowd/h.sqlite"));
        for (int i = 0; i < 2'500; ++i)
            rig.venue.fills.push_back(fill(1'700'000'000'000, static_cast<std::uint64_t>(i + 1)));
        rig.venue.fills.push_back(fill(1'700'000'000'005, 9'999));
        rig.filler.start(kAccount);
        rig.run(60s);
        QVERIFY(!rig.troubles.empty());
        // What came after it is not lost.
        QCOMPARE(rig.count(history::Kind::Fill), 2'001U);
    }

    /// What the venue forgot while nobody asked is missing, and that is said; what it still has is
    /// not.
    void whatTheVenueForgotIsSaid_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("later");
        QTest::addColumn<bool>("isForgotten");
        QTest::newRow("order states, few") << "orders" << 1'500 << false;
        QTest::newRow("order states, many") << "orders" << 2'600 << true;
        QTest::newRow("fills, kept") << "fills" << 3'000 << false;
        QTest::newRow("fills, forgotten") << "fills" << 3'000 << true;
    }

    void whatTheVenueForgotIsSaid()
    {
        QFETCH(QString, kind);
        QFETCH(int, later);
        QFETCH(bool, isForgotten);
        const std::string path =
            m_dir.filePath(QString("forgot-%1/h.sqlite").arg(QTest::currentDataTag()))
                .toStdString();
        const bool isOrders = kind == QLatin1String("orders");
        const auto put = [&](PagedVenue &venue, int from, int to) {
            for (int i = from; i < to; ++i)
                if (isOrders)
                    venue.orders.push_back(orderState(1'700'000'000'000 + i, 100U + unsigned(i)));
                else
                    venue.fills.push_back(fill(1'700'000'000'000 + i, 100U + unsigned(i)));
        };
        {
            Rig rig(path);
            put(rig.venue, 0, 300);
            rig.filler.start(kAccount);
            rig.run(30s);
            QVERIFY2(rig.troubles.empty(), rig.troubles.empty() ? "" : rig.troubles[0].c_str());
        }
        Rig rig(path);
        put(rig.venue, isForgotten && !isOrders ? 1'000 : 0, 300 + later);
        rig.filler.start(kAccount);
        rig.run(60s);
        QCOMPARE(rig.troubles.size(), isForgotten ? 1U : 0U);
        if (isForgotten)
            QVERIFY2(rig.troubles[0].find(isOrders ? "all order states since"
                                                   : "all fills since") != std::string::npos,
                     rig.troubles[0].c_str());
    }

    void aLongPastIsSaidToBeCut()
    {
        Rig rig(file("long/h.sqlite"));
        addFills(rig.venue, 10'400, 1'700'000'000'000);
        for (int i = 0; i < 2'000; ++i)
            rig.venue.orders.push_back(orderState(1'700'000'000'000 + i, 100U + unsigned(i)));
        rig.filler.start(kAccount);
        rig.run(120s);
        QCOMPARE(rig.troubles.size(), 2U);
        QVERIFY2(rig.troubles[0].find("10000 fills") != std::string::npos, rig.troubles[0].c_str());
        QVERIFY2(rig.troubles[1].find("2000 order states") != std::string::npos,
                 rig.troubles[1].c_str());
    }

    /// A fill in the middle of a round is asked for after it, not ten minutes later.
    void hurriedInTheMiddleOfARound()
    {
        Rig rig(file("hurried/h.sqlite"));
        addFills(rig.venue, 10, 1'700'000'000'000);
        rig.filler.start(kAccount);
        // The fills are read, the kinds after them are not.
        for (int i = 0; i < 100 && rig.venue.requests < 3; ++i)
            rig.clock.advance(1ms);
        QCOMPARE(rig.venue.requests, 3);
        rig.venue.fills.push_back(fill(1'700'000'900'000, 5));
        rig.filler.hurry();
        rig.run(10s);
        QCOMPARE(rig.count(history::Kind::Fill), 11U);
    }

    void isReadWithoutAVenue()
    {
        const std::string path = file("off/h.sqlite");
        {
            Rig rig(path);
            addFills(rig.venue, 50, 1'700'000'000'000);
            rig.filler.start(kAccount);
            rig.run(10s);
        }
        Rig rig(path);
        rig.venue.isDown = true;
        std::size_t rows = 0;
        rig.port.read(kAccount, {}, [&](const auto &read) { rows = read ? read->size() : 0; });
        rig.run(1s);
        QCOMPARE(rows, 50U);
    }
};

QTEST_GUILESS_MAIN(TestHistoryFiller)
#include "tst_history_filler.moc"

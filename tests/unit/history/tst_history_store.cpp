// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/value.h"
#include "history/history_pages.h"
#include "history/history_store.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

using namespace hl;
using namespace hl::history;

namespace {

const Address kAccount = Address::parse("0x14791697260e4c9a71f18484c9f997b308e59325").value();
const Address kOther = Address::parse("0x00000000000000000000000000000000000000aa").value();

/// As the venue writes them; the ids of cases.md B26 do not fit 32 bits nor a double's whole
/// numbers.
constexpr auto kFills =
    R"([{"coin":"BTC","px":"111065.0","sz":"0.00012","side":"B","time":1785241167526,)"
    R"("startPosition":"-0.1","dir":"Open Long","closedPnl":"0.0","hash":"0xab","oid":436889885178,)"
    R"("crossed":true,"fee":"0.00479892","tid":9007199254740993,"feeToken":"USDC","twapId":null},)"
    R"({"coin":"@107","px":"0.000012345678","sz":"123456789012345.12","side":"A",)"
    R"("time":1785241167526,"startPosition":"0.0","dir":"Sell","closedPnl":"-1.50","hash":"0xac",)"
    R"("oid":18446744073709551615,"crossed":false,"fee":"-0.00000001","tid":1,"feeToken":"HYPE"}])";

} // namespace

class TestHistoryStore : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    int m_number = 0;
    std::string file() const
    {
        return m_dir.filePath(QStringLiteral("h%1/main.sqlite").arg(m_number)).toStdString();
    }

private Q_SLOTS:
    void init() { ++m_number; }

    void keepsEveryDigit_B26()
    {
        const auto rows = parsePage(Kind::Fill, kFills);
        QVERIFY2(rows, rows ? "" : rows.error().sentence().c_str());
        {
            auto store = HistoryStore::open(file());
            QVERIFY2(store, store ? "" : store.error().sentence().c_str());
            QCOMPARE((*store)->add(kAccount, Kind::Fill, *rows, 1785241167526).value(), 2U);
        }
        const auto store = HistoryStore::open(file());
        QVERIFY(store);
        const auto read = (*store)->read(kAccount, {});
        QVERIFY(read);
        QCOMPARE(read->size(), 2U);
        const auto sent = codec::parseJson(kFills).value();
        std::size_t equal = 0;
        for (const Row &row : *read)
            for (const codec::Value &fill : *sent.asArray())
                equal += codec::toJson(fill) == row.body ? 1U : 0U;
        QCOMPARE(equal, 2U);
        const auto btc = std::ranges::find(*read, std::string("9007199254740993/BTC"), &Row::key);
        QVERIFY(btc != read->end());
        const auto entry = entryOf(*btc);
        QVERIFY(entry);
        QCOMPARE(entry->px, std::string("111065.0"));
        QCOMPARE(entry->fee, std::string("0.00479892"));
        QCOMPARE(entry->id, std::string("9007199254740993"));
        QCOMPARE((*store)->through(kAccount, Kind::Fill).value(), 1785241167526);
    }

    void keepsEveryRowOnce()
    {
        auto store = HistoryStore::open(file());
        QVERIFY(store);
        const auto rows = parsePage(Kind::Fill, kFills).value();
        QCOMPARE((*store)->add(kAccount, Kind::Fill, rows, 5).value(), 2U);
        QCOMPARE((*store)->add(kAccount, Kind::Fill, rows, 4).value(), 0U);
        QCOMPARE((*store)->read(kAccount, {}).value().size(), 2U);
        QCOMPARE((*store)->through(kAccount, Kind::Fill).value(), 5); // never back
        // Another account's are its own.
        QCOMPARE((*store)->read(kOther, {}).value().size(), 0U);
        QCOMPARE((*store)->add(kOther, Kind::Fill, rows, 5).value(), 2U);
    }

    void twoEntriesOfOneTransactionAreTwo()
    {
        auto store = HistoryStore::open(file());
        QVERIFY(store);
        const char *json =
            R"([{"time":5,"hash":"0x1","delta":{"type":"deposit","usdc":"1.0"}},)"
            R"({"time":5,"hash":"0x1","delta":{"type":"deposit","usdc":"1.0"}},)"
            R"({"time":6,"hash":"0x2","delta":{"type":"withdraw","usdc":"2.5","nonce":7,"fee":"1"}}])";
        const auto rows = parsePage(Kind::Transfer, json).value();
        QCOMPARE((*store)->add(kAccount, Kind::Transfer, rows, 6).value(), 3U);
        QCOMPARE((*store)->add(kAccount, Kind::Transfer, rows, 6).value(), 0U);
        const auto read = (*store)->read(kAccount, {Kind::Transfer}).value();
        QCOMPARE(read.size(), 3U);
        QCOMPARE(read[0].time, 6); // newest first
        const auto entry = entryOf(read[0]).value();
        QCOMPARE(entry.what, std::string("withdraw"));
        QCOMPARE(entry.amount, std::string("2.5"));
        QCOMPARE(entry.fee, std::string("1"));
    }

    void readsFundingAndOrders()
    {
        const auto funding = parsePage(
            Kind::Funding, R"([{"time":1,"hash":"0x0","delta":{"type":"funding","coin":"ETH",)"
                           R"("usdc":" -3.6","szi":"49.1","fundingRate":"0.0000417",)"
                           R"("nSamples":24}}])");
        QVERIFY(funding);
        QCOMPARE(entryOf(funding->front()).value().amount, std::string("-3.6"));
        const auto orders = parsePage(
            Kind::Order, R"([{"order":{"coin":"BTC","limitPx":"1.0","origSz":"2","oid":9},)"
                         R"("status":"filled","statusTimestamp":3}])");
        QVERIFY(orders);
        const auto entry = entryOf(orders->front()).value();
        QCOMPARE(entry.what, std::string("filled"));
        QCOMPARE(entry.id, std::string("9"));
        for (const char *bad : {"", "{}", "[1]", "[{}]", "[{\"time\":-1,\"tid\":1,\"coin\":\"A\"}]",
                                "[{\"time\":\"5\",\"tid\":1,\"coin\":\"A\"}]", "<html>"})
            QVERIFY2(!parsePage(Kind::Fill, bad), bad);
    }

    void pagesOfAQuery()
    {
        auto store = HistoryStore::open(file());
        QVERIFY(store);
        std::vector<Row> rows;
        for (int i = 0; i < 100; ++i)
            rows.push_back({Kind::Fill, 1'000 + i, std::to_string(i), 0, "{}"});
        QVERIFY((*store)->add(kAccount, Kind::Fill, rows, 2'000));
        Query query;
        query.most = 10;
        query.skip = 20;
        const auto page = (*store)->read(kAccount, query).value();
        QCOMPARE(page.size(), 10U);
        QCOMPARE(page.front().time, 1'079);
        query = {};
        query.from = 1'010;
        query.to = 1'012;
        QCOMPARE((*store)->read(kAccount, query).value().size(), 3U);
    }

    void refusesWhatIsNoHistory_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what :
             {"link", "pipe", "folder", "text", "another database", "later", "open folder"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }

    void refusesWhatIsNoHistory()
    {
        QFETCH(QString, what);
        const QByteArray path = QByteArray::fromStdString(file());
        const QString folder = QFileInfo(QString::fromLocal8Bit(path)).path();
        QVERIFY(QDir().mkpath(folder));
        const QByteArray elsewhere = m_dir.filePath(QStringLiteral("precious")).toLocal8Bit();
        QByteArray before;
        if (what == u"link") {
            QFile precious(QString::fromLocal8Bit(elsewhere));
            QVERIFY(precious.open(QIODevice::WriteOnly) && precious.write("precious") == 8);
            QCOMPARE(::symlink(elsewhere, path), 0);
        } else if (what == u"pipe") {
            QCOMPARE(::mkfifo(path, 0600), 0);
        } else if (what == u"folder") {
            QCOMPARE(::mkdir(path, 0700), 0);
        } else if (what == u"open folder") {
            QCOMPARE(::chmod(folder.toLocal8Bit(), 0777), 0);
        } else {
            if (what == u"text") {
                QFile out(QString::fromLocal8Bit(path));
                QVERIFY(out.open(QIODevice::WriteOnly));
                out.write(QByteArray(5'000, 'x'));
            } else {
                const auto made = HistoryStore::open(file());
                QVERIFY(made);
            }
            if (what != u"text") {
                QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), what);
                db.setDatabaseName(QString::fromLocal8Bit(path));
                QVERIFY(db.open());
                QSqlQuery change(db);
                QVERIFY(change.exec(what == u"later" ? QStringLiteral("PRAGMA user_version=2")
                                                     : QStringLiteral("PRAGMA user_version=0")));
                db.close();
            }
            QFile in(QString::fromLocal8Bit(path));
            QVERIFY(in.open(QIODevice::ReadOnly));
            before = in.readAll();
        }
        const auto store = HistoryStore::open(file());
        QVERIFY(!store);
        QVERIFY(!store.error().sentence().empty());
        if (what == u"link") {
            QFile precious(QString::fromLocal8Bit(elsewhere));
            QVERIFY(precious.open(QIODevice::ReadOnly));
            QCOMPARE(precious.readAll(), QByteArray("precious"));
        }
        if (!before.isEmpty()) {
            QFile in(QString::fromLocal8Bit(path));
            QVERIFY(in.open(QIODevice::ReadOnly));
            QCOMPARE(in.readAll(), before);
        }
    }

    void aFullDiskLosesNothing()
    {
        auto store = HistoryStore::open(file());
        QVERIFY(store);
        QVERIFY((*store)->add(kAccount, Kind::Fill, parsePage(Kind::Fill, kFills).value(), 5));
        std::vector<Row> many;
        for (int i = 0; i < 2'000; ++i)
            many.push_back({Kind::Fill, i, std::to_string(i), 0, std::string(500, 'x')});
        rlimit limit{200'000, RLIM_INFINITY};
        ::signal(SIGXFSZ, SIG_IGN);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
        const auto full = (*store)->add(kAccount, Kind::Fill, many, 9'000);
        limit.rlim_cur = RLIM_INFINITY;
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
        QVERIFY(!full);
        QVERIFY(!full.error().sentence().empty());
        QCOMPARE((*store)->through(kAccount, Kind::Fill).value(), 5);
        QCOMPARE((*store)->read(kAccount, {}).value().size(), 2U);
        QCOMPARE((*store)->add(kAccount, Kind::Fill, many, 9'000).value(), 2'000U);
    }
};

QTEST_GUILESS_MAIN(TestHistoryStore)
#include "tst_history_store.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/engine/engine_client.h"
#include "engine/journal_store.h"
#include "trading/intent_rows.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/resource.h>

#include <csignal>

using namespace hl;
using namespace hl::test;
using model::OrderPhase;
using model::OrderTicket;
using model::Side;

namespace {

constexpr int kWait = 10'000;
constexpr Grid kGrid{MarketKind::Perp, 5};

OrderTicket ticket(std::string_view px, std::string_view sz, Side side = Side::Buy)
{
    OrderTicket t;
    t.coin = "BTC";
    t.side = side;
    t.px = parsePx(px, kGrid).value();
    t.sz = parseSz(sz, kGrid).value();
    return t;
}

/// An engine that keeps what it says of its journal.
class JournalClient : public EngineClient
{
public:
    explicit JournalClient(engine::EngineConfig config) : EngineClient(std::move(config))
    {
        connect(&engine, &engine::EngineApi::journalAppended, this,
                [this](const engine::JournalBatch &batch) {
                    if (batch.isSnapshot)
                        rows.clear();
                    rows.insert(rows.end(), batch.rows.begin(), batch.rows.end());
                });
        connect(&engine, &engine::EngineApi::journalChanged, this,
                [this](const engine::JournalStatus &s) {
                    journal = s;
                    wasTold = true;
                });
    }

    std::vector<std::string> kindsOf(IntentId intent) const
    {
        std::vector<std::string> kinds;
        for (const engine::JournalRow &row : rows)
            if (row.intent == intent)
                kinds.push_back(row.kind);
        return kinds;
    }
    bool has(std::string_view kind, std::string_view state) const
    {
        return std::ranges::any_of(rows, [&](const engine::JournalRow &row) {
            return row.kind == kind && row.state.find(state) != std::string::npos;
        });
    }

    std::vector<engine::JournalRow> rows;
    engine::JournalStatus journal;
    bool wasTold = false;
};

/// Every write to a file of this process fails from here on, as on a full disk; to the end of the
/// object.
class FullDisk
{
public:
    FullDisk()
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit none = m_before;
        none.rlim_cur = 0;
        ::setrlimit(RLIMIT_FSIZE, &none);
    }
    ~FullDisk() { end(); }
    void end() { ::setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before{};
};

std::string payloadsOf(const QString &profile, std::string_view kind)
{
    const auto journal =
        journal::Journal::openReadOnly(journal::Journal::placeIn(profile.toStdString()));
    std::string all;
    if (journal)
        (void)(*journal)->read(0, [&](const journal::Row &row) {
            if (row.entry.kind == kind)
                all += row.entry.payload + '\n';
            return true;
        });
    return all;
}

} // namespace

/// The engine with its threads, its journal in a profile, and the embedded venue.
class TestJournalEngine : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<sim::SimVenue> m_venue;

    void startVenue()
    {
        sim::SimVenueConfig config;
        config.participants = false;
        m_venue = std::make_unique<sim::SimVenue>(config);
        const auto port = m_venue->listen(0);
        QVERIFY2(port.has_value(), port ? "" : port.error().sentence().c_str());
    }

    engine::EngineConfig configFor(const QString &profile)
    {
        engine::EngineConfig config;
        config.network = engine::Network::Testnet;
        config.endpoints = {false, m_venue->apiUrl().toStdString(), m_venue->wsUrl().toStdString()};
        config.profileDir = profile.toStdString();
        config.signerKind = engine::SignerKind::LocalKey;
        config.signerName = "vectors";
        config.makeSigner = [] { return signing::LocalSigner::create(vectorsKey()); };
        return config;
    }

    void waitReady(JournalClient &client)
    {
        client.engine.followMarket("BTC");
        client.engine.start();
        QTRY_VERIFY_WITH_TIMEOUT(client.connection.link == engine::LinkState::Live, kWait);
        QTRY_VERIFY_WITH_TIMEOUT(!client.signer.signer.isZero(), kWait);
        QTRY_VERIFY_WITH_TIMEOUT(client.fees.has_value() && !client.account.margins.empty(), kWait);
        QTRY_VERIFY_WITH_TIMEOUT(client.wasTold && client.journal.unresolved == 0, kWait);
    }

    /// One command of that kind that is no exit.
    static void giveEntry(JournalClient &client, RequestId request, const QString &kind)
    {
        OrderTicket order = ticket("98000", "0.01");
        order.tif = model::Tif::Alo;
        if (kind == QLatin1String("order"))
            return client.engine.placeOrder(request, order);
        if (kind == QLatin1String("group"))
            return client.engine.placeOrders(request, {order, order}, model::Grouping::None);
        if (kind == QLatin1String("twap")) {
            model::TwapTicket twap;
            twap.coin = "BTC";
            twap.sz = parseSz("0.05", kGrid).value();
            return client.engine.startTwap(request, twap);
        }
        model::MoneyOrder money;
        money.amount = Decimal::fromInt(15);
        money.destination = Address::parse("0x7a16ff8270133f063aab6c9977183d9e72835428").value();
        money.asked = {"new", "share", "system"};
        client.engine.moveMoney(request, money);
    }

    /// Post-only, into an empty market.
    void rest(JournalClient &client, RequestId request, std::string_view px = "100000",
              std::string_view sz = "0.01", Side side = Side::Buy)
    {
        OrderTicket order = ticket(px, sz, side);
        order.tif = model::Tif::Alo;
        client.engine.placeOrder(request, order);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(request) != nullptr, kWait);
        QVERIFY2(client.result(request)->ok, client.result(request)->error.detail.c_str());
        QTRY_VERIFY_WITH_TIMEOUT(client.orderOf(request)->phase == OrderPhase::Resting, kWait);
    }

private Q_SLOTS:
    void cleanup() { m_venue.reset(); }

    /// From the ticket to the final state, and all of it verified again.
    void everythingOfAnOrderIsWritten()
    {
        startVenue();
        QTemporaryDir profile;
        {
            JournalClient client(configFor(profile.path()));
            waitReady(client);
            rest(client, 1);
            // Its own counterpart: another account's key would need another engine.
            client.engine.setLeverage(2, "BTC", 7, true);
            QTRY_VERIFY_WITH_TIMEOUT(client.result(2) != nullptr && client.result(2)->ok, kWait);
            client.engine.modifyOrder(3, client.orderOf(1)->key, parsePx("99000", kGrid).value(),
                                      std::nullopt);
            QTRY_VERIFY_WITH_TIMEOUT(client.result(3) != nullptr, kWait);
            QVERIFY2(client.result(3)->ok, client.result(3)->error.detail.c_str());
            client.engine.cancelOrder(4, client.orderOf(1)->key);
            QTRY_VERIFY_WITH_TIMEOUT(client.result(4) != nullptr && client.result(4)->ok, kWait);
            QTRY_VERIFY_WITH_TIMEOUT(client.has(journal_kind::kEnded, "cancelled"), kWait);

            const IntentId first =
                std::ranges::find(client.rows, std::string(journal_kind::kIntent),
                                  &engine::JournalRow::kind)
                    ->intent;
            const std::vector<std::string> kinds = client.kindsOf(first);
            const std::vector<std::string> expected{"intent", "signing", "sent",
                                                    "answer", "outcome", "ended"};
            QCOMPARE(kinds, expected);
            client.engine.verifyJournal();
            QTRY_VERIFY_WITH_TIMEOUT(client.journal.check == engine::JournalStatus::Check::Intact,
                                     kWait);
            QVERIFY2(client.journal.checkWords.find("4 requests, 4 signers") != std::string::npos,
                     client.journal.checkWords.c_str());
        }
        const std::string intent = payloadsOf(profile.path(), journal_kind::kIntent);
        for (const char *word :
             {"\"ticket\":{\"coin\":\"BTC\",\"side\":\"buy\",\"kind\":\"limit\",\"px\":\"100000\"",
              "\"market\":{\"coin\":\"BTC\",\"book\":"})
            QVERIFY2(intent.find(word) != std::string::npos, intent.c_str());
        const std::string signing = payloadsOf(profile.path(), journal_kind::kSigning);
        for (const char *word :
             {"\"network\":\"testnet\"", "\"account\":\"0x1479", "\"msgpack\":\"",
              "\"connectionId\":\"0x", "\"digest\":\"0x", "\"nonce\":1"})
            QVERIFY2(signing.find(word) != std::string::npos, signing.c_str());
        QVERIFY(signing.find("signature") == std::string::npos);
    }

    /// Limits and signer stand in the journal before the requests made under them; a start with
    /// other limits says which.
    void settingsAreRows()
    {
        startVenue();
        QTemporaryDir profile;
        engine::EngineConfig config = configFor(profile.path());
        config.guard = guard::Limits();
        const auto session = [&] {
            JournalClient client(config);
            waitReady(client);
            rest(client, 1, "100000", "0.001");
            QTRY_VERIFY_WITH_TIMEOUT(client.has(journal_kind::kOutcome, "resting"), kWait);
        };
        session();
        session();
        config.guard->leverage.block = Decimal(15, 0);
        session();
        std::vector<std::string> kinds;
        std::vector<JournalEntry> settings;
        const auto journal =
            journal::Journal::openReadOnly(journal::Journal::placeIn(profile.path().toStdString()));
        QVERIFY(journal);
        QVERIFY((*journal)->read(0, [&](const journal::Row &row) {
            if (row.entry.kind == journal_kind::kSetting)
                settings.push_back(row.entry);
            if (row.entry.kind == journal_kind::kSetting ||
                row.entry.kind == journal_kind::kSigning)
                kinds.push_back(row.entry.kind);
            return true;
        }));
        const std::vector<std::string> expected{"setting", "signing", "signing", "setting",
                                                "signing"};
        QCOMPARE(kinds, expected);
        QVERIFY(settings[0].payload.find("\"signer\":\"0x1479") != std::string::npos);
        QVERIFY(settings[0].payload.find("\"guard.dayLossBlock\":\"0.06\"") != std::string::npos);
        QCOMPARE(trading::summaryOf(settings[1]).words, std::string("guard.leverageBlock 20 → 15"));
        QCOMPARE(
            engine::checkJournal(journal::Journal::placeIn(profile.path().toStdString())).check,
            engine::JournalStatus::Check::Intact);
    }

    /// The engine never waits; what an order waits is measured.
    void costInLatency()
    {
        startVenue();
        QTemporaryDir profile;
        for (const bool isKept : {false, true}) {
            engine::EngineConfig config = configFor(profile.path());
            if (!isKept)
                config.profileDir.clear();
            JournalClient client(config);
            if (isKept) {
                waitReady(client);
            } else {
                client.engine.followMarket("BTC");
                client.engine.start();
                QTRY_VERIFY_WITH_TIMEOUT(client.fees && !client.account.margins.empty(), kWait);
            }
            std::vector<std::int64_t> waits;
            for (RequestId i = 1; i <= 40; ++i) {
                rest(client, i, std::to_string(90'000 + 100 * i));
                const model::OrderKey key = *client.result(i)->order;
                QTRY_VERIFY_WITH_TIMEOUT(client.latencies.contains(key), kWait);
                const auto &l = client.latencies[key];
                waits.push_back(l.wire - l.command);
            }
            std::ranges::sort(waits);
            std::printf("click to wire, %s journal: p50 %.2f ms, p95 %.2f ms, max %.2f ms\n",
                        isKept ? "with" : "without", double(waits[20]) / 1e6,
                        double(waits[38]) / 1e6, double(waits.back()) / 1e6);
            std::fflush(stdout);
        }
    }

    void fullDisk_data()
    {
        QTest::addColumn<QString>("first");
        for (const char *kind : {"order", "group", "twap", "money"})
            QTest::addRow("the first is a %s", kind) << kind;
    }

    /// G12 and rule zero, on a disk that takes nothing any more: whatever is not an exit is refused
    /// unsigned, be it the one that finds out or one behind it.
    void fullDisk()
    {
        QFETCH(QString, first);
        startVenue();
        QTemporaryDir profile;
        {
            JournalClient client(configFor(profile.path()));
            waitReady(client);
            rest(client, 1);
            FullDisk full;
            giveEntry(client, 2, first);
            QTRY_VERIFY_WITH_TIMEOUT(client.result(2) != nullptr, kWait);
            QVERIFY(!client.result(2)->ok);
            QVERIFY2(client.result(2)->error.sentence().find("journal") != std::string::npos,
                     client.result(2)->error.sentence().c_str());
            QTRY_VERIFY_WITH_TIMEOUT(!client.journal.trouble.empty(), kWait);
            // The next ones are refused before anything is made of them.
            RequestId next = 20;
            for (const char *kind : {"order", "group", "twap", "money"}) {
                giveEntry(client, ++next, QLatin1String(kind));
                QTRY_VERIFY_WITH_TIMEOUT(client.result(next) != nullptr, kWait);
                QVERIFY2(!client.result(next)->ok, kind);
            }
            // The exit goes out, and is held.
            client.engine.cancelOrder(4, client.orderOf(1)->key);
            QTRY_VERIFY_WITH_TIMEOUT(client.result(4) != nullptr, kWait);
            QVERIFY2(client.result(4)->ok, client.result(4)->error.detail.c_str());
            QTRY_VERIFY_WITH_TIMEOUT(client.orderOf(1)->phase == OrderPhase::Cancelled, kWait);
            QTRY_VERIFY_WITH_TIMEOUT(client.journal.held > 0, kWait);
            full.end();
            QTRY_VERIFY_WITH_TIMEOUT(client.journal.trouble.empty() && client.journal.held == 0,
                                     kWait);
            rest(client, 5, "97000");
        }
        const engine::JournalStatus found =
            engine::checkJournal(journal::Journal::placeIn(profile.path().toStdString()));
        QVERIFY2(found.check == engine::JournalStatus::Check::Intact, found.checkWords.c_str());
        // The order that rested, its cancel, and one after it.
        const std::string sent = payloadsOf(profile.path(), journal_kind::kSent);
        QCOMPARE(std::ranges::count(sent, '\n'), std::ptrdiff_t{3});
        const std::string signing = payloadsOf(profile.path(), journal_kind::kSigning);
        QVERIFY2(signing.find("writtenLate") != std::string::npos, signing.c_str());
        QVERIFY(payloadsOf(profile.path(), journal_kind::kOutcome).find("writtenLate") !=
                std::string::npos);
    }

    /// The same on a small disk that is really full.
    void fullDiskOfItsOwn()
    {
        startVenue();
        QTemporaryDir place;
        const int mounted = QProcess::execute(
            QStringLiteral("mount"), {"-t", "tmpfs", "-o", "size=1m", "tmpfs", place.path()});
        if (mounted != 0)
            QSKIP("a disk of one megabyte cannot be mounted here");
        {
            JournalClient client(configFor(place.path()));
            waitReady(client);
            rest(client, 1);
            QFile filler(place.filePath("filler"));
            QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
            while (filler.write(QByteArray(4096, 'x')) == 4096) {
            }
            // What SQLite's log has room for already is used up first.
            int refused = 0;
            for (RequestId i = 2; i < 60 && refused == 0; ++i) {
                OrderTicket order = ticket(std::to_string(80'000 + 100 * i), "0.01");
                order.tif = model::Tif::Alo;
                client.engine.placeOrder(i, order);
                QTRY_VERIFY_WITH_TIMEOUT(client.result(i) != nullptr, kWait);
                if (!client.result(i)->ok) {
                    ++refused;
                    QVERIFY2(
                        client.result(i)->error.sentence().find("journal") != std::string::npos ||
                            client.result(i)->error.sentence().find("nonce") != std::string::npos,
                        client.result(i)->error.sentence().c_str());
                }
            }
            QCOMPARE(refused, 1);
            client.engine.cancelOrder(100, client.orderOf(1)->key);
            QTRY_VERIFY_WITH_TIMEOUT(client.result(100) != nullptr, kWait);
            QVERIFY2(client.result(100)->ok, client.result(100)->error.detail.c_str());
            QVERIFY(filler.remove());
            QTRY_VERIFY_WITH_TIMEOUT(client.journal.trouble.empty(), kWait);
        }
        const engine::JournalStatus found =
            engine::checkJournal(journal::Journal::placeIn(place.path().toStdString()));
        QProcess::execute(QStringLiteral("umount"), {place.path()});
        QVERIFY2(found.check == engine::JournalStatus::Check::Intact, found.checkWords.c_str());
    }

    /// What an earlier process left open is shown as Unknown, and nothing is entered before it is
    /// found out. `landed`: the venue has the order of the open row.
    void openRequestsOfTheLastSession_data()
    {
        QTest::addColumn<bool>("landed");
        QTest::newRow("it reached the venue") << true;
        QTest::newRow("it did not") << false;
    }

    void openRequestsOfTheLastSession()
    {
        QFETCH(bool, landed);
        startVenue();
        QTemporaryDir profile;
        Cloid cloid;
        {
            JournalClient client(configFor(profile.path()));
            waitReady(client);
            rest(client, 1);
            cloid = *client.orderOf(1)->cloid;
        }
        // The rows as they were before the answer came: what kill -9 would have left.
        const auto place = journal::Journal::placeIn(profile.path().toStdString());
        std::vector<JournalEntry> rows;
        {
            const auto journal = journal::Journal::openReadOnly(place);
            (void)(*journal)->read(0, [&](const journal::Row &row) {
                if (row.entry.kind != journal_kind::kSetting && rows.size() < 2)
                    rows.push_back(row.entry);
                return true;
            });
        }
        QVERIFY(QDir(profile.path() + "/journal").removeRecursively());
        QVERIFY(QDir(profile.path() + "/journal-head").removeRecursively());
        if (!landed)
            startVenue(); // a venue that never heard of it
        {
            const auto journal = journal::Journal::open(place);
            QVERIFY2(journal, journal ? "" : journal.error().detail.c_str());
            QVERIFY((*journal)->append(rows));
        }
        JournalClient client(configFor(profile.path()));
        client.engine.followMarket("BTC");
        client.engine.start();
        QTRY_VERIFY_WITH_TIMEOUT(client.wasTold, kWait);
        QTRY_VERIFY_WITH_TIMEOUT(!client.signer.signer.isZero(), kWait);
        QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(client.history,
                                                     [&](const model::Order &order) {
                                                         return order.cloid == cloid &&
                                                                order.phase == OrderPhase::Unknown;
                                                     }),
                                 kWait);
        QTRY_VERIFY_WITH_TIMEOUT(client.journal.unresolved == 0 &&
                                     client.has(journal_kind::kOutcome, "found out"),
                                 kWait);
        const auto order = std::ranges::find_if(
            client.orders, [&](const auto &entry) { return entry.second.cloid == cloid; });
        QVERIFY(order != client.orders.end());
        QTRY_COMPARE(client.orders[order->first].phase,
                     landed ? OrderPhase::Resting : OrderPhase::Expired);
        QTRY_VERIFY_WITH_TIMEOUT(client.fees && !client.account.margins.empty(), kWait);
        rest(client, 9, "95000");
    }

    void aSecondWriterIsRefused()
    {
        startVenue();
        QTemporaryDir profile;
        JournalClient first(configFor(profile.path()));
        waitReady(first);
        JournalClient second(configFor(profile.path()));
        second.engine.followMarket("BTC");
        second.engine.start();
        QTRY_VERIFY_WITH_TIMEOUT(!second.journal.trouble.empty(), kWait);
        QVERIFY2(second.journal.trouble.find("another program") != std::string::npos,
                 second.journal.trouble.c_str());
        rest(first, 1);
    }

    /// It may be ours and may open something: no entry leaves, an exit does.
    void anOpenRequestThatCannotBeReadHoldsEntries()
    {
        startVenue();
        QTemporaryDir profile;
        {
            JournalClient client(configFor(profile.path()));
            waitReady(client);
            rest(client, 1);
        }
        {
            const auto journal =
                journal::Journal::open(journal::Journal::placeIn(profile.path().toStdString()));
            QVERIFY(journal);
            const IntentId intent = (*journal)->found().lastIntent + 1;
            const std::vector<JournalEntry> rows{
                {1, intent, std::string(journal_kind::kIntent),
                 R"({"exit":false,"items":1,"words":[]})"},
                {1, intent, std::string(journal_kind::kSigning), R"({"network":"testnet"})"}};
            QVERIFY((*journal)->append(rows) && (*journal)->keepHead());
        }
        JournalClient client(configFor(profile.path()));
        client.engine.followMarket("BTC");
        client.engine.start();
        QTRY_VERIFY_WITH_TIMEOUT(client.fees && !client.account.margins.empty(), kWait);
        QTRY_VERIFY_WITH_TIMEOUT(!client.signer.signer.isZero(), kWait);
        QTRY_VERIFY_WITH_TIMEOUT(client.wasTold && client.journal.unresolved == 1, kWait);
        OrderTicket order = ticket("98000", "0.01");
        order.tif = model::Tif::Alo;
        client.engine.placeOrder(2, order);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(2) != nullptr, kWait);
        QVERIFY(!client.result(2)->ok);
        QVERIFY2(client.result(2)->error.sentence().find("cannot be read") != std::string::npos,
                 client.result(2)->error.sentence().c_str());
        QTRY_VERIFY_WITH_TIMEOUT(!client.orders.empty(), kWait);
        client.engine.cancelOrder(3, client.orders.begin()->first);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(3) != nullptr, kWait);
        QVERIFY2(client.result(3)->ok, client.result(3)->error.detail.c_str());
        QCOMPARE(client.journal.unresolved, std::uint64_t{1});
    }

    /// Damaged by somebody: entries are refused with the reason, the file stays as it is.
    void aDamagedJournalHoldsEntries()
    {
        startVenue();
        QTemporaryDir profile;
        {
            JournalClient client(configFor(profile.path()));
            waitReady(client);
            rest(client, 1);
        }
        QVERIFY(QFile::remove(profile.path() + "/journal-head/journal.head"));
        JournalClient client(configFor(profile.path()));
        client.engine.followMarket("BTC");
        client.engine.start();
        QTRY_VERIFY_WITH_TIMEOUT(client.fees && !client.account.margins.empty(), kWait);
        QTRY_VERIFY_WITH_TIMEOUT(!client.signer.signer.isZero(), kWait);
        OrderTicket order = ticket("98000", "0.01");
        order.tif = model::Tif::Alo;
        client.engine.placeOrder(2, order);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(2) != nullptr, kWait);
        QVERIFY(!client.result(2)->ok);
        QVERIFY2(client.result(2)->error.sentence().find("head") != std::string::npos,
                 client.result(2)->error.sentence().c_str());
        QTRY_VERIFY_WITH_TIMEOUT(!client.orders.empty(), kWait);
        client.engine.cancelOrder(3, client.orders.begin()->first);
        QTRY_VERIFY_WITH_TIMEOUT(client.result(3) != nullptr, kWait);
        QVERIFY2(client.result(3)->ok, client.result(3)->error.detail.c_str());
    }
};

QTEST_GUILESS_MAIN(TestJournalEngine)
#include "tst_journal_engine.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/journal_store.h"
#include "trading/intent_rows.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QWebSocket>
#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <set>

using namespace hl;

namespace {

constexpr auto kUser = "0x14791697260e4c9a71f18484c9f997b308e59325";
constexpr int kWait = 120'000; ///< a used number without a record costs half a minute

/// What a point's command is.
constexpr std::array kKinds{"GTC", "IOC", "MONEY", "TWAP", "GROUP"};

struct Order
{
    QString cloid;
    QString kind;
    QString value;          ///< of a TWAP and of money: it names it, for there is one of each
    bool wasKilled = false; ///< between click and final state

    bool is(const char *what) const { return kind == QLatin1String(what); }
    /// Of the orders it places.
    QStringList cloids() const
    {
        if (is("MONEY") || is("TWAP"))
            return {};
        if (!is("GROUP"))
            return {cloid};
        QStringList all;
        for (int leg = 0; leg < 3; ++leg)
            all.push_back(QString(cloid).replace(2, 2, QStringLiteral("0%1").arg(leg)));
        return all;
    }
};

} // namespace

/// The terminal's engine, a process of its own, is killed at seeded moments between click and final
/// state; the next start must know and find out. HL_KILL_POINTS=N for a longer run.
class TestJournalKill : public QObject
{
    Q_OBJECT

    QProcess m_venue;
    QString m_port;
    QTemporaryDir m_profile;

    QJsonDocument info(const QJsonObject &request)
    {
        QNetworkAccessManager manager;
        QNetworkRequest post{QUrl(QStringLiteral("http://127.0.0.1:%1/info").arg(m_port))};
        post.setHeader(QNetworkRequest::ContentTypeHeader, QByteArray("application/json"));
        QNetworkReply *reply = manager.post(post, QJsonDocument(request).toJson());
        QSignalSpy finished(reply, &QNetworkReply::finished);
        if (!reply->isFinished())
            finished.wait(10'000);
        return QJsonDocument::fromJson(reply->readAll());
    }

    double mid() { return info({{"type", "allMids"}}).object()["BTC"].toString().toDouble(); }

    journal::Journal::Place place() const
    {
        return journal::Journal::placeIn(m_profile.path().toStdString());
    }

    void startDriver(QProcess &driver, const Order &order)
    {
        // Far under the market an order rests; over it, it fills.
        const double px = order.is("IOC") ? mid() * 1.004 : mid() * 0.95;
        driver.start(QStringLiteral(HL_KILL_DRIVER),
                     {m_profile.path(), m_port, order.cloid,
                      order.value.isEmpty() ? QString::number(static_cast<qint64>(px) / 10 * 10)
                                            : order.value,
                      order.kind});
    }

    /// Until nothing is open any more, and to the end.
    bool findOut()
    {
        QProcess last;
        last.start(QStringLiteral(HL_KILL_DRIVER), {m_profile.path(), m_port, "0x00", "1", "NONE"});
        return last.waitForFinished(kWait) && last.exitCode() == 0;
    }

    /// What the journal has without an end, for a failure's sentence.
    QByteArray stillOpen() const
    {
        QByteArray out;
        if (const auto journal = journal::Journal::openReadOnly(place()))
            if (const auto rows = (*journal)->unresolved())
                for (const journal::Row &row : *rows)
                    out += "open: " + QByteArray::fromStdString(row.entry.payload).left(400) + '\n';
        return out;
    }

    /// Sizes of the TWAPs the venue ever had, in 0.00001 BTC: how often each.
    std::map<qint64, int> twaps()
    {
        QWebSocket socket;
        QString text;
        connect(&socket, &QWebSocket::connected, &socket, [&] {
            socket.sendTextMessage(QStringLiteral(R"({"method":"subscribe","subscription":{"type":)"
                                                  R"("userTwapHistory","user":"%1"}})")
                                       .arg(QLatin1String(kUser)));
        });
        connect(&socket, &QWebSocket::textMessageReceived, &socket, [&](const QString &frame) {
            if (frame.contains(QLatin1String("\"isSnapshot\":true")))
                text = frame;
        });
        socket.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/ws").arg(m_port)));
        QSignalSpy spy(&socket, &QWebSocket::textMessageReceived);
        for (int i = 0; text.isEmpty() && i < 20; ++i)
            spy.wait(1'000);
        std::map<qint64, std::set<qint64>> ids;
        const QJsonObject data = QJsonDocument::fromJson(text.toUtf8()).object()["data"].toObject();
        for (const auto &entry : data["history"].toArray())
            ids[std::llround(entry.toObject()["state"].toObject()["sz"].toString().toDouble() *
                             1e5)]
                .insert(entry.toObject()["twapId"].toInteger());
        std::map<qint64, int> out;
        for (const auto &[sz, of] : ids)
            out[sz] = static_cast<int>(of.size());
        return out;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_venue.start(QStringLiteral(HL_BIN_DIR "/touchline-cli"),
                      {"venue", "--port", "0", "--seed", "7"});
        QVERIFY(m_venue.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(m_venue.canReadLine(), 20'000);
        const QByteArray line = m_venue.readLine().trimmed();
        QVERIFY2(line.startsWith("listening on 127.0.0.1:"), line.constData());
        m_port = QString::fromLatin1(line.mid(23));
    }

    void cleanupTestCase()
    {
        m_venue.terminate();
        m_venue.waitForFinished(20'000);
    }

    void killedAtEachMoment()
    {
        const int points = qEnvironmentVariableIntValue("HL_KILL_POINTS") > 0
                               ? qEnvironmentVariableIntValue("HL_KILL_POINTS")
                               : 12;
        std::mt19937 random(20'261'130);
        std::vector<Order> orders;
        int killed = 0;
        int verified = 0;
        std::map<QString, int> ofKind;
        // From click to final state, by kind; the first of each is not killed.
        std::map<QString, std::int64_t> usualUs;
        QElapsedTimer watch;
        // On a busy machine some end before they can be killed: until each kind was caught once.
        const auto isDone = [&] {
            return killed >= points && std::ranges::all_of(kKinds, [&](const char *kind) {
                       return ofKind[QLatin1String(kind)] > 0;
                   });
        };
        for (int i = 0; !isDone() && i < points * 4 + 10; ++i) {
            // A start that lives to its end keeps the journal's head, so that what it has found out
            // is not looked up by every later one.
            if (i % 10 == 9)
                QVERIFY(findOut());
            Order order;
            order.cloid = QStringLiteral("0x%1").arg(0xC0FFEE0000LL + i, 32, 16, QLatin1Char('0'));
            order.kind = QLatin1String(kKinds[static_cast<std::size_t>(i) % kKinds.size()]);
            if (order.is("MONEY"))
                order.value = QString::number(2.0 + i * 0.000001, 'f', 6);
            else if (order.is("TWAP"))
                order.value = QString::number(0.01 + i * 0.00001, 'f', 5);
            QProcess driver;
            startDriver(driver, order);
            QVERIFY(driver.waitForStarted());
            while (!driver.canReadLine())
                QVERIFY2(driver.waitForReadyRead(kWait),
                         qPrintable("no click: " + driver.readAllStandardError().right(2000) +
                                    stillOpen()));
            watch.start();
            QCOMPARE(driver.readLine().trimmed(), QByteArray("click"));
            if (!usualUs.contains(order.kind)) {
                while (!driver.canReadLine())
                    QVERIFY(driver.waitForReadyRead(kWait));
                usualUs[order.kind] = watch.nsecsElapsed() / 1000;
                driver.kill();
                driver.waitForFinished();
                const QByteArray said = driver.readAllStandardOutput();
                QVERIFY2(said.startsWith("final"), said.constData());
            } else {
                const auto moment = std::uniform_int_distribution<std::int64_t>(
                                        0, 2 * usualUs[order.kind])(random) *
                                    1000;
                while (watch.nsecsElapsed() < moment) {
                }
                driver.kill();
                driver.waitForFinished();
                const QByteArray said = driver.readAllStandardOutput();
                QVERIFY2(!said.contains("refused"), said.constData());
                order.wasKilled = !said.contains("final");
                killed += order.wasKilled ? 1 : 0;
                ofKind[order.kind] += order.wasKilled ? 1 : 0;
            }
            orders.push_back(order);
            const engine::JournalStatus status = engine::checkJournal(place());
            QVERIFY2(status.check == engine::JournalStatus::Check::Intact,
                     (std::to_string(i) + ": " + status.checkWords).c_str());
            verified += order.wasKilled ? 1 : 0;
        }

        // The last start finds out what is left.
        QVERIFY(findOut());
        QCOMPARE(engine::checkJournal(place()).check, engine::JournalStatus::Check::Intact);
        const auto [lost, doubled, landed] = compare(orders);
        std::printf("points %d lost %d doubled %d verified %d (landed %d)\n", killed, lost, doubled,
                    verified, landed);
        for (const auto &[kind, us] : usualUs)
            std::printf("  %s %d, click to final %.1f ms\n", qPrintable(kind), ofKind[kind],
                        double(us) / 1000);
        std::fflush(stdout);
        for (const char *kind : kKinds)
            QVERIFY2(ofKind[QLatin1String(kind)] > 0, kind);
        QVERIFY(killed >= points);
        QCOMPARE(lost, 0);
        QCOMPARE(doubled, 0);
        QCOMPARE(verified, killed);
        // Some before the venue had it, some after: else the moments prove nothing.
        if (points >= 100)
            QVERIFY2(landed > 0 && landed < killed, qPrintable(QString::number(landed)));
    }

private:
    struct Comparison
    {
        int lost = 0;
        int doubled = 0;
        int landed = 0;
    };

    /// The venue's books against the journal: every order it has is one the journal recorded before
    /// it left and does not call dead, and it has it once.
    Comparison compare(const std::vector<Order> &orders)
    {
        std::map<QString, IntentId> recorded; ///< by cloid, or by the value of a TWAP or of money
        std::map<QString, Nonce> nonces;
        std::map<IntentId, QString> outcome;
        const auto journal = journal::Journal::openReadOnly(place());
        if (!journal)
            return {-1, -1, 0};
        (void)(*journal)->read(0, [&](const journal::Row &row) {
            if (row.entry.kind == journal_kind::kOutcome)
                outcome[row.entry.intent] = QString::fromStdString(row.entry.payload);
            if (row.entry.kind != journal_kind::kSigning)
                return true;
            const auto intent = trading::readSigning(row.entry);
            if (!intent)
                return true;
            for (const Cloid &cloid : trading::placedCloids(intent->action))
                recorded[QString::fromStdString(cloid.toString())] = row.entry.intent;
            std::string value;
            if (const auto *twap = intent->action.as<actions::TwapOrder>())
                value = twap->twap.s.text;
            else if (const auto *withdraw = intent->action.as<actions::Withdraw>())
                value = withdraw->amount.text;
            if (!value.empty()) {
                // As exact as it was given.
                const QString key =
                    QString::number(QString::fromStdString(value).toDouble(), 'f', 6);
                recorded[key] = row.entry.intent;
                nonces[key] = intent->nonce;
            }
            return true;
        });
        std::map<QString, int> open;
        for (const auto &entry : info({{"type", "frontendOpenOrders"}, {"user", kUser}}).array())
            ++open[entry.toObject()["cloid"].toString()];
        std::map<QString, double> filled;
        for (const auto &entry : info({{"type", "userFills"}, {"user", kUser}}).array())
            filled[entry.toObject()["cloid"].toString()] +=
                entry.toObject()["sz"].toString().toDouble();
        std::map<quint64, int> moved; ///< withdrawals in the venue's ledger, by nonce
        for (const auto &entry :
             info({{"type", "userNonFundingLedgerUpdates"}, {"user", kUser}, {"startTime", 0}})
                 .array()) {
            const QJsonObject delta = entry.toObject()["delta"].toObject();
            if (delta["type"].toString() == QLatin1String("withdraw"))
                ++moved[static_cast<quint64>(delta["nonce"].toInteger())];
        }
        const std::map<qint64, int> twapsThere = twaps();
        Comparison result;
        std::set<QString> landed; ///< points, whatever their number of orders
        /// `copies` at the venue, and what the journal says of it.
        const auto judge = [&](const Order &order, const QString &key, int copies) {
            const auto it = recorded.find(key);
            const QString said = it == recorded.end() ? QString() : outcome[it->second];
            const bool isCalledDead = said.contains(QLatin1String("did not reach")) ||
                                      said.contains(QLatin1String("did not arrive")) ||
                                      said.contains(QLatin1String("Nothing has moved"));
            // Of a TWAP there is no record to ask for: a second no-op tells no more.
            const bool isOpenEnd =
                order.is("TWAP") && said.contains(QLatin1String("or a no-op has spent it"));
            if (order.wasKilled && copies > 0)
                landed.insert(order.cloid);
            const bool isLost = copies > 0 ? it == recorded.end() || said.isEmpty() || isCalledDead
                                           : it != recorded.end() && !isCalledDead && !isOpenEnd;
            if (isLost)
                qWarning("%s %s at the venue: %d, journal: %s", qPrintable(order.kind),
                         qPrintable(key), copies, qPrintable(said));
            result.lost += isLost ? 1 : 0;
            result.doubled += copies > 1 ? 1 : 0;
        };
        for (const Order &order : orders) {
            const QString key = QString::number(order.value.toDouble(), 'f', 6);
            if (order.is("MONEY")) {
                const auto at = nonces.find(key);
                judge(order, key, at == nonces.end() ? 0 : std::exchange(moved[at->second], 0));
                continue;
            }
            if (order.is("TWAP")) {
                const auto at = twapsThere.find(std::llround(order.value.toDouble() * 1e5));
                judge(order, key, at == twapsThere.end() ? 0 : at->second);
                continue;
            }
            for (const QString &cloid : order.cloids()) {
                const QJsonObject status =
                    info({{"type", "orderStatus"}, {"user", kUser}, {"oid", cloid}}).object();
                const bool isAtVenue = status["status"].toString() == QLatin1String("order");
                const bool isDoubled = open[cloid] > 1 || filled[cloid] > 0.001 + 1e-9 ||
                                       (open[cloid] == 1 && filled[cloid] > 0);
                judge(order, cloid, isDoubled ? 2 : isAtVenue ? 1 : 0);
            }
        }
        // Nothing moved that no point of these asked for.
        for (const auto &[nonce, copies] : moved)
            result.lost += copies > 0 ? 1 : 0;
        result.landed = static_cast<int>(landed.size());
        return result;
    }
};

QTEST_GUILESS_MAIN(TestJournalKill)
#include "tst_journal_kill.moc"

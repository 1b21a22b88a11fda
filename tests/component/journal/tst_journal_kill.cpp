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
#include <QtTest>

#include <map>
#include <random>
#include <set>

using namespace hl;

namespace {

constexpr auto kUser = "0x14791697260e4c9a71f18484c9f997b308e59325";
constexpr int kWait = 60'000;

struct Order
{
    QString cloid;
    bool isIoc = false;
    bool wasKilled = false; ///< between click and final state
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
        const double px = order.isIoc ? mid() * 1.004 : mid() * 0.95;
        driver.start(QStringLiteral(HL_KILL_DRIVER),
                     {m_profile.path(), m_port, order.cloid,
                      QString::number(static_cast<qint64>(px) / 10 * 10),
                      order.isIoc ? QStringLiteral("IOC") : QStringLiteral("GTC")});
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
        std::int64_t usualUs = 0; // from click to final state, the longest of the first three
        QElapsedTimer watch;
        for (int i = 0; killed < points && i < points * 4 + 10; ++i) {
            Order order;
            order.cloid = QStringLiteral("0x%1").arg(0xC0FFEE0000LL + i, 32, 16, QLatin1Char('0'));
            order.isIoc = i % 3 == 2;
            QProcess driver;
            startDriver(driver, order);
            QVERIFY(driver.waitForStarted());
            while (!driver.canReadLine())
                QVERIFY2(driver.waitForReadyRead(kWait),
                         qPrintable("no click: " + driver.readAllStandardError().right(2000)));
            watch.start();
            QCOMPARE(driver.readLine().trimmed(), QByteArray("click"));
            if (i < 3) {
                while (!driver.canReadLine())
                    QVERIFY(driver.waitForReadyRead(kWait));
                usualUs = std::max<std::int64_t>(usualUs, watch.nsecsElapsed() / 1000);
                driver.kill();
                driver.waitForFinished();
                const QByteArray said = driver.readAllStandardOutput();
                QVERIFY2(said.startsWith("final"), said.constData());
            } else {
                const auto moment =
                    std::uniform_int_distribution<std::int64_t>(0, usualUs)(random) * 1000;
                while (watch.nsecsElapsed() < moment) {
                }
                driver.kill();
                driver.waitForFinished();
                const QByteArray said = driver.readAllStandardOutput();
                QVERIFY2(!said.contains("refused"), said.constData());
                order.wasKilled = !said.contains("final");
                killed += order.wasKilled ? 1 : 0;
            }
            orders.push_back(order);
            const engine::JournalStatus status = engine::checkJournal(place());
            QVERIFY2(status.check == engine::JournalStatus::Check::Intact,
                     (std::to_string(i) + ": " + status.checkWords).c_str());
            verified += order.wasKilled ? 1 : 0;
        }

        // The last start finds out what is left.
        QProcess last;
        last.start(QStringLiteral(HL_KILL_DRIVER), {m_profile.path(), m_port, "0x00", "1", "NONE"});
        QVERIFY(last.waitForFinished(kWait));
        QCOMPARE(last.exitCode(), 0);
        QCOMPARE(engine::checkJournal(place()).check, engine::JournalStatus::Check::Intact);
        const auto [lost, doubled, landed] = compare(orders);
        std::printf(
            "points %d lost %d doubled %d verified %d (landed %d, click to final %.1f ms)\n",
            killed, lost, doubled, verified, landed, double(usualUs) / 1000);
        std::fflush(stdout);
        QCOMPARE(killed, points);
        QCOMPARE(lost, 0);
        QCOMPARE(doubled, 0);
        QCOMPARE(verified, points);
        // Some before the venue had it, some after: else the moments prove nothing.
        if (points >= 100)
            QVERIFY2(landed > 0 && landed < points, qPrintable(QString::number(landed)));
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
        std::map<QString, IntentId> recorded;
        std::map<IntentId, QString> outcome;
        const auto journal = journal::Journal::openReadOnly(place());
        if (!journal)
            return {-1, -1, 0};
        (void)(*journal)->read(0, [&](const journal::Row &row) {
            if (row.entry.kind == journal_kind::kSigning) {
                const auto intent = trading::readSigning(row.entry);
                if (intent)
                    for (const Cloid &cloid : trading::placedCloids(intent->action))
                        recorded[QString::fromStdString(cloid.toString())] = row.entry.intent;
            } else if (row.entry.kind == journal_kind::kOutcome) {
                outcome[row.entry.intent] = QString::fromStdString(row.entry.payload);
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
        Comparison result;
        for (const Order &order : orders) {
            const QJsonObject status =
                info({{"type", "orderStatus"}, {"user", kUser}, {"oid", order.cloid}}).object();
            const bool isAtVenue = status["status"].toString() == QLatin1String("order");
            const auto it = recorded.find(order.cloid);
            const QString said = it == recorded.end() ? QString() : outcome[it->second];
            const bool isCalledDead = said.contains(QLatin1String("did not reach"));
            result.landed += order.wasKilled && isAtVenue ? 1 : 0;
            const bool isLost = isAtVenue ? it == recorded.end() || said.isEmpty() || isCalledDead
                                          : it != recorded.end() && !isCalledDead;
            if (isLost)
                qWarning("%s at the venue: %d, journal: %s", qPrintable(order.cloid), isAtVenue,
                         qPrintable(said));
            result.lost += isLost ? 1 : 0;
            const bool isDoubled = open[order.cloid] > 1 || filled[order.cloid] > 0.001 + 1e-9 ||
                                   (open[order.cloid] == 1 && filled[order.cloid] > 0);
            result.doubled += isDoubled ? 1 : 0;
        }
        return result;
    }
};

QTEST_GUILESS_MAIN(TestJournalKill)
#include "tst_journal_kill.moc"

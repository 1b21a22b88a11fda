// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/programs/program.h"
#include "net/qt_timer_service.h"
#include "support/emulator_server.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QThread>

#include <memory>

using namespace hl;
using namespace hl::test;

namespace {

// The published vectors' key; its address is always funded at the embedded venue.
constexpr auto kFundedSecret = "0123456789012345678901234567890123456789012345678901234567890123";
constexpr auto kFunded = "0x14791697260e4c9a71f18484c9f997b308e59325";

/// An emulator on a thread of its own, because the test waits for programs.
class Emulator
{
public:
    Emulator()
    {
        m_home = new QObject;
        m_home->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_home, &QObject::deleteLater);
        m_thread.start();
        run([this] {
            m_timers = std::make_unique<net::QtTimerService>();
            m_device = std::make_unique<DeviceDouble>(
                *m_timers, std::move(crypto::SecretKey::parse(kFundedSecret).value()));
            m_device->review = std::chrono::milliseconds(300);
            m_server = std::make_unique<EmulatorServer>(*m_device);
            m_option = m_server->option();
        });
    }
    ~Emulator()
    {
        run([this] {
            m_server.reset();
            m_device.reset();
            m_timers.reset();
        });
        m_thread.quit();
        m_thread.wait();
    }
    const QString &option() const { return m_option; }
    /// On the emulator's thread, to its end.
    void change(const std::function<void(DeviceDouble &)> &fn)
    {
        run([&] { fn(*m_device); });
    }

private:
    void run(const std::function<void()> &fn)
    {
        QMetaObject::invokeMethod(m_home, fn, Qt::BlockingQueuedConnection);
    }

    QThread m_thread;
    QObject *m_home = nullptr;
    std::unique_ptr<net::QtTimerService> m_timers;
    std::unique_ptr<DeviceDouble> m_device;
    std::unique_ptr<EmulatorServer> m_server;
    QString m_option;
};

} // namespace

/// `--signer ledger` and `touchline-cli ledger` over an emulator's port.
class TestCliLedger : public QObject
{
    Q_OBJECT

private:
    QProcess m_venue;
    QTemporaryDir m_profile;
    QTemporaryDir m_other;
    QString m_apiUrl;
    Emulator m_emulator;

    Run act(QStringList words)
    {
        words << "--network"
              << "testnet"
              << "--api-url" << m_apiUrl << "--profile-dir" << m_profile.path() << "--signer"
              << "ledger"
              << "--ledger" << m_emulator.option() << "--yes";
        return runCli(words);
    }
    /// Put to the device; `meanwhile` runs while it is shown there, then it is pressed.
    Run press(QStringList words, const std::function<void()> &meanwhile)
    {
        m_emulator.change([](DeviceDouble &device) { device.holdsReview = true; });
        QProcess call;
        words << "--network"
              << "testnet"
              << "--api-url" << m_apiUrl << "--profile-dir" << m_profile.path() << "--signer"
              << "ledger"
              << "--ledger" << m_emulator.option() << "--yes";
        call.start(programPath(QStringLiteral("touchline-cli")), words);
        bool isShown = false;
        const auto look = [&] {
            m_emulator.change([&](DeviceDouble &device) { isShown = device.isReviewing; });
            return isShown || call.state() == QProcess::NotRunning;
        };
        [&] { QTRY_VERIFY_WITH_TIMEOUT(look(), 30'000); }();
        if (isShown) {
            meanwhile();
            m_emulator.change([](DeviceDouble &device) { device.press(); });
        }
        call.waitForFinished(60'000);
        m_emulator.change([](DeviceDouble &device) { device.holdsReview = false; });
        return {call.exitStatus() == QProcess::NormalExit ? call.exitCode() : -1,
                call.readAllStandardOutput(), call.readAllStandardError()};
    }
    /// By the same account's key, from another profile, while the device is looked at.
    Run byKey(QStringList words)
    {
        words << "--network"
              << "testnet"
              << "--api-url" << m_apiUrl << "--profile-dir" << m_other.path() << "--signer"
              << "main"
              << "--passphrase-fd"
              << "3"
              << "--yes";
        return runProgram(QStringLiteral("touchline-cli"), words, {}, "a long passphrase");
    }
    QByteArray journal() const
    {
        return runCli({"journal", "export", "--profile-dir", m_profile.path()}).out;
    }
    int reviews()
    {
        int count = 0;
        m_emulator.change([&](DeviceDouble &device) { count = device.reviews; });
        return count;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_venue.start(programPath(QStringLiteral("touchline-cli")),
                      {"venue", "--port", "0", "--seed", "7"});
        QVERIFY(m_venue.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(m_venue.canReadLine(), 20'000);
        const QByteArray line = m_venue.readLine().trimmed();
        QVERIFY2(line.startsWith("listening on 127.0.0.1:"), line.constData());
        m_apiUrl = QStringLiteral("http://127.0.0.1:") + QString::fromLatin1(line.mid(23));
        const Run key = runCli(
            {"key", "import", "main", "--profile-dir", m_other.path(), "--passphrase-fd", "3"},
            QByteArray(kFundedSecret) + "\n", "a long passphrase");
        QVERIFY2(key.status == 0, key.err.constData());
    }

    void cleanupTestCase()
    {
        m_venue.terminate();
        QVERIFY(m_venue.waitForFinished(20'000));
    }

    void init()
    {
        m_emulator.change([](DeviceDouble &device) {
            device.refuses = false;
            device.signsOtherDigest = false;
            device.app = "Ethereum";
        });
    }

    void whatIsPluggedInSaysItsAppAndAddress()
    {
        const Run app = runCli({"ledger", "app", "--ledger", m_emulator.option()});
        QVERIFY2(app.status == 0, app.err.constData());
        QCOMPARE(app.out.trimmed(), QByteArray("Ethereum 1.8.0  (emulator)"));
        const Run address = runCli({"ledger", "address", "--ledger", m_emulator.option()});
        QVERIFY2(address.status == 0, address.err.constData());
        QVERIFY(address.out.toLower().startsWith(kFunded));
        QVERIFY(address.out.contains("(emulator)"));
    }

    /// Whatever is open is named; what does not sign here says what to open.
    void anyOpenAppIsNamedWithWhatToDo_data()
    {
        QTest::addColumn<QString>("app");
        QTest::addColumn<QString>("what"); ///< empty: it signs
        QTest::newRow("Ethereum") << "Ethereum"
                                  << "";
        QTest::newRow("Hyperliquid") << "Hyperliquid"
                                     << "open the Ethereum app";
        QTest::newRow("another") << "Bitcoin"
                                 << "open the Ethereum app";
        QTest::newRow("dashboard") << "BOLOS"
                                   << "no app is open";
    }

    void anyOpenAppIsNamedWithWhatToDo()
    {
        QFETCH(QString, app);
        QFETCH(QString, what);
        m_emulator.change([&](DeviceDouble &device) { device.app = app.toStdString(); });
        const Run run = runCli({"ledger", "app", "--ledger", m_emulator.option()});
        QVERIFY2(run.status == 0, run.err.constData());
        QVERIFY(run.out.startsWith(app.toLatin1() + " 1.8.0"));
        QVERIFY(run.out.contains("(emulator)"));
        if (what.isEmpty())
            QVERIFY2(run.err.isEmpty(), run.err.constData());
        else
            QVERIFY2(run.err.contains(what.toLatin1()) && run.err.contains("(emulator)"),
                     run.err.constData());
    }

    /// B61: an app that could page through the fields shows hashes by explicit choice alone.
    void B61_hashesOnlyByExplicitChoice_data()
    {
        QTest::addColumn<bool>("isChosen");
        QTest::newRow("fields") << false;
        QTest::newRow("hashes") << true;
    }

    void B61_hashesOnlyByExplicitChoice()
    {
        QFETCH(bool, isChosen);
        m_emulator.change([](DeviceDouble &device) { device.version = "1.22.0"; });
        QStringList words{"order", "BTC", "buy", "0.001", "50000", "--tif", "alo"};
        if (isChosen)
            words << "--ledger-hashes";
        const Run run = act(words);
        std::vector<std::string> shown;
        m_emulator.change([&](DeviceDouble &device) {
            device.version = "1.8.0";
            shown = device.shown;
        });
        QVERIFY2(run.status == 0, run.err.constData());
        QCOMPARE(shown.size() == 2, isChosen);
    }

    /// Nothing signs a bare hash.
    void noCommandSignsAHash()
    {
        for (const char *word : {"sign", "sign-hash", "hash"}) {
            const Run run = runCli({"ledger", word, "0x" + QString(64, 'a')});
            QCOMPARE(run.status, 2);
        }
    }

    void anOrderIsComparedPressedAndSent()
    {
        const Run run = act({"order", "BTC", "buy", "0.001", "50000", "--json"});
        QVERIFY2(run.status == 0, run.err.constData());
        const QJsonObject preview = QJsonDocument::fromJson(run.lines().first()).object();
        QCOMPARE(preview["device"].toString(), QStringLiteral("emulator"));
        QCOMPARE(preview["signer"].toString(), QString::fromLatin1(kFunded));
        QVERIFY(preview["words"].toArray().size() > 1);
        // What is to be compared is printed as the device shows it.
        QVERIFY(run.err.contains("(emulator)"));
        QVERIFY(run.err.contains("Domain hash   0xD792 97FC DF2F"));
        QString grouped = preview["messageHash"].toString().mid(2).toUpper();
        QVERIFY(run.err.contains("Message hash  0x" + grouped.left(4).toLatin1() + ' ' +
                                 grouped.mid(4, 4).toLatin1()));
        QString shown;
        m_emulator.change(
            [&](DeviceDouble &device) { shown = QString::fromStdString(device.shown.at(1)); });
        QCOMPARE(shown, preview["messageHash"].toString().mid(2));
        const QJsonObject end = QJsonDocument::fromJson(run.lines().last()).object();
        const QJsonObject outcome = end["outcomes"].toArray().first().toObject();
        QCOMPARE(outcome["outcome"].toString(), QStringLiteral("resting"));

        // Neither output has a byte of the signature.
        Hash32 digest{};
        QVERIFY(fromHexExact(preview["digest"].toString().toStdString(), digest));
        const auto key = crypto::SecretKey::parse(kFundedSecret);
        const auto signature = key->sign(digest).value();
        for (const Hash32 &part : {signature.r, signature.s}) {
            QVERIFY(!run.out.contains(QByteArray::fromStdString(toHex(part))));
            QVERIFY(!run.err.contains(QByteArray::fromStdString(toHex(part))));
        }

        const Run cancelled = act({"cancel", "BTC", QString::number(outcome["oid"].toInteger())});
        QVERIFY2(cancelled.status == 0, cancelled.err.constData());
        QVERIFY(cancelled.out.contains("(emulator)"));
    }

    /// Nobody presses for what was not shown, and what came back is checked here too.
    void aDryRunIsShownBeforeThePressAndChecked_data()
    {
        QTest::addColumn<QString>("device");
        QTest::newRow("signs") << "signs";
        QTest::newRow("refuses") << "refuses";
        QTest::newRow("signs another digest") << "other";
    }

    void aDryRunIsShownBeforeThePressAndChecked()
    {
        QFETCH(QString, device);
        m_emulator.change([&](DeviceDouble &d) {
            d.refuses = device == "refuses";
            d.signsOtherDigest = device == "other";
        });
        const Run run = act({"order", "BTC", "buy", "0.001", "50000", "--json", "--dry-run"});
        QCOMPARE(run.status, device == "signs" ? 0 : 1);
        const QJsonObject preview = QJsonDocument::fromJson(run.lines().first()).object();
        QCOMPARE(preview["stage"].toString(), QStringLiteral("preview"));
        QVERIFY(preview["words"].toArray().at(1).toString().startsWith(
            QStringLiteral("1. Buy 0.001 of asset ")));
        QVERIFY(!preview.contains("requestBody"));
        QCOMPARE(run.out.contains("requestBody"), device == "signs");
        if (device == "signs") {
            const QJsonObject end = QJsonDocument::fromJson(run.lines().last()).object();
            QCOMPARE(end["stage"].toString(), QStringLiteral("signed"));
            QVERIFY(end["requestBody"].toString().contains("\"signature\""));
        }
    }

    /// What a device says of itself steers no terminal and hides no badge.
    void aHostileVersionIsPrintedAsText()
    {
        m_emulator.change([](DeviceDouble &d) { d.version = "1.8.0\x1b[8m\xff"; });
        const Run run = runCli({"ledger", "app", "--ledger", m_emulator.option()});
        m_emulator.change([](DeviceDouble &d) { d.version = "1.8.0"; });
        QVERIFY2(run.status == 0, run.err.constData());
        QCOMPARE(run.out.trimmed(), QByteArray("Ethereum 1.8.0?[8m?  (emulator)"));
    }

    /// D12: what a position or a price has made wrong while the device was looked at is not sent;
    /// an exit that is still right is. What was thrown away is noted with its nonce (D14).
    void D12_D14_factsAreReadAgainAfterThePress_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<bool>("isClosed"); ///< the position, meanwhile
        QTest::addColumn<bool>("isSent");
        const QStringList close{"order", "BTC", "sell", "0.001", "market", "--reduce-only"};
        const QStringList rests{"order", "BTC", "buy", "0.001", "50000", "--tif", "alo"};
        const QStringList takes{"order", "BTC", "buy", "0.001", "market"};
        QTest::newRow("a close of what is held") << close << false << true;
        QTest::newRow("a close of what is gone") << close << true << false;
        QTest::newRow("a resting limit") << rests << true << true;
        QTest::newRow("a market order inside its cap") << takes << true << true;
    }

    void D12_D14_factsAreReadAgainAfterThePress()
    {
        QFETCH(QStringList, words);
        QFETCH(bool, isClosed);
        QFETCH(bool, isSent);
        const Run opened = byKey({"order", "BTC", "buy", "0.001", "market"});
        QVERIFY2(opened.status == 0, opened.err.constData());
        Run closed;
        const Run run = press(words, [&] {
            if (isClosed)
                closed = byKey({"order", "BTC", "sell", "0.001", "market", "--reduce-only"});
        });
        if (isClosed)
            QVERIFY2(closed.status == 0, closed.err.constData());
        QVERIFY2((run.status == 0) == isSent, run.err.constData());
        if (!isSent) {
            QVERIFY2(run.err.contains("no position"), run.err.constData());
            QVERIFY2(run.err.contains("not sent"), run.err.constData());
            QVERIFY2(run.err.contains("(emulator)"), run.err.constData());
            const QByteArray rows = journal();
            const qsizetype wiped = rows.lastIndexOf("wiped");
            QVERIFY2(wiped >= 0, rows.right(2'000).constData());
            QVERIFY(rows.indexOf("nonce", wiped) > wiped);
        }
        // Flat again for the next row.
        static_cast<void>(byKey({"order", "BTC", "sell", "0.002", "market", "--reduce-only"}));
    }

    void refusedOnTheDeviceIsNotPlaced()
    {
        m_emulator.change([](DeviceDouble &device) { device.refuses = true; });
        const Run run = act({"order", "BTC", "buy", "0.001", "50000"});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("rejected on the device"), run.err.constData());
    }

    void anotherDigestIsNeverSent()
    {
        m_emulator.change([](DeviceDouble &device) { device.signsOtherDigest = true; });
        const Run run = act({"order", "BTC", "buy", "0.001", "50000"});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("nothing was sent"), run.err.constData());
    }

    void anotherAppIsNamed()
    {
        m_emulator.change([](DeviceDouble &device) { device.app = "Hyperliquid"; });
        const int before = reviews();
        const Run run = act({"order", "BTC", "buy", "0.001", "50000"});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("open the Ethereum app") || run.err.contains("not open"),
                 run.err.constData());
        QCOMPARE(reviews(), before);
    }

    /// D3: a review's line, on a second machine, says the same words and hashes.
    void D3_theReviewsLineIsExplained()
    {
        const QByteArray line =
            "{\"msgpack\":\"83a474797065a56f72646572a66f72646572739186a16100a162c3a170a5"
            "3530303030a173a5302e303031a172c2a17481a56c696d697481a3746966a3477463a867726f7570"
            "696e67a26e61\","
            "\"nonce\":1700000000000,\"expiresAfter\":1700000120000,\"network\":\"testnet\","
            "\"account\":\"0x14791697260e4c9a71f18484c9f997b308e59325\"}\n";
        const Run whole = runCli({"explain"}, line);
        if (whole.status != 0)
            qWarning("%s", whole.err.constData());
        const Run byHand = runCli({"explain", "--nonce", "1700000000000", "--expires-after",
                                   "1700000120000", "--network", "testnet", "--account",
                                   "0x14791697260e4c9a71f18484c9f997b308e59325"},
                                  line.mid(12, line.indexOf("\",") - 12));
        QCOMPARE(whole.status, 0);
        QCOMPARE(byHand.status, 0);
        QCOMPARE(whole.out, byHand.out);
        QVERIFY(whole.out.contains("testnet"));
        QVERIFY(whole.out.contains("connectionId"));
        QVERIFY(whole.out.contains("account       0x14791697260e4c9a71f18484c9f997b308e59325"));
    }

    /// A user-signed action: its own fields, no expiry.
    void aTransferShowsItsFields()
    {
        QFile file(m_profile.filePath(QStringLiteral("send.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"type\":\"usdSend\",\"destination\":"
                   "\"0x00000000000000000000000000000000000000bb\",\"amount\":\"5\"}");
        file.close();
        const Run run = act({"action", file.fileName()});
        QVERIFY2(run.status == 0, run.err.constData());
        QVERIFY(run.err.contains("destination   0x00000000000000000000000000000000000000bb"));
        QVERIFY(run.err.contains("amount        5"));
    }

    /// The Hyperliquid app has no word for what an order always carries here.
    void metadataIsForThoseWhoHaveIt()
    {
        QFile file(m_profile.filePath(QStringLiteral("metadata.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"certificate\":\"0101\",\"metadata\":\"0101\"}");
        file.close();
        const Run run =
            act({"order", "BTC", "buy", "0.001", "50000", "--ledger-metadata", file.fileName()});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("Hyperliquid app is not open"), run.err.constData());
        const Run missing = act({"order", "BTC", "buy", "0.001", "50000", "--ledger-metadata",
                                 m_profile.filePath(QStringLiteral("none.json"))});
        QCOMPARE(missing.status, 1);
        QVERIFY(missing.err.contains("--ledger-metadata"));
    }

    void badWordsNameTheOption()
    {
        const Run way = runCli({"order", "BTC", "buy", "0.001", "50000", "--network", "testnet",
                                "--profile-dir", m_profile.path(), "--signer", "ledger", "--ledger",
                                "usb", "--yes"});
        QVERIFY(way.status != 0);
        QVERIFY(way.err.contains("--ledger"));
        const Run path = runCli({"order", "BTC", "buy", "0.001", "50000", "--network", "testnet",
                                 "--profile-dir", m_profile.path(), "--signer", "ledger",
                                 "--ledger", m_emulator.option(), "--ledger-path", "x", "--yes"});
        QVERIFY(path.status != 0);
        QVERIFY(path.err.contains("--ledger-path"));
    }
};

QTEST_GUILESS_MAIN(TestCliLedger)
#include "tst_cli_ledger.moc"

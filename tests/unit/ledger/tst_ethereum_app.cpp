// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/ethereum_app.h"
#include "support/fake_ledger.h"
#include "transcript.h"

#include <QTest>

using namespace hl;
using namespace hl::ledger;
using namespace std::chrono_literals;

namespace {

const std::string kEthereum = "0108457468657265756d06312e32322e3001009000";
const std::string kOld = "0108457468657265756d06312e31312e3001009000"; // 1.11.0
const std::string kHyperliquid = "010b48797065726c697175696405312e302e3001009000";
const std::string kDashboard = "0105424f4c4f5305322e312e3001009000";
const std::string kBlindOn = "030116009000";
const std::string kBlindOff = "020116009000";
const std::string kSilentAddress = "e002000015058000002c8000003c800000000000000000000000";

std::string recorded(const char *file, const char *key, qsizetype step = 0)
{
    return test::readTranscript(file)["exchange"][step][QLatin1String(key)]
        .toString()
        .toStdString();
}

struct Bench
{
    test::ManualClock clock;
    test::FakePort port{clock};
    EthereumApp app{port, clock, DeviceModel::NanoSPlus};
    std::optional<Result<DeviceSignature>> result;
    std::optional<SignForm> reviewed;

    EthereumApp::SignJob job(const char *file)
    {
        const QJsonObject t = test::readTranscript(file);
        return {*DerivationPath::parse(test::textOf(t["path"])),
                *Address::parse(test::textOf(t["address"])), test::messageOf(t)};
    }

    void preamble(const std::string &version = kEthereum, const std::string &config = kBlindOn)
    {
        port.expect({"b001000000", version});
        port.expect({"e006000000", config});
    }

    void addressStep()
    {
        port.expect({kSilentAddress, recorded("eth_address_p0_nodisplay.json", "recv")});
    }

    void start(EthereumApp::SignJob j)
    {
        app.sign(
            std::move(j), [this](SignForm f) { reviewed = f; },
            [this](Result<DeviceSignature> r) { result = std::move(r); });
    }
};

} // namespace

class TestEthereumApp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fullFlowBeginsWithASilentAddressRequest()
    {
        Bench b;
        b.preamble();
        b.addressStep();
        const QJsonArray exchange =
            test::readTranscript("eth_full_blind_agent_mainnet.json")["exchange"].toArray();
        for (const QJsonValue &step : exchange)
            if (!step["send"].toString().startsWith("b001"))
                b.port.expect({step["send"].toString().toStdString(),
                               step["recv"].toString().toStdString(),
                               // Old apps wait for the person at each value, never at a definition.
                               step["send"].toString().startsWith("e01a") ? 5ms : 10s});
        b.start(b.job("eth_full_blind_agent_mainnet.json"));
        b.clock.advance(10min);
        QVERIFY(b.port.isDone());
        QVERIFY(b.reviewed == SignForm::Full);
        QVERIFY(b.result && *b.result);
        QCOMPARE(int((*b.result)->v), 27);
        QCOMPARE(b.port.sent()[2], kSilentAddress);
        QVERIFY(!b.app.isBusy());
    }

    void oldAppsAndNanoSUseHashes()
    {
        Bench b;
        b.preamble(kOld);
        b.addressStep();
        b.port.expect({recorded("eth_v0_agent_mainnet.json", "send"),
                       recorded("eth_v0_agent_mainnet.json", "recv"), 60s});
        b.start(b.job("eth_v0_agent_mainnet.json"));
        b.clock.advance(2min);
        QVERIFY(b.port.isDone());
        QVERIFY(b.reviewed == SignForm::Hashed);
        QVERIFY(b.result && *b.result);
    }

    void blindSigningOffIsSaidBeforeTheDeviceIsAsked()
    {
        Bench b;
        b.preamble(kOld, kBlindOff);
        b.start(b.job("eth_v0_agent_mainnet.json"));
        b.clock.advance(1s);
        QVERIFY(b.port.isDone());
        QVERIFY(!b.reviewed);
        QVERIFY(b.result && !*b.result);
        QVERIFY(b.result->error().detail.find("Blind signing") != std::string::npos);
    }

    void fullIsNeverReplacedSilently()
    {
        Bench b;
        b.preamble(kOld);
        auto job = b.job("eth_v0_agent_mainnet.json");
        job.form = SignForm::Full;
        b.start(job);
        b.clock.advance(1s);
        QCOMPARE(b.result->error().kind, ErrorKind::Validation);
        QVERIFY(!b.reviewed);
    }

    void anotherAccountEndsTheFlow()
    {
        Bench b;
        b.preamble();
        b.addressStep();
        auto job = b.job("eth_v0_agent_mainnet.json");
        job.expected = *Address::parse("0x14791697260e4c9a71f18484c9f997b308e59325");
        b.start(job);
        b.clock.advance(1s);
        QVERIFY(!b.reviewed);
        QCOMPARE(b.result->error().kind, ErrorKind::Signature);
        const std::string detail = b.result->error().detail;
        QVERIFY(detail.find("0x14791697260e4c9a71f18484c9f997b308e59325") != std::string::npos);
        QVERIFY(detail.find("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266") != std::string::npos);
    }

    void wrongApps_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("named");
        QTest::newRow("dashboard") << QString::fromStdString(kDashboard) << "no app is open";
        QTest::newRow("Hyperliquid app")
            << QString::fromStdString(kHyperliquid) << "cannot be used here";
    }

    void wrongApps()
    {
        QFETCH(QString, answer);
        QFETCH(QString, named);
        Bench b;
        b.port.expect({"b001000000", answer.toStdString()});
        b.start(b.job("eth_v0_agent_mainnet.json"));
        b.clock.advance(1s);
        QCOMPARE(b.result->error().kind, ErrorKind::DeviceWrongApp);
        QVERIFY(QString::fromStdString(b.result->error().detail).contains(named));
    }

    void everyStepCanFailWithEveryStatusWord_data()
    {
        QTest::addColumn<int>("failAt");
        QTest::addColumn<int>("sw");
        for (int at = 0; at < 4; ++at)
            for (const int sw : {0x5515, 0x6985, 0x6a80, 0x6a00, 0x6d00, 0x6f00, 0x1234})
                QTest::newRow(qPrintable(QString("step %1, %2").arg(at).arg(sw, 4, 16)))
                    << at << sw;
    }

    void everyStepCanFailWithEveryStatusWord()
    {
        QFETCH(int, failAt);
        QFETCH(int, sw);
        Bench b;
        const std::string bad = QString("%1").arg(sw, 4, 16, QChar('0')).toStdString();
        const std::vector<std::string> good{kOld, kBlindOn,
                                            recorded("eth_address_p0_nodisplay.json", "recv"),
                                            recorded("eth_v0_agent_mainnet.json", "recv")};
        for (int i = 0; i <= failAt; ++i)
            b.port.expect({"*", i == failAt ? bad : good[static_cast<std::size_t>(i)]});
        b.start(b.job("eth_v0_agent_mainnet.json"));
        b.clock.advance(1s);
        QVERIFY(b.result && !*b.result);
        QCOMPARE(b.result->error().code, std::optional<int>(sw));
        QVERIFY(!b.app.isBusy());
    }

    /// cases.md B61: what could not be taken names app and version and offers the other form, which
    /// is never taken by itself.
    void B61_theHashedFormIsOfferedAndNeverTaken_data()
    {
        QTest::addColumn<int>("sw");
        QTest::addColumn<bool>("isOffered");
        QTest::newRow("bad data") << 0x6a80 << true;
        QTest::newRow("bad data, other word") << 0x6a81 << true;
        QTest::newRow("too long") << 0x6a84 << true;
        QTest::newRow("refused") << 0x6985 << false;
        QTest::newRow("locked") << 0x5515 << false;
        QTest::newRow("unknown") << 0x1234 << false;
    }

    void B61_theHashedFormIsOfferedAndNeverTaken()
    {
        QFETCH(int, sw);
        QFETCH(bool, isOffered);
        Bench b;
        b.preamble();
        b.addressStep();
        b.port.expect({"*", QString("%1").arg(sw, 4, 16, QChar('0')).toStdString()});
        b.start(b.job("eth_full_blind_agent_mainnet.json"));
        b.clock.advance(1s);
        QVERIFY(b.reviewed == SignForm::Full);
        QVERIFY(b.result && !*b.result);
        QCOMPARE(b.result->error().code, std::optional<int>(sw));
        const std::string &detail = b.result->error().detail;
        QCOMPARE(detail.find("hashes only") != std::string::npos, isOffered);
        QCOMPARE(detail.find("Ethereum 1.22.0") != std::string::npos, isOffered);
        QCOMPARE(b.port.sent().size(), std::size_t{4}); // nothing was asked again
    }

    void unpluggedAtEveryStep_data()
    {
        QTest::addColumn<int>("at");
        for (int at = 0; at < 4; ++at)
            QTest::newRow(qPrintable(QString::number(at))) << at;
    }

    void unpluggedAtEveryStep()
    {
        QFETCH(int, at);
        Bench b;
        const std::vector<std::string> good{kOld, kBlindOn,
                                            recorded("eth_address_p0_nodisplay.json", "recv")};
        for (int i = 0; i < at; ++i)
            b.port.expect({"*", good[static_cast<std::size_t>(i)]});
        b.port.expect({"*", ""});
        b.start(b.job("eth_v0_agent_mainnet.json"));
        b.clock.advance(100ms);
        QVERIFY(!b.result);
        b.port.answerNow(fail(ErrorKind::DeviceAbsent, "the device was unplugged", "device"));
        QCOMPARE(b.result->error().kind, ErrorKind::DeviceAbsent);
        QVERIFY(!b.app.isBusy());
    }

    void silentCommandsTimeOutAndReviewsDoNot()
    {
        Bench b;
        b.port.expect({"*", ""});
        b.start(b.job("eth_v0_agent_mainnet.json"));
        b.clock.advance(4999ms);
        QVERIFY(!b.result);
        b.clock.advance(10ms);
        QCOMPARE(b.result->error().kind, ErrorKind::Timeout);
        QCOMPARE(b.port.closed(), 1);

        Bench review;
        review.preamble(kOld);
        review.addressStep();
        review.port.expect({"*", ""});
        review.start(review.job("eth_v0_agent_mainnet.json"));
        review.clock.advance(1h);
        QVERIFY(review.reviewed && !review.result);
        QCOMPARE(review.port.closed(), 0);
    }

    void D20_abandonReservesThePortUntilTheDeviceAnswers()
    {
        Bench b;
        b.preamble(kOld);
        b.addressStep();
        b.port.expect({"*", ""});
        b.start(b.job("eth_v0_agent_mainnet.json"));
        b.clock.advance(1s);
        b.app.abandon();
        QCOMPARE(b.result->error().kind, ErrorKind::Cancelled);
        QVERIFY(b.app.isDraining());

        // Nothing is sent while the device still shows the review.
        std::optional<Error> refused;
        b.app.open([&](Result<AppVersion> r) { refused = r.error(); });
        b.clock.advance(10s);
        QVERIFY(refused && refused->detail.find("press reject") != std::string::npos);

        // The late signature ends nowhere, and the device can be used again.
        b.port.answerNow(*fromHex(recorded("eth_v0_agent_mainnet.json", "recv")));
        QVERIFY(!b.app.isDraining());
        QVERIFY(!*b.result);
        b.port.expect({"b001000000", kEthereum});
        std::optional<AppVersion> version;
        b.app.open([&](Result<AppVersion> r) { version = *r; });
        b.clock.advance(1s);
        QVERIFY(version && version->is(1, 22, 0));
    }

    void oneConversationAtATime()
    {
        Bench b;
        b.port.expect({"*", ""});
        b.start(b.job("eth_v0_agent_mainnet.json"));
        std::optional<Error> refused;
        b.app.address(DerivationPath::ledgerLive(0), true,
                      [&](Result<DeviceAddress> r) { refused = r.error(); });
        b.clock.advance(1s);
        QVERIFY(refused && refused->detail.find("busy") != std::string::npos);
        QCOMPARE(b.port.sent().size(), std::size_t{1});
    }

    void shownAddressMayTakeItsTime()
    {
        Bench b;
        b.port.expect({recorded("eth_address_p0_display.json", "send"),
                       recorded("eth_address_p0_display.json", "recv"), 60s});
        std::optional<DeviceAddress> address;
        b.app.address(DerivationPath::ledgerLive(0), true,
                      [&](Result<DeviceAddress> r) { address = *r; });
        b.clock.advance(2min);
        QCOMPARE(address->checksummed, std::string("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"));
    }
};

QTEST_APPLESS_MAIN(TestEthereumApp)
#include "tst_ethereum_app.moc"

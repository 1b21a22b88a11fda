// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "crypto/secp256k1.h"
#include "signing/ledger_signer.h"
#include "signing/recovery.h"
#include "support/fake_ledger.h"
#include "unit/ledger/transcript.h"
#include "venue/hyperliquid/actions/eip712.h"
#include "venue/hyperliquid/actions/user_signed_data.h"

#include <QTest>

using namespace hl;
using namespace std::chrono_literals;

namespace {

class OnePort final : public ledger::PortOpener
{
public:
    explicit OnePort(std::unique_ptr<test::FakePort> port) : m_port(std::move(port)) {}
    Result<Opened> open() override
    {
        if (!m_port)
            return fail(ErrorKind::DeviceAbsent, "no Ledger is plugged in", "device");
        return Opened{std::move(m_port), ledger::DeviceModel::NanoSPlus};
    }

private:
    std::unique_ptr<test::FakePort> m_port;
};

struct Bench
{
    test::ManualClock clock;
    std::unique_ptr<test::FakePort> owned = std::make_unique<test::FakePort>(clock);
    test::FakePort *port = owned.get();

    std::unique_ptr<signing::LedgerSigner> signer(ledger::SignForm form)
    {
        return std::make_unique<signing::LedgerSigner>(
            std::make_unique<ledger::LedgerDevice>(std::make_unique<OnePort>(std::move(owned)),
                                                   clock, clock),
            ledger::DerivationPath::ledgerLive(0),
            *Address::parse("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"), form);
    }
};

signing::SignRequest agentRequest(bool isMainnet)
{
    Hash32 connectionId{};
    (void)fromHexExact("0x0fcbeda5ae3c4950a548021552a4fea2226858c4453571bf3f24ba017eac2908",
                       connectionId);
    signing::SignRequest request;
    request.id = 1;
    const auto data = actions::agentTypedData(connectionId, isMainnet);
    request.digest = actions::eip712Digest(data.domainSeparator, data.structHash);
    request.typedData = std::make_shared<signing::TypedData>(data);
    return request;
}

} // namespace

class TestLedgerSigner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void signsWhatTheRecordingsSigned_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("isMainnet");
        QTest::addColumn<bool>("full");
        QTest::newRow("hashed") << "eth_v0_agent_mainnet.json" << true << false;
        QTest::newRow("full, mainnet") << "eth_full_blind_agent_mainnet.json" << true << true;
        QTest::newRow("full, testnet") << "eth_full_blind_agent_testnet.json" << false << true;
    }

    void signsWhatTheRecordingsSigned()
    {
        QFETCH(QString, file);
        QFETCH(bool, isMainnet);
        QFETCH(bool, full);
        Bench b;
        b.port->expect({"b001000000", "0108457468657265756d06312e32322e3001009000"});
        b.port->expect({"e006000000", "030116009000"});
        b.port->expect({"*", test::textOf(test::readTranscript(
                                 "eth_address_p0_nodisplay.json")["exchange"][0]["recv"])});
        for (const QJsonValue &step : test::readTranscript(file)["exchange"].toArray())
            if (!step["send"].toString().startsWith("b001"))
                b.port->expect({test::textOf(step["send"]), test::textOf(step["recv"])});
        test::FakePort *port = b.port;
        const auto signer = b.signer(full ? ledger::SignForm::Full : ledger::SignForm::Hashed);
        const auto request = agentRequest(isMainnet);
        std::optional<Result<signing::Signature>> result;
        signer->sign(request, [&](Result<signing::Signature> r) { result = std::move(r); });
        b.clock.advance(4s);
        QVERIFY(port->isDone());
        QVERIFY(result && *result);
        QVERIFY(signing::checkRecovered(request.digest, **result, signer->address()));
        // The same signature under another digest is not this account's.
        QVERIFY(
            !signing::checkRecovered(agentRequest(!isMainnet).digest, **result, signer->address()));
    }

    void bareHashesNeverReachTheDevice()
    {
        Bench b;
        const auto signer = b.signer(ledger::SignForm::Hashed);
        auto request = agentRequest(true);
        request.typedData.reset();
        std::optional<Error> error;
        signer->sign(request, [&](Result<signing::Signature> r) { error = r.error(); });
        b.clock.advance(1s);
        QVERIFY(error && error->kind == ErrorKind::Internal);
    }

    void cancelAnswersAtOnce()
    {
        Bench b;
        b.port->expect({"*", ""});
        const auto signer = b.signer(ledger::SignForm::Hashed);
        std::optional<Error> error;
        signer->sign(agentRequest(true), [&](Result<signing::Signature> r) { error = r.error(); });
        signer->cancel(1);
        QVERIFY(error && error->kind == ErrorKind::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestLedgerSigner)
#include "tst_ledger_signer.moc"

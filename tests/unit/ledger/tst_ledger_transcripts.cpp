// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/ethereum_commands.h"
#include "ledger/hid_framing.h"
#include "ledger/hid_port.h"
#include "ledger/status_word.h"
#include "support/fake_ledger.h"
#include "transcript.h"

#include <QTest>

#include <map>
#include <random>

using namespace hl;
using namespace hl::ledger;

namespace {

/// Files whose recorded client sent something else than protocol.md prescribes, and why. Every
/// other file must be equal, byte for byte.
const std::map<QString, QString> kDifferent{
    {"eth_full_raw_len254.json", "the recorded client cuts long values short"},
    {"eth_full_raw_len509.json", "the recorded client cuts long values short"},
    {"eth_full_raw_len510.json", "the recorded client cuts long values short"},
};

bool isEip712(const QString &send)
{
    return send.startsWith("e01a") || send.startsWith("e01c") || send.startsWith("e00c");
}

} // namespace

class TestLedgerTranscripts : public QObject
{
    Q_OBJECT

    static void allFiles()
    {
        QTest::addColumn<QString>("file");
        for (const QString &file : test::transcriptFiles())
            QTest::newRow(qPrintable(file)) << file;
    }

private Q_SLOTS:
    void sendsWhatIsPrescribed_data() { allFiles(); }

    void sendsWhatIsPrescribed()
    {
        QFETCH(QString, file);
        const QJsonObject transcript = test::readTranscript(file);
        const bool filtered = file.contains("filtered");
        if (!transcript.contains("typedData") || filtered)
            return; // no message to build; read by the other tests
        TypedMessage message = test::messageOf(transcript);
        if (!transcript.contains("domainHash")) {
            // The touch device's recording of the same message leaves the hashes out.
            const QJsonObject twin = test::readTranscript("eth_v0_agent_mainnet.json");
            if (twin["typedData"] == transcript["typedData"])
                message = test::messageOf(twin);
        }
        const auto path = DerivationPath::parse(test::textOf(transcript["path"]));
        QVERIFY(path);
        std::vector<Bytes> ours;
        if (file.contains("_v0_")) {
            ours = {*signHashesCommand(*path, message.domainSeparator, message.structHash)};
        } else {
            const auto commands = signFullCommands(*path, message);
            QVERIFY2(commands, qPrintable(QString::fromStdString(
                                   commands ? std::string() : commands.error().sentence())));
            ours = *commands;
        }
        QStringList recorded;
        for (const QJsonValue &step : transcript["exchange"].toArray())
            if (isEip712(step["send"].toString()))
                recorded << step["send"].toString();
        QStringList sent;
        for (const Bytes &command : ours)
            sent << QString::fromStdString(toHex(command));
        if (kDifferent.contains(file))
            QVERIFY2(sent != recorded, "listed as different but equal: take it off the list");
        else
            QCOMPARE(sent, recorded);
    }

    void answersLeadToTheRecordedResult_data() { allFiles(); }

    void answersLeadToTheRecordedResult()
    {
        QFETCH(QString, file);
        const QJsonObject transcript = test::readTranscript(file);
        const QJsonObject result = transcript["result"].toObject();
        const QJsonArray exchange = transcript["exchange"].toArray();
        if (exchange.isEmpty())
            return;
        const Bytes last = test::bytesOf(exchange.last()["recv"]);
        if (last.empty())
            return; // the app died or stayed silent: two commands at once, which we never send
        const auto reply = parseReply(last);
        QVERIFY(reply);
        if (result.contains("signature") && !file.startsWith("hl_")) {
            const auto signature = readSignature(reply->data);
            QVERIFY(signature);
            const QString compact = QString::fromStdString(
                toHex0x(signature->r) + toHex(signature->s) + toHex(Bytes{signature->v}));
            QCOMPARE(compact, result["signature"].toString());
        } else if (result.contains("sw") && !result["sw"].toString().endsWith("9000")) {
            QVERIFY(!reply->isOk());
            QVERIFY(classify(reply->sw) != DeviceProblem::None);
            QVERIFY(classify(reply->sw) != DeviceProblem::Unknown);
        } else if (file.contains("_address_") && reply->isOk()) {
            const auto address = readAddress(reply->data);
            QVERIFY(address);
            QCOMPARE(QString::fromStdString(address->checksummed), result["address"].toString());
        }
    }

    void refusalsAreRefusals_data() { allFiles(); }

    void refusalsAreRefusals()
    {
        QFETCH(QString, file);
        if (!file.contains("rejected"))
            return;
        const QJsonArray exchange = test::readTranscript(file)["exchange"].toArray();
        const auto reply = parseReply(test::bytesOf(exchange.last()["recv"]));
        QVERIFY(classify(reply->sw) == DeviceProblem::Refused);
        QCOMPARE(errorFor(reply->sw).kind, ErrorKind::DeviceRefused);
    }

    // The same answers through 64-byte reports, with another program's reports in between.
    void throughReports_data() { allFiles(); }

    void throughReports()
    {
        QFETCH(QString, file);
        std::mt19937 rng(7);
        for (const QJsonValue &step : test::readTranscript(file)["exchange"].toArray()) {
            for (const char *direction : {"send", "recv"}) {
                const Bytes bytes = test::bytesOf(step[direction]);
                if (bytes.empty())
                    continue;
                Deframer deframer(0x4242);
                std::optional<Bytes> whole;
                for (const Report &report : frame(bytes, 0x4242)) {
                    if (rng() % 3 == 0)
                        QVERIFY(!*deframer.push(frame(bytes, 0x0101)[0]));
                    const auto pushed = deframer.push(report);
                    QVERIFY(pushed);
                    whole = *pushed;
                }
                QVERIFY(whole && *whole == bytes);
            }
        }
    }

    // The answers through a port whose reports come late, twice, in another order, or not at all:
    // the recorded answer, or an error, or nothing; never another answer.
    void throughADamagedPort_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("damage");
        for (const QString &file : test::transcriptFiles())
            for (const char *damage : {"delayed", "repeated", "swapped", "cut", "short"})
                QTest::addRow("%s %s", qPrintable(file), damage) << file << damage;
    }

    void throughADamagedPort()
    {
        QFETCH(QString, file);
        QFETCH(QString, damage);
        std::mt19937 rng(11);
        for (const QJsonValue &step : test::readTranscript(file)["exchange"].toArray()) {
            const Bytes command = test::bytesOf(step["send"]);
            const Bytes recorded = test::bytesOf(step["recv"]);
            if (recorded.empty() || command.empty())
                continue;
            test::ManualClock clock;
            auto state = std::make_shared<test::FakeReports::State>();
            HidPort port(std::make_unique<test::FakeReports>(state), 0x4242, clock);
            std::optional<Result<Bytes>> answer;
            port.exchange(command, [&](Result<Bytes> bytes) { answer = std::move(bytes); });
            std::vector<Report> reports = frame(recorded, 0x4242);
            const std::size_t whole = reports.size();
            if (damage == "repeated")
                reports.insert(reports.begin(), reports.front());
            else if (damage == "swapped" && whole > 1)
                std::swap(reports.front(), reports.back());
            else if (damage == "cut")
                reports.pop_back();
            else if (damage == "short")
                reports.back()[4] = static_cast<std::uint8_t>(reports.back()[4] + 1);
            for (const Report &report : reports) {
                clock.advance(std::chrono::milliseconds(rng() % 400));
                state->readable.push_back(report);
            }
            clock.advance(std::chrono::seconds(5));
            const bool isWhole = damage == "delayed" || (damage == "swapped" && whole == 1) ||
                                 (damage == "repeated" && whole == 1);
            if (isWhole) {
                QVERIFY(answer && *answer);
                QVERIFY(**answer == recorded);
                // What came twice is not the answer to the next command.
                std::optional<Result<Bytes>> next;
                port.exchange(command, [&](Result<Bytes> bytes) { next = std::move(bytes); });
                clock.advance(std::chrono::seconds(1));
                QVERIFY(!next);
                state->readable.push_back(frame(Bytes{0x90, 0x00}, 0x4242).front());
                clock.advance(std::chrono::seconds(1));
                QVERIFY(next && *next);
                QVERIFY((**next == Bytes{0x90, 0x00}));
            } else {
                QVERIFY(!answer || !*answer);
            }
        }
    }

    void addressCommandsAreTheRecordedOnes_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("shown");
        QTest::addColumn<quint64>("chainId");
        QTest::newRow("silent") << "eth_address_p0_nodisplay.json"
                                << "44'/60'/0'/0/0" << false << quint64(0);
        QTest::newRow("shown") << "eth_address_p0_display.json"
                               << "44'/60'/0'/0/0" << true << quint64(0);
        QTest::newRow("live 1") << "eth_address_live1_display.json"
                                << "44'/60'/1'/0/0" << true << quint64(0);
        QTest::newRow("legacy 1") << "eth_address_legacy1_nodisplay.json"
                                  << "44'/60'/0'/1" << false << quint64(0);
        QTest::newRow("with chain") << "v1170_eth_address_p0_display_chain42161.json"
                                    << "44'/60'/0'/0/0" << true << quint64(42161);
    }

    void addressCommandsAreTheRecordedOnes()
    {
        QFETCH(QString, file);
        QFETCH(QString, path);
        QFETCH(bool, shown);
        QFETCH(quint64, chainId);
        const auto chain = chainId != 0 ? std::optional<std::uint64_t>(chainId) : std::nullopt;
        const auto command =
            addressCommand(*DerivationPath::parse(path.toStdString()), shown, chain);
        QCOMPARE(QString::fromStdString(toHex(*command)),
                 test::readTranscript(file)["exchange"][0]["send"].toString());
    }

    void settingsAndVersionsAreRead()
    {
        const auto config = [](const char *file) {
            const auto reply =
                parseReply(test::bytesOf(test::readTranscript(file)["exchange"][0]["recv"]));
            return *readConfiguration(reply->data);
        };
        QVERIFY(config("eth_config_blind_on.json").blindSigning);
        QVERIFY(!config("eth_config_blind_off.json").blindSigning);
        const auto reply = parseReply(
            test::bytesOf(test::readTranscript("eth_app_and_version.json")["exchange"][0]["recv"]));
        const auto app = readAppVersion(reply->data);
        QCOMPARE(app->name, std::string("Ethereum"));
        QVERIFY(app->is(1, 22, 0));
        QCOMPARE(toHex(appVersionCommand()), std::string("b001000000"));
        QCOMPARE(toHex(configurationCommand()), std::string("e006000000"));
    }
};

QTEST_APPLESS_MAIN(TestLedgerTranscripts)
#include "tst_ledger_transcripts.moc"

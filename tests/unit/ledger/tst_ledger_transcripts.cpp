// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/ethereum_commands.h"
#include "ledger/hid_framing.h"
#include "ledger/hid_port.h"
#include "ledger/status_word.h"
#include "support/fake_ledger.h"
#include "transcript.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>
#include <optional>
#include <random>

using namespace hl;
using namespace hl::ledger;

namespace {

/// Why the recorded client sent something else than protocol.md prescribes; empty: it must be
/// equal, byte for byte.
QString whyDifferent(const QString &file)
{
    static const std::map<QString, QString> kFiles{
        {"eth_full_raw_len254.json", "the recorded client cuts long values short"},
        {"eth_full_raw_len509.json", "the recorded client cuts long values short"},
        {"eth_full_raw_len510.json", "the recorded client cuts long values short"},
        {"eth_address_p0_chaincode.json", "asks for the chain code, which nobody needs here"},
    };
    if (const auto it = kFiles.find(file); it != kFiles.end())
        return it->second;
    if (file.contains("filtered"))
        return "filters need signatures that only the maker of the app has";
    if (file.startsWith("eth_err_") && !file.contains("path_forbidden"))
        return "malformed or out of place, on purpose";
    if (file.contains("interleave"))
        return "several commands at once, on purpose: one is in flight here";
    return {};
}

/// The recorded message of a run that ended early carries none: the same one, recorded to its end.
QString twinOf(const QString &file)
{
    if (file.contains("UsdSend"))
        return "eth_full_raw_UsdSend.json";
    if (file.contains("agent_mainnet"))
        return "eth_v0_agent_mainnet.json";
    return {};
}

bool isEip712(const QString &send)
{
    return send.startsWith("e01a") || send.startsWith("e01c") || send.startsWith("e01e") ||
           send.startsWith("e00c");
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

    /// What we send for the same request; none: we never make such a one.
    static std::optional<QStringList> ours(const QString &file, const QJsonObject &transcript,
                                           QStringList &recorded)
    {
        const auto hex = [](const Bytes &command) {
            return QString::fromStdString(toHex(command));
        };
        const auto path = DerivationPath::parse(test::textOf(transcript["path"]));
        if (file.contains("_config_"))
            return QStringList{hex(configurationCommand())};
        if (file.contains("_app_and_version"))
            return QStringList{hex(appVersionCommand())};
        if (file.contains("_address_") || file.contains("path_forbidden")) {
            static const QRegularExpression kChain(QStringLiteral("_chain(\\d+)"));
            const auto chain = kChain.match(file);
            const auto of = file.contains("path_forbidden")
                                ? DerivationPath::parse("44'/0'/0'/0/0") // another coin's
                                : path;
            if (!of)
                return {};
            const auto command = addressCommand(
                *of, file.contains("_display"),
                chain.hasMatch() ? std::optional<std::uint64_t>(chain.captured(1).toULongLong())
                                 : std::nullopt);
            return command ? std::optional(QStringList{hex(*command)}) : std::nullopt;
        }
        TypedMessage message;
        if (transcript.contains("typedData")) {
            message = test::messageOf(transcript);
            if (!transcript.contains("domainHash")) {
                // The touch device's recording of the same message leaves the hashes out.
                const QJsonObject twin = test::readTranscript(twinOf(file));
                if (twin["typedData"] == transcript["typedData"])
                    message = test::messageOf(twin);
            }
        } else if (!twinOf(file).isEmpty()) {
            message = test::messageOf(test::readTranscript(twinOf(file)));
        } else {
            return {};
        }
        if (!path)
            return {};
        // What comes before belongs to the recorded client's own habits (ledger/README.md).
        recorded.erase(std::remove_if(recorded.begin(), recorded.end(),
                                      [](const QString &send) { return !isEip712(send); }),
                       recorded.end());
        if (file.contains("_v0_"))
            return QStringList{
                hex(*signHashesCommand(*path, message.domainSeparator, message.structHash))};
        const auto commands = signFullCommands(*path, message);
        if (!commands)
            return {};
        QStringList out;
        for (const Bytes &command : *commands)
            out << hex(command);
        return out;
    }

private Q_SLOTS:
    void sendsWhatIsPrescribed_data() { allFiles(); }

    void sendsWhatIsPrescribed()
    {
        QFETCH(QString, file);
        const QJsonObject transcript = test::readTranscript(file);
        const QString why = whyDifferent(file);
        if (file.startsWith("hl_")) {
            // tst_hyperliquid_app compares these, with a reason beside each that differs.
            QVERIFY(why.isEmpty());
            return;
        }
        QStringList recorded;
        for (const QJsonValue &step : transcript["exchange"].toArray())
            recorded << step["send"].toString();
        const auto sent = ours(file, transcript, recorded);
        if (!why.isEmpty()) {
            QVERIFY2(!sent || *sent != recorded, "listed as different but equal: take it off");
            return;
        }
        QVERIFY2(sent, "neither equal nor different: it has to be one of them");
        if (recorded.size() < sent->size() &&
            (file.contains("rejected") || file.contains("blind_off")))
            QCOMPARE(sent->mid(0, recorded.size()), recorded); // the device ended it there
        else
            QCOMPARE(*sent, recorded);
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
    // the recorded answer, or an error that says why; never another answer, and silence only where
    // something is still to come.
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
            } else if (damage == "cut") {
                // The rest never came: it is still waited for, and closing ends it without one.
                QVERIFY(!answer);
                QVERIFY(port.isBusy());
                port.close();
                clock.advance(std::chrono::seconds(1));
                QVERIFY(answer && !*answer);
                QCOMPARE(answer->error().kind, ErrorKind::DeviceAbsent);
            } else {
                QVERIFY(answer && !*answer);
                QCOMPARE(answer->error().kind, ErrorKind::Transport);
                // What is left in the handle is read by nobody: it has to be opened anew.
                std::optional<Result<Bytes>> next;
                port.exchange(command, [&](Result<Bytes> bytes) { next = std::move(bytes); });
                clock.advance(std::chrono::seconds(1));
                QVERIFY(next && !*next);
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

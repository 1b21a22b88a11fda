// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/ethereum_commands.h"
#include "ledger/status_word.h"
#include "transcript.h"

#include <QTest>

using namespace hl;
using namespace hl::ledger;

class TestLedgerValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void paths_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("encoded");
        QTest::newRow("live 0") << "44'/60'/0'/0/0"
                                << "058000002c8000003c800000000000000000000000";
        QTest::newRow("with m/") << "m/44'/60'/0'/0/0"
                                 << "058000002c8000003c800000000000000000000000";
        QTest::newRow("h for hardened") << "44h/60h/1h/0/0"
                                        << "058000002c8000003c800000010000000000000000";
        QTest::newRow("legacy") << "44'/60'/0'/1"
                                << "048000002c8000003c8000000000000001";
        QTest::newRow("last step") << "2147483647"
                                   << "017fffffff";
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("empty step") << "44'//0"
                                    << "";
        QTest::newRow("trailing slash") << "44'/"
                                        << "";
        QTest::newRow("too large") << "2147483648"
                                   << "";
        QTest::newRow("negative") << "-1"
                                  << "";
        QTest::newRow("letters") << "44'/x"
                                 << "";
        QTest::newRow("eleven steps") << "0/0/0/0/0/0/0/0/0/0/0"
                                      << "";
    }

    void paths()
    {
        QFETCH(QString, text);
        QFETCH(QString, encoded);
        const auto path = DerivationPath::parse(text.toStdString());
        QCOMPARE(path.has_value(), !encoded.isEmpty());
        if (path) {
            QCOMPARE(QString::fromStdString(toHex(path->encoded())), encoded);
            QCOMPARE(*DerivationPath::parse(path->toString()), *path);
        } else {
            QCOMPARE(path.error().field, std::string("path"));
        }
    }

    void schemes()
    {
        QCOMPARE(DerivationPath::ledgerLive(3).toString(), std::string("44'/60'/3'/0/0"));
        QCOMPARE(DerivationPath::legacy(3).toString(), std::string("44'/60'/0'/3"));
        QCOMPARE(DerivationPath::bip44(3).toString(), std::string("44'/60'/0'/0/3"));
    }

    void B61_status_words_data()
    {
        QTest::addColumn<int>("sw");
        QTest::addColumn<int>("problem");
        QTest::addColumn<int>("kind");
        const auto row = [](int sw, DeviceProblem problem, ErrorKind kind) {
            QTest::newRow(qPrintable(QString::number(sw, 16)))
                << sw << static_cast<int>(problem) << static_cast<int>(kind);
        };
        for (const int sw : {0x5515, 0x6b0c, 0x6982})
            row(sw, DeviceProblem::Locked, ErrorKind::DeviceLocked);
        for (const int sw : {0x6511, 0x6d00, 0x6e00, 0x650f, 0x6a15})
            row(sw, DeviceProblem::WrongApp, ErrorKind::DeviceWrongApp);
        for (const int sw : {0x6985, 0x5501})
            row(sw, DeviceProblem::Refused, ErrorKind::DeviceRefused);
        for (const int sw : {0x6a80, 0x6a81})
            row(sw, DeviceProblem::BadData, ErrorKind::DeviceRefused);
        row(0x6807, DeviceProblem::AppMissing, ErrorKind::DeviceWrongApp);
        row(0x6a00, DeviceProblem::WrongState, ErrorKind::Internal);
        row(0x6a84, DeviceProblem::OutOfMemory, ErrorKind::Internal);
        row(0x6f42, DeviceProblem::InternalError, ErrorKind::Internal);
        row(0x6811, DeviceProblem::InternalError, ErrorKind::Internal);
        row(0x6faa, DeviceProblem::Halted, ErrorKind::DeviceAbsent);
        row(0x6611, DeviceProblem::NotOnboarded, ErrorKind::DeviceAbsent);
        row(0x1234, DeviceProblem::Unknown, ErrorKind::Internal);
    }

    void B61_status_words()
    {
        QFETCH(int, sw);
        QFETCH(int, problem);
        QFETCH(int, kind);
        const auto word = static_cast<std::uint16_t>(sw);
        QCOMPARE(static_cast<int>(classify(word)), problem);
        const Error error = errorFor(word);
        QCOMPARE(static_cast<int>(error.kind), kind);
        QVERIFY(!error.detail.empty());
        if (classify(word) == DeviceProblem::Unknown)
            QVERIFY(error.detail.find("0x1234") != std::string::npos);
    }

    void B22_recovery_values_data()
    {
        QTest::addColumn<int>("fromDevice");
        QTest::addColumn<int>("v");
        QTest::newRow("0") << 0 << 27;
        QTest::newRow("1") << 1 << 28;
        QTest::newRow("27") << 27 << 27;
        QTest::newRow("28") << 28 << 28;
        QTest::newRow("29") << 29 << 0;
        QTest::newRow("2") << 2 << 0;
        QTest::newRow("255") << 255 << 0;
    }

    void B22_recovery_values()
    {
        QFETCH(int, fromDevice);
        QFETCH(int, v);
        Bytes answer(65, 0x11);
        answer[0] = static_cast<std::uint8_t>(fromDevice);
        const auto signature = readSignature(answer);
        QCOMPARE(signature.has_value(), v != 0);
        if (signature)
            QCOMPARE(int(signature->v), v);
        else
            QCOMPARE(signature.error().kind, ErrorKind::Signature);
        QVERIFY(!readSignature(ByteView(answer).first(64)));
    }

    void answersCutAnywhereAreRefused()
    {
        const Bytes address = test::bytesOf(
            test::readTranscript("eth_address_p0_nodisplay.json")["exchange"][0]["recv"]);
        const Bytes app =
            test::bytesOf(test::readTranscript("eth_app_and_version.json")["exchange"][0]["recv"]);
        const ByteView addressData = ByteView(address).first(address.size() - 2);
        const ByteView appData = ByteView(app).first(app.size() - 2);
        QVERIFY(readAddress(addressData));
        QVERIFY(readAppVersion(appData));
        for (std::size_t n = 0; n < addressData.size(); ++n)
            QVERIFY(!readAddress(addressData.first(n)));
        for (std::size_t n = 0; n < 16; ++n)
            QVERIFY2(!readAppVersion(appData.first(n)), qPrintable(QString::number(n)));
        for (std::size_t n = 0; n < 4; ++n)
            QVERIFY(!readConfiguration(addressData.first(n)));
        QVERIFY(!parseReply(Bytes{0x90}));
    }

    void strayBytesBeforeTheStatusWord()
    {
        const auto reply = parseReply(Bytes{0xe0, 0x02, 0x6a, 0x87});
        QCOMPARE(reply->sw, std::uint16_t{0x6a87});
    }

    void models()
    {
        QVERIFY(modelOf(0x1015) == DeviceModel::NanoS);
        QVERIFY(modelOf(0x5011) == DeviceModel::NanoSPlus);
        QVERIFY(modelOf(0x5000) == modelOf(0x501f));
        QVERIFY(modelOf(0x9001) == DeviceModel::Unknown);
        QVERIFY(isBootloader(0x0004));
        QVERIFY(!isBootloader(0x4011));
    }

    void fullFormGates_data()
    {
        QTest::addColumn<QString>("version");
        QTest::addColumn<bool>("nanoS");
        QTest::addColumn<bool>("full");
        QTest::newRow("1.12.0") << "1.12.0" << false << true;
        QTest::newRow("1.11.9") << "1.11.9" << false << false;
        QTest::newRow("1.19.0 crashes on empty values") << "1.19.0" << false << false;
        QTest::newRow("1.19.1") << "1.19.1" << false << true;
        QTest::newRow("1.23.0-dev") << "1.23.0-dev" << false << true;
        QTest::newRow("2.0.0") << "2.0.0" << false << true;
        QTest::newRow("Nano S never") << "1.22.0" << true << false;
        QTest::newRow("unreadable") << "x" << false << false;
    }

    void fullFormGates()
    {
        QFETCH(QString, version);
        QFETCH(bool, nanoS);
        QFETCH(bool, full);
        Bytes data{1, 3, 'E', 't', 'h', static_cast<std::uint8_t>(version.size())};
        for (const QChar c : version)
            data.push_back(static_cast<std::uint8_t>(c.unicode()));
        const auto app = readAppVersion(data);
        QVERIFY(app);
        QCOMPARE(supportsFullForm(*app, nanoS ? DeviceModel::NanoS : DeviceModel::Flex), full);
    }

    void fieldValues_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("encoded");
        QTest::newRow("zero") << "uint64"
                              << "0"
                              << "00";
        QTest::newRow("minimal") << "uint64"
                                 << "1337"
                                 << "0539";
        QTest::newRow("widest") << "uint64"
                                << "18446744073709551615"
                                << "ffffffffffffffff";
        QTest::newRow("fits uint32") << "uint32"
                                     << "4294967295"
                                     << "ffffffff";
        QTest::newRow("too wide for uint32") << "uint32"
                                             << "4294967296"
                                             << "!";
        QTest::newRow("not a number") << "uint64"
                                      << "1e3"
                                      << "!";
        QTest::newRow("true") << "bool"
                              << "true"
                              << "01";
        QTest::newRow("yes") << "bool"
                             << "yes"
                             << "!";
        QTest::newRow("empty text") << "string"
                                    << ""
                                    << "";
        QTest::newRow("text") << "string"
                              << "a"
                              << "61";
        QTest::newRow("short address") << "address"
                                       << "0x12"
                                       << "!";
        QTest::newRow("bytes") << "bytes"
                               << "0x0102"
                               << "0102";
        QTest::newRow("bytes2") << "bytes2"
                                << "0x010203"
                                << "!";
        QTest::newRow("array") << "string[]"
                               << "a"
                               << "!";
        QTest::newRow("uint7") << "uint7"
                               << "1"
                               << "!";
        QTest::newRow("bytes33") << "bytes33"
                                 << "0x"
                                 << "!";
    }

    void fieldValues()
    {
        QFETCH(QString, type);
        QFETCH(QString, value);
        QFETCH(QString, encoded);
        const auto bytes = encodeFieldValue({type.toStdString(), "f", value.toStdString()});
        QCOMPARE(bytes.has_value(), encoded != "!");
        if (bytes)
            QCOMPARE(QString::fromStdString(toHex(*bytes)), encoded);
    }
};

QTEST_APPLESS_MAIN(TestLedgerValues)
#include "tst_ledger_values.moc"

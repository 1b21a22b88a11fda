// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "codec/value.h"
#include "explain/explain.h"
#include "support/json_vectors.h"

#include <QFile>
#include <QTest>

using namespace hl;
using codec::Value;

namespace {

QString q(const std::string &text)
{
    return QString::fromStdString(text);
}

Bytes packed(const std::string &json)
{
    Bytes out;
    codec::appendMsgpack(*codec::parseJson(json), out);
    return out;
}

std::string words(const std::string &json)
{
    const auto lines = explain::actionInWords(packed(json));
    if (!lines)
        return "refused: " + lines.error().detail;
    std::string out;
    for (const std::string &line : *lines)
        out += (out.empty() ? "" : "\n") + line;
    return out;
}

std::string withOrder(const std::string &order)
{
    return "{\"type\":\"order\",\"orders\":[" + order + "],\"grouping\":\"na\"}";
}

} // namespace

class TestExplain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void inWords_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("expected");
        QTest::newRow("limit") << q(withOrder("{\"a\":0,\"b\":true,\"p\":\"30000\",\"s\":\"0.1\","
                                              "\"r\":false,\"t\":{\"limit\":{\"tif\":\"Gtc\"}}}"))
                               << "Place 1 order\n1. Buy 0.1 of asset 0 (perp) at 30000, limit, "
                                  "good till cancelled";
        QTest::newRow("stop")
            << q(withOrder("{\"a\":110001,\"b\":false,\"p\":\"90\",\"s\":\"0\",\"r\":true,\"t\":{"
                           "\"trigger\":{"
                           "\"isMarket\":true,\"triggerPx\":\"95\",\"tpsl\":\"sl\"}},\"c\":"
                           "\"0x00000000000000000000000000000001\"}"))
            << "Place 1 order\n1. Sell the whole position of asset 110001 (perp 1 "
               "of dex 1) at 90, stop loss when the mark reaches 95, then at "
               "market within that price, reduce only, client id "
               "0x00000000000000000000000000000001";
        QTest::newRow("unknown key")
            << q(withOrder(
                   "{\"a\":0,\"b\":true,\"p\":\"1\",\"s\":\"1\",\"r\":false,\"t\":{\"limit\":{"
                   "\"tif\":\"Gtc\"}},\"brokerCode\":1}"))
            << "Place 1 order\n1. Buy 1 of asset 0 (perp) at 1, limit, good till cancelled, (!) "
               "brokerCode: 1";
        QTest::newRow("cancel")
            << "{\"type\":\"cancel\",\"cancels\":[{\"a\":10107,\"o\":287286372177}]}"
            << "Cancel 1 order\n1. Order 287286372177 in asset 10107 (spot pair 107)";
        QTest::newRow("withdraw")
            << "{\"type\":\"withdraw3\",\"signatureChainId\":\"0xa4b1\",\"hyperliquidChain\":"
               "\"Mainnet\","
               "\"destination\":\"0x01\",\"amount\":\"5.5\",\"time\":1}"
            << "Withdraw 5.5 USDC from the venue to 0x01\nsignatureChainId: 0xa4b1\n"
               "hyperliquidChain: Mainnet\ntime: 1";
        QTest::newRow("schedule") << "{\"type\":\"scheduleCancel\",\"time\":1700000000123}"
                                  << "Cancel all orders at 2023-11-14 22:13:20.123 UTC";
        QTest::newRow("leverage")
            << "{\"type\":\"updateLeverage\",\"asset\":5,\"isCross\":false,\"leverage\":3}"
            << "Set leverage of asset 5 (perp) to 3x, isolated margin";
        QTest::newRow("margin") << "{\"type\":\"updateIsolatedMargin\",\"asset\":5,\"isBuy\":true,"
                                   "\"ntli\":-1500000}"
                                << "Change the isolated margin of asset 5 (perp) by -1.5 USD";
        QTest::newRow("anything else") << "{\"type\":\"setReferrer\",\"code\":\"X\"}"
                                       << "Action setReferrer\ncode: X";
        QTest::newRow("type not first") << "{\"cancels\":[{\"a\":1,\"o\":2}],\"type\":\"cancel\"}"
                                        << "Cancel 1 order\n1. Order 2 in asset 1 (perp)\n(!) The "
                                           "type is not the first key: the "
                                           "venue hashes other bytes";
        QTest::newRow("no action") << "[1]"
                                   << "refused: The bytes are no action: they have no type.";
    }
    void inWords()
    {
        QFETCH(QString, json);
        QFETCH(QString, expected);
        QCOMPARE(q(words(json.toStdString())), expected);
    }

    void saysWhenTheBytesAreNotCanonical()
    {
        // The order id 5 in nine bytes.
        const auto lines = explain::actionInWords(
            *fromHex("82a474797065a663616e63656ca763616e63656c739182a16101a16fcf0000000000000005"));
        QVERIFY(lines.has_value());
        QVERIFY(lines->back().find("shortest form") != std::string::npos);
        QVERIFY(!explain::actionInWords(*fromHex("82a474797065")));
        QVERIFY(!explain::actionInWords({}));
    }

    /// Every L1 vector: no field is called unexpected, and the hashes agree.
    void l1Vectors()
    {
        for (const char *name : {"l1-actions.json", "l1-actions-030-delta.json"}) {
            const Value file = test::vectorFile(name);
            for (const Value &row : test::rowsOf(file, "vectors")) {
                const Bytes bytes = *fromHex(test::textOf(row, "msgpack"));
                const auto lines = explain::actionInWords(bytes);
                QVERIFY2(lines.has_value(), test::textOf(row, "name").c_str());
                for (const std::string &line : *lines)
                    QVERIFY2(line.find("(!)") == std::string::npos, line.c_str());
                explain::Surroundings around;
                around.nonce = *row.uint("nonce");
                if (const std::string vault = test::textOf(row, "vaultAddress"); !vault.empty())
                    around.vault = *Address::parse(vault);
                if (const Value *e = row.find("expiresAfter"); e && e->asUint())
                    around.expiresAfter = *e->asUint();
                around.isMainnet = !*row.boolean("isTestnet");
                const auto hashes = explain::hashesOf(bytes, around);
                QVERIFY(hashes.has_value());
                QCOMPARE(q(toHex0x(*hashes->connectionId)), q(test::textOf(row, "connectionId")));
                QCOMPARE(q(toHex0x(hashes->digest)), q(test::textOf(row, "digest")));
            }
        }
    }

    void userSignedVectors()
    {
        const Value file = test::vectorFile("user-signed.json");
        for (const Value &row : test::rowsOf(file, "vectors")) {
            const auto hashes = explain::hashesOf(packed(test::textOf(row, "actionJson")), {});
            QVERIFY2(hashes.has_value(), test::textOf(row, "name").c_str());
            QCOMPARE(q(toHex0x(hashes->domain)), q(test::textOf(row, "domainSeparator")));
            QCOMPARE(q(toHex0x(hashes->message)), q(test::textOf(row, "structHash")));
            QCOMPARE(q(toHex0x(hashes->digest)), q(test::textOf(row, "digest")));
        }
    }

    void multiSigVectors()
    {
        for (const char *name : {"multisig-l1.json", "multisig-user-signed.json"}) {
            const Value file = test::vectorFile(name);
            for (const Value &row : test::rowsOf(file, "vectors")) {
                explain::Surroundings around;
                around.nonce = *row.uint("nonce");
                if (const std::string vault = test::textOf(row, "vaultAddress"); !vault.empty())
                    around.vault = *Address::parse(vault);
                if (const Value *e = row.find("expiresAfter"); e && e->asUint())
                    around.expiresAfter = *e->asUint();
                around.isMainnet = !*row.boolean("isTestnet");
                const auto hashes =
                    explain::hashesOf(packed(test::textOf(row, "wrapperJson")), around);
                QVERIFY2(hashes.has_value(), test::textOf(row, "name").c_str());
                const Value &outer = *row.find("outer");
                QCOMPARE(q(toHex0x(*hashes->connectionId)),
                         q(test::textOf(outer, "multiSigActionHash")));
                QCOMPARE(q(toHex0x(hashes->digest)), q(test::textOf(outer, "digest")));
            }
        }
    }

    /// The library that checks the encoder must not contain it.
    void linksNothingOfTheEncoder()
    {
        const QString linked = QStringLiteral(HL_EXPLAIN_LINKS);
        QVERIFY2(linked.contains("hl_crypto") && linked.contains("hl_base"), qPrintable(linked));
        for (const char *forbidden : {"codec", "actions", "venue", "signing"})
            QVERIFY2(!linked.contains(QLatin1String(forbidden)), qPrintable(linked));
        // Nor include it, nor be built from its files.
        const QStringList sources = QStringLiteral(HL_EXPLAIN_SOURCES).split(',');
        QVERIFY(sources.size() >= 3);
        for (const QString &name : sources) {
            QFile file(QStringLiteral(HL_EXPLAIN_DIR "/") + name);
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(name));
            const QByteArray text = file.readAll();
            for (const char *forbidden : {"\"codec/", "\"venue/", "\"signing/", ".."})
                QVERIFY2(!text.contains("#include " + QByteArray(forbidden)), qPrintable(name));
        }
    }
};

QTEST_APPLESS_MAIN(TestExplain)
#include "tst_explain.moc"

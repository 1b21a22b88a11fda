// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/hyperliquid_app.h"
#include "support/fake_ledger.h"
#include "transcript.h"

#include <QTest>

using namespace hl;
using namespace hl::ledger;
using namespace std::chrono_literals;

namespace {

/// Recorded runs whose client sent something we never send, and why.
const QHash<QString, QString> kDifferent{
    {"hl_err_cloid.json", "its order carries a cloid, which the app refuses"},
    {"hl_dev_err_cloid.json", "its order carries a cloid, which no released app takes"},
    {"hl_err_no_certificate.json", "it leaves the certificate out"},
};

std::uint64_t number(const QJsonValue &value)
{
    return static_cast<std::uint64_t>(value.toInteger());
}

Address addressOf(const QJsonValue &value)
{
    return Address::parse(test::textOf(value)).value_or(Address{});
}

HlOrder orderOf(const QJsonObject &o)
{
    HlOrder order{number(o["a"]),       o["b"].toBool(), test::textOf(o["p"]),
                  test::textOf(o["s"]), o["r"].toBool(), {}};
    const QJsonObject type = o["t"].toObject();
    if (type.contains("trigger")) {
        const QJsonObject t = type["trigger"].toObject();
        order.kind = HlTrigger{t["isMarket"].toBool(), test::textOf(t["triggerPx"]),
                               t["tpsl"].toString() == "sl"};
    } else {
        const QString tif = type["limit"].toObject()["tif"].toString();
        order.kind = HlLimit{tif == "Alo"   ? HlLimit::Tif::Alo
                             : tif == "Ioc" ? HlLimit::Tif::Ioc
                                            : HlLimit::Tif::Gtc};
    }
    return order;
}

HlAction actionOf(const QJsonObject &a)
{
    HlAction action;
    action.nonce = number(a["nonce"]);
    const QString type = a["type"].toString();
    if (type == "order") {
        HlPlace place;
        for (const QJsonValue &o : a["orders"].toArray())
            place.orders.push_back(orderOf(o.toObject()));
        const QString grouping = a["grouping"].toString();
        place.grouping = grouping == "normalTpsl" ? 1 : grouping == "positionTpsl" ? 2 : 0;
        if (a.contains("builder"))
            place.builder =
                HlPlace::Builder{addressOf(a["builder"]["b"]), number(a["builder"]["f"])};
        action.body = place;
    } else if (type == "batchModify") {
        HlModify modify;
        for (const QJsonValue &m : a["modifies"].toArray())
            modify.orders.emplace_back(number(m["oid"]), orderOf(m["order"].toObject()));
        action.body = modify;
    } else if (type == "cancel") {
        HlCancel cancel;
        for (const QJsonValue &c : a["cancels"].toArray())
            cancel.cancels.emplace_back(number(c["a"]), number(c["o"]));
        action.body = cancel;
    } else if (type == "updateLeverage") {
        action.body = HlLeverage{number(a["asset"]), a["isCross"].toBool(), number(a["leverage"])};
    } else {
        action.body = HlBuilderFee{a["signatureChainId"].toString().toULongLong(nullptr, 16),
                                   test::textOf(a["maxFeeRate"]), addressOf(a["builder"])};
    }
    return action;
}

} // namespace

/// The Hyperliquid app's commands against every recorded run of it.
class TestHyperliquidApp : public QObject
{
    Q_OBJECT

private:
    static void allFiles()
    {
        QTest::addColumn<QString>("file");
        for (const QString &file : test::transcriptFiles())
            if (file.startsWith("hl_"))
                QTest::newRow(qPrintable(file)) << file;
    }

private Q_SLOTS:
    void commandsAreTheRecordedOnes_data() { allFiles(); }

    void commandsAreTheRecordedOnes()
    {
        QFETCH(QString, file);
        const QJsonObject t = test::readTranscript(file);
        const QJsonArray exchange = t["exchange"].toArray();
        const auto path = DerivationPath::parse(test::textOf(t["path"]));
        QVERIFY(path);
        QStringList ours;
        const auto add = [&](const Result<Bytes> &command) {
            QVERIFY2(command, command ? "" : command.error().sentence().c_str());
            ours << QString::fromStdString(toHex(*command));
        };
        if (t.contains("certificate_hex"))
            add(hlCertificateCommand(test::bytesOf(t["certificate_hex"])));
        if (t.contains("metadata_hex"))
            add(hlMetadataCommand(test::bytesOf(t["metadata_hex"])));
        const QJsonArray actions = t["actions"].toArray();
        for (const QJsonValue &action : actions)
            add(hlActionCommand(actionOf(action.toObject())));
        for (int i = 0; i < actions.size(); ++i)
            add(hlSignCommand(*path));
        QStringList recorded;
        for (const QJsonValue &step : exchange)
            recorded << step["send"].toString();
        // A run that was refused ends there.
        ours = ours.mid(0, recorded.size());
        if (kDifferent.contains(file))
            QVERIFY2(ours != recorded, "listed as different but equal: take it off the list");
        else
            QCOMPARE(ours, recorded);
    }

    void answersAreTheRecordedSignatures_data() { allFiles(); }

    void answersAreTheRecordedSignatures()
    {
        QFETCH(QString, file);
        const QJsonObject t = test::readTranscript(file);
        const QJsonArray signatures = t["result"]["signatures"].toArray();
        int found = 0;
        for (const QJsonValue &step : t["exchange"].toArray()) {
            const auto reply = parseReply(test::bytesOf(step["recv"]));
            QVERIFY(reply);
            if (!step["send"].toString().startsWith("e004") || !reply->isOk())
                continue;
            const auto read = readHlSignature(reply->data);
            QVERIFY(read);
            const QJsonObject wanted = signatures.at(found).toObject();
            QCOMPARE(QString::fromStdString(toHex(read->signature.r)), wanted["r"].toString());
            QCOMPARE(QString::fromStdString(toHex(read->signature.s)), wanted["s"].toString());
            QCOMPARE(int(read->signature.v), wanted["v"].toInt());
            ++found;
            QCOMPARE(int(read->remaining), int(signatures.size()) - found);
        }
        QCOMPARE(found, int(signatures.size()));
    }

    /// The whole conversation, the account first.
    void oneActionIsSigned()
    {
        const QJsonObject t = test::readTranscript("hl_cancel.json");
        test::ManualClock clock;
        test::FakePort port(clock);
        const Address account = addressOf(t["address"]);
        const std::string version = "010b48797065726c697175696405312e302e3001009000";
        const auto run = [&] {
            std::optional<Result<DeviceSignature>> out;
            signWithHyperliquidApp(
                port, *DerivationPath::parse(test::textOf(t["path"])), account,
                {test::bytesOf(t["certificate_hex"]), test::bytesOf(t["metadata_hex"])},
                actionOf(t["actions"][0].toObject()),
                [&](Result<DeviceSignature> r) { out = std::move(r); });
            clock.advance(5s);
            return out;
        };
        port.expect({"b001000000", version});
        port.expect({"*", toHex(account.bytes) + "9000"});
        for (const QJsonValue &step : t["exchange"].toArray())
            port.expect({test::textOf(step["send"]), test::textOf(step["recv"])});
        const auto signed_ = run();
        QVERIFY(signed_ && *signed_);
        QVERIFY(port.isDone());
        QCOMPARE(QString::fromStdString(toHex((*signed_)->r)),
                 t["result"]["signatures"][0]["r"].toString());

        // Another account, another app and a refusal end it before anything is shown.
        port.expect({"b001000000", version});
        port.expect({"*", std::string(40, '1') + "9000"});
        auto other = run();
        QVERIFY(other && !*other && other->error().kind == ErrorKind::Signature);
        port.expect({"b001000000", "0108457468657265756d06312e32322e3001009000"});
        other = run();
        QVERIFY(other && !*other && other->error().kind == ErrorKind::DeviceWrongApp);
        port.expect({"b001000000", version});
        port.expect({"*", toHex(account.bytes) + "9000"});
        port.expect({"*", "5720"});
        other = run();
        QVERIFY(other && !*other);
        QVERIFY(port.isDone());
    }

    void whatDoesNotFitIsRefused()
    {
        HlCancel cancel;
        for (std::uint64_t i = 0; i < 40; ++i)
            cancel.cancels.emplace_back(0, i);
        const auto command = hlActionCommand({1, cancel});
        QVERIFY(!command);
        QCOMPARE(command.error().field, std::string("action"));
        QVERIFY(!HlMetadata::parse("zz", "00"));
        QVERIFY(!HlMetadata::parse("00", ""));
        QVERIFY(HlMetadata::parse("0xab", "0x00"));
    }
};

QTEST_APPLESS_MAIN(TestHyperliquidApp)
#include "tst_hyperliquid_app.moc"

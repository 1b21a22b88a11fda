// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/exchange_response.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace hl;
using namespace hl::venue;

class TestExchangeResponse : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void vectors_data();
    void vectors();
    void B40_bracketRepliesAreBareStrings();
    void B41_outerOkInnerError();
    void B11_iocThatMatchedNothing();
    void onePassReadsTheSame_data();
    void onePassReadsTheSame();
    void shapes_data();
    void shapes();
    void http_data();
    void http();
    void partsWithoutAnAnswerAreUnknown();
    void wholeFailureIsToldForEachPart();
    void echoedSignaturesStayHere_data();
    void echoedSignaturesStayHere();
};

void TestExchangeResponse::vectors_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("isError");
    QTest::addColumn<QString>("message");
    QFile file(QStringLiteral(HL_TEST_DATA "/vectors/exchange-responses.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto rows =
        QJsonDocument::fromJson(file.readAll()).object().value(QLatin1String("vectors")).toArray();
    QCOMPARE(rows.size(), 20);
    for (const auto &value : rows) {
        const QJsonObject row = value.toObject();
        const QJsonValue body = row.value(QLatin1String("body"));
        QByteArray text = body.isObject()
                              ? QJsonDocument(body.toObject()).toJson(QJsonDocument::Compact)
                          : body.isArray() ? QByteArray("[]")
                          : body.isNull()  ? QByteArray("null")
                                           : QByteArray("\"text\"");
        QTest::newRow(text.left(70).constData())
            << text << row.value(QLatin1String("isError")).toBool()
            << row.value(QLatin1String("message")).toString();
    }
}

/// What the reference client calls an error is a rejection here and nothing else is; its message is
/// ours, but for an error that is no text, which we print as it came.
void TestExchangeResponse::vectors()
{
    QFETCH(QByteArray, body);
    QFETCH(bool, isError);
    QFETCH(QString, message);
    const ExchangeOutcome outcome = decodeExchangeBody(body.toStdString());
    QVERIFY(!outcome.items.empty());
    const bool rejected =
        std::any_of(outcome.items.begin(), outcome.items.end(),
                    [](const ItemOutcome &item) { return item.kind == OutcomeKind::Rejected; });
    QCOMPARE(rejected, isError);
    if (message == QLatin1String("[object Object]"))
        message = QStringLiteral(R"({"odd":1})");
    QCOMPARE(QString::fromStdString(outcome.failureText()), message);
}

void TestExchangeResponse::B40_bracketRepliesAreBareStrings()
{
    const auto outcome = decodeExchangeBody(
        R"({"status":"ok","response":{"type":"order","data":{"statuses":[{"filled":{"totalSz":"0.00022","avgPx":"87102.0","oid":272900270573}},"waitingForTrigger","waitingForTrigger","brandNew"]}}})",
        3);
    QCOMPARE(outcome.items.size(), 4U);
    QCOMPARE(outcome.items[0].kind, OutcomeKind::Filled);
    QCOMPARE(outcome.items[0].oid, 272900270573U);
    QCOMPARE(outcome.items[0].totalSz.toString(), std::string("0.00022"));
    QCOMPARE(outcome.items[0].avgPx.toString(), std::string("87102"));
    for (const std::size_t child : {std::size_t{1}, std::size_t{2}}) {
        QCOMPARE(outcome.items[child].kind, OutcomeKind::Waiting);
        QCOMPARE(outcome.items[child].oid, 0U);
    }
    QCOMPARE(outcome.items[3].kind, OutcomeKind::Unknown);
    QCOMPARE(outcome.items[3].message, std::string("brandNew"));
}

void TestExchangeResponse::B41_outerOkInnerError()
{
    const auto outcome = decodeExchangeBody(
        R"({"status":"ok","response":{"type":"order","data":{"statuses":[{"resting":{"oid":1}},{"error":"Insufficient margin to place order. asset=15"},{"error":"Order must have minimum value of $10."}]}}})",
        3);
    QCOMPARE(outcome.items.size(), 3U);
    QCOMPARE(outcome.items[0].kind, OutcomeKind::Resting);
    QCOMPARE(outcome.items[1].kind, OutcomeKind::Rejected);
    QCOMPARE(outcome.items[2].message, std::string("Order must have minimum value of $10."));
    QVERIFY(!outcome.allOk());
}

void TestExchangeResponse::B11_iocThatMatchedNothing()
{
    const auto outcome = decodeExchangeBody(
        R"({"status":"ok","response":{"type":"order","data":{"statuses":[{"error":"Order could not immediately match against any resting orders. asset=5"}]}}})");
    QCOMPARE(outcome.items.at(0).kind, OutcomeKind::Rejected);
}

void TestExchangeResponse::onePassReadsTheSame_data()
{
    QTest::addColumn<QString>("statuses");
    QTest::addColumn<bool>("isPlain");
    const auto row = [](const char *name, const char *statuses, bool isPlain) {
        QTest::newRow(name) << QString::fromLatin1(statuses) << isPlain;
    };
    row("resting", R"({"resting":{"oid":77738308}})", true);
    row("resting with cloid",
        R"({"resting":{"oid":77738308,"cloid":"0x1234567890abcdef1234567890abcdef"}})", true);
    row("filled", R"({"filled":{"totalSz":"0.02","avgPx":"1891.4","oid":77747314}})", true);
    row("filled with cloid",
        R"({"filled":{"totalSz":"0.02","avgPx":"1891.4","oid":7,"cloid":"0x1234567890ABCDEF1234567890abcdef"}})",
        true);
    row("three",
        R"({"resting":{"oid":1}},"success",{"filled":{"totalSz":"1","avgPx":"2","oid":3}})", true);
    row("success", R"("success")", true);
    row("none", "", false);
    row("waiting", R"("waitingForFill")", false);
    row("an error after a success", R"({"resting":{"oid":1}},{"error":"no"})", false);
    row("a new word", R"("somethingElse")", false);
    row("another order of keys", R"({"filled":{"oid":3,"totalSz":"1","avgPx":"2"}})", false);
    row("a cloid that is none", R"({"resting":{"oid":1,"cloid":"0x12"}})", false);
    row("an oid of twenty digits", R"({"resting":{"oid":18446744073709551615}})", false);
    row("an oid that is negative", R"({"resting":{"oid":-1}})", false);
    row("one key more", R"({"resting":{"oid":1,"x":2}})", false);
    row("both", R"({"resting":{"oid":1},"filled":{"totalSz":"1","avgPx":"2","oid":3}})", false);
    row("cut off", R"({"resting":{"oid":1})", false);
}

/// A blank in front sends the same answer through the general decoder.
void TestExchangeResponse::onePassReadsTheSame()
{
    QFETCH(QString, statuses);
    QFETCH(bool, isPlain);
    const std::string body = R"({"status":"ok","response":{"type":"order","data":{"statuses":[)" +
                             statuses.toStdString() + "]}}}";
    ExchangeOutcome scanned;
    QCOMPARE(scanStatuses(body, scanned), isPlain);
    QVERIFY(!scanStatuses(' ' + body, scanned));
    QVERIFY(!scanStatuses(body + ' ', scanned));
    const ExchangeOutcome one = decodeExchangeBody(body, 4);
    const ExchangeOutcome other = decodeExchangeBody(' ' + body, 4);
    QCOMPARE(one.type, other.type);
    QCOMPARE(one.hasStatuses, other.hasStatuses);
    QCOMPARE(one.isRateLimited, other.isRateLimited);
    QCOMPARE(one.items.size(), other.items.size());
    for (std::size_t i = 0; i < one.items.size(); ++i) {
        QCOMPARE(one.items[i].kind, other.items[i].kind);
        QCOMPARE(one.items[i].oid, other.items[i].oid);
        QCOMPARE(one.items[i].cloid, other.items[i].cloid);
        QCOMPARE(one.items[i].twapId, other.items[i].twapId);
        QVERIFY(one.items[i].totalSz == other.items[i].totalSz);
        QVERIFY(one.items[i].avgPx == other.items[i].avgPx);
        if (statuses != QLatin1String(R"({"resting":{"oid":1})")) // quotes the blank
            QCOMPARE(one.items[i].message, other.items[i].message);
    }
}

void TestExchangeResponse::shapes_data()
{
    QTest::addColumn<QString>("response");
    QTest::addColumn<int>("kind");
    QTest::addColumn<quint64>("oid");
    const auto row = [](const char *name, const char *response, OutcomeKind kind, quint64 oid = 0) {
        QTest::newRow(name) << QString::fromLatin1(response) << int(kind) << oid;
    };
    row("default", R"({"type":"default"})", OutcomeKind::Ok);
    row("cancel", R"({"type":"cancel","data":{"statuses":["success"]}})", OutcomeKind::Ok);
    row("cloid",
        R"({"type":"order","data":{"statuses":[{"resting":{"oid":496160097503,"cloid":"0x00030070b4ed5113000001000000002e"}}]}})",
        OutcomeKind::Resting, 496160097503U);
    row("twap", R"({"type":"twapOrder","data":{"status":{"running":{"twapId":5}}}})",
        OutcomeKind::Running);
    row("twap refused", R"({"type":"twapOrder","data":{"status":{"error":"no"}}})",
        OutcomeKind::Rejected);
    row("twap cancelled", R"({"type":"twapCancel","data":{"status":"success"}})", OutcomeKind::Ok);
    row("vault", R"({"type":"createVault","data":"0xabc"})", OutcomeKind::Ok);
    row("new object", R"({"type":"order","data":{"statuses":[{"parked":{"oid":77}}]}})",
        OutcomeKind::Unknown, 77U);
    row("null status", R"({"type":"order","data":{"statuses":[null]}})", OutcomeKind::Unknown);
}

void TestExchangeResponse::shapes()
{
    QFETCH(QString, response);
    const auto outcome =
        decodeExchangeBody(R"({"status":"ok","response":)" + response.toStdString() + "}");
    QCOMPARE(outcome.items.size(), 1U);
    QTEST(int(outcome.items[0].kind), "kind");
    QTEST(quint64{outcome.items[0].oid}, "oid");
    QCOMPARE(outcome.items[0].cloid.has_value(), response.contains(QLatin1String("cloid")));
}

void TestExchangeResponse::http_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("body");
    QTest::addColumn<bool>("written");
    QTest::addColumn<int>("kind");
    const auto row = [](const char *name, int status, const char *body, bool written,
                        OutcomeKind kind) {
        QTest::newRow(name) << status << QString::fromLatin1(body) << written << int(kind);
    };
    row("nothing left", 0, "", false, OutcomeKind::NotSent);
    row("left, no answer", 0, "", true, OutcomeKind::Unknown);
    row("too many", 429, "", true, OutcomeKind::Rejected);
    row("bad request", 422, "Failed to deserialize the JSON body into the target type", true,
        OutcomeKind::Rejected);
    row("forbidden page", 403, "<html>no</html>", true, OutcomeKind::Rejected);
    row("server error", 500, "oops", true, OutcomeKind::Unknown);
    row("gateway", 502, "<html>bad gateway</html>", true, OutcomeKind::Unknown);
    row("page with 200", 200, "<html>maintenance</html>", true, OutcomeKind::Unknown);
    row("broken JSON", 200, R"({"status":"ok","respo)", true, OutcomeKind::Unknown);
    row("empty", 200, "", true, OutcomeKind::Unknown);
    row("redirect", 302, "", true, OutcomeKind::Unknown);
    row("ok", 200, R"({"status":"ok","response":{"type":"default"}})", true, OutcomeKind::Ok);
    row("err", 200, R"({"status":"err","response":"User or API Wallet 0x0123 does not exist."})",
        true, OutcomeKind::Rejected);
}

void TestExchangeResponse::http()
{
    QFETCH(int, status);
    QFETCH(QString, body);
    QFETCH(bool, written);
    const auto outcome = decodeExchangeHttp(status, body.toStdString(), written, 2);
    QCOMPARE(outcome.items.size(), 2U);
    for (const ItemOutcome &item : outcome.items) {
        QTEST(int(item.kind), "kind");
        QCOMPARE(item.message.empty(), item.kind == OutcomeKind::Ok);
        QVERIFY(item.message.find("<html>b") == std::string::npos);
    }
    QCOMPARE(outcome.isRateLimited, status == 429);
}

void TestExchangeResponse::partsWithoutAnAnswerAreUnknown()
{
    const auto outcome = decodeExchangeBody(
        R"({"status":"ok","response":{"type":"order","data":{"statuses":[{"resting":{"oid":1}}]}}})",
        3);
    QCOMPARE(outcome.items.size(), 3U);
    QCOMPARE(outcome.items[0].kind, OutcomeKind::Resting);
    QCOMPARE(outcome.items[2].kind, OutcomeKind::Unknown);
}

void TestExchangeResponse::wholeFailureIsToldForEachPart()
{
    const auto outcome =
        decodeExchangeBody(R"({"status":"err","response":"Too many cumulative requests"})", 3);
    QCOMPARE(outcome.items.size(), 3U);
    QCOMPARE(outcome.items[2].message, std::string("Too many cumulative requests"));
    QCOMPARE(outcome.failureText(), std::string("Too many cumulative requests"));
}

void TestExchangeResponse::echoedSignaturesStayHere_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    const QByteArray half(64, 'a');
    const QByteArray echo = R"({"action":{"type":"noop"},"nonce":1,"signature":{"r":"0x)" + half +
                            R"(","s":"0x)" + half + R"(","v":27}})";
    QByteArray quoted = echo;
    quoted.replace('"', "\\\"");
    QTest::newRow("HTTP 422") << 422 << "Error parsing JSON " + echo;
    QTest::newRow("cut off") << 422 << "Error parsing JSON " + echo.left(90);
    QTest::newRow("begins in the middle") << 422 << "near " + echo.mid(echo.indexOf("\"r\""));
    QTest::newRow("err") << 200
                         << R"({"status":"err","response":"Error parsing )" + quoted + R"("})";
    QTest::newRow("statuses")
        << 200
        << R"({"status":"ok","response":{"type":"order","data":{"statuses":[{"error":"Bad )" +
               quoted + R"("}]}}})";
    QTest::newRow("no answer we know") << 200 << echo;
}

void TestExchangeResponse::echoedSignaturesStayHere()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QVERIFY(body.contains("aaaaaaaa"));
    const auto outcome = decodeExchangeHttp(status, body.toStdString(), true, 1);
    QCOMPARE(outcome.items.size(), std::size_t{1});
    const auto message = QByteArray::fromStdString(outcome.items.front().message);
    QVERIFY2(!message.contains("aaaaaaaa"), message.constData());
    QVERIFY2(message.contains("0x<redacted>"), message.constData());
}

QTEST_APPLESS_MAIN(TestExchangeResponse)

#include "tst_exchange_response.moc"

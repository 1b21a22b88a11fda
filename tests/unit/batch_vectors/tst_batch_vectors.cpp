// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/batch/batch_registry.h"
#include "app/cli/batch/ops.h"
#include "base/hex.h"
#include "codec/value.h"
#include "crypto/keccak256.h"
#include "crypto/secp256k1.h"
#include "vector_case.h"

#include <QProcess>
#include <QTest>

#include <bit>
#include <charconv>
#include <functional>
#include <map>

using namespace hl;
using namespace hl::batch_vectors;

namespace {

Object action(const Value &row, std::string_view type)
{
    Object out{{"type", std::string(type)}};
    if (const Object *input = at(row, "input").asObject())
        out.insert(out.end(), input->begin(), input->end());
    return out;
}

/// Inputs that JSON has no numbers for travel as text.
Value input(const Value &row)
{
    const std::string text = test::textOf(row, "input");
    if (test::textOf(row, "inputKind") != "number" || text.find_first_of("NI") != std::string::npos)
        return text;
    return *codec::parseJson(text);
}

void l1(std::vector<Case> &out, const char *file)
{
    const Value all = test::vectorFile(file);
    for (const Value &row : test::rowsOf(all, "vectors")) {
        Object request{{"op", "l1"},
                       {"action", action(row, test::textOf(row, "type"))},
                       {"privateKey", test::kVectorKey}};
        give(request, row, {"nonce", "vaultAddress", "expiresAfter", "isTestnet"});
        Object expected;
        give(expected, row,
             {"actionJson", "msgpack", "preimage", "connectionId", "digest", "signature",
              "requestBody"});
        expected.emplace_back("address", "0x14791697260e4c9a71f18484c9f997b308e59325");
        out.push_back({test::textOf(row, "name"), request, expected});
        out.push_back({test::textOf(row, "name") + " agent-digest",
                       Object{{"op", "agent-digest"},
                              {"connectionId", at(row, "connectionId")},
                              {"isTestnet", at(row, "isTestnet")}},
                       Object{{"digest", at(row, "digest")}}});
        out.push_back({test::textOf(row, "name") + " keccak",
                       Object{{"op", "keccak"}, {"hex", at(row, "preimage")}},
                       Object{{"hash", at(row, "connectionId")}}});
        out.push_back({test::textOf(row, "name") + " recover",
                       Object{{"op", "recover"},
                              {"digest", at(row, "digest")},
                              {"signature", at(row, "signature")}},
                       Object{{"address", "0x14791697260e4c9a71f18484c9f997b308e59325"}}});
        out.push_back({test::textOf(row, "name") + " msgpack-decode",
                       Object{{"op", "msgpack-decode"}, {"msgpack", at(row, "msgpack")}},
                       Object{{"value", *codec::parseJson(test::textOf(row, "actionJson"))}}});
        out.push_back({test::textOf(row, "name") + " explain",
                       Object{{"op", "explain"}, {"msgpack", at(row, "msgpack")}}, Object{}});
    }
}

void userSigned(std::vector<Case> &out)
{
    const Value all = test::vectorFile("user-signed.json");
    for (const Value &row : test::rowsOf(all, "vectors")) {
        Object request{{"op", "user"},
                       {"action", action(row, test::textOf(row, "type"))},
                       {"privateKey", test::kVectorKey}};
        give(request, row, {"nonce", "isTestnet", "signatureChainId"});
        Object expected;
        give(expected, row,
             {"actionJson", "typeString", "typeHash", "domainSeparator", "structHash", "digest",
              "signature", "requestBody"});
        out.push_back({test::textOf(row, "name"), request, expected});
        // What is complete stays as it is.
        request[1].second = *codec::parseJson(test::textOf(row, "actionJson"));
        request.erase(request.begin() + 3, request.end());
        out.push_back({test::textOf(row, "name") + " complete", request, expected});
    }
}

void multiSig(std::vector<Case> &out, const char *file, const char *kind)
{
    const Value all = test::vectorFile(file);
    for (const Value &row : test::rowsOf(all, "vectors")) {
        Object request{{"op", "multisig"},
                       {"kind", kind},
                       {"action", action(row, test::textOf(row, "method"))}};
        give(request, row,
             {"nonce", "vaultAddress", "expiresAfter", "isTestnet", "signatureChainId",
              "multiSigUser", "outerSigner", "signerKeys"});
        const Value &inner = at(row, "inner");
        Object innerExpected{{"digest", at(inner, "digest")},
                             {"signatures", at(inner, "signaturesFull")},
                             {"signaturesTrimmed", at(inner, "signaturesTrimmed")}};
        if (inner.find("actionHash")) {
            innerExpected.emplace_back("connectionId", at(inner, "actionHash"));
            innerExpected.emplace_back("msgpack", at(inner, "msgpack"));
        }
        const Value &outer = at(row, "outer");
        Object outerExpected;
        give(outerExpected, outer, {"msgpack", "multiSigActionHash", "digest", "signature"});
        Object expected{{"inner", innerExpected}, {"outer", outerExpected}};
        give(expected, row, {"wrapperJson", "requestBody"});
        out.push_back({std::string(kind) + ' ' + test::textOf(row, "name"), request, expected});
    }
}

/// The three that are too long to stand in the file are described there.
Value tree(const Value &row)
{
    const std::string what = test::textOf(row, "describe");
    if (what.empty())
        return *codec::parseJson(test::textOf(row, "json"));
    if (what == "array of 65535 ones")
        return codec::Array(65535, Value(1));
    if (what == "array of 65536 ones")
        return codec::Array(65536, Value(1));
    if (what != "map k0..k69999 -> i%3")
        std::abort();
    Object members;
    for (int i = 0; i < 70000; ++i)
        members.emplace_back('k' + std::to_string(i), Value(i % 3));
    return members;
}

void msgpack(std::vector<Case> &out)
{
    const Value ints = test::vectorFile("msgpack-ints.json");
    for (const Value &row : test::rowsOf(ints, "vectors")) {
        const std::string text = test::textOf(row, "value");
        if (at(row, "pythonInt").isNull()) {
            // Beyond 64 bits: a double where it is one, and no oracle says anything of the others.
            if (!at(row, "l1").isNull())
                out.push_back({"int " + text,
                               Object{{"op", "msgpack"}, {"value", *codec::parseJson(text)}},
                               Object{{"msgpack", at(row, "l1")}}});
            continue;
        }
        out.push_back({"int " + text, Object{{"op", "msgpack"}, {"value", *codec::parseJson(text)}},
                       Object{{"msgpack", at(row, "pythonInt")}}});
        out.push_back({"int back " + text,
                       Object{{"op", "msgpack-decode"}, {"msgpack", at(row, "pythonInt")}},
                       Object{{"value", *codec::parseJson(text)}}});
    }
    const Value values = test::vectorFile("msgpack-values.json");
    for (const Value &row : test::rowsOf(values, "floats")) {
        std::uint64_t bits = 0;
        const Bytes bytes = *fromHex(test::textOf(row, "bits"));
        for (const std::uint8_t byte : bytes)
            bits = bits << 8 | byte;
        // With an exponent: the digits alone are an integer, which beyond 2^53 is written as one.
        char text[40];
        const auto end = std::to_chars(text, text + sizeof text, std::bit_cast<double>(bits),
                                       std::chars_format::scientific);
        const std::string number(text, end.ptr);
        Case c{"float " + number, {}, Object{{"msgpack", at(row, "l1")}}};
        c.text = R"({"op":"msgpack","value":)" + number;
        out.push_back(std::move(c));
    }
    const auto add = [&out](const Value &row, const std::string &name, const Value &value) {
        // The longest have only their hash there.
        Bytes bytes;
        codec::appendMsgpack(value, bytes);
        if (toHex0x(crypto::keccak256(bytes)) != test::textOf(row, "keccakOfL1"))
            std::abort();
        const Value expected = at(row, "l1").isNull() ? Value(toHex(bytes)) : at(row, "l1");
        out.push_back(
            {name, Object{{"op", "msgpack"}, {"value", value}}, Object{{"msgpack", expected}}});
        out.push_back({name + " back", Object{{"op", "msgpack-decode"}, {"msgpack", expected}},
                       Object{{"value", value}}});
    };
    for (const Value &row : test::rowsOf(values, "trees"))
        add(row, "tree " + codec::toJson(at(row, "id")), tree(row));
    for (const Value &row : test::rowsOf(values, "strings")) {
        std::string text = test::textOf(row, "value");
        if (const Value &repeat = at(row, "repeat"); repeat.asObject())
            for (std::uint64_t i = 0; i < *repeat.uint("count"); ++i)
                text += test::textOf(repeat, "unit");
        add(row, "string of " + codec::toJson(at(row, "utf8Length")), text);
    }
}

void primitives(std::vector<Case> &out)
{
    const Value all = test::vectorFile("primitives.json");
    for (const Value &row : test::rowsOf(all, "keccak256"))
        out.push_back({"keccak", Object{{"op", "keccak"}, {"hex", at(row, "input")}},
                       Object{{"hash", at(row, "keccak256")}}});
    for (const Value &row : test::rowsOf(all, "keys"))
        out.push_back({"address", Object{{"op", "address"}, {"privateKey", at(row, "privateKey")}},
                       Object{{"address", at(row, "address")},
                              {"checksum", at(row, "checksum")},
                              {"publicKey", at(row, "publicKeyUncompressed")}}});
    for (const Value &key : test::rowsOf(all, "invalidPrivateKeys"))
        out.push_back({"no key", Object{{"op", "address"}, {"privateKey", key}}, std::nullopt});
    for (const Value &row : test::rowsOf(all, "signatures")) {
        const auto key = crypto::SecretKey::parse(test::textOf(row, "privateKey"));
        out.push_back(
            {"recover",
             Object{{"op", "recover"},
                    {"digest", at(row, "digest")},
                    {"signature",
                     Object{{"r", at(row, "r")}, {"s", at(row, "s")}, {"v", at(row, "v")}}}},
             Object{{"address", key->address().toString()}}});
    }
}

void formatting(std::vector<Case> &out)
{
    const Value floats = test::vectorFile("float-to-wire.json");
    for (const Value &row : test::rowsOf(floats, "vectors"))
        out.push_back({"float " + test::textOf(row, "value"),
                       Object{{"op", "float-to-wire"}, {"value", at(row, "value")}},
                       refusable(at(row, "wire"), "wire")});
    const Value prices = test::vectorFile("format-price-size.json");
    for (const Value &row : test::rowsOf(prices, "price")) {
        Object request{{"op", "format-price"}, {"value", input(row)}};
        give(request, row, {"szDecimals", "market"});
        out.push_back({"price " + test::textOf(row, "input").substr(0, 30), request,
                       refusable(at(row, "out"), "wire")});
    }
    for (const Value &row : test::rowsOf(prices, "size")) {
        Object request{{"op", "format-size"}, {"value", input(row)}};
        give(request, row, {"szDecimals"});
        out.push_back({"size " + test::textOf(row, "input").substr(0, 30), request,
                       refusable(at(row, "out"), "wire")});
    }
    const Value slippage = test::vectorFile("python-slippage.json");
    for (const Value &row : test::rowsOf(slippage, "slippagePrice")) {
        Object request{{"op", "slippage-price"},
                       {"mid", at(row, "px")},
                       {"rounding", "official"},
                       {"market", *row.uint("asset") >= 10'000 ? "spot" : "perp"}};
        give(request, row, {"isBuy", "slippage", "szDecimals"});
        out.push_back(
            {"slippage " + test::textOf(row, "px"), request, refusable(at(row, "wire"), "wire")});
    }
    for (const Value &row : test::rowsOf(slippage, "floatToInt"))
        out.push_back({"float-to-int " + test::textOf(row, "value"),
                       Object{{"op", "float-to-int"},
                              {"value", at(row, "value")},
                              {"function", at(row, "function")}},
                       refusable(at(row, "result"), "result")});
    const Value ticks = test::vectorFile("symbols-and-ticks.json");
    std::map<std::string, Value> symbols;
    for (const Value &row : test::rowsOf(ticks, "symbols"))
        symbols[test::textOf(row, "name")] = row;
    for (const Value &row : test::rowsOf(ticks, "ticks")) {
        const Value &symbol = symbols[test::textOf(row, "name")];
        if (at(symbol, "szDecimals").isNull())
            continue;
        const std::uint64_t asset = *symbol.uint("assetId");
        const char *market = asset >= 100'000'000                 ? "outcome"
                             : asset >= 10'000 && asset < 100'000 ? "spot"
                                                                  : "perp";
        for (const auto &[key, side, isAggressive] :
             {std::tuple("buy", "buy", false), std::tuple("sell", "sell", false),
              std::tuple("buyAggressive", "buy", true), std::tuple("sellAggressive", "sell", true)})
            out.push_back({"tick " + test::textOf(row, "name") + ' ' + test::textOf(row, "price"),
                           Object{{"op", "round-price"},
                                  {"value", at(row, "price")},
                                  {"szDecimals", at(symbol, "szDecimals")},
                                  {"market", market},
                                  {"side", side},
                                  {"aggressive", isAggressive}},
                           refusable(at(row, key), "wire")});
    }
}

void normalisation(std::vector<Case> &out)
{
    const Value all = test::vectorFile("input-normalisation.json");
    const auto add = [&out](const char *kind, const Value &value, const Value &expected) {
        out.push_back({std::string(kind) + ' ' + codec::toJson(value).substr(0, 40),
                       Object{{"op", "normalise"}, {"kind", kind}, {"value", value}},
                       refusable(expected, "value")});
    };
    for (const Value &row : test::rowsOf(all, "decimals")) {
        add("decimal", input(row), at(row, "signed"));
        add("udecimal", input(row), at(row, "unsigned"));
    }
    for (const Value &row : test::rowsOf(all, "integers")) {
        add("integer", at(row, "input"), at(row, "integer"));
        add("uinteger", at(row, "input"), at(row, "unsigned"));
    }
    for (const Value &row : test::rowsOf(all, "cloid"))
        add("cloid", at(row, "input"), at(row, "cloid"));
    for (const Value &row : test::rowsOf(all, "address"))
        add("address", at(row, "input"), at(row, "address"));
    for (const Value &row : test::rowsOf(all, "percent"))
        add("percent", at(row, "input"), at(row, "percent"));
    for (const Value &row : test::rowsOf(all, "cloidFromInt"))
        out.push_back({"cloid-from-int " + test::textOf(row, "input"),
                       Object{{"op", "cloid-from-int"}, {"value", at(row, "input")}},
                       refusable(at(row, "cloid"), "cloid")});
    const Value redaction = test::vectorFile("redaction.json");
    for (const Value &row : test::rowsOf(redaction, "vectors"))
        out.push_back({"redact", Object{{"op", "redact"}, {"value", at(row, "input")}},
                       Object{{"value", at(row, "output")}}});
}

const std::vector<Case> &cases()
{
    static const std::vector<Case> all = [] {
        std::vector<Case> out;
        l1(out, "l1-actions.json");
        l1(out, "l1-actions-030-delta.json");
        userSigned(out);
        multiSig(out, "multisig-l1.json", "l1");
        multiSig(out, "multisig-user-signed.json", "user");
        msgpack(out);
        primitives(out);
        formatting(out);
        normalisation(out);
        for (const char *file :
             {"official-python-sdk.json", "official-rust-sdk.json", "sdk-pins.json"})
            official(out, file);
        return out;
    }();
    return all;
}

/// Empty where the answer is right.
QString verdict(const Case &c, std::size_t id, const std::string &line)
{
    const auto answer = codec::parseJson(line);
    const QString where = QString::fromStdString(c.name + ": " + line.substr(0, 600));
    if (!answer || !answer->find("id") || *answer->find("id") != Value(std::uint64_t{id}))
        return where + QStringLiteral(" (no answer with this id)");
    if (at(*answer, "ok") != Value(c.expected.has_value()))
        return where + QStringLiteral(" (ok is the other way round)");
    if (!c.expected) {
        const Value &error = at(*answer, "error");
        const bool hasWords =
            !test::textOf(error, "message").empty() && !test::textOf(error, "kind").empty();
        return hasWords ? QString() : where + QStringLiteral(" (an error without words)");
    }
    const std::function<QString(const Object &, const Value &)> compare =
        [&](const Object &expected, const Value &got) -> QString {
        for (const auto &[key, value] : expected) {
            const Value &found = at(got, key);
            // Objects name what must be in them, not all that may be.
            if (value.asObject() && found.asObject() && key != "value") {
                if (const QString inner = compare(*value.asObject(), found); !inner.isEmpty())
                    return inner;
            } else if (!(found == value)) {
                return where + QStringLiteral(" (%1 must be %2)")
                                   .arg(QString::fromStdString(key),
                                        QString::fromStdString(codec::toJson(value)).left(300));
            }
        }
        return {};
    };
    return compare(*c.expected, at(*answer, "result"));
}

std::string requestLine(std::size_t id)
{
    if (const std::string &text = cases()[id].text; !text.empty())
        return text + R"(,"id":)" + std::to_string(id) + '}';
    Object request = cases()[id].request;
    request.emplace_back("id", std::uint64_t{id});
    return codec::toJson(request);
}

} // namespace

class TestBatchVectors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void count()
    {
        qInfo("%zu requests", cases().size());
        QVERIFY(cases().size() > 3000);
    }

    void operations()
    {
        cli::BatchRegistry registry;
        cli::registerSigningOps(registry);
        cli::registerFormattingOps(registry);
        int wrong = 0;
        for (std::size_t i = 0; i < cases().size(); ++i) {
            const QString problem = verdict(cases()[i], i, registry.answer(requestLine(i)));
            if (!problem.isEmpty() && ++wrong <= 20)
                qWarning("%s", qPrintable(problem));
        }
        QCOMPARE(wrong, 0);
    }

    void program()
    {
        QProcess process;
        process.start(QStringLiteral(HL_CLI), {QStringLiteral("batch")});
        QVERIFY(process.waitForStarted());
        QByteArray lines;
        for (std::size_t i = 0; i < cases().size(); ++i)
            lines += QByteArray::fromStdString(requestLine(i)) + '\n';
        process.write(lines);
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 0);
        const QList<QByteArray> answers = process.readAllStandardOutput().split('\n');
        QCOMPARE(answers.size(), qsizetype(cases().size() + 1));
        int wrong = 0;
        for (std::size_t i = 0; i < cases().size(); ++i) {
            const QString problem = verdict(cases()[i], i, answers[qsizetype(i)].toStdString());
            if (!problem.isEmpty() && ++wrong <= 20)
                qWarning("%s", qPrintable(problem));
        }
        QCOMPARE(wrong, 0);
    }

    /// `touchline-cli explain` over the protocol's worked example, as JSON and as bytes.
    void explainCommand_data()
    {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<bool>("isGood");
        QTest::newRow("json")
            << QByteArray("{\"grouping\":\"na\",\"type\":\"order\",\"orders\":[{\"a\":0,"
                          "\"b\":true,\"p\":\"30000.0\",\"s\":\"0.1\",\"r\":false,\"t\":{"
                          "\"limit\":{\"tif\":\"Gtc\"}}}]}")
            << true;
        QTest::newRow("msgpack")
            << QByteArray("83a474797065a56f72646572a66f72646572739186a16100a162c3a170a53330303030a1"
                          "73a3302e31"
                          "a172c2a17481a56c696d697481a3746966a3477463a867726f7570696e67a26e61\n")
            << true;
        QTest::newRow("neither") << QByteArray("order") << false;
        QTest::newRow("nothing") << QByteArray() << false;
    }
    void explainCommand()
    {
        QFETCH(QByteArray, input);
        QFETCH(bool, isGood);
        QProcess process;
        process.start(QStringLiteral(HL_CLI), {QStringLiteral("explain"), QStringLiteral("--nonce"),
                                               QStringLiteral("1700000000000")});
        QVERIFY(process.waitForStarted());
        process.write(input);
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        const QByteArray out = process.readAllStandardOutput();
        QCOMPARE(process.exitCode(), isGood ? 0 : 1);
        if (!isGood) {
            QVERIFY(!process.readAllStandardError().isEmpty());
            return;
        }
        QVERIFY2(out.contains("Buy 0.1 of asset 0 (perp) at 30000, limit, good till cancelled"),
                 out.constData());
        QVERIFY2(out.contains("0x537978eabdd2256c41877b65c24b9c9bfd0f205be97f00e127e74593b58ab5d3"),
                 out.constData());
        QVERIFY2(out.contains("0xad830a3ff926e3ef325fd6ca357ca9a46b331bb7ad579893bda08467cb5c4dbd"),
                 out.constData());
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("request");
        QTest::addColumn<QString>("field");
        const std::pair<const char *, const char *> rows[] = {
            {"{\"op\":\"l1\",\"nonce\":1}", "action"},
            {"{\"op\":\"l1\",\"nonce\":1,\"action\":{\"type\":\"order\",\"orders\":[{\"a\":0,\"b\":"
             "true,"
             "\"p\":\"1\",\"s\":\"1\",\"r\":false,\"t\":{\"limit\":{\"tif\":\"Fok\"}}}]}}",
             "orders[0].t.limit.tif"},
            {"{\"op\":\"l1\",\"action\":{\"type\":\"noop\"}}", "nonce"},
            {"{\"op\":\"l1\",\"nonce\":1,\"action\":{\"type\":\"usdSend\",\"destination\":"
             "\"0x5e9ee1089755c3435139848e47e6635505d5a13a\",\"amount\":\"1\"}}",
             "action"},
            {"{\"op\":\"user\",\"nonce\":1,\"isTestnet\":true,\"action\":{\"type\":\"usdSend\","
             "\"hyperliquidChain\":\"Mainnet\",\"destination\":"
             "\"0x5e9ee1089755c3435139848e47e6635505d5a13a\",\"amount\":\"1\"}}",
             "hyperliquidChain"},
            {"{\"op\":\"user\",\"nonce\":1,\"signatureChainId\":\"0x66eee\",\"action\":{\"type\":"
             "\"usdSend\",\"signatureChainId\":\"0xa4b1\",\"destination\":"
             "\"0x5e9ee1089755c3435139848e47e6635505d5a13a\",\"amount\":\"1\"}}",
             "signatureChainId"},
            {"{\"op\":\"user\",\"nonce\":1,\"action\":{\"type\":\"usdSend\",\"time\":2,"
             "\"destination\":"
             "\"0x5e9ee1089755c3435139848e47e6635505d5a13a\",\"amount\":\"1\"}}",
             "time"},
            {"{\"op\":\"keccak\",\"hex\":\"abc\"}", "hex"},
            {"{\"op\":\"address\",\"privateKey\":\"0x00\"}", "privateKey"},
            {"{\"op\":\"float-to-wire\",\"value\":1e-9}", "value"},
            {"{\"op\":\"normalise\",\"kind\":\"x\",\"value\":1}", "kind"},
            {"{\"op\":\"round-price\",\"value\":\"1\",\"szDecimals\":0,\"side\":\"up\"}", "side"},
        };
        for (const auto &[request, field] : rows)
            QTest::newRow(request) << request << field;
    }
    void refusals()
    {
        QFETCH(QString, request);
        QFETCH(QString, field);
        cli::BatchRegistry registry;
        cli::registerSigningOps(registry);
        cli::registerFormattingOps(registry);
        const Value answer = *codec::parseJson(registry.answer(request.toStdString()));
        QCOMPARE(at(answer, "ok"), Value(false));
        QCOMPARE(QString::fromStdString(test::textOf(at(answer, "error"), "field")), field);
        QVERIFY(!test::textOf(at(answer, "error"), "message").empty());
    }

    /// cases.md B03 to B08: what the product itself rounds to.
    void outwardSlippage_data()
    {
        QTest::addColumn<QString>("mid");
        QTest::addColumn<bool>("isBuy");
        QTest::addColumn<int>("szDecimals");
        QTest::addColumn<QString>("wire");
        QTest::newRow("B04") << "0.009886" << false << 0 << "0.009391";
        QTest::newRow("B05") << "0.0901" << true << 1 << "0.09461";
        QTest::newRow("B06") << "0.0012345678" << true << 0 << "0.001297";
        QTest::newRow("B08") << "2611.3" << true << 4 << "2741.9";
        QTest::newRow("B09") << "2470" << false << 4 << "2346.5";
    }
    void outwardSlippage()
    {
        QFETCH(QString, mid);
        QFETCH(bool, isBuy);
        QFETCH(int, szDecimals);
        QFETCH(QString, wire);
        cli::BatchRegistry registry;
        cli::registerFormattingOps(registry);
        const Value answer =
            *codec::parseJson(registry.answer(codec::toJson(Object{{"op", "slippage-price"},
                                                                   {"mid", mid.toStdString()},
                                                                   {"isBuy", isBuy},
                                                                   {"slippage", "0.05"},
                                                                   {"szDecimals", szDecimals},
                                                                   {"market", "perp"},
                                                                   {"rounding", "outward"}})));
        QCOMPARE(QString::fromStdString(test::textOf(at(answer, "result"), "wire")), wire);
    }
};

QTEST_GUILESS_MAIN(TestBatchVectors)
#include "tst_batch_vectors.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "codec/value.h"
#include "crypto/keccak256.h"
#include "crypto/secp256k1.h"
#include "support/eip712_json.h"
#include "support/json_vectors.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/user_signed_data.h"

#include <QTest>

using namespace hl;
using codec::Value;

namespace {

struct Row
{
    std::string name;
    std::string type;
    const Value *data = nullptr;
};

/// Both files with L1 actions.
const std::vector<Row> &rows()
{
    static const Value main = test::vectorFile("l1-actions.json");
    static const Value delta = test::vectorFile("l1-actions-030-delta.json");
    static const std::vector<Row> all = [] {
        std::vector<Row> out;
        for (const Value *file : {&main, &delta})
            for (const Value &row : test::rowsOf(*file, "vectors"))
                out.push_back({test::textOf(row, "name"), test::textOf(row, "type"), &row});
        return out;
    }();
    return all;
}

void addRows()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < rows().size(); ++i)
        QTest::newRow(rows()[i].name.c_str()) << static_cast<int>(i);
}

const Value &rowAt(int index)
{
    return *rows()[static_cast<std::size_t>(index)].data;
}

struct Request
{
    Nonce nonce = 0;
    std::optional<Address> vault;
    std::optional<std::uint64_t> expiresAfter;
    bool isMainnet = true;
};

Request requestOf(const Value &row)
{
    Request out;
    out.nonce = *row.uint("nonce");
    if (const std::string vault = test::textOf(row, "vaultAddress"); !vault.empty())
        out.vault = *Address::parse(vault);
    if (const Value *expires = row.find("expiresAfter"); expires && expires->asUint())
        out.expiresAfter = *expires->asUint();
    out.isMainnet = !*row.boolean("isTestnet");
    return out;
}

/// What a caller would give: the row's input with its type, in the row's order.
std::string inputText(const Value &row)
{
    codec::Object members{{"type", test::textOf(row, "type")}};
    if (const Value *input = row.find("input"); input && input->asObject())
        for (const auto &member : *input->asObject())
            if (member.first != "nonce" || test::textOf(row, "type") != "noop")
                members.push_back(member);
    return codec::toJson(members);
}

QString q(const std::string &text)
{
    return QString::fromStdString(text);
}

} // namespace

class TestL1Vectors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void count() { QCOMPARE(rows().size(), std::size_t{154}); }

    void canonical_data() { addRows(); }
    void canonical();
    void encoded_data() { addRows(); }
    void encoded();
    void hashedAndSigned_data() { addRows(); }
    void hashedAndSigned();
};

void TestL1Vectors::canonical()
{
    QFETCH(int, index);
    const Value &row = rowAt(index);
    const Request request = requestOf(row);
    auto action = actions::parseAction(inputText(row));
    QVERIFY2(action.has_value(), action ? "" : action.error().sentence().c_str());
    QVERIFY(actions::complete(*action, request.nonce, request.isMainnet));
    QCOMPARE(q(actions::actionJson(*action)), q(test::textOf(row, "actionJson")));
    const Status checked = actions::checkAction(*action);
    QVERIFY2(checked.has_value(), checked ? "" : checked.error().sentence().c_str());
}

void TestL1Vectors::encoded()
{
    QFETCH(int, index);
    const Value &row = rowAt(index);
    const Request request = requestOf(row);
    auto action = actions::parseAction(test::textOf(row, "actionJson"));
    QVERIFY2(action.has_value(), action ? "" : action.error().sentence().c_str());
    Bytes out;
    actions::appendActionMsgpack(*action, out);
    QCOMPARE(q(toHex(out)), q(test::textOf(row, "msgpack")));
    Bytes scratch;
    QCOMPARE(q(toHex(actions::packPreimage(*action, request.nonce, request.vault,
                                           request.expiresAfter, scratch))),
             q(test::textOf(row, "preimage")));
    // The tree printed from the same text gives the same bytes.
    Bytes tree;
    codec::appendMsgpack(*codec::parseJson(test::textOf(row, "actionJson")), tree);
    QCOMPARE(toHex(tree), toHex(out));
    QCOMPARE(q(codec::toJson(*codec::decodeMsgpack(out))), q(test::textOf(row, "actionJson")));
}

void TestL1Vectors::hashedAndSigned()
{
    QFETCH(int, index);
    const Value &row = rowAt(index);
    const Request request = requestOf(row);
    auto action = actions::parseAction(test::textOf(row, "actionJson"));
    QVERIFY(action.has_value());
    Bytes scratch;
    const Hash32 id =
        actions::connectionId(*action, request.nonce, request.vault, request.expiresAfter, scratch);
    QCOMPARE(q(toHex0x(id)), q(test::textOf(row, "connectionId")));
    const Hash32 digest = actions::agentDigest(id, request.isMainnet);
    QCOMPARE(q(toHex0x(digest)), q(test::textOf(row, "digest")));
    // A wallet that is given the typed data comes to the same digest.
    const codec::TypedData shown = actions::agentTypedData(id, request.isMainnet);
    QCOMPARE(test::Eip712Reader::digest(codec::typedDataJson(shown)), digest);
    const auto key = crypto::SecretKey::parse(test::kVectorKey);
    QVERIFY(key.has_value());
    const auto signature = key->sign(digest);
    QVERIFY(signature.has_value());
    const Value &expected = *row.find("signature");
    QCOMPARE(q(toHex0x(signature->r)), q(test::textOf(expected, "r")));
    QCOMPARE(q(toHex0x(signature->s)), q(test::textOf(expected, "s")));
    QCOMPARE(std::uint64_t{signature->v}, *expected.uint("v"));
    QCOMPARE(*crypto::recoverAddress(digest, *signature), key->address());
    QCOMPARE(q(actions::requestBody(*action, request.nonce, *signature, request.vault,
                                    request.expiresAfter)),
             q(test::textOf(row, "requestBody")));
}

QTEST_APPLESS_MAIN(TestL1Vectors)
#include "tst_l1_vectors.moc"

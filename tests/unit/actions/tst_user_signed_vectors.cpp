// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "codec/value.h"
#include "crypto/keccak256.h"
#include "crypto/secp256k1.h"
#include "support/eip712_json.h"
#include "support/json_vectors.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/request.h"
#include "venue/hyperliquid/actions/user_signed_data.h"

#include <QTest>

using namespace hl;
using codec::Value;

namespace {

const codec::Array &rows()
{
    static const Value file = test::vectorFile("user-signed.json");
    return test::rowsOf(file, "vectors");
}

QString q(const std::string &text)
{
    return QString::fromStdString(text);
}

QString hash(const Hash32 &h)
{
    return q(toHex0x(h));
}

Result<actions::Action> actionOf(const Value &row)
{
    codec::Object members{{"type", test::textOf(row, "type")}};
    if (const Value *input = row.find("input"); input && input->asObject())
        for (const auto &member : *input->asObject())
            members.push_back(member);
    HL_TRY(action, actions::parseAction(codec::toJson(members)));
    HL_CHECK(actions::complete(action, *row.uint("nonce"), !*row.boolean("isTestnet"),
                               test::textOf(row, "signatureChainId")));
    return action;
}

} // namespace

class TestUserSignedVectors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void count() { QCOMPARE(rows().size(), std::size_t{200}); }

    void vector_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < rows().size(); ++i)
            QTest::newRow(test::textOf(rows()[i], "name").c_str()) << static_cast<int>(i);
    }
    void vector();
};

void TestUserSignedVectors::vector()
{
    QFETCH(int, index);
    const Value &row = rows()[static_cast<std::size_t>(index)];
    const auto action = actionOf(row);
    QVERIFY2(action.has_value(), action ? "" : action.error().sentence().c_str());
    QCOMPARE(q(actions::actionJson(*action)), q(test::textOf(row, "actionJson")));
    const Status checked = actions::checkAction(*action);
    QVERIFY2(checked.has_value(), checked ? "" : checked.error().sentence().c_str());

    const auto data = actions::userTypedData(*action);
    QVERIFY(data.has_value());
    QCOMPARE(q(data->primaryType), q(test::textOf(row, "primaryType")));
    QCOMPARE(data->chainId, *row.uint("chainId"));
    QCOMPARE(q(codec::typeString(*data)), q(test::textOf(row, "typeString")));
    QCOMPARE(hash(crypto::keccak256(codec::typeString(*data))), q(test::textOf(row, "typeHash")));
    QCOMPARE(hash(data->domainSeparator), q(test::textOf(row, "domainSeparator")));
    QCOMPARE(hash(data->structHash), q(test::textOf(row, "structHash")));
    const Value &message = *row.find("message");
    QCOMPARE(data->fields.size(), message.asObject()->size());
    for (const codec::TypedField &field : data->fields) {
        const Value *expected = message.find(field.name);
        QVERIFY2(expected, field.name.c_str());
        const std::string text =
            expected->asString() ? *expected->asString() : codec::toJson(*expected);
        QCOMPARE(q(field.value), q(text));
    }

    const auto digest = actions::userSignedDigest(*action);
    QVERIFY(digest.has_value());
    QCOMPARE(hash(*digest), q(test::textOf(row, "digest")));
    QCOMPARE(test::Eip712Reader::digest(codec::typedDataJson(*data)), *digest);
    const auto key = crypto::SecretKey::parse(test::kVectorKey);
    const auto signature = key->sign(*digest);
    const Value &expected = *row.find("signature");
    QCOMPARE(hash(signature->r), q(test::textOf(expected, "r")));
    QCOMPARE(hash(signature->s), q(test::textOf(expected, "s")));
    QCOMPARE(std::uint64_t{signature->v}, *expected.uint("v"));

    const std::string body =
        actions::requestBody(*action, *row.uint("nonce"), *signature, std::nullopt, std::nullopt);
    QCOMPARE(q(body), q(test::textOf(row, "requestBody")));
    const auto request = actions::parseRequest(body);
    QVERIFY2(request.has_value(), request ? "" : request.error().sentence().c_str());
    QCOMPARE(*actions::recoverRequestSigner(*request, !*row.boolean("isTestnet")), key->address());
}

QTEST_APPLESS_MAIN(TestUserSignedVectors)
#include "tst_user_signed_vectors.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "codec/value.h"
#include "crypto/secp256k1.h"
#include "support/eip712_json.h"
#include "support/json_vectors.h"
#include "venue/hyperliquid/actions/envelope.h"
#include "venue/hyperliquid/actions/multisig_build.h"
#include "venue/hyperliquid/actions/request.h"
#include "venue/hyperliquid/actions/text_rules.h"

#include <QTest>

using namespace hl;
using codec::Value;

namespace {

const codec::Array &l1Rows()
{
    static const Value file = test::vectorFile("multisig-l1.json");
    return test::rowsOf(file, "vectors");
}

const codec::Array &userRows()
{
    static const Value file = test::vectorFile("multisig-user-signed.json");
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

struct Case
{
    actions::Action action;
    actions::MultiSigParties parties;
    actions::RequestEnvelope envelope;
    std::string chain;
    std::vector<crypto::SecretKey> keys;
};

Case caseOf(const Value &row)
{
    Case out;
    out.parties.multiSigUser = *Address::parse(test::textOf(row, "multiSigUser"));
    out.parties.outerSigner = *Address::parse(test::textOf(row, "outerSigner"));
    out.envelope.nonce = *row.uint("nonce");
    out.envelope.isMainnet = !*row.boolean("isTestnet");
    if (const std::string vault = test::textOf(row, "vaultAddress"); !vault.empty())
        out.envelope.vault = *Address::parse(vault);
    if (const Value *expires = row.find("expiresAfter"); expires && expires->asUint())
        out.envelope.expiresAfter = *expires->asUint();
    out.chain = test::textOf(row, "signatureChainId");
    codec::Object members{{"type", test::textOf(row, "method")}};
    if (const Value *input = row.find("input"); input && input->asObject())
        for (const auto &member : *input->asObject())
            members.push_back(member);
    out.action = *actions::parseAction(codec::toJson(members));
    if (!actions::complete(out.action, out.envelope.nonce, out.envelope.isMainnet, out.chain))
        std::abort();
    for (const Value &key : *row.find("signerKeys")->asArray())
        out.keys.push_back(*crypto::SecretKey::parse(*key.asString()));
    return out;
}

void addRows(const codec::Array &rows)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::newRow(test::textOf(rows[i], "name").c_str()) << static_cast<int>(i);
}

void check(const Value &row)
{
    const Case c = caseOf(row);
    Bytes scratch;
    const Value &inner = *row.find("inner");
    if (!test::textOf(inner, "preimage").empty())
        QCOMPARE(q(toHex(actions::packMultiSigPreimage(
                     c.action, c.parties.multiSigUser, c.parties.outerSigner, c.envelope.nonce,
                     c.envelope.vault, c.envelope.expiresAfter, scratch))),
                 q(test::textOf(inner, "preimage")));
    const auto innerDigest = actions::innerDigest(c.action, c.parties, c.envelope, scratch);
    QVERIFY(innerDigest.has_value());
    if (innerDigest->connectionId)
        QCOMPARE(hash(*innerDigest->connectionId), q(test::textOf(inner, "actionHash")));
    QCOMPARE(hash(innerDigest->digest), q(test::textOf(inner, "digest")));
    const auto shown = actions::innerTypedData(c.action, c.parties, c.envelope, scratch);
    QVERIFY(shown.has_value());
    if (!test::textOf(inner, "typeString").empty())
        QCOMPARE(q(codec::typeString(*shown)), q(test::textOf(inner, "typeString")));
    QCOMPARE(test::Eip712Reader::digest(codec::typedDataJson(*shown)), innerDigest->digest);

    std::vector<crypto::Signature> signatures;
    const codec::Array &full = *inner.find("signaturesFull")->asArray();
    QCOMPARE(full.size(), c.keys.size());
    for (std::size_t i = 0; i < c.keys.size(); ++i) {
        signatures.push_back(*c.keys[i].sign(innerDigest->digest));
        QCOMPARE(hash(signatures[i].r), q(test::textOf(full[i], "r")));
        QCOMPARE(hash(signatures[i].s), q(test::textOf(full[i], "s")));
        QCOMPARE(std::uint64_t{signatures[i].v}, *full[i].uint("v"));
    }

    const actions::MultiSig wrapper = actions::wrap(c.action, c.parties, signatures, c.chain);
    QCOMPARE(q(actions::actionJson(actions::payloadForm(c.action))),
             q(test::textOf(row, "payloadActionJson")));
    QCOMPARE(q(actions::actionJson(wrapper)), q(test::textOf(row, "wrapperJson")));
    const Status checked = actions::checkAction(wrapper);
    QVERIFY2(checked.has_value(), checked ? "" : checked.error().sentence().c_str());

    const Value &outer = *row.find("outer");
    QCOMPARE(q(toHex(actions::packWrapperPreimage(wrapper, c.envelope.nonce, c.envelope.vault,
                                                  c.envelope.expiresAfter, scratch))),
             q(test::textOf(outer, "preimage")));
    const actions::OuterDigest digest = actions::outerDigest(wrapper, c.envelope, scratch);
    QCOMPARE(hash(digest.multiSigActionHash), q(test::textOf(outer, "multiSigActionHash")));
    QCOMPARE(hash(digest.digest), q(test::textOf(outer, "digest")));
    const codec::TypedData leaders = actions::sendMultiSigTypedData(
        digest.multiSigActionHash, c.envelope.nonce, c.envelope.isMainnet,
        actions::chainNumber(wrapper.signatureChainId));
    QCOMPARE(test::Eip712Reader::digest(codec::typedDataJson(leaders)), digest.digest);

    // The leader is the one of the keys that outerSigner names.
    const crypto::SecretKey *leader = nullptr;
    for (const crypto::SecretKey &key : c.keys)
        if (key.address() == c.parties.outerSigner)
            leader = &key;
    QVERIFY(leader);
    const auto signature = leader->sign(digest.digest);
    const Value &expected = *outer.find("signature");
    QCOMPARE(hash(signature->r), q(test::textOf(expected, "r")));
    QCOMPARE(hash(signature->s), q(test::textOf(expected, "s")));
    QCOMPARE(std::uint64_t{signature->v}, *expected.uint("v"));
    const std::string body = actions::requestBody(wrapper, c.envelope.nonce, *signature,
                                                  c.envelope.vault, c.envelope.expiresAfter);
    QCOMPARE(q(body), q(test::textOf(row, "requestBody")));

    // The venue's side of it.
    const auto request = actions::parseRequest(body);
    QVERIFY2(request.has_value(), request ? "" : request.error().sentence().c_str());
    QCOMPARE(*actions::recoverRequestSigner(*request, c.envelope.isMainnet), leader->address());
    const auto signers = actions::recoverInnerSigners(*request, c.envelope.isMainnet);
    QVERIFY(signers.has_value());
    for (std::size_t i = 0; i < c.keys.size(); ++i)
        QCOMPARE((*signers)[i], c.keys[i].address());
}

} // namespace

class TestMultiSigVectors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void count()
    {
        QCOMPARE(l1Rows().size(), std::size_t{29});
        QCOMPARE(userRows().size(), std::size_t{28});
    }
    void l1_data() { addRows(l1Rows()); }
    void l1()
    {
        QFETCH(int, index);
        check(l1Rows()[static_cast<std::size_t>(index)]);
    }
    void userSigned_data() { addRows(userRows()); }
    void userSigned()
    {
        QFETCH(int, index);
        check(userRows()[static_cast<std::size_t>(index)]);
    }
};

QTEST_APPLESS_MAIN(TestMultiSigVectors)
#include "tst_multisig_vectors.moc"

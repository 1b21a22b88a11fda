// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "codec/value.h"
#include "crypto/secp256k1.h"
#include "signing/local_signer.h"
#include "signing/recovery.h"
#include "signing/signature_collector.h"
#include "signing/signer_host.h"
#include "signing/wallet_signer.h"
#include "support/json_vectors.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>

using namespace hl;
using namespace hl::signing;

namespace {

Hash32 hash32(std::string_view hex)
{
    Hash32 out{};
    if (!fromHexExact(hex, out))
        std::abort();
    return out;
}

SecretBytes secretOf(std::string_view hex)
{
    const Bytes bytes = *fromHex(hex);
    return SecretBytes(bytes);
}

std::unique_ptr<Signer> vectorSigner()
{
    return std::move(*LocalSigner::create(secretOf(test::kVectorKey)));
}

/// Answers when told to.
class SlowSigner final : public Signer
{
public:
    SlowSigner(std::string_view key, Capability capability)
        : m_key(*crypto::SecretKey::parse(key))
        , m_capability(capability)
    {}
    Address address() const override { return m_key.address(); }
    Capability capability() const override { return m_capability; }
    void sign(const SignRequest &request, std::function<void(Result<Signature>)> done) override
    {
        last = request;
        m_done = std::move(done);
    }
    void cancel(std::uint64_t id) override
    {
        cancelled = id;
        if (m_done)
            std::exchange(m_done, nullptr)(fail(ErrorKind::Cancelled, "given up"));
    }
    void answer() { std::exchange(m_done, nullptr)(m_key.sign(last.digest)); }
    void refuse()
    {
        std::exchange(m_done, nullptr)(fail(ErrorKind::DeviceDenied, "The person said no."));
    }
    bool isWaiting() const { return m_done != nullptr; }

    SignRequest last;
    std::uint64_t cancelled = 0;

private:
    crypto::SecretKey m_key;
    Capability m_capability;
    std::function<void(Result<Signature>)> m_done;
};

constexpr std::string_view kOtherKey =
    "0x00000000000000000000000000000000000000000000000000000000000000a1";
const Hash32 kDigest = hash32("a5cfed1f2d7948de30aecacc7fea3c5e05c1e759020e96239847879b906f801e");

} // namespace

class TestSigners : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void localKeySigns()
    {
        auto signer = vectorSigner();
        QCOMPARE(signer->address().toString(),
                 std::string("0x14791697260e4c9a71f18484c9f997b308e59325"));
        Result<Signature> got = fail(ErrorKind::Internal, "no answer");
        SignRequest request;
        request.digest = kDigest;
        signer->sign(request, [&got](Result<Signature> answer) { got = std::move(answer); });
        QVERIFY(got.has_value());
        QVERIFY(checkRecovered(kDigest, *got, signer->address()).has_value());
        QVERIFY(!LocalSigner::create(SecretBytes(31)));
        QVERIFY(!LocalSigner::create(SecretBytes(32))); // zero is no key
    }

    /// cases.md B16: what recovers to another address never leaves.
    void mismatchIsRefusedWithBothAddresses()
    {
        auto signer = vectorSigner();
        const Signature signature = *crypto::SecretKey::parse(test::kVectorKey)->sign(kDigest);
        Hash32 other = kDigest;
        other[0] ^= 1;
        const Status status = checkRecovered(other, signature, signer->address());
        QVERIFY(!status);
        QCOMPARE(status.error().kind, ErrorKind::Signature);
        QVERIFY(status.error().detail.find(signer->address().toString()) != std::string::npos);
        // No part of the signature is in the sentence.
        QVERIFY(status.error().detail.find(toHex(signature.r)) == std::string::npos);
        QVERIFY(status.error().detail.find(toHex(signature.s)) == std::string::npos);
    }

    /// cases.md B22.
    void recoveryByteOfADevice_data()
    {
        QTest::addColumn<int>("v");
        QTest::addColumn<QString>("signer");
        QTest::newRow("0") << 0 << "0xadcbbe83";
        QTest::newRow("27") << 27 << "0xadcbbe83";
        QTest::newRow("1") << 1 << "0x14791697";
        QTest::newRow("28") << 28 << "0x14791697";
        QTest::newRow("255") << 255 << "refused";
        QTest::newRow("2") << 2 << "refused";
    }
    void recoveryByteOfADevice()
    {
        QFETCH(int, v);
        QFETCH(QString, signer);
        Bytes bytes = *fromHex("d65369825a9df5d80099e513cce430311d7d26ddf477f5b3a33d2806b100d78e"
                               "2b54116ff64054968aa237c20ca9ff68000f977c93289157748a3162b6ea940e");
        bytes.push_back(static_cast<std::uint8_t>(v));
        const auto signature = signatureFromBytes(bytes);
        if (signer == "refused") {
            QVERIFY(!signature);
            return;
        }
        const auto address = crypto::recoverAddress(kDigest, *signature);
        QVERIFY(QString::fromStdString(address->toString()).startsWith(signer));
        bytes.pop_back();
        QVERIFY(!signatureFromBytes(bytes));
    }

    void walletIsAskedForTypedData()
    {
        const auto key = crypto::SecretKey::parse(test::kVectorKey);
        std::string sent;
        std::function<void(Result<std::string>)> answer;
        WalletSigner wallet(key->address(), [&](std::string text, auto then) {
            sent = std::move(text);
            answer = std::move(then);
        });
        SignRequest request;
        request.id = 9;
        request.digest = kDigest;
        Result<Signature> got = fail(ErrorKind::Internal, "no answer");
        const auto done = [&got](Result<Signature> a) { got = std::move(a); };
        wallet.sign(request, done);
        QCOMPARE(got.error().kind, ErrorKind::Internal); // a bare digest is never given to a wallet
        QVERIFY(sent.empty());

        TypedData data;
        data.domainName = "Exchange";
        data.chainId = 1337;
        data.primaryType = "Agent";
        data.fields = {{"string", "source", "a"}, {"bytes32", "connectionId", toHex0x(kDigest)}};
        request.typedData = std::make_shared<const TypedData>(data);
        wallet.sign(request, done);
        const codec::Value call = *codec::parseJson(sent);
        QCOMPARE(*call.string("method"), std::string("eth_signTypedData_v4"));
        const codec::Array &params = *call.find("params")->asArray();
        QCOMPARE(*params[0].asString(), key->address().toString());
        const codec::Value typed = *codec::parseJson(*params[1].asString());
        QCOMPARE(*typed.string("primaryType"), std::string("Agent"));
        QCOMPARE(*typed.find("domain")->uint("chainId"), std::uint64_t{1337});
        QCOMPARE(*typed.find("message")->string("source"), std::string("a"));
        QCOMPARE(typed.find("types")->find("Agent")->asArray()->size(), std::size_t{2});

        const Signature expected = *key->sign(kDigest);
        answer("{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":\"0x" + toHex(expected.r) +
               toHex(expected.s) + (expected.v == 28 ? "1c" : "1b") + "\"}");
        QVERIFY(got.has_value());
        QCOMPARE(*got, expected);

        wallet.sign(request, done);
        answer("{\"jsonrpc\":\"2.0\",\"id\":9,\"error\":{\"code\":4001,\"message\":\"User "
               "rejected\"}}");
        QCOMPARE(got.error().kind, ErrorKind::DeviceDenied);
        wallet.sign(request, done);
        wallet.cancel(9);
        QCOMPARE(got.error().kind, ErrorKind::Cancelled);
        got = fail(ErrorKind::Internal, "unchanged");
        answer("{}"); // too late
        QCOMPARE(got.error().detail, std::string("unchanged"));
    }

    void severalSignersShareOneDigest()
    {
        SlowSigner raw(test::kVectorKey, Capability::RawDigest);
        SlowSigner shown(kOtherKey, Capability::TypedData);
        SlowSigner shownToo("0x02" + std::string(62, '1'), Capability::TypedData);
        int made = 0;
        Result<std::vector<Signature>> got = fail(ErrorKind::Internal, "no answer");
        SignRequest request;
        request.id = 100;
        request.digest = kDigest;
        collectSignatures(
            {&raw, &shown, &shownToo}, request,
            [&made] {
                ++made;
                return std::make_shared<const TypedData>();
            },
            [&got](Result<std::vector<Signature>> answer) { got = std::move(answer); });
        QCOMPARE(made, 1);
        QVERIFY(!raw.last.typedData);
        QVERIFY(shown.last.typedData);
        shownToo.answer();
        raw.answer();
        QVERIFY(!got);
        shown.answer();
        QVERIFY(got.has_value());
        QCOMPARE(*crypto::recoverAddress(kDigest, (*got)[0]), raw.address());
        QCOMPARE(*crypto::recoverAddress(kDigest, (*got)[1]), shown.address());
        QCOMPARE(*crypto::recoverAddress(kDigest, (*got)[2]), shownToo.address());
    }

    void rawSignersNeedNoTypedData()
    {
        SlowSigner raw(test::kVectorKey, Capability::RawDigest);
        SignRequest request;
        request.digest = kDigest;
        bool isDone = false;
        collectSignatures(
            {&raw}, request, []() -> std::shared_ptr<const TypedData> { std::abort(); },
            [&isDone](const Result<std::vector<Signature>> &answer) {
                isDone = answer.has_value();
            });
        raw.answer();
        QVERIFY(isDone);
    }

    void oneRefusalEndsTheCollection()
    {
        SlowSigner first(test::kVectorKey, Capability::RawDigest);
        SlowSigner second(kOtherKey, Capability::RawDigest);
        int answers = 0;
        Result<std::vector<Signature>> got = fail(ErrorKind::Internal, "no answer");
        SignRequest request;
        request.id = 5;
        request.digest = kDigest;
        collectSignatures(
            {&first, &second}, request, [] { return nullptr; },
            [&](Result<std::vector<Signature>> answer) {
                ++answers;
                got = std::move(answer);
            });
        second.refuse();
        QCOMPARE(got.error().kind, ErrorKind::DeviceDenied);
        QCOMPARE(first.cancelled, std::uint64_t{5});
        QCOMPARE(answers, 1);
    }

    void hostSignsOnItsOwnThread()
    {
        SignerHost host;
        QSignalSpy ready(&host, &SignerHost::ready);
        std::atomic<QThread *> madeOn = nullptr;
        host.start([&madeOn]() -> Result<std::unique_ptr<Signer>> {
            madeOn = QThread::currentThread();
            return LocalSigner::create(secretOf(test::kVectorKey));
        });
        SignRequest request;
        request.id = 1;
        request.digest = kDigest;
        int tooEarly = 0;
        host.sign(request, [&tooEarly](const Result<Signature> &answer) { tooEarly += !answer; });
        QTRY_COMPARE(ready.count(), 1);
        QTRY_COMPARE(tooEarly, 1);
        QVERIFY(madeOn.load() != QThread::currentThread());
        std::vector<std::uint64_t> answered;
        for (std::uint64_t id = 1; id <= 20; ++id) {
            request.id = id;
            host.sign(request, [&, id](const Result<Signature> &answer) {
                QCOMPARE(QThread::currentThread(), QCoreApplication::instance()->thread());
                QVERIFY(answer && checkRecovered(kDigest, *answer, host.address()));
                answered.push_back(id);
            });
        }
        QVERIFY(answered.empty()); // never from inside the call
        QTRY_COMPARE(answered.size(), std::size_t{20});
    }

    void hostTellsWhenThereIsNoSigner()
    {
        SignerHost host;
        QSignalSpy failed(&host, &SignerHost::failed);
        host.start([]() -> Result<std::unique_ptr<Signer>> {
            return fail(ErrorKind::DeviceAbsent, "No device is plugged in.");
        });
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed.at(0).at(0).toString(), QString("No device is plugged in."));
        QVERIFY(!host.isReady());
    }

    void hostAnswersWhatIsOpenWhenItEnds()
    {
        int cancelled = 0;
        {
            SignerHost host;
            QSignalSpy ready(&host, &SignerHost::ready);
            host.start([]() -> Result<std::unique_ptr<Signer>> {
                return std::make_unique<SlowSigner>(test::kVectorKey, Capability::RawDigest);
            });
            QTRY_COMPARE(ready.count(), 1);
            for (std::uint64_t id = 1; id <= 3; ++id) {
                SignRequest request;
                request.id = id;
                host.sign(request, [&cancelled](const Result<Signature> &answer) {
                    cancelled += !answer && answer.error().kind == ErrorKind::Cancelled;
                });
            }
        }
        QCOMPARE(cancelled, 3);
    }
};

QTEST_GUILESS_MAIN(TestSigners)
#include "tst_signers.moc"

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/device/device_rig.h"
#include "signing/recovery.h"
#include "support/eip712_json.h"
#include "venue/hyperliquid/actions/user_signed_data.h"

#include <QTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::ReviewState;
using ledger::SignForm;
using model::OrderPhase;

namespace {

constexpr auto kFull = "1.22.0";
constexpr auto kHashed = "1.8.0";
constexpr auto kAgentDomain = "d79297fcdf2ffcd4ae223d01edaa2ba214ff8f401d7c9300d995d17c82aa4040";

/// One signing as the queue does it: asked silently first, then put to the device.
struct Signing
{
    using LedgerStatus = ledger::DeviceStatus;
    ManualClock clock;
    crypto::SecretKey key = keyOf("wire");
    Address account = key.address();
    DeviceDouble device{clock, std::move(key)};
    ledger::LedgerDevice ledger{device.opener(), clock, clock};
    ledger::TypedMessage message;
    Hash32 digest{};
    std::optional<Result<SignForm>> prepared;
    std::optional<Result<ledger::DeviceSignature>> result;
    bool wasShown = false;

    explicit Signing(const char *version)
    {
        ledger.setStatusChanged([this](const LedgerStatus &status) {
            wasShown = wasShown || status.state == LedgerStatus::State::Reviewing;
        });
        device.version = version;
        useAgent(true);
    }

    void use(const codec::TypedData &data)
    {
        message = signing::typedMessage(data);
        Bytes bytes{0x19, 0x01};
        bytes.insert(bytes.end(), data.domainSeparator.begin(), data.domainSeparator.end());
        bytes.insert(bytes.end(), data.structHash.begin(), data.structHash.end());
        digest = crypto::keccak256(bytes);
    }
    void useAgent(bool isMainnet)
    {
        use(actions::agentTypedData(crypto::keccak256(std::string_view("an action")), isMainnet));
    }

    ledger::EthereumApp::SignJob job() const
    {
        return {ledger::DerivationPath::ledgerLive(0), account, message};
    }
    bool prepare()
    {
        ledger.prepare(1, job(), [this](Result<SignForm> form) { prepared = std::move(form); });
        clock.advance(30s);
        return prepared && *prepared;
    }
    void sign(std::uint64_t id = 2)
    {
        result.reset();
        ledger.sign(id, job(),
                    [this](Result<ledger::DeviceSignature> made) { result = std::move(made); });
        clock.advance(90s);
    }
    /// The signature is there, and this account made it over our own digest.
    bool isSigned() const
    {
        if (!result || !*result)
            return false;
        return bool(
            signing::checkRecovered(digest, {(*result)->r, (*result)->s, (*result)->v}, account));
    }
};

/// A word that stands in a message of that length.
std::string textOf(std::size_t length)
{
    std::string text;
    for (std::size_t i = 0; i < length; ++i)
        text += static_cast<char>('a' + i % 26);
    return text;
}

} // namespace

/// A whole signing over 64-byte reports while they are damaged, while the device changes, and at
/// every length of a value.
class TestDeviceWire : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void damageUnderAWholeSigning_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QString>("damage");
        QTest::addColumn<int>("answer");
        for (const char *version : {kHashed, kFull}) {
            Signing whole(version);
            QVERIFY(whole.prepare());
            whole.sign();
            QVERIFY(whole.isSigned());
            const int answers = whole.device.commands;
            QVERIFY(answers >= 7);
            for (const char *damage : {"late", "repeated", "swapped", "cut", "sequence"})
                for (int at = 1; at <= answers; ++at)
                    QTest::addRow("app %s, answer %d %s", version, at, damage)
                        << QByteArray(version) << damage << at;
        }
    }

    void damageUnderAWholeSigning()
    {
        QFETCH(QByteArray, version);
        QFETCH(QString, damage);
        QFETCH(int, answer);
        Signing s(version.constData());
        std::size_t reports = 0;
        s.device.damageAt = answer;
        s.device.damage = [&](std::vector<ledger::Report> &all) {
            reports = all.size();
            if (damage == "repeated")
                all.insert(all.begin(), all.front());
            else if (damage == "swapped")
                std::swap(all.front(), all.back());
            else if (damage == "cut")
                all.pop_back();
            else if (damage == "sequence")
                all.back()[4] = static_cast<std::uint8_t>(all.back()[4] + 1);
        };
        if (damage == "late")
            s.device.silent = 3s;
        const bool isPrepared = s.prepare();
        if (isPrepared)
            s.sign();
        QVERIFY2(reports > 0, "the damage was never done");
        const bool isWhole =
            damage == "late" || (reports == 1 && (damage == "repeated" || damage == "swapped"));
        if (isWhole) {
            QVERIFY(isPrepared);
            QVERIFY(s.isSigned());
            return;
        }
        // Never another answer: an error that says the way is broken, or the end of patience with
        // a silent command. Only a review is waited for until a person gives up.
        if (isPrepared && !s.result) {
            QCOMPARE(damage, QString("cut"));
            QVERIFY(s.wasShown);
            s.ledger.cancel(2);
            QVERIFY(s.result && !*s.result);
            QCOMPARE(s.result->error().kind, ErrorKind::Cancelled);
            s.device.unplug();
            s.clock.advance(1s);
            s.device.plugIn();
        } else {
            const Error error = isPrepared ? s.result->error() : s.prepared->error();
            QVERIFY(error.kind == (damage == "cut" ? ErrorKind::Timeout : ErrorKind::Transport));
        }
        QVERIFY(!s.device.wasTwoAtOnce);
        // The handle is opened anew and the next signing is whole.
        s.clock.advance(10s);
        QVERIFY(s.prepare());
        s.sign(3);
        QVERIFY(s.isSigned());
    }

    /// Between the silent question and the press a person may do anything with the device.
    void changedBetweenPrepareAndSign_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<ErrorKind>("kind");
        QTest::newRow("Hyperliquid app") << "app" << ErrorKind::DeviceWrongApp;
        QTest::newRow("another app, and it came back on the bus")
            << "app again" << ErrorKind::DeviceWrongApp;
        QTest::newRow("dashboard") << "dashboard" << ErrorKind::DeviceWrongApp;
        QTest::newRow("locked") << "locked" << ErrorKind::DeviceLocked;
        QTest::newRow("another passphrase") << "passphrase" << ErrorKind::Signature;
        QTest::newRow("blind signing turned off") << "setting" << ErrorKind::DeviceRefused;
        QTest::newRow("unplugged") << "unplugged" << ErrorKind::DeviceAbsent;
    }

    void changedBetweenPrepareAndSign()
    {
        QFETCH(QString, change);
        QFETCH(ErrorKind, kind);
        Signing s(kHashed);
        QVERIFY(s.prepare());
        if (change.startsWith("app"))
            s.device.app = "Hyperliquid";
        if (change == "app again") {
            s.device.unplug();
            s.device.plugIn();
        }
        if (change == "dashboard")
            s.device.app = "BOLOS";
        s.device.isLocked = change == "locked";
        if (change == "passphrase")
            s.device.swapKey(keyOf("another wallet"));
        s.device.hasBlindSigning = change != "setting";
        if (change == "unplugged")
            s.device.unplug();
        s.sign();
        QVERIFY(s.result && !*s.result);
        QCOMPARE(s.result->error().kind, kind);
        QCOMPARE(s.device.reviews, 0); // nothing was shown
        QVERIFY(s.device.made.empty());
    }

    /// Where the recorded client miscounts its pieces: 254, 509, 510 and their like.
    void longValuesArriveWhole_data()
    {
        QTest::addColumn<int>("length");
        for (const int length :
             {0,   1,   52,  53,  112, 250, 251, 252, 253, 254, 255,  256,  257,
              506, 507, 508, 509, 510, 511, 512, 763, 764, 765, 1019, 1020, 2000})
            QTest::addRow("%d", length) << length;
    }

    void longValuesArriveWhole()
    {
        QFETCH(int, length);
        actions::SpotSend send;
        send.token = textOf(static_cast<std::size_t>(length));
        send.amount.text = "1";
        actions::Action action = send;
        QVERIFY(actions::complete(action, 1'700'000'000'000, true));
        const auto data = actions::userTypedData(action);
        QVERIFY(data);
        Signing s(kFull);
        s.use(*data);
        QVERIFY(s.prepare());
        QVERIFY(**s.prepared == SignForm::Full);
        s.sign();
        QVERIFY(s.isSigned());
        QVERIFY(std::ranges::find(s.device.shown, "token: " + textOf(std::size_t(length))) !=
                s.device.shown.end());
    }

    /// cases.md B20: 1337 is a constant of the domain and is held against no network.
    void B20_chain1337IsNoNetwork_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<bool>("isMainnet");
        for (const char *version : {kHashed, kFull})
            for (const bool isMainnet : {true, false})
                QTest::addRow("app %s, %s", version, isMainnet ? "mainnet" : "testnet")
                    << QByteArray(version) << isMainnet;
    }

    void B20_chain1337IsNoNetwork()
    {
        QFETCH(QByteArray, version);
        QFETCH(bool, isMainnet);
        Signing s(version.constData());
        s.useAgent(isMainnet);
        QCOMPARE(s.message.chainId, std::uint64_t{1337});
        QCOMPARE(toHex(s.message.domainSeparator), std::string(kAgentDomain));
        QVERIFY(s.prepare());
        s.sign();
        QVERIFY(s.isSigned());
        const bool isFull = **s.prepared == SignForm::Full;
        QCOMPARE(isFull, version == kFull);
        QVERIFY(std::ranges::find(s.device.shown, isFull ? "chainId: 0539" : kAgentDomain) !=
                s.device.shown.end());
    }

    /// cases.md B61: the hashed form is taken by a person's choice alone, and the review says so.
    void B61_hashesOnlyByExplicitChoice_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QString>("chosen"); ///< at the start, or while the session runs
        QTest::addColumn<bool>("isHashed");
        QTest::addColumn<bool>("isSaid");
        QTest::newRow("can show, not chosen") << QByteArray(kFull) << "" << false << false;
        QTest::newRow("can show, chosen") << QByteArray(kFull) << "later" << true << true;
        QTest::newRow("can show, chosen before") << QByteArray(kFull) << "before" << true << true;
        QTest::newRow("can show, chosen and taken back")
            << QByteArray(kFull) << "back" << false << false;
        QTest::newRow("cannot show, not chosen") << QByteArray(kHashed) << "" << true << false;
        QTest::newRow("cannot show, chosen") << QByteArray(kHashed) << "later" << true << false;
    }

    void B61_hashesOnlyByExplicitChoice()
    {
        QFETCH(QByteArray, version);
        QFETCH(QString, chosen);
        QFETCH(bool, isHashed);
        QFETCH(bool, isSaid);
        DeviceRig d;
        d.device.version = version.toStdString();
        d.hashesOnly = chosen == "before";
        QVERIFY(d.ready());
        if (chosen == "later" || chosen == "back")
            d.core().device().setForm(true);
        if (chosen == "back")
            d.core().device().setForm(false);
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.rig.until(30s, [&] { return d.rig.phase(cloid) == OrderPhase::Resting; }));
        const engine::SigningReview *review = d.review(1);
        QVERIFY(review);
        QCOMPARE(review->showsHashes, isHashed);
        QCOMPARE(d.device.shown.size() == 2 && d.device.shown[0] == kAgentDomain, isHashed);
        QCOMPARE(review->honestNote.find("hashes only") != std::string::npos, isSaid);
        QCOMPARE(d.sink().device.hashesOnly, chosen == "later" || chosen == "before");
        QVERIFY(!d.sink().device.canShowFields || !isHashed);
    }

    /// A choice while a request is on the device, or is asked about, changes the next one alone:
    /// what the review says is what the device shows.
    void B61_aRequestKeepsTheFormOfItsReview_data()
    {
        QTest::addColumn<bool>("toHashes");
        QTest::addColumn<bool>("isShown"); ///< changed when the device shows it, or just before
        for (const bool toHashes : {true, false})
            for (const bool isShown : {true, false})
                QTest::addRow("to %s, %s", toHashes ? "hashes" : "fields",
                              isShown ? "while it is shown" : "just before it is shown")
                    << toHashes << isShown;
    }

    void B61_aRequestKeepsTheFormOfItsReview()
    {
        QFETCH(bool, toHashes);
        QFETCH(bool, isShown);
        DeviceRig d;
        d.device.version = kFull;
        d.device.silent = 50ms;
        d.hashesOnly = !toHashes;
        QVERIFY(d.ready());
        const Cloid first = d.rig.place(1, "100000", "0.01");
        const Cloid second = d.rig.place(2, "100100", "0.01");
        QVERIFY(d.rig.until(
            10s, [&] { return isShown ? d.device.isReviewing : d.isAt(1, ReviewState::Opening); }));
        d.core().device().setForm(toHashes);
        QVERIFY(d.rig.until(30s, [&] { return d.rig.phase(first) == OrderPhase::Resting; }));
        QCOMPARE(d.device.reviews, 1);
        QCOMPARE(d.review(1)->showsHashes, !toHashes);
        QCOMPARE(d.device.shown.size() == 2, !toHashes);
        QVERIFY(d.rig.until(30s, [&] { return d.rig.phase(second) == OrderPhase::Resting; }));
        QCOMPARE(d.review(2)->showsHashes, toHashes);
        QCOMPARE(d.device.shown.size() == 2, toHashes);
    }

    /// cases.md B23: after either form the signer is recovered from our own digest. A device that
    /// hashed another domain is blocked and both signers are told.
    void B23_eitherFormIsRecoveredFromOurOwnDigest_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QString>("domain");
        for (const char *version : {kHashed, kFull})
            for (const char *domain : {"as sent", "chain id 1", "salt 0"})
                QTest::addRow("app %s, %s", version, domain) << QByteArray(version) << domain;
    }

    void B23_eitherFormIsRecoveredFromOurOwnDigest()
    {
        QFETCH(QByteArray, version);
        QFETCH(QString, domain);
        DeviceRig d;
        d.device.version = version.toStdString();
        QVERIFY(d.ready());
        if (domain != "as sent")
            d.device.hashesDomain = crypto::keccak256(domain.toStdString());
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.rig.until(30s, [&] {
            const OrderPhase phase = d.rig.phase(cloid);
            return phase == OrderPhase::Resting || phase == OrderPhase::SignatureRefused;
        }));
        QCOMPARE(d.device.made.size(), std::size_t{1});
        const bool isSame = domain == "as sent";
        QCOMPARE(d.rig.phase(cloid), isSame ? OrderPhase::Resting : OrderPhase::SignatureRefused);
        QCOMPARE(d.rig.account().open.size(), std::size_t{isSame ? 1U : 0U});
        if (isSame)
            return;
        QVERIFY(d.isAt(1, ReviewState::Blocked));
        const std::string told = d.sink().device.copyText;
        QVERIFY(told.find(sim::practiceAddress().toString()) != std::string::npos);
        const auto other = crypto::recoverAddress(d.review(1)->digest, d.device.made.front());
        QVERIFY(other);
        QVERIFY2(told.find(other->toString()) != std::string::npos, told.c_str());
    }
};

QTEST_GUILESS_MAIN(TestDeviceWire)
#include "tst_device_wire.moc"

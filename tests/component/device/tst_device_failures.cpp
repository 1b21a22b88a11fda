// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/faults/fault_rows.h"
#include "device_rig.h"
#include "ledger/hidapi_device.h"

#include <QtTest>

using namespace hl;
using namespace hl::test;
using namespace std::chrono_literals;
using engine::DeviceOffer;
using engine::DeviceState;
using engine::ReviewState;
using model::OrderPhase;

namespace {

/// Its word that it is ready comes when the test says so.
class LateDevice final : public DirectDevice
{
public:
    using Ready = std::function<void(Result<bool>)>;

    LateDevice(ManualClock &clock, std::unique_ptr<ledger::PortOpener> opener, Ready &ready)
        : DirectDevice(clock, std::move(opener))
        , m_ready(ready)
    {}
    void prepare(std::uint64_t, Ready done) override { m_ready = std::move(done); }

private:
    Ready &m_ready;
};

} // namespace

/// What goes wrong with a device: interaction.md D19 to D21, cases.md B21, B22, B59, B61, G13.
class TestDeviceFailures : public QObject
{
    Q_OBJECT

private:
    static bool isState(const DeviceRig &d, DeviceState state)
    {
        return d.rig.sink.device.state == state;
    }
    /// The order ended without a byte of it at the venue.
    static bool wasNotPlaced(DeviceRig &d, const Cloid &cloid)
    {
        return isTerminal(d.rig.phase(cloid)) && d.rig.account().open.empty() &&
               d.rig.account().fills.empty();
    }

private Q_SLOTS:
    void D19_lockedIsWaitedForAndGoesOn()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.isLocked = true;
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        d.rig.run(500ms);
        QVERIFY(isState(d, DeviceState::Locked));
        QVERIFY(d.sink().device.whatToDo.find("PIN") != std::string::npos);
        QVERIFY(d.sink().device.untilMonoMs > d.rig.clock.monoMs());
        QVERIFY(d.isAt(1, ReviewState::Preparing));
        d.rig.run(20s);
        const Nonce unlockedAt = static_cast<Nonce>(d.rig.clock.wallMs());
        d.device.isLocked = false;
        QVERIFY(d.untilAt(1, ReviewState::OnDevice, 2s));
        QVERIFY(d.review(1)->nonce >= unlockedAt);
        QVERIFY(d.untilAt(1, ReviewState::Answered));
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Resting);
    }

    void D19_lockedForAMinuteIsNotPlaced()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.isLocked = true;
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.rig.until(70s, [&] { return isTerminal(d.rig.phase(cloid)); }));
        QVERIFY(wasNotPlaced(d, cloid));
        QVERIFY(isState(d, DeviceState::Locked));
        QVERIFY(d.sink().device.offer == DeviceOffer::Retry);
    }

    void D19_wrongAppIsSaidAndEthereumOpened()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.app = "Hyperliquid";
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.rig.until(5s, [&] { return isState(d, DeviceState::WrongApp); }));
        QVERIFY(d.sink().device.offer == DeviceOffer::OpenEthereum);
        QCOMPARE(d.sink().device.appName, std::string("Hyperliquid"));
        QVERIFY(d.sink().device.sentence.find("no client order id, vault or expiry") !=
                std::string::npos);
        d.core().device().openEthereum();
        QVERIFY(d.untilAt(1, ReviewState::OnDevice, 20s));
        QVERIFY(d.untilAt(1, ReviewState::Answered));
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Resting);
    }

    void D19_states_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("state");
        QTest::addColumn<int>("offer");
        QTest::addColumn<QString>("says");
        QTest::newRow("dashboard") << "dashboard" << int(DeviceState::NoApp)
                                   << int(DeviceOffer::OpenEthereum) << "No app is open";
        QTest::newRow("setting off") << "setting" << int(DeviceState::SettingOff)
                                     << int(DeviceOffer::Retry) << "Blind signing is off";
        QTest::newRow("no permission, B59") << "permission" << int(DeviceState::NoPermission)
                                            << int(DeviceOffer::CopyRule) << "may not open it";
        QTest::newRow("held by another program")
            << "busy" << int(DeviceState::Busy) << int(DeviceOffer::Retry) << "Another program";
        QTest::newRow("unplugged") << "unplugged" << int(DeviceState::NotFound)
                                   << int(DeviceOffer::Retry) << "No Ledger is plugged in";
    }

    /// Each has its state, its sentence and its way out, and the request goes on once it is mended.
    void D19_states()
    {
        QFETCH(QString, what);
        QFETCH(int, state);
        QFETCH(int, offer);
        QFETCH(QString, says);
        DeviceRig d;
        QVERIFY(d.ready());
        d.rig.run(6s); // the handle is given back
        if (what == "dashboard")
            d.device.app = "BOLOS";
        else if (what == "setting")
            d.device.hasBlindSigning = false;
        else if (what == "permission")
            d.device.openError = Error{ErrorKind::DeviceDenied, "may not be opened", "device"};
        else if (what == "busy")
            d.device.openError = Error{ErrorKind::DeviceAbsent, "could not be opened", "busy"};
        else
            d.device.unplug();
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        d.rig.run(500ms);
        QCOMPARE(int(d.sink().device.state), state);
        QCOMPARE(int(d.sink().device.offer), offer);
        QVERIFY2(d.sink().device.sentence.find(says.toStdString()) != std::string::npos,
                 d.sink().device.sentence.c_str());
        QVERIFY(!d.sink().device.whatToDo.empty());
        QCOMPARE(d.sink().device.copyText.empty(), what != "permission");
        if (what == "permission")
            QCOMPARE(d.sink().device.copyText, ledger::udevRule());
        QVERIFY(d.isAt(1, ReviewState::Preparing));
        QCOMPARE(d.device.reviews, 0);
        d.device.app = "Ethereum";
        d.device.hasBlindSigning = true;
        d.device.openError.reset();
        d.device.plugIn();
        d.core().device().retry();
        QVERIFY(d.untilAt(1, ReviewState::Answered, 10s));
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Resting);
    }

    void D19_aDeviceThatStaysAwayIsNotPlaced()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.rig.run(6s);
        d.device.unplug();
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.rig.until(70s, [&] { return isTerminal(d.rig.phase(cloid)); }));
        QVERIFY(wasNotPlaced(d, cloid));
        // And nothing looks for it any more.
        const int commands = d.device.commands;
        d.device.plugIn();
        d.rig.run(10s);
        QCOMPARE(d.device.commands, commands);
    }

    void D19_anotherAccountNamesBothAndStops()
    {
        DeviceRig e;
        e.account = sim::practiceAddress(); // remembered
        QVERIFY(e.ready());
        e.device.swapKey(keyOf("another passphrase"));
        const Cloid cloid = e.rig.place(1, "100000", "0.01");
        QVERIFY(e.rig.until(5s, [&] { return isTerminal(e.rig.phase(cloid)); }));
        QVERIFY(e.isAt(1, ReviewState::WrongAccount));
        QVERIFY(isState(e, DeviceState::WrongAccount));
        const std::string &text = e.sink().device.sentence;
        QVERIFY(text.find(crypto::checksumAddress(keyOf("another passphrase").address())) !=
                std::string::npos);
        QVERIFY(text.find(sim::practiceAddress().toString()) != std::string::npos);
        QCOMPARE(e.device.reviews, 0);
        QVERIFY(wasNotPlaced(e, cloid));
    }

    void D20_refusedOnTheDevice()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.refuses = true;
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.untilAt(1, ReviewState::Refused));
        QCOMPARE(d.rig.phase(cloid), OrderPhase::SignatureRefused);
        QVERIFY(wasNotPlaced(d, cloid));
        QVERIFY(!d.sink().results.at(1).ok);
        QVERIFY(!isState(d, DeviceState::Blocked));
    }

    void D20_unpluggedDuringTheReview()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        const Cloid waiting = d.rig.place(2, "100100", "0.01");
        QVERIFY(d.untilAt(1, ReviewState::OnDevice));
        d.device.unplug();
        QVERIFY(d.untilAt(1, ReviewState::Unplugged, 2s));
        QVERIFY(d.review(1)->canAskAgain);
        QCOMPARE(d.rig.phase(cloid), OrderPhase::SignatureRefused);
        // The one behind it waits for the device to come back.
        QVERIFY(d.isAt(2, ReviewState::Preparing));
        d.device.plugIn();
        QVERIFY(d.untilAt(2, ReviewState::Answered, 10s));
        QCOMPARE(d.rig.phase(waiting), OrderPhase::Resting);
        QCOMPARE(d.rig.account().open.size(), std::size_t{1});
    }

    /// Nothing leaves before recovery: gone at any exchange, the order is not placed.
    void D20_vanishesAtEveryExchange_data()
    {
        QTest::addColumn<int>("exchange");
        QTest::addColumn<bool>("isFull");
        for (int i = 1; i <= 7; ++i)
            QTest::addRow("hashed, exchange %d", i) << i << false;
        for (int i = 1; i <= 23; ++i)
            QTest::addRow("in full, exchange %d", i) << i << true;
    }

    void D20_vanishesAtEveryExchange()
    {
        QFETCH(int, exchange);
        QFETCH(bool, isFull);
        DeviceRig d;
        if (isFull)
            d.device.version = "1.22.0";
        QVERIFY(d.ready());
        d.device.vanishAt = exchange;
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.rig.until(90s, [&] { return isTerminal(d.rig.phase(cloid)); }));
        QVERIFY2(d.device.vanishAt == 0, "the exchange was never reached");
        QVERIFY(wasNotPlaced(d, cloid));
        d.device.plugIn();
        const Cloid next = d.rig.place(2, "100000", "0.01");
        QVERIFY(d.rig.until(20s, [&] { return d.rig.phase(next) == OrderPhase::Resting; }));
    }

    void B61_everyStatusWordAtEveryExchange_data()
    {
        QTest::addColumn<int>("exchange");
        QTest::addColumn<int>("word");
        for (const int word : {0x6985, 0x5501, 0x6982, 0x6A80, 0x6A81, 0x6A00, 0x6980, 0x6A84,
                               0x6A87, 0x6700, 0x6A86, 0x6B00, 0x6A88, 0x6A15, 0x6D00, 0x6E00,
                               0x6D02, 0x6E01, 0x6511, 0x650F, 0x6A83, 0x6D07, 0x6611, 0x6F00,
                               0x6F42, 0x6801, 0x6FAA, 0x5720, 0x911C, 0x1234, 0x0000})
            for (const int exchange : {1, 3, 6, 7})
                QTest::addRow("%04x at %d", word, exchange) << exchange << word;
    }

    /// Whatever it answers: ended, said, not placed, and the next order works.
    void B61_everyStatusWordAtEveryExchange()
    {
        QFETCH(int, exchange);
        QFETCH(int, word);
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.answerAt = exchange;
        d.device.answerWord = static_cast<std::uint16_t>(word);
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.rig.until(
            90s, [&] { return isTerminal(d.rig.phase(cloid)) || isLive(d.rig.phase(cloid)); }));
        // Asked silently, it may be asked again, and after the PIN as well; a signature is never
        // asked for twice.
        const bool isLock = word == 0x6982;
        if ((exchange >= 4 && !isLock) || isTerminal(d.rig.phase(cloid))) {
            QVERIFY(wasNotPlaced(d, cloid));
            QVERIFY(!d.sink().results.at(1).error.detail.empty());
        }
        QVERIFY(d.device.reviews <= 1);
        QVERIFY(!isState(d, DeviceState::Blocked));
        const Cloid next = d.rig.place(2, "100100", "0.01");
        QVERIFY(d.rig.until(20s, [&] { return d.rig.phase(next) == OrderPhase::Resting; }));
    }

    void D20_escapeLeavesTheReviewAndThePortStaysReserved()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.review = 10'000ms;
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.untilAt(1, ReviewState::OnDevice));
        d.core().device().rejectReview(d.review(1)->id);
        QVERIFY(d.untilAt(1, ReviewState::Rejected, 200ms));
        QVERIFY(wasNotPlaced(d, cloid));
        QVERIFY(isState(d, DeviceState::Draining));
        QVERIFY(d.sink().device.whatToDo.find("reject on the device too") != std::string::npos);
        // The next request waits until the device has answered; its late signature goes nowhere.
        const Cloid next = d.rig.place(2, "100100", "0.01");
        d.rig.run(5s);
        QVERIFY(d.isAt(2, ReviewState::Queued));
        QVERIFY(d.device.isReviewing);
        QVERIFY(d.untilAt(2, ReviewState::OnDevice, 10s));
        QVERIFY(!d.device.wasTwoAtOnce);
        QVERIFY(d.untilAt(2, ReviewState::Answered, 20s));
        QCOMPARE(d.rig.phase(next), OrderPhase::Resting);
        QCOMPARE(d.rig.account().open.size(), std::size_t{1});
        QVERIFY(wasNotPlacedAt(d, cloid));
    }

    void D20_readyAfterTheRejectionIsNotHeard_data()
    {
        QTest::addColumn<bool>("isReady");
        QTest::newRow("ready") << true;
        QTest::newRow("not ready") << false;
    }

    /// The device's word was on its way when the request was given up.
    void D20_readyAfterTheRejectionIsNotHeard()
    {
        QFETCH(bool, isReady);
        DeviceRig d;
        LateDevice::Ready ready;
        d.rig.adjust = [&, adjust = d.rig.adjust](engine::EngineConfig &config,
                                                  engine::EngineParts &parts) {
            adjust(config, parts);
            parts.makeDevice = [&](auto done) {
                done(std::make_unique<LateDevice>(d.rig.clock, d.device.opener(), ready));
            };
        };
        QVERIFY(d.ready());
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.rig.until(1s, [&] { return ready != nullptr; }));
        QVERIFY(d.isAt(1, ReviewState::Preparing));
        d.core().device().rejectReview(d.review(1)->id);
        if (isReady)
            ready(true);
        else
            ready(fail(ErrorKind::DeviceAbsent, "No Ledger is plugged in."));
        d.rig.run(20s);
        QVERIFY(d.isAt(1, ReviewState::Rejected));
        QVERIFY(wasNotPlaced(d, cloid));
        QCOMPARE(d.sink().answers[1], 1);
        QCOMPARE(d.device.reviews, 0);
        QVERIFY(d.rig.link.arrived().empty());
    }

    void D20_noAnswerIsNotPlaced()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.review = 200'000ms;
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.untilAt(1, ReviewState::TimedOut, 130s));
        QVERIFY(wasNotPlaced(d, cloid));
        d.rig.run(100s);
        QVERIFY(d.rig.account().open.empty());
    }

    void D21_anotherDigestBlocks_data()
    {
        QTest::addColumn<bool>("otherKey");
        QTest::newRow("another digest") << false;
        QTest::newRow("another key") << true;
    }

    void D21_anotherDigestBlocks()
    {
        QFETCH(bool, otherKey);
        DeviceRig d;
        crypto::SecretKey other = keyOf("not this account");
        QVERIFY(d.ready());
        if (otherKey)
            d.device.signsWith = &other;
        else
            d.device.signsOtherDigest = true;
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        const Cloid waiting = d.rig.place(2, "100100", "0.01");
        QVERIFY(d.untilAt(1, ReviewState::Blocked));
        QVERIFY(isState(d, DeviceState::Blocked));
        QVERIFY(d.sink().device.offer == DeviceOffer::Acknowledge);
        // Both signers are shown.
        QVERIFY(d.sink().device.copyText.find(sim::practiceAddress().toString()) !=
                std::string::npos);
        if (otherKey)
            QVERIFY(d.sink().device.copyText.find(other.address().toString()) != std::string::npos);
        QCOMPARE(d.rig.phase(cloid), OrderPhase::SignatureRefused);
        d.rig.run(100ms);
        QCOMPARE(d.rig.phase(waiting), OrderPhase::NotSent);
        d.device.signsWith = nullptr;
        d.device.signsOtherDigest = false;
        const int reviews = d.device.reviews;
        const Cloid refused = d.rig.place(3, "100000", "0.01");
        d.rig.run(5s);
        QCOMPARE(d.rig.phase(refused), OrderPhase::NotSent);
        QCOMPARE(d.device.reviews, reviews);
        d.core().device().acknowledgeBlocked();
        QVERIFY(!isState(d, DeviceState::Blocked));
        const Cloid next = d.rig.place(4, "100000", "0.01");
        QVERIFY(d.rig.until(20s, [&] { return d.rig.phase(next) == OrderPhase::Resting; }));
        QCOMPARE(d.rig.account().open.size(), std::size_t{1});
    }

    /// Down with a position open: one line says how to get out all the same.
    void D21_thePositionsWayOutIsSaid()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        const Cloid entry = d.rig.place(1, "111000", "0.01");
        QVERIFY(d.rig.until(10s, [&] { return d.rig.phase(entry) == OrderPhase::Filled; }));
        QVERIFY(d.rig.until(5s, [&] { return !d.sink().account.positions.empty(); }));
        QVERIFY(d.sink().device.exitHint.empty());
        d.rig.run(6s);
        d.device.unplug();
        d.core().device().retry();
        d.rig.run(1s);
        QVERIFY(isState(d, DeviceState::NotFound));
        QVERIFY(d.sink().device.exitHint.find("venue's own page") != std::string::npos);
        // Looking again and again is not news of it.
        QCOMPARE(d.sink().hintChanges, 1);
        d.rig.placeClose(2, "108000", "0.01");
        d.rig.run(11s);
        QVERIFY(isState(d, DeviceState::NotFound));
        QCOMPARE(d.sink().hintChanges, 1);
        d.device.plugIn();
        QVERIFY(d.untilAt(2, ReviewState::OnDevice));
        QVERIFY(d.sink().device.exitHint.empty());
        QCOMPARE(d.sink().hintChanges, 2);
    }

    /// It follows the agent and its lock while the device stays down.
    void D21_theWayOutFollowsTheAgent()
    {
        DeviceRig d(engine::TradeMode::AgentTrades, true);
        QVERIFY(d.ready());
        d.rig.run(6s);
        QVERIFY(d.sink().mode == engine::TradeMode::AgentTrades);
        d.device.unplug();
        d.core().device().retry();
        d.rig.run(1s);
        QVERIFY(isState(d, DeviceState::NotFound));
        QVERIFY(d.sink().device.exitHint.empty());
        // A position that comes later, with no news of the device.
        const Cloid entry = d.rig.place(1, "111000", "0.01");
        QVERIFY(d.rig.until(10s, [&] { return d.rig.phase(entry) == OrderPhase::Filled; }));
        QVERIFY(d.rig.until(5s, [&] { return !d.sink().device.exitHint.empty(); }));
        QVERIFY(d.sink().device.exitHint.find("through the agent") != std::string::npos);
        d.core().setLocked(true);
        QVERIFY2(d.sink().device.exitHint.find("unlock the agent") != std::string::npos,
                 d.sink().device.exitHint.c_str());
        d.core().setLocked(false);
        QVERIFY(d.sink().device.exitHint.find("through the agent") != std::string::npos);
        d.core().device().readAgents(2);
        d.rig.run(1s);
        d.rig.venue.exchange().accounts().find(sim::practiceAddress())->agents.clear();
        d.core().device().readAgents(3);
        QVERIFY(d.rig.until(5s, [&] { return d.sink().mode == engine::TradeMode::DeviceOnly; }));
        QVERIFY(d.sink().device.exitHint.find("venue's own page") != std::string::npos);
    }

    /// "Ready" is said of a device that can sign; looking again tries what failed.
    void lookingAgainOpensTheLane()
    {
        DeviceRig d;
        d.account = sim::practiceAddress();
        int failures = 2;
        d.rig.adjust = [&, adjust = d.rig.adjust](engine::EngineConfig &config,
                                                  engine::EngineParts &parts) {
            adjust(config, parts);
            parts.openNonces = [&, open = parts.openNonces](const Address &signer, auto done) {
                if (failures-- > 0)
                    return done(fail(ErrorKind::Internal, "The disk is full."));
                open(signer, done);
            };
        };
        d.start();
        d.rig.run(5s);
        QVERIFY(d.core().device().queue() == nullptr);
        QVERIFY(isState(d, DeviceState::Problem));
        d.core().device().retry();
        d.rig.run(5s);
        QVERIFY(d.core().device().queue() == nullptr);
        QVERIFY(isState(d, DeviceState::Problem));
        d.core().device().retry();
        QVERIFY(d.ready());
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.rig.until(20s, [&] { return d.rig.phase(cloid) == OrderPhase::Resting; }));
    }

    /// Sent without an answer: Unknown, no press for a no-op, dead for certain by its expiry.
    void G13_unknownOfADeviceAsksForNoPress()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.rig.plan.add(fault(FaultPoint::WsRequest, FaultKind::Lose, member("type", "action")));
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.rig.until(60s, [&] { return d.rig.phase(cloid) == OrderPhase::Unknown; }));
        QVERIFY(d.isAt(1, ReviewState::Unknown));
        d.rig.run(30s);
        QCOMPARE(d.device.reviews, 1);
        QCOMPARE(d.rig.phase(cloid), OrderPhase::Unknown);
        QVERIFY(d.rig.until(120s, [&] { return isTerminal(d.rig.phase(cloid)); }));
        QCOMPARE(d.device.reviews, 1);
        QVERIFY(d.rig.account().open.empty());
    }

    /// A device that locks itself in the middle starts the flow anew after the PIN.
    void locksItselfAtEveryExchange_data()
    {
        QTest::addColumn<int>("exchange");
        for (int i = 1; i <= 7; ++i)
            QTest::addRow("exchange %d", i) << i;
    }

    void locksItselfAtEveryExchange()
    {
        QFETCH(int, exchange);
        DeviceRig d;
        QVERIFY(d.ready());
        d.device.lockAt = exchange;
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.rig.until(5s, [&] { return isState(d, DeviceState::Locked); }));
        d.rig.run(3s);
        d.device.isLocked = false;
        QVERIFY(d.rig.until(20s, [&] { return d.rig.phase(cloid) == OrderPhase::Resting; }));
        QCOMPARE(d.device.reviews, 1);
    }

    /// Another program talks to the device as well: its reports are not ours.
    void reportsOfAnotherProgram()
    {
        DeviceRig d;
        d.device.mixesForeign = true;
        QVERIFY(d.ready());
        const Cloid cloid = d.rig.place(1, "100000", "0.01");
        QVERIFY(d.rig.until(20s, [&] { return d.rig.phase(cloid) == OrderPhase::Resting; }));
    }

    /// Nothing is asked of a device that nobody uses.
    void nothingIsPolledWhileNobodyUsesIt()
    {
        DeviceRig d;
        QVERIFY(d.ready());
        d.rig.run(6s);
        const int commands = d.device.commands;
        d.rig.run(300s);
        QCOMPARE(d.device.commands, commands);
    }

private:
    static bool wasNotPlacedAt(DeviceRig &d, const Cloid &cloid)
    {
        return !d.rig.account().anyByCloid(cloid).has_value();
    }
};

QTEST_APPLESS_MAIN(TestDeviceFailures)
#include "tst_device_failures.moc"

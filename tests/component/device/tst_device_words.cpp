// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/device_words.h"
#include "ledger/hidapi_device.h"
#include "ledger/ledger_device.h"
#include "ledger/status_word.h"
#include "signing/ledger_signer.h"

#include <QtTest>

using namespace hl;
using engine::DeviceOffer;
using engine::DeviceState;
using ledger::Trouble;
using Own = ledger::DeviceStatus::State;

/// From what a device says of itself to what a person reads: interaction.md D19 to D21.
class TestDeviceWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void D19_everyTroubleHasItsStateAndWayOut_data()
    {
        QTest::addColumn<Trouble>("trouble");
        QTest::addColumn<DeviceState>("state");
        QTest::addColumn<DeviceOffer>("offer");
        QTest::addColumn<QString>("toDo"); ///< empty: there is nothing to do
        QTest::addColumn<bool>("isDown");
        const auto row = [](const char *name, Trouble trouble, DeviceState state, DeviceOffer offer,
                            const char *toDo) {
            QTest::newRow(name) << trouble << state << offer << toDo << (*toDo != 0);
        };
        using O = DeviceOffer;
        using S = DeviceState;
        row("nothing plugged in", Trouble::NotFound, S::NotFound, O::Retry, "Plug the device in");
        row("no permission", Trouble::NoPermission, S::NoPermission, O::CopyRule, "70-ledger");
        row("held by another program", Trouble::Busy, S::Busy, O::Retry, "Close Ledger Live");
        row("locked", Trouble::Locked, S::Locked, O::Retry, "PIN");
        row("another app", Trouble::WrongApp, S::WrongApp, O::OpenEthereum, "Open the Ethereum");
        row("no app", Trouble::NoApp, S::NoApp, O::OpenEthereum, "Open the Ethereum");
        row("app missing", Trouble::AppMissing, S::AppMissing, O::Retry, "Install it");
        row("setting off", Trouble::SettingOff, S::SettingOff, O::Retry, "turn Blind signing on");
        row("not set up", Trouble::NotSetUp, S::NotSetUp, O::Retry, "Set the device up");
        row("unsupported", Trouble::Unsupported, S::Unsupported, O::Retry, "Update the device");
        row("unplugged", Trouble::Unplugged, S::Unplugged, O::Retry, "Plug it in again");
        row("no answer", Trouble::NoAnswer, S::Problem, O::Retry, "Unplug it");
        row("another account", Trouble::WrongAccount, S::WrongAccount, O::Retry, "passphrase");
        row("something else", Trouble::Other, S::Problem, O::Retry, "Try again");
        // Both are a person's own decision: nothing is wrong with the device.
        row("refused on it", Trouble::Refused, S::Idle, O::None, "");
        row("given up here", Trouble::Cancelled, S::Idle, O::None, "");
    }

    void D19_everyTroubleHasItsStateAndWayOut()
    {
        QFETCH(Trouble, trouble);
        QFETCH(DeviceState, state);
        QFETCH(DeviceOffer, offer);
        QFETCH(QString, toDo);
        QFETCH(bool, isDown);
        ledger::DeviceStatus own;
        own.state = Own::Problem;
        own.trouble = trouble;
        own.sentence = "its own words";
        const engine::DeviceStatus status = engine::deviceStatus(signing::deviceNews(own));
        QCOMPARE(int(status.state), int(state));
        QCOMPARE(int(status.offer), int(offer));
        QCOMPARE(status.whatToDo.empty(), toDo.isEmpty());
        QVERIFY2(status.whatToDo.find(toDo.toStdString()) != std::string::npos,
                 status.whatToDo.c_str());
        QCOMPARE(engine::isDown(status.state), isDown);
        if (isDown) {
            QVERIFY(status.sentence.ends_with('.'));
            QVERIFY(status.sentence.front() >= 'A' && status.sentence.front() <= 'Z');
        }
        QCOMPARE(status.copyText.empty(), trouble != Trouble::NoPermission);
        if (trouble == Trouble::NoPermission)
            QCOMPARE(status.copyText, ledger::udevRule());
    }

    void D20_whatItIsDoingIsSaid_data()
    {
        QTest::addColumn<Own>("own");
        QTest::addColumn<DeviceState>("state");
        QTest::addColumn<bool>("isDown");
        QTest::newRow("idle") << Own::Idle << DeviceState::Idle << false;
        QTest::newRow("connecting") << Own::Connecting << DeviceState::Looking << false;
        QTest::newRow("locked, looked at again") << Own::Locked << DeviceState::Locked << true;
        QTest::newRow("shows a request") << Own::Reviewing << DeviceState::Reviewing << false;
        QTest::newRow("opens the app") << Own::OpeningApp << DeviceState::OpeningApp << false;
        QTest::newRow("still shows what was given up")
            << Own::Draining << DeviceState::Draining << true;
    }

    void D20_whatItIsDoingIsSaid()
    {
        QFETCH(Own, own);
        QFETCH(DeviceState, state);
        QFETCH(bool, isDown);
        ledger::DeviceStatus of;
        of.state = own;
        of.untilMonoMs = 77;
        of.sentence = own == Own::Idle ? "" : "the device shows an address";
        const engine::DeviceStatus status = engine::deviceStatus(signing::deviceNews(of));
        QCOMPARE(int(status.state), int(state));
        QCOMPARE(engine::isDown(status.state), isDown);
        QCOMPARE(status.untilMonoMs, std::int64_t{77});
        QCOMPARE(status.sentence.empty(), own == Own::Idle);
        if (own == Own::Reviewing) // a request or an address: it says which
            QCOMPARE(status.sentence, std::string("The device shows an address."));
    }

    void B61_whatAnAnswerIsATroubleOf_data()
    {
        QTest::addColumn<int>("sw");           ///< 0: an answer that cannot be read
        QTest::addColumn<int>("blindSigning"); ///< -1: not told
        QTest::addColumn<Trouble>("trouble");
        for (const int sw : {0x6a80, 0x6a81, 0x6a87, 0x6700}) {
            const QByteArray name = QByteArray::number(sw, 16);
            QTest::newRow((name + ", the setting is off").constData())
                << sw << 0 << Trouble::SettingOff;
            QTest::newRow((name + ", not told").constData()) << sw << -1 << Trouble::SettingOff;
            QTest::newRow((name + ", it is on: something else").constData())
                << sw << 1 << Trouble::Other;
        }
        QTest::newRow("rejected") << 0x6985 << 1 << Trouble::Refused;
        QTest::newRow("not to be read: it is still plugged in") << 0 << 1 << Trouble::Other;
    }

    void B61_whatAnAnswerIsATroubleOf()
    {
        QFETCH(int, sw);
        QFETCH(int, blindSigning);
        QFETCH(Trouble, trouble);
        const Error error = sw == 0
                                ? Error{ErrorKind::Transport, "the answer could not be read", "app"}
                                : ledger::errorFor(static_cast<std::uint16_t>(sw));
        const auto isOn = blindSigning < 0 ? std::nullopt : std::optional(blindSigning == 1);
        QVERIFY(ledger::troubleOf(error, true, "Ethereum", isOn) == trouble);
    }
};

QTEST_APPLESS_MAIN(TestDeviceWords)
#include "tst_device_words.moc"

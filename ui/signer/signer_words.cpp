// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/signer_words.h"

#include "ui/common/formatters.h"

#include <QCoreApplication>

namespace hl::ui {

using engine::DeviceState;
using engine::ReviewState;
using engine::TradeMode;

namespace {

struct SignerWords
{
    Q_DECLARE_TR_FUNCTIONS(hl::ui::SignerWords)
};

struct StateWords
{
    QString heading;
    QString sentence;
    QString whatToDo;
};

StateWords deviceWords(DeviceState state)
{
    switch (state) {
    case DeviceState::None:
        return {SignerWords::tr("no device"), SignerWords::tr("No device is used here."), {}};
    case DeviceState::Idle:
        return {SignerWords::tr("idle"),
                SignerWords::tr("The device is known and free for other programs."),
                {}};
    case DeviceState::Looking:
        return {SignerWords::tr("connecting"), SignerWords::tr("Asking the device."), {}};
    case DeviceState::Ready:
        return {SignerWords::tr("ready"), SignerWords::tr("The device is ready."), {}};
    case DeviceState::NotFound:
        return {SignerWords::tr("not plugged in"), SignerWords::tr("No Ledger is plugged in."),
                SignerWords::tr("Plug it in and unlock it.")};
    case DeviceState::NoPermission:
        return {SignerWords::tr("no permission"),
                SignerWords::tr("The device is plugged in, but this account may not open it."),
                SignerWords::tr("Put the rule below into /etc/udev/rules.d/70-ledger.rules and "
                                "plug the device in again.")};
    case DeviceState::Busy:
        return {SignerWords::tr("in use"), SignerWords::tr("Another program uses the device."),
                SignerWords::tr("Close Ledger Live, or the browser tab that talks to it.")};
    case DeviceState::Locked:
        return {SignerWords::tr("locked"), SignerWords::tr("The device is locked."),
                SignerWords::tr("Enter the PIN on it; it is looked at each second.")};
    case DeviceState::WrongApp:
        return {SignerWords::tr("other app open"),
                SignerWords::tr("Another app is open on the device."),
                SignerWords::tr("Open the Ethereum app on it.")};
    case DeviceState::NoApp:
        return {SignerWords::tr("no app open"), SignerWords::tr("No app is open on the device."),
                SignerWords::tr("Open the Ethereum app on it.")};
    case DeviceState::AppMissing:
        return {SignerWords::tr("app missing"),
                SignerWords::tr("The Ethereum app is not installed on the device."),
                SignerWords::tr("Install it with Ledger Live.")};
    case DeviceState::OpeningApp:
        return {SignerWords::tr("opening app"),
                SignerWords::tr("The device asks whether to open Ethereum."),
                SignerWords::tr("Confirm on the device.")};
    case DeviceState::SettingOff:
        return {SignerWords::tr("setting off"),
                SignerWords::tr("Blind signing is off on the device."),
                SignerWords::tr("In the Ethereum app: Settings, Blind signing, on.")};
    case DeviceState::NotSetUp:
        return {SignerWords::tr("not set up"), SignerWords::tr("The device has no accounts yet."),
                SignerWords::tr("Set it up with its recovery phrase first.")};
    case DeviceState::Unsupported:
        return {SignerWords::tr("not supported"),
                SignerWords::tr("This device, firmware or app version cannot be used."),
                SignerWords::tr("Bring firmware and app up to date with Ledger Live.")};
    case DeviceState::Reviewing:
        return {SignerWords::tr("waiting for you"),
                SignerWords::tr("The device shows the request."),
                SignerWords::tr("Compare, then approve or reject on the device.")};
    case DeviceState::Draining:
        return {SignerWords::tr("press reject on it"),
                SignerWords::tr("The device still shows a request that is not wanted any more."),
                SignerWords::tr("Press reject on the device too.")};
    case DeviceState::Unplugged:
        return {SignerWords::tr("unplugged"), SignerWords::tr("The device was unplugged."),
                SignerWords::tr("Plug it in again and unlock it. Nothing was sent.")};
    case DeviceState::WrongAccount:
        return {SignerWords::tr("other account"),
                SignerWords::tr("The device holds another account under this path."),
                SignerWords::tr("Plug in the right device, or unlock it with the right "
                                "passphrase.")};
    case DeviceState::Blocked:
        return {SignerWords::tr("blocked"),
                SignerWords::tr("The device signed with another key, or something else."),
                SignerWords::tr("Nothing was sent. Trading by this device stops until you say "
                                "that you have read this.")};
    case DeviceState::Problem:
        break;
    }
    return {SignerWords::tr("problem"), SignerWords::tr("The device has a problem."),
            SignerWords::tr("Close and reopen the app on the device.")};
}

} // namespace

QString modeName(TradeMode mode)
{
    switch (mode) {
    case TradeMode::LocalKey:
        return SignerWords::tr("One key signs everything");
    case TradeMode::AgentTrades:
        return SignerWords::tr("Agent trades, device keeps the money");
    case TradeMode::DeviceOpensAgentExits:
        return SignerWords::tr("Device opens, agent exits");
    case TradeMode::DeviceOnly:
        return SignerWords::tr("Device only");
    }
    return {};
}

QString modeShort(TradeMode mode)
{
    switch (mode) {
    case TradeMode::LocalKey:
        return {};
    case TradeMode::AgentTrades:
        return SignerWords::tr("agent trades");
    case TradeMode::DeviceOpensAgentExits:
        return SignerWords::tr("device opens, agent exits");
    case TradeMode::DeviceOnly:
        return SignerWords::tr("device only");
    }
    return {};
}

QString modeWords(TradeMode mode)
{
    switch (mode) {
    case TradeMode::LocalKey:
        return SignerWords::tr("A key kept encrypted on this computer signs orders and money.");
    case TradeMode::AgentTrades:
        return SignerWords::tr("Recommended. An agent key made on this computer signs orders and "
                               "cancels at once; withdrawals and transfers need the device.");
    case TradeMode::DeviceOpensAgentExits:
        return SignerWords::tr("Every entry needs a press on the device. Cancels, closes, stops "
                               "and the dead man are signed at once by an agent on this computer.");
    case TradeMode::DeviceOnly:
        return SignerWords::tr("Every action needs a press on the device, every cancel too: expect "
                               "10 to 30 s for each.");
    }
    return {};
}

QString agentRiskWords()
{
    return SignerWords::tr(
        "An agent cannot withdraw or send, but whoever has its key can trade the "
        "account to zero. \"Exits only\" is enforced by this program, not by "
        "the venue.");
}

QString deviceHeading(DeviceState state)
{
    return deviceWords(state).heading;
}

QString deviceSentence(const engine::DeviceStatus &device)
{
    return device.sentence.empty() ? deviceWords(device.state).sentence
                                   : fmt::fromUtf8(device.sentence);
}

QString deviceWhatToDo(const engine::DeviceStatus &device)
{
    return device.whatToDo.empty() ? deviceWords(device.state).whatToDo
                                   : fmt::fromUtf8(device.whatToDo);
}

QString offerText(engine::DeviceOffer offer)
{
    switch (offer) {
    case engine::DeviceOffer::None:
        break;
    case engine::DeviceOffer::Retry:
        return SignerWords::tr("Look again");
    case engine::DeviceOffer::OpenEthereum:
        return SignerWords::tr("Open Ethereum");
    case engine::DeviceOffer::CopyRule:
        return SignerWords::tr("Copy the rule");
    case engine::DeviceOffer::Acknowledge:
        return SignerWords::tr("I have read this");
    }
    return {};
}

Tone deviceTone(DeviceState state)
{
    switch (state) {
    case DeviceState::None:
    case DeviceState::Idle:
    case DeviceState::Looking:
        return Tone::TextFaint;
    case DeviceState::Ready:
        return Tone::Bid;
    case DeviceState::Locked:
    case DeviceState::OpeningApp:
    case DeviceState::Reviewing:
    case DeviceState::Draining:
        return Tone::Own;
    default:
        return Tone::Ask;
    }
}

QString deviceName(const engine::DeviceStatus &device)
{
    return device.model.empty() ? SignerWords::tr("Ledger") : fmt::fromUtf8(device.model);
}

QString appName(const std::string &name, const std::string &version)
{
    QString text = fmt::fromUtf8(name);
    if (!text.isEmpty() && !version.empty())
        text += QLatin1Char(' ') + fmt::fromUtf8(version);
    return text;
}

QString outcomeText(const engine::SigningReview &review)
{
    if (!review.outcome.empty())
        return fmt::fromUtf8(review.outcome);
    switch (review.state) {
    case ReviewState::Refused:
        return SignerWords::tr("Refused on the device: not placed.");
    case ReviewState::Rejected:
        return SignerWords::tr("Rejected here: not placed.");
    case ReviewState::Dropped:
        return SignerWords::tr("Dropped before the device was asked: not placed.");
    case ReviewState::Discarded:
        return SignerWords::tr("Approved too late: the signature was thrown away, nothing was "
                               "sent.");
    case ReviewState::Unplugged:
        return SignerWords::tr("The device was unplugged: not placed. Nothing leaves before its "
                               "signature was checked.");
    case ReviewState::TimedOut:
        return SignerWords::tr("No answer from the device: not placed.");
    case ReviewState::WrongAccount:
        return SignerWords::tr("The device holds another account: it was not asked.");
    case ReviewState::Blocked:
        return SignerWords::tr("Signed by another key, or something else was signed: not sent.");
    case ReviewState::Failed:
        return SignerWords::tr("It failed before it left: not placed.");
    case ReviewState::Unknown:
        return SignerWords::tr("Sent, and nobody has answered yet: Unknown until proven.");
    case ReviewState::Answered:
        return SignerWords::tr("The venue answered.");
    default:
        break;
    }
    return {};
}

QString bulkText(const engine::SigningReview &review)
{
    if (review.count < 2 || review.state != ReviewState::Answered)
        return {};
    QString text = SignerWords::tr("%1 of %2 done").arg(review.done).arg(review.count);
    QStringList rest;
    for (const std::string &name : review.notDone)
        rest << fmt::fromUtf8(name);
    return rest.isEmpty()
               ? QString(text + QLatin1Char('.'))
               : SignerWords::tr("%1. Not done: %2").arg(text, rest.join(QStringLiteral("; ")));
}

QString emulatorMark(bool isEmulator)
{
    return isEmulator ? SignerWords::tr(" (emulator)") : QString();
}

QString agentOrigin(const engine::AgentSlot &slot, TimeMs now)
{
    if (!slot.isMadeHere)
        return SignerWords::tr("made elsewhere, age unknown");
    if (slot.madeAt == 0 || now < slot.madeAt)
        return SignerWords::tr("made here");
    return SignerWords::tr("made here %1 ago")
        .arg(fmt::durationText((now - slot.madeAt) * 1'000'000));
}

QString schemeName(engine::PathScheme scheme)
{
    switch (scheme) {
    case engine::PathScheme::LedgerLive:
        return SignerWords::tr("Ledger Live (44'/60'/x'/0/0)");
    case engine::PathScheme::Legacy:
        return SignerWords::tr("Legacy (44'/60'/0'/x)");
    case engine::PathScheme::Bip44:
        return SignerWords::tr("BIP 44 (44'/60'/0'/0/x)");
    case engine::PathScheme::Custom:
        return SignerWords::tr("Own path");
    }
    return {};
}

QString breakable(const QString &text)
{
    constexpr qsizetype kLongWord = 24;
    QStringList words = text.split(QLatin1Char(' '));
    for (QString &word : words) {
        if (word.size() <= kLongWord)
            continue;
        QString broken;
        for (const QChar c : word) {
            broken += c;
            broken += QChar(0x200B);
        }
        word = broken;
    }
    return words.join(QLatin1Char(' '));
}

} // namespace hl::ui

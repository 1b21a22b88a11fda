// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/device_words.h"

#include <utility>

namespace hl::engine {

namespace {

using News = signing::DeviceNews::State;

struct Words
{
    DeviceState state;
    DeviceOffer offer;
    const char *sentence; ///< null: the device's own
    const char *whatToDo;
};

Words wordsOf(News news)
{
    switch (news) {
    case News::Idle:
        return {DeviceState::Idle, DeviceOffer::None, "", ""};
    case News::Looking:
        return {DeviceState::Looking, DeviceOffer::None, "Looking for the device.", ""};
    case News::Ready:
        return {DeviceState::Ready, DeviceOffer::None, "The device is ready.", ""};
    case News::NotFound:
        return {DeviceState::NotFound, DeviceOffer::Retry, "No Ledger is plugged in.",
                "Plug the device in and unlock it."};
    case News::NoPermission:
        return {DeviceState::NoPermission, DeviceOffer::CopyRule,
                "The device is plugged in, but this account may not open it.",
                "Put the rule into /etc/udev/rules.d/70-ledger.rules and plug the device in "
                "again."};
    case News::Busy:
        return {DeviceState::Busy, DeviceOffer::Retry, "Another program is using the device.",
                "Close Ledger Live and browser tabs that use it."};
    case News::Locked:
        return {DeviceState::Locked, DeviceOffer::Retry, "The device is locked.",
                "Enter the PIN on it."};
    case News::WrongApp:
        return {DeviceState::WrongApp, DeviceOffer::OpenEthereum, nullptr,
                "Open the Ethereum app on the device."};
    case News::NoApp:
        return {DeviceState::NoApp, DeviceOffer::OpenEthereum, "No app is open on the device.",
                "Open the Ethereum app on it."};
    case News::AppMissing:
        return {DeviceState::AppMissing, DeviceOffer::Retry,
                "The Ethereum app is not installed on the device.",
                "Install it with Ledger Live, then try again."};
    case News::OpeningApp:
        return {DeviceState::OpeningApp, DeviceOffer::None, "The device asks to open Ethereum.",
                "Confirm on the device."};
    case News::SettingOff:
        return {DeviceState::SettingOff, DeviceOffer::Retry, "Blind signing is off.",
                "On the device, in the Ethereum app, open Settings and turn Blind signing on."};
    case News::NotSetUp:
        return {DeviceState::NotSetUp, DeviceOffer::Retry, "The device has no recovery phrase yet.",
                "Set the device up first."};
    case News::Unsupported:
        return {DeviceState::Unsupported, DeviceOffer::Retry, nullptr,
                "Update the device and its Ethereum app with Ledger Live."};
    case News::Reviewing:
        // A request, or an address.
        return {DeviceState::Reviewing, DeviceOffer::None, nullptr,
                "Approve only if the device shows the same."};
    case News::Draining:
        return {DeviceState::Draining, DeviceOffer::None,
                "The device still shows a request that was given up here.",
                "Press reject on the device too."};
    case News::Unplugged:
        return {DeviceState::Unplugged, DeviceOffer::Retry, "The device was unplugged.",
                "Plug it in again."};
    case News::NoAnswer:
        return {DeviceState::Problem, DeviceOffer::Retry, "The device does not answer.",
                "Unplug it, plug it in again and try once more."};
    case News::Refused:
        return {DeviceState::Idle, DeviceOffer::None, nullptr, ""};
    case News::WrongAccount:
        return {DeviceState::WrongAccount, DeviceOffer::Retry, nullptr,
                "Use the device and passphrase of this account, or choose another account."};
    case News::Problem:
        return {DeviceState::Problem, DeviceOffer::Retry, nullptr, "Try again."};
    }
    return {DeviceState::Problem, DeviceOffer::Retry, nullptr, ""};
}

/// The device's own words begin with a small letter and have no full stop.
std::string sentence(std::string text)
{
    if (text.empty())
        return text;
    if (text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    if (text.back() != '.')
        text += '.';
    return text;
}

} // namespace

DeviceStatus deviceStatus(const signing::DeviceNews &news)
{
    const Words words = wordsOf(news.state);
    DeviceStatus status;
    status.state = words.state;
    status.offer = words.offer;
    status.sentence =
        words.sentence != nullptr ? std::string(words.sentence) : sentence(news.sentence);
    status.whatToDo = words.whatToDo;
    status.copyText = news.copyText;
    status.model = news.model;
    status.appName = news.appName;
    status.appVersion = news.appVersion;
    status.blindSigning = news.blindSigning;
    status.isEmulator = news.isEmulator;
    status.canShowFields = news.canShowFields;
    status.untilMonoMs = news.untilMonoMs;
    return status;
}

bool hasTouchScreen(std::string_view model)
{
    return model.ends_with("Stax") || model.ends_with("Flex") || model.ends_with("Gen5");
}

} // namespace hl::engine

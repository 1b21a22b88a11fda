// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/device_trouble.h"

#include "ledger/status_word.h"

namespace hl::ledger {

Trouble troubleOf(const Error &error, bool hadPort, std::string_view appName,
                  std::optional<bool> blindSigning)
{
    const DeviceProblem problem =
        error.code ? classify(static_cast<std::uint16_t>(*error.code)) : DeviceProblem::None;
    switch (error.kind) {
    case ErrorKind::DeviceDenied:
        return Trouble::NoPermission;
    case ErrorKind::DeviceLocked:
        return Trouble::Locked;
    case ErrorKind::DeviceAbsent:
        if (problem == DeviceProblem::NotOnboarded)
            return Trouble::NotSetUp;
        if (error.field == "busy")
            return Trouble::Busy;
        if (error.field == "several")
            return Trouble::Other;
        return hadPort ? Trouble::Unplugged : Trouble::NotFound;
    case ErrorKind::DeviceWrongApp:
        if (problem == DeviceProblem::AppMissing)
            return Trouble::AppMissing;
        if (error.field == "bootloader")
            return Trouble::Unsupported;
        return appName == "BOLOS" || appName == "OLOS" ? Trouble::NoApp : Trouble::WrongApp;
    case ErrorKind::DeviceRefused:
        if (error.field == "setting")
            return Trouble::SettingOff;
        if (problem == DeviceProblem::BadData)
            return blindSigning == true ? Trouble::Other : Trouble::SettingOff;
        return Trouble::Refused;
    case ErrorKind::Timeout:
        return Trouble::NoAnswer;
    case ErrorKind::Transport:
        return hadPort ? Trouble::Other : Trouble::NotFound; // it is there, and not understood
    case ErrorKind::Signature:
        return error.field == "account" ? Trouble::WrongAccount : Trouble::Other;
    case ErrorKind::Cancelled:
        return Trouble::Cancelled;
    default:
        return problem == DeviceProblem::Unsupported ? Trouble::Unsupported : Trouble::Other;
    }
}

} // namespace hl::ledger

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/status_word.h"

#include "base/hex.h"

#include <array>

namespace hl::ledger {

DeviceProblem classify(std::uint16_t sw)
{
    switch (sw) {
    case 0x9000:
        return DeviceProblem::None;
    case 0x6985:
    case 0x5501:
        return DeviceProblem::Refused;
    case 0x5515:
    case 0x6B0C:
    case 0x6982:
        return DeviceProblem::Locked;
    case 0x6D00:
    case 0x6E00:
    case 0x6D02:
    case 0x6E01:
    case 0x6511:
    case 0x650F:
    case 0x6A83:
    case 0x6A15:
        return DeviceProblem::WrongApp;
    case 0x6807:
        return DeviceProblem::AppMissing;
    case 0x6D07:
    case 0x6611:
        return DeviceProblem::NotOnboarded;
    case 0x6A80:
    case 0x6A81:
    case 0x6A87:
    case 0x6700:
    case 0x670A:
        return DeviceProblem::BadData;
    case 0x6A00:
    case 0x6980:
    case 0x6A88:
        return DeviceProblem::WrongState;
    case 0x6A84:
        return DeviceProblem::OutOfMemory;
    case 0x6A86:
    case 0x6B00:
    case 0x911C:
    case 0x5720:
        return DeviceProblem::Unsupported;
    case 0x6FAA:
        return DeviceProblem::Halted;
    default:
        break;
    }
    if (sw >= 0x6F00 || (sw >= 0x6800 && sw <= 0x68FF))
        return DeviceProblem::InternalError;
    return DeviceProblem::Unknown;
}

Error errorFor(std::uint16_t sw)
{
    const std::array<std::uint8_t, 2> bytes{static_cast<std::uint8_t>(sw >> 8),
                                            static_cast<std::uint8_t>(sw & 0xFF)};
    const std::string code = toHex0x(bytes);
    Error error{ErrorKind::Internal, {}, "device", sw};
    switch (classify(sw)) {
    case DeviceProblem::None:
        error.detail = "the device answered without an error";
        break;
    case DeviceProblem::Refused:
        error.kind = ErrorKind::DeviceRefused;
        error.detail = "rejected on the device; nothing was sent";
        break;
    case DeviceProblem::Locked:
        error.kind = ErrorKind::DeviceLocked;
        error.detail = "the device is locked; enter the PIN on it";
        break;
    case DeviceProblem::WrongApp:
        error.kind = ErrorKind::DeviceWrongApp;
        error.detail = "the Ethereum app is not open on the device; open it there (" + code + ")";
        break;
    case DeviceProblem::AppMissing:
        error.kind = ErrorKind::DeviceWrongApp;
        error.detail = "the Ethereum app is not installed on the device";
        break;
    case DeviceProblem::NotOnboarded:
        error.kind = ErrorKind::DeviceAbsent;
        error.detail = "the device has not been set up with a recovery phrase";
        break;
    case DeviceProblem::BadData:
        error.kind = ErrorKind::DeviceRefused;
        error.detail = "the app on the device does not accept this message (" + code +
                       "); where Blind signing is off in its settings, turn it on";
        break;
    case DeviceProblem::WrongState:
        error.detail = "the app on the device was in the middle of another message (" + code +
                       "); start again";
        break;
    case DeviceProblem::OutOfMemory:
        error.detail = "the message is too long for the device in full; use the hashed form";
        break;
    case DeviceProblem::Unsupported:
        error.detail = "this device or app version does not know the command (" + code + ")";
        break;
    case DeviceProblem::Halted:
        error.kind = ErrorKind::DeviceAbsent;
        error.detail = "the device has stopped; unplug it and plug it in again";
        break;
    case DeviceProblem::InternalError:
        error.detail = "the app on the device failed (" + code + "); close and reopen it";
        break;
    case DeviceProblem::Unknown:
        error.detail = "the device answered " + code + ", which is not known here";
        break;
    }
    return error;
}

} // namespace hl::ledger

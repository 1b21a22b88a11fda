// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <functional>

namespace hl::ledger {

/// A way to one device: USB HID, or TCP to an emulator. Lives on the signer thread. Exactly one
/// command is in flight at any time: a second one during a review loses the signature or crashes
/// the app (protocol.md 3.6), so exchange() while busy answers ErrorKind::Internal and sends
/// nothing.
class ApduPort
{
public:
    virtual ~ApduPort() = default;
    /// `done` is called once, on this thread, never from inside this call. There is no time-out:
    /// a person may be reading the device's screen.
    virtual void exchange(Bytes apdu, std::function<void(Result<Bytes>)> done) = 0;
    virtual bool isBusy() const = 0;
    /// Drops the handle; a command in flight answers ErrorKind::DeviceAbsent.
    virtual void close() = 0;
    /// "USB" or "emulator"; an emulator is badged as such everywhere.
    virtual bool isEmulator() const = 0;
};

} // namespace hl::ledger

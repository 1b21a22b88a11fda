// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "ledger/ledger_device.h"

#include <QString>

#include <memory>

namespace hl::app {

/// The value of --ledger: "hid", or "tcp:HOST:PORT" for a device emulator's raw port. The error
/// names the option.
Result<std::unique_ptr<ledger::PortOpener>> ledgerOpener(const QString &text, const Clock &clock,
                                                         TimerService &timers);
/// Of the same value: badged as such beside everything it says.
bool isEmulator(const QString &text);

} // namespace hl::app

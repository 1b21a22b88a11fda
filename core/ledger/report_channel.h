// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "ledger/hid_framing.h"

#include <optional>

namespace hl::ledger {

/// Whole HID reports to and from one open device, without waiting. Closed by destruction.
class ReportChannel
{
public:
    virtual ~ReportChannel() = default;
    /// ErrorKind::DeviceAbsent where the device is gone.
    virtual Status write(const Report &report) = 0;
    /// Nothing where no report is waiting; ErrorKind::DeviceAbsent where the device is gone.
    virtual Result<std::optional<Report>> read() = 0;
};

} // namespace hl::ledger

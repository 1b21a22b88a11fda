// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ledger/ethereum_commands.h"
#include "ledger/report_channel.h"

#include <memory>
#include <string>
#include <vector>

/// The only place that speaks to hidapi (hidraw backend). One thread.
namespace hl::ledger {

struct HidDeviceInfo
{
    std::string path;
    std::uint16_t vendorId = 0;
    std::uint16_t productId = 0;
    int interfaceNumber = -1;
    std::uint16_t usagePage = 0;

    DeviceModel model() const { return modelOf(productId); }
};

inline constexpr std::uint16_t kLedgerVendor = 0x2C97;

/// Interface 0, or usage page 0xFFA0 where the system reports usage pages; never the FIDO or the
/// keyboard interface (cases.md B60). One entry a path.
std::vector<HidDeviceInfo> selectApduInterfaces(const std::vector<HidDeviceInfo> &all);

/// What is plugged in. Enumerates the bus: call it only while somebody wants a device.
std::vector<HidDeviceInfo> listLedgers();

/// The one that signs. DeviceAbsent where none is plugged in, and where there are several: which
/// one is meant is never guessed.
Result<HidDeviceInfo> onlyLedger(const std::vector<HidDeviceInfo> &devices);

/// DeviceDenied with the udev rule where the node may not be opened (cases.md B59); DeviceAbsent
/// where it is gone or held by another program.
Result<std::unique_ptr<ReportChannel>> openLedger(const HidDeviceInfo &device);

/// The rule that gives the person at the seat access, in full.
std::string udevRule();

} // namespace hl::ledger

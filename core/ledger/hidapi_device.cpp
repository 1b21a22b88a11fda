// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/hidapi_device.h"

#include <hidapi/hidapi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <set>

namespace hl::ledger {
namespace {

constexpr std::uint16_t kApduUsagePage = 0xFFA0;

class HidapiChannel final : public ReportChannel
{
public:
    explicit HidapiChannel(hid_device *device) : m_device(device) {}
    ~HidapiChannel() override { hid_close(m_device); }
    HidapiChannel(const HidapiChannel &) = delete;
    HidapiChannel &operator=(const HidapiChannel &) = delete;

    Status write(const Report &report) override
    {
        // The zero in front is the report id that hidapi drops on every platform.
        std::array<std::uint8_t, 65> bytes{};
        std::ranges::copy(report, bytes.begin() + 1);
        const int written = hid_write(m_device, bytes.data(), bytes.size());
        if (written < static_cast<int>(report.size()))
            return gone();
        return {};
    }

    Result<std::optional<Report>> read() override
    {
        Report report{};
        const int n = hid_read_timeout(m_device, report.data(), report.size(), 0);
        if (n < 0)
            return gone();
        if (n == 0)
            return std::nullopt;
        return std::optional<Report>(report);
    }

private:
    static tl::unexpected<Error> gone()
    {
        return fail(ErrorKind::DeviceAbsent, "the device was unplugged", "device");
    }

    hid_device *m_device;
};

} // namespace

std::vector<HidDeviceInfo> selectApduInterfaces(const std::vector<HidDeviceInfo> &all)
{
    std::vector<HidDeviceInfo> out;
    std::set<std::string> paths;
    for (const HidDeviceInfo &info : all) {
        if (info.vendorId != kLedgerVendor)
            continue;
        const bool isApdu =
            info.usagePage != 0 ? info.usagePage == kApduUsagePage : info.interfaceNumber == 0;
        if (isApdu && paths.insert(info.path).second)
            out.push_back(info);
    }
    return out;
}

std::vector<HidDeviceInfo> listLedgers()
{
    std::vector<HidDeviceInfo> all;
    hid_device_info *first = hid_enumerate(kLedgerVendor, 0);
    for (const hid_device_info *info = first; info != nullptr; info = info->next)
        all.push_back({info->path, info->vendor_id, info->product_id, info->interface_number,
                       info->usage_page});
    hid_free_enumeration(first);
    return selectApduInterfaces(all);
}

Result<HidDeviceInfo> onlyLedger(const std::vector<HidDeviceInfo> &devices)
{
    if (devices.empty())
        return fail(ErrorKind::DeviceAbsent, "no Ledger is plugged in", "device");
    if (devices.size() == 1)
        return devices.front();
    std::string names;
    for (const HidDeviceInfo &info : devices)
        names +=
            (names.empty() ? "" : ", ") + std::string(modelName(info.model())) + " at " + info.path;
    return fail(ErrorKind::DeviceAbsent,
                std::to_string(devices.size()) + " Ledgers are plugged in (" + names +
                    "); leave only the one plugged in that is to sign",
                "several");
}

Result<std::unique_ptr<ReportChannel>> openLedger(const HidDeviceInfo &device)
{
    if (isBootloader(device.productId))
        return fail(ErrorKind::DeviceWrongApp,
                    "the device is in its bootloader; leave it on the device and try again",
                    "bootloader");
    if (hid_device *handle = hid_open_path(device.path.c_str()); handle != nullptr)
        return std::make_unique<HidapiChannel>(handle);
    if (::access(device.path.c_str(), R_OK | W_OK) != 0 && errno == EACCES)
        return fail(ErrorKind::DeviceDenied,
                    "the device is plugged in, but this account may not open it; put this line "
                    "into /etc/udev/rules.d/70-ledger.rules and plug it in again: " +
                        udevRule(),
                    "device");
    return fail(ErrorKind::DeviceAbsent,
                "the device could not be opened; another program may be using it (Ledger Live, a "
                "browser tab)",
                "busy");
}

std::string udevRule()
{
    return R"(KERNEL=="hidraw*", SUBSYSTEM=="hidraw", ATTRS{idVendor}=="2c97", TAG+="uaccess")";
}

} // namespace hl::ledger

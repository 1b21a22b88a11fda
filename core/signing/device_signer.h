// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "signing/signer.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace hl::signing {

/// What a person in front of a device should know, in values (ledger/ledger_device.h has the
/// device's side).
struct DeviceNews
{
    enum class State : std::uint8_t {
        Idle,
        Looking,
        Ready,
        NotFound,
        NoPermission,
        Busy,
        Locked,
        WrongApp,
        NoApp,
        AppMissing,
        OpeningApp,
        SettingOff,
        NotSetUp,
        Unsupported,
        Reviewing,
        Draining,
        Unplugged,
        NoAnswer,
        Refused,
        WrongAccount,
        Problem,
    };
    State state = State::Idle;
    std::string sentence;
    std::string copyText; ///< NoPermission: the udev rule in full
    std::string model;    ///< empty: not known
    std::string appName;
    std::string appVersion;
    std::optional<bool> blindSigning;
    bool isEmulator = false;
    bool canShowFields = false; ///< pages through the fields instead of two hashes
    std::int64_t untilMonoMs = 0;
};

/// Names the address that the device shows, for cancel(); apart from requests and questions.
inline constexpr std::uint64_t kShownAddress = std::uint64_t{1} << 61;

/// A signer that a person holds in the hand. Signer thread; answers come there, later or at once.
class DeviceSigner : public Signer
{
public:
    struct Account
    {
        Address address;
        std::string checksummed; ///< the device's own spelling
    };

    /// Told at each change; a function of the signer thread.
    virtual void setNews(std::function<void(const DeviceNews &)> fn) = 0;
    /// Silent: unlocked, right app, right account (interaction.md D10). A locked device is waited
    /// for. `id` names it for cancel(). True: the device will show the fields.
    virtual void prepare(std::uint64_t id, std::function<void(Result<bool>)> done) = 0;
    /// The address under a path, e.g. 44'/60'/0'/0/0; shown on the device and confirmed there where
    /// `show`, until cancel(kShownAddress).
    virtual void readAddress(const std::string &path, bool show,
                             std::function<void(Result<Account>)> done) = 0;
    /// Quits another app and opens Ethereum; the device asks the person.
    virtual void openApp(std::function<void(Status)> done) = 0;
    /// From the next request on: domain and message hash, where the device could show the fields
    /// too; by a person's choice alone (cases.md B61).
    virtual void setForm(bool hashesOnly) = 0;
    /// Signs with this account from now on. ErrorKind::Validation where the path is none.
    virtual Status use(const std::string &path, const Address &address) = 0;
    virtual std::string path() const = 0;
};

} // namespace hl::signing

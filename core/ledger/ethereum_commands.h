// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "ledger/apdu.h"
#include "ledger/derivation_path.h"
#include "ledger/typed_message.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The Ethereum app's commands as bytes and its answers as values (protocol.md 2 and 3). Pure; who
/// sends them when is ethereum_app's business.
namespace hl::ledger {

struct AppVersion
{
    std::string name;
    std::string version;
    int major = 0;
    int minor = 0;
    int patch = 0;

    bool isAtLeast(int wantMajor, int wantMinor, int wantPatch) const;
    bool is(int wantMajor, int wantMinor, int wantPatch) const;
};

struct EthereumConfig
{
    bool blindSigning = false;
    int major = 0;
    int minor = 0;
    int patch = 0;
};

struct DeviceAddress
{
    Address address;
    std::string checksummed; ///< "0x" and the device's own spelling
    Bytes publicKey;         ///< 65 bytes, uncompressed
};

struct DeviceSignature
{
    Hash32 r{};
    Hash32 s{};
    std::uint8_t v = 27; ///< 27 or 28
};

Bytes appVersionCommand();
Result<Bytes> openAppCommand(const std::string &name);
Bytes quitAppCommand();
Bytes configurationCommand();
/// `chainId` changes the screen only.
Result<Bytes> addressCommand(const DerivationPath &path, bool showOnDevice,
                             std::optional<std::uint64_t> chainId = {});
/// The hashed form: one command; needs Blind signing.
Result<Bytes> signHashesCommand(const DerivationPath &path, const Hash32 &domainSeparator,
                                const Hash32 &structHash);
/// The full form: definitions, domain values, message values, and the sign command last.
Result<std::vector<Bytes>> signFullCommands(const DerivationPath &path,
                                            const TypedMessage &message);

Result<AppVersion> readAppVersion(ByteView data);
Result<EthereumConfig> readConfiguration(ByteView data);
Result<DeviceAddress> readAddress(ByteView data);
/// v 0/1 becomes 27/28; anything else but 27 and 28 is refused (cases.md B22).
Result<DeviceSignature> readSignature(ByteView data);

enum class DeviceModel : std::uint8_t {
    Unknown,
    Blue,
    NanoS,
    NanoX,
    NanoSPlus,
    Stax,
    Flex,
    NanoGen5
};

/// From the high byte of the USB product id; the low byte changes with the open app.
DeviceModel modelOf(std::uint16_t productId);
std::string_view modelName(DeviceModel model);
/// A bootloader or very old firmware.
bool isBootloader(std::uint16_t productId);

/// Where the full form can be trusted (protocol.md 3.5, "Version gates").
bool supportsFullForm(const AppVersion &version, DeviceModel model);

} // namespace hl::ledger

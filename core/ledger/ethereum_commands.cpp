// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/ethereum_commands.h"

#include "base/hex.h"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace hl::ledger {
namespace {

constexpr std::uint8_t kCla = 0xE0;
constexpr std::uint8_t kInsAddress = 0x02;
constexpr std::uint8_t kInsConfiguration = 0x06;
constexpr std::uint8_t kInsSignTyped = 0x0C;
constexpr std::uint8_t kInsStructDefinition = 0x1A;
constexpr std::uint8_t kInsStructValue = 0x1C;
constexpr std::size_t kMostData = 255;

Bytes textBytes(std::string_view text)
{
    return {text.begin(), text.end()};
}

class Flow
{
public:
    Status add(std::uint8_t ins, std::uint8_t p1, std::uint8_t p2, ByteView data)
    {
        HL_TRY(apdu, makeApdu(kCla, ins, p1, p2, data));
        m_commands.push_back(std::move(apdu));
        return {};
    }

    Status define(const std::string &name, const std::vector<TypedMessage::Field> &fields)
    {
        HL_CHECK(add(kInsStructDefinition, 0, 0x00, asBytes(name)));
        for (const auto &field : fields) {
            HL_TRY(definition, encodeFieldDefinition(field));
            HL_CHECK(add(kInsStructDefinition, 0, 0xFF, definition));
        }
        return {};
    }

    Status implement(const std::string &name, const std::vector<TypedMessage::Field> &fields)
    {
        HL_CHECK(add(kInsStructValue, 0, 0x00, asBytes(name)));
        for (const auto &field : fields) {
            HL_TRY(value, encodeFieldValue(field));
            if (value.size() > 0xFFFF)
                return fail(ErrorKind::Validation, "is longer than the device can take",
                            field.name);
            Bytes data{static_cast<std::uint8_t>(value.size() >> 8),
                       static_cast<std::uint8_t>(value.size() & 0xFF)};
            data.insert(data.end(), value.begin(), value.end());
            HL_CHECK(addPieces(data));
        }
        return {};
    }

    std::vector<Bytes> take() { return std::move(m_commands); }

private:
    // Length and value are one run of bytes, cut at 255; cutting the value alone loses bytes at
    // 254, 509, 510 (protocol.md 3.5).
    Status addPieces(ByteView data)
    {
        for (std::size_t at = 0; at < data.size(); at += kMostData) {
            const std::size_t n = std::min(kMostData, data.size() - at);
            const bool more = at + n < data.size();
            HL_CHECK(add(kInsStructValue, more ? 1 : 0, 0xFF, data.subspan(at, n)));
        }
        return {};
    }

    std::vector<Bytes> m_commands;
};

int leadingNumber(std::string_view &text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{})
        return 0;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.starts_with('.'))
        text.remove_prefix(1);
    return value;
}

} // namespace

bool AppVersion::isAtLeast(int wantMajor, int wantMinor, int wantPatch) const
{
    return std::tie(major, minor, patch) >= std::tie(wantMajor, wantMinor, wantPatch);
}

bool AppVersion::is(int wantMajor, int wantMinor, int wantPatch) const
{
    return std::tie(major, minor, patch) == std::tie(wantMajor, wantMinor, wantPatch);
}

Bytes appVersionCommand()
{
    return {0xB0, 0x01, 0x00, 0x00, 0x00};
}

Bytes quitAppCommand()
{
    return {0xB0, 0xA7, 0x00, 0x00, 0x00};
}

Bytes configurationCommand()
{
    return {kCla, kInsConfiguration, 0x00, 0x00, 0x00};
}

Result<Bytes> openAppCommand(const std::string &name)
{
    return makeApdu(kCla, 0xD8, 0, 0, textBytes(name));
}

Result<Bytes> addressCommand(const DerivationPath &path, bool showOnDevice,
                             std::optional<std::uint64_t> chainId)
{
    Bytes data = path.encoded();
    if (chainId)
        for (int shift = 56; shift >= 0; shift -= 8)
            data.push_back(static_cast<std::uint8_t>(*chainId >> shift));
    return makeApdu(kCla, kInsAddress, showOnDevice ? 1 : 0, 0, data);
}

Result<Bytes> signHashesCommand(const DerivationPath &path, const Hash32 &domainSeparator,
                                const Hash32 &structHash)
{
    Bytes data = path.encoded();
    data.insert(data.end(), domainSeparator.begin(), domainSeparator.end());
    data.insert(data.end(), structHash.begin(), structHash.end());
    return makeApdu(kCla, kInsSignTyped, 0, 0, data);
}

Result<std::vector<Bytes>> signFullCommands(const DerivationPath &path, const TypedMessage &message)
{
    static const std::string kDomain = "EIP712Domain";
    const std::vector<TypedMessage::Field> domain{
        {"string", "name", message.domainName},
        {"string", "version", "1"},
        {"uint256", "chainId", std::to_string(message.chainId)},
        {"address", "verifyingContract", Address{}.toString()},
    };
    Flow flow;
    // Alphabetical, as the app's own clients send them; the hash does not depend on it.
    if (message.primaryType < kDomain) {
        HL_CHECK(flow.define(message.primaryType, message.fields));
        HL_CHECK(flow.define(kDomain, domain));
    } else {
        HL_CHECK(flow.define(kDomain, domain));
        HL_CHECK(flow.define(message.primaryType, message.fields));
    }
    HL_CHECK(flow.implement(kDomain, domain));
    HL_CHECK(flow.implement(message.primaryType, message.fields));
    HL_CHECK(flow.add(kInsSignTyped, 0, 1, path.encoded()));
    return flow.take();
}

Result<AppVersion> readAppVersion(ByteView data)
{
    const auto broken = [] {
        return fail(ErrorKind::Transport, "the device's app name could not be read", "app");
    };
    if (data.empty() || data[0] != 1)
        return broken();
    std::size_t at = 1;
    const auto text = [&]() -> std::optional<std::string> {
        if (at >= data.size() || at + 1 + data[at] > data.size())
            return std::nullopt;
        const std::size_t size = data[at];
        std::string out(data.begin() + static_cast<std::ptrdiff_t>(at + 1),
                        data.begin() + static_cast<std::ptrdiff_t>(at + 1 + size));
        at += 1 + size;
        // Old dashboards end their name with a NUL.
        while (!out.empty() && out.back() == '\0')
            out.pop_back();
        // Names of apps are ASCII; whatever else comes can neither steer a terminal nor break JSON.
        std::ranges::replace_if(
            out, [](char c) { return c < 0x20 || c > 0x7e; }, '?');
        return out;
    };
    const auto name = text();
    const auto version = text();
    if (!name || !version)
        return broken();
    AppVersion app{*name, *version};
    std::string_view rest = app.version;
    app.major = leadingNumber(rest);
    app.minor = leadingNumber(rest);
    app.patch = leadingNumber(rest);
    return app;
}

Result<EthereumConfig> readConfiguration(ByteView data)
{
    if (data.size() < 4)
        return fail(ErrorKind::Transport, "the app's configuration is too short", "config");
    return EthereumConfig{(data[0] & 1) != 0, data[1], data[2], data[3]};
}

Result<DeviceAddress> readAddress(ByteView data)
{
    const auto broken = [] {
        return fail(ErrorKind::Transport, "the device's address could not be read", "address");
    };
    if (data.empty())
        return broken();
    const std::size_t keySize = data[0];
    if (keySize != 65 || data.size() < 1 + keySize + 1)
        return broken();
    const std::size_t textAt = 1 + keySize;
    const std::size_t textSize = data[textAt];
    if (textSize != 40 || data.size() < textAt + 1 + textSize)
        return broken();
    DeviceAddress out;
    out.publicKey.assign(data.begin() + 1, data.begin() + 1 + static_cast<std::ptrdiff_t>(keySize));
    const auto first = data.begin() + static_cast<std::ptrdiff_t>(textAt + 1);
    out.checksummed = "0x" + std::string(first, first + static_cast<std::ptrdiff_t>(textSize));
    auto address = Address::parse(out.checksummed);
    if (!address)
        return broken();
    out.address = *address;
    return out;
}

Result<DeviceSignature> readSignature(ByteView data)
{
    if (data.size() != 65)
        return fail(ErrorKind::Signature, "the device's signature does not have 65 bytes");
    std::uint8_t v = data[0];
    if (v < 2)
        v = static_cast<std::uint8_t>(v + 27);
    if (v != 27 && v != 28)
        return fail(ErrorKind::Signature, "the device's recovery value is " +
                                              std::to_string(data[0]) +
                                              ", which is none of 0, 1, 27 and 28");
    DeviceSignature out;
    out.v = v;
    std::copy_n(data.begin() + 1, 32, out.r.begin());
    std::copy_n(data.begin() + 33, 32, out.s.begin());
    return out;
}

DeviceModel modelOf(std::uint16_t productId)
{
    switch (productId >> 8) {
    case 0x10:
        return DeviceModel::NanoS;
    case 0x40:
        return DeviceModel::NanoX;
    case 0x50:
        return DeviceModel::NanoSPlus;
    case 0x60:
        return DeviceModel::Stax;
    case 0x70:
        return DeviceModel::Flex;
    case 0x80:
        return DeviceModel::NanoGen5;
    default:
        return DeviceModel::Unknown;
    }
}

std::string_view modelName(DeviceModel model)
{
    switch (model) {
    case DeviceModel::Blue:
        return "Ledger Blue";
    case DeviceModel::NanoS:
        return "Ledger Nano S";
    case DeviceModel::NanoX:
        return "Ledger Nano X";
    case DeviceModel::NanoSPlus:
        return "Ledger Nano S Plus";
    case DeviceModel::Stax:
        return "Ledger Stax";
    case DeviceModel::Flex:
        return "Ledger Flex";
    case DeviceModel::NanoGen5:
        return "Ledger Nano Gen5";
    case DeviceModel::Unknown:
        break;
    }
    return "Ledger";
}

bool isBootloader(std::uint16_t productId)
{
    return productId <= 0x00FF;
}

bool supportsFullForm(const AppVersion &version, DeviceModel model)
{
    return model != DeviceModel::NanoS && version.isAtLeast(1, 12, 0) && !version.is(1, 19, 0);
}

} // namespace hl::ledger

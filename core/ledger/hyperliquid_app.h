// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "ledger/apdu.h"
#include "ledger/apdu_port.h"
#include "ledger/derivation_path.h"
#include "ledger/ethereum_commands.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The Hyperliquid app's commands (protocol.md 5). It signs only what a metadata record signed by
/// its maker describes, and knows no client order id, vault or expiry, so it is of use only to
/// those who hold such a record.
namespace hl::ledger {

struct HlLimit
{
    enum class Tif : std::uint8_t { Alo = 0, Ioc = 1, Gtc = 2 };
    Tif tif = Tif::Gtc;
};
struct HlTrigger
{
    bool isMarket = true;
    std::string px;
    bool isStop = false; ///< a stop-loss; else a target
};
struct HlOrder
{
    std::uint64_t asset = 0;
    bool isBuy = false;
    std::string px; ///< exactly as it is hashed
    std::string sz;
    bool reduceOnly = false;
    std::variant<HlLimit, HlTrigger> kind;
};

struct HlPlace
{
    struct Builder
    {
        Address address;
        std::uint64_t fee = 0;
    };
    std::vector<HlOrder> orders;
    std::uint8_t grouping = 0; ///< 0 na, 1 normalTpsl, 2 positionTpsl
    std::optional<Builder> builder;
};
struct HlModify
{
    std::vector<std::pair<std::uint64_t, HlOrder>> orders; ///< oid, what it becomes
};
struct HlCancel
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> cancels; ///< asset, oid
};
struct HlLeverage
{
    std::uint64_t asset = 0;
    bool isCross = false; ///< the app refuses true
    std::uint64_t leverage = 0;
};
struct HlBuilderFee
{
    std::uint64_t chainId = 0;
    std::string maxFeeRate; ///< "0.1000%"
    Address builder;
};

struct HlAction
{
    Nonce nonce = 0;
    std::variant<HlPlace, HlModify, HlCancel, HlLeverage, HlBuilderFee> body;
};

/// What a maker of metadata gives out: its certificate and the record, both as the app takes them.
struct HlMetadata
{
    Bytes certificate;
    Bytes record;

    /// {"certificate":"hex","metadata":"hex"}. The error names the field.
    static Result<HlMetadata> parse(std::string_view certificateHex, std::string_view recordHex);
};

Result<Bytes> hlAddressCommand(const DerivationPath &path);
/// Key usage 0x11, "perps data".
Result<Bytes> hlCertificateCommand(const Bytes &certificate);
Result<Bytes> hlMetadataCommand(const Bytes &record);
/// The TLV of one action; ErrorKind::Validation where it does not fit one command.
Result<Bytes> hlActionCommand(const HlAction &action);
Result<Bytes> hlSignCommand(const DerivationPath &path);

/// 20 raw bytes; the app never shows an address.
Result<Address> readHlAddress(ByteView data);
struct HlSignature
{
    std::uint8_t remaining = 0; ///< actions that are still to be fetched
    DeviceSignature signature;
};
Result<HlSignature> readHlSignature(ByteView data);

/// One action with the app, over one port: app and version, the account, certificate, metadata,
/// action, signature. Signer thread; nothing else may use the port meanwhile. `done` comes once.
void signWithHyperliquidApp(ApduPort &port, DerivationPath path, Address expected,
                            HlMetadata metadata, HlAction action,
                            std::function<void(Result<DeviceSignature>)> done);

} // namespace hl::ledger

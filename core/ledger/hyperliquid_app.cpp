// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/hyperliquid_app.h"

#include "base/hex.h"
#include "base/secret_bytes.h"
#include "ledger/status_word.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace hl::ledger {
namespace {

constexpr std::uint8_t kCla = 0xE0;
constexpr std::size_t kMostTlv = 253;

enum Tag : std::uint8_t {
    kStruct = 0x01,
    kVersion = 0x02,
    kChainId = 0x23,
    kMaxFee = 0xB0,
    kType = 0xD0,
    kAsset = 0xD1,
    kAddress = 0xD3,
    kOrderType = 0xD7,
    kModifyBody = 0xD8,
    kCancelBody = 0xD9,
    kNonce = 0xDA,
    kBody = 0xDB,
    kOid = 0xDC,
    kOrder = 0xDD,
    kIsCross = 0xDE,
    kKind = 0xE0,
    kIsBuy = 0xE2,
    kPx = 0xE3,
    kSz = 0xE4,
    kReduceOnly = 0xE5,
    kTif = 0xE6,
    kIsMarket = 0xE7,
    kTriggerPx = 0xE8,
    kTpSl = 0xE9,
    kGrouping = 0xEA,
    kBuilder = 0xEB,
    kFee = 0xEC,
    kLeverage = 0xED,
};

/// Tag and length in the DER style.
void putHead(std::size_t number, Bytes &out)
{
    if (number >= 0x80)
        out.push_back(0x81);
    out.push_back(static_cast<std::uint8_t>(number));
}

void put(std::uint8_t tag, ByteView value, Bytes &out)
{
    putHead(tag, out);
    putHead(value.size(), out);
    out.insert(out.end(), value.begin(), value.end());
}

void putText(std::uint8_t tag, const std::string &text, Bytes &out)
{
    put(tag, asBytes(text), out);
}

void putByte(std::uint8_t tag, std::uint8_t value, Bytes &out)
{
    put(tag, Bytes{value}, out);
}

void putNumber(std::uint8_t tag, std::uint64_t value, Bytes &out, std::size_t least = 1)
{
    Bytes bytes;
    for (int shift = 56; shift >= 0; shift -= 8) {
        const auto byte = static_cast<std::uint8_t>(value >> shift);
        if (!bytes.empty() || byte != 0 || static_cast<std::size_t>(shift) / 8 < least)
            bytes.push_back(byte);
    }
    put(tag, bytes, out);
}

Bytes orderTlv(const HlOrder &order)
{
    const auto *trigger = std::get_if<HlTrigger>(&order.kind);
    Bytes out;
    putByte(kKind, trigger != nullptr ? 1 : 0, out);
    putNumber(kAsset, order.asset, out);
    putByte(kIsBuy, order.isBuy ? 1 : 0, out);
    putText(kPx, order.px, out);
    putText(kSz, order.sz, out);
    putByte(kReduceOnly, order.reduceOnly ? 1 : 0, out);
    Bytes type;
    if (trigger != nullptr) {
        putByte(kIsMarket, trigger->isMarket ? 1 : 0, type);
        putText(kTriggerPx, trigger->px, type);
        putByte(kTpSl, trigger->isStop ? 1 : 0, type);
    } else {
        putByte(kTif, static_cast<std::uint8_t>(std::get<HlLimit>(order.kind).tif), type);
    }
    put(kOrderType, type, out);
    return out;
}

struct Body
{
    std::uint8_t type = 0;
    Bytes tlv;
};

Body bodyOf(const HlPlace &place)
{
    Body out{0, {}};
    for (const HlOrder &order : place.orders)
        put(kOrder, orderTlv(order), out.tlv);
    putByte(kGrouping, place.grouping, out.tlv);
    if (place.builder) {
        Bytes builder;
        put(kAddress, place.builder->address.bytes, builder);
        putNumber(kFee, place.builder->fee, builder);
        put(kBuilder, builder, out.tlv);
    }
    return out;
}

Body bodyOf(const HlModify &modify)
{
    Body out{1, {}};
    for (const auto &[oid, order] : modify.orders) {
        Bytes one;
        put(kOrder, orderTlv(order), one);
        putNumber(kOid, oid, one, 8);
        put(kModifyBody, one, out.tlv);
    }
    return out;
}

Body bodyOf(const HlCancel &cancel)
{
    Body out{2, {}};
    for (const auto &[asset, oid] : cancel.cancels) {
        Bytes one;
        putNumber(kAsset, asset, one);
        putNumber(kOid, oid, one, 8);
        put(kCancelBody, one, out.tlv);
    }
    return out;
}

Body bodyOf(const HlLeverage &leverage)
{
    Body out{3, {}};
    putNumber(kAsset, leverage.asset, out.tlv);
    putByte(kIsCross, leverage.isCross ? 1 : 0, out.tlv);
    putNumber(kLeverage, leverage.leverage, out.tlv, 8);
    return out;
}

Body bodyOf(const HlBuilderFee &fee)
{
    Body out{4, {}};
    putNumber(kChainId, fee.chainId, out.tlv);
    putText(kMaxFee, fee.maxFeeRate, out.tlv);
    put(kAddress, fee.builder.bytes, out.tlv);
    return out;
}

/// Framing of metadata and action: the length in front, all in one command.
Result<Bytes> framed(std::uint8_t ins, const Bytes &tlv, const char *field)
{
    if (tlv.empty() || tlv.size() > kMostTlv)
        return fail(ErrorKind::Validation,
                    "does not fit one command of the Hyperliquid app (at most 253 bytes)", field);
    Bytes data{0, static_cast<std::uint8_t>(tlv.size())};
    data.insert(data.end(), tlv.begin(), tlv.end());
    return makeApdu(kCla, ins, 0x01, 0x00, data);
}

/// The commands of one signing, each sent when the last was answered.
struct Conversation : std::enable_shared_from_this<Conversation>
{
    ApduPort &port;
    Address expected;
    std::deque<Bytes> commands;
    std::function<void(Result<DeviceSignature>)> done;

    Conversation(ApduPort &p, const Address &e) : port(p), expected(e) {}

    void next()
    {
        Bytes command = std::move(commands.front());
        commands.pop_front();
        const std::uint8_t cla = command[0];
        const std::uint8_t ins = command[1];
        port.exchange(std::move(command),
                      [self = shared_from_this(), cla, ins](Result<Bytes> answer) {
                          self->answered(cla, ins, std::move(answer));
                      });
    }

    void answered(std::uint8_t cla, std::uint8_t ins, Result<Bytes> answer)
    {
        auto reply = answer ? parseReply(*answer) : Result<Reply>(fail(answer.error()));
        if (answer)
            wipe(*answer);
        if (!reply)
            return done(fail(reply.error()));
        if (!reply->isOk()) {
            Error error = errorFor(reply->sw);
            // Every refusal of this app looks like bad data: it names no setting.
            if (classify(reply->sw) == DeviceProblem::BadData)
                error = {ErrorKind::DeviceRefused,
                         "the Hyperliquid app does not accept this action under this metadata",
                         "device", reply->sw};
            return done(fail(std::move(error)));
        }
        if (cla == 0xB0 && ins == 0x01) {
            const auto app = readAppVersion(reply->data);
            if (!app || app->name != "Hyperliquid")
                return done(fail(ErrorKind::DeviceWrongApp,
                                 "the Hyperliquid app is not open on the device", "device"));
        } else if (cla == kCla && ins == 0x01) {
            const auto address = readHlAddress(reply->data);
            if (!address || *address != expected)
                return done(fail(ErrorKind::Signature,
                                 "the device holds " +
                                     (address ? address->toString() : std::string("no account")) +
                                     ", but " + expected.toString() + " is wanted",
                                 "account"));
        }
        if (!commands.empty())
            return next();
        auto signature = readHlSignature(reply->data);
        wipe(reply->data);
        if (!signature)
            return done(fail(signature.error()));
        done(signature->signature);
    }
};

} // namespace

Result<HlMetadata> HlMetadata::parse(std::string_view certificateHex, std::string_view recordHex)
{
    auto certificate = fromHex(certificateHex);
    if (!certificate || certificate->empty())
        return fail(ErrorKind::Validation, "must be hex", "certificate");
    auto record = fromHex(recordHex);
    if (!record || record->empty())
        return fail(ErrorKind::Validation, "must be hex", "metadata");
    return HlMetadata{std::move(*certificate), std::move(*record)};
}

Result<Bytes> hlAddressCommand(const DerivationPath &path)
{
    return makeApdu(kCla, 0x01, 0x00, 0x00, path.encoded());
}

Result<Bytes> hlCertificateCommand(const Bytes &certificate)
{
    return makeApdu(0xB0, 0x06, 0x11, 0x00, certificate);
}

Result<Bytes> hlMetadataCommand(const Bytes &record)
{
    return framed(0x02, record, "metadata");
}

Result<Bytes> hlActionCommand(const HlAction &action)
{
    const Body body = std::visit([](const auto &b) { return bodyOf(b); }, action.body);
    Bytes tlv;
    putByte(kStruct, 0x2C, tlv);
    putByte(kVersion, 0x01, tlv);
    // The type comes before what it is the type of, and the nonce before both are used.
    putByte(kType, body.type, tlv);
    putNumber(kNonce, action.nonce, tlv);
    put(kBody, body.tlv, tlv);
    return framed(0x03, tlv, "action");
}

Result<Bytes> hlSignCommand(const DerivationPath &path)
{
    return makeApdu(kCla, 0x04, 0x00, 0x00, path.encoded());
}

Result<Address> readHlAddress(ByteView data)
{
    Address out;
    if (data.size() != out.bytes.size())
        return fail(ErrorKind::Transport, "the device's address could not be read", "address");
    std::ranges::copy(data, out.bytes.begin());
    return out;
}

Result<HlSignature> readHlSignature(ByteView data)
{
    if (data.size() != 66)
        return fail(ErrorKind::Signature, "the device's signature does not have 66 bytes");
    HlSignature out;
    out.remaining = data[0];
    HL_TRY(signature, readSignature(data.subspan(1)));
    out.signature = signature;
    return out;
}

void signWithHyperliquidApp(ApduPort &port, DerivationPath path, Address expected,
                            HlMetadata metadata, HlAction action,
                            std::function<void(Result<DeviceSignature>)> done)
{
    const auto conversation = std::make_shared<Conversation>(port, expected);
    conversation->done = std::move(done);
    conversation->commands.push_back(appVersionCommand());
    for (auto make :
         {hlAddressCommand(path), hlCertificateCommand(metadata.certificate),
          hlMetadataCommand(metadata.record), hlActionCommand(action), hlSignCommand(path)}) {
        if (!make)
            return conversation->done(fail(make.error()));
        conversation->commands.push_back(std::move(*make));
    }
    conversation->next();
}

} // namespace hl::ledger

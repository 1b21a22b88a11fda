// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/batch/batch_registry.h"
#include "app/cli/batch/ops.h"
#include "base/hex.h"
#include "ledger/hid_framing.h"

namespace hl::cli {
namespace {

using codec::Array;
using codec::Object;
using codec::Value;

/// A number, or hex digits as the recordings write it.
Result<std::uint16_t> channelOf(const Value &request)
{
    const Value *value = request.find("channel");
    if (value == nullptr)
        return std::uint16_t{0x0101};
    if (const std::string *text = value->asString()) {
        std::array<std::uint8_t, 2> bytes{};
        if (auto read = fromHexExact(*text, bytes); !read)
            return fail(ErrorKind::Validation, read.error().detail, "channel");
        return static_cast<std::uint16_t>(bytes[0] << 8 | bytes[1]);
    }
    const std::uint64_t *number = value->asUint();
    if (number == nullptr || *number > 0xFFFF)
        return fail(ErrorKind::Validation, "must be a number up to 65535 or 4 hex digits",
                    "channel");
    return static_cast<std::uint16_t>(*number);
}

Result<Value> hidFrame(const Value &request)
{
    HL_TRY(text, request.string("apdu"));
    HL_TRY(channel, channelOf(request));
    auto apdu = fromHex(text);
    if (!apdu)
        return fail(ErrorKind::Validation, apdu.error().detail, "apdu");
    if (apdu->size() > 0xFFFF)
        return fail(ErrorKind::Validation, "must be at most 65535 bytes", "apdu");
    Array reports;
    for (const ledger::Report &report : ledger::frame(*apdu, channel))
        reports.emplace_back(toHex(report));
    return Value(Object{{"reports", std::move(reports)}});
}

Result<Value> hidUnframe(const Value &request)
{
    HL_TRY(channel, channelOf(request));
    const Value *list = request.find("reports");
    const Array *reports = list != nullptr ? list->asArray() : nullptr;
    if (reports == nullptr)
        return fail(ErrorKind::Validation, "must be a list of 64-byte reports in hex", "reports");
    ledger::Deframer deframer(channel);
    for (const Value &item : *reports) {
        const std::string *hex = item.asString();
        auto bytes = hex != nullptr ? fromHex(*hex) : Result<Bytes>(fail(ErrorKind::Parse, ""));
        if (!bytes || bytes->size() != 64)
            return fail(ErrorKind::Validation, "must be a list of 64-byte reports in hex",
                        "reports");
        auto whole = deframer.push(*bytes);
        if (!whole)
            return fail(ErrorKind::Parse, whole.error().detail, "reports");
        if (*whole)
            return Value(Object{{"apdu", toHex(**whole)}});
    }
    return fail(ErrorKind::Parse, "the last report of the answer is missing", "reports");
}

} // namespace

void registerDeviceOps(BatchRegistry &registry)
{
    registry.add("hid-frame", hidFrame);
    registry.add("hid-unframe", hidUnframe);
}

} // namespace hl::cli

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/typed_message.h"

#include "base/hex.h"

#include <charconv>
#include <optional>

namespace hl::ledger {
namespace {

enum Descriptor : std::uint8_t {
    kUint = 2,
    kAddress = 3,
    kBool = 4,
    kString = 5,
    kFixedBytes = 6,
    kBytes = 7
};
constexpr std::uint8_t kHasSize = 0x40;

struct Type
{
    Descriptor kind;
    std::uint8_t size = 0; ///< bytes, for uintN and bytesN
};

std::optional<unsigned> number(std::string_view text)
{
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

Result<Type> parseType(const std::string &text)
{
    if (text == "string")
        return Type{kString};
    if (text == "address")
        return Type{kAddress};
    if (text == "bool")
        return Type{kBool};
    if (text == "bytes")
        return Type{kBytes};
    if (text.starts_with("uint")) {
        const auto bits = number(std::string_view(text).substr(4));
        if (bits && *bits >= 8 && *bits <= 256 && *bits % 8 == 0)
            return Type{kUint, static_cast<std::uint8_t>(*bits / 8)};
    } else if (text.starts_with("bytes")) {
        const auto size = number(std::string_view(text).substr(5));
        if (size && *size >= 1 && *size <= 32)
            return Type{kFixedBytes, static_cast<std::uint8_t>(*size)};
    }
    return fail(ErrorKind::Internal, "the type " + text + " is not one the device is sent", "type");
}

Result<Bytes> encodeUint(const std::string &text, std::uint8_t size)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        return fail(ErrorKind::Internal, "must be a whole number below 2^64");
    Bytes out;
    for (int shift = 56; shift >= 0; shift -= 8) {
        const auto byte = static_cast<std::uint8_t>(value >> shift);
        if (!out.empty() || byte != 0 || shift == 0)
            out.push_back(byte);
    }
    if (out.size() > size)
        return fail(ErrorKind::Internal, "is too large for its type");
    return out;
}

} // namespace

Result<Bytes> encodeFieldValue(const TypedMessage::Field &field)
{
    HL_TRY(type, parseType(field.type));
    const auto named = [&](Result<Bytes> result) -> Result<Bytes> {
        if (!result)
            result.error().field = field.name;
        return result;
    };
    switch (type.kind) {
    case kString:
        return Bytes(field.value.begin(), field.value.end());
    case kBool:
        if (field.value != "true" && field.value != "false")
            return fail(ErrorKind::Internal, "must be true or false", field.name);
        return Bytes{static_cast<std::uint8_t>(field.value == "true")};
    case kUint:
        return named(encodeUint(field.value, type.size));
    case kBytes:
        return named(fromHex(field.value));
    case kAddress:
    case kFixedBytes: {
        Bytes out(type.kind == kAddress ? 20 : type.size);
        if (auto read = fromHexExact(field.value, out); !read)
            return fail(ErrorKind::Internal, read.error().detail, field.name);
        return out;
    }
    }
    return fail(ErrorKind::Internal, "unreachable", field.name);
}

Result<Bytes> encodeFieldDefinition(const TypedMessage::Field &field)
{
    HL_TRY(type, parseType(field.type));
    if (field.name.size() > 200)
        return fail(ErrorKind::Internal, "the field's name is too long", field.name);
    Bytes out;
    if (type.size != 0) {
        out.push_back(static_cast<std::uint8_t>(type.kind | kHasSize));
        out.push_back(type.size);
    } else {
        out.push_back(type.kind);
    }
    out.push_back(static_cast<std::uint8_t>(field.name.size()));
    out.insert(out.end(), field.name.begin(), field.name.end());
    return out;
}

} // namespace hl::ledger

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/batch/op_arguments.h"

#include "base/hex.h"

namespace hl::cli {
namespace {

const codec::Value *given(const codec::Value &request, std::string_view key)
{
    const codec::Value *value = request.find(key);
    return value && !value->isNull() ? value : nullptr;
}

Error named(Error error, std::string_view key)
{
    if (error.field.empty())
        error.field = key;
    return error;
}

} // namespace

Result<std::string> textOrNumber(const codec::Value &request, std::string_view key)
{
    const codec::Value *value = given(request, key);
    if (!value)
        return fail(ErrorKind::Validation, "is missing", std::string(key));
    if (const std::string *text = value->asString())
        return *text;
    if (value->asBool() || value->asArray() || value->asObject())
        return fail(ErrorKind::Validation, "must be a text or a number", std::string(key));
    return codec::toJson(*value);
}

Result<bool> flag(const codec::Value &request, std::string_view key, bool otherwise)
{
    if (!given(request, key))
        return otherwise;
    return request.boolean(key);
}

Result<std::optional<Address>> optionalAddress(const codec::Value &request, std::string_view key)
{
    const codec::Value *value = given(request, key);
    if (!value || (value->asString() && value->asString()->empty()))
        return std::optional<Address>();
    HL_TRY(parsed, address(request, key));
    return std::optional<Address>(parsed);
}

Result<std::optional<std::uint64_t>> optionalUint(const codec::Value &request, std::string_view key)
{
    if (!given(request, key))
        return std::optional<std::uint64_t>();
    HL_TRY(number, request.uint(key));
    return std::optional<std::uint64_t>(number);
}

Result<Address> address(const codec::Value &request, std::string_view key)
{
    HL_TRY(text, request.string(key));
    Result<Address> parsed = Address::parse(text);
    if (!parsed)
        return fail(named(std::move(parsed).error(), key));
    return *parsed;
}

Result<Bytes> hexBytes(const codec::Value &request, std::string_view key)
{
    HL_TRY(text, request.string(key));
    Result<Bytes> bytes = fromHex(text);
    if (!bytes)
        return fail(named(std::move(bytes).error(), key));
    return std::move(*bytes);
}

Result<Hash32> hash32(const codec::Value &request, std::string_view key)
{
    HL_TRY(text, request.string(key));
    Hash32 out{};
    if (Status status = fromHexExact(text, out); !status)
        return fail(named(std::move(status).error(), key));
    return out;
}

Result<std::optional<crypto::SecretKey>> optionalKey(const codec::Value &request)
{
    if (!given(request, "privateKey"))
        return std::optional<crypto::SecretKey>();
    HL_TRY(text, request.string("privateKey"));
    Result<crypto::SecretKey> key = crypto::SecretKey::parse(text);
    if (!key)
        return fail(std::move(key).error());
    return std::optional<crypto::SecretKey>(std::move(*key));
}

Result<MarketKind> market(const codec::Value &request)
{
    if (!given(request, "market"))
        return MarketKind::Perp;
    HL_TRY(name, request.string("market"));
    if (name == "perp")
        return MarketKind::Perp;
    if (name == "spot")
        return MarketKind::Spot;
    if (name == "outcome")
        return MarketKind::Outcome;
    return fail(ErrorKind::Validation, "must be one of: perp, spot, outcome", "market");
}

Result<int> szDecimals(const codec::Value &request)
{
    HL_TRY(number, request.uint("szDecimals"));
    if (number > 30)
        return fail(ErrorKind::Validation, "must be between 0 and 30", "szDecimals");
    return static_cast<int>(number);
}

codec::Value signatureValue(const crypto::Signature &signature)
{
    return codec::Object{{"r", toHex0x(signature.r)},
                         {"s", toHex0x(signature.s)},
                         {"v", std::uint64_t{signature.v}}};
}

} // namespace hl::cli

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/typed_data.h"

#include "codec/json_writer.h"

#include <utility>

namespace hl::codec {
namespace {

constexpr std::string_view kZeroAddress = "0x0000000000000000000000000000000000000000";

} // namespace

std::string typeString(const TypedData &data)
{
    std::string out = data.primaryType + '(';
    for (const TypedField &field : data.fields) {
        if (out.back() != '(')
            out.push_back(',');
        out += field.type + ' ' + field.name;
    }
    out.push_back(')');
    return out;
}

std::string typedDataJson(const TypedData &data)
{
    std::string out =
        R"({"types":{"EIP712Domain":[{"name":"name","type":"string"},{"name":"version","type":"string"},)"
        R"({"name":"chainId","type":"uint256"},{"name":"verifyingContract","type":"address"}],)";
    appendJsonString(data.primaryType, out);
    out += ":[";
    bool first = true;
    for (const TypedField &field : data.fields) {
        if (!std::exchange(first, false))
            out.push_back(',');
        out += "{\"name\":";
        appendJsonString(field.name, out);
        out += ",\"type\":";
        appendJsonString(field.type, out);
        out.push_back('}');
    }
    out += "]},\"domain\":{\"name\":";
    appendJsonString(data.domainName, out);
    out += ",\"version\":\"1\",\"chainId\":";
    appendJsonUint(data.chainId, out);
    out += ",\"verifyingContract\":\"";
    out += kZeroAddress;
    out += "\"},\"primaryType\":";
    appendJsonString(data.primaryType, out);
    out += ",\"message\":{";
    first = true;
    for (const TypedField &field : data.fields) {
        if (!std::exchange(first, false))
            out.push_back(',');
        appendJsonString(field.name, out);
        out.push_back(':');
        // Numbers and booleans stand as such; wallets read 64-bit integers exactly only as numbers
        // below 2^53, which every field here is.
        if (field.type == "bool" || field.type.starts_with("uint"))
            out += field.value;
        else
            appendJsonString(field.value, out);
    }
    out += "}}";
    return out;
}

} // namespace hl::codec

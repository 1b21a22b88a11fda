// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/redact.h"

namespace hl::codec {
namespace {

constexpr const char *kPlaceholder = "0x<redacted>";

Value withoutSignature(std::string_view key, const Value &value)
{
    if (key == "signature")
        return kPlaceholder;
    if (key == "signatures") {
        if (const Array *items = value.asArray())
            return Array(items->size(), Value(kPlaceholder));
        return kPlaceholder;
    }
    return redacted(value);
}

} // namespace

Value redacted(const Value &value)
{
    if (const Array *items = value.asArray()) {
        Array out;
        out.reserve(items->size());
        for (const Value &item : *items)
            out.push_back(redacted(item));
        return out;
    }
    if (const Object *members = value.asObject()) {
        Object out;
        out.reserve(members->size());
        for (const auto &[key, item] : *members)
            out.emplace_back(key, withoutSignature(key, item));
        return out;
    }
    return value;
}

} // namespace hl::codec

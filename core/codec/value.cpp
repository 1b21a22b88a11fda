// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/value.h"

#include <limits>

namespace hl::codec {
namespace {

tl::unexpected<Error> missing(const Value *found, std::string_view key, const char *what)
{
    return fail(ErrorKind::Validation, found ? std::string("must be ") + what : "is missing",
                std::string(key));
}

} // namespace

Result<std::int64_t> Value::toInt() const
{
    if (const auto *v = std::get_if<std::int64_t>(&m_v))
        return *v;
    if (const auto *v = asUint();
        v && *v <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return static_cast<std::int64_t>(*v);
    return fail(ErrorKind::Validation, "must be a 64-bit whole number");
}

const Value *Value::find(std::string_view key) const
{
    if (const Object *members = asObject())
        for (const auto &[name, value] : *members)
            if (name == key)
                return &value;
    return nullptr;
}

Result<std::string> Value::string(std::string_view key) const
{
    const Value *found = find(key);
    if (const std::string *text = found ? found->asString() : nullptr)
        return *text;
    return missing(found, key, "a text");
}

Result<std::uint64_t> Value::uint(std::string_view key) const
{
    const Value *found = find(key);
    if (const std::uint64_t *number = found ? found->asUint() : nullptr)
        return *number;
    return missing(found, key, "a whole number that is not negative");
}

Result<bool> Value::boolean(std::string_view key) const
{
    const Value *found = find(key);
    if (const bool *flag = found ? found->asBool() : nullptr)
        return *flag;
    return missing(found, key, "true or false");
}

} // namespace hl::codec

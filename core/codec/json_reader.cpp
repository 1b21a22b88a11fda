// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/json_cursor.h"
#include "codec/value.h"

#include <charconv>
#include <cmath>

namespace hl::codec {
namespace {

Value numberOf(std::string_view token)
{
    const char *begin = token.data();
    const char *end = begin + token.size();
    std::uint64_t positive = 0;
    if (const auto r = std::from_chars(begin, end, positive); r.ec == std::errc() && r.ptr == end)
        return positive;
    std::int64_t negative = 0;
    if (const auto r = std::from_chars(begin, end, negative); r.ec == std::errc() && r.ptr == end)
        return negative;
    double real = 0;
    if (std::from_chars(begin, end, real).ec == std::errc::result_out_of_range) {
        // Too large or too small for a double: what every other reader makes of it.
        const bool isTiny = token.find("e-") != token.npos || token.find("E-") != token.npos ||
                            token.find_first_of("123456789") > token.find('.');
        real = isTiny ? 0.0 : std::copysign(HUGE_VAL, token.front() == '-' ? -1.0 : 1.0);
    }
    constexpr double kSafe = 9007199254740991.0;
    if (std::abs(real) <= kSafe && real == std::trunc(real))
        return static_cast<std::int64_t>(real);
    return real;
}

bool read(JsonCursor &cursor, Value &out)
{
    switch (cursor.peek()) {
    case JsonCursor::Kind::Boolean: {
        bool v = false;
        if (!cursor.boolean(v))
            return false;
        out = v;
        return true;
    }
    case JsonCursor::Kind::Number: {
        std::string_view token;
        if (!cursor.number(token))
            return false;
        out = numberOf(token);
        return true;
    }
    case JsonCursor::Kind::String: {
        std::string text;
        if (!cursor.string(text))
            return false;
        out = std::move(text);
        return true;
    }
    case JsonCursor::Kind::Array: {
        if (!cursor.beginArray())
            return false;
        Array items;
        while (cursor.element())
            if (!read(cursor, items.emplace_back()))
                return false;
        out = std::move(items);
        return cursor.ok();
    }
    case JsonCursor::Kind::Object: {
        if (!cursor.beginObject())
            return false;
        Object members;
        std::string_view key;
        std::string scratch;
        while (cursor.member(key, scratch)) {
            auto &slot = members.emplace_back(std::string(key), Value());
            if (!read(cursor, slot.second))
                return false;
        }
        out = std::move(members);
        return cursor.ok();
    }
    case JsonCursor::Kind::Null:
        out = nullptr;
        return cursor.null();
    case JsonCursor::Kind::None:
        break;
    }
    return cursor.skipValue(); // says what is wrong
}

} // namespace

Result<Value> parseJson(std::string_view text)
{
    JsonCursor cursor(text);
    Value out;
    if (!read(cursor, out) || !cursor.atEnd())
        return fail(std::move(cursor.error()));
    return out;
}

} // namespace hl::codec

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hl::codec {

class Value;
using Array = std::vector<Value>;
/// Keys keep their order: it is what is hashed.
using Object = std::vector<std::pair<std::string, Value>>;

/// One JSON or msgpack value, exact over the whole 64-bit integer range. Non-negative integers are
/// always std::uint64_t, negative ones std::int64_t; `double` exists only for input that is not an
/// integer.
class Value
{
public:
    using Storage = std::variant<std::nullptr_t, bool, std::uint64_t, std::int64_t, double,
                                 std::string, Array, Object>;

    // Not defaulted: clang then takes pairs of it for not default-constructible.
    Value() {}
    Value(std::nullptr_t) {}
    Value(bool v) : m_v(v) {}
    Value(std::uint64_t v) : m_v(v) {}
    Value(std::uint32_t v) : m_v(std::uint64_t{v}) {}
    Value(std::int64_t v) : m_v(v < 0 ? Storage(v) : Storage(static_cast<std::uint64_t>(v))) {}
    Value(int v) : Value(std::int64_t{v}) {}
    Value(double v) : m_v(v) {}
    Value(std::string v) : m_v(std::move(v)) {}
    Value(std::string_view v) : m_v(std::string(v)) {}
    Value(const char *v) : m_v(std::string(v)) {}
    Value(Array v) : m_v(std::move(v)) {}
    Value(Object v) : m_v(std::move(v)) {}

    const Storage &storage() const { return m_v; }
    Storage &storage() { return m_v; }

    bool isNull() const { return std::holds_alternative<std::nullptr_t>(m_v); }
    const bool *asBool() const { return std::get_if<bool>(&m_v); }
    const std::string *asString() const { return std::get_if<std::string>(&m_v); }
    const Array *asArray() const { return std::get_if<Array>(&m_v); }
    const Object *asObject() const { return std::get_if<Object>(&m_v); }
    Array *asArray() { return std::get_if<Array>(&m_v); }
    Object *asObject() { return std::get_if<Object>(&m_v); }
    const std::uint64_t *asUint() const { return std::get_if<std::uint64_t>(&m_v); }
    /// Any integer within int64.
    Result<std::int64_t> toInt() const;

    /// Member of an object; null where this is no object or the key is absent.
    const Value *find(std::string_view key) const;
    /// As find, of that type, or an error that names the key.
    Result<std::string> string(std::string_view key) const;
    Result<std::uint64_t> uint(std::string_view key) const;
    Result<bool> boolean(std::string_view key) const;

    friend bool operator==(const Value &, const Value &) = default;

private:
    Storage m_v = nullptr;
};

/// Strict JSON: one value, nothing after it, no duplicate-key check, depth at most 128, integers
/// exact over the 64-bit range (others become double). ErrorKind::Parse otherwise.
Result<Value> parseJson(std::string_view text);
/// Compact, keys in order, text escaped as JSON requires and no more.
std::string toJson(const Value &value);
void appendJson(const Value &value, std::string &out);

/// Canonical minimal msgpack (protocol/signing.md 4), appended.
void appendMsgpack(const Value &value, Bytes &out);
/// Reads one value and nothing after it. Any valid msgpack of the types above; depth at most 128.
Result<Value> decodeMsgpack(ByteView bytes);

} // namespace hl::codec

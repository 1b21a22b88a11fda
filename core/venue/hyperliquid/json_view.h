// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// The venue decoders' view of a JSON document. simdjson parses it (json_view.cpp); what is read
/// here is the tape it leaves behind, in the format its documents describe (doc/tape.md): one
/// 64-bit word a value, its type in the highest byte; a string's low bytes lead to its length and
/// text; numbers take a second word; `{` and `[` know where they end.
namespace hl::venue {

enum class JsonType : std::uint8_t { Absent, Null, Bool, Integer, Fraction, String, Array, Object };

/// One value of a parsed document; cheap to copy, valid until the parser's next document. Every
/// question may be put to every value: what it is not is answered with absent.
class JsonValue
{
public:
    JsonValue() = default;

    JsonType type() const;
    bool isAbsent() const { return m_tape == nullptr; }
    bool isNull() const { return tag() == 'n'; }
    /// Absent or null.
    bool isNone() const { return isAbsent() || tag() == 'n'; }

    std::optional<std::string_view> string() const
    {
        return tag() == '"' ? std::optional(textAt(m_at)) : std::nullopt;
    }
    std::optional<std::int64_t> integer() const;
    std::optional<std::uint64_t> uinteger() const;
    std::optional<bool> boolean() const;

    /// Member of an object; absent where there is none. Looks first behind the member found last,
    /// so asking in the usual order costs one comparison a field.
    JsonValue find(std::string_view key) const
    {
        if (tag() != '{')
            return {};
        const std::uint32_t begin = m_at + 1;
        const std::uint32_t end = static_cast<std::uint32_t>(m_tape[m_at]) - 1;
        const std::uint32_t start = m_next == 0 ? begin : m_next;
        for (std::uint32_t at = start; at < end; at = after(at + 1)) {
            if (textAt(at) == key) {
                m_next = after(at + 1);
                return child(at + 1);
            }
        }
        for (std::uint32_t at = begin; at < start; at = after(at + 1)) {
            if (textAt(at) == key) {
                m_next = after(at + 1);
                return child(at + 1);
            }
        }
        return {};
    }

    /// Elements or members; 0 for anything else.
    std::size_t size() const;
    /// Element of an array; walks, so only for the first few.
    JsonValue at(std::size_t index) const;

    /// The value printed again: compact, keys in order, integers exact.
    std::string toJson() const;

    /// for (Elements e(value); e; e.next()) e.value()
    class Elements;
    /// for (Members m(value); m; m.next()) m.key(), m.value()
    class Members;

private:
    friend class JsonParser;

    char tag() const { return m_tape ? static_cast<char>(m_tape[m_at] >> 56) : '\0'; }
    JsonValue child(std::uint32_t at) const
    {
        JsonValue value = *this;
        value.m_at = at;
        value.m_next = 0;
        return value;
    }
    std::string_view textAt(std::uint32_t at) const
    {
        const char *text = m_strings + (m_tape[at] & 0x00ff'ffff'ffff'ffffULL);
        std::uint32_t size = 0;
        std::memcpy(&size, text, sizeof size);
        return {text + sizeof size, size};
    }
    /// Place behind a value.
    std::uint32_t after(std::uint32_t at) const
    {
        switch (static_cast<char>(m_tape[at] >> 56)) {
        case '{':
        case '[':
            return static_cast<std::uint32_t>(m_tape[at]);
        case 'l':
        case 'u':
        case 'd':
            return at + 2;
        default:
            return at + 1;
        }
    }

    const void *m_document = nullptr; ///< the library's own, for printing
    const std::uint64_t *m_tape = nullptr;
    const char *m_strings = nullptr;
    std::uint32_t m_at = 0;
    mutable std::uint32_t m_next = 0; ///< place behind the member found last; 0: none yet
};

class JsonValue::Elements
{
public:
    explicit Elements(const JsonValue &array) : m_value(array)
    {
        if (array.tag() == '[') {
            m_end = static_cast<std::uint32_t>(array.m_tape[array.m_at]) - 1;
            m_value = array.child(array.m_at + 1);
        }
    }
    explicit operator bool() const { return m_value.m_at < m_end; }
    const JsonValue &value() const { return m_value; }
    void next() { m_value = m_value.child(m_value.after(m_value.m_at)); }

private:
    JsonValue m_value;
    std::uint32_t m_end = 0;
};

class JsonValue::Members
{
public:
    explicit Members(const JsonValue &object) : m_object(object)
    {
        if (object.tag() == '{') {
            m_end = static_cast<std::uint32_t>(object.m_tape[object.m_at]) - 1;
            m_at = object.m_at + 1;
        }
    }
    explicit operator bool() const { return m_at < m_end; }
    std::string_view key() const { return m_object.textAt(m_at); }
    JsonValue value() const { return m_object.child(m_at + 1); }
    void next() { m_at = m_object.after(m_at + 1); }

private:
    JsonValue m_object;
    std::uint32_t m_at = 0;
    std::uint32_t m_end = 0;
};

/// Reads whole documents: everything is checked to the end, depth is limited, text must be UTF-8.
/// Keeps its buffers.
class JsonParser
{
public:
    JsonParser();
    ~JsonParser();
    JsonParser(const JsonParser &) = delete;
    JsonParser &operator=(const JsonParser &) = delete;

    /// At least kJsonPadding readable bytes must follow the text.
    Result<JsonValue> parsePadded(std::string_view text);
    Result<JsonValue> parse(std::string_view text);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

inline constexpr std::size_t kJsonPadding = 64;

} // namespace hl::venue

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// The venue decoders' view of a JSON document. The parser library stays inside json_view.cpp.
namespace hl::venue {

enum class JsonType : std::uint8_t { Absent, Null, Bool, Integer, Fraction, String, Array, Object };

/// One value of a parsed document; cheap to copy, valid until the parser's next document. Every
/// question may be put to every value: what it is not is answered with absent.
class JsonValue
{
public:
    JsonValue() = default;

    JsonType type() const;
    bool isAbsent() const { return m_words[0] == 0; }
    bool isNull() const { return type() == JsonType::Null; }
    /// Absent or null.
    bool isNone() const { return isAbsent() || isNull(); }

    std::optional<std::string_view> string() const;
    std::optional<std::int64_t> integer() const;
    std::optional<std::uint64_t> uinteger() const;
    std::optional<bool> boolean() const;

    /// Member of an object; absent where there is none.
    JsonValue find(std::string_view key) const;
    /// Elements or members; 0 for anything else.
    std::size_t size() const;
    /// Element of an array; walks, so only for the first few.
    JsonValue at(std::size_t index) const;

    /// The value printed again: compact, keys in order, integers exact.
    std::string toJson() const;

    /// for (Elements e(value); e; e.next()) e.value()
    class Elements
    {
    public:
        explicit Elements(const JsonValue &array);
        explicit operator bool() const { return m_at != m_end; }
        JsonValue value() const;
        void next();

    private:
        std::uintptr_t m_document = 0;
        std::size_t m_at = 0;
        std::size_t m_end = 0;
    };

    /// for (Members m(value); m; m.next()) m.key(), m.value()
    class Members
    {
    public:
        explicit Members(const JsonValue &object);
        explicit operator bool() const { return m_at != m_end; }
        std::string_view key() const;
        JsonValue value() const;
        void next();

    private:
        std::uintptr_t m_document = 0;
        std::size_t m_at = 0;
        std::size_t m_end = 0;
    };

private:
    friend class JsonParser;
    friend struct JsonAccess;
    /// The library's own handle: a document and a place in it.
    std::array<std::uintptr_t, 2> m_words{};
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

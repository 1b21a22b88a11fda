// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/json_view.h"

#include <simdjson.h>

#include <type_traits>

namespace hl::venue {

namespace dom = simdjson::dom;

static_assert(simdjson::SIMDJSON_PADDING <= kJsonPadding);

namespace {

/// Larger documents are nothing the venue sends, and places on the tape are 32 bits wide.
constexpr std::size_t kMaxDocument = 256U * 1024U * 1024U;

} // namespace

JsonType JsonValue::type() const
{
    switch (tag()) {
    case '[':
        return JsonType::Array;
    case '{':
        return JsonType::Object;
    case 'l':
    case 'u':
        return JsonType::Integer;
    case 'd':
        return JsonType::Fraction;
    case '"':
        return JsonType::String;
    case 't':
    case 'f':
        return JsonType::Bool;
    case 'n':
        return JsonType::Null;
    default:
        return JsonType::Absent;
    }
}

std::optional<std::int64_t> JsonValue::integer() const
{
    const char kind = tag();
    if (kind != 'l' && kind != 'u')
        return std::nullopt;
    const auto value = static_cast<std::int64_t>(m_tape[m_at + 1]);
    if (kind == 'u' && value < 0)
        return std::nullopt; // beyond the signed range
    return value;
}

std::optional<std::uint64_t> JsonValue::uinteger() const
{
    const char kind = tag();
    if (kind != 'l' && kind != 'u')
        return std::nullopt;
    const std::uint64_t value = m_tape[m_at + 1];
    if (kind == 'l' && static_cast<std::int64_t>(value) < 0)
        return std::nullopt;
    return value;
}

std::optional<bool> JsonValue::boolean() const
{
    const char kind = tag();
    return kind == 't' || kind == 'f' ? std::optional(kind == 't') : std::nullopt;
}

std::size_t JsonValue::size() const
{
    std::size_t count = 0;
    if (tag() == '[') {
        for (Elements at(*this); at; at.next())
            ++count;
    } else if (tag() == '{') {
        for (Members at(*this); at; at.next())
            ++count;
    }
    return count;
}

JsonValue JsonValue::at(std::size_t index) const
{
    for (Elements at(*this); at; at.next(), --index) {
        if (index == 0)
            return at.value();
    }
    return {};
}

namespace {

/// The library's handle of a place on the tape, which it makes only itself.
dom::element elementAt(const void *document, std::uint32_t at)
{
    static_assert(sizeof(dom::element) == sizeof(const void *) + sizeof(std::size_t));
    static_assert(std::is_trivially_copyable_v<dom::element>);
    struct
    {
        const void *document;
        std::size_t at;
    } const handle{document, at};
    dom::element result;
    std::memcpy(static_cast<void *>(&result), &handle, sizeof result);
    return result;
}

} // namespace

std::string JsonValue::toJson() const
{
    return isAbsent() ? std::string() : simdjson::minify(elementAt(m_document, m_at));
}

struct JsonParser::Private
{
    dom::parser parser{kMaxDocument};

    Result<JsonValue> parse(std::string_view text, bool isPadded)
    {
        if (text.empty())
            return fail(ErrorKind::Parse, "the text is empty");
        const simdjson::error_code code = parser.parse(text.data(), text.size(), !isPadded).error();
        if (code != simdjson::SUCCESS)
            return fail(ErrorKind::Parse,
                        std::string("not valid JSON: ") + simdjson::error_message(code));
        JsonValue root;
        root.m_document = &parser.doc;
        root.m_tape = parser.doc.tape.get();
        // Bytes are read as characters, which the aliasing rules allow.
        root.m_strings = reinterpret_cast<const char *>(parser.doc.string_buf.get());
        root.m_at = 1; // behind the tape's own first word
        return root;
    }
};

JsonParser::JsonParser() : d(std::make_unique<Private>()) {}
JsonParser::~JsonParser() = default;

Result<JsonValue> JsonParser::parsePadded(std::string_view text)
{
    return d->parse(text, true);
}

Result<JsonValue> JsonParser::parse(std::string_view text)
{
    return d->parse(text, false);
}

} // namespace hl::venue

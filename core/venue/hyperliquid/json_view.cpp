// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/json_view.h"

#include <simdjson.h>

#include <cstring>
#include <type_traits>

namespace hl::venue {

namespace dom = simdjson::dom;

static_assert(simdjson::SIMDJSON_PADDING <= kJsonPadding);
static_assert(sizeof(dom::element) == 2 * sizeof(std::uintptr_t));
static_assert(std::is_trivially_copyable_v<dom::element>);

/// The library's handle kept as two words, so that its header stays in this file.
struct JsonAccess
{
    static dom::element element(const JsonValue &value)
    {
        dom::element result;
        std::memcpy(static_cast<void *>(&result), value.m_words.data(), sizeof result);
        return result;
    }

    static JsonValue wrap(const dom::element &element)
    {
        JsonValue result;
        std::memcpy(result.m_words.data(), static_cast<const void *>(&element), sizeof element);
        return result;
    }

    template <class Iterator>
    static std::size_t place(const Iterator &iterator)
    {
        static_assert(sizeof(Iterator) == 2 * sizeof(std::uintptr_t));
        std::array<std::uintptr_t, 2> words{};
        std::memcpy(words.data(), static_cast<const void *>(&iterator), sizeof iterator);
        return words[1];
    }

    template <class Iterator>
    static Iterator iterator(std::uintptr_t document, std::size_t place, Iterator any)
    {
        const std::array<std::uintptr_t, 2> words{document, place};
        std::memcpy(static_cast<void *>(&any), words.data(), sizeof any);
        return any;
    }

    static std::uintptr_t document(const JsonValue &value) { return value.m_words[0]; }
};

JsonType JsonValue::type() const
{
    if (isAbsent())
        return JsonType::Absent;
    switch (JsonAccess::element(*this).type()) {
    case dom::element_type::ARRAY:
        return JsonType::Array;
    case dom::element_type::OBJECT:
        return JsonType::Object;
    case dom::element_type::INT64:
    case dom::element_type::UINT64:
        return JsonType::Integer;
    case dom::element_type::DOUBLE:
        return JsonType::Fraction;
    case dom::element_type::STRING:
        return JsonType::String;
    case dom::element_type::BOOL:
        return JsonType::Bool;
    case dom::element_type::NULL_VALUE:
        return JsonType::Null;
    }
    return JsonType::Absent;
}

std::optional<std::string_view> JsonValue::string() const
{
    std::string_view text;
    if (isAbsent() || JsonAccess::element(*this).get_string().get(text) != simdjson::SUCCESS)
        return std::nullopt;
    return text;
}

std::optional<std::int64_t> JsonValue::integer() const
{
    std::int64_t number = 0;
    if (isAbsent() || JsonAccess::element(*this).get_int64().get(number) != simdjson::SUCCESS)
        return std::nullopt;
    return number;
}

std::optional<std::uint64_t> JsonValue::uinteger() const
{
    std::uint64_t number = 0;
    if (isAbsent() || JsonAccess::element(*this).get_uint64().get(number) != simdjson::SUCCESS)
        return std::nullopt;
    return number;
}

std::optional<bool> JsonValue::boolean() const
{
    bool truth = false;
    if (isAbsent() || JsonAccess::element(*this).get_bool().get(truth) != simdjson::SUCCESS)
        return std::nullopt;
    return truth;
}

JsonValue JsonValue::find(std::string_view key) const
{
    dom::object object;
    dom::element member;
    if (isAbsent() || JsonAccess::element(*this).get_object().get(object) != simdjson::SUCCESS ||
        object.at_key(key).get(member) != simdjson::SUCCESS)
        return {};
    return JsonAccess::wrap(member);
}

std::size_t JsonValue::size() const
{
    if (isAbsent())
        return 0;
    const dom::element element = JsonAccess::element(*this);
    dom::array array;
    if (element.get_array().get(array) == simdjson::SUCCESS)
        return array.size();
    dom::object object;
    if (element.get_object().get(object) == simdjson::SUCCESS)
        return object.size();
    return 0;
}

JsonValue JsonValue::at(std::size_t index) const
{
    dom::array array;
    dom::element element;
    if (isAbsent() || JsonAccess::element(*this).get_array().get(array) != simdjson::SUCCESS ||
        array.at(index).get(element) != simdjson::SUCCESS)
        return {};
    return JsonAccess::wrap(element);
}

std::string JsonValue::toJson() const
{
    return isAbsent() ? std::string() : simdjson::minify(JsonAccess::element(*this));
}

JsonValue::Elements::Elements(const JsonValue &array)
{
    dom::array found;
    if (array.isAbsent() || JsonAccess::element(array).get_array().get(found) != simdjson::SUCCESS)
        return;
    m_document = JsonAccess::document(array);
    m_at = JsonAccess::place(found.begin());
    m_end = JsonAccess::place(found.end());
}

JsonValue JsonValue::Elements::value() const
{
    return JsonAccess::wrap(*JsonAccess::iterator(m_document, m_at, dom::array::iterator()));
}

void JsonValue::Elements::next()
{
    auto iterator = JsonAccess::iterator(m_document, m_at, dom::array::iterator());
    m_at = JsonAccess::place(++iterator);
}

JsonValue::Members::Members(const JsonValue &object)
{
    dom::object found;
    if (object.isAbsent() ||
        JsonAccess::element(object).get_object().get(found) != simdjson::SUCCESS)
        return;
    m_document = JsonAccess::document(object);
    m_at = JsonAccess::place(found.begin());
    m_end = JsonAccess::place(found.end());
}

std::string_view JsonValue::Members::key() const
{
    return JsonAccess::iterator(m_document, m_at, dom::object::iterator()).key();
}

JsonValue JsonValue::Members::value() const
{
    return JsonAccess::wrap(
        JsonAccess::iterator(m_document, m_at, dom::object::iterator()).value());
}

void JsonValue::Members::next()
{
    auto iterator = JsonAccess::iterator(m_document, m_at, dom::object::iterator());
    m_at = JsonAccess::place(++iterator);
}

struct JsonParser::Private
{
    dom::parser parser;

    Result<JsonValue> parse(std::string_view text, bool isPadded)
    {
        if (text.empty())
            return fail(ErrorKind::Parse, "the text is empty");
        dom::element root;
        const simdjson::error_code code =
            parser.parse(text.data(), text.size(), !isPadded).get(root);
        if (code != simdjson::SUCCESS)
            return fail(ErrorKind::Parse,
                        std::string("not valid JSON: ") + simdjson::error_message(code));
        return JsonAccess::wrap(root);
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

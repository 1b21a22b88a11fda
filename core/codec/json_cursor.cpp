// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/json_cursor.h"

#include "codec/utf8.h"

#include <bit>
#include <cstring>

namespace hl::codec {

bool JsonCursor::refuse(ErrorKind kind, std::string detail, std::string field)
{
    if (!m_failed) {
        m_failed = true;
        m_error = Error{kind, std::move(detail), std::move(field)};
    }
    return false;
}

bool JsonCursor::under(std::string_view name)
{
    if (m_failed) {
        std::string path(name);
        if (!m_error.field.empty()) {
            if (m_error.field.front() != '[')
                path += '.';
            path += m_error.field;
        }
        m_error.field = std::move(path);
    }
    return false;
}

bool JsonCursor::syntax(const char *what)
{
    return refuse(ErrorKind::Parse, what);
}

void JsonCursor::skipSomeBlanks()
{
    while (m_at != m_end && (*m_at == ' ' || *m_at == '\n' || *m_at == '\t' || *m_at == '\r'))
        ++m_at;
}

template <std::size_t N>
bool JsonCursor::literal(const char (&word)[N])
{
    constexpr std::size_t kSize = N - 1;
    if (static_cast<std::size_t>(m_end - m_at) < kSize || std::memcmp(m_at, word, kSize) != 0)
        return syntax("The JSON text has a value that is none.");
    m_at += kSize;
    return true;
}

bool JsonCursor::null()
{
    skipBlanks();
    return literal("null");
}

bool JsonCursor::boolean(bool &out)
{
    skipBlanks();
    out = m_at != m_end && *m_at == 't';
    return out ? literal("true") : literal("false");
}

bool JsonCursor::number(std::string_view &token)
{
    skipBlanks();
    const char *p = m_at;
    const auto digits = [&] {
        const char *start = p;
        while (p != m_end && *p >= '0' && *p <= '9')
            ++p;
        return p != start;
    };
    if (p != m_end && *p == '-')
        ++p;
    const char *whole = p;
    if (!digits() || (*whole == '0' && p - whole > 1))
        return syntax("The JSON text has a malformed number.");
    if (p != m_end && *p == '.') {
        ++p;
        if (!digits())
            return syntax("The JSON text has a malformed number.");
    }
    if (p != m_end && (*p == 'e' || *p == 'E')) {
        ++p;
        if (p != m_end && (*p == '+' || *p == '-'))
            ++p;
        if (!digits())
            return syntax("The JSON text has a malformed number.");
    }
    token = {m_at, static_cast<std::size_t>(p - m_at)};
    m_at = p;
    return true;
}

bool JsonCursor::shortUnsigned(std::uint64_t &out)
{
    skipBlanks();
    const char *p = m_at;
    std::uint64_t value = 0;
    while (p != m_end && *p >= '0' && *p <= '9' && p - m_at < 16)
        value = value * 10 + static_cast<std::uint64_t>(*p++ - '0');
    const bool isPlain = p != m_at && p - m_at < 16 && (*m_at != '0' || p - m_at == 1) &&
                         (p == m_end || (*p != '.' && *p != 'e' && *p != 'E'));
    if (!isPlain || m_failed)
        return false;
    m_at = p;
    out = value;
    return true;
}

namespace {

/// A bit for each of eight characters that end the plain part of a string: quote, backslash,
/// control characters, anything beyond ASCII. The lowest is exact, those above it may be wrong.
std::uint64_t notPlain(std::uint64_t eight)
{
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    const auto below = [](std::uint64_t x, std::uint64_t n) { return (x - kOnes * n) & ~x; };
    return (below(eight ^ (kOnes * '"'), 1) | below(eight ^ (kOnes * '\\'), 1) |
            below(eight, 0x20) | eight) &
           (kOnes << 7);
}

} // namespace

bool JsonCursor::stringView(std::string_view &out, std::string &scratch)
{
    skipBlanks();
    if (m_at == m_end || *m_at != '"')
        return syntax("The JSON text lacks a string where one must be.");
    const char *start = ++m_at;
    if constexpr (std::endian::native == std::endian::little) {
        while (m_end - m_at >= 8) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, m_at, 8);
            const std::uint64_t found = notPlain(eight);
            if (found == 0) {
                m_at += 8;
                continue;
            }
            m_at += std::countr_zero(found) / 8;
            if (*m_at != '"')
                break;
            out = {start, static_cast<std::size_t>(m_at - start)};
            ++m_at;
            return true;
        }
    }
    return restOfString(start, out, scratch);
}

/// From the first character that is not plain, or where fewer than eight are left.
bool JsonCursor::restOfString(const char *start, std::string_view &out, std::string &scratch)
{
    bool isAscii = true;
    for (; m_at != m_end; ++m_at) {
        const auto c = static_cast<unsigned char>(*m_at);
        if (c == '"' || c == '\\' || c < 0x20)
            break;
        isAscii = isAscii && c < 0x80;
    }
    if (m_at == m_end)
        return syntax("The JSON text ends inside a string.");
    if (*m_at == '"') {
        out = {start, static_cast<std::size_t>(m_at - start)};
        ++m_at;
        if (!isAscii && !isUtf8(out))
            return syntax("The JSON text has a string that is not UTF-8.");
        return true;
    }
    scratch.assign(start, m_at);
    if (!unescape(scratch))
        return false;
    out = scratch;
    return true;
}

bool JsonCursor::string(std::string &out)
{
    std::string_view view;
    std::string scratch;
    if (!stringView(view, scratch))
        return false;
    if (view.data() == scratch.data())
        out = std::move(scratch);
    else
        out.assign(view);
    return true;
}

namespace {

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

} // namespace

bool JsonCursor::unescape(std::string &out)
{
    const auto unit = [this](std::uint32_t &value) {
        value = 0;
        if (m_end - m_at < 4)
            return false;
        for (int i = 0; i < 4; ++i) {
            const int digit = hexValue(*m_at++);
            if (digit < 0)
                return false;
            value = value << 4 | static_cast<std::uint32_t>(digit);
        }
        return true;
    };
    while (m_at != m_end) {
        const char c = *m_at++;
        if (c == '"')
            return isUtf8(out) || syntax("The JSON text has a string that is not UTF-8.");
        if (static_cast<unsigned char>(c) < 0x20)
            return syntax("The JSON text has a control character in a string.");
        if (c != '\\') {
            out.push_back(c);
            continue;
        }
        if (m_at == m_end)
            break;
        const char escape = *m_at++;
        constexpr std::string_view kNames = "\"\\/bfnrt";
        constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
        if (const std::size_t i = kNames.find(escape); i != std::string_view::npos) {
            out.push_back(kValues[i]);
            continue;
        }
        std::uint32_t code = 0;
        if (escape != 'u' || !unit(code))
            return syntax("The JSON text has a malformed escape.");
        if (code >= 0xd800 && code < 0xdc00) {
            std::uint32_t low = 0;
            if (m_end - m_at < 6 || m_at[0] != '\\' || m_at[1] != 'u')
                return syntax("The JSON text has half a surrogate pair.");
            m_at += 2;
            if (!unit(low) || low < 0xdc00 || low > 0xdfff)
                return syntax("The JSON text has half a surrogate pair.");
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        } else if (code >= 0xdc00 && code < 0xe000) {
            return syntax("The JSON text has half a surrogate pair.");
        }
        appendUtf8(code, out);
    }
    return syntax("The JSON text ends inside a string.");
}

bool JsonCursor::enter(char open)
{
    skipBlanks();
    if (m_at == m_end || *m_at != open)
        return syntax(open == '{' ? "The JSON text lacks an object where one must be."
                                  : "The JSON text lacks an array where one must be.");
    if (++m_depth > kMaxDepth)
        return syntax("The JSON text is nested too deep.");
    ++m_at;
    m_first = true;
    return true;
}

bool JsonCursor::beginObject()
{
    return enter('{');
}

bool JsonCursor::beginArray()
{
    return enter('[');
}

bool JsonCursor::member(std::string_view &key, std::string &scratch)
{
    if (m_failed)
        return false;
    skipBlanks();
    if (m_at != m_end && *m_at == '}') {
        ++m_at;
        --m_depth;
        m_first = false;
        return false;
    }
    if (!m_first) {
        if (m_at == m_end || *m_at != ',')
            return syntax("The JSON text lacks a comma or a closing brace.");
        ++m_at;
    }
    if (!stringView(key, scratch))
        return false;
    skipBlanks();
    if (m_at == m_end || *m_at != ':')
        return syntax("The JSON text lacks a colon.");
    ++m_at;
    m_first = false;
    return true;
}

bool JsonCursor::element()
{
    if (m_failed)
        return false;
    skipBlanks();
    if (m_at != m_end && *m_at == ']') {
        ++m_at;
        --m_depth;
        m_first = false;
        return false;
    }
    if (!m_first) {
        if (m_at == m_end || *m_at != ',')
            return syntax("The JSON text lacks a comma or a closing bracket.");
        ++m_at;
        skipBlanks();
        if (m_at != m_end && *m_at == ']')
            return syntax("The JSON text has a comma too many.");
    }
    m_first = false;
    return true;
}

bool JsonCursor::skipValue()
{
    switch (peek()) {
    case Kind::Null:
        return null();
    case Kind::Boolean: {
        bool ignored = false;
        return boolean(ignored);
    }
    case Kind::Number: {
        std::string_view ignored;
        return number(ignored);
    }
    case Kind::String: {
        std::string_view ignored;
        std::string scratch;
        return stringView(ignored, scratch);
    }
    case Kind::Array:
        if (!beginArray())
            return false;
        while (element())
            if (!skipValue())
                return false;
        return ok();
    case Kind::Object: {
        if (!beginObject())
            return false;
        std::string_view key;
        std::string scratch;
        while (member(key, scratch))
            if (!skipValue())
                return false;
        return ok();
    }
    case Kind::None:
        break;
    }
    return syntax("The JSON text lacks a value.");
}

bool JsonCursor::atEnd()
{
    skipBlanks();
    return m_at == m_end || syntax("The JSON text goes on after its end.");
}

} // namespace hl::codec

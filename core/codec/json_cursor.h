// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hl::codec {

/// Reads one JSON text from front to back into whatever the caller asks for, without a tree.
/// Strict: RFC 8259, valid UTF-8, no duplicate-key check (the caller knows its keys), depth at most
/// 128. Every function answers false once something was wrong; error() then says what and where.
/// The text must outlive the cursor. One thread.
class JsonCursor
{
public:
    static constexpr int kMaxDepth = 128;

    explicit JsonCursor(std::string_view text) : m_at(text.data()), m_end(m_at + text.size()) {}

    enum class Kind : std::uint8_t { None, Null, Boolean, Number, String, Array, Object };
    /// What comes next, judged by its first character.
    Kind peek()
    {
        skipBlanks();
        return m_at == m_end || m_failed ? Kind::None : kKinds[static_cast<unsigned char>(*m_at)];
    }

    bool null();
    bool boolean(bool &out);
    /// The characters of a number, checked against the grammar, not yet a value.
    bool number(std::string_view &token);
    /// Unescaped.
    bool string(std::string &out);
    /// As string, but a view: into the text where nothing was escaped, else into `scratch`.
    bool stringView(std::string_view &out, std::string &scratch);

    /// `{`, then member() until it answers false; ok() tells the end from a mistake.
    bool beginObject();
    bool member(std::string_view &key, std::string &scratch);
    bool beginArray();
    bool element();

    /// Takes a plain whole number of up to 15 digits; false, with nothing taken, for all else.
    bool shortUnsigned(std::uint64_t &out);
    bool skipValue();
    /// Characters not read yet.
    std::size_t left() const { return static_cast<std::size_t>(m_end - m_at); }
    /// Nothing but blanks is left.
    bool atEnd();

    bool ok() const { return !m_failed; }
    /// Records a mistake of the caller's finding; the first one stays. Always false.
    bool refuse(ErrorKind kind, std::string detail, std::string field = {});
    /// Puts `name` before the field of the recorded mistake: "p" becomes "orders[3].p".
    bool under(std::string_view name);
    Error &error() { return m_error; }

    /// For reading the same text twice.
    struct Position
    {
        const char *at = nullptr;
        int depth = 0;
        bool first = true;
    };
    Position position() const { return {m_at, m_depth, m_first}; }
    void rewind(Position p) { m_at = p.at, m_depth = p.depth, m_first = p.first; }

private:
    static constexpr auto kKinds = [] {
        std::array<Kind, 256> kinds{};
        kinds['n'] = Kind::Null;
        kinds['t'] = kinds['f'] = Kind::Boolean;
        kinds['"'] = Kind::String;
        kinds['['] = Kind::Array;
        kinds['{'] = Kind::Object;
        kinds['-'] = Kind::Number;
        for (std::size_t digit = '0'; digit <= '9'; ++digit)
            kinds[digit] = Kind::Number;
        return kinds;
    }();

    bool syntax(const char *what);
    /// Compact texts, nearly all there are, have none.
    void skipBlanks()
    {
        if (m_at != m_end && static_cast<unsigned char>(*m_at) <= ' ')
            skipSomeBlanks();
    }
    void skipSomeBlanks();
    template <std::size_t N>
    bool literal(const char (&word)[N]);
    bool restOfString(const char *start, std::string_view &out, std::string &scratch);
    bool unescape(std::string &out);
    bool enter(char open);

    const char *m_at;
    const char *m_end;
    int m_depth = 0;
    bool m_first = true; // no comma is due before the next member or element
    bool m_failed = false;
    Error m_error;
};

} // namespace hl::codec

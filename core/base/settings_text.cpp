// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/settings_text.h"

#include "base/safe_file.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace hl {

namespace {

constexpr std::string_view kGeneral = "General";
constexpr std::string_view kBytes = "@ByteArray(";
constexpr char kDigits[] = "0123456789ABCDEF";

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool isPlainKey(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' ||
           c == '-' || c == '.';
}

bool isSurrogate(std::uint32_t point)
{
    return point >= 0xd800 && point < 0xe000;
}

void appendUtf8(std::string &out, std::uint32_t point)
{
    const auto tail = [&](int shift) {
        out += static_cast<char>(0x80U | ((point >> shift) & 0x3fU));
    };
    if (point < 0x80) {
        out += static_cast<char>(point);
    } else if (point < 0x800) {
        out += static_cast<char>(0xc0U | (point >> 6U));
        tail(0);
    } else if (point < 0x10000) {
        out += static_cast<char>(0xe0U | (point >> 12U));
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xf0U | (point >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

/// The character at `at`, which is moved behind it; none where it is no UTF-8 in its shortest form.
std::optional<std::uint32_t> nextPoint(std::string_view text, std::size_t &at)
{
    const auto first = static_cast<std::uint8_t>(text[at]);
    const std::size_t size = first < 0x80                    ? 1
                             : first >= 0xc2 && first < 0xe0 ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
    if (size == 0 || at + size > text.size())
        return {};
    std::uint32_t point = size == 1 ? first : first & (0xffU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        const auto byte = static_cast<std::uint8_t>(text[at + i]);
        if ((byte & 0xc0U) != 0x80)
            return {};
        point = (point << 6U) | (byte & 0x3fU);
    }
    if ((size == 3 && point < 0x800) || (size == 4 && (point < 0x10000 || point > 0x10ffff)) ||
        isSurrogate(point))
        return {};
    at += size;
    return point;
}

bool isText(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();)
        if (const auto point = nextPoint(text, at); !point || *point == 0)
            return false;
    return true;
}

std::string_view trimmed(std::string_view text)
{
    const auto from = text.find_first_not_of(" \t\r");
    if (from == std::string_view::npos)
        return {};
    return text.substr(from, text.find_last_not_of(" \t\r") + 1 - from);
}

/// `size` hex digits at `at`.
std::optional<std::uint32_t> hexAt(std::string_view text, std::size_t at, std::size_t size)
{
    if (at + size > text.size())
        return {};
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const int digit = hexValue(text[at + i]);
        if (digit < 0)
            return {};
        value = value * 16 + static_cast<std::uint32_t>(digit);
    }
    return value;
}

/// %41, %U20AC and two of those for what lies above; "\" parts like "/".
std::optional<std::string> unescapedKey(std::string_view text)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] != '%') {
            out += text[at] == '\\' ? '/' : text[at];
            ++at;
            continue;
        }
        const bool isWide = at + 1 < text.size() && text[at + 1] == 'U';
        auto point = isWide ? hexAt(text, at + 2, 4) : hexAt(text, at + 1, 2);
        at += isWide ? 6 : 3;
        if (point && isWide && isSurrogate(*point)) {
            const auto low = text.substr(std::min(at, text.size())).starts_with("%U")
                                 ? hexAt(text, at + 2, 4)
                                 : std::nullopt;
            if (*point >= 0xdc00 || !low || *low < 0xdc00 || *low > 0xdfff)
                return {};
            point = 0x10000 + ((*point - 0xd800) << 10U) + (*low - 0xdc00);
            at += 6;
        }
        if (!point || *point == 0)
            return {};
        appendUtf8(out, *point);
    }
    return out;
}

std::string escapedKey(std::string_view key)
{
    std::string out;
    const auto digits = [&](std::uint32_t value, int count) {
        for (int i = count - 1; i >= 0; --i)
            out += kDigits[(value >> (4 * i)) & 0xfU];
    };
    for (std::size_t at = 0; at < key.size();) {
        if (isPlainKey(key[at])) {
            out += key[at++];
            continue;
        }
        if (key[at] == '/') {
            out += '\\';
            ++at;
            continue;
        }
        const auto point = nextPoint(key, at);
        if (!point) {
            ++at; // no text; the reader would refuse it
            continue;
        }
        if (*point <= 0xff) {
            out += '%';
            digits(*point, 2);
        } else if (*point < 0x10000) {
            out += "%U";
            digits(*point, 4);
        } else {
            out += "%U";
            digits(0xd800 + ((*point - 0x10000) >> 10U), 4);
            out += "%U";
            digits(0xdc00 + ((*point - 0x10000) & 0x3ffU), 4);
        }
    }
    return out;
}

/// One backslash and what follows, in a value; `at` is behind the backslash.
bool unescape(std::string_view text, std::size_t &at, std::string &out)
{
    constexpr std::string_view kNames = "abfnrtv\"\\'?";
    constexpr std::string_view kMeant = "\a\b\f\n\r\t\v\"\\'?";
    if (at >= text.size())
        return false;
    const char c = text[at++];
    if (const auto name = kNames.find(c); name != std::string_view::npos) {
        out += kMeant[name];
        return true;
    }
    const bool isHex = c == 'x';
    if (!isHex && (c < '0' || c > '7'))
        return false;
    std::uint32_t point = 0;
    std::size_t count = 0;
    const unsigned base = isHex ? 16 : 8;
    for (at -= isHex ? 0 : 1; at < text.size() && count < 6; ++at, ++count) {
        const int digit = hexValue(text[at]);
        if (digit < 0 || static_cast<unsigned>(digit) >= base)
            break;
        point = point * base + static_cast<unsigned>(digit);
    }
    // Bytes of a window's state were printed with their zeros once.
    const bool isZero = point == 0 && !out.starts_with(kBytes);
    if (count == 0 || isZero || point > 0xffff || isSurrogate(point))
        return false;
    appendUtf8(out, point);
    return true;
}

/// What is said of a value after its first "@".
std::optional<SettingsWords> typedWord(const std::string &word)
{
    if (word == "@Invalid()")
        return SettingsWords{};
    if (word.starts_with("@@"))
        return SettingsWords{word.substr(1)};
    // Bytes were printed so before; those that are saved are letters and digits.
    if (word.starts_with(kBytes) && word.ends_with(')'))
        return SettingsWords{word.substr(kBytes.size(), word.size() - kBytes.size() - 1)};
    return {};
}

/// The part behind "=": texts parted by commas, with or without quotes; a ";" outside of quotes
/// begins a comment.
std::optional<SettingsWords> wordsOf(std::string_view text)
{
    SettingsWords out;
    std::string word;
    std::size_t kept = 0; // of the word: spaces behind it that stood outside of quotes go
    bool isQuoted = false;
    const auto end = [&] {
        word.resize(kept);
        if (!word.starts_with('@')) {
            out.push_back(word);
        } else {
            auto typed = typedWord(word);
            if (!typed)
                return false;
            out.insert(out.end(), typed->begin(), typed->end());
        }
        word.clear();
        kept = 0;
        return true;
    };
    std::size_t at = 0;
    for (; at < text.size() && (isQuoted || text[at] != ';');) {
        const char c = text[at++];
        if (c == '"') {
            isQuoted = !isQuoted;
            kept = word.size();
        } else if (c == '\\') {
            if (!unescape(text, at, word))
                return {};
            kept = word.size();
        } else if (c == ',' && !isQuoted) {
            if (!end())
                return {};
        } else if (isQuoted || (c != ' ' && c != '\t')) {
            word += c;
            kept = word.size();
        } else if (!word.empty()) {
            word += c;
        }
    }
    if (isQuoted || !end())
        return {};
    return out;
}

std::string printedWord(std::string_view word, bool isInList)
{
    std::string out;
    bool needsQuotes = word.empty() && isInList;
    const bool isBytes = word.find('\0') != std::string_view::npos; // a zero is read in bytes alone
    if (isBytes)
        out += kBytes;
    else if (word.starts_with('@'))
        out += '@';
    bool wasHex = false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char c = word[i];
        const auto byte = static_cast<std::uint8_t>(c);
        const bool isHex = byte < 0x20 || byte == 0x7f || (wasHex && hexValue(c) >= 0);
        wasHex = isHex;
        if (isHex) {
            out += "\\x";
            if (byte >= 0x10)
                out += kDigits[byte >> 4U];
            out += kDigits[byte & 0xfU];
            continue;
        }
        if (c == '"' || c == '\\')
            out += '\\';
        needsQuotes = needsQuotes || c == ';' || c == ',' || c == '=' ||
                      (c == ' ' && (i == 0 || i + 1 == word.size()));
        out += c;
    }
    if (isBytes)
        out += ')';
    return needsQuotes ? '"' + out + '"' : out;
}

Error badLine(std::size_t line, const char *rule)
{
    return Error{ErrorKind::Parse, "line " + std::to_string(line) + ' ' + rule, "settings"};
}

} // namespace

Result<SettingsMap> parseSettings(std::string_view text)
{
    if (text.size() > kMostSettings)
        return fail(ErrorKind::Parse, "it is larger than 4 MiB", "settings");
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    SettingsMap out;
    std::string section;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t size = std::min(text.find('\n'), text.size());
        const std::string_view row = trimmed(text.substr(0, size));
        text.remove_prefix(std::min(size + 1, text.size()));
        if (!isText(row))
            return fail(badLine(line, "is no text in UTF-8"));
        if (row.empty() || row.front() == ';' || row.front() == '#')
            continue;
        if (row.front() == '[') {
            if (row.size() < 3 || row.back() != ']')
                return fail(badLine(line, "is no [section]"));
            const std::string_view name = trimmed(row.substr(1, row.size() - 2));
            const auto plain = unescapedKey(name);
            if (!plain || plain->empty())
                return fail(badLine(line, "is no [section]"));
            section = name == kGeneral ? std::string() : *plain + '/';
            continue;
        }
        const std::size_t equals = row.find('=');
        const auto key = equals == std::string_view::npos
                             ? std::nullopt
                             : unescapedKey(trimmed(row.substr(0, equals)));
        if (!key || key->empty())
            return fail(badLine(line, "is no KEY=VALUE"));
        auto words = wordsOf(trimmed(row.substr(equals + 1)));
        if (!words)
            return fail(badLine(line, "has a value that was never saved there"));
        out[section + *key] = std::move(*words);
    }
    return out;
}

std::string printSettings(const SettingsMap &settings)
{
    std::map<std::string, std::string> sections;
    for (const auto &[key, words] : settings) {
        const std::size_t slash = key.find('/');
        const bool isPlain = slash == std::string::npos || slash == 0 || slash + 1 == key.size();
        std::string &section = sections[isPlain ? std::string() : key.substr(0, slash)];
        section += escapedKey(isPlain ? key : key.substr(slash + 1)) + '=';
        for (std::size_t i = 0; i < words.size(); ++i)
            section += (i == 0 ? "" : ", ") + printedWord(words[i], words.size() > 1);
        section += words.empty() ? "@Invalid()\n" : "\n";
    }
    std::string out;
    for (const auto &[name, lines] : sections) {
        if (!out.empty())
            out += '\n';
        out += '[';
        if (name.empty())
            out += kGeneral;
        else if (name == kGeneral) // of that very name, not without one
            out += "%47eneral";
        else
            out += escapedKey(name);
        out += "]\n" + lines;
    }
    return out;
}

Result<SettingsMap> readSettings(const std::string &path)
{
    HL_TRY(text, readRegularFile(path, kMostSettings, FileAccess::Owned));
    auto settings = parseSettings(text);
    if (!settings)
        return fail(ErrorKind::Parse,
                    path + " is damaged: " + settings.error().detail + "; mend it or move it away",
                    "file");
    return settings;
}

std::string settingsWord(const SettingsMap &settings, const std::string &key)
{
    const auto found = settings.find(key);
    return found == settings.end() || found->second.size() != 1 ? std::string()
                                                                : found->second.front();
}

} // namespace hl

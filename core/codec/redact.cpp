// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/redact.h"

#include <cctype>

namespace hl::codec {
namespace {

constexpr const char *kPlaceholder = "0x<redacted>";

Value withoutSignature(std::string_view key, const Value &value)
{
    if (key == "signature")
        return kPlaceholder;
    if (key == "signatures") {
        if (const Array *items = value.asArray())
            return Array(items->size(), Value(kPlaceholder));
        return kPlaceholder;
    }
    return redacted(value);
}

bool isHex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Past spaces, quotes and the backslashes of quotes inside a text.
std::size_t pastQuotes(std::string_view text, std::size_t at)
{
    while (at < text.size() && (text[at] == ' ' || text[at] == '"' || text[at] == '\\'))
        ++at;
    return at;
}

/// The end of an object or array that opens there; of the text where it is cut off.
std::size_t pastBrackets(std::string_view text, std::size_t at)
{
    int depth = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '{' || text[at] == '[')
            ++depth;
        else if ((text[at] == '}' || text[at] == ']') && --depth == 0)
            return at + 1;
    }
    return text.size();
}

/// The first digit of the value of a key that ends at `at`, or npos where no value follows.
std::size_t valueAfter(std::string_view text, std::size_t at)
{
    at = pastQuotes(text, at);
    if (at >= text.size() || (text[at] != ':' && text[at] != '='))
        return std::string_view::npos;
    return at + 1;
}

} // namespace

std::string redactedText(std::string_view text)
{
    constexpr std::size_t kLeastDigits =
        16; // fewer are no half of a signature, but a size or price
    std::string out;
    std::size_t at = 0;
    while (at < text.size()) {
        const bool isWordStart =
            at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
        std::size_t key = 0;
        if (isWordStart && text.substr(at).starts_with("signatures"))
            key = 10;
        else if (isWordStart && text.substr(at).starts_with("signature"))
            key = 9;
        else if (isWordStart && (text[at] == 'r' || text[at] == 's'))
            key = 1;
        const std::size_t value = key == 0 ? std::string_view::npos : valueAfter(text, at + key);
        if (value == std::string_view::npos) {
            out += text[at++];
            continue;
        }
        std::size_t end = pastQuotes(text, value);
        const std::size_t body = end;
        if (key > 1 && end < text.size() && (text[end] == '{' || text[end] == '[')) {
            end = pastBrackets(text, end);
            // Quoted as the key is, so that JSON stays JSON.
            const std::size_t open = text.find_first_of(":=", at + key);
            out.append(text.substr(at, body - at));
            const std::string_view quote = text.substr(at + key, open - at - key);
            out.append(quote.substr(0, quote.find(' '))).append(kPlaceholder);
            out.append(quote.substr(0, quote.find(' ')));
            at = end;
            continue;
        }
        const bool isPrefixed = text.substr(end).starts_with("0x");
        if (isPrefixed)
            end += 2;
        const std::size_t digits = end;
        while (end < text.size() && isHex(text[end]))
            ++end;
        const std::size_t least = key > 1 ? 1 : isPrefixed ? kLeastDigits : 2 * kLeastDigits;
        out.append(text.substr(at, body - at));
        if (end - digits >= least)
            out.append(kPlaceholder);
        else
            out.append(text.substr(body, end - body));
        at = end;
    }
    return out;
}

Value redacted(const Value &value)
{
    if (const Array *items = value.asArray()) {
        Array out;
        out.reserve(items->size());
        for (const Value &item : *items)
            out.push_back(redacted(item));
        return out;
    }
    if (const Object *members = value.asObject()) {
        Object out;
        out.reserve(members->size());
        for (const auto &[key, item] : *members)
            out.emplace_back(key, withoutSignature(key, item));
        return out;
    }
    return value;
}

} // namespace hl::codec

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/session_mask.h"

#include "base/hex.h"
#include "crypto/keccak256.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace hl::engine {

namespace {

constexpr std::string_view kUntil = " valid_until ";
/// Where a name of a person's own stands in our lines, the journal's rows and the venue's answers.
constexpr std::array<std::string_view, 4> kNameKeys{"signerName", "agentName", "keyName", "name"};
/// Where sentences stand.
constexpr std::array<std::string_view, 12> kWordKeys{"words",    "title",   "detail",   "reason",
                                                     "sentence", "message", "foundOut", "outcome",
                                                     "error",    "problem", "notDone",  "copyText"};

/// Where the venue speaks.
constexpr std::array<std::string_view, 8> kSaidKeys{"response", "error",  "payload", "data",
                                                    "message",  "reason", "detail",  "msg"};
/// The middle of an address that is told short: "0x1479…9325".
constexpr std::string_view kMiddle = "…";

bool isOneOf(const auto &keys, std::string_view key)
{
    return std::ranges::find(keys, key) != keys.end();
}

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isWordChar(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

void replaceAll(std::string &text, const std::string &from, const std::string &to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// Where the path ends that begins here: at the quote it stands in, else before a blank behind
/// which no part of it follows.
std::size_t pathEnd(std::string_view rest, char before)
{
    constexpr std::string_view kEnds = "\t\n\"',;)";
    if (before == '"' || before == '\'')
        return std::min(rest.find(before), rest.size());
    const auto wordEnd = [&](std::size_t from) {
        return std::min({rest.find_first_of(kEnds, from), rest.find(' ', from), rest.size()});
    };
    std::size_t end = wordEnd(0);
    while (end < rest.size() && rest[end] == ' ') {
        const std::size_t slash = rest.find('/', end);
        if (slash > std::min(rest.find_first_of(kEnds, end), rest.find(": ", end)) ||
            slash == std::string_view::npos || !isWordChar(rest[slash - 1]))
            break;
        end = wordEnd(slash);
    }
    return end;
}

/// Absolute paths, which name the person whose folder it is. The system's own stay.
std::string withoutFolders(std::string text)
{
    for (std::size_t at = 0; (at = text.find('/', at)) != std::string::npos; ++at) {
        const char before = at == 0 ? ' ' : text[at - 1];
        const std::string_view rest = std::string_view(text).substr(at);
        const bool isUrl = std::string_view(text).substr(0, at).ends_with("file://");
        if (isWordChar(before) ||
            (std::string_view("/.)").find(before) != std::string_view::npos && !isUrl) ||
            rest.size() < 2 || (!isWordChar(rest[1]) && rest[1] != '.') ||
            rest.starts_with("/etc/") || rest.starts_with("/dev/"))
            continue;
        text.replace(at, pathEnd(rest, before), "/…");
    }
    return text;
}

std::optional<codec::Value> nested(const std::string &text)
{
    if (text.size() < 2 || (text.front() != '{' && text.front() != '['))
        return {};
    auto parsed = codec::parseJson(text);
    return parsed ? std::optional(std::move(*parsed)) : std::nullopt;
}

} // namespace

void SessionMask::addName(const std::string &name)
{
    const std::string plain = name.substr(0, name.find(kUntil));
    if (!plain.empty() && !m_names.contains(plain))
        m_names[plain] = m_names.empty() ? "key" : "name" + std::to_string(m_names.size());
}

void SessionMask::addNamesIn(const codec::Value &in)
{
    if (const std::string *text = in.asString()) {
        if (const auto inner = nested(*text))
            addNamesIn(*inner);
    } else if (const codec::Array *list = in.asArray()) {
        // ["signerName", from, to]
        const std::string *key = list->empty() ? nullptr : list->front().asString();
        const bool isChange = key != nullptr && list->size() == 3 && *key == "signerName";
        for (const codec::Value &item : *list) {
            if (isChange && &item != &list->front() && item.asString() != nullptr)
                addName(*item.asString());
            addNamesIn(item);
        }
    } else if (const codec::Object *members = in.asObject()) {
        // Everything that trades has a name; a person's own has an address beside it.
        const bool isOwn = in.find("address") != nullptr || in.find("validUntil") != nullptr ||
                           in.find("subAccountUser") != nullptr || in.find("kind") != nullptr;
        for (const auto &[key, item] : *members) {
            const std::string *name = item.asString();
            if (name != nullptr && isOneOf(kNameKeys, key) && (key != "name" || isOwn))
                addName(*name);
            else
                addNamesIn(item);
        }
    }
}

void SessionMask::addVenue(const std::string &url)
{
    const auto from = url.find("://");
    if (from == std::string::npos)
        return;
    const std::string whole = url.substr(from + 3, url.find_first_of("/?#", from + 3) - from - 3);
    const std::string host = whole.substr(whole.rfind('@') + 1);
    const std::string plain = host.substr(0, host.find(':'));
    const auto isOf = [&](const std::string &domain) {
        return plain == domain || plain.ends_with("." + domain);
    };
    // The venue's own and this computer's say nothing about a person; any other name may.
    const bool isKnown = plain.empty() || isOf("hyperliquid.xyz") ||
                         isOf("hyperliquid-testnet.xyz") || plain == "127.0.0.1" ||
                         plain == "localhost";
    if (host.size() < whole.size()) // a user's name, a password
        m_venues["://" + whole] = "://" + (isKnown ? host : std::string("venue.invalid"));
    if (isKnown)
        return;
    // A bare word is no name of a host but where one stands.
    m_venues["://" + plain] = "://venue.invalid";
    m_venues["Host " + plain + " "] = "Host venue.invalid ";
    if (plain.find('.') != std::string::npos)
        m_venues[plain] = "venue.invalid";
}

std::string SessionMask::named(const std::string &name) const
{
    const auto end = std::min(name.find(kUntil), name.size());
    const auto found = m_names.find(name.substr(0, end));
    return found == m_names.end() ? name : found->second + name.substr(end);
}

bool SessionMask::mentions(std::string_view text) const
{
    return std::ranges::any_of(
        m_names, [&](const auto &name) { return text.find(name.first) != std::string_view::npos; });
}

/// Names as words of a sentence, the longest first.
std::string SessionMask::renamed(std::string text) const
{
    std::vector<std::pair<std::string, std::string>> names(m_names.begin(), m_names.end());
    std::ranges::stable_sort(names, std::greater(), [](const auto &n) { return n.first.size(); });
    for (const auto &[from, to] : names) {
        for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
            const std::size_t end = at + from.size();
            const bool isWhole = (at == 0 || !isWordChar(text[at - 1])) &&
                                 (end == text.size() || !isWordChar(text[end]));
            if (isWhole)
                text.replace(at, from.size(), to);
            at += isWhole ? to.size() : 1;
        }
    }
    return text;
}

std::string SessionMask::spoken(std::string text) const
{
    return withoutFolders(renamed(std::move(text)));
}

codec::Value SessionMask::value(std::string_view key, const codec::Value &in)
{
    if (const std::string *text = in.asString()) {
        if (isOneOf(kNameKeys, key))
            return name(*text);
        // Printed again only where it has to be: the venue prints numbers in its own way.
        if (const auto inner = mentions(*text) || text->find('/') != std::string::npos
                                   ? nested(*text)
                                   : std::nullopt)
            return codec::toJson(value(key, *inner));
        return hex(isOneOf(kWordKeys, key) ? spoken(*text) : withoutFolders(*text));
    }
    if (const codec::Array *list = in.asArray()) {
        const std::string *of = list->empty() ? nullptr : list->front().asString();
        const bool isChange = of != nullptr && list->size() == 3 && *of == "signerName";
        codec::Array out;
        for (const codec::Value &item : *list)
            out.push_back(value(isChange && !out.empty() ? std::string_view(*of) : key, item));
        return out;
    }
    if (const codec::Object *members = in.asObject()) {
        codec::Object out;
        for (const auto &[member, item] : *members)
            out.emplace_back(hex(member), value(member, item));
        return out;
    }
    return in;
}

/// The venue's sentences, in JSON inside strings too; all else stays as it was printed.
std::string SessionMask::said(std::string_view in)
{
    std::string out;
    std::string key;
    for (std::size_t at = 0; at < in.size();) {
        const std::size_t from = std::min(in.find('"', at), in.size());
        out += in.substr(at, from - at);
        std::size_t end = from + 1;
        while (end < in.size() && in[end] != '"')
            end += in[end] == '\\' ? 2U : 1U;
        end = std::min(end + 1, in.size());
        const std::string_view literal = in.substr(std::min(from, in.size()), end - from);
        at = end;
        const auto parsed = codec::parseJson(literal);
        const std::string *text = parsed ? parsed->asString() : nullptr;
        const std::size_t next = in.find_first_not_of(" \t\r\n", end);
        const bool isKey = next != std::string_view::npos && in[next] == ':';
        const bool isJson = text != nullptr && nested(*text).has_value();
        if (text == nullptr || isKey || !(mentions(*text) || isJson)) {
            if (isKey && text != nullptr)
                key = *text;
            out += literal;
            continue;
        }
        const bool isSentence = isOneOf(kSaidKeys, key) && text->find(' ') != std::string::npos;
        const std::string masked = isJson ? wire(*text) : isSentence ? renamed(*text) : *text;
        out += masked == *text ? std::string(literal) : codec::toJson(masked);
    }
    return out;
}

std::string SessionMask::wire(std::string_view in)
{
    // A name with quotes is spelt otherwise in JSON.
    const bool mayMention = mentions(in) || in.find('\\') != std::string_view::npos;
    std::string out = hex(mayMention ? said(in) : std::string(in));
    // Markets have names too; those are of agents and accounts.
    const bool hasNames = in.find("validUntil") != std::string_view::npos ||
                          in.find("subAccountUser") != std::string_view::npos;
    for (const auto &[from, to] : m_names) {
        for (const std::string_view key : kNameKeys) {
            if (key == "name" && !hasNames)
                continue;
            const std::string member = '"' + std::string(key) + "\":";
            const std::string quoted = codec::toJson(from);
            const std::string is = codec::toJson(to);
            replaceAll(out, member + quoted, member + is);
            // With its date.
            replaceAll(out, member + quoted.substr(0, quoted.size() - 1) + std::string(kUntil),
                       member + is.substr(0, is.size() - 1) + std::string(kUntil));
        }
    }
    return out;
}

/// Every run of 40 hex digits (an address), and of 64 and more (hashes of a transaction, which lead
/// to an account; packed bytes, which spell addresses), with "0x" or without; longer and shorter
/// ones are the venue's or order ids.
std::string SessionMask::hex(std::string_view in)
{
    std::string out;
    out.reserve(in.size());
    std::size_t at = 0;
    while (at < in.size()) {
        const bool isPrefixed = in[at] == '0' && at + 1 < in.size() && in[at + 1] == 'x';
        const std::size_t from = isPrefixed ? at + 2 : at;
        std::size_t end = from;
        while (end < in.size() && isHexDigit(in[end]))
            ++end;
        const std::size_t digits = end - from;
        if (digits == 0 && !isPrefixed) {
            // Words are passed over whole: hex in the middle of one is none.
            do
                out += in[at++];
            while (at < in.size() && isWordChar(in[at]) && isWordChar(in[at - 1]) &&
                   !in.substr(at).starts_with("0x"));
            continue;
        }
        const bool isWhole = end == in.size() || !isWordChar(in[end]);
        const bool isAddress =
            digits == 40 && (isPrefixed || std::ranges::any_of(in.substr(from, digits),
                                                               [](char c) { return c > '9'; }));
        const std::string_view run = in.substr(from, digits);
        if (const std::size_t last = end + kMiddle.size();
            isPrefixed && digits == 4 && in.substr(end).starts_with(kMiddle) &&
            last + 4 <= in.size() && std::ranges::all_of(in.substr(last, 4), isHexDigit)) {
            out += shortened(run, in.substr(last, 4));
            at = last + 4;
            continue;
        }
        if ((isWhole || isPrefixed) && (isAddress || digits >= 64)) {
            const std::string masked = other("0x" + std::string(run));
            out += isPrefixed ? masked : masked.substr(2);
        } else {
            out += in.substr(at, end - at);
        }
        at = end;
    }
    for (const auto &[from, to] : m_venues)
        replaceAll(out, from, to);
    return out;
}

/// "0x1479…9325" as the address it stands for is told short, where that was met.
std::string SessionMask::shortened(std::string_view head, std::string_view tail)
{
    std::string key = "0x" + std::string(head) + std::string(tail);
    std::ranges::transform(key, key.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto whole = std::ranges::find_if(m_known, [&](const auto &known) {
        return known.first.size() == 42 && known.first.starts_with(key.substr(0, 6)) &&
               known.first.ends_with(key.substr(6));
    });
    const std::string to = whole != m_known.end() ? whole->second : other(key);
    return to.substr(0, 6) + std::string(kMiddle) + to.substr(to.size() - 4);
}

std::string SessionMask::other(std::string_view hex)
{
    std::string key(hex);
    std::ranges::transform(key, key.begin(), [](char c) {
        return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    // Zero is nobody.
    if (key.find_first_not_of("0x") == std::string::npos)
        return key;
    const auto found = m_known.find(key);
    if (found != m_known.end())
        return found->second;
    std::string made = "0x";
    for (std::uint8_t round = 0; made.size() < hex.size(); ++round) {
        std::string seed(m_salt.begin(), m_salt.end());
        seed += static_cast<char>(round);
        seed += key;
        made += toHex(crypto::keccak256(seed));
    }
    made.resize(hex.size());
    return m_known[key] = made;
}

} // namespace hl::engine

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/actions/text_rules.h"

#include "base/hex.h"
#include "codec/json_writer.h"
#include "codec/value.h"
#include "num/normalise.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace hl::actions {
namespace {

bool canonicalDecimal(std::string &text, DecimalSign sign)
{
    std::string out;
    if (!normaliseDecimal(text, sign, out))
        return false;
    text = std::move(out);
    return true;
}

bool isIpV4(std::string_view text)
{
    int parts = 0;
    while (true) {
        const std::size_t dot = text.find('.');
        const std::string_view part = text.substr(0, dot);
        unsigned value = 256;
        const auto r = std::from_chars(part.data(), part.data() + part.size(), value);
        if (part.empty() || part.size() > 3 || r.ec != std::errc() ||
            r.ptr != part.data() + part.size() || value > 255 ||
            (part.size() > 1 && part.front() == '0'))
            return false;
        ++parts;
        if (dot == std::string_view::npos)
            return parts == 4;
        text.remove_prefix(dot + 1);
    }
}

bool isIpV6(std::string_view text)
{
    const std::size_t gap = text.find("::");
    if (gap != std::string_view::npos && text.find("::", gap + 1) != std::string_view::npos)
        return false;
    int groups = 0;
    const auto count = [&groups](std::string_view side) {
        while (!side.empty()) {
            const std::size_t colon = side.find(':');
            const std::string_view group = side.substr(0, colon);
            if (group.find('.') != std::string_view::npos) {
                groups += 2;
                return colon == std::string_view::npos && isIpV4(group);
            }
            if (group.empty() || group.size() > 4 ||
                group.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos)
                return false;
            ++groups;
            if (colon == std::string_view::npos)
                return true;
            side.remove_prefix(colon + 1);
            if (side.empty())
                return false;
        }
        return true;
    };
    if (gap == std::string_view::npos)
        return count(text) && groups == 8;
    return count(text.substr(0, gap)) && count(text.substr(gap + 2)) && groups < 8;
}

bool canonicalChainId(std::string &text)
{
    if (text.size() < 3 || text[0] != '0' || (text[1] != 'x' && text[1] != 'X'))
        return false;
    for (char &c : text)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    if (text.find_first_not_of("0123456789abcdef", 2) != std::string::npos)
        return false;
    const std::size_t first = text.find_first_not_of('0', 2);
    return first != std::string::npos && text.size() - first <= 16;
}

/// The set as {"authorizedUsers":[…],"threshold":n}: compact, addresses in lower case and sorted.
bool canonicalSigners(std::string &text)
{
    const Result<codec::Value> parsed = codec::parseJson(text);
    if (!parsed)
        return false;
    if (parsed->isNull()) {
        text = "null";
        return true;
    }
    const codec::Object *members = parsed->asObject();
    const codec::Value *users = parsed->find("authorizedUsers");
    const codec::Value *threshold = parsed->find("threshold");
    if (!members || members->size() != 2 || !users || !users->asArray() || !threshold ||
        !threshold->asUint())
        return false;
    std::vector<Address> sorted;
    for (const codec::Value &user : *users->asArray()) {
        const std::string *name = user.asString();
        const auto address =
            name ? Address::parse(*name) : Result<Address>(fail(ErrorKind::Parse, ""));
        if (!address)
            return false;
        sorted.push_back(*address);
    }
    if (sorted.empty() || sorted.size() > 10 || *threshold->asUint() < 1 ||
        *threshold->asUint() > sorted.size())
        return false;
    std::sort(sorted.begin(), sorted.end());
    text = "{\"authorizedUsers\":[";
    for (const Address &user : sorted) {
        if (text.back() == '"')
            text.push_back(',');
        text += '"' + user.toString() + '"';
    }
    text += "],\"threshold\":";
    codec::appendJsonUint(*threshold->asUint(), text);
    text.push_back('}');
    return true;
}

} // namespace

std::string_view canonicalise(TextKind kind, std::string &text)
{
    switch (kind) {
    case TextKind::Dec:
        if (!canonicalDecimal(text, DecimalSign::Unsigned))
            return "must be a plain decimal that is not negative";
        return {};
    case TextKind::PositiveDec:
        if (!canonicalDecimal(text, DecimalSign::Unsigned))
            return "must be a plain decimal above zero";
        return text == "0" ? "must be above zero" : std::string_view();
    case TextKind::SignedDec:
        if (!canonicalDecimal(text, DecimalSign::Signed))
            return "must be a plain decimal";
        return {};
    case TextKind::Percent:
        return isPercent(text) ? std::string_view() : "must be a percentage such as 0.01%";
    case TextKind::Ip:
        return isIpV4(text) || isIpV6(text) ? std::string_view()
                                            : "must be an IPv4 or IPv6 address";
    case TextKind::HexData:
        return text.starts_with("0x") && fromHex(text)
                   ? std::string_view()
                   : "must be 0x and an even number of hex digits";
    case TextKind::ChainId:
        if (!canonicalChainId(text))
            return "must be 0x and the hex digits of a chain id";
        return {};
    case TextKind::MaybeAddress:
        if (!text.empty()) {
            const Result<Address> address = Address::parse(text);
            if (!address)
                return "must be empty or an address of 40 hex digits behind 0x";
            text = address->toString();
        }
        return {};
    case TextKind::ClassAmount: {
        constexpr std::string_view kMark = " subaccount:";
        const std::size_t at = text.find(kMark);
        if (at == std::string::npos)
            return canonicalDecimal(text, DecimalSign::Unsigned)
                       ? std::string_view()
                       : "must be a plain decimal that is not negative";
        std::string amount;
        const std::string_view whole = text;
        if (!normaliseDecimal(whole.substr(0, at), DecimalSign::Unsigned, amount) ||
            !Address::parse(whole.substr(at + kMark.size())))
            return "must be a decimal, or a decimal and \" subaccount:\" and an address";
        return {};
    }
    case TextKind::Signers:
        return canonicalSigners(text)
                   ? std::string_view()
                   : "must be null or authorizedUsers (1 to 10 addresses) and a threshold they can "
                     "reach";
    }
    return "is of no known kind";
}

std::uint64_t chainNumber(const ChainId &id)
{
    std::uint64_t value = 0;
    if (id.text.size() > 2)
        std::from_chars(id.text.data() + 2, id.text.data() + id.text.size(), value, 16);
    return value;
}

} // namespace hl::actions

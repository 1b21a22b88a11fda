// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/ids.h"

#include "base/hex.h"

#include <algorithm>

namespace hl {
namespace {

template <class Id>
Result<Id> parseId(std::string_view text, const char *what)
{
    if (text.size() < 2 || text[0] != '0' || (text[1] != 'x' && text[1] != 'X'))
        return fail(ErrorKind::Parse, std::string(what) + " must begin with 0x");
    Id id;
    if (auto parsed = fromHexExact(text, id.bytes); !parsed)
        return fail(ErrorKind::Parse, std::string(what) + " " + parsed.error().detail);
    return id;
}

std::size_t hashBytes(ByteView bytes)
{
    return std::hash<std::string_view>{}(
        {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
}

} // namespace

Result<Address> Address::parse(std::string_view text)
{
    return parseId<Address>(text, "an address");
}

std::string Address::toString() const
{
    return toHex0x(bytes);
}

std::string Address::shortened() const
{
    const std::string text = toString();
    return text.substr(0, 6) + "…" + text.substr(text.size() - 4);
}

bool Address::isZero() const
{
    return std::ranges::all_of(bytes, [](std::uint8_t b) { return b == 0; });
}

Result<Cloid> Cloid::parse(std::string_view text)
{
    return parseId<Cloid>(text, "a cloid");
}

std::string Cloid::toString() const
{
    return toHex0x(bytes);
}

} // namespace hl

std::size_t std::hash<hl::Address>::operator()(const hl::Address &a) const noexcept
{
    return hl::hashBytes(a.bytes);
}

std::size_t std::hash<hl::Cloid>::operator()(const hl::Cloid &c) const noexcept
{
    return hl::hashBytes(c.bytes);
}

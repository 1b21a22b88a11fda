// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/venue_config.h"

#include "crypto/keccak256.h"
#include "crypto/secp256k1.h"

namespace hl::sim {
namespace {

Result<int> number(std::string_view text, const std::string &field)
{
    int value = 0;
    if (text.empty() || text.size() > 6)
        return fail(ErrorKind::Validation, "must be a whole number up to 999999", field);
    for (const char c : text) {
        if (c < '0' || c > '9')
            return fail(ErrorKind::Validation, "must be a whole number up to 999999", field);
        value = value * 10 + (c - '0');
    }
    return value;
}

} // namespace

Result<SimFund> SimFund::parse(std::string_view text)
{
    const std::size_t equals = text.find('=');
    auto address = Address::parse(text.substr(0, equals));
    if (!address)
        return fail(ErrorKind::Validation, "must be 0x and 40 hex digits, optionally =USDC",
                    "fund");
    SimFund fund{*address};
    if (equals != std::string_view::npos) {
        const auto usdc = Decimal::parse(text.substr(equals + 1));
        if (!usdc || usdc->isNegative() || usdc->rounded(6, Rounding::Down) != *usdc ||
            *usdc > Decimal::fromInt(1'000'000'000'000)) {
            return fail(ErrorKind::Validation,
                        "USDC must be a plain number, at most 10^12, with at most six decimals",
                        "fund");
        }
        fund.usdc = *usdc;
    }
    return fund;
}

Result<SimLoadProfile> SimLoadProfile::parse(std::string_view text)
{
    if (text == "light")
        return SimLoadProfile{200, 20, 3, 2};
    if (text == "busy")
        return SimLoadProfile{2000, 200, 8, 20};
    if (text == "heavy")
        return SimLoadProfile{9000, 900, 11, 60};
    SimLoadProfile profile;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(part.size() < text.size() ? part.size() + 1 : part.size());
        const std::size_t equals = part.find('=');
        const std::string key(part.substr(0, equals));
        if (equals == std::string_view::npos)
            return fail(ErrorKind::Validation,
                        "must be light, busy, heavy or fills=N,orders=N,positions=N,rate=N",
                        "load");
        HL_TRY(value, number(part.substr(equals + 1), key));
        if (key == "fills")
            profile.fills = value;
        else if (key == "orders")
            profile.orders = value;
        else if (key == "positions")
            profile.positions = value;
        else if (key == "rate")
            profile.actionsPerSecond = value;
        else
            return fail(ErrorKind::Validation,
                        "has no such part; there are fills, orders, positions and rate", key);
    }
    return profile;
}

SecretBytes practiceKey()
{
    return SecretBytes(crypto::keccak256("touchline practice account"));
}

Address practiceAddress()
{
    static const Address address = [] {
        auto key = crypto::SecretKey::create(practiceKey());
        return key ? key->address() : Address{};
    }();
    return address;
}

Address vectorsAddress()
{
    return Address::parse("0x14791697260e4c9a71f18484c9f997b308e59325").value_or(Address{});
}

} // namespace hl::sim

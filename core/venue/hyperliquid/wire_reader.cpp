// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/wire_reader.h"

#include "num/unit_scan.h"

#include <algorithm>
#include <array>

namespace hl::venue {

namespace {

constexpr int kMaxDepth = 32;
/// Fields whose decimals bound a market's lot.
constexpr std::array<std::string_view, 8> kSizeFields{
    "sz", "origSz", "szi", "v", "maxTradeSzs", "executedSz", "s", "totalSz"};

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

/// Decimals a size needs; float residue ("3495670.8399999999") is not among them.
int decimalsOf(std::string_view text)
{
    const auto value = Decimal::parse(trimmed(text));
    if (!value)
        return 0;
    const Decimal exact = value->normalised();
    if (exact.scale() <= 8)
        return exact.scale();
    const Decimal meant = exact.rounded(6, Rounding::HalfEven);
    const auto off = Decimal::sub(exact, meant);
    return off && off->abs() <= Decimal(1, 9) ? meant.normalised().scale() : 0;
}

MarketKind kindByName(std::string_view coin)
{
    if (coin.starts_with('#'))
        return MarketKind::Outcome;
    if (coin.starts_with('@') || coin.find('/') != std::string_view::npos)
        return MarketKind::Spot;
    return MarketKind::Perp;
}

} // namespace

WireReader::WireReader(const market::InstrumentRegistry &registry, bool infersGrids)
    : m_registry(registry)
    , m_infersGrids(infersGrids)
{}

void WireReader::begin(const JsonValue &root)
{
    m_error.clear();
    m_isUnknownMarket = false;
    m_unreadable = 0;
    if (!m_infersGrids)
        return;
    m_inferred.clear();
    collectGrids(root, {}, 0);
}

void WireReader::collectGrids(const JsonValue &value, std::string_view coin, int depth)
{
    if (depth > kMaxDepth)
        return;
    for (JsonValue::Elements at(value); at; at.next())
        collectGrids(at.value(), coin, depth + 1);
    const bool isCandle = !value.find("T").isAbsent() && !value.find("i").isAbsent();
    if (const auto own = value.find(isCandle ? "s" : "coin").string())
        coin = *own;
    if (!coin.empty() && value.type() == JsonType::Object && !m_inferred.contains(coin))
        m_inferred.emplace(coin, Grid{kindByName(coin), 0});
    for (JsonValue::Members at(value); at; at.next()) {
        collectGrids(at.value(), coin, depth + 1);
        const bool isSize =
            std::find(kSizeFields.begin(), kSizeFields.end(), at.key()) != kSizeFields.end();
        if (coin.empty() || !isSize || (isCandle && at.key() == "s"))
            continue;
        const auto widen = [&](const JsonValue &size) {
            const int decimals = decimalsOf(size.string().value_or(std::string_view{}));
            Grid &grid = m_inferred.find(coin)->second;
            if (decimals > grid.szDecimals)
                grid.szDecimals = static_cast<std::uint8_t>(decimals);
        };
        widen(at.value());
        for (JsonValue::Elements size(at.value()); size; size.next())
            widen(size.value());
    }
}

std::string WireReader::takeError()
{
    std::string error = std::move(m_error);
    m_error.clear();
    m_isUnknownMarket = false;
    return error;
}

void WireReader::problem(std::string_view key, std::string_view what)
{
    if (!m_error.empty())
        return;
    m_error.assign(key);
    m_error += m_error.empty() ? "" : ": ";
    m_error += what;
}

std::string_view WireReader::text(const JsonValue &object, std::string_view key)
{
    const auto value = object.find(key).string();
    if (!value)
        problem(key, "a text is needed");
    return value.value_or(std::string_view{});
}

std::string_view WireReader::textOr(const JsonValue &object, std::string_view key,
                                    std::string_view otherwise)
{
    const JsonValue value = object.find(key);
    if (value.isNone())
        return otherwise;
    const auto string = value.string();
    if (!string)
        problem(key, "a text is needed");
    return string.value_or(otherwise);
}

std::int64_t WireReader::integer(const JsonValue &object, std::string_view key)
{
    const auto value = object.find(key).integer();
    if (!value)
        problem(key, "a whole number is needed");
    return value.value_or(0);
}

std::optional<std::int64_t> WireReader::integerIf(const JsonValue &object, std::string_view key)
{
    const JsonValue value = object.find(key);
    if (value.isNone())
        return std::nullopt;
    const auto number = value.integer();
    if (!number)
        problem(key, "a whole number is needed");
    return number;
}

std::uint64_t WireReader::uinteger(const JsonValue &object, std::string_view key)
{
    const auto value = object.find(key).uinteger();
    if (!value)
        problem(key, "a whole number of at least 0 is needed");
    return value.value_or(0);
}

bool WireReader::boolean(const JsonValue &object, std::string_view key)
{
    const auto value = object.find(key).boolean();
    if (!value)
        problem(key, "true or false is needed");
    return value.value_or(false);
}

std::optional<bool> WireReader::booleanIf(const JsonValue &object, std::string_view key)
{
    const JsonValue value = object.find(key);
    if (value.isNone())
        return std::nullopt;
    const auto truth = value.boolean();
    if (!truth)
        problem(key, "true or false is needed");
    return truth;
}

Decimal WireReader::decimalOf(const JsonValue &value, std::string_view key)
{
    if (const auto text = value.string()) {
        Decimal quick;
        if (Decimal::parseShort(*text, quick))
            return quick;
        auto parsed = Decimal::parse(trimmed(*text));
        if (parsed)
            return *parsed;
        problem(key, "\"" + std::string(text->substr(0, 40)) + "\" " + parsed.error().detail);
        return {};
    }
    if (const auto number = value.integer())
        return Decimal::fromInt(*number);
    problem(key, "a decimal number as text is needed");
    return {};
}

Decimal WireReader::decimal(const JsonValue &object, std::string_view key)
{
    return decimalOf(object.find(key), key);
}

std::optional<Decimal> WireReader::decimalIf(const JsonValue &object, std::string_view key)
{
    const JsonValue value = object.find(key);
    if (value.isNone())
        return std::nullopt;
    return decimalOf(value, key);
}

Address WireReader::address(const JsonValue &object, std::string_view key)
{
    const auto parsed = Address::parse(text(object, key));
    if (!parsed)
        problem(key, parsed.error().detail);
    return parsed.value_or(Address{});
}

std::optional<Address> WireReader::addressIf(const JsonValue &object, std::string_view key)
{
    if (object.find(key).isNone())
        return std::nullopt;
    return address(object, key);
}

std::optional<Cloid> WireReader::cloidIf(const JsonValue &object, std::string_view key)
{
    if (object.find(key).isNone())
        return std::nullopt;
    const auto parsed = Cloid::parse(text(object, key));
    if (!parsed)
        problem(key, parsed.error().detail);
    return parsed.value_or(Cloid{});
}

model::Side WireReader::side(const JsonValue &object, std::string_view key)
{
    const std::string_view value = text(object, key);
    if (value != "B" && value != "A")
        problem(key, "\"B\" or \"A\" is needed");
    return value == "A" ? model::Side::Sell : model::Side::Buy;
}

Px WireReader::px(const JsonValue &object, std::string_view key, Grid grid)
{
    const auto value = object.find(key).string();
    if (!value) {
        problem(key, "a decimal number as text is needed");
        return {};
    }
    const auto parsed = parsePx(*value, grid);
    if (!parsed)
        problem(key, parsed.error().detail);
    return parsed.value_or(Px{});
}

Sz WireReader::sz(const JsonValue &object, std::string_view key, Grid grid)
{
    const auto value = object.find(key).string();
    if (!value) {
        problem(key, "a decimal number as text is needed");
        return {};
    }
    const auto parsed = parseSz(*value, grid);
    if (!parsed)
        problem(key, parsed.error().detail);
    return parsed.value_or(Sz{});
}

Sz WireReader::szWithResidue(const JsonValue &object, std::string_view key, Grid grid)
{
    if (const auto text = object.find(key).string()) { // nearly always on its lot
        const char *at = text->data();
        const char *const end = at + text->size();
        Sz exact;
        if (scanUnits(at, end, grid.szDecimals, exact.lots) == UnitScan::Done && at == end)
            return exact;
    }
    const Decimal exact = decimal(object, key);
    const Decimal lot = exact.rounded(grid.szDecimals, Rounding::HalfEven);
    const auto off = Decimal::sub(exact, lot);
    // A millionth of a lot is far above what a double loses and far below what anybody trades.
    if (!off || off->abs() > Decimal(1, std::min(grid.szDecimals + 6, Decimal::kMaxScale)))
        problem(key, "\"" + exact.toString() + "\" is not on this market's lot");
    const auto size = toSz(lot, grid);
    if (!size)
        problem(key, size.error().detail);
    return size.value_or(Sz{});
}

JsonValue WireReader::array(const JsonValue &object, std::string_view key)
{
    const JsonValue value = object.find(key);
    if (value.type() != JsonType::Array)
        problem(key, "a list is needed");
    return value;
}

JsonValue WireReader::object(const JsonValue &object, std::string_view key)
{
    const JsonValue value = object.find(key);
    if (value.type() != JsonType::Object)
        problem(key, "an object is needed");
    return value;
}

const Grid *WireReader::gridOf(std::string_view coin) const
{
    if (const market::Instrument *instrument = m_registry.find(coin))
        return &instrument->grid;
    if (!m_infersGrids)
        return nullptr;
    const auto at = m_inferred.find(coin);
    return at == m_inferred.end() ? nullptr : &at->second;
}

void WireReader::coin(const JsonValue &object, std::string_view key, std::string &coin, Grid &grid)
{
    const std::string_view name = text(object, key);
    coin.assign(name);
    if (!ok())
        return;
    if (const Grid *found = gridOf(name)) {
        grid = *found;
    } else {
        problem(key, "\"" + std::string(name.substr(0, 40)) + "\" is not a known market");
        m_isUnknownMarket = true;
    }
}

} // namespace hl::venue

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "codec/value.h"
#include "num/decimal.h"

#include <string_view>

/// Shared by the source files of MoneyDesk.
namespace hl::engine {

constexpr TimeMs kMoneyDay = 86'400'000;

/// A figure of a row of the ledger; zero where it has none of that name.
inline Decimal figureOf(const codec::Value &delta, std::string_view name)
{
    const auto text = delta.string(name);
    return text ? Decimal::parse(*text).value_or(Decimal()) : Decimal();
}

} // namespace hl::engine

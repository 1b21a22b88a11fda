// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "num/decimal.h"
#include "num/grid.h"

#include <QString>

#include <optional>
#include <string_view>

/// Figures as people read them. No binary floating point anywhere; thousands are grouped with
/// commas ("110,143", the only commas the price field takes back); negative figures carry U+2212,
/// which is as wide as a digit. Wire text comes from num, never from here.
namespace hl::ui::fmt {

inline constexpr char16_t kMinus = u'\u2212';
/// Stands where there is no figure.
QString none();

/// Decimals of the valid step at this price, so that neighbours in a column align.
int pxDecimals(Px px, Grid grid);
/// With those decimals; more where the price is off the step (averages), never rounded.
QString pxText(Px px, Grid grid);
/// With exactly `decimals` decimals where the price allows, else exact.
QString pxText(Px px, Grid grid, int decimals);

/// To the lot, all szDecimals printed; "0" for nothing. Signed.
QString szText(Sz sz, Grid grid);
/// At most `maxDecimals` decimals, half-even; what would print as zero and is not prints "<0.001".
QString szShort(Sz sz, Grid grid, int maxDecimals = 3);
/// Without trailing zeros, exact: for sentences ("buy 0.05 at 110,143").
QString szPlain(Sz sz, Grid grid);

/// Exactly `decimals` decimals, half-even; "<0.01" where it would print as zero and is not.
QString money(const Decimal &value, int decimals = 2);
/// With "+" or "−"; zero has no sign.
QString signedMoney(const Decimal &value, int decimals = 2);
/// Exact, grouped, without trailing zeros; at most `maxDecimals` (half-even) where given.
QString decimalText(const Decimal &value, std::optional<int> maxDecimals = std::nullopt);
/// A price that need not lie on the grid (mark, oracle, entry): about as precise as a valid price
/// of that size, five significant figures or whole units.
QString priceText(const Decimal &value, Grid grid);
/// 2.91 B, 31.4 M, 812.0 k.
QString compact(const Decimal &value);
/// A fraction as percent: 0.0184 → "+1.84 %".
QString signedPercent(const Decimal &fraction, int decimals = 2);
QString percent(const Decimal &fraction, int decimals = 2);

/// "0.4 s", "12 s", "3 min", "2 h"; "–" for a time never set (0).
QString ageText(std::int64_t nowMonoNs, std::int64_t thenMonoNs);
QString durationText(std::int64_t ns);
/// Local time of day, with and without milliseconds.
QString timeText(TimeMs time);
QString timeTextMs(TimeMs time);
QString dateTimeText(TimeMs time);
/// "12:41" or "1:02:09".
QString countdownText(std::int64_t seconds);
/// "0x5b1e…90a1".
QString shortId(std::string_view id);

QString fromUtf8(std::string_view text);

} // namespace hl::ui::fmt

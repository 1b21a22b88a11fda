// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/formatters.h"

#include "num/tick_rule.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace hl::ui::fmt {

namespace {

/// "-1234.50" → "−1,234.50".
QString grouped(std::string_view plain)
{
    QString out;
    out.reserve(static_cast<int>(plain.size()) + 8);
    if (!plain.empty() && plain.front() == '-') {
        out.append(QChar(kMinus));
        plain.remove_prefix(1);
    }
    const auto whole = std::min(plain.find('.'), plain.size());
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0)
            out.append(u',');
        out.append(QLatin1Char(plain[i]));
    }
    return out;
}

QString belowSmallest(int decimals, bool negative)
{
    QString out = negative ? QStringLiteral(">") + QChar(kMinus) : QStringLiteral("<");
    if (decimals <= 0)
        return out + u'1';
    out += QStringLiteral("0.");
    for (int i = 1; i < decimals; ++i)
        out += u'0';
    return out + u'1';
}

QString fixedText(const Decimal &value, int decimals)
{
    const Decimal shown = value.rounded(decimals, Rounding::HalfEven);
    if (shown.isZero() && !value.isZero())
        return belowSmallest(decimals, value.isNegative());
    return grouped(value.toFixed(decimals));
}

QString withSign(const Decimal &value, const QString &text)
{
    return value.sign() > 0 && text != u"0" ? u'+' + text : text;
}

int neededDecimals(const Decimal &value)
{
    return std::max(0, value.normalised().scale());
}

/// Digits before the point.
int wholeDigits(const Decimal &value)
{
    const std::string text = value.abs().toString();
    const auto dot = std::min(text.find('.'), text.size());
    return dot == 1 && text.front() == '0' ? 0 : static_cast<int>(dot);
}

} // namespace

QString none()
{
    return QStringLiteral("–");
}

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

int pxDecimals(Px px, Grid grid)
{
    int decimals = grid.pxDecimals();
    if (px.ticks <= 0)
        return decimals;
    for (std::int64_t tick = tickAt(px, grid); tick >= 10 && decimals > 0; tick /= 10)
        --decimals;
    return decimals;
}

QString pxText(Px px, Grid grid)
{
    return pxText(px, grid, pxDecimals(px, grid));
}

QString pxText(Px px, Grid grid, int decimals)
{
    const Decimal value = toDecimal(px, grid);
    return grouped(value.toFixed(std::max(decimals, neededDecimals(value))));
}

QString szText(Sz sz, Grid grid)
{
    if (sz.lots == 0)
        return QStringLiteral("0");
    return grouped(toDecimal(sz, grid).toFixed(grid.szDecimals));
}

QString szShort(Sz sz, Grid grid, int maxDecimals)
{
    if (sz.lots == 0)
        return QStringLiteral("0");
    return fixedText(toDecimal(sz, grid), std::min<int>(grid.szDecimals, maxDecimals));
}

QString szPlain(Sz sz, Grid grid)
{
    return grouped(hl::szText(sz, grid));
}

QString money(const Decimal &value, int decimals)
{
    return fixedText(value, decimals);
}

QString signedMoney(const Decimal &value, int decimals)
{
    return withSign(value, fixedText(value, decimals));
}

QString decimalText(const Decimal &value, std::optional<int> maxDecimals)
{
    if (!maxDecimals || neededDecimals(value) <= *maxDecimals)
        return grouped(value.toString());
    return fixedText(value, *maxDecimals);
}

QString priceText(const Decimal &value, Grid grid)
{
    if (value.isZero())
        return QStringLiteral("0");
    int decimals = grid.pxDecimals();
    if (const int digits = wholeDigits(value); digits > 0)
        decimals = std::clamp(5 - digits, 0, decimals);
    return fixedText(value, decimals);
}

QString compact(const Decimal &value)
{
    struct Unit
    {
        int power;
        const char16_t *suffix;
    };
    static constexpr std::array units{Unit{12, u" T"}, Unit{9, u" B"}, Unit{6, u" M"},
                                      Unit{3, u" k"}};
    const int digits = wholeDigits(value);
    for (const auto &unit : units) {
        if (digits > unit.power) {
            Decimal divisor = Decimal::fromInt(1);
            for (int i = 0; i < unit.power; ++i)
                divisor = divisor * Decimal::fromInt(10);
            const int decimals = digits - unit.power >= 3 ? 1 : 2;
            const auto quotient = Decimal::div(value, divisor, decimals, Rounding::HalfEven);
            if (quotient)
                return grouped(quotient->toFixed(decimals)) + QString::fromUtf16(unit.suffix);
        }
    }
    return fixedText(value, 2);
}

QString percent(const Decimal &fraction, int decimals)
{
    return fixedText(fraction * Decimal::fromInt(100), decimals) + QStringLiteral(" %");
}

QString signedPercent(const Decimal &fraction, int decimals)
{
    return withSign(fraction, percent(fraction, decimals));
}

QString durationText(std::int64_t ns)
{
    const std::int64_t tenths = std::max<std::int64_t>(ns, 0) / 100'000'000;
    if (tenths < 100)
        return QStringLiteral("%1.%2 s").arg(tenths / 10).arg(tenths % 10);
    const std::int64_t seconds = tenths / 10;
    if (seconds < 120)
        return QStringLiteral("%1 s").arg(seconds);
    if (seconds < 7200)
        return QStringLiteral("%1 min").arg(seconds / 60);
    if (seconds < 48 * 3600)
        return QStringLiteral("%1 h").arg(seconds / 3600);
    return QStringLiteral("%1 d").arg(seconds / 86'400);
}

QString ageText(std::int64_t nowMonoNs, std::int64_t thenMonoNs)
{
    return thenMonoNs == 0 ? none() : durationText(nowMonoNs - thenMonoNs);
}

QString timeText(TimeMs time)
{
    return time == 0 ? none() : QDateTime::fromMSecsSinceEpoch(time).toString(u"HH:mm:ss");
}

QString timeTextMs(TimeMs time)
{
    return time == 0 ? none() : QDateTime::fromMSecsSinceEpoch(time).toString(u"HH:mm:ss.zzz");
}

QString dateTimeText(TimeMs time)
{
    return time == 0 ? none()
                     : QDateTime::fromMSecsSinceEpoch(time).toString(u"yyyy-MM-dd HH:mm:ss");
}

QString countdownText(std::int64_t seconds)
{
    seconds = std::max<std::int64_t>(seconds, 0);
    const QLatin1Char zero('0');
    if (seconds < 3600)
        return QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, zero);
    return QStringLiteral("%1:%2:%3")
        .arg(seconds / 3600)
        .arg(seconds / 60 % 60, 2, 10, zero)
        .arg(seconds % 60, 2, 10, zero);
}

QString shortId(std::string_view id)
{
    const QString text = fromUtf8(id);
    return text.size() <= 12 ? text : text.left(6) + QChar(u'…') + text.right(4);
}

} // namespace hl::ui::fmt

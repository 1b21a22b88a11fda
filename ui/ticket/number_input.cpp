// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/number_input.h"

#include "num/tick_rule.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace hl::ui {

namespace {

struct NumberInput
{
    Q_DECLARE_TR_FUNCTIONS(hl::ui::NumberInput)
};

tl::unexpected<Error> refuse(const QString &sentence, const std::string &field)
{
    return fail(ErrorKind::Validation, sentence.toStdString(), field);
}

Result<Decimal> shifted(const Decimal &mantissa, int exponent)
{
    const int scale = mantissa.scale() - exponent;
    if (scale > Decimal::kMaxScale) // finer than a number here can be
        return mantissa.isZero() ? Result<Decimal>(Decimal())
                                 : fail(ErrorKind::Validation, "has too many digits");
    if (scale >= 0)
        return Decimal(mantissa.coefficient(), scale);
    Decimal factor = Decimal::fromInt(1);
    for (int i = 0; i < -scale; ++i) {
        HL_TRY(next, Decimal::mul(factor, Decimal::fromInt(10)));
        factor = next;
    }
    return Decimal::mul(Decimal(mantissa.coefficient(), 0), factor);
}

Rounding awayFromTaking(model::Side side)
{
    return side == model::Side::Buy ? Rounding::Down : Rounding::Up;
}

} // namespace

std::optional<Decimal> PriceReference::mid() const
{
    if (!bid || !ask)
        return std::nullopt;
    const auto half = Decimal::mul(toDecimal(*bid, grid) + toDecimal(*ask, grid), Decimal(5, 1));
    return half ? std::optional(*half) : std::nullopt;
}

std::optional<Px> steppedPx(const Decimal &from, int steps, Grid grid)
{
    const auto near = validNeighbours(from, grid);
    if (!near)
        return std::nullopt;
    const bool isExact = near->first == near->second;
    const Px start = steps > 0 ? near->second : near->first;
    return stepPx(start, isExact ? steps : steps - (steps > 0 ? 1 : -1), grid);
}

Result<Decimal> parseTyped(const QString &typed, const std::string &field)
{
    static const QRegularExpression grouped(
        QStringLiteral(R"(^-?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?$)"));
    static const QRegularExpression plain(
        QStringLiteral(R"(^(-?(?:[0-9]+\.?[0-9]*|\.[0-9]+))(?:[eE]([+-]?[0-9]{1,3}))?$)"));
    QString text = typed.trimmed();
    text.replace(QChar(u'\u2212'), QLatin1Char('-'));
    if (text.isEmpty())
        return refuse(NumberInput::tr("is empty"), field);
    if (text.contains(QLatin1Char(','))) {
        if (!grouped.match(text).hasMatch())
            return refuse(
                NumberInput::tr("“%1” is not clear: a comma only separates thousands (1,500), the "
                                "decimal sign is a point (1.5)")
                    .arg(typed.trimmed()),
                field);
        text.remove(QLatin1Char(','));
    }
    const auto match = plain.match(text);
    if (!match.hasMatch())
        return refuse(NumberInput::tr("“%1” is not a number").arg(typed.trimmed()), field);
    QString mantissa = match.captured(1);
    if (mantissa.startsWith(QLatin1Char('.')))
        mantissa.prepend(QLatin1Char('0'));
    mantissa.replace(QLatin1String("-."), QLatin1String("-0."));
    if (mantissa.endsWith(QLatin1Char('.')))
        mantissa.chop(1);
    auto value = Decimal::parse(mantissa.toStdString());
    if (value && !match.captured(2).isEmpty())
        value = shifted(value->normalised(), match.captured(2).toInt());
    if (!value)
        return refuse(NumberInput::tr("“%1” has too many digits").arg(typed.trimmed()), field);
    return *value;
}

Result<Decimal> parsePriceText(const QString &typed, const PriceReference &reference,
                               const std::string &field)
{
    static const QRegularExpression form(QStringLiteral(
        R"(^([bam]|[0-9][0-9.,]*)?\s*(?:([+-])\s*([0-9]+(?:\.[0-9]+)?)\s*([t%]))?$)"));
    QString text = typed.trimmed().toLower();
    text.replace(QChar(u'\u2212'), QLatin1Char('-'));
    const auto match = form.match(text);
    if (text.isEmpty() || !match.hasMatch())
        return parseTyped(typed, field);
    const QString base = match.captured(1);
    const QString step = match.captured(3);
    const bool isWord = base.size() == 1 && base.front().isLetter();
    if (!isWord && step.isEmpty())
        return parseTyped(typed, field);

    std::optional<Decimal> from;
    if (base == QLatin1String("m")) {
        from = reference.mid();
    } else if (isWord || base.isEmpty()) {
        const auto px = base.isEmpty()               ? reference.ownBest()
                        : base == QLatin1String("b") ? reference.bid
                                                     : reference.ask;
        if (px)
            from = toDecimal(*px, reference.grid);
    } else {
        HL_TRY(value, parseTyped(base, field));
        from = value;
    }
    if (!from)
        return refuse(
            NumberInput::tr("“%1” needs a best price, and the book has none").arg(typed.trimmed()),
            field);

    const Rounding rounding = awayFromTaking(reference.side);
    if (match.captured(4) == QLatin1String("%")) {
        HL_TRY(percent, Decimal::parse(step.toStdString()));
        const Decimal share(percent.coefficient(), std::min(percent.scale() + 2, 36));
        const Decimal factor = match.captured(2) == QLatin1String("-")
                                   ? Decimal::fromInt(1) - share
                                   : Decimal::fromInt(1) + share;
        HL_TRY(moved, Decimal::mul(*from, factor));
        from = moved;
    }
    HL_TRY(px, nearestValidPx(*from, reference.grid, rounding));
    if (match.captured(4) == QLatin1String("t")) {
        bool isWhole = false;
        const qlonglong ticks = step.toLongLong(&isWhole);
        if (!isWhole || ticks > 100'000)
            return refuse(NumberInput::tr("“%1” is not a number of ticks").arg(step), field);
        px = stepPx(px, match.captured(2) == QLatin1String("-") ? -ticks : ticks, reference.grid);
    }
    return toDecimal(px, reference.grid);
}

} // namespace hl::ui

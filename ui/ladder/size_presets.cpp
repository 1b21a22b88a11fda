// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/size_presets.h"

#include "model/ticket_validator.h"
#include "ui/common/formatters.h"

#include <QCoreApplication>

namespace hl::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(hl::ui::SizePresets)
};

Sz floorToLot(const Decimal &coins, Grid grid)
{
    const auto sz = toSz(coins.rounded(grid.szDecimals, Rounding::Down), grid);
    return sz ? *sz : Sz{};
}

} // namespace

SizePresets defaultPresets()
{
    return {SizePreset{PresetUnit::Quote, Decimal::fromInt(50)},
            SizePreset{PresetUnit::Quote, Decimal::fromInt(100)},
            SizePreset{PresetUnit::Quote, Decimal::fromInt(500)},
            SizePreset{PresetUnit::Quote, Decimal::fromInt(1000)},
            SizePreset{PresetUnit::Percent, Decimal::fromInt(10)}};
}

QString presetText(const SizePreset &preset)
{
    const QString amount = QString::fromStdString(preset.amount.toString());
    switch (preset.unit) {
    case PresetUnit::Coin:
        return amount;
    case PresetUnit::Quote:
        return amount + QStringLiteral(" $");
    case PresetUnit::Percent:
        return amount + QStringLiteral(" %");
    }
    return amount;
}

std::optional<SizePreset> parsePreset(const QString &text)
{
    QString figure = text.trimmed();
    SizePreset preset{PresetUnit::Coin, {}};
    if (figure.endsWith(u'%'))
        preset.unit = PresetUnit::Percent;
    else if (figure.endsWith(u'$'))
        preset.unit = PresetUnit::Quote;
    if (preset.unit != PresetUnit::Coin)
        figure.chop(1);
    const auto amount = Decimal::parse(figure.trimmed().toStdString());
    if (!amount || amount->sign() <= 0 ||
        (preset.unit == PresetUnit::Percent && *amount > Decimal::fromInt(100)))
        return std::nullopt;
    preset.amount = *amount;
    return preset;
}

std::optional<Decimal> valueOf(Sz sz, const PresetFacts &facts)
{
    if (!facts.px)
        return std::nullopt;
    const auto value = Decimal::mul(toDecimal(sz, facts.grid), *facts.px);
    return value ? std::optional(*value) : std::nullopt;
}

QString belowMinimum(Sz sz, const PresetFacts &facts)
{
    const auto value = valueOf(sz, facts);
    if (!value || *value >= Decimal::fromInt(model::kMinOrderValue))
        return {};
    return Words::tr("worth %1, the venue's minimum is %2")
        .arg(fmt::money(*value), QString::number(model::kMinOrderValue));
}

PresetSize presetSize(const SizePreset &preset, const PresetFacts &facts)
{
    PresetSize out;
    const auto fromValue = [&](const Decimal &value) {
        const auto coins = Decimal::div(value, *facts.px, facts.grid.szDecimals, Rounding::Down);
        return coins ? floorToLot(*coins, facts.grid) : Sz{};
    };
    if (preset.unit != PresetUnit::Coin && (!facts.px || facts.px->sign() <= 0)) {
        out.problem = Words::tr("no price yet");
        return out;
    }
    switch (preset.unit) {
    case PresetUnit::Coin:
        out.sz = floorToLot(preset.amount, facts.grid);
        break;
    case PresetUnit::Quote:
        out.sz = fromValue(preset.amount);
        break;
    case PresetUnit::Percent: {
        if (preset.amount == Decimal::fromInt(100)) {
            if (!facts.largest) {
                out.problem = Words::tr("what may be traded here is not known yet");
                return out;
            }
            out.sz = *facts.largest;
            break;
        }
        if (!facts.equity) {
            out.problem = Words::tr("the account is not known yet");
            return out;
        }
        out.sz = fromValue(*facts.equity * preset.amount * Decimal(1, 2));
        break;
    }
    }
    out.value = valueOf(out.sz, facts);
    if (out.sz.lots <= 0)
        out.problem = Words::tr("less than one lot");
    else
        out.problem = belowMinimum(out.sz, facts);
    return out;
}

} // namespace hl::ui

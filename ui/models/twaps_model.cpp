// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/twaps_model.h"

#include "ui/common/formatters.h"
#include "ui/models/cell_text.h"

#include <algorithm>

namespace hl::ui {

namespace {

std::optional<Decimal> averageOf(const model::Twap &twap)
{
    if (twap.executedSz.lots <= 0)
        return std::nullopt;
    const auto px = Decimal::div(twap.executedNtl, toDecimal(twap.executedSz, twap.grid),
                                 twap.grid.pxDecimals(), Rounding::HalfEven);
    return px ? std::optional(*px) : std::nullopt;
}

QString stateText(const model::Twap &twap)
{
    switch (twap.phase) {
    case model::TwapPhase::Running:
        return TwapsModel::tr("Running, %1 %")
            .arg(twap.sz.lots > 0
                     ? static_cast<qint64>(Int128{twap.executedSz.lots} * 100 / twap.sz.lots)
                     : 0);
    case model::TwapPhase::Finished:
        return TwapsModel::tr("Finished");
    case model::TwapPhase::Stopped:
        return TwapsModel::tr("Stopped");
    case model::TwapPhase::Failed:
        return TwapsModel::tr("Failed · %1").arg(QString::fromStdString(twap.reason));
    case model::TwapPhase::Other:
        return QString::fromStdString(twap.reason); // as the venue says it
    case model::TwapPhase::Gone:
        return TwapsModel::tr("Ended");
    }
    return {};
}

} // namespace

TwapsModel::TwapsModel(QObject *parent) : KeyedModel(parent)
{
    setColumns({
        {"time", tr("Time"), false, true, "20:21:43.812"},
        {"market", tr("Market"), false, false, "HYPE/USDC @107"},
        {"side", tr("Side"), false, false, "sell"},
        {"size", tr("Size"), true, true, "100.0500"},
        {"executed", tr("Executed"), true, true, "100.0500"},
        {"average", tr("Average"), true, true, "110,143.5"},
        {"minutes", tr("Minutes"), true, true, "1440"},
        {"kind", tr("Kind"), false, false, "Reduce, randomised"},
        {"state", tr("State"), false, false, "Running, 100 %", false, true, true},
        {"actions", QString(), true, false, "stop"},
    });
}

void TwapsModel::setInstruments(const engine::InstrumentListPtr &list)
{
    m_names.setInstruments(list);
    std::vector<int> all(rows().size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<int>(i);
    editRows(all, [this](TwapRow &row) {
        row.market = m_names.label(row.twap.coin);
        return ColumnRange{Market, Market};
    });
}

void TwapsModel::setTwaps(const std::vector<model::Twap> &twaps)
{
    std::vector<TwapRow> rows;
    rows.reserve(twaps.size());
    for (const model::Twap &twap : twaps)
        rows.push_back({twap, m_names.label(twap.coin)});
    reconcile(std::move(rows));
}

int TwapsModel::runningCount() const
{
    return static_cast<int>(std::count_if(rows().begin(), rows().end(), [](const TwapRow &row) {
        return !model::hasEnded(row.twap.phase);
    }));
}

SortValue TwapsModel::sortValue(int row, int column) const
{
    const model::Twap &t = twapAt(row);
    switch (column) {
    case Time:
        return static_cast<std::int64_t>(t.startedAt);
    case Market:
        return std::string_view(t.coin);
    case Side:
        return static_cast<std::int64_t>(t.side);
    case Size:
        return toDecimal(t.sz, t.grid);
    case Executed:
        return toDecimal(t.executedSz, t.grid);
    case Average:
        return averageOf(t) ? SortValue(*averageOf(t)) : SortValue();
    case Minutes:
        return static_cast<std::int64_t>(t.minutes);
    case Kind:
        return static_cast<std::int64_t>((t.reduceOnly ? 2 : 0) + (t.randomise ? 1 : 0));
    case State:
        return static_cast<std::int64_t>(t.phase);
    default:
        return {};
    }
}

QString TwapsModel::text(int row, int column) const
{
    const model::Twap &t = twapAt(row);
    switch (column) {
    case Time:
        return fmt::timeTextMs(t.startedAt);
    case Market:
        return rowAt(row).market;
    case Side:
        return cell::side(t.side);
    case Size:
        return fmt::szText(t.sz, t.grid);
    case Executed:
        return fmt::szText(t.executedSz, t.grid);
    case Average:
        return averageOf(t) ? fmt::priceText(*averageOf(t), t.grid) : fmt::none();
    case Minutes:
        return QString::number(t.minutes);
    case Kind:
        if (t.reduceOnly)
            return t.randomise ? tr("Reduce, randomised") : tr("Reduce");
        return t.randomise ? tr("Randomised") : QString();
    case State:
        return stateText(t);
    case Actions:
        return model::hasEnded(t.phase) ? QString() : tr("stop");
    default:
        return {};
    }
}

QString TwapsModel::exactText(int row, int column) const
{
    const model::Twap &t = twapAt(row);
    switch (column) {
    case Time:
        return cell::isoTime(t.startedAt);
    case Market:
        return QString::fromStdString(t.coin);
    case Size:
        return QString::fromStdString(szText(t.sz, t.grid));
    case Executed:
        return QString::fromStdString(szText(t.executedSz, t.grid));
    case Average:
        return cell::exact(averageOf(t));
    case Actions:
        return {};
    default:
        return text(row, column);
    }
}

Tone TwapsModel::tone(int row, int column) const
{
    const model::Twap &t = twapAt(row);
    if (column == Side)
        return t.side == model::Side::Buy ? Tone::Bid : Tone::Ask;
    if (column == State)
        return t.phase == model::TwapPhase::Failed ? Tone::Ask
               : model::hasEnded(t.phase)          ? Tone::TextDim
                                                   : Tone::Own;
    return column == Time ? Tone::TextDim : Tone::Text;
}

QString TwapsModel::toolTip(int row, int column) const
{
    const model::Twap &t = twapAt(row);
    if (column == Time)
        return cell::isoTime(t.startedAt);
    if (column == State && t.phase == model::TwapPhase::Gone)
        return tr("TWAP %1: the venue does not list it any more, and has not said how it ended")
            .arg(t.id);
    return column == State ? tr("TWAP %1").arg(t.id) : QString();
}

QVariant TwapsModel::key(int row) const
{
    return QVariant::fromValue<qulonglong>(twapAt(row).id);
}

} // namespace hl::ui

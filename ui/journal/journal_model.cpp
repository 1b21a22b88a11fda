// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/journal/journal_model.h"

#include "ui/common/formatters.h"
#include "ui/models/cell_text.h"

namespace hl::ui {

namespace {

QString kindText(const std::string &kind)
{
    if (kind == journal_kind::kIntent)
        return JournalModel::tr("Intent");
    if (kind == journal_kind::kSigning)
        return JournalModel::tr("Recorded");
    if (kind == journal_kind::kWiped)
        return JournalModel::tr("Not sent");
    if (kind == journal_kind::kSent)
        return JournalModel::tr("Sent");
    if (kind == journal_kind::kAnswer)
        return JournalModel::tr("Answer");
    if (kind == journal_kind::kOutcome)
        return JournalModel::tr("Outcome");
    if (kind == journal_kind::kFill)
        return JournalModel::tr("Fill");
    if (kind == journal_kind::kEnded)
        return JournalModel::tr("Ended");
    if (kind == journal_kind::kSetting)
        return JournalModel::tr("Setting");
    return QString::fromStdString(kind);
}

} // namespace

JournalModel::JournalModel(QObject *parent) : NewestFirst(parent)
{
    setColumns({
        {"seq", tr("Row"), true, true, "1,000,000"},
        {"time", tr("Time"), false, true, "20:21:43.812"},
        {"kind", tr("Kind"), false, false, "Recorded"},
        {"words", tr("What"), false, false, "Buy 0.0500 BTC at 110,143 Gtc", false, false, true},
        {"state", tr("State"), false, false, "no answer, late"},
        {"nonce", tr("Nonce"), true, true, "1764534103812"},
        {"intent", tr("Request"), true, true, "1764534103812", true},
    });
}

void JournalModel::take(const engine::JournalBatch &batch)
{
    if (batch.isSnapshot)
        clear();
    add(batch.rows);
}

SortValue JournalModel::sortValue(int row, int column) const
{
    const engine::JournalRow &r = rowAt(row);
    switch (column) {
    case Seq:
        return static_cast<std::int64_t>(r.seq);
    case Time:
        return static_cast<std::int64_t>(r.time);
    case Kind:
        return std::string_view(r.kind);
    case Words:
        return std::string_view(r.words);
    case State:
        return std::string_view(r.state);
    case NonceColumn:
        return r.nonce ? SortValue(static_cast<std::int64_t>(*r.nonce)) : SortValue();
    case Request:
        return static_cast<std::int64_t>(r.intent);
    default:
        return {};
    }
}

QString JournalModel::text(int row, int column) const
{
    const engine::JournalRow &r = rowAt(row);
    switch (column) {
    case Seq:
        return QString::number(r.seq);
    case Time:
        return fmt::timeTextMs(r.time);
    case Kind:
        return kindText(r.kind);
    case Words:
        return QString::fromStdString(r.words);
    case State:
        return QString::fromStdString(r.state);
    case NonceColumn:
        return r.nonce ? QString::number(*r.nonce) : QString();
    case Request:
        return QString::number(r.intent);
    default:
        return {};
    }
}

QString JournalModel::exactText(int row, int column) const
{
    return column == Time ? cell::isoTime(rowAt(row).time) : text(row, column);
}

Tone JournalModel::tone(int row, int column) const
{
    const engine::JournalRow &r = rowAt(row);
    if (column == Words)
        return Tone::Text;
    if (column == State && r.state.starts_with("no answer"))
        return Tone::Unknown;
    if (column == State && r.state.starts_with("rejected"))
        return Tone::Ask;
    if (column == Kind || column == State)
        return r.kind == journal_kind::kIntent || r.kind == journal_kind::kFill ? Tone::Text
                                                                                : Tone::TextDim;
    return Tone::TextDim;
}

QString JournalModel::toolTip(int row, int column) const
{
    switch (column) {
    case Time:
        return cell::isoTime(rowAt(row).time);
    case Words:
        return QString::fromStdString(rowAt(row).words);
    default:
        return {};
    }
}

QVariant JournalModel::key(int row) const
{
    return QVariant::fromValue<qulonglong>(rowAt(row).seq);
}

} // namespace hl::ui

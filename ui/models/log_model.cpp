// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/log_model.h"

#include "ui/common/formatters.h"
#include "ui/models/cell_text.h"

namespace hl::ui {

LogModel::LogModel(QObject *parent) : NewestFirst(parent)
{
    setColumns({
        {"time", tr("Time"), false, true, "20:21:43.812"},
        {"level", tr("Level"), false, false, "Warning"},
        {"topic", tr("Topic"), false, false, "connection"},
        {"text", tr("Text"), false, false, "Text", false, false, true},
    });
}

void LogModel::add(const engine::Notice &notice)
{
    NewestFirst::add(std::initializer_list<engine::Notice>{notice});
}

SortValue LogModel::sortValue(int row, int column) const
{
    const engine::Notice &n = noticeAt(row);
    switch (column) {
    case Time:
        return static_cast<std::int64_t>(n.time);
    case Level:
        return static_cast<std::int64_t>(n.level);
    case Topic:
        return std::string_view(n.topic);
    case Text:
        return std::string_view(n.text);
    default:
        return {};
    }
}

QString LogModel::text(int row, int column) const
{
    const engine::Notice &n = noticeAt(row);
    switch (column) {
    case Time:
        return fmt::timeTextMs(n.time);
    case Level:
        switch (n.level) {
        case engine::NoticeLevel::Info:
            return tr("Info");
        case engine::NoticeLevel::Success:
            return tr("Done");
        case engine::NoticeLevel::Warning:
            return tr("Warning");
        case engine::NoticeLevel::Error:
            return tr("Error");
        }
        return {};
    case Topic:
        return QString::fromStdString(n.topic);
    case Text:
        return QString::fromStdString(n.text);
    default:
        return {};
    }
}

QString LogModel::exactText(int row, int column) const
{
    return column == Time ? cell::isoTime(noticeAt(row).time) : text(row, column);
}

Tone LogModel::tone(int row, int column) const
{
    if (column == Text)
        return Tone::Text;
    if (column == Level && noticeAt(row).level == engine::NoticeLevel::Error)
        return Tone::Ask;
    return column == Level ? Tone::Text : Tone::TextDim;
}

QString LogModel::toolTip(int row, int column) const
{
    return column == Text ? QString::fromStdString(noticeAt(row).text) : QString();
}

QVariant LogModel::key(int row) const
{
    return QVariant::fromValue<qulonglong>(total() - static_cast<std::uint64_t>(row));
}

} // namespace hl::ui

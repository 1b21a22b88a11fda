// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/events.h"
#include "ui/models/newest_first.h"

namespace hl::ui {

/// Every notice since the start.
class LogModel final : public NewestFirst<engine::Notice>
{
    Q_OBJECT

public:
    enum Column { Time, Level, Topic, Text };

    explicit LogModel(QObject *parent = nullptr);

    void add(const engine::Notice &notice);

    const engine::Notice &noticeAt(int row) const { return rowAt(row); }
    SortValue sortValue(int row, int column) const override;

protected:
    QString text(int row, int column) const override;
    QString exactText(int row, int column) const override;
    Tone tone(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant key(int row) const override;
};

} // namespace hl::ui

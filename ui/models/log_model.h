// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/events.h"
#include "ui/models/table_model.h"

#include <deque>

namespace hl::ui {

/// Every notice since the start, newest first; the oldest go when there are kMax.
class LogModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column { Time, Level, Topic, Text };
    static constexpr std::size_t kMax = 5000;

    explicit LogModel(QObject *parent = nullptr);

    void add(const engine::Notice &notice);

    int rowCount(const QModelIndex &parent = {}) const override;
    const engine::Notice &noticeAt(int row) const;
    SortValue sortValue(int row, int column) const override;

protected:
    QString text(int row, int column) const override;
    QString exactText(int row, int column) const override;
    Tone tone(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant key(int row) const override;

private:
    std::deque<engine::Notice> m_notices; ///< newest first
    std::uint64_t m_serial = 0;           ///< of the newest
};

} // namespace hl::ui

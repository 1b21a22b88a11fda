// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/journal.h"
#include "ui/models/table_model.h"

#include <deque>

namespace hl::ui {

/// The newest rows of the journal, newest first; the oldest go when there are kMax. All of them are
/// in the file.
class JournalModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column { Seq, Time, Kind, Words, State, NonceColumn, Request };
    static constexpr std::size_t kMax = 5000;

    explicit JournalModel(QObject *parent = nullptr);

    void add(const engine::JournalBatch &batch);

    int rowCount(const QModelIndex &parent = {}) const override;
    const engine::JournalRow &rowAt(int row) const;
    SortValue sortValue(int row, int column) const override;

protected:
    QString text(int row, int column) const override;
    QString exactText(int row, int column) const override;
    Tone tone(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant key(int row) const override;

private:
    std::deque<engine::JournalRow> m_rows; ///< newest first
};

} // namespace hl::ui

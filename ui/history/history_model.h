// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/history.h"
#include "num/decimal.h"
#include "ui/models/table_model.h"

#include <vector>

namespace hl::ui {

/// Rows of the profile's copy of the account's past, newest first, in the venue's own figures.
class HistoryModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column { Time, Coin, What, Px, Sz, Amount, Token, Fee, Id };

    explicit HistoryModel(QObject *parent = nullptr);

    void clear();
    void append(const std::vector<engine::HistoryRow> &rows);

    int rowCount(const QModelIndex &parent = {}) const override;
    const engine::HistoryRow &rowAt(int row) const;
    SortValue sortValue(int row, int column) const override;

protected:
    QString text(int row, int column) const override;
    QString exactText(int row, int column) const override;
    Tone tone(int row, int column) const override;
    QVariant key(int row) const override;

private:
    static const std::string &field(const engine::HistoryRow &row, int column);

    std::vector<engine::HistoryRow> m_rows;
};

} // namespace hl::ui

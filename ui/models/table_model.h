// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "num/decimal.h"
#include "ui/common/theme.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

namespace hl::ui {

/// What a column sorts by: exact, never the text that is shown. Blank sorts last both ways.
using SortValue = std::variant<std::monostate, std::int64_t, Decimal, std::string_view>;

/// How a column is named, aligned and wide.
struct ColumnSpec
{
    const char *id;          ///< stable: saved layouts and the CSV header
    QString title;           ///< shown, translated
    bool isNumber = false;   ///< right-aligned, tabular digits
    bool isMono = false;     ///< tabular digits, left-aligned (times, ids)
    const char *sample = ""; ///< widest usual text; gives the column its width
    bool isOptional = false; ///< hidden until chosen
    bool isStrong = false;   ///< semi-bold
    /// Takes the width that is left, down to its heading.
    bool isElastic = false;
    /// Makes room, hidden, where the elastic column would become narrower than its sample.
    bool canYield = false;
};

/// The base of every table of the window. GUI thread. Subclasses say what a cell is; the roles
/// are served here, in one place.
class TableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1, ///< qlonglong, hl::Decimal or QString; invalid where blank
        KeyRole,                     ///< names the row whatever its place
        ToneRole,                    ///< int of Tone
        ExactRole,                   ///< as copied and exported: every digit, no grouping
        FirstOwnRole,                ///< a model's own roles start here
    };

    using QAbstractTableModel::QAbstractTableModel;

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final;

    const std::vector<ColumnSpec> &columns() const { return m_columns; }

    virtual SortValue sortValue(int row, int column) const = 0;
    /// The row is marked as a whole (an Unknown order): its tone, or Text.
    virtual Tone rowTone(int) const { return Tone::Text; }

protected:
    void setColumns(std::vector<ColumnSpec> columns) { m_columns = std::move(columns); }

    virtual QString text(int row, int column) const = 0;
    virtual QString exactText(int row, int column) const;
    virtual Tone tone(int, int) const { return Tone::Text; }
    virtual QString toolTip(int, int) const { return {}; }
    virtual QVariant key(int row) const = 0;
    virtual QVariant ownData(int, int, int) const { return {}; }

private:
    std::vector<ColumnSpec> m_columns;
};

/// −1, 0, 1 for two values of one column; blanks compare equal.
int compareSortValues(const SortValue &a, const SortValue &b);

} // namespace hl::ui

Q_DECLARE_METATYPE(hl::Decimal)

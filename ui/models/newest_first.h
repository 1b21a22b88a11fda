// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/models/table_model.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>

namespace hl::ui {

/// A table of things that happened: the newest first, the oldest go when there are kMax. The rows
/// are values; GUI thread.
template <class Row>
class NewestFirst : public TableModel
{
public:
    static constexpr std::size_t kMax = 5000;

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    const Row &rowAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    void clear()
    {
        if (m_rows.empty())
            return;
        beginRemoveRows({}, 0, rowCount() - 1);
        m_rows.clear();
        endRemoveRows();
    }

    /// Oldest first.
    template <class Rows>
    void add(const Rows &rows)
    {
        const std::size_t fresh = std::min(kMax, rows.size());
        if (fresh == 0)
            return;
        const std::size_t keep = std::min(m_rows.size(), kMax - fresh);
        if (keep < m_rows.size()) {
            beginRemoveRows({}, static_cast<int>(keep), rowCount() - 1);
            m_rows.resize(keep);
            endRemoveRows();
        }
        beginInsertRows({}, 0, static_cast<int>(fresh) - 1);
        for (auto it = std::prev(rows.end(), static_cast<std::ptrdiff_t>(fresh)); it != rows.end();
             ++it)
            m_rows.push_front(*it);
        m_total += rows.size();
        endInsertRows();
    }

protected:
    using TableModel::TableModel;

    /// Ever added: names a row whatever its place.
    std::uint64_t total() const { return m_total; }

private:
    std::deque<Row> m_rows;
    std::uint64_t m_total = 0;
};

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/models/table_model.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace hl::ui {

/// Columns of a row that differ, inclusive; first > last: none.
struct ColumnRange
{
    int first = 0;
    int last = -1;

    bool isEmpty() const { return first > last; }
    void include(int column)
    {
        first = isEmpty() ? column : std::min(first, column);
        last = std::max(last, column);
    }
    void include(const ColumnRange &other)
    {
        if (!other.isEmpty()) {
            include(other.first);
            include(other.last);
        }
    }
};

/// Rows that are values named by a key. New rows go to the end; changes are told in the smallest
/// ranges, or in one range where more than half of the rows changed; nothing is ever reset.
template <class Row, class Key>
class KeyedModel : public TableModel
{
public:
    using TableModel::TableModel;

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    const Row &rowAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    const std::vector<Row> &rows() const { return m_rows; }

    /// −1 where there is none.
    int rowOf(const Key &key) const
    {
        const auto it = m_rowOf.find(key);
        return it == m_rowOf.end() ? -1 : it->second;
    }

protected:
    virtual Key keyOf(const Row &row) const = 0;
    /// What of a row looks different. The whole row where a model does not care.
    virtual ColumnRange changedColumns(const Row &, const Row &) const
    {
        return {0, columnCount() - 1};
    }

    void upsert(std::vector<Row> incoming)
    {
        std::vector<std::pair<int, ColumnRange>> changed;
        std::vector<Row> fresh;
        std::unordered_map<Key, std::size_t> freshAt;
        for (Row &row : incoming) {
            const Key key = keyOf(row);
            if (const int at = rowOf(key); at >= 0) {
                Row &old = m_rows[static_cast<std::size_t>(at)];
                const ColumnRange range = changedColumns(old, row);
                old = std::move(row);
                if (!range.isEmpty())
                    changed.emplace_back(at, range);
            } else if (const auto it = freshAt.find(key); it != freshAt.end()) {
                fresh[it->second] = std::move(row);
            } else {
                freshAt.emplace(key, fresh.size());
                fresh.push_back(std::move(row));
            }
        }
        tellChanged(std::move(changed));
        append(std::move(fresh));
    }

    /// Changes rows in place. `edit` gives the columns that changed.
    void editRows(const std::vector<int> &rows, const std::function<ColumnRange(Row &)> &edit)
    {
        std::vector<std::pair<int, ColumnRange>> changed;
        for (const int at : rows) {
            const ColumnRange range = edit(m_rows[static_cast<std::size_t>(at)]);
            if (!range.isEmpty())
                changed.emplace_back(at, range);
        }
        tellChanged(std::move(changed));
    }

    void removeIf(const std::function<bool(const Row &)> &isGone)
    {
        for (int end = rowCount(); end > 0;) {
            if (!isGone(m_rows[static_cast<std::size_t>(end - 1)])) {
                --end;
                continue;
            }
            int begin = end - 1;
            while (begin > 0 && isGone(m_rows[static_cast<std::size_t>(begin - 1)]))
                --begin;
            beginRemoveRows({}, begin, end - 1);
            for (int i = begin; i < end; ++i)
                m_rowOf.erase(keyOf(m_rows[static_cast<std::size_t>(i)]));
            m_rows.erase(m_rows.begin() + begin, m_rows.begin() + end);
            for (int i = begin; i < rowCount(); ++i)
                m_rowOf[keyOf(m_rows[static_cast<std::size_t>(i)])] = i;
            endRemoveRows();
            end = begin;
        }
    }

    /// The rows become exactly these: what is missing goes, what is known keeps its place.
    void reconcile(std::vector<Row> rows)
    {
        std::unordered_set<Key> kept;
        for (const Row &row : rows)
            kept.insert(keyOf(row));
        removeIf([&](const Row &row) { return !kept.contains(keyOf(row)); });
        upsert(std::move(rows));
    }

private:
    void append(std::vector<Row> fresh)
    {
        if (fresh.empty())
            return;
        const int first = rowCount();
        beginInsertRows({}, first, first + static_cast<int>(fresh.size()) - 1);
        for (Row &row : fresh) {
            m_rowOf.emplace(keyOf(row), rowCount());
            m_rows.push_back(std::move(row));
        }
        endInsertRows();
    }

    void tellChanged(std::vector<std::pair<int, ColumnRange>> changed)
    {
        if (changed.empty())
            return;
        if (changed.size() * 2 > m_rows.size()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
            return;
        }
        std::sort(changed.begin(), changed.end(),
                  [](const auto &a, const auto &b) { return a.first < b.first; });
        for (std::size_t i = 0; i < changed.size();) {
            const int top = changed[i].first;
            int bottom = top;
            ColumnRange range = changed[i].second;
            for (++i; i < changed.size() && changed[i].first <= bottom + 1; ++i) {
                bottom = changed[i].first;
                range.include(changed[i].second);
            }
            Q_EMIT dataChanged(index(top, range.first), index(bottom, range.last));
        }
    }

    std::vector<Row> m_rows;
    std::unordered_map<Key, int> m_rowOf;
};

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_frame.h"

#include <QFontMetricsF>

#include <algorithm>

namespace hl::ui {

namespace {

constexpr int kPad = kLadderPad;

} // namespace

LadderView::Columns LadderView::columns() const
{
    const int width = viewport()->width();
    const double digit = std::max(1.0, m_digits.advance());
    const double small = std::max(1.0, m_small.advance());
    int chars = 7;
    if (const auto &book = m_rows.book(); book && !book->asks.empty())
        chars = std::max<int>(
            chars, static_cast<int>(m_texts.price(book->asks.front().px, book->grid).size()));
    const int price = static_cast<int>(digit * chars) + 2 * kPad + 6;
    int own = static_cast<int>(digit * 7) + 12;
    int traded = static_cast<int>(small * 7) + kPad + 4;
    int sizes = (width - price - 2 * own - traded) / 2;
    const int wanted = static_cast<int>(digit * 8) + kPad + 2;
    if (sizes < wanted) {
        // What gives way first is what is read least.
        own = std::max(own - (wanted - sizes), static_cast<int>(digit * 6) + 6);
        sizes = (width - price - 2 * own - traded) / 2;
    }
    if (sizes < wanted) {
        traded = std::max(traded - 2 * (wanted - sizes), static_cast<int>(small * 5) + kPad);
        sizes = (width - price - 2 * own - traded) / 2;
    }
    Columns c;
    c.x[0] = 0;
    c.x[1] = own;
    c.x[2] = c.x[1] + sizes;
    c.x[3] = c.x[2] + price;
    c.x[4] = c.x[3] + sizes;
    c.x[5] = c.x[4] + own;
    c.x[6] = width;
    return c;
}

int LadderView::headerHeight() const
{
    return Theme::instance().denseRowHeight() + 2;
}

int LadderView::visibleRows() const
{
    return std::max(1,
                    (viewport()->height() - headerHeight()) / Theme::instance().denseRowHeight());
}

std::optional<std::int64_t> LadderView::rowAt(int y) const
{
    if (y < headerHeight() || y >= viewport()->height())
        return std::nullopt;
    const std::int64_t row = m_topRow - (y - headerHeight()) / Theme::instance().denseRowHeight();
    return row >= 1 ? std::optional(row) : std::nullopt;
}

LadderColumn LadderView::columnAt(int x) const
{
    const Columns c = columns();
    for (int i = 0; i < 6; ++i) {
        if (x >= c.x[i] && x < c.x[i + 1])
            return static_cast<LadderColumn>(i);
    }
    return LadderColumn::None;
}

QRect LadderView::cellRect(std::int64_t row, LadderColumn column) const
{
    if (column == LadderColumn::None)
        return {};
    const Columns c = columns();
    const auto i = static_cast<std::size_t>(column);
    const int height = Theme::instance().denseRowHeight();
    const int y = headerHeight() + static_cast<int>(m_topRow - row) * height;
    return {c.x[i], y, c.x[i + 1] - c.x[i], height};
}

QSize LadderView::minimumSizeHint() const
{
    return {
        static_cast<int>(
            QFontMetricsF(Theme::instance().font(FontRole::Digits)).horizontalAdvance(u'0') * 38),
        headerHeight() + 8 * Theme::instance().denseRowHeight()};
}

QSize LadderView::sizeHint() const
{
    return {
        static_cast<int>(
            QFontMetricsF(Theme::instance().font(FontRole::Digits)).horizontalAdvance(u'0') * 50),
        headerHeight() + 24 * Theme::instance().denseRowHeight()};
}

} // namespace hl::ui

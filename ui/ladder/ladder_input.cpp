// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/formatters.h"
#include "ui/ladder/ladder_view.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cstdlib>

namespace hl::ui {

using model::Side;

namespace {

constexpr std::int64_t kFlashNs = 300'000'000;
constexpr std::int64_t kClickNs = 1'000'000'000; // L11
constexpr int kClickSlack = 4;                   // L11
constexpr int kWheelRows = 3;                    // L9
constexpr int kWheelNotch = 120;

} // namespace

// --- pointer

void LadderView::setHover(std::optional<QPoint> pos)
{
    const auto rowOf = [this](const std::optional<QPoint> &p) {
        return p ? rowAt(p->y()) : std::nullopt;
    };
    const bool sameCell = rowOf(pos) == rowOf(m_hover) && pos.has_value() == m_hover.has_value() &&
                          (!pos || columnAt(pos->x()) == columnAt(m_hover->x()));
    m_hover = pos;
    if (sameCell && pos)
        return;
    QString text;
    bool refused = false;
    if (const auto row = rowOf(pos))
        text = hoverText(*row, columnAt(pos->x()), refused);
    viewport()->setCursor(refused ? Qt::ForbiddenCursor : Qt::ArrowCursor);
    viewport()->update();
    Q_EMIT hoverTextChanged(text, refused);
}

QString LadderView::hoverText(std::int64_t row, LadderColumn column, bool &refused) const
{
    refused = false;
    const auto &scale = m_rows.scale();
    if (m_hover) {
        if (const OwnCell *own = ownUnder(*m_hover))
            return tr("right click cancels your %1 at %2")
                .arg(fmt::szPlain(own->sz, scale.grid()),
                     fmt::pxText(scale.pxAt(own->row), scale.grid()));
    }
    const auto side = sideAt(row, column);
    if (!side)
        return {};
    if (!m_live) {
        refused = true;
        return m_reason;
    }
    const QString px = fmt::pxText(scale.pxAt(row), scale.grid());
    const auto touch = *side == Side::Buy ? m_rows.bestBidRow() : m_rows.bestAskRow();
    QString where;
    if (touch) {
        const std::int64_t away = *side == Side::Buy ? *touch - row : row - *touch;
        if (away == 0)
            where = tr("at the touch");
        else if (away > 0)
            where = tr("%n row(s) behind the touch", nullptr, static_cast<int>(away));
        else
            where = tr("%n row(s) better than the touch", nullptr, static_cast<int>(-away));
    }
    return *side == Side::Buy ? tr("ticket: buy at %1 · %2").arg(px, where)
                              : tr("ticket: sell at %1 · %2").arg(px, where);
}

std::optional<Side> LadderView::sideAt(std::int64_t row, LadderColumn column) const
{
    switch (column) {
    case LadderColumn::OwnBuys:
    case LadderColumn::Bids:
        return Side::Buy;
    case LadderColumn::Asks:
    case LadderColumn::OwnSells:
        return Side::Sell;
    case LadderColumn::Price:
    case LadderColumn::Traded: {
        const auto ask = m_rows.bestAskRow();
        const auto mid = m_rows.midRow();
        if (!mid)
            return Side::Buy;
        return (ask && row >= *ask) || row > *mid ? Side::Sell : Side::Buy;
    }
    case LadderColumn::None:
        break;
    }
    return std::nullopt;
}

const OwnCell *LadderView::ownUnder(const QPoint &pos) const
{
    const auto row = rowAt(pos.y());
    if (!row)
        return nullptr;
    switch (columnAt(pos.x())) {
    case LadderColumn::OwnBuys:
        return m_rows.ownAt(*row, Side::Buy);
    case LadderColumn::OwnSells:
        return m_rows.ownAt(*row, Side::Sell);
    default:
        return nullptr;
    }
}

void LadderView::mousePressEvent(QMouseEvent *event)
{
    const QPoint pos = event->position().toPoint();
    const auto row = rowAt(pos.y());
    m_press.reset();
    if (event->button() == Qt::MiddleButton) {
        centre();
        return;
    }
    if (!row)
        return;
    if (event->button() == Qt::RightButton) {
        if (const OwnCell *own = ownUnder(pos))
            cancelOwn(*own);
        return;
    }
    if (event->button() != Qt::LeftButton)
        return;
    m_press =
        Press{*row, columnAt(pos.x()), m_rows.scale().pxAt(*row), pos, m_state.clock().monoNs()};
}

void LadderView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_press)
        return;
    const Press press = *m_press;
    m_press.reset();
    const QPoint pos = event->position().toPoint();
    const auto row = rowAt(pos.y());
    const bool sameCell = row == press.row && columnAt(pos.x()) == press.column &&
                          (pos - press.pos).manhattanLength() <= kClickSlack &&
                          m_state.clock().monoNs() - press.monoNs <= kClickNs;
    // L11: the row must still stand for the price that was pressed.
    if (!sameCell || m_rows.scale().pxAt(press.row) != press.px) {
        flash(press.row);
        return;
    }
    if (const auto side = sideAt(press.row, press.column))
        fillTicket(press.row, *side);
}

void LadderView::fillTicket(std::int64_t row, Side side)
{
    if (!m_live) {
        flash(row);
        m_state.raiseNotice(engine::NoticeLevel::Warning,
                            tr("%1: the book is not live, so its prices cannot be used. %2")
                                .arg(fmt::fromUtf8(m_coin), m_reason),
                            QStringLiteral("ladder"));
        return;
    }
    const Px px = m_rows.scale().pxAt(row);
    if (px.ticks > 0)
        m_state.requestTicket(m_coin, side, px);
}

void LadderView::cancelOwn(const OwnCell &cell)
{
    const auto keys = cell.keys;
    if (keys.size() == 1)
        m_state.engine().cancelOrder(m_state.nextRequest(), keys.front());
    else if (!keys.empty())
        m_state.engine().cancelOrders(m_state.nextRequest(), keys);
}

void LadderView::cancelNearest()
{
    const OwnCell *nearest = nullptr;
    std::int64_t best = INT64_MAX;
    for (const auto &cell : m_rows.own()) {
        const auto touch = cell.side == Side::Buy ? m_rows.bestBidRow() : m_rows.bestAskRow();
        const std::int64_t away = std::llabs(touch.value_or(m_topRow) - cell.row);
        if (!cell.isTrigger && away < best) {
            best = away;
            nearest = &cell;
        }
    }
    if (nearest)
        cancelOwn(*nearest);
}

void LadderView::flash(std::int64_t row)
{
    m_flashRow = row;
    m_flashUntilNs = m_state.clock().monoNs() + kFlashNs;
    viewport()->update();
}

void LadderView::mouseMoveEvent(QMouseEvent *event)
{
    setHover(event->position().toPoint());
}

void LadderView::leaveEvent(QEvent *event)
{
    setHover(std::nullopt);
    QAbstractScrollArea::leaveEvent(event);
}

bool LadderView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        setHover(std::nullopt);
    return QAbstractScrollArea::viewportEvent(event);
}

void LadderView::wheelEvent(QWheelEvent *event)
{
    m_wheelRest += event->angleDelta().y();
    const int notches = m_wheelRest / kWheelNotch;
    m_wheelRest -= notches * kWheelNotch;
    event->accept();
    if (notches == 0)
        return;
    if (event->modifiers().testFlag(Qt::ControlModifier))
        stepGroup(notches > 0 ? -1 : 1);
    else
        scrollRows(static_cast<std::int64_t>(notches) * kWheelRows);
}

void LadderView::scrollRows(std::int64_t rows)
{
    m_topRow = std::max<std::int64_t>(m_topRow + rows, visibleRows());
    m_press.reset();
    viewport()->update();
}

// --- keyboard

void LadderView::keyPressEvent(QKeyEvent *event)
{
    const auto plain = event->modifiers() & ~Qt::KeypadModifier;
    const auto cursorOrMid = [this] { return m_cursor ? m_cursor : m_rows.midRow(); };
    if (plain == Qt::NoModifier) {
        switch (event->key()) {
        case Qt::Key_Space:
            centre();
            return;
        case Qt::Key_Up:
            moveCursor(1);
            return;
        case Qt::Key_Down:
            moveCursor(-1);
            return;
        case Qt::Key_PageUp:
            moveCursor(visibleRows() / 2);
            return;
        case Qt::Key_PageDown:
            moveCursor(-visibleRows() / 2);
            return;
        case Qt::Key_M:
            m_cursor = m_rows.midRow();
            moveCursor(0);
            return;
        default:
            break;
        }
        if (event->isAutoRepeat()) // L13: whatever acts, acts once a press
            return QAbstractScrollArea::keyPressEvent(event);
        switch (event->key()) {
        case Qt::Key_B:
        case Qt::Key_S:
            if (const auto row = cursorOrMid())
                fillTicket(*row, event->key() == Qt::Key_B ? Side::Buy : Side::Sell);
            return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (const auto row = cursorOrMid())
                fillTicket(*row, *sideAt(*row, LadderColumn::Price));
            return;
        case Qt::Key_X:
            cancelNearest();
            return;
        default:
            break;
        }
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void LadderView::moveCursor(std::int64_t rows)
{
    const auto from = m_cursor ? m_cursor : m_rows.midRow();
    if (!from)
        return;
    m_cursor = std::max<std::int64_t>(1, *from + (m_cursor ? rows : 0));
    // The cursor stays in sight.
    const std::int64_t lowest = m_topRow - visibleRows() + 1;
    if (*m_cursor > m_topRow)
        m_topRow = *m_cursor;
    else if (*m_cursor < lowest)
        m_topRow += *m_cursor - lowest;
    announceCursor();
    viewport()->update();
}

void LadderView::announceCursor()
{
    if (!m_cursor)
        return;
    const Grid grid = m_rows.scale().grid();
    QString text = fmt::pxText(m_rows.scale().pxAt(*m_cursor), grid);
    if (const auto *bid = m_rows.bidAt(*m_cursor))
        text += tr(", bid %1").arg(fmt::szPlain(bid->sz, grid));
    if (const auto *ask = m_rows.askAt(*m_cursor))
        text += tr(", ask %1").arg(fmt::szPlain(ask->sz, grid));
    for (const auto side : {Side::Buy, Side::Sell}) {
        if (const auto *own = m_rows.ownAt(*m_cursor, side))
            text += side == Side::Buy ? tr(", your buy %1").arg(fmt::szPlain(own->sz, grid))
                                      : tr(", your sell %1").arg(fmt::szPlain(own->sz, grid));
    }
    setAccessibleDescription(text);
    if (QAccessible::isActive()) {
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
}

void LadderView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void LadderView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace hl::ui

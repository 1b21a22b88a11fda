// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/formatters.h"
#include "ui/ladder/ladder_tip.h"
#include "ui/ladder/ladder_view.h"

#include <QAccessible>
#include <QKeyEvent>

#include <algorithm>

namespace hl::ui {

using model::Side;

/// Where a cursor key would go; a held one goes on.
bool LadderView::moveByKey(LadderKey key)
{
    switch (key) {
    case LadderKey::Up:
        moveCursor(1);
        return true;
    case LadderKey::Down:
        moveCursor(-1);
        return true;
    case LadderKey::PageUp:
        moveCursor(visibleRows() / 2);
        return true;
    case LadderKey::PageDown:
        moveCursor(-visibleRows() / 2);
        return true;
    default:
        return false;
    }
}

void LadderView::keyPressEvent(QKeyEvent *event)
{
    m_desk.noteInput();
    if (event->key() == Qt::Key_Control || event->key() == Qt::Key_Shift) {
        setHover(m_hover,
                 event->modifiers() |
                     (event->key() == Qt::Key_Control ? Qt::ControlModifier : Qt::ShiftModifier));
        return QAbstractScrollArea::keyPressEvent(event);
    }
    if (event->key() == Qt::Key_Escape && !event->isAutoRepeat()) {
        // The drag first, then the arming (L13); a menu has taken the key before.
        m_tip->hide();
        const bool wasHolding = m_desk.holding().has_value();
        m_desk.endHold();
        if (m_drag)
            abortDrag();
        else if (armState() != ArmState::Off)
            m_desk.disarm();
        else if (!wasHolding)
            QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const auto key = m_desk.hub().keys().find(*event);
    if (!key)
        return QAbstractScrollArea::keyPressEvent(event);
    if (moveByKey(*key) || event->isAutoRepeat())
        return; // whatever acts, acts once a press (L13)
    m_desk.setInputDown(true);
    act(*key);
}

void LadderView::keyReleaseEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Control || event->key() == Qt::Key_Shift)
        setHover(m_hover, event->modifiers());
    if (!event->isAutoRepeat()) {
        m_desk.setInputDown(false);
        m_desk.endHold();
    }
    QAbstractScrollArea::keyReleaseEvent(event);
}

void LadderView::act(LadderKey key)
{
    const auto row = m_cursor ? m_cursor : m_rows.midRow();
    const auto at = [&](Side side) {
        if (!row)
            return;
        if (armState() != ArmState::Off && !isCursorVisible()) {
            moveCursor(0); // at a price nobody sees nothing is sent
            return;
        }
        if (armState() == ArmState::Off)
            fillTicket(*row, side);
        else if (!m_desk.perform(m_desk.plain(side, m_rows.scale().pxAt(*row))))
            flash(*row);
    };
    const auto number = [key](LadderKey first) {
        return static_cast<std::size_t>(key) - static_cast<std::size_t>(first);
    };
    switch (key) {
    case LadderKey::Centre:
        return centre();
    case LadderKey::ToMid:
        m_cursor = m_rows.midRow();
        return moveCursor(0);
    case LadderKey::Preset1:
    case LadderKey::Preset2:
    case LadderKey::Preset3:
    case LadderKey::Preset4:
    case LadderKey::Preset5:
        return m_desk.choosePreset(number(LadderKey::Preset1));
    case LadderKey::Add1:
    case LadderKey::Add2:
    case LadderKey::Add3:
    case LadderKey::Add4:
    case LadderKey::Add5:
        return m_desk.addPreset(number(LadderKey::Add1));
    case LadderKey::SizePosition:
        return m_desk.sizeToPosition();
    case LadderKey::LotUp:
        return m_desk.stepLots(1);
    case LadderKey::LotDown:
        return m_desk.stepLots(-1);
    case LadderKey::Arm:
        return m_desk.toggleArm();
    case LadderKey::Buy:
        return at(Side::Buy);
    case LadderKey::Sell:
        return at(Side::Sell);
    case LadderKey::JoinBid:
    case LadderKey::ImproveBid:
        m_desk.perform(m_desk.join(Side::Buy, key == LadderKey::ImproveBid ? 1 : 0));
        return;
    case LadderKey::JoinAsk:
    case LadderKey::ImproveAsk:
        m_desk.perform(m_desk.join(Side::Sell, key == LadderKey::ImproveAsk ? 1 : 0));
        return;
    case LadderKey::TakeBuy:
    case LadderKey::TakeSell:
        m_desk.perform(m_desk.takeMarket(key == LadderKey::TakeBuy ? Side::Buy : Side::Sell));
        return;
    case LadderKey::CancelNearest:
        return cancelNearest();
    case LadderKey::CancelEntries:
        return m_desk.cancelEntries();
    case LadderKey::Flatten:
        return m_desk.beginHold(HoldAct::Flatten);
    case LadderKey::Reverse:
        return m_desk.beginHold(HoldAct::Reverse);
    case LadderKey::Trim:
        return m_desk.mover().surplus().trim(m_coin);
    case LadderKey::FillTicket:
        if (row)
            fillTicket(*row, *sideAt(*row, LadderColumn::Price));
        return;
    default:
        return;
    }
}

void LadderView::moveCursor(std::int64_t rows)
{
    const auto from = m_cursor ? m_cursor : m_rows.midRow();
    if (!from)
        return;
    m_cursor = std::max<std::int64_t>(1, *from + (m_cursor ? rows : 0));
    // The cursor stays in sight.
    const std::int64_t top = m_topRow;
    const std::int64_t lowest = m_topRow - visibleRows() + 1;
    if (*m_cursor > m_topRow)
        m_topRow = *m_cursor;
    else if (*m_cursor < lowest)
        m_topRow += *m_cursor - lowest;
    if (m_topRow != top)
        rowsMoved();
    announceCursor();
    viewport()->update();
}

QString LadderView::cellWords(std::int64_t row, LadderColumn column) const
{
    const Grid grid = m_rows.scale().grid();
    switch (column) {
    case LadderColumn::Price:
        return fmt::pxText(m_rows.scale().pxAt(row), grid);
    case LadderColumn::Bids:
    case LadderColumn::Asks: {
        const bool isBid = column == LadderColumn::Bids;
        const LadderCell *cell = isBid ? m_rows.bidAt(row) : m_rows.askAt(row);
        if (!cell)
            return {};
        const QString size = fmt::szPlain(cell->sz, grid);
        return isBid ? tr("bid %1").arg(size) : tr("ask %1").arg(size);
    }
    case LadderColumn::OwnBuys:
    case LadderColumn::OwnSells: {
        const Side side = column == LadderColumn::OwnBuys ? Side::Buy : Side::Sell;
        const OwnCell *own = m_rows.ownAt(row, side);
        if (!own)
            return {};
        const QString size = fmt::szPlain(own->sz, grid);
        QString text = own->isTrigger      ? tr("your stop or target %1").arg(size)
                       : side == Side::Buy ? tr("your buy %1").arg(size)
                                           : tr("your sell %1").arg(size);
        if (own->isUnknown)
            text += tr(", unknown");
        if (const QString queue = queueText(*own); !queue.isEmpty())
            text += tr(", %1").arg(queue);
        return text;
    }
    case LadderColumn::Traded: {
        std::vector<std::pair<std::int64_t, Sz>> rows;
        LadderRows::tradedRows(m_state.tape(m_coin), m_rows.scale(), row, row, rows);
        return rows.empty() || rows.front().second.lots == 0
                   ? QString()
                   : tr("traded %1").arg(fmt::szPlain(rows.front().second, grid));
    }
    case LadderColumn::None:
        break;
    }
    return {};
}

void LadderView::announceCursor()
{
    if (!m_cursor)
        return;
    QStringList words;
    for (const auto column : {LadderColumn::Price, LadderColumn::Bids, LadderColumn::Asks,
                              LadderColumn::OwnBuys, LadderColumn::OwnSells}) {
        if (const QString text = cellWords(*m_cursor, column); !text.isEmpty())
            words << text;
    }
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    if (QAccessible::isActive()) {
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
}

void LadderView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    // The press that brought the focus is no order (L12).
    if (event->reason() == Qt::MouseFocusReason)
        m_isActivating = true;
    else if (event->reason() == Qt::ActiveWindowFocusReason)
        m_activeSinceNs = m_state.clock().monoNs();
    viewport()->update();
}

void LadderView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    m_isActivating = false;
    m_desk.endHold(); // its release would go elsewhere
    m_desk.setInputDown(false);
    viewport()->update();
}

} // namespace hl::ui

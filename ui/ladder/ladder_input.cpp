// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/formatters.h"
#include "ui/ladder/ladder_tip.h"
#include "ui/ladder/ladder_view.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QPointingDevice>
#include <QWheelEvent>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace hl::ui {

using model::Side;

namespace {

constexpr std::int64_t kFlashNs = 300'000'000;
constexpr std::int64_t kActivatedNs = 300'000'000; // L12
constexpr int kWheelRows = 3;                      // L9
constexpr int kWheelNotch = 120;

/// A mouse that a hand moved: no finger, no pen, nothing a program made of something else (L12).
bool isMouse(const QMouseEvent &event)
{
    const auto *device = event.pointingDevice();
    const bool isPointer = !device || device->type() == QInputDevice::DeviceType::Mouse ||
                           device->type() == QInputDevice::DeviceType::TouchPad ||
                           device->type() == QInputDevice::DeviceType::Unknown;
    return isPointer && event.source() == Qt::MouseEventNotSynthesized;
}

} // namespace

// --- what is pressed

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

/// The × of an own marker in "button" mode (L10).
bool LadderView::isOnCross(const QPoint &pos) const
{
    const OwnCell *own = ownUnder(pos);
    if (!m_isButtonMode || !own)
        return false;
    const QRect cell = cellRect(own->row, columnAt(pos.x()));
    return pos.x() >= cell.right() - cell.height();
}

LadderAct LadderView::clickAct(const CellPress &press, Qt::MouseButton button) const
{
    const auto column = static_cast<LadderColumn>(press.column);
    std::optional<Side> side;
    if (m_isButtonMode) {
        if (column != LadderColumn::Price && column != LadderColumn::None)
            side = button == Qt::RightButton ? Side::Sell : Side::Buy;
    } else if (column == LadderColumn::Bids) {
        side = Side::Buy;
    } else if (column == LadderColumn::Asks) {
        side = Side::Sell;
    }
    if (!side || press.mayOnlyFill || armState() == ArmState::Off)
        return {};
    if (press.isCtrl)
        return m_desk.take(*side, press.px);
    return press.isShift ? m_desk.stop(*side, press.px) : m_desk.plain(*side, press.px);
}

void LadderView::mousePressEvent(QMouseEvent *event)
{
    const QPoint pos = event->position().toPoint();
    const auto row = rowAt(pos.y());
    m_gate.cancel();
    m_desk.noteInput();
    m_desk.setInputDown(true);
    m_tipTimer.stop();
    m_tip->hide();
    if (m_drag) { // any other button ends it (L23)
        abortDrag();
        return;
    }
    const bool isActivating = std::exchange(m_isActivating, false) || !isActiveWindow() ||
                              m_state.clock().monoNs() - m_activeSinceNs < kActivatedNs;
    if (event->button() == Qt::MiddleButton) {
        centre();
        return;
    }
    if (!row)
        return;
    const OwnCell *own = ownUnder(pos);
    if (isOnCross(pos) && event->button() == Qt::LeftButton) {
        cancelOwn(*own);
        return;
    }
    if (event->button() == Qt::RightButton && !m_isButtonMode) {
        if (own)
            cancelOwn(*own);
        return; // elsewhere the menu comes with the context menu event
    }
    if (event->button() != Qt::LeftButton && event->button() != Qt::RightButton)
        return;
    Qt::MouseButtons others = event->buttons();
    others.setFlag(event->button(), false);
    if (others != Qt::NoButton)
        return; // a second button beside one that is down names no cell
    CellPress press;
    press.row = *row;
    press.column = static_cast<int>(columnAt(pos.x()));
    press.px = m_rows.scale().pxAt(*row);
    press.pos = pos;
    press.monoNs = m_state.clock().monoNs();
    press.isCtrl = event->modifiers().testFlag(Qt::ControlModifier);
    press.isShift = event->modifiers().testFlag(Qt::ShiftModifier);
    press.mayOnlyFill = isActivating || !isMouse(*event);
    press.button = event->button();
    press.wasArmed = armState() == ArmState::Armed;
    // Where the button decides the side, one's own marker is dragged or cancelled, never clicked.
    if (!own || !m_isButtonMode)
        m_gate.press(press);
    if (own && event->button() == Qt::LeftButton && !press.mayOnlyFill)
        m_drag = Drag{own->keys, own->side, *row, *row, pos, false, press.wasArmed, {}};
}

void LadderView::mouseReleaseEvent(QMouseEvent *event)
{
    m_desk.setInputDown(event->buttons() != Qt::NoButton);
    if (m_drag && event->button() == Qt::LeftButton) {
        if (m_drag->hasStarted) {
            drop(event->modifiers().testFlag(Qt::ControlModifier));
            return;
        }
        m_drag.reset();
    }
    const auto press = m_gate.pressed();
    if (!press || (event->button() != Qt::LeftButton && event->button() != Qt::RightButton))
        return;
    const QPoint pos = event->position().toPoint();
    const auto verdict = m_gate.release(
        rowAt(pos.y()).value_or(-1), static_cast<int>(columnAt(pos.x())),
        m_rows.scale().pxAt(press->row), pos, m_state.clock().monoNs(), event->button());
    if (verdict == PressGate::Verdict::Act)
        clicked(*press, event->button());
    else if (verdict != PressGate::Verdict::None)
        flash(press->row);
}

void LadderView::clicked(const CellPress &press, Qt::MouseButton button)
{
    m_desk.judge();
    const LadderAct act = clickAct(press, button);
    if (act.isPlace() && !press.wasArmed && armState() == ArmState::Armed) {
        Q_EMIT m_desk.refused(tr("the ladder was not armed yet when the button went down"));
        flash(press.row);
        return;
    }
    if (act.kind == LadderAct::Kind::Nothing) {
        if (const auto side = sideAt(press.row, static_cast<LadderColumn>(press.column)))
            fillTicket(press.row, *side);
        return;
    }
    if (!m_desk.perform(act))
        flash(press.row);
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
    m_desk.cancel(cell.keys);
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

void LadderView::contextMenuEvent(QContextMenuEvent *event)
{
    event->accept();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        // The cursor's row, wherever the pointer or the middle of the window lies.
        if (!isCursorVisible())
            return Q_EMIT menuRequested(event->globalPos(), 0);
        const QPoint at = cellRect(*m_cursor, LadderColumn::Price).center();
        return Q_EMIT menuRequested(viewport()->mapToGlobal(at), *m_cursor);
    }
    if (event->reason() == QContextMenuEvent::Mouse && (m_isButtonMode || ownUnder(event->pos())))
        return;
    Q_EMIT menuRequested(event->globalPos(), rowAt(event->pos().y()).value_or(0));
}

// --- dragging own orders (L23, L24)

/// Why what is pressed is not dragged at all; each of a level counts.
QString LadderView::dragRefusal() const
{
    for (const model::OrderKey key : m_drag->keys) {
        const auto *order = m_state.order(key);
        if (!order)
            continue;
        // A stop or target of a position needs no book: it is an exit, judged by the mark.
        if (!m_live && !(order->trigger && order->reduceOnly))
            return m_reason;
        const bool isArmed = armState() == ArmState::Armed && m_drag->wasArmed;
        if (!order->reduceOnly && !isArmed)
            return tr("arm the ladder to move an entry");
    }
    return {};
}

bool LadderView::needsBook(const std::vector<model::OrderKey> &keys) const
{
    return std::any_of(keys.begin(), keys.end(), [this](model::OrderKey key) {
        const auto *order = m_state.order(key);
        return !order || !order->trigger || !order->reduceOnly;
    });
}

bool LadderView::hasEntry(const std::vector<model::OrderKey> &keys) const
{
    return std::any_of(keys.begin(), keys.end(), [this](model::OrderKey key) {
        const auto *order = m_state.order(key);
        return order && !order->reduceOnly;
    });
}

bool LadderView::moveDrag(const QPoint &pos)
{
    if (!m_drag)
        return false;
    if (!m_drag->hasStarted) {
        if ((pos - m_drag->pos).manhattanLength() <= PressGate::kSlack)
            return false;
        m_gate.cancel();
        if (const QString why = dragRefusal(); !why.isEmpty()) {
            Q_EMIT m_desk.refused(why);
            flash(m_drag->from);
            m_drag.reset();
            return true;
        }
        m_drag->hasStarted = true;
    }
    const auto row = rowAt(pos.y());
    if (!viewport()->rect().contains(pos) || !row) {
        abortDrag(); // left the ladder
        return true;
    }
    m_drag->to = *row;
    m_drag->refusal = m_desk.dropRefusal(m_drag->keys, m_rows.scale().pxAt(*row));
    viewport()->setCursor(m_drag->refusal.isEmpty() ? Qt::ClosedHandCursor : Qt::ForbiddenCursor);
    m_hoverWords = m_drag->refusal.isEmpty()
                       ? tr("drop at %1 · %2 · goes to the back of the queue")
                             .arg(fmt::pxText(m_rows.scale().pxAt(*row), m_rows.scale().grid()),
                                  ticksText(*row, m_drag->side))
                       : m_drag->refusal;
    Q_EMIT hoverTextChanged(m_hoverWords, !m_drag->refusal.isEmpty());
    viewport()->update();
    return true;
}

void LadderView::drop(bool onlyNewest)
{
    Drag drag = *m_drag;
    abortDrag();
    if (drag.to == drag.from)
        return;
    const Px px = m_rows.scale().pxAt(drag.to);
    if (onlyNewest)
        drag.keys = {*std::max_element(drag.keys.begin(), drag.keys.end())};
    if (!m_desk.drop(drag.keys, px))
        flash(drag.to);
}

void LadderView::abortDrag()
{
    if (!m_drag)
        return;
    m_drag.reset();
    m_gate.cancel();
    viewport()->setCursor(Qt::ArrowCursor);
    refreshHover();
    viewport()->update();
}

std::optional<std::int64_t> LadderView::ghostRow() const
{
    return m_drag && m_drag->hasStarted ? std::optional(m_drag->to) : std::nullopt;
}

void LadderView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint pos = event->position().toPoint();
    if (moveDrag(pos)) {
        m_hover = pos;
        return;
    }
    setHover(pos, event->modifiers());
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
    // Shift turns the wheel sideways on some platforms.
    const QPoint turned = event->angleDelta();
    m_wheelRest += turned.y() != 0 ? turned.y() : turned.x();
    const int notches = m_wheelRest / kWheelNotch;
    m_wheelRest -= notches * kWheelNotch;
    event->accept();
    if (notches == 0)
        return;
    m_desk.noteInput();
    if (event->modifiers().testFlag(Qt::ControlModifier))
        stepGroup(notches > 0 ? -1 : 1);
    else if (event->modifiers().testFlag(Qt::ShiftModifier))
        m_desk.stepPreset(notches > 0 ? 1 : -1);
    else
        scrollRows(static_cast<std::int64_t>(notches) * kWheelRows);
}

void LadderView::scrollRows(std::int64_t rows)
{
    m_topRow = std::max<std::int64_t>(m_topRow + rows, visibleRows());
    rowsMoved();
}

} // namespace hl::ui

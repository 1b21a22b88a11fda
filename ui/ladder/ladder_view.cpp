// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_view.h"

#include "ui/common/book_liveness.h"
#include "ui/common/formatters.h"

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
constexpr std::int64_t kOutNs = 1'000'000'000;   // L19
constexpr int kWheelRows = 3;                    // L9
constexpr int kWheelNotch = 120;

} // namespace

LadderView::LadderView(WorkspaceState &state, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_state(state)
{
    setObjectName(QStringLiteral("ladderView"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->setObjectName(QStringLiteral("ladderViewport"));
    setAccessibleName(tr("Price ladder"));

    connect(&m_state, &WorkspaceState::bookChanged, this, &LadderView::onBook);
    connect(&m_state, &WorkspaceState::ordersChanged, this, &LadderView::onOrders);
    connect(&m_state, &WorkspaceState::accountChanged, viewport(), qOverload<>(&QWidget::update));
    connect(&m_state, &WorkspaceState::tapeChanged, this, [this](const std::string &coin) {
        if (coin == m_coin)
            viewport()->update();
    });
    connect(&m_state, &WorkspaceState::heartbeat, this, &LadderView::beat);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_digits.clear();
        m_strong.clear();
        m_small.clear();
        viewport()->update();
    });
}

void LadderView::setCoin(const std::string &coin)
{
    if (coin == m_coin)
        return;
    m_coin = coin;
    m_lease.reset();
    m_rows.clear();
    m_centred = false;
    m_cursor.reset();
    m_press.reset();
    m_arm = ArmState::Off; // L5
    setAccessibleName(tr("Price ladder of %1").arg(fmt::fromUtf8(coin)));
    const int group = this->group();
    if (const auto *instrument = m_state.instrument(coin))
        m_rows.setScale(PriceScale(instrument->grid, group));
    if (isVisible()) {
        m_lease = MarketLease(m_state, m_coin);
        m_lease.setPainting(true);
    }
    onOrders();
    if (const auto book = m_state.book(coin))
        onBook(book);
    refreshLiveness();
    viewport()->update();
}

void LadderView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    if (!m_lease && !m_coin.empty()) {
        m_lease = MarketLease(m_state, m_coin);
        m_lease.setPainting(true);
        if (const auto book = m_state.book(m_coin))
            onBook(book);
    }
}

void LadderView::hideEvent(QHideEvent *event)
{
    m_lease.reset();
    setHover(std::nullopt);
    QAbstractScrollArea::hideEvent(event);
}

void LadderView::onBook(const market::BookSnapshotPtr &book)
{
    if (book->coin != m_coin)
        return;
    const auto bid = m_rows.bestBidRow();
    const auto ask = m_rows.bestAskRow();
    m_rows.setBook(book);
    m_hasUnpainted = true;
    refreshLiveness();
    if (!m_centred && m_rows.midRow())
        centre();
    if (bid != m_rows.bestBidRow() || ask != m_rows.bestAskRow())
        Q_EMIT touchChanged();
    viewport()->update();
}

void LadderView::onOrders()
{
    m_rows.setOrders(m_state.ordersFor(m_coin));
    viewport()->update();
}

void LadderView::refreshLiveness()
{
    const BookLiveness liveness = bookLiveness(m_rows.book().get(), m_state.clock().monoNs());
    const bool changed = liveness.isLive != m_live || liveness.reason != m_reason;
    m_live = liveness.isLive;
    m_reason = liveness.reason;
    m_age = liveness.age;
    if (changed) {
        viewport()->update();
        Q_EMIT liveChanged();
    }
}

void LadderView::beat()
{
    if (!isVisible())
        return;
    const QString age = m_age;
    refreshLiveness();
    const bool hairlines = m_rows.firstDeepBid() || m_rows.firstDeepAsk();
    const bool flashing = m_flashRow.has_value();
    if (flashing && m_state.clock().monoNs() >= m_flashUntilNs)
        m_flashRow.reset();
    autoCentre();
    // Ages on screen move on although no frame comes.
    if (flashing || (age != m_age && hairlines))
        viewport()->update();
    if (age != m_age && !m_live)
        Q_EMIT liveChanged();
}

void LadderView::setGroup(int group)
{
    const auto &groups = PriceScale::kGroups;
    if (group == this->group() || std::find(groups.begin(), groups.end(), group) == groups.end())
        return;
    m_rows.setScale(PriceScale(m_rows.scale().grid(), group));
    m_cursor.reset();
    m_press.reset();
    centre();
    Q_EMIT groupChanged(group);
    Q_EMIT touchChanged();
}

void LadderView::stepGroup(int steps)
{
    const auto &groups = PriceScale::kGroups;
    const auto at = std::find(groups.begin(), groups.end(), group()) - groups.begin();
    const auto wanted = std::clamp<std::ptrdiff_t>(at + steps, 0, std::ssize(groups) - 1);
    setGroup(groups[static_cast<std::size_t>(wanted)]);
}

void LadderView::setSizeMode(SizeMode mode)
{
    m_sizeMode = mode;
    viewport()->update();
}

void LadderView::setArmState(ArmState state)
{
    m_arm = state;
    viewport()->update();
}

void LadderView::centre()
{
    const auto mid = m_rows.midRow();
    if (!mid)
        return;
    m_topRow = *mid + visibleRows() / 2;
    m_centred = true;
    m_outSinceNs = 0;
    viewport()->update();
}

/// L19: only when the touch has been out of the middle 80 % for a second and nobody is pointing.
void LadderView::autoCentre()
{
    const auto mid = m_rows.midRow();
    if (!mid || m_hover || m_press) {
        m_outSinceNs = 0;
        return;
    }
    const std::int64_t rows = visibleRows();
    const std::int64_t at = m_topRow - *mid;
    if (at * 10 >= rows && at * 10 <= rows * 9) {
        m_outSinceNs = 0;
        return;
    }
    const std::int64_t now = m_state.clock().monoNs();
    if (m_outSinceNs == 0)
        m_outSinceNs = now;
    else if (now - m_outSinceNs >= kOutNs)
        centre();
}

void LadderView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    // The middle stays the middle.
    const int rowHeight = Theme::instance().denseRowHeight();
    const int before = std::max(0, event->oldSize().height() - headerHeight()) / rowHeight;
    if (event->oldSize().isValid())
        m_topRow += (visibleRows() - before) / 2;
    if (m_rows.midRow() && (!event->oldSize().isValid() || before == 0))
        centre();
}

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

// --- geometry

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

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_view.h"

#include "ui/common/book_liveness.h"
#include "ui/common/formatters.h"
#include "ui/ladder/ladder_accessible.h"
#include "ui/ladder/ladder_tip.h"

#include <QResizeEvent>

#include <algorithm>
#include <utility>

namespace hl::ui {

namespace {

constexpr std::int64_t kOutNs = 1'000'000'000; // L19

} // namespace

LadderView::LadderView(WorkspaceState &state, Dialogs &dialogs, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_state(state)
    , m_desk(state, dialogs, this)
    , m_tip(new LadderTip(viewport()))
    , m_tipTimer(state)
{
    installLadderAccessibility();
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
    connect(&m_state, &WorkspaceState::tapeChanged, this, &LadderView::onTape);
    const auto repaint = [this] {
        refreshHover();
        viewport()->update();
    };
    connect(&m_desk, &LadderDesk::armChanged, this, [this, repaint] {
        if (armState() != ArmState::Armed) {
            m_gate.cancel();
            if (m_drag && hasEntry(m_drag->keys))
                abortDrag();
        }
        repaint();
    });
    connect(&m_desk, &LadderDesk::sizeChanged, this, repaint);
    connect(&m_desk.mover(), &OrderMover::changed, this, repaint);
    connect(&m_state, &WorkspaceState::heartbeat, this, &LadderView::beat);
    connect(&m_state, &WorkspaceState::connectionChanged, this, [this] {
        if (m_lease) // hidden, no book comes, and that says nothing
            refreshLiveness();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_digits.clear();
        m_strong.clear();
        m_small.clear();
        viewport()->update();
    });
}

LadderView::~LadderView() = default;

void LadderView::setCoin(const std::string &coin)
{
    if (coin == m_coin)
        return;
    m_coin = coin;
    m_lease.reset();
    m_rows.clear();
    m_centred = false;
    m_cursor.reset();
    m_gate.cancel();
    abortDrag();
    m_queue.clear();
    m_changes.clear();
    m_tapeSerial = m_state.tape(coin).serial;
    m_desk.setCoin(coin); // Off (L5)
    setAccessibleName(tr("Price ladder of %1").arg(fmt::fromUtf8(coin)));
    const int group = this->group();
    if (const auto *instrument = m_state.instrument(coin))
        m_rows.setScale(PriceScale(instrument->grid, group));
    if (isVisible()) {
        m_lease = MarketLease(m_state, m_coin);
        m_lease.setPainting(true);
    }
    onOrders();
    if (const auto book = m_state.book(coin); book && m_lease)
        takeBook(book);
    refreshLiveness();
    viewport()->update();
}

void LadderView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    if (!m_lease && !m_coin.empty()) {
        m_lease = MarketLease(m_state, m_coin);
        m_lease.setPainting(true);
        onOrders();
        if (const auto book = m_state.book(m_coin))
            takeBook(book);
        refreshLiveness();
    }
}

void LadderView::hideEvent(QHideEvent *event)
{
    m_lease.reset();
    m_isAwaitingBook = true;
    abortDrag();
    m_gate.cancel();
    m_desk.endHold();
    setHover(std::nullopt);
    QAbstractScrollArea::hideEvent(event);
}

void LadderView::onBook(const market::BookSnapshotPtr &book)
{
    if (book->coin != m_coin || !m_lease)
        return;
    m_isAwaitingBook = false;
    takeBook(book);
}

void LadderView::takeBook(const market::BookSnapshotPtr &book)
{
    const auto bid = m_rows.bestBidRow();
    const auto ask = m_rows.bestAskRow();
    m_rows.setBook(book);
    m_hasUnpainted = true;
    m_queue.setBook(*book);
    m_changes.setBook(*book, m_state.clock().monoNs());
    refreshLiveness();
    if (!m_centred && m_rows.midRow())
        centre();
    if (bid != m_rows.bestBidRow() || ask != m_rows.bestAskRow()) {
        if (m_isFollowing && !m_drag && !m_gate.pressed())
            centre();
        refreshHover();
        Q_EMIT touchChanged();
    }
    viewport()->update();
}

/// Only what has traded since the last look: both estimates count each trade once.
void LadderView::onTape(const std::string &coin)
{
    if (coin != m_coin)
        return;
    const TradeTape &tape = m_state.tape(coin);
    if (tape.serial < m_tapeSerial)
        m_tapeSerial = 0;
    const auto fresh = std::min<std::uint64_t>(tape.serial - m_tapeSerial, tape.trades.size());
    for (auto it = tape.trades.end() - static_cast<std::ptrdiff_t>(fresh); it != tape.trades.end();
         ++it) {
        m_queue.addTrade(*it);
        m_changes.addTrade(*it);
    }
    m_tapeSerial = tape.serial;
    viewport()->update();
}

void LadderView::onOrders()
{
    if (!m_lease)
        return; // hidden: read again when it is shown
    const auto orders = m_state.ordersFor(m_coin);
    m_rows.setOrders(orders);
    m_queue.setOrders(orders, m_state.clock().monoNs());
    if (m_drag) { // L26: what is dragged may have gone meanwhile
        std::erase_if(m_drag->keys, [this](model::OrderKey key) {
            return !m_desk.mover().whyNot(key).isEmpty();
        });
        if (m_drag->keys.empty())
            abortDrag();
    }
    viewport()->update();
}

void LadderView::refreshLiveness()
{
    BookLiveness liveness = bookLiveness(m_rows.book().get(), m_state.clock().monoNs());
    if (m_isAwaitingBook && liveness.isLive) {
        // What is painted is from before it was hidden.
        liveness.isLive = false;
        liveness.reason = tr("No book has come since the ladder was shown again.");
    }
    const bool changed = liveness.isLive != m_live || liveness.reason != m_reason;
    m_live = liveness.isLive;
    m_reason = liveness.reason;
    m_age = liveness.age;
    if (changed) {
        if (!m_live && m_drag && needsBook(m_drag->keys))
            abortDrag();
        m_desk.setNotLive(m_live ? QString() : m_reason);
        refreshHover();
        viewport()->update();
        Q_EMIT liveChanged();
    }
}

void LadderView::beat()
{
    m_desk.setWindowVisible(isVisible() && !window()->isMinimized());
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
    abortDrag();
    centre();
    rowsMoved();
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

void LadderView::setButtonMode(bool on)
{
    m_isButtonMode = on;
    m_gate.cancel();
    refreshHover();
    viewport()->update();
}

void LadderView::setFollowing(bool on)
{
    m_isFollowing = on;
    m_desk.setOwnReason(on ? tr("a ladder that follows the touch moves under the pointer")
                           : QString());
    if (on)
        centre();
}

void LadderView::setShowsChanges(bool on)
{
    m_showsChanges = on;
    viewport()->update();
}

void LadderView::centre()
{
    const auto mid = m_rows.midRow();
    if (!mid)
        return;
    const std::int64_t before = std::exchange(m_topRow, *mid + visibleRows() / 2);
    m_centred = true;
    m_outSinceNs = 0;
    if (m_topRow != before)
        rowsMoved();
}

void LadderView::rowsMoved()
{
    m_gate.cancel();
    m_tipTimer.stop();
    m_tip->hide();
    refreshHover();
    viewport()->update();
}

bool LadderView::isCursorVisible() const
{
    return m_cursor && *m_cursor <= m_topRow && *m_cursor > m_topRow - visibleRows();
}

/// L19: only when the touch has been out of the middle 80 % for a second and nobody is pointing.
void LadderView::autoCentre()
{
    const auto mid = m_rows.midRow();
    if (!mid || m_hover || m_gate.pressed() || m_drag) {
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
    const std::int64_t top = m_topRow;
    if (event->oldSize().isValid())
        m_topRow += (visibleRows() - before) / 2;
    if (m_rows.midRow() && (!event->oldSize().isValid() || before == 0))
        centre();
    if (m_topRow != top || event->oldSize().width() != event->size().width())
        rowsMoved();
}

} // namespace hl::ui

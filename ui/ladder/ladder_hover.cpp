// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/order_math.h"
#include "guard/situation.h"
#include "ui/common/formatters.h"
#include "ui/ladder/ladder_tip.h"
#include "ui/ladder/ladder_view.h"
#include "ui/ticket/order_words.h"
#include "ui/ticket/ticket_context.h"

#include <algorithm>

namespace hl::ui {

using model::Side;

namespace {

constexpr std::chrono::milliseconds kTipDelay{400}; // L20

} // namespace

void LadderView::setHover(std::optional<QPoint> pos, Qt::KeyboardModifiers modifiers)
{
    const auto rowOf = [this](const std::optional<QPoint> &p) {
        return p ? rowAt(p->y()) : std::nullopt;
    };
    const bool sameCell = rowOf(pos) == rowOf(m_hover) && pos.has_value() == m_hover.has_value() &&
                          (!pos || columnAt(pos->x()) == columnAt(m_hover->x()));
    const bool sameKeys = modifiers == m_hoverModifiers;
    m_hover = pos;
    m_hoverModifiers = modifiers;
    if (sameCell && sameKeys && pos)
        return;
    m_tip->hide();
    if (pos && !m_drag)
        m_tipTimer.start(kTipDelay, [this] { showTip(); });
    else
        m_tipTimer.stop();
    refreshHover();
    viewport()->update();
}

/// What is said at the pointer stays true while the book, the size or the arming changes.
void LadderView::refreshHover()
{
    if (m_drag && m_drag->hasStarted)
        return;
    QString text;
    bool refused = false;
    if (m_hover) {
        if (const auto row = rowAt(m_hover->y()))
            text = hoverText(*row, columnAt(m_hover->x()), refused);
    }
    const auto shape = refused ? Qt::ForbiddenCursor : Qt::ArrowCursor;
    if (viewport()->cursor().shape() != shape)
        viewport()->setCursor(shape);
    if (text == m_hoverWords && m_hover)
        return;
    m_hoverWords = text;
    Q_EMIT hoverTextChanged(text, refused);
}

QString LadderView::ticksText(std::int64_t row, Side side) const
{
    const auto touch = side == Side::Buy ? m_rows.bestBidRow() : m_rows.bestAskRow();
    if (!touch)
        return tr("no touch to compare");
    const std::int64_t away = side == Side::Buy ? *touch - row : row - *touch;
    if (away == 0)
        return tr("at the touch");
    return away > 0 ? tr("%1 behind the touch").arg(away) : tr("%1 inside the spread").arg(-away);
}

QString LadderView::queueText(const OwnCell &own) const
{
    // The oldest of several is the one that is filled first.
    const auto first = std::min_element(own.keys.begin(), own.keys.end());
    const auto ahead = first == own.keys.end() ? std::nullopt : m_queue.ahead(*first);
    return ahead ? tr("≤ %1 ahead").arg(fmt::szPlain(*ahead, m_rows.scale().grid())) : QString();
}

QString LadderView::ownText(const OwnCell &own) const
{
    const Grid grid = m_rows.scale().grid();
    const QString size = fmt::szPlain(own.sz, grid);
    const QString px = fmt::pxText(m_rows.scale().pxAt(own.row), grid);
    QString text = own.isTrigger           ? tr("your stop or target %1 at %2").arg(size, px)
                   : own.side == Side::Buy ? tr("your buy %1 at %2").arg(size, px)
                                           : tr("your sell %1 at %2").arg(size, px);
    if (const QString queue = queueText(own); !queue.isEmpty())
        text += tr(" · %1").arg(queue);
    text += m_isButtonMode ? tr(" · × cancels, dragging moves")
                           : tr(" · right click cancels, dragging moves");
    return text;
}

QString LadderView::hoverText(std::int64_t row, LadderColumn column, bool &refused) const
{
    refused = false;
    if (const OwnCell *own = ownUnder(*m_hover))
        return ownText(*own);
    const auto side = sideAt(row, column);
    if (!side)
        return {};
    const auto &scale = m_rows.scale();
    CellPress press;
    press.row = row;
    press.column = static_cast<int>(column);
    press.px = scale.pxAt(row);
    press.isCtrl = m_hoverModifiers.testFlag(Qt::ControlModifier);
    press.isShift = m_hoverModifiers.testFlag(Qt::ShiftModifier);
    const LadderAct act = clickAct(press, Qt::LeftButton);
    if (m_isButtonMode && act.kind != LadderAct::Kind::Nothing) {
        bool isLeftRefused = false;
        bool isRightRefused = false;
        const QString left = actText(act, row, isLeftRefused);
        const QString right = actText(clickAct(press, Qt::RightButton), row, isRightRefused);
        refused = isLeftRefused && isRightRefused;
        return tr("left: %1 | right: %2").arg(left, right);
    }
    if (act.kind == LadderAct::Kind::Nothing) {
        if (!m_live) {
            refused = true;
            return m_reason;
        }
        const QString px = fmt::pxText(press.px, scale.grid());
        return *side == Side::Buy ? tr("ticket: buy at %1 · %2").arg(px, ticksText(row, *side))
                                  : tr("ticket: sell at %1 · %2").arg(px, ticksText(row, *side));
    }
    return actText(act, row, refused);
}

/// One act in words, or why it would be refused.
QString LadderView::actText(const LadderAct &act, std::int64_t row, bool &refused) const
{
    const auto &scale = m_rows.scale();
    const Side side = act.ticket.side;
    QString why = m_desk.refusalOf(act);
    if (why.isEmpty() && armState() == ArmState::Held && act.ticket.isEntry())
        why = tr("held: %1").arg(m_desk.armReason());
    if (!why.isEmpty()) {
        refused = true;
        return why;
    }
    QString text = act.words;
    if (!act.ticket.trigger) {
        text += tr(" · %1 · %2")
                    .arg(fmt::money(toDecimal(act.ticket.px * act.ticket.sz, scale.grid())),
                         ticksText(row, side));
        const LadderCell *level = side == Side::Buy ? m_rows.bidAt(row) : m_rows.askAt(row);
        if (level && act.ticket.tif == model::Tif::Alo)
            text += tr(" · %1 ahead").arg(fmt::szPlain(level->sz, scale.grid()));
    }
    return act.ask.isEmpty() ? text : tr("%1 %2").arg(act.ask, text);
}

/// The fuller tip: source and age, order count, fee, liquidation after the fill, what was added or
/// pulled. Beside the touch, never over it.
void LadderView::showTip()
{
    const auto row = m_hover ? rowAt(m_hover->y()) : std::nullopt;
    const auto column = m_hover ? columnAt(m_hover->x()) : LadderColumn::None;
    const auto side = row ? sideAt(*row, column) : std::nullopt;
    if (!side || !m_live || m_drag || m_gate.pressed() || column == LadderColumn::Traded) {
        m_tip->hide();
        return;
    }
    const Grid grid = m_rows.scale().grid();
    const Px px = m_rows.scale().pxAt(*row);
    const std::int64_t now = m_state.clock().monoNs();
    QStringList lines;
    const LadderCell *level = *side == Side::Buy ? m_rows.bidAt(*row) : m_rows.askAt(*row);
    if (level) {
        const auto &book = *m_rows.book();
        const bool isDeep = level->source == market::BookSource::Deep;
        const bool isBbo = level->source == market::BookSource::Bbo;
        lines << (isDeep  ? tr("deep, %1 old")
                  : isBbo ? tr("best price, %1 old")
                          : tr("fast, %1 old"))
                     .arg(fmt::ageText(now, isDeep  ? book.deepMonoNs
                                            : isBbo ? book.bboMonoNs
                                                    : book.fastMonoNs));
        QString held = fmt::szPlain(level->sz, grid);
        if (level->n > 0)
            held = tr("%1 · orders %2").arg(held).arg(level->n);
        lines << held;
        if (const auto change =
                m_rows.scale().group() == 1 ? m_changes.at(*side, px, now) : std::nullopt)
            lines << (change->lots > 0 ? tr("added %1") : tr("pulled %1"))
                         .arg(fmt::szPlain(Sz{std::llabs(change->lots)}, grid));
    }
    const PresetSize size = m_desk.size(*side);
    const auto *instrument = m_state.instrument(m_coin);
    if (instrument && size.sz.lots > 0) {
        if (const auto &fees = m_state.fees()) {
            const bool isSpot = grid.kind == MarketKind::Spot;
            const bool takes = guard::crosses(*side, px, m_rows.book().get());
            const Decimal &rate = takes ? (isSpot ? fees->spotTaker : fees->taker)
                                        : (isSpot ? fees->spotMaker : fees->maker);
            lines << (takes ? tr("fee %1, taker") : tr("fee %1, maker"))
                         .arg(fmt::money(toDecimal(px * size.sz, grid) * rate));
        }
        const TicketContext context(m_state, m_coin);
        const auto situation =
            guard::situationOf(context.get(), m_state.context(m_coin), m_state.account());
        if (context.get().mark && instrument->isPerp()) {
            guard::LiquidationInput in;
            in.side = *side;
            in.px = px;
            in.sz = size.sz;
            in.grid = grid;
            in.mark = *context.get().mark;
            in.position = context.get().position;
            in.margin = situation.margin;
            in.leverage = situation.leverage;
            in.isCross = situation.isCross;
            in.maxLeverage = instrument->maxLeverage;
            lines << tr("liquidation after fill %1")
                         .arg(liquidationText(guard::liquidationAfter(in), grid));
        }
    }
    if (lines.isEmpty()) {
        m_tip->hide();
        return;
    }
    QRect touch;
    if (const auto ask = m_rows.bestAskRow())
        touch = touch.united(cellRect(*ask, LadderColumn::Price));
    if (const auto bid = m_rows.bestBidRow())
        touch = touch.united(cellRect(*bid, LadderColumn::Price));
    touch.setLeft(0);
    touch.setRight(viewport()->width());
    m_tip->showAt(lines, cellRect(*row, column), touch, headerHeight());
}

} // namespace hl::ui

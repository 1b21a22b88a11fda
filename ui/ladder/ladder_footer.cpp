// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_footer.h"

#include "model/order_group.h"
#include "ui/common/formatters.h"
#include "ui/common/theme.h"
#include "ui/ladder/ladder_rows.h"

#include <QPainter>

#include <algorithm>
#include <cstdlib>

namespace hl::ui {

using model::Side;

Sz unprotectedSize(const model::Position &position, const std::vector<model::Order> &orders)
{
    const bool isLong = position.szi.lots > 0;
    std::int64_t left = std::abs(position.szi.lots);
    for (const auto &order : orders) {
        const bool closes = order.side == (isLong ? Side::Sell : Side::Buy);
        if (!closes || !order.trigger || order.trigger->tpsl != model::TpSl::Sl ||
            order.phase != model::OrderPhase::Waiting)
            continue;
        const auto parent = std::ranges::find(orders, order.parent, &model::Order::key);
        if (model::isDormant(order, parent == orders.end() ? nullptr : &*parent))
            continue; // waits for its entry to fill completely (L31)
        // A position stop carries no size of its own: it closes whatever is there.
        left = order.remaining().lots == 0 ? 0 : left - order.remaining().lots;
    }
    return {std::max<std::int64_t>(left, 0)};
}

LadderFooter::LadderFooter(WorkspaceState &state, QWidget *parent) : QWidget(parent), m_state(state)
{
    setObjectName(QStringLiteral("ladderFooter"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&state, &WorkspaceState::accountChanged, this, &LadderFooter::refresh);
    connect(&state, &WorkspaceState::ordersChanged, this, &LadderFooter::refresh);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LadderFooter::setCoin(const std::string &coin)
{
    m_coin = coin;
    refresh();
}

void LadderFooter::refresh()
{
    setAccessibleName(shownText());
    update();
}

QSize LadderFooter::sizeHint() const
{
    const Theme &theme = Theme::instance();
    return {200, QFontMetrics(theme.font(FontRole::Label)).height() * 2 +
                     QFontMetrics(theme.font(FontRole::Digits)).height() + 22};
}

LadderFooter::Figures LadderFooter::figures() const
{
    Figures f;
    f.position = tr("flat");
    f.entry = f.even = f.pnl = fmt::none();
    f.liquidation = tr("no liquidation price");
    const auto *position = m_state.position(m_coin);
    if (!position || position->szi.lots == 0)
        return f;
    f.side = position->szi.lots > 0 ? 1 : -1;
    f.position = fmt::szText(position->szi, position->grid);
    if (f.side > 0)
        f.position.prepend(u'+');
    f.entry = fmt::priceText(position->entryPx, position->grid);
    if (const auto even = breakEven(*position, m_state.fees()))
        f.even = fmt::priceText(*even, position->grid);
    f.pnl = fmt::signedMoney(position->unrealizedPnl);
    f.gain = position->unrealizedPnl.sign();
    f.liquidation = tr("no liquidation at this equity");
    if (position->liquidationPx) {
        f.liquidation = tr("liq. %1").arg(fmt::priceText(*position->liquidationPx, position->grid));
        const auto *context = m_state.context(m_coin);
        if (context && context->mark && context->mark->sign() > 0) {
            const auto away = Decimal::div((*position->liquidationPx - *context->mark).abs(),
                                           *context->mark, 6, Rounding::Down);
            if (away)
                f.liquidation += tr(" · %1 away").arg(fmt::percent(*away, 1));
        }
    }
    const Sz bare = unprotectedSize(*position, m_state.ordersFor(m_coin));
    f.isBare = bare.lots > 0;
    f.bare = tr("unprotected %1").arg(fmt::szPlain(bare, position->grid));
    return f;
}

QString LadderFooter::shownText() const
{
    const Figures f = figures();
    QString text = tr("position %1, entry %2, break-even %3, PnL %4, %5")
                       .arg(f.position, f.entry, f.even, f.pnl, f.liquidation);
    return f.bare.isEmpty() ? text : tr("%1, %2").arg(text, f.bare);
}

void LadderFooter::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF all = QRectF(rect()).adjusted(1, 0, -1, -1);
    painter.setClipRect(all);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Tone::Raised));
    painter.drawRoundedRect(all.adjusted(0, -theme.radius(), 0, 0), theme.radius(), theme.radius());

    const Figures f = figures();
    const QFontMetrics label(theme.font(FontRole::Label));
    const QFontMetrics digits(theme.font(FontRole::Digits));
    const double part = (all.width() - 20) / 4;
    const auto figure = [&](int i, const QString &name, const QString &value, Tone tone) {
        const double x = 14 + part * i;
        painter.setFont(theme.font(FontRole::Label));
        painter.setPen(theme.color(Tone::TextFaint));
        painter.drawText(QRectF(x, 7, part - 6, label.height()), Qt::AlignLeft, name);
        painter.setFont(theme.font(FontRole::Digits));
        painter.setPen(theme.color(tone));
        painter.drawText(QRectF(x, 9 + label.height(), part, digits.height()),
                         Qt::AlignLeft | Qt::TextDontClip, value);
    };
    const auto signTone = [](int sign, Tone none) {
        return sign > 0 ? Tone::Bid : (sign < 0 ? Tone::Ask : none);
    };
    figure(0, tr("Position"), f.position, signTone(f.side, Tone::TextDim));
    figure(1, tr("Entry"), f.entry, f.side == 0 ? Tone::TextDim : Tone::Text);
    figure(2, tr("Break-even"), f.even, f.side == 0 ? Tone::TextDim : Tone::Text);
    figure(3, tr("PnL"), f.pnl, f.side == 0 ? Tone::TextDim : signTone(f.gain, Tone::Text));

    const double y = 14 + label.height() + digits.height();
    const QRectF line(14, y, all.width() - 28, label.height());
    painter.setFont(theme.font(FontRole::Label));
    painter.setPen(theme.color(Tone::TextDim));
    painter.drawText(line, Qt::AlignLeft, f.liquidation);
    painter.setPen(theme.color(f.isBare ? Tone::Own : Tone::TextDim));
    painter.drawText(line, Qt::AlignRight, f.bare);
}

} // namespace hl::ui

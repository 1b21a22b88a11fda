// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_panel.h"

#include "ui/common/formatters.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>

namespace hl::ui {

using model::Side;

LadderPanel::LadderPanel(WorkspaceState &state, const QString &objectName, QWidget *parent)
    : Panel(objectName, parent)
    , m_state(state)
{
    setTitle(tr("Ladder"));
    m_strip = new LadderStrip(this);
    m_view = new LadderView(state, this);
    m_footer = new LadderFooter(state, this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_view);
    makeGroupMenu();

    connect(m_view, &LadderView::hoverTextChanged, m_strip, &LadderStrip::setHover);
    connect(m_view, &LadderView::liveChanged, this, [this] {
        QString banner;
        if (const engine::VenueHealth &health = m_state.connection().health; health.isOutage) {
            banner = tr("OUTAGE · %1").arg(fmt::fromUtf8(health.outage)); // G15
        } else if (!m_view->isLive() && m_view->rows().book()) {
            banner =
                m_view->age().isEmpty()
                    ? tr("NOT LIVE · %1").arg(m_view->reason())
                    : tr("NOT LIVE · %1 Last frame %2 ago.").arg(m_view->reason(), m_view->age());
        }
        m_strip->setNotLive(banner);
        refreshNote();
    });
    connect(m_view, &LadderView::touchChanged, this, &LadderPanel::refreshNote);
    connect(m_view, &LadderView::groupChanged, this, &LadderPanel::refreshGroup);
    connect(&state, &WorkspaceState::selectedCoinChanged, this, [this](const std::string &coin) {
        if (m_linked)
            setCoin(coin);
    });
    connect(&state, &WorkspaceState::instrumentsChanged, this, &LadderPanel::refreshGroup);
    if (!state.selectedCoin().empty())
        setCoin(state.selectedCoin());
}

void LadderPanel::setLinked(bool linked)
{
    m_linked = linked;
    if (linked && !m_state.selectedCoin().empty())
        setCoin(m_state.selectedCoin());
}

void LadderPanel::setCoin(const std::string &coin)
{
    m_view->setCoin(coin);
    m_footer->setCoin(coin);
    // A linked ladder follows the window's market, which the header names already.
    setTitle(m_linked ? tr("Ladder") : tr("Ladder · %1").arg(fmt::fromUtf8(coin)));
    refreshNote();
    refreshGroup();
}

void LadderPanel::makeGroupMenu()
{
    m_groupMenu = new QMenu(this);
    auto *choices = new QActionGroup(this);
    for (const int group : PriceScale::kGroups) {
        auto *action = m_groupMenu->addAction(tr("× %1").arg(group));
        action->setData(group);
        action->setCheckable(true);
        action->setChecked(group == m_view->group());
        choices->addAction(action);
        connect(action, &QAction::triggered, m_view, [this, group] { m_view->setGroup(group); });
    }
    m_groupMenu->addSeparator();
    auto *quote = m_groupMenu->addAction(tr("Sizes as quote value"));
    quote->setCheckable(true);
    connect(quote, &QAction::toggled, m_view,
            [this](bool on) { m_view->setSizeMode(on ? SizeMode::Quote : SizeMode::Lot); });
    auto *centre = m_groupMenu->addAction(tr("Centre\tSpace"));
    connect(centre, &QAction::triggered, m_view, &LadderView::centre);
    auto *reset = m_groupMenu->addAction(tr("Reset traded"));
    connect(reset, &QAction::triggered, this, [this] { m_state.resetTraded(m_view->coin()); });

    m_groupButton = new QPushButton(this);
    m_groupButton->setObjectName(objectName() + QStringLiteral("Group"));
    m_groupButton->setAccessibleName(tr("Grouping of prices"));
    m_groupButton->setToolTip(tr("Valid prices in one row; Ctrl+wheel changes it"));
    setButtonKind(m_groupButton, ButtonKind::Flat);
    m_groupButton->setMenu(m_groupMenu);
    setHeaderWidget(m_groupButton);
}

void LadderPanel::refreshGroup()
{
    const auto &rows = m_view->rows();
    const Grid grid = rows.scale().grid();
    QString text = tr("× %1").arg(m_view->group());
    if (const auto mid = rows.midRow())
        text = tr("row %1").arg(fmt::decimalText(toDecimal(Px{rows.scale().stepAt(*mid)}, grid)));
    m_groupButton->setText(text);
    for (auto *action : m_groupMenu->actions()) {
        if (action->data().isValid())
            action->setChecked(action->data().toInt() == m_view->group());
    }
}

void LadderPanel::refreshNote()
{
    const auto &book = m_view->rows().book();
    QString note;
    if (book && !book->bids.empty() && !book->asks.empty() && m_view->isLive()) {
        const Decimal spread = toDecimal(book->asks.front().px - book->bids.front().px, book->grid);
        note = tr("spread %1").arg(fmt::decimalText(spread));
    }
    setNote(note);
    if (m_groupButton->text().startsWith(u'×'))
        refreshGroup();
}

// --- strip

LadderStrip::LadderStrip(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("ladderStrip"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    refresh();
}

QSize LadderStrip::sizeHint() const
{
    return {200, Theme::instance().denseRowHeight() + 8};
}

void LadderStrip::setState(ArmState state, const QString &detail)
{
    m_state = state;
    m_detail = detail;
    refresh();
}

void LadderStrip::setHover(const QString &text, bool refused)
{
    m_hover = text;
    m_refused = refused;
    refresh();
}

void LadderStrip::setNotLive(const QString &reason)
{
    m_notLive = reason;
    setToolTip(reason);
    refresh();
}

void LadderStrip::refresh()
{
    if (!m_notLive.isEmpty()) {
        m_text = m_notLive;
        setAccessibleName(m_text);
        update();
        return;
    }
    switch (m_state) {
    case ArmState::Off:
        m_text = m_hover.isEmpty() ? tr("OFF · a click fills the ticket") : m_hover;
        break;
    case ArmState::Armed:
        m_text = m_hover.isEmpty() ? tr("ARMED · %1").arg(m_detail) : m_hover;
        break;
    case ArmState::Held:
        m_text = tr("HELD · %1").arg(m_detail);
        break;
    }
    setAccessibleName(m_text);
    update();
}

void LadderStrip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(6, 4, -6, -4);
    const bool isArmed = m_state == ArmState::Armed;
    painter.setPen(Qt::NoPen);
    const bool isNotLive = !m_notLive.isEmpty();
    painter.setBrush(isNotLive ? theme.over(Tone::TextDim, 85)
                     : isArmed ? theme.over(Tone::Own, 20)
                               : theme.color(Tone::Raised));
    painter.drawRoundedRect(box, 4, 4);
    if (m_state == ArmState::Held) {
        painter.setBrush(QBrush(theme.tint(Tone::TextFaint, 30), Qt::BDiagPattern));
        painter.drawRoundedRect(box, 4, 4);
    }
    painter.setFont(theme.font(isArmed || isNotLive ? FontRole::Title : FontRole::Label));
    painter.setPen(theme.color(isNotLive ? Tone::Panel : isArmed ? Tone::Own : Tone::TextDim));
    const QRectF text = box.adjusted(8, 0, -8, 0);
    painter.drawText(
        text, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_text, Qt::ElideRight, static_cast<int>(text.width())));
}

// --- footer

Sz unprotectedSize(const model::Position &position, const std::vector<model::Order> &orders)
{
    const bool isLong = position.szi.lots > 0;
    std::int64_t left = std::abs(position.szi.lots);
    for (const auto &order : orders) {
        const bool closes = order.side == (isLong ? Side::Sell : Side::Buy);
        if (!closes || !order.trigger || order.trigger->tpsl != model::TpSl::Sl ||
            order.phase != model::OrderPhase::Waiting)
            continue;
        // A position stop carries no size of its own: it closes whatever is there.
        left = order.remaining().lots == 0 ? 0 : left - order.remaining().lots;
    }
    return {std::max<std::int64_t>(left, 0)};
}

LadderFooter::LadderFooter(WorkspaceState &state, QWidget *parent) : QWidget(parent), m_state(state)
{
    setObjectName(QStringLiteral("ladderFooter"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&state, &WorkspaceState::accountChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &WorkspaceState::ordersChanged, this, qOverload<>(&QWidget::update));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LadderFooter::setCoin(const std::string &coin)
{
    m_coin = coin;
    update();
}

QSize LadderFooter::sizeHint() const
{
    const Theme &theme = Theme::instance();
    return {200, QFontMetrics(theme.font(FontRole::Label)).height() * 2 +
                     QFontMetrics(theme.font(FontRole::Digits)).height() + 22};
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

    const auto *position = m_state.position(m_coin);
    const bool isFlat = !position || position->szi.lots == 0;
    const QFontMetrics label(theme.font(FontRole::Label));
    const QFontMetrics digits(theme.font(FontRole::Digits));
    const double third = all.width() / 3;
    const auto figure = [&](int i, const QString &name, const QString &value, Tone tone) {
        const double x = 14 + third * i;
        painter.setFont(theme.font(FontRole::Label));
        painter.setPen(theme.color(Tone::TextFaint));
        painter.drawText(QRectF(x, 7, third - 8, label.height()), Qt::AlignLeft, name);
        painter.setFont(theme.font(FontRole::Digits));
        painter.setPen(theme.color(tone));
        painter.drawText(QRectF(x, 9 + label.height(), third - 8, digits.height()), Qt::AlignLeft,
                         value);
    };
    if (isFlat) {
        figure(0, tr("Position"), tr("flat"), Tone::TextDim);
        figure(1, tr("Entry"), fmt::none(), Tone::TextDim);
        figure(2, tr("PnL"), fmt::none(), Tone::TextDim);
    } else {
        const auto signTone = [](int sign) {
            return sign > 0 ? Tone::Bid : (sign < 0 ? Tone::Ask : Tone::Text);
        };
        const QString size = fmt::szText(position->szi, position->grid);
        figure(0, tr("Position"), position->szi.lots > 0 ? u'+' + size : size,
               signTone(position->szi.lots > 0 ? 1 : -1));
        figure(1, tr("Entry"), fmt::priceText(position->entryPx, position->grid), Tone::Text);
        figure(2, tr("PnL"), fmt::signedMoney(position->unrealizedPnl),
               signTone(position->unrealizedPnl.sign()));
    }

    const double y = 14 + label.height() + digits.height();
    const QRectF line(14, y, all.width() - 28, label.height());
    painter.setFont(theme.font(FontRole::Label));
    painter.setPen(theme.color(Tone::TextDim));
    if (isFlat) {
        painter.drawText(line, Qt::AlignLeft, tr("no liquidation price"));
        return;
    }
    QString liquidation = tr("no liquidation at this equity");
    if (position->liquidationPx) {
        liquidation =
            tr("liquidation %1").arg(fmt::priceText(*position->liquidationPx, position->grid));
        const auto *context = m_state.context(m_coin);
        if (context && context->mark && context->mark->sign() > 0) {
            const auto away = Decimal::div((*position->liquidationPx - *context->mark).abs(),
                                           *context->mark, 6, Rounding::Down);
            if (away)
                liquidation += tr(" · %1 away").arg(fmt::percent(*away, 1));
        }
    }
    painter.drawText(line, Qt::AlignLeft, liquidation);
    const Sz bare = unprotectedSize(*position, m_state.ordersFor(m_coin));
    painter.setPen(theme.color(bare.lots > 0 ? Tone::Own : Tone::TextDim));
    painter.drawText(line, Qt::AlignRight,
                     tr("unprotected %1").arg(fmt::szPlain(bare, position->grid)));
}

} // namespace hl::ui

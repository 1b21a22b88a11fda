// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/tape/tape_panel.h"

#include "ui/common/formatters.h"
#include "ui/common/theme.h"

#include <QActionGroup>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <array>

namespace hl::ui {

namespace {

constexpr std::array<int, 6> kFilters{0, 100, 1'000, 10'000, 100'000, 1'000'000};
constexpr int kLargePercent = 16;

QString filterText(int value)
{
    return value == 0 ? TapePanel::tr("all")
                      : TapePanel::tr("≥ %1").arg(fmt::decimalText(Decimal::fromInt(value)));
}

} // namespace

TapeView::TapeView(WorkspaceState &state, QWidget *parent) : QWidget(parent), m_state(state)
{
    setObjectName(QStringLiteral("tapeView"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Trades"));
    connect(&state, &WorkspaceState::tapeChanged, this, [this](const std::string &coin) {
        if (coin == m_coin)
            onTape();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_digits.clear();
        m_small.clear();
        update();
    });
}

void TapeView::setCoin(const std::string &coin)
{
    if (coin == m_coin)
        return;
    m_coin = coin;
    m_lease.reset();
    m_topSerial = 0;
    m_seenSerial = 0;
    m_large = {INT64_MAX};
    if (isVisible())
        m_lease = MarketLease(m_state, coin);
    onTape();
}

void TapeView::setMinimumValue(int value)
{
    m_minimumValue = value;
    m_topSerial = 0;
    refreshShown();
}

void TapeView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!m_lease && !m_coin.empty())
        m_lease = MarketLease(m_state, m_coin);
    onTape();
}

void TapeView::hideEvent(QHideEvent *event)
{
    m_lease.reset();
    QWidget::hideEvent(event);
}

void TapeView::onTape()
{
    if (!isVisible())
        return;
    const TradeTape &tape = m_state.tape(m_coin);
    if (tape.serial != m_seenSerial && !tape.trades.empty()) {
        m_seenSerial = tape.serial;
        std::vector<std::int64_t> sizes;
        sizes.reserve(kSample);
        for (auto it = tape.trades.rbegin(); it != tape.trades.rend() && sizes.size() < kSample;
             ++it)
            sizes.push_back(it->sz.lots);
        const auto nth = [&sizes](std::size_t n) {
            const auto at = sizes.begin() + static_cast<std::ptrdiff_t>(n);
            std::nth_element(sizes.begin(), at, sizes.end());
            return *at;
        };
        const std::int64_t usual = nth(sizes.size() / 2);
        m_large = {std::max(2 * usual, nth(sizes.size() - 1 - sizes.size() / kLargeShare))};
    }
    refreshShown();
}

bool TapeView::passes(const market::Trade &trade, Grid grid) const
{
    return m_minimumValue == 0 ||
           toDecimal(trade.px * trade.sz, grid) >= Decimal::fromInt(m_minimumValue);
}

bool TapeView::isLarge(const market::Trade &trade) const
{
    return trade.sz >= m_large;
}

int TapeView::visibleRows() const
{
    return std::max(1, height() / Theme::instance().denseRowHeight() + 1);
}

void TapeView::refreshShown()
{
    const TradeTape &tape = m_state.tape(m_coin);
    m_shown.clear();
    const auto wanted = static_cast<std::size_t>(visibleRows());
    std::uint64_t serial = tape.serial;
    for (auto it = tape.trades.rbegin(); it != tape.trades.rend() && m_shown.size() < wanted;
         ++it, --serial) {
        if ((m_topSerial == 0 || serial <= m_topSerial) && passes(*it, tape.grid))
            m_shown.push_back(*it);
    }
    update();
}

void TapeView::scrollBy(std::int64_t rows)
{
    const TradeTape &tape = m_state.tape(m_coin);
    const auto oldest = tape.serial - std::min<std::uint64_t>(tape.serial, tape.trades.size());
    const auto top = static_cast<std::int64_t>(m_topSerial == 0 ? tape.serial : m_topSerial) - rows;
    if (top >= static_cast<std::int64_t>(tape.serial))
        m_topSerial = 0;
    else
        m_topSerial = static_cast<std::uint64_t>(
            std::max(top, static_cast<std::int64_t>(oldest) + visibleRows()));
    if (m_topSerial >= tape.serial)
        m_topSerial = 0;
    refreshShown();
}

void TapeView::wheelEvent(QWheelEvent *event)
{
    constexpr int kNotch = 120;
    m_wheelRest += event->angleDelta().y();
    const int notches = m_wheelRest / kNotch;
    m_wheelRest -= notches * kNotch;
    event->accept();
    if (notches != 0)
        scrollBy(-static_cast<std::int64_t>(notches) * 3);
}

void TapeView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Up:
        return scrollBy(-1);
    case Qt::Key_Down:
        return scrollBy(1);
    case Qt::Key_PageUp:
        return scrollBy(1 - visibleRows());
    case Qt::Key_PageDown:
        return scrollBy(visibleRows() - 1);
    case Qt::Key_Home:
        m_topSerial = 0;
        return refreshShown();
    default:
        QWidget::keyPressEvent(event);
    }
}

void TapeView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    refreshShown();
}

QSize TapeView::sizeHint() const
{
    const QFontMetricsF digits(Theme::instance().font(FontRole::Digits));
    return {static_cast<int>(digits.horizontalAdvance(u'0') * 25), 300};
}

QSize TapeView::minimumSizeHint() const
{
    const QFontMetricsF digits(Theme::instance().font(FontRole::Digits));
    return {static_cast<int>(digits.horizontalAdvance(u'0') * 20), 80};
}

void TapeView::paintEvent(QPaintEvent *)
{
    const std::int64_t begin = m_state.clock().monoNs();
    const Theme &theme = Theme::instance();
    m_digits.prepare(theme.font(FontRole::Digits), devicePixelRatioF());
    m_small.prepare(theme.font(FontRole::DigitsSmall), devicePixelRatioF());
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Tone::Panel));
    const TradeTape &tape = m_state.tape(m_coin);
    const int h = theme.denseRowHeight();
    if (m_shown.empty()) {
        theme.paintEmpty(painter, rect(),
                         m_minimumValue == 0 ? tr("No trades yet") : tr("No trade this large yet"),
                         m_minimumValue == 0 ? tr("Each trade appears here as it happens.")
                                             : tr("Choose a smaller size above."));
    }
    // The hour gives way before the size loses its decimals.
    const qreal right = width() - 10;
    const qreal pxWidth =
        m_shown.empty() ? 0 : m_digits.width(fmt::pxText(m_shown.front().px, tape.grid));
    const bool showSeconds =
        right - 18 - pxWidth - 6 - m_digits.width(u"<0.001") - 8 >= m_small.width(u"00:00:00");
    const qreal timeWidth = m_small.width(showSeconds ? u"00:00:00" : u"00:00");
    const qreal sizeRight = right - timeWidth - 8;
    const qreal left = 18;
    int y = 3;
    for (const auto &trade : m_shown) {
        const Tone side = trade.isBuy ? Tone::Bid : Tone::Ask;
        if (isLarge(trade))
            painter.fillRect(0, y, width(), h, theme.tint(side, kLargePercent));
        const QString px = fmt::pxText(trade.px, tape.grid);
        // Side also by direction, not by colour alone.
        const double cy = y + h / 2.0;
        const double d = trade.isBuy ? -2.0 : 2.0;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(side));
        const QPointF arrow[3] = {{7, cy - d}, {13, cy - d}, {10, cy + d * 1.4}};
        painter.drawPolygon(arrow, 3);
        painter.setRenderHint(QPainter::Antialiasing, false);
        m_digits.drawLeft(painter, left, y, h, px, theme.color(side));
        const int chars =
            static_cast<int>((sizeRight - left - m_digits.width(px) - 6) / m_digits.advance());
        QString size = fmt::szShort(trade.sz, tape.grid);
        for (int decimals = 2; decimals >= 0 && size.size() > chars; --decimals)
            size = fmt::szShort(trade.sz, tape.grid, decimals);
        if (size.size() > chars)
            size = fmt::compact(toDecimal(trade.sz, tape.grid));
        m_digits.drawRight(painter, sizeRight, y, h, size, theme.color(Tone::Text));
        const QString time = fmt::timeText(trade.time);
        m_small.drawRight(painter, right, y, h, showSeconds ? time : time.right(5),
                          theme.color(Tone::TextFaint));
        y += h;
    }
    if (m_topSerial != 0) {
        const QString text = tr(
            "%n newer · Home", nullptr,
            static_cast<int>(std::min<std::uint64_t>(tape.serial - m_topSerial, TradeTape::kMax)));
        painter.setFont(theme.font(FontRole::Label));
        const int w = painter.fontMetrics().horizontalAdvance(text) + 20;
        const QRectF pill((width() - w) / 2.0, 4, w, 20);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.color(Tone::Line), 1));
        painter.setBrush(theme.color(Tone::Raised));
        painter.drawRoundedRect(pill, 10, 10);
        painter.setPen(theme.color(Tone::TextDim));
        painter.drawText(pill, Qt::AlignCenter, text);
    }
    if (hasFocus()) {
        painter.setPen(theme.color(Tone::Accent));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    painter.end();
    m_state.paintStats().series("tape").paint.record(m_state.clock().monoNs() - begin);
}

TapePanel::TapePanel(WorkspaceState &state, QWidget *parent)
    : Panel(QStringLiteral("tape"), parent)
    , m_view(new TapeView(state, this))
{
    setTitle(tr("Tape"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_view);
    makeFilter();
    connect(&state, &WorkspaceState::selectedCoinChanged, this,
            [this](const std::string &coin) { m_view->setCoin(coin); });
    m_view->setCoin(state.selectedCoin());
    const auto refreshNote = [this, &state] {
        setNote(state.connection().link == engine::LinkState::Live ? QString() : tr("not live"));
    };
    connect(&state, &WorkspaceState::connectionChanged, this, refreshNote);
    refreshNote();
}

void TapePanel::makeFilter()
{
    m_filterButton = new QPushButton(filterText(0), this);
    m_filterButton->setObjectName(QStringLiteral("tapeFilter"));
    m_filterButton->setAccessibleName(tr("Smallest trade value listed"));
    m_filterButton->setToolTip(tr("Smallest trade listed, as value in quote units"));
    setButtonKind(m_filterButton, ButtonKind::Flat);
    auto *menu = new QMenu(m_filterButton);
    auto *choices = new QActionGroup(menu);
    for (const int value : kFilters) {
        auto *action = menu->addAction(filterText(value));
        action->setCheckable(true);
        action->setChecked(value == 0);
        choices->addAction(action);
        connect(action, &QAction::triggered, this, [this, value] {
            m_view->setMinimumValue(value);
            m_filterButton->setText(filterText(value));
        });
    }
    m_filterButton->setMenu(menu);
    setHeaderWidget(m_filterButton);
}

} // namespace hl::ui

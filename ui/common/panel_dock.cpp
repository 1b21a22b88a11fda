// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/panel_dock.h"

#include "ui/common/panel.h"
#include "ui/common/theme.h"

#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace hl::ui {

namespace {

/// The ground of a dock's content; its lower corners are round, its upper ones belong to the
/// header.
class PanelBody : public QWidget
{
public:
    PanelBody(Panel *panel, QWidget *parent) : QWidget(parent)
    {
        auto *layout = new QVBoxLayout(this);
        layout->setContentsMargins(1, 0, 1, 1);
        layout->addWidget(panel);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        Theme::instance().paintPanel(painter, rect(), false);
    }
};

} // namespace

PanelDock::PanelDock(Panel *panel, QWidget *parent)
    : QDockWidget(panel->title(), parent)
    , m_panel(panel)
{
    setObjectName(panel->objectName());
    // The dock carries the panel's name; the panel keeps its own for tests and settings.
    panel->setObjectName(panel->objectName() + QStringLiteral("Panel"));
    setFeatures(DockWidgetMovable | DockWidgetFloatable | DockWidgetClosable);
    m_header = new PanelHeader(panel, this);
    m_noHeader = new QWidget(this);
    m_noHeader->setFixedHeight(0);
    m_noHeader->hide();
    m_body = new PanelBody(panel, this);
    setWidget(m_body);
    setTitleBarWidget(m_header);
    connect(panel, &Panel::titleChanged, this, &QWidget::setWindowTitle);
}

void PanelDock::setTabbed(bool tabbed)
{
    if (tabbed == m_tabbed)
        return;
    m_tabbed = tabbed;
    setTitleBarWidget(tabbed ? m_noHeader : static_cast<QWidget *>(m_header));
    m_header->setVisible(!tabbed);
    m_noHeader->setVisible(tabbed);
}

PanelHeader::PanelHeader(Panel *panel, QWidget *parent) : QWidget(parent), m_panel(panel)
{
    setObjectName(panel->objectName() + QStringLiteral("Header"));
    if (auto *extra = panel->headerWidget()) {
        extra->setParent(this);
        if (!panel->headerFills())
            extra->setFont(Theme::instance().font(FontRole::Label));
    }
    connect(panel, &Panel::titleChanged, this, &PanelHeader::placeExtra);
    connect(panel, &Panel::noteChanged, this, qOverload<>(&QWidget::update));
}

QSize PanelHeader::sizeHint() const
{
    return {80, Theme::instance().panelHeaderHeight()};
}

QSize PanelHeader::minimumSizeHint() const
{
    return {40, Theme::instance().panelHeaderHeight()};
}

void PanelHeader::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeExtra();
}

bool PanelHeader::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest) // the extra widget wants another size
        placeExtra();
    return QWidget::event(event);
}

void PanelHeader::placeExtra()
{
    auto *extra = m_panel->headerWidget();
    update();
    if (!extra)
        return;
    if (m_panel->headerFills()) {
        extra->setGeometry(8, 1, width() - 16, height() - 2);
        return;
    }
    const QSize hint = extra->sizeHint();
    const QFontMetrics title(Theme::instance().font(FontRole::Title));
    const int w =
        std::clamp(width() - title.horizontalAdvance(m_panel->title()) - 32, 0, hint.width());
    const int h = std::min(hint.height(), height() - 4);
    extra->setGeometry(width() - w - 8, (height() - h) / 2, w, h);
}

void PanelHeader::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(Tone::Line), 1));
    painter.setBrush(theme.color(Tone::Panel));
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(frame.adjusted(0, 0, 0, 2 * theme.radius()), theme.radius(),
                            theme.radius());
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(0, height() - 1, width(), 1, theme.color(Tone::Line));

    if (m_panel->headerFills())
        return;
    if (m_panel->headerWidget() && m_panel->headerFills())
        return;
    QRect line = rect().adjusted(12, 0, -12, -1);
    if (auto *extra = m_panel->headerWidget(); extra && extra->isVisible())
        line.setRight(extra->x() - 4);
    painter.setFont(theme.font(FontRole::Title));
    painter.setPen(theme.color(Tone::Text));
    const QString title =
        painter.fontMetrics().elidedText(m_panel->title(), Qt::ElideRight, line.width());
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, title);
    const int used = painter.fontMetrics().horizontalAdvance(title) + 16;
    if (!m_panel->note().isEmpty() && line.width() - used > 24) {
        painter.setFont(theme.font(FontRole::Label));
        painter.setPen(theme.color(Tone::TextFaint));
        painter.drawText(
            line.adjusted(used, 0, 0, 0), Qt::AlignRight | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(m_panel->note(), Qt::ElideLeft, line.width() - used));
    }
}

} // namespace hl::ui

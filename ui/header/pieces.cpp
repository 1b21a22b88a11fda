// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/header/pieces.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace hl::ui {

Figure::Figure(const QString &objectName, const QString &label, const QString &widest,
               QWidget *parent)
    : QWidget(parent)
    , m_label(label)
    , m_widest(widest)
{
    setObjectName(objectName);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    setAccessibleName(label);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void Figure::setValue(const QString &value, Tone tone)
{
    if (value == m_value && tone == m_tone)
        return;
    m_value = value;
    m_tone = tone;
    setAccessibleDescription(value);
    if (value.size() > m_widest.size()) {
        m_widest = value;
        updateGeometry();
    }
    update();
}

QSize Figure::sizeHint() const
{
    const Theme &theme = Theme::instance();
    const int label = QFontMetrics(theme.font(FontRole::Label)).horizontalAdvance(m_label);
    const int value = QFontMetrics(theme.font(FontRole::Digits)).horizontalAdvance(m_widest);
    return {std::max(label, value) + 2, theme.marketStripHeight()};
}

void Figure::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    const QFontMetrics label(theme.font(FontRole::Label));
    const QFontMetrics digits(theme.font(FontRole::Digits));
    const int top = (height() - label.height() - digits.height() - 2) / 2;
    QPainter painter(this);
    painter.setFont(theme.font(FontRole::Label));
    painter.setPen(theme.color(Tone::TextFaint));
    painter.drawText(QRect(0, top, width(), label.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     m_label);
    painter.setFont(theme.font(FontRole::Digits));
    painter.setPen(theme.color(m_tone));
    painter.drawText(QRect(0, top + label.height() + 2, width(), digits.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, m_value);
}

Pill::Pill(const QString &objectName, QWidget *parent) : QWidget(parent)
{
    setObjectName(objectName);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void Pill::setContent(const QString &text, Tone tone, std::optional<Tone> dot, bool filled)
{
    if (text == m_text && tone == m_tone && dot == m_dot && filled == m_filled)
        return;
    const bool resized = text.size() != m_text.size() || dot.has_value() != m_dot.has_value();
    m_text = text;
    m_tone = tone;
    m_dot = dot;
    m_filled = filled;
    setAccessibleName(text);
    if (resized)
        updateGeometry();
    update();
}

QSize Pill::sizeHint() const
{
    const Theme &theme = Theme::instance();
    const QFontMetrics metrics(theme.font(m_filled ? FontRole::Title : FontRole::DigitsSmall));
    const QFontMetrics text(theme.font(FontRole::Text));
    return {metrics.horizontalAdvance(m_text) + 24 + (m_dot ? 14 : 0), text.height() + 11};
}

QSize Pill::minimumSizeHint() const
{
    return sizeHint();
}

void Pill::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(m_filled ? QPen(Qt::NoPen) : QPen(theme.color(Tone::Line), 1));
    painter.setBrush(m_filled ? theme.over(m_tone, 24) : theme.color(Tone::Window));
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2);
    QRectF text = box.adjusted(12, 0, -12, 0);
    if (m_dot) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(*m_dot));
        painter.drawEllipse(QPointF(text.left() + 3.5, box.center().y()), 3.5, 3.5);
        text.setLeft(text.left() + 14);
    }
    painter.setFont(theme.font(m_filled ? FontRole::Title : FontRole::DigitsSmall));
    painter.setPen(theme.color(m_tone));
    const Qt::Alignment place = m_dot ? Qt::AlignVCenter | Qt::AlignLeft : Qt::AlignCenter;
    painter.drawText(text, static_cast<int>(place), m_text);
}

void Pill::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT clicked();
}

} // namespace hl::ui

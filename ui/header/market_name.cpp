// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/header/market_name.h"

#include <QPainter>

#include <algorithm>

namespace hl::ui {

MarketName::MarketName(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("headerMarket"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
}

void MarketName::setMarket(const QString &name, const QString &above, const QString &below)
{
    m_name = name;
    m_above = above;
    m_below = below;
    setAccessibleName(name);
    updateGeometry();
    update();
}

void MarketName::setPrice(const QString &price, Tone tone)
{
    if (price == m_price && tone == m_tone)
        return;
    const bool resized = price.size() != m_price.size();
    m_price = price;
    m_tone = tone;
    setAccessibleDescription(price);
    if (resized)
        updateGeometry();
    update();
}

QSize MarketName::sizeHint() const
{
    const Theme &theme = Theme::instance();
    return {nameWidth() + smallWidth() +
                QFontMetrics(theme.font(FontRole::DigitsMarket)).horizontalAdvance(m_price) + 34,
            theme.marketStripHeight()};
}

void MarketName::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font(FontRole::Market));
    painter.setPen(theme.color(Tone::Text));
    painter.drawText(QRect(0, 0, nameWidth(), height()), Qt::AlignLeft | Qt::AlignVCenter, m_name);
    const QFontMetrics label(theme.font(FontRole::Label));
    const int x = nameWidth() + 8;
    const int top = (height() - 2 * label.height()) / 2;
    painter.setFont(theme.font(FontRole::Label));
    painter.setPen(theme.color(Tone::TextFaint));
    painter.drawText(QRect(x, top, smallWidth(), label.height()), Qt::AlignLeft, m_above);
    painter.drawText(QRect(x, top + label.height(), smallWidth(), label.height()), Qt::AlignLeft,
                     m_below);
    painter.setFont(theme.font(FontRole::DigitsMarket));
    painter.setPen(theme.color(m_tone));
    painter.drawText(rect().adjusted(x + smallWidth() + 14, 0, 0, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, m_price);
}

int MarketName::nameWidth() const
{
    return QFontMetrics(Theme::instance().font(FontRole::Market)).horizontalAdvance(m_name);
}

int MarketName::smallWidth() const
{
    const QFontMetrics label(Theme::instance().font(FontRole::Label));
    return std::max(label.horizontalAdvance(m_above), label.horizontalAdvance(m_below));
}

} // namespace hl::ui

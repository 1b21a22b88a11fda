// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_tip.h"

#include "ui/common/theme.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace hl::ui {

namespace {

constexpr int kPad = 8;
constexpr int kGap = 6;

} // namespace

LadderTip::LadderTip(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("ladderTip"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void LadderTip::showAt(const QStringList &lines, const QRect &cell, const QRect &touch, int top)
{
    const QFontMetrics metrics(Theme::instance().font(FontRole::Label));
    int width = 0;
    for (const QString &line : lines)
        width = std::max(width, metrics.horizontalAdvance(line));
    const QSize size(width + 2 * kPad,
                     static_cast<int>(lines.size()) * (metrics.height() + 2) + 2 * kPad - 2);
    const QRect room(0, top, parentWidget()->width(), parentWidget()->height() - top);
    const int x = std::clamp(cell.center().x() - size.width() / 2, 2,
                             std::max(2, room.right() - size.width() - 2));
    // Below, above, then away from the touch on the side where the pointer is.
    const std::array ys{cell.bottom() + kGap, cell.top() - kGap - size.height(),
                        touch.bottom() + kGap, touch.top() - kGap - size.height()};
    for (const int y : ys) {
        const QRect place(QPoint(x, y), size);
        if (!room.contains(place) || place.intersects(touch) || place.intersects(cell))
            continue;
        m_lines = lines;
        setAccessibleName(lines.join(QStringLiteral(", ")));
        setGeometry(place);
        show();
        raise();
        update();
        return;
    }
    hide();
}

void LadderTip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(Tone::Line), 1));
    painter.setBrush(theme.color(Tone::Window));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setFont(theme.font(FontRole::Label));
    const QFontMetrics metrics = painter.fontMetrics();
    int y = kPad;
    for (const QString &line : m_lines) {
        painter.setPen(theme.color(y == kPad ? Tone::TextFaint : Tone::Text));
        painter.drawText(kPad, y + metrics.ascent(), line);
        y += metrics.height() + 2;
    }
}

} // namespace hl::ui

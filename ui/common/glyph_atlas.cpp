// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/glyph_atlas.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace hl::ui {

namespace {

constexpr char16_t kFirst = 32;
constexpr char16_t kLast = 126;
constexpr char16_t kExtra[] = u"\u2212\u2013\u2026\u2264\u00b7\u00d7";
constexpr int kExtraCount = 6;
constexpr int kCells = kLast - kFirst + 1 + kExtraCount;
constexpr int kMaxSheets = 32;

} // namespace

int GlyphAtlas::cellOf(QChar c)
{
    const char16_t u = c.unicode();
    if (u >= kFirst && u <= kLast)
        return u - kFirst;
    for (int i = 0; i < kExtraCount; ++i) {
        if (kExtra[i] == u)
            return kLast - kFirst + 1 + i;
    }
    return '?' - kFirst;
}

void GlyphAtlas::prepare(const QFont &font, qreal devicePixelRatio)
{
    if (font == m_font && qFuzzyCompare(devicePixelRatio, m_dpr))
        return;
    m_sheets.clear();
    m_font = font;
    m_dpr = devicePixelRatio;
    const QFontMetricsF metrics(font);
    m_cellWidth =
        std::max(1, static_cast<int>(std::round(metrics.horizontalAdvance(u'0') * m_dpr)));
    m_advance = m_cellWidth / m_dpr;
    m_cellHeight = static_cast<int>(std::ceil(metrics.height() * m_dpr)) + 2;
    m_capHeight = static_cast<int>(std::round(metrics.capHeight() * m_dpr));
    m_capTop = static_cast<int>(std::round(metrics.ascent() * m_dpr)) - m_capHeight;
}

const QPixmap &GlyphAtlas::sheet(const QColor &color)
{
    const auto it = m_sheets.constFind(color.rgba());
    if (it != m_sheets.constEnd())
        return *it;
    if (m_sheets.size() >= kMaxSheets)
        m_sheets.clear();
    QPixmap pixmap(m_cellWidth * kCells, m_cellHeight);
    pixmap.setDevicePixelRatio(m_dpr);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setFont(m_font);
    painter.setPen(color);
    const qreal baseline = (m_capTop + m_capHeight) / m_dpr;
    for (int i = 0; i < kCells; ++i) {
        const int plain = kLast - kFirst + 1;
        const QChar c =
            i < plain ? QChar(static_cast<char16_t>(kFirst + i)) : QChar(kExtra[i - plain]);
        painter.setClipRect(QRectF(i * m_advance, 0, m_advance, m_cellHeight / m_dpr));
        painter.drawText(QPointF(i * m_advance, baseline), QString(c));
    }
    painter.end();
    return *m_sheets.insert(color.rgba(), pixmap);
}

void GlyphAtlas::drawLeft(QPainter &painter, qreal x, qreal top, qreal height, QStringView text,
                          const QColor &color)
{
    const QPixmap &glyphs = sheet(color);
    const auto snap = [this](qreal v) { return std::round(v * m_dpr) / m_dpr; };
    qreal at = snap(x);
    // The digits' caps are centred, not the line with its room for accents.
    const qreal y = snap(top + (height - m_capHeight / m_dpr) / 2) - m_capTop / m_dpr;
    for (const QChar c : text) {
        if (c != u' ')
            painter.drawPixmap(QPointF(at, y), glyphs,
                               QRectF(cellOf(c) * m_cellWidth, 0, m_cellWidth, m_cellHeight));
        at += m_advance;
    }
}

void GlyphAtlas::drawRight(QPainter &painter, qreal right, qreal top, qreal height,
                           QStringView text, const QColor &color)
{
    drawLeft(painter, right - width(text), top, height, text, color);
}

} // namespace hl::ui

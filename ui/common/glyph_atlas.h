// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QColor>
#include <QFont>
#include <QHash>
#include <QPixmap>
#include <QStringView>

class QPainter;

namespace hl::ui {

/// Figures drawn by copying pixels: every glyph of one fixed-pitch font is rendered once for each
/// colour and device pixel ratio. The pitch is a whole number of device pixels, so columns of
/// digits stand exactly below each other. GUI thread; one atlas for each font of a painter.
class GlyphAtlas
{
public:
    /// Forgets everything where font or ratio differ.
    void prepare(const QFont &font, qreal devicePixelRatio);
    void clear() { m_sheets.clear(); }

    qreal width(QStringView text) const { return m_advance * static_cast<qreal>(text.size()); }
    qreal advance() const { return m_advance; }

    /// Vertically centred in [top, top + height).
    void drawLeft(QPainter &painter, qreal x, qreal top, qreal height, QStringView text,
                  const QColor &color);
    void drawRight(QPainter &painter, qreal right, qreal top, qreal height, QStringView text,
                   const QColor &color);

private:
    const QPixmap &sheet(const QColor &color);
    static int cellOf(QChar c);

    QFont m_font;
    qreal m_dpr = 0;
    qreal m_advance = 1;  ///< in device-independent pixels
    int m_cellWidth = 1;  ///< device pixels
    int m_cellHeight = 1; ///< device pixels
    int m_capTop = 0;     ///< device pixels from the cell's top to the digits' top
    int m_capHeight = 0;
    QHash<QRgb, QPixmap> m_sheets;
};

} // namespace hl::ui

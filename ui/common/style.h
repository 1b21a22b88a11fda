// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QProxyStyle>

namespace hl::ui {

/// Fusion with our own flat controls: fields, buttons by ButtonKind, tabs, table headers, scroll
/// bars, sliders, check boxes. Colours and sizes come from Theme only.
class Style : public QProxyStyle
{
    Q_OBJECT

public:
    Style();

    void polish(QWidget *widget) override;
    using QProxyStyle::polish;
    int pixelMetric(PixelMetric metric, const QStyleOption *option,
                    const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *data) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                           const QWidget *widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption *option,
                         const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl sub,
                         const QWidget *widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                            QPainter *painter, const QWidget *widget) const override;

private:
    void drawField(const QStyleOption &option, QPainter &painter) const;
    void drawButton(const QStyleOption &option, QPainter &painter, const QWidget *widget) const;
    void drawTab(const QStyleOption &option, QPainter &painter, const QWidget *widget) const;
    void drawHeaderSection(const QStyleOption &option, QPainter &painter) const;
    void drawCheck(const QStyleOption &option, QPainter &painter, bool isRadio) const;
};

} // namespace hl::ui

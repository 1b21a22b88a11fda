// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/style.h"
#include "ui/common/theme.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QPushButton>
#include <QStyleOption>

#include <algorithm>

namespace hl::ui {

namespace {

constexpr int kFieldRadius = 5;

QColor tone(Tone t)
{
    return Theme::instance().color(t);
}

bool has(const QStyleOption &option, QStyle::StateFlag flag)
{
    return option.state.testFlag(flag);
}

void roundRect(QPainter &painter, const QRectF &rect, double radius, const QColor &fill,
               const QColor &border)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(border.isValid() ? QPen(border, 1) : QPen(Qt::NoPen));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(border.isValid() ? rect.adjusted(0.5, 0.5, -0.5, -0.5) : rect, radius,
                            radius);
}

void chevron(QPainter &painter, const QPointF &centre, bool up, const QColor &color)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const double d = up ? -1.6 : 1.6;
    painter.drawPolyline(QPolygonF{{centre.x() - 3.2, centre.y() - d},
                                   {centre.x(), centre.y() + d},
                                   {centre.x() + 3.2, centre.y() - d}});
}

} // namespace

void Style::drawField(const QStyleOption &option, QPainter &painter) const
{
    const bool isFocused = has(option, State_HasFocus) && has(option, State_Enabled);
    painter.save();
    roundRect(painter, option.rect, kFieldRadius, tone(Tone::Field),
              isFocused ? tone(Tone::Accent) : tone(Tone::Line));
    painter.restore();
}

void Style::drawCheck(const QStyleOption &option, QPainter &painter, bool isRadio) const
{
    const Theme &theme = Theme::instance();
    const bool isOn = has(option, State_On);
    const QRectF box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    const double radius = isRadio ? box.width() / 2 : 3;
    painter.save();
    roundRect(painter, box, radius, isOn ? theme.over(Tone::Accent, 24) : tone(Tone::Field),
              isOn || has(option, State_HasFocus) ? tone(Tone::Accent) : tone(Tone::TextFaint));
    if (isOn && isRadio) {
        roundRect(painter, box.adjusted(4, 4, -4, -4), radius, tone(Tone::Accent), {});
    } else if (isOn) {
        painter.setPen(QPen(tone(Tone::Accent), 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF{{box.x() + 3.2, box.y() + 6.8},
                                       {box.x() + 5.6, box.y() + 9.2},
                                       {box.x() + 10, box.y() + 4}});
    }
    painter.restore();
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                          const QWidget *widget) const
{
    switch (element) {
    case PE_PanelLineEdit:
    case PE_FrameLineEdit:
        if (element == PE_PanelLineEdit) {
            const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
            if (frame && frame->lineWidth > 0)
                drawField(*option, *painter);
        }
        return;
    case PE_IndicatorCheckBox:
        drawCheck(*option, *painter, false);
        return;
    case PE_IndicatorRadioButton:
        drawCheck(*option, *painter, true);
        return;
    case PE_FrameFocusRect:
        if (!qobject_cast<const QAbstractItemView *>(widget)) {
            painter->save();
            roundRect(*painter, option->rect, 3, {}, tone(Tone::Accent));
            painter->restore();
        }
        return;
    case PE_FrameTabBarBase:
    case PE_FrameTabWidget:
    case PE_FrameDockWidget:
    case PE_FrameStatusBarItem:
    case PE_PanelStatusBar:
    case PE_IndicatorDockWidgetResizeHandle:
        return;
    case PE_PanelTipLabel:
    case PE_FrameMenu:
        painter->save();
        painter->fillRect(option->rect, tone(Tone::Raised));
        painter->setPen(tone(Tone::Line));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    case PE_PanelItemViewItem:
    case PE_PanelItemViewRow: {
        const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option);
        if (item && has(*option, State_Selected)) {
            painter->fillRect(option->rect, Theme::instance().tint(Tone::Accent, 14));
            return;
        }
        if (item && element == PE_PanelItemViewItem && item->backgroundBrush.style() != Qt::NoBrush)
            painter->fillRect(option->rect, item->backgroundBrush);
        if (item && element == PE_PanelItemViewRow &&
            item->features.testFlag(QStyleOptionViewItem::Alternate))
            painter->fillRect(option->rect, item->palette.brush(QPalette::AlternateBase));
        return;
    }
    case PE_IndicatorHeaderArrow: {
        const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
        if (header && header->sortIndicator != QStyleOptionHeader::None)
            chevron(*painter, QRectF(option->rect).center(),
                    header->sortIndicator == QStyleOptionHeader::SortDown, tone(Tone::TextDim));
        return;
    }
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawButton(const QStyleOption &option, QPainter &painter, const QWidget *widget) const
{
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(&option);
    if (!button)
        return;
    const Theme &theme = Theme::instance();
    const auto kind = buttonKind(widget);
    const bool isOn = has(option, State_On);
    const bool isDown = has(option, State_Sunken);
    const bool isHot = has(option, State_MouseOver) && has(option, State_Enabled);
    const bool isEnabled = has(option, State_Enabled);
    QColor fill;
    QColor border = tone(Tone::Line);
    QColor text = isEnabled ? tone(Tone::TextDim) : tone(Tone::TextFaint);
    QFont font = painter.font();

    const auto side = [kind] {
        return kind == ButtonKind::Sell || kind == ButtonKind::PrimarySell ? Tone::Ask : Tone::Bid;
    };
    switch (kind) {
    case ButtonKind::PrimaryBuy:
    case ButtonKind::PrimarySell:
    case ButtonKind::Buy:
    case ButtonKind::Sell: {
        const bool isFilled =
            isOn || kind == ButtonKind::PrimaryBuy || kind == ButtonKind::PrimarySell;
        font = theme.font(FontRole::TextStrong);
        if (isFilled && isEnabled) {
            fill = tone(side());
            if (isDown)
                fill = fill.darker(112);
            else if (isHot)
                fill = fill.lighter(106);
            border = QColor();
            text = tone(Tone::OnColour);
        } else {
            fill = tone(isEnabled ? Tone::Panel : Tone::Raised);
            text = isHot ? tone(side()) : text;
        }
        break;
    }
    case ButtonKind::Chip:
        if (isOn) {
            fill = theme.over(Tone::Accent, theme.isDark() ? 24 : 14);
            border = theme.over(Tone::Accent, 40);
            text = tone(Tone::Accent);
        }
        break;
    case ButtonKind::Flat:
        border = QColor();
        text = isOn ? tone(Tone::Text) : text;
        break;
    case ButtonKind::Plain:
        fill = isDown ? tone(Tone::Line) : tone(Tone::Raised);
        text = isEnabled ? tone(Tone::Text) : text;
        break;
    }
    if (isHot && !isOn && kind != ButtonKind::PrimaryBuy && kind != ButtonKind::PrimarySell) {
        if (border.isValid())
            border = theme.over(Tone::TextFaint, 60);
        if (kind == ButtonKind::Chip || kind == ButtonKind::Flat)
            text = tone(Tone::Text);
    }
    painter.save();
    roundRect(painter, option.rect, kFieldRadius, fill, border);
    if (has(option, State_HasFocus) && has(option, State_KeyboardFocusChange))
        roundRect(painter, option.rect, kFieldRadius, {}, tone(Tone::Accent));
    if (kind == ButtonKind::Flat && isOn)
        painter.fillRect(
            QRectF(option.rect.x() + 4, option.rect.bottom() - 1, option.rect.width() - 8, 2),
            tone(Tone::Accent));
    painter.setFont(font);
    painter.setPen(text);
    QRect label = option.rect;
    if (!button->icon.isNull()) {
        const int size = 16;
        const QRect place(label.x() + 8, label.center().y() - size / 2 + 1, size, size);
        button->icon.paint(&painter, button->text.isEmpty() ? QRect(label.center().x() - size / 2,
                                                                    place.y(), size, size)
                                                            : place);
        label.setLeft(place.right() + 2);
    }
    if (button->features.testFlag(QStyleOptionButton::HasMenu))
        label.setRight(label.right() - 14);
    const QString shown = painter.fontMetrics().elidedText(button->text, Qt::ElideRight,
                                                           label.width() - 4, Qt::TextShowMnemonic);
    painter.drawText(label, Qt::AlignCenter | Qt::TextHideMnemonic, shown);
    if (button->features.testFlag(QStyleOptionButton::HasMenu))
        chevron(painter, QPointF(option.rect.right() - 9, option.rect.center().y() + 0.5), false,
                text);
    painter.restore();
}

void Style::drawTab(const QStyleOption &option, QPainter &painter, const QWidget *widget) const
{
    const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(&option);
    if (!tab)
        return;
    const Theme &theme = Theme::instance();
    const bool isOn = has(option, State_Selected);
    painter.save();
    painter.setFont(theme.font(FontRole::Title));
    const QColor text = !has(option, State_Enabled)            ? tone(Tone::TextFaint)
                        : isOn || has(option, State_MouseOver) ? tone(Tone::Text)
                                                               : tone(Tone::TextDim);
    painter.setPen(text);
    painter.drawText(option.rect, Qt::AlignCenter | Qt::TextHideMnemonic, tab->text);
    if (isOn) {
        const int width = painter.fontMetrics().horizontalAdvance(tab->text);
        const QRect bar(option.rect.center().x() - width / 2, option.rect.bottom() - 1, width, 2);
        painter.fillRect(bar, tone(Tone::Accent));
    }
    if (has(option, State_HasFocus) && widget && widget->hasFocus() &&
        has(option, State_KeyboardFocusChange))
        roundRect(painter, QRectF(option.rect).adjusted(3, 4, -3, -4), 4, {}, tone(Tone::Accent));
    painter.restore();
}

void Style::drawHeaderSection(const QStyleOption &option, QPainter &painter) const
{
    painter.save();
    painter.fillRect(option.rect, tone(Tone::Panel));
    painter.setPen(tone(Tone::Line));
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    painter.restore();
}

void Style::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                        const QWidget *widget) const
{
    switch (element) {
    case CE_PushButton:
    case CE_PushButtonBevel:
        drawButton(*option, *painter, widget);
        return;
    case CE_TabBarTab:
    case CE_TabBarTabShape:
        drawTab(*option, *painter, widget);
        return;
    case CE_TabBarTabLabel:
        return;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        drawHeaderSection(*option, *painter);
        return;
    case CE_HeaderLabel: {
        const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
        if (!header)
            return;
        painter->save();
        painter->setFont(Theme::instance().font(FontRole::Label));
        painter->setPen(has(*option, State_MouseOver) ? tone(Tone::TextDim)
                                                      : tone(Tone::TextFaint));
        QRect rect = option->rect;
        const bool isSorted = header->sortIndicator != QStyleOptionHeader::None;
        const bool isRight = header->textAlignment.testFlag(Qt::AlignRight);
        if (isSorted && isRight)
            rect.setLeft(rect.left() + 12);
        painter->drawText(rect,
                          static_cast<int>(header->textAlignment) | Qt::AlignVCenter |
                              Qt::TextDontClip, // the margin above and below is room as well
                          header->text);
        painter->restore();
        return;
    }
    case CE_DockWidgetTitle:
    case CE_ToolBar:
        return;
    case CE_MenuBarEmptyArea:
        painter->fillRect(option->rect, tone(Tone::Window));
        return;
    case CE_ShapedFrame:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
            frame && (frame->frameShape == QFrame::HLine || frame->frameShape == QFrame::VLine)) {
            QRect line = option->rect;
            if (frame->frameShape == QFrame::HLine)
                line = QRect(line.x(), line.center().y(), line.width(), 1);
            else
                line = QRect(line.center().x(), line.y(), 1, line.height());
            painter->fillRect(line, tone(Tone::Line));
            return;
        }
        QProxyStyle::drawControl(element, option, painter, widget);
        return;
    default:
        QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                               QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::instance();
    if (control == CC_ScrollBar) {
        const QRect handle = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
        const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
        painter->save();
        painter->fillRect(option->rect, tone(Tone::Panel));
        if (bar && bar->maximum > bar->minimum) {
            const bool isHot = has(*option, State_MouseOver) || has(*option, State_Sunken);
            const QRectF thumb = bar->orientation == Qt::Horizontal
                                     ? QRectF(handle).adjusted(1, 3, -1, -3)
                                     : QRectF(handle).adjusted(3, 1, -3, -1);
            roundRect(*painter, thumb, 2,
                      isHot ? theme.over(Tone::TextFaint, 80) : theme.over(Tone::TextFaint, 38),
                      {});
        }
        painter->restore();
        return;
    }
    if (control == CC_Slider) {
        const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option);
        if (slider && slider->orientation == Qt::Horizontal) {
            const QRectF r = option->rect;
            const double y = r.center().y();
            const QRectF handle = subControlRect(CC_Slider, option, SC_SliderHandle, widget);
            const double x = handle.center().x();
            painter->save();
            roundRect(*painter, QRectF(r.x() + 2, y - 2, r.width() - 4, 4), 2, tone(Tone::Line),
                      {});
            roundRect(*painter, QRectF(r.x() + 2, y - 2, std::max(0.0, x - r.x() - 2), 4), 2,
                      has(*option, State_Enabled) ? tone(Tone::Accent) : tone(Tone::TextFaint), {});
            roundRect(*painter, QRectF(x - 6, y - 6, 12, 12), 6, tone(Tone::Text),
                      has(*option, State_HasFocus) ? tone(Tone::Accent) : QColor());
            painter->restore();
            return;
        }
    }
    if (control == CC_ComboBox) {
        const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
        drawField(*option, *painter);
        if (combo)
            chevron(*painter, QPointF(option->rect.right() - 11, option->rect.center().y() + 0.5),
                    false, tone(Tone::TextDim));
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace hl::ui

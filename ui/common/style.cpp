// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/style.h"

#include "ui/common/theme.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>

#include <algorithm>

namespace hl::ui {

Style::Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void Style::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (auto *view = qobject_cast<QAbstractItemView *>(widget); view && !widget->isWindow())
        view->setFrameShape(QFrame::NoFrame);
    if (qobject_cast<QAbstractButton *>(widget) || qobject_cast<QTabBar *>(widget) ||
        qobject_cast<QHeaderView *>(widget))
        widget->setAttribute(Qt::WA_Hover);
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_DockWidgetSeparatorExtent:
        return 8;
    case PM_DockWidgetFrameWidth:
    case PM_DockWidgetTitleMargin:
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_MenuPanelWidth:
    case PM_ToolBarFrameWidth:
    case PM_ToolBarItemMargin:
    case PM_ToolBarItemSpacing:
        return 0;
    case PM_ScrollBarExtent:
        return 10;
    case PM_ScrollBarSliderMin:
        return 28;
    case PM_ButtonMargin:
        return 12;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return 14;
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
        return 7;
    case PM_SliderThickness:
    case PM_SliderLength:
        return 16;
    case PM_HeaderMargin:
        return 8;
    case PM_TabBarTabHSpace:
        return 24;
    case PM_ToolTipLabelFrameWidth:
        return 6;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                     QStyleHintReturn *data) const
{
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_UnderlineShortcut:
    case SH_Widget_Animation_Duration:
    case SH_ScrollView_FrameOnlyAroundContents:
    case SH_TabBar_PreferNoArrows:
        return 0;
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_TabBar_ElideMode:
        return Qt::ElideNone;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                              const QWidget *widget) const
{
    QSize s = QProxyStyle::sizeFromContents(type, option, size, widget);
    const Theme &theme = Theme::instance();
    switch (type) {
    case CT_LineEdit:
    case CT_ComboBox:
    case CT_SpinBox:
        s.setHeight(std::max(s.height(), theme.rowHeight() + 4));
        break;
    case CT_PushButton: {
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        const auto kind = buttonKind(widget);
        const bool isPrimary = kind == ButtonKind::PrimaryBuy || kind == ButtonKind::PrimarySell;
        const int margin = kind == ButtonKind::Flat ? 8 : 20;
        if (button)
            s.setWidth(button->fontMetrics.horizontalAdvance(button->text) + margin +
                       (button->icon.isNull() ? 0 : 22) +
                       (button->features.testFlag(QStyleOptionButton::HasMenu) ? 14 : 0));
        s.setHeight(isPrimary ? theme.rowHeight() + 10 : theme.rowHeight());
        break;
    }
    case CT_HeaderSection:
        s.setHeight(theme.rowHeight());
        break;
    case CT_TabBarTab:
        s.setHeight(theme.panelHeaderHeight());
        break;
    case CT_MenuItem:
        s.setHeight(
            std::max(s.height(), option && s.height() < 12 ? s.height() : theme.rowHeight()));
        break;
    default:
        break;
    }
    return s;
}

QRect Style::subElementRect(SubElement element, const QStyleOption *option,
                            const QWidget *widget) const
{
    QRect rect = QProxyStyle::subElementRect(element, option, widget);
    if (element == SE_LineEditContents && option)
        return option->rect.adjusted(6, 1, -6, -1);
    return rect;
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex *option,
                            SubControl sub, const QWidget *widget) const
{
    if (control == CC_ScrollBar && option) {
        const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
        if (bar) {
            const QRect r = bar->rect;
            const bool isFlat = bar->orientation == Qt::Horizontal;
            const int length = isFlat ? r.width() : r.height();
            const qint64 range = qint64(bar->maximum) - bar->minimum;
            int handle = length;
            if (range > 0)
                handle = std::max<int>(pixelMetric(PM_ScrollBarSliderMin, option, widget),
                                       static_cast<int>(qint64(length) * bar->pageStep /
                                                        (range + std::max(1, bar->pageStep))));
            handle = std::min(handle, length);
            const int start = sliderPositionFromValue(
                bar->minimum, bar->maximum, bar->sliderPosition, length - handle, bar->upsideDown);
            switch (sub) {
            case SC_ScrollBarSlider:
                return isFlat ? QRect(r.x() + start, r.y(), handle, r.height())
                              : QRect(r.x(), r.y() + start, r.width(), handle);
            case SC_ScrollBarGroove:
                return r;
            case SC_ScrollBarSubPage:
                return isFlat ? QRect(r.x(), r.y(), start, r.height())
                              : QRect(r.x(), r.y(), r.width(), start);
            case SC_ScrollBarAddPage:
                return isFlat ? QRect(r.x() + start + handle, r.y(), length - start - handle,
                                      r.height())
                              : QRect(r.x(), r.y() + start + handle, r.width(),
                                      length - start - handle);
            default:
                return {};
            }
        }
    }
    if (control == CC_ComboBox && option) {
        if (sub == SC_ComboBoxEditField)
            return option->rect.adjusted(8, 1, -22, -1);
        if (sub == SC_ComboBoxArrow)
            return QRect(option->rect.right() - 20, option->rect.top(), 18, option->rect.height());
    }
    return QProxyStyle::subControlRect(control, option, sub, widget);
}

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/number_field.h"

#include "ui/common/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QWheelEvent>

namespace hl::ui {

namespace {

constexpr int kUnitMargin = 8;
constexpr int kWheelNotch = 120;

} // namespace

NumberField::NumberField(const QString &objectName, QWidget *parent) : QLineEdit(parent)
{
    setObjectName(objectName);
    setMaxLength(48);
    setMouseTracking(true);
    setInputMethodHints(Qt::ImhFormattedNumbersOnly);
    applyTheme();
    connect(&Theme::instance(), &Theme::changed, this, &NumberField::applyTheme);
}

void NumberField::applyTheme()
{
    setFont(Theme::instance().font(FontRole::Digits));
    update();
}

void NumberField::setUnit(const QString &unit, bool isClickable)
{
    m_unit = unit;
    m_isUnitClickable = isClickable;
    const QFontMetrics metrics(Theme::instance().font(FontRole::Label));
    setTextMargins(2, 0, unit.isEmpty() ? 0 : metrics.horizontalAdvance(unit) + kUnitMargin, 0);
    update();
}

void NumberField::setRefused(bool refused)
{
    if (refused == m_isRefused)
        return;
    m_isRefused = refused;
    update();
}

QRect NumberField::unitRect() const
{
    const QFontMetrics metrics(Theme::instance().font(FontRole::Label));
    const int width = metrics.horizontalAdvance(m_unit);
    return {rect().right() - width - kUnitMargin, 0, width + kUnitMargin, height()};
}

void NumberField::keyPressEvent(QKeyEvent *event)
{
    const auto modifiers = event->modifiers() & ~Qt::KeypadModifier;
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int direction = event->key() == Qt::Key_Up ? 1 : -1;
        if (modifiers == Qt::ControlModifier)
            Q_EMIT bestRequested();
        else if (modifiers == Qt::NoModifier || modifiers == Qt::ShiftModifier)
            Q_EMIT stepped(direction * (modifiers == Qt::ShiftModifier ? 10 : 1));
        event->accept();
        return;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (modifiers == Qt::NoModifier) {
            Q_EMIT committed();
            event->accept();
        } else {
            event->ignore();
        }
        return;
    case Qt::Key_Less:
    case Qt::Key_Greater:
        Q_EMIT neighbourRequested(event->key() == Qt::Key_Greater);
        event->accept();
        return;
    default:
        break;
    }
    if (modifiers == Qt::NoModifier && event->text().size() == 1 &&
        m_hotLetters.contains(event->text().front())) {
        Q_EMIT hotLetterPressed(event->text().front());
        event->accept();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void NumberField::wheelEvent(QWheelEvent *event)
{
    if (!hasFocus()) {
        event->ignore();
        return;
    }
    m_wheelRest += event->angleDelta().y();
    const int notches = m_wheelRest / kWheelNotch;
    m_wheelRest -= notches * kWheelNotch;
    if (notches != 0)
        Q_EMIT stepped(notches * (event->modifiers() & Qt::ShiftModifier ? 10 : 1));
    event->accept();
}

void NumberField::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    m_wheelRest = 0;
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        Q_EMIT committed();
}

void NumberField::mousePressEvent(QMouseEvent *event)
{
    if (m_isUnitClickable && event->button() == Qt::LeftButton &&
        unitRect().contains(event->position().toPoint())) {
        Q_EMIT unitClicked();
        event->accept();
        return;
    }
    QLineEdit::mousePressEvent(event);
}

void NumberField::mouseMoveEvent(QMouseEvent *event)
{
    const bool isOverUnit = m_isUnitClickable && unitRect().contains(event->position().toPoint());
    setCursor(isOverUnit ? Qt::PointingHandCursor : Qt::IBeamCursor);
    QLineEdit::mouseMoveEvent(event);
}

void NumberField::paintEvent(QPaintEvent *event)
{
    QLineEdit::paintEvent(event);
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    if (!m_unit.isEmpty()) {
        painter.setFont(theme.font(FontRole::Label));
        painter.setPen(theme.color(m_isUnitClickable ? Tone::TextDim : Tone::TextFaint));
        painter.drawText(unitRect(), Qt::AlignVCenter | Qt::AlignLeft, m_unit);
    }
    if (m_isRefused) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.color(Tone::Ask), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    }
}

} // namespace hl::ui

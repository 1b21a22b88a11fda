// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/ladder_strip.h"

#include "ui/common/theme.h"

#include <QMouseEvent>
#include <QPainter>

namespace hl::ui {

LadderStrip::LadderStrip(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("ladderStrip"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    refresh();
}

QSize LadderStrip::sizeHint() const
{
    return {200, Theme::instance().denseRowHeight() + 8};
}

void LadderStrip::setState(ArmState state, const QString &detail)
{
    if (m_state != state)
        m_message.clear();
    m_state = state;
    m_detail = detail;
    refresh();
}

void LadderStrip::setHover(const QString &text, bool refused)
{
    m_hover = text;
    m_refused = refused;
    m_message.clear();
    refresh();
}

void LadderStrip::setNotLive(const QString &reason)
{
    m_notLive = reason;
    refresh();
}

void LadderStrip::setHolding(const QString &words)
{
    m_holding = words;
    refresh();
}

void LadderStrip::setMessage(const QString &text)
{
    m_message = text;
    refresh();
}

void LadderStrip::setArmKey(const QString &key)
{
    m_armKey = key;
    refresh();
}

void LadderStrip::setSurplus(const QString &text)
{
    if (text == m_surplus)
        return;
    m_surplus = text;
    refresh();
}

void LadderStrip::refresh()
{
    if (!m_holding.isEmpty()) {
        m_text = m_holding;
    } else if (!m_notLive.isEmpty()) {
        m_text = m_state == ArmState::Held ? tr("HELD · %1").arg(m_notLive) : m_notLive;
    } else if (!m_surplus.isEmpty()) {
        m_text = m_surplus;
    } else if (m_state == ArmState::Held) {
        m_text = tr("HELD · %1").arg(m_detail);
    } else if (!m_message.isEmpty()) {
        m_text = m_message;
    } else if (!m_hover.isEmpty()) {
        m_text = m_state == ArmState::Armed ? tr("ARMED · %1").arg(m_hover) : m_hover;
    } else if (m_state == ArmState::Armed) {
        m_text = tr("ARMED · %1").arg(m_detail);
    } else {
        m_text = m_detail.isEmpty() ? tr("OFF · a click fills the ticket")
                                    : tr("OFF · %1 · a click fills the ticket").arg(m_detail);
    }
    setAccessibleName(m_text);
    QString how;
    if (m_state == ArmState::Off)
        how = m_armKey.isEmpty() ? tr("Click here to arm.")
                                 : tr("Click here or press %1 to arm.").arg(m_armKey);
    else
        how = m_armKey.isEmpty() ? tr("Click here or press Esc to disarm.")
                                 : tr("Click here, %1 or Esc to disarm.").arg(m_armKey);
    setToolTip(m_text + QLatin1Char('\n') + how);
    update();
}

void LadderStrip::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT clicked();
}

void LadderStrip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(6, 4, -6, -4);
    const bool isArmed = m_state == ArmState::Armed;
    const bool isNotLive = !m_notLive.isEmpty();
    painter.setPen(Qt::NoPen);
    painter.setBrush(isNotLive ? theme.over(Tone::TextDim, 85)
                     : isArmed ? theme.over(Tone::Own, 20)
                               : theme.color(Tone::Raised));
    painter.drawRoundedRect(box, 4, 4);
    if (m_state == ArmState::Held) {
        painter.setBrush(QBrush(theme.tint(Tone::TextFaint, 30), Qt::BDiagPattern));
        painter.drawRoundedRect(box, 4, 4);
    }
    painter.setFont(theme.font(isArmed || isNotLive ? FontRole::Title : FontRole::Label));
    const Tone ink = isNotLive ? Tone::Panel : isArmed ? Tone::Own : Tone::TextDim;
    painter.setPen(theme.color(ink));
    QRectF text = box.adjusted(8, 0, -8, 0);
    // The key gives way to a long sentence.
    const int keyWidth = painter.fontMetrics().horizontalAdvance(m_armKey) + 12;
    if (!m_armKey.isEmpty() &&
        painter.fontMetrics().horizontalAdvance(m_text) + keyWidth <= text.width()) {
        painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, m_armKey);
        text.setRight(text.right() - keyWidth);
    }
    painter.drawText(
        text, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_text, Qt::ElideRight, static_cast<int>(text.width())));
}

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/tables/hold_button.h"

#include "ui/common/theme.h"

#include <QPainter>
#include <QTimerEvent>

#include <algorithm>

namespace hl::ui {

namespace {

constexpr int kTickMs = 16;

} // namespace

HoldButton::HoldButton(const QString &text, const Clock &clock, QWidget *parent)
    : QPushButton(text, parent)
    , m_clock(clock)
{
    setToolTip(tr("Hold for 0.6 seconds; let go earlier and nothing happens."));
    connect(this, &QPushButton::pressed, this, &HoldButton::begin);
    connect(this, &QPushButton::released, this, &HoldButton::end);
}

void HoldButton::begin()
{
    m_since = m_clock.monoMs();
    m_tick.start(kTickMs, Qt::PreciseTimer, this);
}

void HoldButton::end()
{
    m_since = -1;
    m_tick.stop();
    update();
}

void HoldButton::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_tick.timerId()) {
        QPushButton::timerEvent(event);
        return;
    }
    update();
    if (m_since >= 0 && m_clock.monoMs() - m_since >= kHoldMs) {
        end();
        Q_EMIT held();
    }
}

void HoldButton::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::EnabledChange && !isEnabled())
        end();
    QPushButton::changeEvent(event);
}

void HoldButton::paintEvent(QPaintEvent *event)
{
    QPushButton::paintEvent(event);
    if (m_since < 0)
        return;
    const std::int64_t gone = std::clamp<std::int64_t>(m_clock.monoMs() - m_since, 0, kHoldMs);
    QPainter painter(this);
    QRect done = rect().adjusted(2, 2, -2, -2);
    done.setWidth(static_cast<int>(done.width() * gone / kHoldMs));
    painter.fillRect(done, Theme::instance().tint(Tone::Ask, 30));
}

} // namespace hl::ui

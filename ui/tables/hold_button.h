// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"

#include <QBasicTimer>
#include <QPushButton>

namespace hl::ui {

/// Acts only after it was held for 600 ms, by mouse or Space; let go earlier and nothing happens
/// (interaction.md L34). The time is judged by the clock it is given.
class HoldButton final : public QPushButton
{
    Q_OBJECT

public:
    static constexpr std::int64_t kHoldMs = 600;

    HoldButton(const QString &text, const Clock &clock, QWidget *parent = nullptr);

Q_SIGNALS:
    void held();

protected:
    void paintEvent(QPaintEvent *event) override;
    void timerEvent(QTimerEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void begin();
    void end();

    const Clock &m_clock;
    QBasicTimer m_tick;
    std::int64_t m_since = -1;
};

} // namespace hl::ui

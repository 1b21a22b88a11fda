// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/engine_api.h"

#include <QWidget>

class QLabel;
class QSlider;
class QToolButton;

namespace hl::ui {

/// Where a replay stands: pause, a slider to jump with, the recording's clock, its speed. Hidden in
/// a session with a venue. GUI thread.
class ReplayBar final : public QWidget
{
    Q_OBJECT

public:
    explicit ReplayBar(engine::EngineApi &engine, QWidget *parent = nullptr);

    static constexpr int kSteps = 1000; ///< of the slider

    void setPaused(bool paused);

Q_SIGNALS:
    void pauseToggled(bool paused);

private:
    void progressed(double share, qint64 timeMs);

    engine::EngineApi &m_engine;
    QToolButton *m_pause;
    QSlider *m_slider;
    QLabel *m_time;
    QToolButton *m_speed;
};

} // namespace hl::ui

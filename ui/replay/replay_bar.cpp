// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/replay/replay_bar.h"

#include "ui/common/theme.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSlider>
#include <QToolButton>

namespace hl::ui {

ReplayBar::ReplayBar(engine::EngineApi &engine, QWidget *parent)
    : QWidget(parent)
    , m_engine(engine)
    , m_pause(new QToolButton(this))
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_time(new QLabel(this))
    , m_speed(new QToolButton(this))
{
    setObjectName(QStringLiteral("replayBar"));
    m_pause->setObjectName(QStringLiteral("replayPause"));
    m_pause->setText(tr("Pause"));
    m_pause->setCheckable(true);
    connect(m_pause, &QToolButton::clicked, this, [this](bool paused) {
        m_engine.pauseReplay(paused);
        Q_EMIT pauseToggled(paused);
    });
    m_slider->setObjectName(QStringLiteral("replaySlider"));
    m_slider->setRange(0, kSteps);
    m_slider->setAccessibleName(tr("Place in the recording"));
    // The jump is made where the slider is let go; a key or a click jumps at once.
    const auto jump = [this] {
        m_engine.seekReplay(static_cast<double>(m_slider->sliderPosition()) / kSteps);
    };
    connect(m_slider, &QSlider::sliderReleased, this, jump);
    connect(m_slider, &QSlider::actionTriggered, this, [this, jump](int action) {
        if (action != QAbstractSlider::SliderMove && !m_slider->isSliderDown())
            jump();
    });
    m_time->setObjectName(QStringLiteral("replayTime"));
    m_time->setFont(Theme::instance().font(FontRole::DigitsSmall));
    m_speed->setObjectName(QStringLiteral("replaySpeed"));
    m_speed->setText(tr("Speed"));
    m_speed->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(m_speed);
    for (const int speed : {1, 2, 10, 0})
        menu->addAction(speed == 0 ? tr("As fast as possible") : tr("× %1").arg(speed), this,
                        [this, speed] { m_engine.setReplaySpeed(speed); });
    m_speed->setMenu(menu);

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->setSpacing(8);
    layout->addWidget(m_pause);
    layout->addWidget(m_slider, 1);
    layout->addWidget(m_time);
    layout->addWidget(m_speed);
    connect(&engine, &engine::EngineApi::replayProgressed, this, &ReplayBar::progressed);
    connect(&engine, &engine::EngineApi::connectionChanged, this,
            [this](const engine::ConnectionStatus &status) {
                if (status.network == engine::Network::Replay)
                    show();
            });
    hide();
}

void ReplayBar::setPaused(bool paused)
{
    m_pause->setChecked(paused);
}

void ReplayBar::progressed(double share, qint64 timeMs)
{
    show();
    if (!m_slider->isSliderDown())
        m_slider->setValue(static_cast<int>(share * kSteps));
    m_time->setText(QDateTime::fromMSecsSinceEpoch(timeMs, Qt::UTC)
                        .toString(QStringLiteral("yyyy-MM-dd hh:mm:ss 'UTC'")));
}

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/leverage_dialog.h"

#include "ui/common/error_text.h"
#include "ui/common/theme.h"
#include "ui/models/market_names.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

namespace hl::ui {

LeverageDialog::LeverageDialog(WorkspaceState &state, const market::Instrument &instrument,
                               int leverage, bool isCross, QWidget *parent)
    : QDialog(parent)
    , m_state(state)
    , m_coin(instrument.coin)
    , m_known(leverage)
    , m_knownCross(isCross)
{
    setObjectName(QStringLiteral("leverageDialog"));
    setWindowTitle(tr("Leverage of %1").arg(marketLabel(instrument)));
    const bool mayCross = instrument.marginMode == market::MarginMode::Normal;
    const int most = std::max(1, instrument.maxLeverage);

    auto *title = new QLabel(windowTitle());
    title->setFont(Theme::instance().font(FontRole::TextStrong));
    m_value = new QSpinBox;
    m_value->setObjectName(QStringLiteral("leverageValue"));
    m_value->setAccessibleName(tr("Leverage"));
    m_value->setRange(1, most);
    m_value->setSuffix(QStringLiteral("×"));
    m_value->setFont(Theme::instance().font(FontRole::Digits));
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setRange(1, most);
    m_slider->setFocusPolicy(Qt::NoFocus);
    connect(m_slider, &QSlider::valueChanged, m_value, &QSpinBox::setValue);
    connect(m_value, &QSpinBox::valueChanged, m_slider, &QSlider::setValue);
    connect(m_value, &QSpinBox::valueChanged, this, &LeverageDialog::refresh);

    m_cross = new QPushButton(tr("Cross"));
    m_isolated = new QPushButton(tr("Isolated"));
    m_cross->setObjectName(QStringLiteral("leverageCross"));
    m_isolated->setObjectName(QStringLiteral("leverageIsolated"));
    auto *modes = new QButtonGroup(this);
    for (QPushButton *button : {m_cross, m_isolated}) {
        setButtonKind(button, ButtonKind::Chip);
        button->setCheckable(true);
        button->setAutoDefault(false);
        modes->addButton(button);
        connect(button, &QPushButton::toggled, this, &LeverageDialog::refresh);
    }
    m_cross->setEnabled(mayCross);
    if (!mayCross)
        m_cross->setToolTip(tr("This market only takes isolated margin."));

    m_status = new QLabel;
    m_status->setObjectName(QStringLiteral("leverageStatus"));
    m_status->setWordWrap(true);
    m_status->setFont(Theme::instance().font(FontRole::Label));
    m_apply = new QPushButton(tr("Set leverage"));
    m_apply->setObjectName(QStringLiteral("leverageApply"));
    m_apply->setAutoDefault(false);
    auto *close = new QPushButton(tr("Close · Esc"));
    close->setAutoDefault(false);
    connect(m_apply, &QPushButton::clicked, this, &LeverageDialog::apply);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);

    auto *mode = new QHBoxLayout;
    mode->addWidget(m_cross);
    mode->addWidget(m_isolated);
    mode->addStretch(1);
    mode->addWidget(m_value);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(close);
    buttons->addStretch(1);
    buttons->addWidget(m_apply);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    layout->addWidget(title);
    layout->addLayout(mode);
    layout->addWidget(m_slider);
    layout->addWidget(m_status);
    layout->addLayout(buttons);
    m_status->setMinimumHeight(2 * m_status->fontMetrics().lineSpacing());
    setFixedWidth(title->fontMetrics().averageCharWidth() * 48);

    m_value->setValue(leverage > 0 ? leverage : 1);
    (isCross && mayCross ? m_cross : m_isolated)->setChecked(true);
    connect(&state, &WorkspaceState::commandFinished, this, &LeverageDialog::onFinished);
    m_value->setFocus();
    m_value->selectAll();
    refresh();
}

bool LeverageDialog::isChange() const
{
    return m_known == 0 || m_value->value() != m_known || m_cross->isChecked() != m_knownCross;
}

void LeverageDialog::refresh()
{
    const bool isWaiting = m_request != 0;
    for (QWidget *input : std::initializer_list<QWidget *>{m_value, m_slider, m_isolated})
        input->setEnabled(!isWaiting);
    m_apply->setEnabled(!isWaiting && isChange() && m_state.canTrade());
    if (isWaiting)
        m_status->setText(tr("Waiting for the venue."));
    else if (!m_state.canTrade())
        m_status->setText(tr("Watch-only: there is no key to sign with."));
    else if (!isChange())
        m_status->setText(tr("This is what is set."));
    else
        m_status->setText(tr("Applies to this market at once, with an open position too."));
}

void LeverageDialog::apply()
{
    if (!m_apply->isEnabled())
        return;
    m_request = m_state.nextRequest();
    refresh();
    m_state.engine().setLeverage(m_request, m_coin, m_value->value(), m_cross->isChecked());
}

void LeverageDialog::onFinished(const engine::CommandResult &result)
{
    if (m_request == 0 || result.request != m_request)
        return;
    m_request = 0;
    if (result.ok) {
        Q_EMIT leverageSet(m_coin, m_value->value(), m_cross->isChecked());
        accept();
        return;
    }
    refresh();
    m_status->setText(errorText(result.error));
}

void LeverageDialog::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (!event->isAutoRepeat())
            apply();
        event->accept();
        return;
    }
    QDialog::keyPressEvent(event);
}

void LeverageDialog::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().color(Tone::Panel));
}

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/chart/chart_panel.h"

#include "ui/chart/candle_view.h"
#include "ui/chart/depth_view.h"
#include "ui/common/formatters.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

#include <array>

namespace hl::ui {

namespace {

constexpr std::array<const char *, 9> kIntervals{"1s",  "5s", "15s", "1m", "5m",
                                                 "15m", "1h", "4h",  "1d"};

} // namespace

ChartPanel::ChartPanel(WorkspaceState &state, QWidget *parent)
    : Panel(QStringLiteral("chart"), parent)
    , m_state(state)
    , m_view(new CandleView(state, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_view);
    makeIntervals();
    connect(&state, &WorkspaceState::selectedCoinChanged, this, &ChartPanel::apply);
    apply();
}

void ChartPanel::makeIntervals()
{
    auto *row = new QWidget(this);
    row->setObjectName(QStringLiteral("chartIntervals"));
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_buttons = new QButtonGroup(this);
    for (const char *interval : kIntervals) {
        auto *button = new QPushButton(QLatin1String(interval), row);
        button->setObjectName(QStringLiteral("interval_") + QLatin1String(interval));
        button->setCheckable(true);
        button->setFont(Theme::instance().font(FontRole::Label));
        button->setMinimumWidth(22);
        button->setAccessibleName(tr("Interval %1").arg(QLatin1String(interval)));
        if (CandleSeries::lengthMs(interval) < 60'000)
            button->setToolTip(tr("Built from trades since the start"));
        setButtonKind(button, ButtonKind::Flat);
        button->setChecked(m_interval == interval);
        m_buttons->addButton(button);
        layout->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, interval] { setInterval(interval); });
    }
    setHeaderWidget(row);
}

void ChartPanel::setInterval(const std::string &interval)
{
    if (CandleSeries::lengthMs(interval) == 0)
        return;
    m_interval = interval;
    for (auto *button : m_buttons->buttons())
        button->setChecked(button->text().toStdString() == interval);
    apply();
}

void ChartPanel::apply()
{
    const QString coin = fmt::fromUtf8(m_state.selectedCoin());
    setTitle(coin.isEmpty() ? tr("Chart") : tr("%1 · %2").arg(coin, fmt::fromUtf8(m_interval)));
    m_view->setMarket(m_state.selectedCoin(), m_interval);
}

void ChartPanel::saveSettings(QSettings &settings) const
{
    settings.setValue(QStringLiteral("chart/interval"), QString::fromStdString(m_interval));
}

void ChartPanel::restoreSettings(QSettings &settings)
{
    setInterval(settings.value(QStringLiteral("chart/interval"), QStringLiteral("1m"))
                    .toString()
                    .toStdString());
}

DepthPanel::DepthPanel(WorkspaceState &state, QWidget *parent)
    : Panel(QStringLiteral("depth"), parent)
    , m_view(new DepthView(state, this))
{
    setTitle(tr("Depth"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    connect(m_view, &DepthView::coverageChanged, this, &Panel::setNote);
    connect(&state, &WorkspaceState::selectedCoinChanged, this,
            [this](const std::string &coin) { m_view->setCoin(coin); });
    m_view->setCoin(state.selectedCoin());
}

} // namespace hl::ui

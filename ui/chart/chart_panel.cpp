// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/chart/chart_panel.h"

#include "ui/chart/candle_view.h"
#include "ui/chart/depth_view.h"
#include "ui/common/formatters.h"

#include <QButtonGroup>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <vector>

namespace hl::ui {

namespace {

constexpr std::array<const char *, 9> kIntervals{"1s",  "5s", "15s", "1m", "5m",
                                                 "15m", "1h", "4h",  "1d"};

/// The interval buttons; where there is no room the shortest go first, never the chosen one.
class IntervalRow : public QWidget
{
public:
    using QWidget::QWidget;

    void add(QPushButton *button) { m_buttons.push_back(button); }
    QSize sizeHint() const override
    {
        QSize size;
        for (const auto *button : m_buttons)
            size = {size.width() + button->sizeHint().width(),
                    std::max(size.height(), button->sizeHint().height())};
        return size;
    }
    void fit()
    {
        int wanted = sizeHint().width();
        int x = width();
        for (auto *button : m_buttons) {
            const bool hides = wanted > width() && !button->isChecked();
            button->setVisible(!hides);
            if (hides)
                wanted -= button->sizeHint().width();
        }
        for (auto it = m_buttons.rbegin(); it != m_buttons.rend(); ++it) {
            if ((*it)->isHidden())
                continue;
            const int w = (*it)->sizeHint().width();
            x -= w;
            (*it)->setGeometry(x, 0, w, height());
        }
    }

protected:
    void resizeEvent(QResizeEvent *) override { fit(); }

private:
    std::vector<QPushButton *> m_buttons;
};

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
    auto *row = new IntervalRow(this);
    row->setObjectName(QStringLiteral("chartIntervals"));
    m_buttons = new QButtonGroup(this);
    for (const char *interval : kIntervals) {
        auto *button = new QPushButton(QLatin1String(interval), row);
        button->setObjectName(QStringLiteral("interval_") + QLatin1String(interval));
        button->setCheckable(true);
        button->setFont(Theme::instance().font(FontRole::Label));
        button->setAccessibleName(tr("Interval %1").arg(QLatin1String(interval)));
        if (CandleSeries::lengthMs(interval) < 60'000)
            button->setToolTip(tr("Built from trades since the start"));
        setButtonKind(button, ButtonKind::Flat);
        button->setChecked(m_interval == interval);
        m_buttons->addButton(button);
        row->add(button);
        connect(button, &QPushButton::clicked, this, [this, row, interval] {
            setInterval(interval);
            row->fit();
        });
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

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/step_list.h"

#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace hl::ui {

namespace {

constexpr int kGap = 18;

} // namespace

StepList::StepList(const QString &objectName, Qt::Orientation orientation, QWidget *parent)
    : QWidget(parent)
    , m_orientation(orientation)
{
    setObjectName(objectName);
    setSizePolicy(QSizePolicy::MinimumExpanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Progress"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QString StepList::marked(const Step &step)
{
    switch (step.state) {
    case State::Done:
        return step.text + QStringLiteral(" ✓");
    case State::Failed:
        return step.text + QStringLiteral(" ✗");
    case State::Ahead:
    case State::Now:
        break;
    }
    return step.text;
}

QString StepList::shownText() const
{
    QStringList parts;
    for (const Step &step : m_steps)
        parts << marked(step);
    return parts.join(QStringLiteral(" · "));
}

void StepList::setSteps(std::vector<Step> steps)
{
    if (steps == m_steps)
        return;
    const bool isResized = steps.size() != m_steps.size();
    m_steps = std::move(steps);
    setAccessibleDescription(shownText());
    if (isResized)
        updateGeometry();
    update();
}

QSize StepList::sizeHint() const
{
    const Theme &theme = Theme::instance();
    const QFontMetrics strong(theme.font(FontRole::TextStrong));
    int width = 0;
    int widest = 0;
    // The room of the tick is always kept, so that nothing moves when a step is done.
    for (const Step &step : m_steps) {
        const int step_ = strong.horizontalAdvance(step.text + QStringLiteral(" ✓"));
        width += step_ + kGap;
        widest = std::max(widest, step_);
    }
    const int line = strong.lineSpacing() + 6;
    if (m_orientation == Qt::Horizontal)
        return {width, line};
    return {widest + kGap, line * static_cast<int>(m_steps.size())};
}

void StepList::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    const QFont plain = theme.font(FontRole::Text);
    const QFont strong = theme.font(FontRole::TextStrong);
    const QFontMetrics metrics(strong);
    const int line = metrics.lineSpacing() + 6;
    int x = 0;
    int y = 0;
    for (const Step &step : m_steps) {
        Tone tone = Tone::TextFaint;
        if (step.state == State::Done)
            tone = Tone::Bid;
        else if (step.state == State::Now)
            tone = Tone::Text;
        else if (step.state == State::Failed)
            tone = Tone::Ask;
        painter.setFont(step.state == State::Ahead ? plain : strong);
        painter.setPen(theme.color(tone));
        const int room = metrics.horizontalAdvance(step.text + QStringLiteral(" ✓"));
        painter.drawText(QRect(x, y, m_orientation == Qt::Horizontal ? room + 4 : width(), line),
                         Qt::AlignVCenter | Qt::AlignLeft, marked(step));
        if (m_orientation == Qt::Horizontal)
            x += room + kGap;
        else
            y += line;
    }
}

} // namespace hl::ui

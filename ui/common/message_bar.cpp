// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/message_bar.h"

#include "ui/common/formatters.h"
#include "ui/common/theme.h"

#include <QAccessible>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace hl::ui {

using engine::NoticeLevel;

namespace {

constexpr std::int64_t kInfoNs = 5'000'000'000;
constexpr std::int64_t kSuccessNs = 4'000'000'000;
constexpr int kGap = 4;
constexpr int kPadX = 14;
constexpr int kPadY = 7;
constexpr int kCross = 24;

Tone toneOf(NoticeLevel level)
{
    switch (level) {
    case NoticeLevel::Success:
        return Tone::TextDim;
    case NoticeLevel::Warning:
        return Tone::Own;
    case NoticeLevel::Error:
        return Tone::Ask;
    case NoticeLevel::Info:
        break;
    }
    return Tone::Accent;
}

} // namespace

MessageBar::MessageBar(WorkspaceState &state, QWidget *parent) : QWidget(parent), m_state(state)
{
    setObjectName(QStringLiteral("messageBar"));
    setFocusPolicy(Qt::NoFocus);
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(tr("Messages"));
    hide();
    connect(&state, &WorkspaceState::noticeRaised, this, &MessageBar::add);
    connect(&state, &WorkspaceState::heartbeat, this, &MessageBar::expire);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QString MessageBar::textAt(std::size_t i) const
{
    return i < m_lines.size() ? fmt::fromUtf8(m_lines[i].notice.text) : QString();
}

void MessageBar::add(const engine::Notice &notice)
{
    std::erase_if(m_lines, [&](const Line &line) {
        return !notice.topic.empty() && line.notice.topic == notice.topic &&
               line.notice.key == notice.key;
    });
    Line line;
    line.notice = notice;
    const std::int64_t now = m_state.clock().monoNs();
    if (notice.level == NoticeLevel::Info)
        line.untilMonoNs = now + kInfoNs;
    else if (notice.level == NoticeLevel::Success)
        line.untilMonoNs = now + kSuccessNs;
    m_lines.push_back(line);
    while (m_lines.size() > kMaxLines)
        m_lines.pop_front();
    setAccessibleDescription(fmt::fromUtf8(notice.text));
    if (QAccessible::isActive()) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
    relayout();
}

void MessageBar::expire()
{
    const std::int64_t now = m_state.clock().monoNs();
    if (std::erase_if(m_lines, [now](const Line &line) {
            return line.untilMonoNs != 0 && now >= line.untilMonoNs;
        }) > 0)
        relayout();
}

void MessageBar::dismissAll()
{
    m_lines.clear();
    relayout();
}

void MessageBar::place(const QPoint &topLeft, int width)
{
    m_topLeft = topLeft;
    m_width = std::max(width, 160);
    relayout();
}

void MessageBar::relayout()
{
    const QFontMetrics metrics(Theme::instance().font(FontRole::Text));
    int height = 0;
    for (auto &line : m_lines) {
        const QRect text =
            metrics.boundingRect(QRect(0, 0, m_width - 2 * kPadX - kCross, 2000),
                                 Qt::AlignLeft | Qt::TextWordWrap, fmt::fromUtf8(line.notice.text));
        line.height = std::min(text.height(), metrics.height() * 4) + 2 * kPadY;
        height += line.height + kGap;
    }
    setGeometry(m_topLeft.x(), m_topLeft.y(), m_width, std::max(height, 1));
    setVisible(!m_lines.empty());
    if (!m_lines.empty())
        raise();
    update();
}

void MessageBar::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    int y = 0;
    for (const auto &line : m_lines) {
        const QRectF box(0, y, m_width, line.height);
        painter.setPen(QPen(theme.color(Tone::Line), 1));
        painter.setBrush(theme.color(Tone::Raised));
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), theme.radius(), theme.radius());
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(toneOf(line.notice.level)));
        painter.drawRoundedRect(QRectF(5, y + 6, 3, line.height - 12), 1.5, 1.5);
        painter.setFont(theme.font(FontRole::Text));
        painter.setPen(theme.color(Tone::Text));
        painter.drawText(box.adjusted(kPadX, kPadY, -kPadX - kCross, -kPadY),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                         fmt::fromUtf8(line.notice.text));
        const QPointF centre(box.right() - 16, box.center().y());
        painter.setPen(QPen(theme.color(Tone::TextFaint), 1.3, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(centre + QPointF(-3.5, -3.5), centre + QPointF(3.5, 3.5));
        painter.drawLine(centre + QPointF(-3.5, 3.5), centre + QPointF(3.5, -3.5));
        y += line.height + kGap;
    }
}

void MessageBar::mousePressEvent(QMouseEvent *event)
{
    int y = 0;
    for (auto it = m_lines.begin(); it != m_lines.end(); ++it) {
        y += it->height + kGap;
        if (event->position().y() < y) {
            m_lines.erase(it);
            break;
        }
    }
    relayout();
}

} // namespace hl::ui

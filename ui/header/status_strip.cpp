// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/header/status_strip.h"

#include "ui/common/formatters.h"
#include "ui/ladder/ladder_hub.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace hl::ui {

namespace {

constexpr int kIpWeightAMinute = 1200;
constexpr std::int64_t kFewRequests = 1'000;
constexpr std::int64_t kClockNoticeMs = 1'000;
constexpr std::int64_t kSecondNs = 1'000'000'000;

QString milliseconds(std::int64_t ns)
{
    const std::int64_t tenths = std::max<std::int64_t>(ns, 0) / 100'000;
    if (tenths >= 1000)
        return fmt::decimalText(Decimal::fromInt(tenths / 10));
    return QStringLiteral("%1.%2").arg(tenths / 10).arg(tenths % 10);
}

} // namespace

StatusStrip::StatusStrip(WorkspaceState &state, QWidget *parent) : QWidget(parent), m_state(state)
{
    setObjectName(QStringLiteral("statusStrip"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&state, &WorkspaceState::heartbeat, this, &StatusStrip::refresh);
    connect(&state, &WorkspaceState::connectionChanged, this, &StatusStrip::refresh);
    connect(&state, &WorkspaceState::latencyChanged, this, &StatusStrip::refresh);
    connect(&state, &WorkspaceState::signerChanged, this, &StatusStrip::refresh);
    connect(&LadderHub::of(state), &LadderHub::armedChanged, this, &StatusStrip::refresh);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    refresh();
}

QSize StatusStrip::sizeHint() const
{
    return {800, Theme::instance().statusBarHeight()};
}

QSize StatusStrip::minimumSizeHint() const
{
    return {200, sizeHint().height()};
}

QString StatusStrip::latencyText() const
{
    const auto &l = m_state.lastLatency();
    if (!l)
        return {};
    QStringList stages;
    const auto stage = [&stages](const QString &name, std::int64_t from, std::int64_t to) {
        if (from != 0 && to != 0)
            stages += name + u' ' + milliseconds(to - from);
    };
    stage(tr("check"), l->command, l->validated);
    stage(tr("sign"), l->validated, l->signedAt);
    stage(tr("wire"), l->signedAt, l->wire);
    stage(tr("venue"), l->wire, l->answered);
    stage(tr("fill"), l->wire, l->firstFill);
    return stages.isEmpty() ? QString()
                            : tr("order: %1 ms").arg(stages.join(QStringLiteral(" · ")));
}

/// What is worth a look of the account's own budget and of the clocks (interaction.md G14, G16).
QString StatusStrip::healthText(const engine::ConnectionStatus &status, std::int64_t now)
{
    const engine::VenueHealth &health = status.health;
    QString text;
    if (health.requestsLeft && *health.requestsLeft < kFewRequests)
        text += tr(" · account %1 left").arg(std::max<std::int64_t>(*health.requestsLeft, 0));
    if (health.nextRequestMonoNs > now)
        text += tr(" · next in %1 s").arg((health.nextRequestMonoNs - now) / kSecondNs + 1);
    if (status.clockOffsetMs && std::abs(*status.clockOffsetMs) >= kClockNoticeMs)
        text += tr(" · clock off by %1 s")
                    .arg(fmt::decimalText(Decimal(std::abs(*status.clockOffsetMs) / 100, 1)));
    return text;
}

void StatusStrip::refresh()
{
    const auto &status = m_state.connection();
    const std::int64_t now = m_state.clock().monoNs();
    const bool isLive = status.link == engine::LinkState::Live;
    // The feeds that repeat without change are judged by age (L28); a quiet market is not stale.
    const auto feed = [&](const QString &name, std::int64_t at, std::int64_t limitNs) {
        Feed f{name, fmt::ageText(now, at), Tone::TextFaint};
        const bool isLate = limitNs != 0 && now - at > limitNs;
        if (at != 0 && status.link != engine::LinkState::Connecting)
            f.dot = !isLive || isLate ? Tone::Ask : Tone::Bid;
        return f;
    };
    const std::vector<Feed> feeds{
        feed(tr("bbo"), status.bboMonoNs, 0),
        feed(tr("book fast"), status.bookFastMonoNs, 2 * kSecondNs),
        feed(tr("book deep"), status.bookDeepMonoNs, 10 * kSecondNs),
        feed(tr("trades"), status.tradesMonoNs, 0),
        feed(tr("account"), status.accountMonoNs, 10 * kSecondNs),
    };
    QString requests = tr("IP %1 / %2")
                           .arg(fmt::decimalText(Decimal::fromInt(status.ipWeightUsed)),
                                fmt::decimalText(Decimal::fromInt(kIpWeightAMinute)));
    requests += healthText(status, now);
    const QString latency = latencyText();
    QString lane = tr("lane %1 waiting").arg(m_state.signer().waiting);
    const int armed = LadderHub::of(m_state).armed();
    if (armed > 0) // L5
        lane = tr("ladders armed: %1 · %2").arg(armed).arg(lane);
    if (feeds == m_feeds && requests == m_requests && latency == m_latency && lane == m_lane)
        return;
    m_feeds = feeds;
    m_requests = requests;
    m_weight = status.ipWeightUsed;
    m_latency = latency;
    m_lane = lane;
    m_laneBusy = m_state.signer().waiting > 0 || armed > 0;
    update();
}

QString StatusStrip::shownText() const
{
    QStringList parts;
    for (const auto &f : m_feeds)
        parts += f.name + u' ' + f.age;
    parts << m_requests << m_latency << m_lane;
    return parts.join(QStringLiteral(", "));
}

void StatusStrip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Tone::Raised));
    painter.fillRect(0, 0, width(), 1, theme.color(Tone::Line));
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont text = theme.font(FontRole::Label);
    const QFont digits = theme.font(FontRole::DigitsSmall);
    const QFontMetrics textMetrics(text);
    const QFontMetrics digitsMetrics(digits);
    const int h = height();
    const auto draw = [&](int x, const QFont &font, const QFontMetrics &metrics, Tone tone,
                          const QString &s) {
        painter.setFont(font);
        painter.setPen(theme.color(tone));
        painter.drawText(QRect(x, 0, metrics.horizontalAdvance(s) + 4, h), Qt::AlignVCenter, s);
    };

    // The right end first: it must never be pushed out by the left.
    int right = width() - 14;
    right -= digitsMetrics.horizontalAdvance(m_lane);
    draw(right, digits, digitsMetrics, m_laneBusy ? Tone::Own : Tone::TextFaint, m_lane);
    int x = 16;
    const int ageWidth = digitsMetrics.horizontalAdvance(QStringLiteral("000 min"));
    for (const auto &f : m_feeds) {
        const int wanted = 14 + textMetrics.horizontalAdvance(f.name) + 6 + ageWidth;
        if (x + wanted > right - 16)
            return;
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(f.dot));
        painter.drawEllipse(QPointF(x + 3.5, h / 2.0), 3.5, 3.5);
        draw(x + 14, text, textMetrics, Tone::TextFaint, f.name);
        draw(x + 14 + textMetrics.horizontalAdvance(f.name) + 6, digits, digitsMetrics, Tone::Text,
             f.age);
        x += wanted + 6;
    }
    x += 14;
    const QString name = tr("requests");
    const int gauge = 88;
    const int requestsWidth = textMetrics.horizontalAdvance(name) + 8 + gauge + 10 +
                              digitsMetrics.horizontalAdvance(m_requests);
    if (x + requestsWidth > right - 16)
        return;
    draw(x, text, textMetrics, Tone::TextFaint, name);
    x += textMetrics.horizontalAdvance(name) + 8;
    const double share = std::clamp(m_weight / double(kIpWeightAMinute), 0.0, 1.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Tone::Line));
    painter.drawRoundedRect(QRectF(x, h / 2.0 - 3, gauge, 6), 3, 3);
    if (share > 0) {
        painter.setBrush(theme.color(share > 0.8 ? Tone::Ask : Tone::Accent));
        painter.drawRoundedRect(QRectF(x, h / 2.0 - 3, std::max(6.0, gauge * share), 6), 3, 3);
    }
    x += gauge + 10;
    draw(x, digits, digitsMetrics, Tone::TextDim, m_requests);
    x += digitsMetrics.horizontalAdvance(m_requests) + 28;
    if (!m_latency.isEmpty() && x + digitsMetrics.horizontalAdvance(m_latency) < right - 16)
        draw(x, digits, digitsMetrics, Tone::TextFaint, m_latency);
}

} // namespace hl::ui

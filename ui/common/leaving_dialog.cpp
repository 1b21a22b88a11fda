// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/leaving_dialog.h"

#include "ui/common/error_text.h"
#include "ui/common/formatters.h"
#include "ui/common/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace hl::ui {

namespace {

QString heldRowsText(std::uint64_t rows)
{
    return LeavingDialog::tr("%n row(s) of the journal that cannot be written and wait in memory",
                             nullptr, static_cast<int>(std::min<std::uint64_t>(rows, 1'000'000)));
}

} // namespace

WhatStays whatStays(const WorkspaceState &state)
{
    WhatStays stays;
    // Whoever signs now: these were signed in this session.
    for (const auto &[id, movement] : state.moneyOnItsWay())
        stays.money << fmt::fromUtf8(movement.title);
    stays.heldRows = state.journal().held;
    if (!state.canTrade())
        return stays; // only watched: none of it is ours to leave
    for (const auto &[key, order] : state.orders()) {
        if (!model::isTerminal(order.phase))
            (order.reduceOnly ? stays.stops : stays.entries).push_back(key);
    }
    for (const model::Twap &twap : state.account().twaps) {
        if (!model::hasEnded(twap.phase))
            (twap.reduceOnly ? stays.exitTwaps : stays.entryTwaps).push_back(twap);
    }
    for (const model::Position &position : state.account().positions) {
        const bool isLong = position.szi.lots > 0;
        const bool hasStop =
            std::any_of(state.orders().begin(), state.orders().end(), [&](const auto &entry) {
                const model::Order &o = entry.second;
                return o.coin == position.coin && o.trigger && o.trigger->tpsl == model::TpSl::Sl &&
                       !model::isTerminal(o.phase) && (o.side == model::Side::Sell) == isLong;
            });
        if (position.szi.lots != 0 && !hasStop)
            stays.unprotected << QString::fromStdString(position.coin);
    }
    return stays;
}

QString whyNoSwitch(const WorkspaceState &state)
{
    const std::uint64_t held = state.journal().held;
    if (held == 0)
        return {};
    const QString trouble = QString::fromStdString(state.journal().trouble);
    return LeavingDialog::tr("No switch now: it would lose %1. %2 Quitting is possible, and loses "
                             "them too.")
        .arg(heldRowsText(held),
             trouble.isEmpty() ? LeavingDialog::tr("Free space on the disk first.") : trouble);
}

LeavingDialog::LeavingDialog(WorkspaceState &state, QWidget *parent, Purpose purpose)
    : QDialog(parent)
    , m_state(state)
{
    setObjectName(QStringLiteral("leavingDialog"));
    setWindowTitle(tr("What stays on the venue"));
    const bool isLock = purpose == Purpose::Lock;
    const WhatStays stays = whatStays(state);
    QStringList lines;
    if (isLock)
        lines << tr("While locked nothing of this can be cancelled, moved or closed here.");
    if (!stays.entries.empty())
        lines << tr("Entries: %1").arg(stays.entries.size());
    if (!stays.entryTwaps.empty())
        lines << tr("TWAPs that go on entering: %1").arg(stays.entryTwaps.size());
    if (!stays.exitTwaps.empty())
        lines << tr("TWAPs that go on closing: %1").arg(stays.exitTwaps.size());
    if (!stays.stops.empty())
        lines << tr("Stops, targets and closes: %1").arg(stays.stops.size());
    if (!stays.unprotected.isEmpty())
        lines
            << tr("Positions without a stop: %1").arg(stays.unprotected.join(QLatin1String(", ")));
    // A lock ends nothing of these.
    if (!isLock) {
        constexpr qsizetype kNamed = 6;
        for (const QString &movement : stays.money.mid(0, kNamed))
            lines << tr("Money on its way: %1").arg(movement);
        if (stays.money.size() > kNamed)
            lines << tr("… and %1 more").arg(stays.money.size() - kNamed);
        if (stays.heldRows > 0)
            lines << tr("Lost when this ends: %1. Free space on the disk first.")
                         .arg(heldRowsText(stays.heldRows));
    }
    auto *title = new QLabel(windowTitle());
    title->setFont(Theme::instance().font(FontRole::TextStrong));
    auto *text = new QLabel(lines.join(QLatin1Char('\n')));
    text->setObjectName(QStringLiteral("leavingText"));
    text->setWordWrap(true);
    auto *status = new QLabel;
    status->setObjectName(QStringLiteral("leavingStatus"));
    status->setWordWrap(true);
    status->setFont(Theme::instance().font(FontRole::Label));
    status->setMinimumHeight(2 * status->fontMetrics().lineSpacing());

    const auto button = [this](const char *name, const QString &words) {
        auto *b = new QPushButton(words);
        b->setObjectName(QLatin1String(name));
        b->setAutoDefault(false);
        b->setParent(this);
        return b;
    };
    auto *stay = button("leavingStay", tr("Stay · Esc"));
    const auto words = [purpose](const QString &quit, const QString &lock, const QString &change) {
        return purpose == Purpose::Quit ? quit : purpose == Purpose::Lock ? lock : change;
    };
    auto *leaveAll =
        button("leavingLeave", words(tr("Quit, leave everything"), tr("Lock, leave everything"),
                                     tr("Switch, leave everything")));
    auto *entries = button("leavingEntries",
                           words(tr("Cancel entries, then quit"), tr("Cancel entries, then lock"),
                                 tr("Cancel entries, then switch")));
    auto *all = button("leavingAll", words(tr("Cancel all, then quit"), tr("Cancel all, then lock"),
                                           tr("Cancel all, then switch")));
    entries->setEnabled(state.canTrade() && stays.hasEntries());
    all->setEnabled(state.canTrade() && (stays.hasEntries() || stays.hasExits()));
    stay->setDefault(true);
    connect(stay, &QPushButton::clicked, this, &QDialog::reject);
    connect(leaveAll, &QPushButton::clicked, this, [this] {
        accept();
        Q_EMIT leave();
    });
    connect(entries, &QPushButton::clicked, this, [this] { cancel(false); });
    connect(all, &QPushButton::clicked, this, [this] { cancel(true); });
    connect(&state, &WorkspaceState::commandFinished, this,
            [this, status](const engine::CommandResult &result) {
                if (m_requests.erase(result.request) == 0)
                    return;
                if (!result.ok) {
                    m_requests.clear(); // the others' answers change nothing: it stays
                    status->setText(errorText(result.error));
                } else if (m_requests.empty()) {
                    accept();
                    Q_EMIT leave();
                }
            });

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(stay);
    buttons->addStretch(1);
    buttons->addWidget(leaveAll);
    buttons->addWidget(entries);
    buttons->addWidget(all);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(10);
    layout->addWidget(title);
    layout->addWidget(text);
    layout->addWidget(status);
    layout->addLayout(buttons);
    stay->setFocus();
}

void LeavingDialog::cancel(bool stopsToo)
{
    if (!m_requests.empty())
        return;
    // Read again: what was listed may have filled since.
    const WhatStays now = whatStays(m_state);
    std::vector<model::OrderKey> keys = now.entries;
    if (stopsToo)
        keys.insert(keys.end(), now.stops.begin(), now.stops.end());
    std::vector<model::Twap> twaps = now.entryTwaps;
    if (stopsToo)
        twaps.insert(twaps.end(), now.exitTwaps.begin(), now.exitTwaps.end());
    if (keys.empty() && twaps.empty()) {
        accept();
        Q_EMIT leave();
        return;
    }
    // All are noted before the first is asked for: an answer may come at once.
    std::vector<RequestId> requests;
    for (std::size_t i = 0; i < twaps.size() + (keys.empty() ? 0 : 1); ++i)
        requests.push_back(*m_requests.insert(m_state.nextRequest()).first);
    for (std::size_t i = 0; i < twaps.size(); ++i)
        m_state.engine().cancelTwap(requests[i], twaps[i].coin, twaps[i].id);
    if (!keys.empty())
        m_state.engine().cancelOrders(requests.back(), keys);
}

void LeavingDialog::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().color(Tone::Panel));
}

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/cancel_all_hold.h"

#include "ui/common/error_text.h"
#include "ui/ladder/click_rules.h"
#include "ui/ladder/ladder_hub.h"

#include <QCoreApplication>
#include <QKeyEvent>

namespace hl::ui {

CancelAllHold::CancelAllHold(WorkspaceState &state, QObject *parent)
    : QObject(parent)
    , m_state(state)
    , m_hold(state)
{
    QCoreApplication::instance()->installEventFilter(this);
    connect(&state, &WorkspaceState::commandFinished, this,
            [this](const engine::CommandResult &result) {
                if (m_requests.erase(result.request) != 0 && !result.ok)
                    m_state.raiseNotice(engine::NoticeLevel::Error,
                                        tr("All markets: %1").arg(errorText(result.error)),
                                        QStringLiteral("ladder"));
            });
}

bool CancelAllHold::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::ShortcutOverride: {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() != Qt::Key_X ||
            key->modifiers() != (Qt::ControlModifier | Qt::ShiftModifier))
            break;
        if (!key->isAutoRepeat() && !m_hold.isActive())
            m_hold.start(std::chrono::milliseconds(600), [this] { cancelAll(); });
        event->accept();
        return true;
    }
    case QEvent::KeyRelease: {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isOurs =
            key->key() == Qt::Key_X || key->key() == Qt::Key_Control || key->key() == Qt::Key_Shift;
        if (isOurs && !key->isAutoRepeat())
            m_hold.stop();
        break;
    }
    case QEvent::ApplicationDeactivate:
    case QEvent::WindowDeactivate:
        m_hold.stop(); // its release would go elsewhere
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void CancelAllHold::cancelAll()
{
    std::vector<model::Order> open;
    for (const auto &[key, order] : m_state.orders())
        open.push_back(order);
    LadderHub::of(m_state).noteEntriesCancelled();
    const CancelPlan plan = cancelPlan(open, m_state.account().twaps);
    if (plan.entries.empty() && plan.twaps.empty()) {
        m_state.raiseNotice(engine::NoticeLevel::Info, tr("There is no entry to cancel."),
                            QStringLiteral("ladder"));
        return;
    }
    const auto request = [this] {
        const RequestId made = m_state.nextRequest();
        m_requests.insert(made); // one that fails is told
        return made;
    };
    if (!plan.entries.empty())
        m_state.engine().cancelOrders(request(), plan.entries);
    for (const model::Twap &twap : plan.twaps)
        m_state.engine().cancelTwap(request(), twap.coin, twap.id);
    m_state.raiseNotice(
        engine::NoticeLevel::Info,
        tr("All markets: entries asked to be cancelled: %1%2; stops and targets that stay: %3.")
            .arg(plan.entries.size())
            .arg(stoppedTwapsText(plan.twaps))
            .arg(plan.kept.size()),
        QStringLiteral("ladder"));
}

} // namespace hl::ui

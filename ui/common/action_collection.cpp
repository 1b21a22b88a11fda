// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/action_collection.h"

#include <QWidget>

#include <utility>

namespace hl::ui {

ActionCollection::ActionCollection(QWidget *window) : QObject(window), m_window(window) {}

QAction *ActionCollection::add(const QString &name, const QString &text,
                               const QKeySequence &shortcut, std::function<void()> trigger)
{
    Q_ASSERT(!m_actions.contains(name));
    Q_ASSERT(shortcut.isEmpty() || !conflict(shortcut));
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WindowShortcut);
    connect(action, &QAction::triggered, this, [run = std::move(trigger)] { run(); });
    m_window->addAction(action);
    m_actions.insert(name, action);
    m_order.append(action);
    m_standard.insert(action, shortcut);
    return action;
}

void ActionCollection::setShortcut(QAction *action, const QKeySequence &shortcut)
{
    if (action->shortcut() == shortcut)
        return;
    action->setShortcut(shortcut);
    Q_EMIT shortcutChanged(action);
}

QAction *ActionCollection::conflict(const QKeySequence &shortcut, const QAction *except) const
{
    if (shortcut.isEmpty())
        return nullptr;
    for (auto *action : m_order) {
        if (action != except && action->shortcut() == shortcut)
            return action;
    }
    return nullptr;
}

} // namespace hl::ui

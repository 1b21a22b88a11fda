// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QObject>

#include <functional>

namespace hl::ui {

/// Every command of the window, once: menus, buttons and shortcuts share the QAction. Names are
/// stable ("view.resetLayout"); they are what shortcut settings refer to.
class ActionCollection : public QObject
{
    Q_OBJECT

public:
    explicit ActionCollection(QWidget *window);

    QAction *add(const QString &name, const QString &text, const QKeySequence &shortcut,
                 std::function<void()> trigger);
    /// Null where there is none of that name.
    QAction *action(const QString &name) const { return m_actions.value(name); }
    /// In the order they were added.
    const QList<QAction *> &all() const { return m_order; }
    /// What it has where nobody chose otherwise.
    QKeySequence standard(const QAction *action) const { return m_standard.value(action); }
    /// Not checked against others: see Shortcuts.
    void setShortcut(QAction *action, const QKeySequence &shortcut);
    /// The action that already has this shortcut; null: free.
    QAction *conflict(const QKeySequence &shortcut, const QAction *except = nullptr) const;

Q_SIGNALS:
    void shortcutChanged(QAction *action);

private:
    QWidget *m_window;
    QHash<QString, QAction *> m_actions;
    QList<QAction *> m_order;
    QHash<const QAction *, QKeySequence> m_standard;
};

} // namespace hl::ui

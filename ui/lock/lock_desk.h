// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QDialog>
#include <QObject>
#include <QTimer>

#include <cstdint>

class QLabel;
class QPushButton;

namespace hl::ui {

class SecretField;

/// Locks the key on demand and when nobody has touched anything for half an hour, and unlocks it by
/// its passphrase (interaction.md G18, L35). The idle lock waits while entries rest, because nobody
/// could take them back; each lock says which exits it takes away. GUI thread.
class LockDesk final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::int64_t kIdleMs = 30LL * 60 * 1000;

    LockDesk(WorkspaceState &state, QWidget *window);

    /// Can the signer of this session be locked? A device locks itself.
    bool canLock() const;
    bool isLocked() const { return m_state.signer().isLocked; }
    /// Asks first where something stays on the venue.
    void lock();
    /// Opens the passphrase dialog.
    void unlock();
    /// What could not be sent while locked, as sentences; empty: nothing.
    QStringList takenAway() const;
    /// Now and then by itself; locks where it is due.
    void checkIdle();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void lockNow(const QString &why);
    void offerAtStart();

    WorkspaceState &m_state;
    QWidget *m_window;
    std::int64_t m_touchedMs;
    QTimer m_timer;
    bool m_hasOffered = false;
};

class UnlockDialog final : public QDialog
{
    Q_OBJECT

public:
    UnlockDialog(WorkspaceState &state, QWidget *parent);

    /// Also while the key is being opened: it stays locked.
    void reject() override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void submit();

    WorkspaceState &m_state;
    SecretField *m_field;
    QLabel *m_status;
    QPushButton *m_unlock;
    RequestId m_request = 0;
};

} // namespace hl::ui

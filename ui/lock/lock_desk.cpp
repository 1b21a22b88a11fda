// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/lock/lock_desk.h"

#include "ui/common/error_text.h"
#include "ui/common/leaving_dialog.h"
#include "ui/common/theme.h"
#include "ui/lock/secret_field.h"
#include "ui/signer/signer_state.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace hl::ui {

namespace {

constexpr int kCheckMs = 10'000;

} // namespace

LockDesk::LockDesk(WorkspaceState &state, QWidget *window)
    : QObject(window)
    , m_state(state)
    , m_window(window)
    , m_touchedMs(state.clock().monoMs())
{
    qApp->installEventFilter(this);
    connect(&m_timer, &QTimer::timeout, this, &LockDesk::checkIdle);
    m_timer.start(kCheckMs);
    connect(&state, &WorkspaceState::signerChanged, this, &LockDesk::offerAtStart);
    offerAtStart();
}

/// A session can begin locked, with the agent that a device approved before: its passphrase is
/// asked for once, without anybody looking for it.
void LockDesk::offerAtStart()
{
    const engine::SignerStatus &signer = m_state.signer();
    if (m_hasOffered || signer.kind == engine::SignerKind::None)
        return;
    m_hasOffered = true;
    if (signer.isLocked)
        unlock();
}

bool LockDesk::canLock() const
{
    const engine::SignerKind kind = m_state.signer().kind;
    return !isLocked() && (kind == engine::SignerKind::LocalKey ||
                           kind == engine::SignerKind::Agent || m_state.signer().hasLocalKey);
}

bool LockDesk::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::Wheel:
    case QEvent::TouchBegin:
        m_touchedMs = m_state.clock().monoMs();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

QStringList LockDesk::takenAway() const
{
    const WhatStays stays = whatStays(m_state);
    QStringList lines;
    // Beside a device nothing is taken away: it signs the exits then.
    if (m_state.signing().mode() != engine::TradeMode::LocalKey) {
        if (!stays.restsNothing())
            lines << tr("Until it is unlocked, exits are approved on the device.");
        return lines;
    }
    if (!stays.entries.empty())
        lines << tr("%n entries rest and cannot be cancelled here.", nullptr,
                    static_cast<int>(stays.entries.size()));
    if (const auto running = stays.entryTwaps.size() + stays.exitTwaps.size(); running > 0)
        lines << tr("%n TWAPs go on and cannot be stopped here.", nullptr,
                    static_cast<int>(running));
    if (!stays.stops.empty())
        lines << tr("%n stops and targets stay at the venue and cannot be moved here.", nullptr,
                    static_cast<int>(stays.stops.size()));
    QStringList open;
    for (const model::Position &position : m_state.account().positions)
        if (position.szi.lots != 0)
            open << QString::fromStdString(position.coin);
    if (!open.isEmpty())
        lines << tr("These positions cannot be closed here: %1.").arg(open.join(u", "));
    if (!stays.unprotected.isEmpty())
        lines << tr("No stop protects %1.").arg(stays.unprotected.join(u", "));
    return lines;
}

void LockDesk::lock()
{
    if (!canLock())
        return;
    if (whatStays(m_state).restsNothing()) {
        lockNow(tr("Locked."));
        return;
    }
    if (m_window->findChild<LeavingDialog *>() != nullptr)
        return;
    auto *dialog = new LeavingDialog(m_state, m_window, LeavingDialog::Purpose::Lock);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LeavingDialog::leave, this, [this] { lockNow(tr("Locked.")); });
    dialog->open();
}

void LockDesk::lockNow(const QString &why)
{
    QStringList words{why};
    words += takenAway();
    m_state.engine().lockSigner();
    m_state.raiseNotice(words.size() > 1 ? engine::NoticeLevel::Warning : engine::NoticeLevel::Info,
                        words.join(u' '), QStringLiteral("lock"));
}

void LockDesk::checkIdle()
{
    if (!canLock() || m_state.clock().monoMs() - m_touchedMs < kIdleMs)
        return;
    if (whatStays(m_state).hasEntries())
        return;
    lockNow(tr("Locked after 30 minutes without input."));
}

void LockDesk::unlock()
{
    if (!isLocked() || m_window->findChild<UnlockDialog *>() != nullptr)
        return;
    auto *dialog = new UnlockDialog(m_state, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

UnlockDialog::UnlockDialog(WorkspaceState &state, QWidget *parent)
    : QDialog(parent)
    , m_state(state)
    , m_field(new SecretField)
    , m_status(new QLabel)
    , m_unlock(new QPushButton(tr("Unlock")))
{
    setObjectName(QStringLiteral("unlockDialog"));
    setWindowTitle(tr("Unlock"));
    const engine::SignerStatus &signer = state.signer();
    // Beside a device, which signs by its own name, the key is its agent's.
    const bool isBesideDevice =
        signer.kind == engine::SignerKind::Ledger || signer.kind == engine::SignerKind::Emulator;
    auto *title = new QLabel(
        isBesideDevice
            ? tr("Passphrase of the agent's key")
            : tr("Passphrase of the key \"%1\"").arg(QString::fromStdString(signer.name)));
    title->setObjectName(QStringLiteral("unlockTitle"));
    title->setFont(Theme::instance().font(FontRole::TextStrong));
    m_field->setObjectName(QStringLiteral("unlockPassphrase"));
    m_status->setObjectName(QStringLiteral("unlockStatus"));
    m_status->setWordWrap(true);
    m_status->setFont(Theme::instance().font(FontRole::Label));
    m_status->setMinimumHeight(2 * m_status->fontMetrics().lineSpacing());
    m_unlock->setObjectName(QStringLiteral("unlockAccept"));
    m_unlock->setEnabled(false);
    auto *cancel = new QPushButton(tr("Stay locked · Esc"));
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_unlock, &QPushButton::clicked, this, &UnlockDialog::submit);
    connect(m_field, &SecretField::submitted, this, &UnlockDialog::submit);
    connect(m_field, &SecretField::changed, this,
            [this] { m_unlock->setEnabled(!m_field->isEmpty() && m_request == 0); });
    connect(&state, &WorkspaceState::commandFinished, this,
            [this](const engine::CommandResult &result) {
                if (m_request == 0 || result.request != m_request)
                    return;
                m_request = 0;
                if (result.ok) {
                    accept();
                    return;
                }
                m_status->setText(errorText(result.error));
                m_field->setEnabled(true);
                m_field->setFocus();
            });

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(cancel);
    buttons->addStretch(1);
    buttons->addWidget(m_unlock);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(10);
    layout->addWidget(title);
    layout->addWidget(m_field);
    layout->addWidget(m_status);
    layout->addLayout(buttons);
    m_field->setFocus();
}

void UnlockDialog::submit()
{
    if (m_field->isEmpty() || m_request != 0)
        return;
    m_request = m_state.nextRequest();
    m_status->setText(tr("Unlocking…"));
    m_field->setEnabled(false);
    m_state.engine().unlockSigner(m_request, m_field->take());
}

void UnlockDialog::reject()
{
    if (std::exchange(m_request, 0) != 0)
        m_state.engine().lockSigner();
    QDialog::reject();
}

void UnlockDialog::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().color(Tone::Panel));
}

} // namespace hl::ui

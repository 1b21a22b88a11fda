// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition_root.h"
#include "ui/common/leaving_dialog.h"
#include "ui/common/theme.h"
#include "ui/main_window.h"
#include "ui/settings/session_wish.h"

#include <QGuiApplication>

namespace hl::app {

/// Another account, signer or network is another session: window and engine are made anew, so
/// that nothing of the first (armed ladders, what the ticket held, keys) reaches the second.
void CompositionRoot::switchSession(const ui::SessionWish &wish)
{
    const auto refuse = [this](const QString &sentence) {
        m_window->state().raiseNotice(engine::NoticeLevel::Warning, sentence,
                                      QStringLiteral("account"));
    };
    if (m_isSwitching)
        return; // the first wish is on its way
    if (!m_options.recordFile.isEmpty() || !m_options.sessionFile.isEmpty()) {
        refuse(ui::MainWindow::tr("A recording holds one session: quit and start again for "
                                  "another account."));
        return;
    }
    // Also where they came while the person was asked about something else.
    if (const QString why = ui::whyNoSwitch(m_window->state()); !why.isEmpty()) {
        refuse(why);
        return;
    }
    const Options before = m_options;
    const bool askedBefore = m_asksInWindow;
    if (wish.network != network()) {
        m_options.apiUrl.clear();
        m_options.wsUrl.clear();
    }
    m_options.network = wish.network;
    m_options.account = wish.watch;
    m_options.signer = wish.signer;
    m_options.ledger = wish.hasLedger ? QStringLiteral("hid") : QString();
    m_options.load.clear();
    m_options.replayFile.clear();
    m_options.exitAfterReplay = false;
    m_asksInWindow = true;
    auto config = engineConfig();
    if (!config) {
        m_options = before;
        m_asksInWindow = askedBefore;
        refuse(QString::fromStdString(config.error().sentence()));
        return;
    }
    m_profile.setNetwork(wish.network);
    if (wish.watch)
        m_profile.setWatchedAccount(wish.network, *wish.watch);
    // The window that asked is on the stack.
    m_isSwitching = true;
    QTimer::singleShot(0, this, [this, config = std::move(*config)] {
        m_isSwitching = false;
        m_theme = ui::Theme::instance().theme();
        QGuiApplication::setQuitOnLastWindowClosed(false);
        m_window->close();
        endSession();
        m_agentsOf.reset();
        if (config.network != engine::Network::Demo) {
            openSession(config);
        } else if (const Status started = startVenue(config); !started) {
            failLater(QString::fromStdString(started.error().sentence()));
        }
    });
}

} // namespace hl::app

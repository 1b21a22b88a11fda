// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/action_collection.h"
#include "ui/common/dialogs.h"
#include "ui/common/leaving_dialog.h"
#include "ui/common/panel_dock.h"
#include "ui/ladder/ladder_hub.h"
#include "ui/main_window.h"
#include "ui/settings/first_steps_panel.h"
#include "ui/settings/preferences.h"
#include "ui/settings/settings_dialog.h"
#include "ui/settings/shortcuts.h"
#include "ui/settings/shortcuts_page.h"
#include "ui/signer/signer_state.h"
#include "ui/signer/signing_desk.h"

namespace hl::ui {

void MainWindow::makeSettings()
{
    m_preferences = new Preferences(m_options.preferencesFile, this);
    m_shortcuts = new Shortcuts(*m_actions, LadderHub::of(*m_state), this);
    const auto warn = [this](const QString &sentence) {
        m_state->raiseNotice(engine::NoticeLevel::Warning, sentence, QStringLiteral("settings"));
    };
    connect(m_preferences, &Preferences::failed, this, warn);
    if (!m_preferences->problem().isEmpty())
        warn(m_preferences->problem());
    // The key beside the search field is the one that leads there.
    const auto showFindKey = [this] {
        dock(QStringLiteral("markets"))
            ->panel()
            ->setNote(m_actions->action(QStringLiteral("view.findMarket"))
                          ->shortcut()
                          .toString(QKeySequence::NativeText));
    };
    connect(m_shortcuts, &Shortcuts::changed, this, showFindKey);
    m_preferences->restoreKeys(*m_shortcuts);
    connect(m_shortcuts, &Shortcuts::changed, m_preferences,
            [this] { m_preferences->saveKeys(*m_shortcuts); });
    connect(&Theme::instance(), &Theme::changed, m_preferences,
            [this] { m_preferences->setTheme(Theme::instance().theme()); });
}

void MainWindow::makeGuide()
{
    auto *guide = new FirstStepsPanel(*m_state, m_options.keyNames);
    addPanel(guide, QStringLiteral("guide"));
    connect(guide, &FirstStepsPanel::sessionAsked, this, &MainWindow::askSession);
    connect(guide, &FirstStepsPanel::wizardAsked, this, [this] { m_signing->openWizard(); });
    connect(guide, &FirstStepsPanel::done, this, [this] { dock(QStringLiteral("guide"))->hide(); });
    connect(guide, &FirstStepsPanel::practiceAsked, this, [this] {
        dock(QStringLiteral("guide"))->hide();
        focusDock(QStringLiteral("ladder"));
    });
}

/// Once a profile, in a dock of its own: nothing waits for it.
void MainWindow::offerGuideOnce()
{
    const bool isWanted = m_options.offersGuide && m_isFirstStart &&
                          !m_preferences->isGuideShown() && !m_options.preferencesFile.isEmpty();
    auto *guide = dock(QStringLiteral("guide"));
    guide->setVisible(isWanted);
    if (!isWanted)
        return;
    // Tabs take a front only once the window is there.
    QMetaObject::invokeMethod(
        guide, [guide] { guide->raise(); }, Qt::QueuedConnection);
    m_preferences->setGuideShown();
}

void MainWindow::askAddress()
{
    static WindowDialogs windowDialogs;
    Dialogs &dialogs = m_options.dialogs ? *m_options.dialogs : windowDialogs;
    const engine::Network now = m_state->connection().network;
    const bool isTestnet = now == engine::Network::Testnet;
    SessionWish wish;
    wish.network = isTestnet ? now : engine::Network::Mainnet;
    const QString label = isTestnet ? tr("Address to watch on testnet; nothing can be signed")
                                    : tr("Address to watch on mainnet; nothing can be signed");
    dialogs.askText(this, tr("Watch an address"), label, {}, [this, wish](const QString &text) {
        const auto address = Address::parse(text.trimmed().toStdString());
        if (!address) {
            m_state->raiseNotice(engine::NoticeLevel::Warning,
                                 tr("Nothing is watched: an address is 0x and 40 digits 0–9, a–f."),
                                 QStringLiteral("account"));
            return;
        }
        SessionWish watched = wish;
        watched.watch = *address;
        askSession(watched);
    });
}

void MainWindow::askSession(const SessionWish &wish)
{
    if (m_state->signing().active()) {
        m_state->raiseNotice(engine::NoticeLevel::Warning,
                             tr("The device has a request: finish or reject it before you switch."),
                             QStringLiteral("account"));
        return;
    }
    if (const QString why = whyNoSwitch(*m_state); !why.isEmpty()) {
        m_state->raiseNotice(engine::NoticeLevel::Warning, why, QStringLiteral("account"));
        return;
    }
    if (whatStays(*m_state).isNothing()) {
        Q_EMIT sessionAsked(wish);
        return;
    }
    if (findChild<LeavingDialog *>())
        return;
    auto *dialog = new LeavingDialog(*m_state, this, LeavingDialog::Purpose::Switch);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LeavingDialog::leave, this, [this, wish] { Q_EMIT sessionAsked(wish); });
    dialog->open();
}

void MainWindow::openSettings()
{
    const bool isNew = m_settings == nullptr;
    if (isNew)
        m_settings = new SettingsDialog(*m_preferences, *m_shortcuts, m_state->guardLimits(), this);
    m_settings->show();
    m_settings->raise();
    m_settings->activateWindow();
    if (isNew)
        m_settings->showPage(SettingsDialog::Page::Shortcuts);
}

} // namespace hl::ui

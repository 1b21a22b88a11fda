// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/theme.h"
#include "ui/common/workspace_state.h"
#include "ui/settings/session_wish.h"

#include <QMainWindow>

#include <memory>
#include <string>
#include <vector>

class QMenu;

namespace hl::ui {

class ActionCollection;
class Dialogs;
class HeaderStrip;
class LockDesk;
class MessageBar;
class PaintStats;
class Panel;
class PanelDock;
class Preferences;
class ReplayBar;
class SettingsDialog;
class Shortcuts;
class SigningDesk;
class StatusStrip;

struct MainWindowOptions
{
    QString layout = QStringLiteral("default"); ///< "default", "bench" or a saved workspace
    /// Where saved workspaces lie; empty: none can be saved.
    QString workspacesDir;
    Dialogs *dialogs = nullptr; ///< null: real ones; outlives the window
    std::string coin = "BTC";   ///< market selected at start
    ThemeId theme = ThemeId::Dark;
    QString title = QStringLiteral("Touchline"); ///< network and profile are appended by the caller
    /// Where geometry, docks and theme are kept; empty: nothing is saved or restored.
    QString settingsFile;
    /// What counts in every layout (theme, keys); empty: nothing is kept. See Preferences.
    QString preferencesFile;
    QStringList keyNames; ///< stored in the profile
    /// Nothing says yet how this person trades: the first steps are shown on an empty profile.
    bool offersGuide = false;
    const Clock *clock = nullptr;   ///< null: the system's; outlives the window
    TimerService *timers = nullptr; ///< null: Qt's own
};

/// The one window: header strip, docks, status strip. Owns the state the panels share; the engine
/// outlives it. Theme::install must have run on the application.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// Raised whenever an older saved dock state cannot be restored any more.
    static constexpr int kStateVersion = 1;
    static constexpr int kMargin = 8; ///< round the docks, as between them

    MainWindow(engine::EngineApi &engine, MainWindowOptions options, QWidget *parent = nullptr);
    ~MainWindow() override;

    WorkspaceState &state() { return *m_state; }
    ActionCollection &actions() { return *m_actions; }
    SigningDesk &signing() { return *m_signing; }
    Shortcuts &shortcuts() { return *m_shortcuts; }
    /// Null until it was opened.
    SettingsDialog *settingsDialog() const { return m_settings; }
    /// Paint counts and times of every painter, for the perf report.
    const PaintStats &paintStats() const;

    /// "default" or "bench"; also forgets what was dragged since.
    void applyLayout(const QString &name);
    PanelDock *dock(const QString &objectName) const;
    /// Panels, sizes and what the panels show, under a name; a notice says why where it cannot.
    bool saveWorkspace(const QString &name);
    bool loadWorkspace(const QString &name);

    /// Asked first where something stays on the venue (L35); not while the device has a request.
    /// As a window was left; what is damaged in that file is passed over. True: docks too.
    bool restoreSettings(const QString &file);
    void askSession(const SessionWish &wish);
    /// Closes as a person would: asked first where something stays on the venue (L35).
    void leave();

Q_SIGNALS:
    /// The window and its engine make way for another session.
    void sessionAsked(const hl::ui::SessionWish &wish);

protected:
    void closeEvent(QCloseEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeChrome();
    void makeDocks();
    PanelDock *addPanel(Panel *panel, const QString &objectName);
    void makeActions();
    void makeMenu();
    void addWorkspaceMenu(QMenu *menu);
    void askWorkspaceName();
    void useWorkspaceOfOptions();
    void arrangeDefault();
    void keepOnScreen();
    void arrangeBench();
    void applySizes();
    void focusDock(const QString &objectName);
    void openLadder();
    void placeMessages();
    void saveSettings();
    void onInstruments();
    void makeSettings();
    void openSettings();
    void makeGuide();
    void offerGuideOnce();
    void askAddress();

    MainWindowOptions m_options;
    SystemClock m_systemClock;
    std::unique_ptr<WorkspaceState> m_state;
    ActionCollection *m_actions = nullptr;
    HeaderStrip *m_header = nullptr;
    StatusStrip *m_status = nullptr;
    ReplayBar *m_replayBar = nullptr;
    LockDesk *m_lock = nullptr; ///< goes with the window's state
    MessageBar *m_messages = nullptr;
    SigningDesk *m_signing = nullptr;
    Preferences *m_preferences = nullptr;
    Shortcuts *m_shortcuts = nullptr;
    SettingsDialog *m_settings = nullptr;
    bool m_isFirstStart = false; ///< no window was ever kept here
    std::vector<PanelDock *> m_docks;
    /// Nobody has moved a separator or a dock yet: a new window size keeps our own proportions.
    bool m_isPristine = true;
    bool m_isBench = false;
    bool m_isLeaving = false; ///< what stays on the venue was asked already
    QString m_workspace;      ///< the saved one this window started with
    std::string m_secondCoin; ///< of the free ladder in the bench layout
};

} // namespace hl::ui

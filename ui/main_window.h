// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/theme.h"
#include "ui/common/workspace_state.h"

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
class ReplayBar;
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
    /// Paint counts and times of every painter, for the perf report.
    const PaintStats &paintStats() const;

    /// "default" or "bench"; also forgets what was dragged since.
    void applyLayout(const QString &name);
    PanelDock *dock(const QString &objectName) const;
    /// Panels, sizes and what the panels show, under a name; a notice says why where it cannot.
    bool saveWorkspace(const QString &name);
    bool loadWorkspace(const QString &name);

    /// Closes as a person would: asked first where something stays on the venue (L35).
    void leave();

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
    bool restoreSettings();
    void onInstruments();

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
    std::vector<PanelDock *> m_docks;
    /// Nobody has moved a separator or a dock yet: a new window size keeps our own proportions.
    bool m_isPristine = true;
    bool m_isBench = false;
    bool m_isLeaving = false; ///< what stays on the venue was asked already
    QString m_workspace;      ///< the saved one this window started with
    std::string m_secondCoin; ///< of the free ladder in the bench layout
};

} // namespace hl::ui

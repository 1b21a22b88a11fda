// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main_window.h"

#include "ui/chart/chart_panel.h"
#include "ui/common/action_collection.h"
#include "ui/common/fill_messages.h"
#include "ui/common/formatters.h"
#include "ui/common/leaving_dialog.h"
#include "ui/common/message_bar.h"
#include "ui/common/panel_dock.h"
#include "ui/header/header_strip.h"
#include "ui/header/status_strip.h"
#include "ui/history/history_panel.h"
#include "ui/journal/journal_panel.h"
#include "ui/ladder/cancel_all_hold.h"
#include "ui/ladder/ladder_hub.h"
#include "ui/ladder/ladder_panel.h"
#include "ui/lock/lock_desk.h"
#include "ui/markets/markets_panel.h"
#include "ui/money/money_panel.h"
#include "ui/replay/replay_bar.h"
#include "ui/settings/settings_dialog.h"
#include "ui/settings/settings_file.h"
#include "ui/settings/shortcuts.h"
#include "ui/signer/signing_desk.h"
#include "ui/tables/tables_panel.h"
#include "ui/tape/tape_panel.h"
#include "ui/ticket/ticket_panel.h"
#include "ui/workspace_files.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QScreen>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace hl::ui {

namespace {

constexpr QSize kUsualSize(1680, 1010);

/// The header or status strip with the gap that separates it from the docks.
QWidget *padded(QWidget *strip, int above, int below)
{
    auto *box = new QWidget;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, above, 0, below);
    layout->setSpacing(0);
    layout->addWidget(strip);
    return box;
}

} // namespace

MainWindow::MainWindow(engine::EngineApi &engine, MainWindowOptions options, QWidget *parent)
    : QMainWindow(parent)
    , m_options(std::move(options))
{
    setObjectName(QStringLiteral("mainWindow"));
    m_isFirstStart = !m_options.settingsFile.isEmpty() && !QFile::exists(m_options.settingsFile);
    useWorkspaceOfOptions();
    setWindowTitle(m_options.title);
    setDockNestingEnabled(true);
    setAnimated(false);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    Theme::instance().setTheme(m_options.theme);

    const Clock &clock = m_options.clock ? *m_options.clock : m_systemClock;
    m_state = std::make_unique<WorkspaceState>(engine, clock, m_options.timers);
    new FillMessages(*m_state, m_state.get());
    new CancelAllHold(*m_state, m_state.get());
    m_actions = new ActionCollection(this);
    makeChrome();
    makeDocks();
    makeActions();
    makeMenu();
    const QSize screen = QGuiApplication::primaryScreen()->availableSize();
    resize(kUsualSize.boundedTo(screen));
    applyLayout(m_options.layout);
    restoreSettings(m_options.settingsFile);
    makeSettings();
    offerGuideOnce();
    m_signing->offerModesOnce(m_options.settingsFile);
    if (!m_workspace.isEmpty())
        loadWorkspace(m_workspace);

    connect(m_state.get(), &WorkspaceState::instrumentsChanged, this, &MainWindow::onInstruments);
    engine.requestState();
}

MainWindow::~MainWindow()
{
    // The panels let go of their markets while the state is still there.
    for (auto *dock : m_docks)
        delete dock;
    delete m_settings;
    delete m_shortcuts;
    delete m_lock;
    delete m_signing;
    delete takeCentralWidget();
    delete menuWidget();
    delete m_status;
    delete m_messages;
}

const PaintStats &MainWindow::paintStats() const
{
    return m_state->paintStats();
}

void MainWindow::makeChrome()
{
    m_header = new HeaderStrip(*m_state, this);
    setMenuWidget(padded(m_header, 0, kMargin));
    m_status = new StatusStrip(*m_state, this);
    auto *bar = new QStatusBar(this);
    bar->setSizeGripEnabled(false);
    bar->setContentsMargins(0, 0, 0, 0);
    if (bar->layout())
        bar->layout()->setContentsMargins(0, 0, 0, 0);
    bar->addPermanentWidget(padded(m_status, kMargin, 0), 1);
    setStatusBar(bar);
    // Empty bars at both sides keep the docks off the window's edge.
    for (const auto area : {Qt::LeftToolBarArea, Qt::RightToolBarArea}) {
        auto *margin = new QToolBar(this);
        margin->setObjectName(area == Qt::LeftToolBarArea ? QStringLiteral("leftMargin")
                                                          : QStringLiteral("rightMargin"));
        margin->setMovable(false);
        margin->setFixedWidth(kMargin);
        margin->setContextMenuPolicy(Qt::PreventContextMenu);
        margin->toggleViewAction()->setVisible(false);
        addToolBar(area, margin);
    }
    m_replayBar = new ReplayBar(m_state->engine(), this);
    bar->insertPermanentWidget(0, m_replayBar, 1);
    m_lock = new LockDesk(*m_state, this);
    m_messages = new MessageBar(*m_state, this);
    m_signing = new SigningDesk(*m_state, m_options.dialogs, this);
    connect(m_header, &HeaderStrip::signerClicked, m_signing, &SigningDesk::openPanel);
}

PanelDock *MainWindow::addPanel(Panel *panel, const QString &objectName)
{
    panel->setObjectName(objectName);
    auto *dock = new PanelDock(panel, this);
    m_docks.push_back(dock);
    connect(dock, &QDockWidget::topLevelChanged, this, [this] { m_isPristine = false; });
    return dock;
}

void MainWindow::makeDocks()
{
    WorkspaceState &state = *m_state;
    addPanel(new MarketsPanel(state), QStringLiteral("markets"));
    addPanel(new ChartPanel(state), QStringLiteral("chart"));
    addPanel(new DepthPanel(state), QStringLiteral("depth"));
    addPanel(new LadderPanel(state, QStringLiteral("ladder"), m_options.dialogs),
             QStringLiteral("ladder"));
    addPanel(new TapePanel(state), QStringLiteral("tape"));
    addPanel(new TicketPanel(state), QStringLiteral("ticket"));
    addPanel(new TablesPanel(state), QStringLiteral("tables"));
    addPanel(new JournalPanel(state), QStringLiteral("journal"));
    addPanel(new HistoryPanel(state), QStringLiteral("history"));
    const QString profile = m_options.settingsFile.isEmpty()
                                ? QString()
                                : QFileInfo(m_options.settingsFile).absolutePath();
    auto *money = new MoneyPanel(state, m_options.dialogs, profile);
    connect(money, &MoneyPanel::wizardAsked, this, [this] { m_signing->openWizard(); });
    addPanel(money, QStringLiteral("money"));
    makeGuide();
    // More ladders, each for a market of its own; hidden ones follow nothing (view.newLadder).
    for (const char *name : {"ladder2", "ladder3", "ladder4"}) {
        auto *free = new LadderPanel(state, QLatin1String(name), m_options.dialogs);
        free->setLinked(false);
        addPanel(free, QLatin1String(name));
    }
    if (m_options.layout == u"bench") {
        const std::array pages{std::pair{TablesPanel::Page::Positions, "tablesPositions"},
                               std::pair{TablesPanel::Page::Fills, "tablesFills"},
                               std::pair{TablesPanel::Page::Balances, "tablesBalances"}};
        for (const auto &[page, name] : pages) {
            auto *tables = new TablesPanel(state);
            tables->showPage(page);
            addPanel(tables, QLatin1String(name));
        }
    }
    // Messages lie over the chart: never over the ladder, and no row moves for them (L33).
    dock(QStringLiteral("chart"))->installEventFilter(this);
}

PanelDock *MainWindow::dock(const QString &objectName) const
{
    const auto it = std::find_if(m_docks.begin(), m_docks.end(),
                                 [&](const PanelDock *d) { return d->objectName() == objectName; });
    return it == m_docks.end() ? nullptr : *it;
}

// --- commands

void MainWindow::makeActions()
{
    ActionCollection &a = *m_actions;
    a.add(QStringLiteral("view.findMarket"), tr("Find market"), QKeySequence(tr("Ctrl+K")), [this] {
        focusDock(QStringLiteral("markets"));
        if (auto *markets = findChild<MarketsPanel *>())
            markets->focusSearch();
    });
    const std::array focus{
        std::pair{"markets", tr("Go to markets")}, std::pair{"chart", tr("Go to chart")},
        std::pair{"ladder", tr("Go to ladder")},   std::pair{"tape", tr("Go to tape")},
        std::pair{"ticket", tr("Go to ticket")},   std::pair{"tables", tr("Go to tables")}};
    int digit = 1;
    for (const auto &[name, text] : focus) {
        a.add(QStringLiteral("focus.") + QLatin1String(name), text,
              QKeySequence(QStringLiteral("Alt+%1").arg(digit++)),
              [this, name] { focusDock(QLatin1String(name)); });
    }
    auto *themes = new QActionGroup(this);
    const std::array ids{std::pair{ThemeId::Dark, tr("Dark")},
                         std::pair{ThemeId::Light, tr("Light")},
                         std::pair{ThemeId::ColourBlind, tr("Colour-blind safe")}};
    for (const auto &[id, text] : ids) {
        auto *action = a.add(QStringLiteral("view.theme.") + Theme::name(id), text, {},
                             [id] { Theme::instance().setTheme(id); });
        action->setCheckable(true);
        action->setChecked(Theme::instance().theme() == id);
        themes->addAction(action);
        connect(&Theme::instance(), &Theme::changed, action,
                [action, id] { action->setChecked(Theme::instance().theme() == id); });
    }
    a.add(QStringLiteral("signer.panel"), tr("Signer and device"), QKeySequence(tr("Ctrl+Shift+S")),
          [this] { m_signing->openPanel(); });
    a.add(QStringLiteral("focus.money"), tr("Go to money"), QKeySequence(tr("Ctrl+Shift+M")),
          [this] { focusDock(QStringLiteral("money")); });
    a.add(QStringLiteral("signer.wizard"), tr("Set up signing…"), {},
          [this] { m_signing->openWizard(); });
    a.add(QStringLiteral("signer.lock"), tr("Lock or unlock the key"),
          QKeySequence(tr("Ctrl+Alt+L")), [this] {
              if (m_lock->isLocked())
                  m_lock->unlock();
              else
                  m_lock->lock();
          });
    a.add(QStringLiteral("view.newLadder"), tr("Another ladder for this market"),
          QKeySequence(tr("Ctrl+Shift+L")), [this] { openLadder(); });
    a.add(QStringLiteral("view.resetLayout"), tr("Reset layout"), {},
          [this] { applyLayout(m_options.layout); });
    a.add(QStringLiteral("view.dismissMessages"), tr("Dismiss messages"),
          QKeySequence(tr("Ctrl+Shift+D")), [this] { m_messages->dismissAll(); });
    auto *pause = a.add(QStringLiteral("replay.pause"), tr("Pause replay"),
                        QKeySequence(tr("Ctrl+Shift+Space")), [this] {
                            m_state->engine().pauseReplay(
                                m_actions->action(QStringLiteral("replay.pause"))->isChecked());
                        });
    pause->setCheckable(true);
    connect(m_replayBar, &ReplayBar::pauseToggled, pause, &QAction::setChecked);
    connect(pause, &QAction::toggled, m_replayBar, &ReplayBar::setPaused);
    for (const int speed : {1, 2, 10, 0}) {
        a.add(QStringLiteral("replay.speed.%1").arg(speed),
              speed == 0 ? tr("As fast as possible") : tr("Speed × %1").arg(speed), {},
              [this, speed] { m_state->engine().setReplaySpeed(speed); });
    }
    a.add(QStringLiteral("account.watch"), tr("Watch an address…"), {}, [this] { askAddress(); });
    a.add(QStringLiteral("help.firstSteps"), tr("First steps"), {},
          [this] { focusDock(QStringLiteral("guide")); });
    a.add(QStringLiteral("app.settings"), tr("Settings…"), QKeySequence(tr("Ctrl+,")),
          [this] { openSettings(); });
    a.add(QStringLiteral("app.quit"), tr("Quit"), QKeySequence(QKeySequence::Quit),
          [this] { leave(); });
}

void MainWindow::makeMenu()
{
    const ActionCollection &a = *m_actions;
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("mainMenu"));
    menu->addAction(a.action(QStringLiteral("view.findMarket")));
    menu->addAction(a.action(QStringLiteral("signer.panel")));
    menu->addAction(a.action(QStringLiteral("signer.wizard")));
    menu->addAction(a.action(QStringLiteral("signer.lock")));
    menu->addAction(a.action(QStringLiteral("account.watch")));
    menu->addSeparator();
    auto *themes = menu->addMenu(tr("Theme"));
    for (const auto id : {ThemeId::Dark, ThemeId::Light, ThemeId::ColourBlind})
        themes->addAction(a.action(QStringLiteral("view.theme.") + Theme::name(id)));
    auto *panels = menu->addMenu(tr("Panels"));
    for (auto *d : m_docks)
        panels->addAction(d->toggleViewAction());
    auto *go = menu->addMenu(tr("Go to"));
    for (auto *action : a.all()) {
        if (action->objectName().startsWith(u"focus."))
            go->addAction(action);
    }
    addWorkspaceMenu(menu);
    menu->addAction(a.action(QStringLiteral("view.newLadder")));
    menu->addAction(a.action(QStringLiteral("view.resetLayout")));
    menu->addAction(a.action(QStringLiteral("view.dismissMessages")));
    auto *replay = menu->addMenu(tr("Replay"));
    replay->setObjectName(QStringLiteral("replayMenu"));
    replay->addAction(a.action(QStringLiteral("replay.pause")));
    for (const int speed : {1, 2, 10, 0})
        replay->addAction(a.action(QStringLiteral("replay.speed.%1").arg(speed)));
    const auto showReplay = [this, replay] {
        replay->menuAction()->setVisible(m_state->connection().network == engine::Network::Replay);
    };
    connect(m_state.get(), &WorkspaceState::connectionChanged, replay, showReplay);
    showReplay();
    menu->addSeparator();
    menu->addAction(a.action(QStringLiteral("help.firstSteps")));
    menu->addAction(a.action(QStringLiteral("app.settings")));
    menu->addAction(a.action(QStringLiteral("app.quit")));
    m_header->setMenu(menu);
}

void MainWindow::openLadder()
{
    for (const char *name : {"ladder2", "ladder3", "ladder4"}) {
        auto *d = dock(QLatin1String(name));
        if (d->isVisible())
            continue;
        auto *ladder = static_cast<LadderPanel *>(d->panel());
        ladder->setLinked(false);
        ladder->setCoin(m_state->selectedCoin());
        d->show();
        focusDock(QLatin1String(name));
        return;
    }
    m_state->raiseNotice(engine::NoticeLevel::Info,
                         tr("All four ladders are open; close one to open another."),
                         QStringLiteral("ladder"));
}

void MainWindow::focusDock(const QString &objectName)
{
    if (auto *d = dock(objectName)) {
        d->show();
        d->raise();
        if (d->isFloating())
            d->activateWindow();
        d->panel()->setFocus(Qt::ShortcutFocusReason);
    }
}

// --- state

void MainWindow::onInstruments()
{
    const auto &list = m_state->instruments()->instruments;
    if (list.empty())
        return;
    if (m_state->selectedCoin().empty()) {
        std::string coin = m_options.coin;
        if (!m_state->instrument(coin)) {
            const auto usable =
                std::find_if(list.begin(), list.end(), [](const auto &i) { return !i.isDelisted; });
            const std::string other = usable == list.end() ? list.front().coin : usable->coin;
            m_state->raiseNotice(engine::NoticeLevel::Warning,
                                 tr("There is no market called \"%1\" here; showing %2.")
                                     .arg(fmt::fromUtf8(coin), fmt::fromUtf8(other)),
                                 QStringLiteral("market"));
            coin = other;
        }
        m_state->selectCoin(coin);
    }
    if (auto *second = m_isBench ? dock(QStringLiteral("ladder2")) : nullptr;
        second && m_secondCoin.empty()) {
        for (const auto &instrument : list) {
            if (instrument.coin != m_state->selectedCoin() && !instrument.isDelisted) {
                m_secondCoin = instrument.coin;
                static_cast<LadderPanel *>(second->panel())->setCoin(m_secondCoin);
                break;
            }
        }
    }
}

void MainWindow::placeMessages()
{
    const auto *chart = dock(QStringLiteral("chart"));
    if (!chart || !chart->isVisible() || chart->isFloating()) {
        const int w = std::min(520, width() - 4 * kMargin);
        m_messages->place({2 * kMargin, m_header->height() + 2 * kMargin}, w);
        return;
    }
    const QPoint corner = chart->mapTo(this, QPoint(0, 0));
    m_messages->place(corner + QPoint(kMargin, Theme::instance().panelHeaderHeight() + kMargin),
                      std::min(520, chart->width() - 2 * kMargin));
}

bool MainWindow::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
        placeMessages();
        break;
    default:
        break;
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::saveSettings()
{
    if (m_options.settingsFile.isEmpty() || !checkSettingsPlace(m_options.settingsFile))
        return;
    QSettings settings(m_options.settingsFile, settingsFormat());
    settings.setValue(QStringLiteral("window/theme"), Theme::name(Theme::instance().theme()));
    settings.setValue(QStringLiteral("window/%1/geometry").arg(m_options.layout),
                      sealedState(saveGeometry()));
    settings.setValue(QStringLiteral("window/%1/docks").arg(m_options.layout),
                      sealedState(saveState(kStateVersion)));
    settings.setValue(QStringLiteral("window/%1/pristine").arg(m_options.layout), m_isPristine);
    LadderHub::of(*m_state).save(settings);
    for (const auto *d : m_docks)
        d->panel()->saveSettings(settings);
}

bool MainWindow::restoreSettings(const QString &file)
{
    if (file.isEmpty())
        return false;
    if (const Status fit = checkSettingsPlace(file); !fit)
        m_state->raiseNotice(engine::NoticeLevel::Warning,
                             tr("%1. The window looks as on its first day, and how it is left is "
                                "not kept.")
                                 .arg(QString::fromStdString(fit.error().detail)),
                             QStringLiteral("window"));
    if (!checkSettingsFile(file))
        return false;
    QSettings settings(file, settingsFormat());
    LadderHub::of(*m_state).restore(settings);
    for (auto *d : m_docks)
        d->panel()->restoreSettings(settings);
    const QString layout = m_options.layout;
    restoreGeometry(unsealedState(
        settings.value(QStringLiteral("window/%1/geometry").arg(layout)).toByteArray()));
    const QByteArray docks =
        unsealedState(settings.value(QStringLiteral("window/%1/docks").arg(layout)).toByteArray());
    const bool isArranged = !docks.isEmpty() && restoreState(docks, kStateVersion);
    keepOnScreen();
    if (!isArranged)
        return false;
    m_isPristine = settings.value(QStringLiteral("window/%1/pristine").arg(layout)).toBool();
    return true;
}

void MainWindow::leave()
{
    if (whatStays(*m_state).isNothing()) {
        m_isLeaving = true;
        close();
        return;
    }
    if (findChild<LeavingDialog *>())
        return;
    auto *dialog = new LeavingDialog(*m_state, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LeavingDialog::leave, this, [this] {
        m_isLeaving = true;
        close();
    });
    dialog->open();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    // Asked only of a person who closes the window; a program that quits is not held up.
    if (event->spontaneous() && !m_isLeaving) {
        event->ignore();
        leave();
        return;
    }
    saveSettings();
    event->accept();
}

} // namespace hl::ui

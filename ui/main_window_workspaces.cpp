// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/common/dialogs.h"
#include "ui/common/panel.h"
#include "ui/common/panel_dock.h"
#include "ui/main_window.h"
#include "ui/settings/settings_file.h"
#include "ui/workspace_files.h"

#include <QDir>
#include <QMenu>
#include <QScreen>

namespace hl::ui {

void MainWindow::addWorkspaceMenu(QMenu *menu)
{
    if (m_options.workspacesDir.isEmpty())
        return;
    auto *workspaces = menu->addMenu(tr("Workspaces"));
    workspaces->setObjectName(QStringLiteral("workspacesMenu"));
    const auto fill = [this, workspaces] {
        workspaces->clear();
        workspaces->addAction(tr("Save workspace as…"), this, &MainWindow::askWorkspaceName);
        const QStringList saved = savedWorkspaces(m_options.workspacesDir);
        if (!saved.isEmpty())
            workspaces->addSeparator();
        for (const QString &name : saved)
            workspaces->addAction(name, this, [this, name] { loadWorkspace(name); });
    };
    connect(workspaces, &QMenu::aboutToShow, this, fill);
    fill();
}

void MainWindow::askWorkspaceName()
{
    static WindowDialogs windowDialogs;
    Dialogs &dialogs = m_options.dialogs ? *m_options.dialogs : windowDialogs;
    dialogs.askText(this, tr("Save workspace as"), tr("Name: letters, digits, - and _"), QString(),
                    [this](const QString &name) { saveWorkspace(name); });
}

bool MainWindow::saveWorkspace(const QString &name)
{
    const auto refuse = [this](const QString &sentence) {
        m_state->raiseNotice(engine::NoticeLevel::Warning, sentence, QStringLiteral("workspace"));
        return false;
    };
    if (!isWorkspaceName(name))
        return refuse(tr("The workspace is not saved: its name must be 1 to 40 letters a–z, "
                         "digits, - or _."));
    if (isBuiltInWorkspace(name))
        return refuse(tr("The workspace is not saved: \"%1\" is built in.").arg(name));
    QDir().mkpath(m_options.workspacesDir);
    const QString path = workspaceFile(m_options.workspacesDir, name);
    if (const Status place = checkSettingsPlace(path); !place)
        return refuse(tr("The workspace \"%1\" is not saved: %2.")
                          .arg(name, QString::fromStdString(place.error().detail)));
    QSettings file(path, settingsFormat());
    file.clear();
    file.setValue(QStringLiteral("workspace/base"), m_options.layout);
    file.setValue(QStringLiteral("workspace/geometry"), sealedState(saveGeometry()));
    file.setValue(QStringLiteral("workspace/docks"), sealedState(saveState(kStateVersion)));
    file.setValue(QStringLiteral("workspace/pristine"), m_isPristine);
    for (const auto *d : m_docks)
        d->panel()->saveSettings(file);
    file.sync();
    if (file.status() != QSettings::NoError)
        return refuse(tr("The workspace \"%1\" cannot be written.").arg(name));
    return true;
}

/// A file may say any place and any size.
void MainWindow::keepOnScreen()
{
    const QRect screens = screen()->availableVirtualGeometry();
    const QSize fit = size().boundedTo(screens.size()).expandedTo(minimumSizeHint());
    if (fit != size())
        resize(fit);
    if (!screens.intersects(geometry()))
        move(screens.topLeft());
}

bool MainWindow::loadWorkspace(const QString &name)
{
    const auto refuse = [this](const QString &sentence) {
        m_state->raiseNotice(engine::NoticeLevel::Warning, sentence, QStringLiteral("workspace"));
        return false;
    };
    const QString path = workspaceFile(m_options.workspacesDir, name);
    if (const Status sound = checkSettingsFile(path); !sound)
        return refuse(tr("The workspace \"%1\" cannot be read: %2.")
                          .arg(name, QString::fromStdString(sound.error().detail)));
    QSettings file(path, settingsFormat());
    if (file.value(QStringLiteral("workspace/base")).toString() != m_options.layout)
        return refuse(tr("The workspace \"%1\" has other panels than this window; start with "
                         "--layout %1.")
                          .arg(name));
    for (auto *d : m_docks)
        d->panel()->restoreSettings(file);
    restoreGeometry(unsealedState(file.value(QStringLiteral("workspace/geometry")).toByteArray()));
    const bool isArranged = restoreState(
        unsealedState(file.value(QStringLiteral("workspace/docks")).toByteArray()), kStateVersion);
    keepOnScreen();
    if (!isArranged)
        return refuse(tr("The workspace \"%1\" cannot be read.").arg(name));
    m_isPristine = file.value(QStringLiteral("workspace/pristine")).toBool();
    placeMessages();
    return true;
}

void MainWindow::useWorkspaceOfOptions()
{
    // The panels a saved workspace has are made with its built-in base.
    if (isBuiltInWorkspace(m_options.layout) || m_options.workspacesDir.isEmpty())
        return;
    m_workspace = m_options.layout;
    const QString path = workspaceFile(m_options.workspacesDir, m_workspace);
    if (!checkSettingsFile(path)) {
        m_options.layout = QStringLiteral("default");
        return;
    }
    const QSettings file(path, settingsFormat());
    m_options.layout = file.value(QStringLiteral("workspace/base")).toString() == u"bench"
                           ? QStringLiteral("bench")
                           : QStringLiteral("default");
}

} // namespace hl::ui

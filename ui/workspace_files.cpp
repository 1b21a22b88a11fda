// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/workspace_files.h"

#include "base/safe_file.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

namespace hl::ui {

bool isWorkspaceName(const QString &name)
{
    static const QRegularExpression allowed(QStringLiteral("\\A[A-Za-z0-9_-]{1,40}\\z"));
    return allowed.match(name).hasMatch();
}

bool isBuiltInWorkspace(const QString &name)
{
    return name == u"default" || name == u"bench";
}

QString workspaceFile(const QString &dir, const QString &name)
{
    return QDir(dir).filePath(name + QStringLiteral(".ini"));
}

bool isSettingsFile(const QString &path)
{
    constexpr std::size_t kMost = 4 * 1024 * 1024;
    return isRegularFile(QFile::encodeName(path).toStdString(), kMost);
}

QStringList savedWorkspaces(const QString &dir)
{
    QStringList names;
    if (dir.isEmpty())
        return names;
    const QDir folder(dir);
    const QStringList files =
        folder.entryList({QStringLiteral("*.ini")}, QDir::Files | QDir::Readable, QDir::Name);
    for (const QString &file : files) {
        const QString name = file.chopped(4);
        if (isWorkspaceName(name) && !isBuiltInWorkspace(name))
            names << name;
    }
    return names;
}

} // namespace hl::ui

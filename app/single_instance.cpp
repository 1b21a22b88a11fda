// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/single_instance.h"

#include "base/safe_file.h"
#include "base/settings_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace hl::app {

QString defaultProfileDir()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
}

Result<SingleInstance> SingleInstance::claim(const QString &profileDir)
{
    const auto refuse = [&](const QString &text, ErrorKind kind = ErrorKind::Validation) {
        return fail(kind, text.toStdString());
    };
    const bool isNew = !QFileInfo::exists(profileDir);
    if (!QDir().mkpath(profileDir))
        return refuse(QStringLiteral("the profile folder %1 cannot be made").arg(profileDir),
                      ErrorKind::Internal);
    if (isNew)
        QFile::setPermissions(profileDir, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);

    // Who may write the folder may put another key, lock or setting in it.
    if (Status own = checkOwnFolder(QFile::encodeName(profileDir).toStdString()); !own)
        return refuse(QStringLiteral("the profile folder ") +
                      QString::fromStdString(own.error().detail));

    // Limits and accounts stand in this one. How the window looks holds nobody up: what of it
    // cannot be used is not used.
    const auto nameOf = [&](const char *name) {
        return QFile::encodeName(QDir(profileDir).filePath(QString::fromLatin1(name)))
            .toStdString();
    };
    for (const char *name : {"settings.ini", "window.ini"})
        closeToOthers(nameOf(name));
    const auto settings = readSettings(nameOf("settings.ini"));
    if (!settings && settings.error().kind != ErrorKind::Validation)
        return refuse(QString::fromStdString(settings.error().detail));

    auto lock = std::make_unique<QLockFile>(QDir(profileDir).filePath(QStringLiteral("lock")));
    // Age says nothing about a terminal left open for a week; a dead process is noticed by its id.
    lock->setStaleLockTime(0);
    if (lock->tryLock(0))
        return SingleInstance(std::move(lock));
    if (lock->error() != QLockFile::LockFailedError)
        return refuse(QStringLiteral("the profile folder %1 cannot be written").arg(profileDir),
                      ErrorKind::Internal);
    qint64 pid = 0;
    QString host;
    QString program;
    lock->getLockInfo(&pid, &host, &program);
    return refuse(
        QStringLiteral("the profile %1 is in use by %2 (process %3); close it or choose "
                       "another with --profile-dir")
            .arg(profileDir, program.isEmpty() ? QStringLiteral("another program") : program)
            .arg(pid));
}

} // namespace hl::app

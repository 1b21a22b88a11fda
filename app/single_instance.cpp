// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/single_instance.h"

#include "app/profile.h"

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
    if (QFileInfo(profileDir).permission(QFile::WriteOther))
        return refuse(QStringLiteral("the profile folder %1 may be written by every user; make it "
                                     "private with: chmod 700 %1")
                          .arg(profileDir));

    for (const char *name : {"settings.ini", "window.ini"}) {
        const QFileInfo settings(QDir(profileDir).filePath(QString::fromLatin1(name)));
        if (settings.exists() && !settings.isFile())
            return refuse(
                QStringLiteral("%1 is not a file; move it away").arg(settings.filePath()));
        if (!isPlainSettings(settings.filePath()))
            return refuse(QStringLiteral("%1 holds what was never saved there; move it away")
                              .arg(settings.filePath()));
    }

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

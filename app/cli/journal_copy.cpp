// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/journal_copy.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>

#include <array>
#include <utility>

namespace hl::cli {

namespace {

constexpr int kTries = 20;

using Stamp = std::pair<qint64, QDateTime>;

Stamp stampOf(const QString &file)
{
    const QFileInfo info(file);
    return info.exists() ? Stamp{info.size(), info.lastModified()} : Stamp{-1, {}};
}

Status copyFile(const QString &from, const QString &to)
{
    QFile::remove(to);
    const QFileInfo info(from);
    if (!info.exists())
        return {};
    if (!info.isFile())
        return fail(ErrorKind::Validation, "is no plain file", from.toStdString());
    QFile file(from);
    if (!file.copy(to))
        return fail(ErrorKind::Internal,
                    "cannot be copied for reading: " + file.errorString().toStdString(),
                    from.toStdString());
    QFile::setPermissions(to, QFile::ReadOwner | QFile::WriteOwner);
    return {};
}

} // namespace

Result<std::unique_ptr<JournalCopy>> JournalCopy::take(const QString &file, const QString &headDir)
{
    if (!QFileInfo::exists(file))
        return fail(ErrorKind::Validation, "there is no journal at this place", file.toStdString());
    std::unique_ptr<JournalCopy> copy(new JournalCopy);
    if (!copy->m_dir.isValid())
        return fail(ErrorKind::Internal,
                    "no folder for a copy can be made: " + copy->m_dir.errorString().toStdString());
    const QString database = copy->m_dir.filePath(QStringLiteral("journal.sqlite"));
    for (int i = 0;; ++i) {
        const std::array before{stampOf(file), stampOf(file + QLatin1String("-wal"))};
        // The head first: rows may follow it, but it never names one that is not there yet.
        if (!headDir.isEmpty()) {
            for (const char *name : {"journal.head", "journal.key"})
                HL_CHECK(copyFile(headDir + QLatin1Char('/') + QLatin1String(name),
                                  copy->m_dir.filePath(QLatin1String(name))));
        }
        HL_CHECK(copyFile(file + QLatin1String("-wal"), database + QLatin1String("-wal")));
        HL_CHECK(copyFile(file, database));
        if (before == std::array{stampOf(file), stampOf(file + QLatin1String("-wal"))})
            break;
        if (i == kTries)
            return fail(ErrorKind::Internal,
                        "is written all the time; close the program that does and try again",
                        file.toStdString());
    }
    auto opened =
        journal::Journal::openReadOnly({database.toStdString(), copy->m_dir.path().toStdString()});
    if (!opened)
        return fail(opened.error());
    copy->m_journal = std::move(*opened);
    return copy;
}

} // namespace hl::cli

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/workspace_files.h"

#include <QCryptographicHash>
#include <QDir>
#include <QRegularExpression>

namespace hl::ui {

namespace {

const QByteArray kSealVersion = QByteArrayLiteral("state1");
/// Twelve docks are some hundred bytes.
constexpr qsizetype kMostState = 64 * 1024;

QByteArray checksum(const QByteArray &state)
{
    return QCryptographicHash::hash(state, QCryptographicHash::Sha256).toHex();
}

} // namespace

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

QByteArray sealedState(const QByteArray &state)
{
    return kSealVersion + ' ' + QByteArray::number(state.size()) + ' ' + checksum(state) + ' ' +
           state.toBase64();
}

QByteArray unsealedState(const QByteArray &stored)
{
    if (stored.size() > 2 * kMostState)
        return {};
    const QByteArrayList parts = stored.split(' ');
    if (parts.size() != 4 || parts[0] != kSealVersion)
        return {};
    const auto state = QByteArray::fromBase64Encoding(parts[3]);
    if (state.decodingStatus != QByteArray::Base64DecodingStatus::Ok)
        return {};
    const QByteArray &bytes = *state;
    if (bytes.toBase64() != parts[3] || bytes.size() > kMostState ||
        QByteArray::number(bytes.size()) != parts[1] || checksum(bytes) != parts[2])
        return {};
    return bytes;
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

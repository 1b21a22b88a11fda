// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace hl::ui {

/// Saved workspaces are files NAME.ini of one folder. A name has 1 to 40 letters a–z, digits, "-"
/// and "_", so that it is one file name everywhere and never a path.
bool isWorkspaceName(const QString &name);
/// "default" and "bench" are always there and cannot be saved over.
bool isBuiltInWorkspace(const QString &name);
QString workspaceFile(const QString &dir, const QString &name);
/// What Qt says of a window or of its docks, with a version, a length and a checksum before it. Qt
/// reads such bytes as they are; damaged ones must not reach it.
QByteArray sealedState(const QByteArray &state);
/// Empty where it is not whole.
QByteArray unsealedState(const QByteArray &stored);
/// Names, sorted; none where `dir` is empty or not there.
QStringList savedWorkspaces(const QString &dir);

} // namespace hl::ui

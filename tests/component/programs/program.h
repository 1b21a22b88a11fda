// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QList>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>
#include <QTemporaryDir>

namespace hl::test {

/// A finished run of one of the built programs.
struct Run
{
    int status = -1; ///< −1: did not start, crashed or did not end in time
    QByteArray out;
    QByteArray err;

    QList<QByteArray> lines() const; ///< of standard output, without the last empty one
};

/// Runs to the end, offscreen, with `input` on standard input. `secret`, where given, is what
/// descriptor 3 reads.
Run runProgram(const QString &program, const QStringList &words, const QByteArray &input = {},
               const QByteArray &secret = {});

inline Run runCli(const QStringList &words, const QByteArray &input = {},
                  const QByteArray &secret = {})
{
    return runProgram(QStringLiteral("touchline-cli"), words, input, secret);
}

/// This process's environment, with a window system that needs no display.
QProcessEnvironment offscreen();

/// Path of a built program.
QString programPath(const QString &program);

} // namespace hl::test

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

namespace hl::app {

/// Turns SIGTERM, SIGINT and SIGHUP into a clean QCoreApplication::quit(). One a process, on the
/// main thread, after the application object.
class SignalQuit : public QObject
{
    Q_OBJECT

public:
    explicit SignalQuit(QObject *parent = nullptr);

Q_SIGNALS:
    /// Sent before the program is told to quit.
    void signalled(int number);
};

} // namespace hl::app

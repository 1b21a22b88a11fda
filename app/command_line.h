// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "engine/api/events.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <variant>

namespace hl::app {

/// The words of one call of `touchline`, checked. What was not said is absent or empty.
struct Options
{
    std::optional<engine::Network> network; ///< never Replay
    QString apiUrl;
    QString wsUrl;
    QString profileDir;
    QString signer;
    int passphraseFd = -1;
    QString ledger; ///< "hid" or "tcp:HOST:PORT"; empty: no device
    std::optional<Address> account;
    QString load; ///< of the practice account, in the embedded venue's words

    QString replayFile;
    double replaySpeed = 1.0; ///< 0: as fast as the window takes it
    bool exitAfterReplay = false;
    QString metaFile;
    QString recordFile;
    QString sessionFile;

    QString layout;
    QString coin;
    QString theme;
    QString logRules;

    std::optional<int> runForMs;
    QString screenshotFile;
    int screenshotAfterMs = 3000;
    QString perfReportFile;
};

/// Text to print on standard output, after which the program is done.
struct Printout
{
    QString text;
};

/// `arguments` without the program's name. The error is the one line for standard error (status 2).
Result<std::variant<Options, Printout>> parseCommandLine(const QStringList &arguments);

/// Name, version, Qt version and TLS backend.
QString versionText();

} // namespace hl::app

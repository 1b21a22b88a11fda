// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

namespace hl::cli {

/// `touchline-cli status`; see cli.md for the options that all commands share.
int runStatus(const QStringList &arguments);

} // namespace hl::cli

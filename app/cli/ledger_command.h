// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

namespace hl::cli {

/// `touchline-cli ledger list|address|app`. Nothing here signs.
int runLedger(const QStringList &arguments);

} // namespace hl::cli

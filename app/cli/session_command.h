// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

namespace hl::cli {

/// `touchline-cli session verify|anonymise`: a recorded session given to the engine again.
int runSession(const QStringList &arguments);

} // namespace hl::cli

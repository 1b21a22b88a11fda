// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

namespace hl::cli {

/// `touchline-cli explain [FILE|-]`: an action in words and what is hashed of it, the check on a
/// second machine.
int runExplain(const QStringList &arguments);

} // namespace hl::cli

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

namespace hl::cli {

/// `touchline-cli batch`: standard input to standard output until the end of input.
int runBatch(const QStringList &arguments);

} // namespace hl::cli

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

namespace hl::cli {

/// `touchline-cli watch COIN`: one book, printed or as JSON lines, until it is told to end.
int runWatch(const QStringList &arguments);

} // namespace hl::cli

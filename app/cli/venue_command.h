// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

namespace hl::cli {

/// `touchline-cli venue`: the embedded venue alone, until it is told to end.
int runVenue(const QStringList &arguments);

} // namespace hl::cli

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

namespace hl::cli {

/// `touchline-cli key new|import|list|address|remove`.
int runKey(const QStringList &arguments);

} // namespace hl::cli

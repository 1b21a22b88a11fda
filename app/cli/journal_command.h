// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

namespace hl::cli {

/// `journal list|verify|export`: the audit journal, read and never written. Arguments follow the
/// subcommand; the exit status.
int runJournal(const QStringList &arguments);

} // namespace hl::cli

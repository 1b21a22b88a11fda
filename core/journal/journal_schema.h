// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

class QSqlDatabase;

/// The database around the rows. For this folder's own use.
namespace hl::journal {

/// Sets the connection up, makes the table where the file is new, and refuses a file that holds
/// anything beside it: a trigger or a view would decide what a row is.
Status prepareSchema(const QSqlDatabase &database, bool readOnly);
/// Changes with every table, index or trigger that is made or taken away, by whomever.
Result<int> schemaVersion(const QSqlDatabase &database);

} // namespace hl::journal

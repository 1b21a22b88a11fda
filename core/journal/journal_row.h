// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "journal/journal_chain.h"

#include <string>

class QSqlQuery;

/// How a row lies in the database. For this folder's own use.
namespace hl::journal {

inline constexpr const char *kColumns = "seq, time, intent, kind, payload, hash";

std::string problem(const QSqlQuery &query);
tl::unexpected<Error> failed(const char *what, const std::string &why);

/// The row of kColumns that the query stands at. A column of another storage type is refused: it
/// would read like the right one here and compare unlike it in SQL. So is a hash of another length.
Result<Row> rowOf(const QSqlQuery &query);

} // namespace hl::journal

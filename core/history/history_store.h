// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "history/history_row.h"

#include <QSqlDatabase>

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QSqlQuery;

namespace hl::history {

struct Query
{
    Kind kind = Kind::Fill;
    TimeMs from = 0;
    TimeMs to = std::numeric_limits<TimeMs>::max(); ///< inclusive
    std::size_t most = 500;
    std::size_t skip = 0;
};

/// The past of accounts on one network in a file of the profile (SQLite). A copy of what the venue
/// keeps: it may be thrown away and is filled again. Every row once, whatever was read twice.
/// Storage thread only; one writer a file. Errors are sentences.
class HistoryStore
{
public:
    /// Made where absent, 0600. A foreign or damaged file is refused and left as it is; a link, a
    /// pipe or a device is, too.
    static Result<std::unique_ptr<HistoryStore>> open(const std::string &file);
    ~HistoryStore();
    HistoryStore(const HistoryStore &) = delete;
    HistoryStore &operator=(const HistoryStore &) = delete;

    /// All or none, together with how far the account is known then. The number of new rows.
    Result<std::size_t> add(const Address &account, Kind kind, const std::vector<Row> &rows,
                            TimeMs through);
    /// Everything that the venue still had up to here (inclusive, by its time) is in the file; 0:
    /// nothing yet.
    Result<TimeMs> through(const Address &account, Kind kind) const;
    /// Newest first.
    Result<std::vector<Row>> read(const Address &account, const Query &query) const;

private:
    explicit HistoryStore(QSqlDatabase database);
    Status prepare();

    QSqlDatabase m_database;
};

} // namespace hl::history

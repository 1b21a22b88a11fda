// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "journal/journal_chain.h"
#include "journal/journal_head.h"

#include <QSqlDatabase>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hl::journal {

struct Verdict
{
    bool isIntact = true;
    std::uint64_t rows = 0;
    std::uint64_t firstBadSeq = 0; ///< 0 where the trouble is not one row's
    std::string reason;            ///< one sentence where not intact
};

/// The append-only record of everything that was signed, sent and answered (SQLite, WAL,
/// synchronous FULL). Storage thread only; one instance a file. What append() has answered survives
/// the process, the system and the power.
class Journal
{
public:
    struct Place
    {
        std::string database; ///< made where absent, 0600
        std::string headFolder;
    };

    /// A damaged or foreign file is refused with a sentence and left as it is.
    static Result<std::unique_ptr<Journal>> open(const Place &place);
    /// For verify and export: never writes, works on a copy that somebody sent.
    static Result<std::unique_ptr<Journal>> openReadOnly(const Place &place);
    ~Journal();
    Journal(const Journal &) = delete;
    Journal &operator=(const Journal &) = delete;

    /// All or none, in order; the sequence number of the last one. Durable on return.
    Result<std::uint64_t> append(std::span<const Entry> entries);

    /// Oldest first, from `afterSeq` on; `each` returns false to stop.
    Status read(std::uint64_t afterSeq, const std::function<bool(const Row &)> &each) const;
    std::uint64_t lastSeq() const { return m_head.seq; }

    /// Every row against its hash, the chain against the head.
    Verdict verify() const;

    /// Requests with a row of kind signed or sent and none of kind wiped or outcome: they may have
    /// left and must be resolved before anything new is traded.
    Result<std::vector<Row>> unresolved() const;

private:
    Journal(QSqlDatabase database, HeadFile head);
    static Result<std::unique_ptr<Journal>> openWith(const Place &place, bool readOnly);
    Status prepare(bool readOnly);

    QSqlDatabase m_database;
    HeadFile m_headFile;
    Head m_head;
};

} // namespace hl::journal

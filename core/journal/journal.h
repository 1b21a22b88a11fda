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

class QSqlQuery;

namespace hl::journal {

struct Verdict
{
    bool isIntact = true;
    std::uint64_t rows = 0;
    std::uint64_t firstBadSeq = 0; ///< 0 where the trouble is not one row's
    std::string reason;            ///< one sentence where not intact
};

/// The append-only record of everything that was signed, sent and answered (SQLite, WAL,
/// synchronous FULL). Storage thread only. What append() has answered survives the process, the
/// system and the power. One writer a file: a second one is refused; readers are welcome.
class Journal
{
public:
    struct Place
    {
        std::string database; ///< made where absent, 0600
        std::string headFolder;
    };

    /// Where a profile's journal lies: the head in a folder of its own.
    static Place placeIn(const std::string &profileDir);
    /// Makes folders (0700) and file where absent. A damaged or foreign file is refused with a
    /// sentence and left as it is.
    static Result<std::unique_ptr<Journal>> open(const Place &place);
    /// For verify and export: never writes, works on a copy that somebody sent.
    static Result<std::unique_ptr<Journal>> openReadOnly(const Place &place);
    ~Journal();
    Journal(const Journal &) = delete;
    Journal &operator=(const Journal &) = delete;

    /// All or none, in order; the sequence number of the last one. Durable on return. The head lags
    /// until keepHead().
    Result<std::uint64_t> append(std::span<const Entry> entries);
    /// Writes the head where it lags. Apart from append, so that an order does not wait for it: a
    /// head that lags is what a crash leaves, and the next one mends it.
    Status keepHead();

    /// Oldest first, from `afterSeq` on; `each` returns false to stop.
    Status read(std::uint64_t afterSeq, const std::function<bool(const Row &)> &each) const;
    std::uint64_t lastSeq() const { return m_head.seq; }

    /// Every row against its hash, the chain against the head; without one (a copy that came alone)
    /// rows cut off the end are not noticed. `each`, where given, judges rows whose hash is right:
    /// its error makes the row bad.
    enum class WithHead : bool { No, Yes };
    using Judge = std::function<Status(const Row &)>;
    Verdict verify(WithHead withHead = WithHead::Yes, const Judge &each = {}) const;

    /// The row `signing` of every request that has no row wiped or outcome: they may have left and
    /// must be resolved before anything new is traded.
    Result<std::vector<Row>> unresolved() const;
    /// The newest `most` rows, of these kinds or of all; oldest first.
    Result<std::vector<Row>> newest(std::size_t most,
                                    const std::vector<std::string_view> &kinds = {}) const;
    Result<IntentId> lastIntent() const;

private:
    Journal(QSqlDatabase database, HeadFile head);
    static Result<std::unique_ptr<Journal>> openWith(const Place &place, bool readOnly);
    Status lock(const std::string &file);
    Status prepare(bool readOnly);
    static Result<std::vector<Row>> select(QSqlQuery &query);

    QSqlDatabase m_database;
    HeadFile m_headFile;
    Head m_head;
    bool m_isHeadBehind = false;
    int m_lock = -1;
};

} // namespace hl::journal

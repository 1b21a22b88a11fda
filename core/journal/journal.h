// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/safe_file.h"
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
    std::uint64_t behindHead = 0;  ///< of the rows: at the end, not under the head
    std::uint64_t unproven = 0;    ///< of the rows: were so when the program began, and marked
    std::uint64_t unresolved = 0;  ///< requests that may have left
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
    /// Makes folders (0700) and file where absent. A file whose chain, head or schema is not right
    /// is refused with a sentence (ErrorKind::Parse) and left as it is: all of it is read, a second
    /// or so for each hundred thousand rows. Rows behind the head are marked by a row `unproven`,
    /// and the head is brought up to it. `each`, where given, gets every row, oldest first.
    static Result<std::unique_ptr<Journal>> open(const Place &place,
                                                 const std::function<void(const Row &)> &each = {});
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

    /// What opening has found.
    struct Found
    {
        IntentId lastIntent = 0;
        std::vector<Row> unresolved; ///< as unresolved()
        std::uint64_t unproven = 0;  ///< rows that were not under the head just now
    };
    const Found &found() const { return m_found; }

    /// Oldest first, from `afterSeq` on; `each` returns false to stop.
    Status read(std::uint64_t afterSeq, const std::function<bool(const Row &)> &each) const;
    /// Of a journal that is open for writing.
    std::uint64_t lastSeq() const { return m_head.seq; }

    /// Every row against its hash, the chain against the head; without one (a copy that came alone)
    /// rows cut off the end are not noticed. `each`, where given, judges rows whose hash is right:
    /// its error makes the row bad.
    enum class WithHead : bool { No, Yes };
    using Judge = std::function<Status(const Row &)>;
    Verdict verify(WithHead withHead = WithHead::Yes, const Judge &each = {}) const;

    /// The row `signing` of every request that no row wiped or outcome under the head ends: they
    /// may have left and must be resolved before anything new is traded. An error where the chain
    /// is not whole.
    Result<std::vector<Row>> unresolved() const;
    /// The newest `most` rows, oldest first; their hashes are not made again.
    Result<std::vector<Row>> newest(std::size_t most) const;

private:
    Journal(QSqlDatabase database, HeadFile head);
    static Result<std::unique_ptr<Journal>> connect(const Place &place, bool readOnly);
    Status lock(const std::string &file);
    Status start(const std::function<void(const Row &)> &each);
    Status markUnproven(std::uint64_t from, const std::function<void(const Row &)> &each);
    /// One read of all rows; `each` stops it with an error.
    Status walk(const std::function<Status(const Row &)> &each) const;
    /// Of those that a walk in the same transaction has just shown.
    Result<std::vector<Row>> rowsAt(const std::vector<std::uint64_t> &seqs) const;
    Status insert(std::span<const Entry> entries, Head &head);

    QSqlDatabase m_database;
    HeadFile m_headFile;
    Head m_head;
    Found m_found;
    TimeMs m_lastTime = 0;
    int m_schemaVersion = 0;
    bool m_isHeadBehind = false;
    Descriptor m_lock;
};

} // namespace hl::journal

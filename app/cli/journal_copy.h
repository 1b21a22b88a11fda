// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "journal/journal.h"

#include <QString>
#include <QTemporaryDir>

#include <memory>

namespace hl::cli {

/// A copy of a journal, so that reading leaves the original as it is: neither SQLite's side files
/// appear beside it nor a log is folded in. Taken again where the original was written meanwhile.
class JournalCopy
{
public:
    /// `headDir` empty: the file came alone, without its head.
    static Result<std::unique_ptr<JournalCopy>> take(const QString &file, const QString &headDir);

    journal::Journal &journal() const { return *m_journal; }

private:
    JournalCopy() = default;

    QTemporaryDir m_dir; ///< 0700; goes with the copy
    std::unique_ptr<journal::Journal> m_journal;
};

} // namespace hl::cli

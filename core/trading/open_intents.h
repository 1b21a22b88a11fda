// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/journal_entry.h"
#include "trading/intent_rows.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hl::trading {

/// Requests of earlier processes whose outcome is open, by what can be done about them; the same
/// for whoever starts.
struct OpenIntents
{
    std::vector<OpenIntent> here;      ///< of this network: to be found out, or another account's
    std::vector<OpenIntent> practice;  ///< their venue ended with its program
    std::vector<OpenIntent> elsewhere; ///< of another network
    /// One sentence where a row cannot be read: nobody can say whether it may still open something,
    /// so no entry leaves.
    std::optional<std::string> unreadable;

    std::size_t count() const;
    /// Of all that can be read: may open something.
    std::size_t holding() const;
};

/// `rows`: of kind `signing`. Pure.
OpenIntents sortOpenIntents(const std::vector<JournalEntry> &rows, std::string_view network);

} // namespace hl::trading

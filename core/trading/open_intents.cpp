// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/open_intents.h"

#include <algorithm>
#include <utility>

namespace hl::trading {

std::size_t OpenIntents::count() const
{
    return here.size() + practice.size() + elsewhere.size() + (unreadable ? 1U : 0U);
}

std::size_t OpenIntents::holding() const
{
    std::size_t out = 0;
    for (const auto *list : {&here, &practice, &elsewhere})
        out += static_cast<std::size_t>(std::ranges::count_if(
            *list, [](const OpenIntent &intent) { return mayOpen(intent.action); }));
    return out;
}

OpenIntents sortOpenIntents(const std::vector<JournalEntry> &rows, std::string_view network)
{
    OpenIntents out;
    for (const JournalEntry &row : rows) {
        auto intent = readSigning(row);
        if (!intent) {
            out.unreadable =
                "Request " + std::to_string(row.intent) +
                " of the journal may have left and cannot be read (" + intent.error().sentence() +
                "); no entry leaves. See at the venue what became of it, then move the "
                "journal's two folders away to begin a new one.";
            continue;
        }
        auto &into = intent->network == "demo"    ? out.practice
                     : intent->network == network ? out.here
                                                  : out.elsewhere;
        into.push_back(std::move(*intent));
    }
    return out;
}

} // namespace hl::trading

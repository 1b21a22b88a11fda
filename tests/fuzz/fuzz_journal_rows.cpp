// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_target.h"
#include "trading/intent_check.h"
#include "trading/intent_rows.h"

#include <string_view>

using namespace hl;

/// Rows of a journal that somebody sent, one a line, "kind payload": they are read, judged and
/// summed up, and what is taken for a request is the request it says.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    std::string_view text = fuzz::textOf(data, size);
    trading::IntentCheck check;
    IntentId intent = 7;
    while (!text.empty()) {
        const auto end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        const auto space = line.find(' ');
        if (space == std::string_view::npos)
            continue;
        // Each ticket begins a request.
        intent += line.starts_with("intent ") ? 1U : 0U;
        const JournalEntry row{1'700'000'000'000, intent, std::string(line.substr(0, space)),
                               std::string(line.substr(space + 1))};
        const bool isRight = check.check(row).has_value();
        fuzz::require(trading::summaryOf(row).words.size() <= 163, "a summary is one short line");
        (void)trading::followedOf(row);
        if (!isRight || row.kind != journal_kind::kSigning)
            continue;
        const auto read = trading::readSigning(row);
        fuzz::require(read.has_value(), "a row that is right can be read");
        fuzz::require(trading::placedCloids(read->action).size() <=
                          actions::itemCount(read->action),
                      "it places no more orders than it has");
    }
    return 0;
}

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_file.h"
#include "record/archive_reader.h"
#include "record/archive_writer.h"

using namespace hl;

/// Any bytes as a recording, plain or packed: every line is an entry or the file ends with a
/// sentence; what came once is read again from what is written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const fuzz::InputFile file(data, size);
    const auto reader = record::ArchiveReader::open(file.path());
    if (!reader) {
        fuzz::require(!reader.error().detail.empty(), "a refusal says why");
        return 0;
    }
    record::ArchiveEntry entry;
    std::uint64_t line = 0;
    // A small packed file may hold a very long text.
    for (int entries = 0; entries < 20'000; ++entries) {
        const auto more = (*reader)->next(entry);
        if (!more) {
            fuzz::require(!more.error().detail.empty(), "a refusal says why");
            break;
        }
        if (!*more)
            break;
        fuzz::require((*reader)->lineNumber() > line, "lines are counted");
        line = (*reader)->lineNumber();
        fuzz::require((*reader)->bytesRead() <= (*reader)->bytesTotal(), "the share is below one");
        if (entry.timeNs != 0) {
            const auto again = record::parseArchiveTime(record::archiveTime(entry.timeNs));
            fuzz::require(again && *again == entry.timeNs, "a time is written as it was read");
        }
    }
    return 0;
}

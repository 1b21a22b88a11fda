// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace hl::record {

/// Writes the envelope that ArchiveReader reads: plain for any name, zstd where it ends in `.zst`.
/// One thread. After an error every further call repeats it.
class ArchiveWriter
{
public:
    /// Replaces a file of that name.
    static Result<std::unique_ptr<ArchiveWriter>> create(const std::string &path);
    /// Finishes the file; close() first to hear of a full disk.
    ~ArchiveWriter();
    ArchiveWriter(const ArchiveWriter &) = delete;
    ArchiveWriter &operator=(const ArchiveWriter &) = delete;

    /// One inbound frame as it came. Anything that is not one line of JSON is kept as a text.
    Status writeFrame(std::int64_t timeNs, std::string_view raw);
    /// An /info answer, so that the recording brings its own grids.
    Status writeInfo(std::int64_t timeNs, std::string_view requestJson,
                     std::string_view answerJson);
    /// A line of a session that can be repeated: one JSON array on one line.
    Status writeSession(std::int64_t timeNs, std::string_view json);
    /// What was written so far can be read after a crash.
    Status flush();
    Status close();

private:
    struct Private;
    explicit ArchiveWriter(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

/// "2024-01-01T12:00:01.138942031", UTC.
std::string archiveTime(std::int64_t timeNs);
Result<std::int64_t> parseArchiveTime(std::string_view text);

} // namespace hl::record

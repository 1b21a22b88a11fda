// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace hl::record {

enum class EntryKind : std::uint8_t {
    Frame,   ///< one inbound WebSocket frame, verbatim
    Info,    ///< {"request":…,"answer":…}: an answer of POST /info kept with the recording
    Session, ///< […]: what else a session that can be repeated needs; players of frames skip it
};

struct ArchiveEntry
{
    EntryKind kind = EntryKind::Frame;
    std::int64_t timeNs = 0; ///< receive time since 1970; 0 where the line has none
    /// Valid until the next call; at least 64 readable bytes follow it.
    std::string_view text;
};

/// Reads a recording line by line: plain `.jsonl`, or compressed by zstd or lz4 (told by the first
/// bytes, not by the name). A line is the venue archive's envelope
/// {"time":…,"ver_num":1,"raw":…}, the same with "info" or "session" in place of "raw", or a bare
/// frame.
/// Memory does not grow with the file. One thread; every error is a sentence with the file's name.
class ArchiveReader
{
public:
    static Result<std::unique_ptr<ArchiveReader>> open(const std::string &path);
    ~ArchiveReader();
    ArchiveReader(const ArchiveReader &) = delete;
    ArchiveReader &operator=(const ArchiveReader &) = delete;

    /// True: `out` is set; false: the recording ended well.
    Result<bool> next(ArchiveEntry &out);

    std::uint64_t lineNumber() const; ///< of the entry given last, from 1
    /// Of the file on disk, for a progress bar.
    std::uint64_t bytesRead() const;
    std::uint64_t bytesTotal() const;

private:
    struct Private;
    explicit ArchiveReader(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace hl::record

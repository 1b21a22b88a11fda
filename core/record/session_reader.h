// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "codec/value.h"
#include "record/archive_reader.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace hl::record {

/// One thing that reached a recorded core, with every answer the core was given while it worked on
/// it.
struct SessionInput
{
    std::string tag; ///< "begin", "cmd", "frame", "timer", "http", …
    codec::Array words;
    std::string frame; ///< with simdjson's padding behind
    std::size_t frameSize = 0;
    codec::Array readings;
    std::int64_t timeNs = 0; ///< since 1970
    double share = 0;        ///< of the file read when it came
};

/// The inputs of a recorded session, in order. Any one thread. The file is a stranger's: whatever
/// does not fit is ErrorKind::Parse with a sentence.
class SessionReader
{
public:
    static Result<std::unique_ptr<SessionReader>> open(const std::string &path);

    /// Nothing: the recording ended well.
    Result<std::optional<SessionInput>> next();

private:
    explicit SessionReader(std::unique_ptr<ArchiveReader> reader);
    Result<std::optional<SessionInput>> line();

    std::unique_ptr<ArchiveReader> m_reader;
    std::optional<SessionInput> m_ahead;
};

/// Is there a session in the file (else it is an archive of frames alone, or nothing)?
bool isSessionFile(const std::string &path);

} // namespace hl::record

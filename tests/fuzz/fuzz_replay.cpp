// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/replay_metadata.h"
#include "engine/session_replay.h"
#include "fuzz/fuzz_file.h"
#include "record/session_reader.h"

#include <unistd.h>

using namespace hl;

/// Any bytes as a metadata file and as a recorded session: a whole engine is given what they say,
/// and answers with events or a sentence; so does the anonymous copy of it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto meta = engine::parseMetaFile(fuzz::textOf(data, size));
    fuzz::require(meta || !meta.error().detail.empty(), "a refusal says why");
    const fuzz::InputFile file(data, size);
    if (!record::isSessionFile(file.path()))
        return 0;
    const auto replayed = engine::replaySession(file.path());
    fuzz::require(replayed || !replayed.error().detail.empty(), "a refusal says why");
    const std::string copy = file.path() + ".copy";
    const Status copied = engine::anonymiseSession(file.path(), copy);
    (void)::unlink(copy.c_str());
    fuzz::require(copied || !copied.error().detail.empty(), "a refusal says why");
    fuzz::require(!copied || replayed, "what cannot be repeated has no copy that can");
    return 0;
}

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/replay_metadata.h"
#include "engine/session_replay.h"
#include "fuzz/fuzz_file.h"
#include "record/session_reader.h"

using namespace hl;

/// Any bytes as a metadata file and as a recorded session: a whole engine is given what they say,
/// and answers with events or a sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto meta = engine::parseMetaFile(fuzz::textOf(data, size));
    fuzz::require(meta || !meta.error().detail.empty(), "a refusal says why");
    const fuzz::InputFile file(data, size);
    if (!record::isSessionFile(file.path()))
        return 0;
    const auto replayed = engine::replaySession(file.path());
    fuzz::require(replayed || !replayed.error().detail.empty(), "a refusal says why");
    return 0;
}

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/value.h"
#include "explain/explain.h"
#include "explain/msgpack_walk.h"
#include "fuzz/fuzz_target.h"

#include <algorithm>
#include <cmath>

using namespace hl;

/// What is read is written and read again as the same; the two readers agree on what is canonical.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const ByteView bytes(data, size);
    const auto value = codec::decodeMsgpack(bytes);
    const auto walk = explain::walkMsgpack(bytes);
    if (value) {
        Bytes again;
        codec::appendMsgpack(*value, again);
        const auto back = codec::decodeMsgpack(again);
        fuzz::require(back.has_value(), "what was written can be read");
        Bytes third;
        codec::appendMsgpack(*back, third);
        fuzz::require(third == again, "written twice it is the same");
        if (walk && walk->isCanonical)
            fuzz::require(std::equal(again.begin(), again.end(), bytes.begin(), bytes.end()),
                          "canonical bytes are written as they were");
        fuzz::require(codec::parseJson(codec::toJson(*value)).has_value(), "it prints as JSON");
    }
    const auto lines = explain::actionInWords(bytes);
    fuzz::require(!lines || !lines->empty(), "an action has words");
    const auto hashes = explain::hashesOf(bytes, {});
    fuzz::require(!hashes || walk.has_value(), "hashes only of what can be walked");
    return 0;
}

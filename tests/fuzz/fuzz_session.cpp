// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_file.h"
#include "record/session_reader.h"
#include "trading/nonce_text.h"

using namespace hl;

/// Any bytes as a recorded session and as a nonce file: read, or refused with a sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text = fuzz::textOf(data, size);
    if (const auto nonce = trading::parseNonceText(text))
        fuzz::require(text.find(std::to_string(*nonce)) != std::string_view::npos,
                      "a nonce is what the file says");
    const fuzz::InputFile file(data, size);
    const auto reader = record::SessionReader::open(file.path());
    fuzz::require(reader || !reader.error().detail.empty(), "a refusal says why");
    for (int inputs = 0; reader && inputs < 20'000; ++inputs) {
        const auto input = (*reader)->next();
        fuzz::require(input || !input.error().detail.empty(), "a refusal says why");
        if (!input || !*input)
            break;
        fuzz::require((*input)->tag != "frame" ||
                          (*input)->frame.size() >= (*input)->frameSize + 64,
                      "a frame has its padding");
    }
    return 0;
}

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

/// The entry point of libFuzzer; without it fuzz_corpus_main.cpp calls it for every seed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace hl::fuzz {

/// Ends the program with a sentence where a property does not hold.
inline void require(bool holds, const char *property)
{
    if (!holds) {
        std::fprintf(stderr, "does not hold: %s\n", property);
        std::abort();
    }
}

inline std::string_view textOf(const std::uint8_t *data, std::size_t size)
{
    // Bytes as characters: the one cast the aliasing rules allow.
    return {reinterpret_cast<const char *>(data), size};
}

} // namespace hl::fuzz

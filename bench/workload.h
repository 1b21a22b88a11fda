// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hl::bench {

/// The seeded inputs that the reference clients run too (workload/generate.py). The file is named
/// by TOUCHLINE_WORKLOAD, else the one made at build time. Ends the program where it cannot be
/// read.
const codec::Value &workload();

/// The first half of the SHA-256 of the file's bytes, in hex: figures of other inputs are no
/// figures of these.
std::string workloadHash();
/// The venue's recorded stream that is a workload too, where it is present; empty elsewhere.
/// HL_SHARED_DATA names the folder that is searched, else it is the one beside the sources.
std::string recordedStream();

/// Members of it.
const codec::Value &input(std::string_view key);
std::string inputJson(std::string_view key);
std::uint64_t inputUint(std::string_view key);
std::string inputText(std::string_view key);
std::vector<std::string> inputTexts(std::string_view key);

} // namespace hl::bench

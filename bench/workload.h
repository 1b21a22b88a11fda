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

/// Members of it.
const codec::Value &input(std::string_view key);
std::string inputJson(std::string_view key);
std::uint64_t inputUint(std::string_view key);
std::string inputText(std::string_view key);
std::vector<std::string> inputTexts(std::string_view key);

} // namespace hl::bench

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"

#include <cstdint>
#include <string>

namespace hl::history {

enum class Kind : std::uint8_t { Fill, Order, Funding, Transfer };
constexpr int kKinds = 4;

/// One entry of an account's past as the venue told it. `body` is the venue's own JSON object:
/// every figure keeps the text it came with, so nothing is rounded on the way in or out.
struct Row
{
    Kind kind = Kind::Fill;
    TimeMs time = 0;
    std::string key; ///< what makes it this one; equal rows are told apart by `copy`
    int copy = 0;    ///< 0 for the first of its key in one millisecond, 1 for the second …
    std::string body;

    friend bool operator==(const Row &, const Row &) = default;
};

} // namespace hl::history

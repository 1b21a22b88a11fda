// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <cstdint>

namespace hl::crypto {

/// r and s big-endian, v 27 or 28 (a device's 0/1 is normalised before it gets here).
struct Signature
{
    Hash32 r{};
    Hash32 s{};
    std::uint8_t v = 27;

    friend bool operator==(const Signature &, const Signature &) = default;
};

} // namespace hl::crypto

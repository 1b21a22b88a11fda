// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace hl::sim {

enum class Side : std::uint8_t { Buy, Sell };

constexpr Side opposite(Side side)
{
    return side == Side::Buy ? Side::Sell : Side::Buy;
}

} // namespace hl::sim

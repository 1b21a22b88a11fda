// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/random_cloid.h"

#include <random>

namespace hl {

Cloid randomCloid()
{
    Cloid cloid;
    std::random_device device;
    for (std::uint8_t &byte : cloid.bytes)
        byte = static_cast<std::uint8_t>(device());
    return cloid;
}

} // namespace hl

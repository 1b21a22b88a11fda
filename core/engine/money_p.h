// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"

/// Shared by the source files of MoneyDesk.
namespace hl::engine {

constexpr TimeMs kMoneyDay = 86'400'000;

} // namespace hl::engine

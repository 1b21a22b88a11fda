// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"

namespace hl {

/// A client order id of 128 random bits from the system.
Cloid randomCloid();

} // namespace hl

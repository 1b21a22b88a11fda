// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/json_cursor.h"
#include "venue/hyperliquid/actions/actions.h"

namespace hl::actions::detail {

/// The action that comes next, as parseAction reads it, without a look at what follows.
bool readRootAction(codec::JsonCursor &in, Action &out);

} // namespace hl::actions::detail

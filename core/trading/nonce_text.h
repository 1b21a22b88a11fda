// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "base/result.h"

#include <string_view>

namespace hl::trading {

/// A nonce file's whole text: decimal digits and one end of line. What says no number is not taken
/// for an empty file, because a nonce could repeat.
Result<Nonce> parseNonceText(std::string_view text);

} // namespace hl::trading

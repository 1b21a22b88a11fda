// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"

#include <string>
#include <string_view>

namespace hl::codec {

/// A copy for logs and errors in which every value under "signature" is one placeholder, and every
/// item of "signatures", at any depth.
Value redacted(const Value &value);

/// The same for words that quote a request, whole or cut off, JSON or not: what stands under
/// "signature" or "signatures", and r and s wherever they stand, give way to the placeholder. JSON
/// stays JSON.
std::string redactedText(std::string_view text);

} // namespace hl::codec

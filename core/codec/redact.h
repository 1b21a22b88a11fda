// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"

namespace hl::codec {

/// A copy for logs and errors in which every value under "signature" is one placeholder, and every
/// item of "signatures", at any depth.
Value redacted(const Value &value);

} // namespace hl::codec

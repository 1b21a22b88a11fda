// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "market/book_snapshot.h"
#include "venue/hyperliquid/frame.h"

namespace hl::cli {

/// The decoded content of a frame under the venue's own names: prices, sizes and other decimals as
/// canonical text, ids and times as integers. Null where the kind has none.
codec::Value frameContent(const venue::Frame &frame);

} // namespace hl::cli

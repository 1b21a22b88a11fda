// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "venue/hyperliquid/frame.h"
#include "venue/hyperliquid/wire_reader.h"

namespace hl::venue {

/// The `data` of one frame by channel; problems stay in the reader. `out.channel` is set. False: a
/// channel this group does not know.
bool readMarketFrame(WireReader &reader, const JsonValue &data, Frame &out,
                     std::uint64_t &unknownFields);
void readDelta(WireReader &reader, const JsonValue &data, market::DeltaUpdate &out);
bool readAccountFrame(WireReader &reader, const JsonValue &data, Frame &out);
bool readControlFrame(WireReader &reader, const JsonValue &data, Frame &out);

} // namespace hl::venue

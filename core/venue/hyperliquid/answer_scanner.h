// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/asset_ctx.h"
#include "market/instrument_registry.h"
#include "market/metadata.h"
#include "venue/hyperliquid/frame.h"
#include "venue/hyperliquid/wire_types.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Answers and frames of exactly the layout the venue sends (protocol/info.md 2), read in one pass
/// without a document. True: `out` is what the general decoder would give for the same bytes
/// (tested against it). False: a surprise; nothing may be concluded, `out` may be half written, and
/// the general decoder must look.
namespace hl::venue {

using Mids = std::vector<std::pair<std::string, Decimal>>;
using MetaAndContexts = std::pair<market::PerpMeta, std::vector<market::AssetCtx>>;

bool scanMids(std::string_view text, Mids &out);
/// A market the registry does not know is a surprise.
bool scanPerpAccount(std::string_view text, const market::InstrumentRegistry &registry,
                     std::string_view dex, PerpAccount &out);
/// What a fastAssetCtxs frame holds, inflated.
bool scanFastContexts(std::string_view text, std::vector<FastContext> &out);
bool scanMetaAndContexts(std::string_view text, MetaAndContexts &out);

/// allMids, clearinghouseState, spotState and webData3: sets channel, channelText and payload.
bool scanStateFrame(std::string_view text, const market::InstrumentRegistry &registry, Frame &out);

} // namespace hl::venue

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "engine/engine_config.h"
#include "market/metadata.h"

#include <optional>
#include <string_view>

namespace hl::engine {

/// Grids for a recording: the info answers at its head, else those of the file in `metaFile`. None
/// where neither has any.
Result<std::optional<market::MetaSet>> replayMetadata(const ReplayConfig &config);

/// The answers of meta and spotMeta (and perpDexs) as one JSON text: an object with those names, an
/// array of the two, or the answer of meta alone.
Result<market::MetaSet> parseMetaFile(std::string_view json);

} // namespace hl::engine

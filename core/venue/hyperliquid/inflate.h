// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace hl::venue {

/// fastAssetCtxs' packing (protocol/websocket.md 3.3): standard base64 with padding around a raw
/// DEFLATE stream. More than `limit` bytes, a stream that ends early and bytes after its end are
/// errors.
Result<std::string> inflateBase64(std::string_view text, std::size_t limit);

} // namespace hl::venue

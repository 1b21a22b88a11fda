// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace hl::sim {

/// Base64 of a raw DEFLATE stream (RFC 1951) of `text`, as fastAssetCtxs carries it. The stream
/// uses stored blocks: any inflater reads it, and no compressor is needed here.
std::string base64Deflate(std::string_view text);

} // namespace hl::sim

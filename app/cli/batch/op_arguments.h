// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "codec/value.h"
#include "crypto/secp256k1.h"
#include "num/grid.h"

#include <optional>
#include <string>
#include <string_view>

/// What the operations' fields mean, read one way for all of them. Errors name the field.
namespace hl::cli {

/// The field's own text; of a number its JSON text.
Result<std::string> textOrNumber(const codec::Value &request, std::string_view key);
/// Absent and null: `otherwise`.
Result<bool> flag(const codec::Value &request, std::string_view key, bool otherwise);
/// Absent, null and "": none.
Result<std::optional<Address>> optionalAddress(const codec::Value &request, std::string_view key);
Result<std::optional<std::uint64_t>> optionalUint(const codec::Value &request,
                                                  std::string_view key);
Result<Address> address(const codec::Value &request, std::string_view key);
Result<Bytes> hexBytes(const codec::Value &request, std::string_view key);
Result<Hash32> hash32(const codec::Value &request, std::string_view key);
Result<std::optional<crypto::SecretKey>> optionalKey(const codec::Value &request);
/// "perp", "spot" or "outcome"; absent: perp.
Result<MarketKind> market(const codec::Value &request);
Result<int> szDecimals(const codec::Value &request);

codec::Value signatureValue(const crypto::Signature &signature);

} // namespace hl::cli

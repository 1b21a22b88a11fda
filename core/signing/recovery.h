// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "signing/signer.h"

#include <cstdint>
#include <span>

namespace hl::signing {

/// Before anything leaves: does the signature over this digest belong to this account?
/// ErrorKind::Signature with both addresses, never the signature, in its sentence.
Status checkRecovered(const Hash32 &digest, const Signature &signature, const Address &expected);

/// 65 bytes r ‖ s ‖ v of a device or wallet. v 0/1 becomes 27/28, another one is refused
/// (cases.md B22).
Result<Signature> signatureFromBytes(std::span<const std::uint8_t> bytes);

} // namespace hl::signing

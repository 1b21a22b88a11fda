// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <cstdint>

/// EIP-712 for the venue's two domains (protocol/signing.md 2 and 6); both have version "1" and no
/// verifying contract.
namespace hl::actions {

/// Domain "Exchange" with chain id 1337, a constant on both networks.
const Hash32 &exchangeDomain();
/// Domain "HyperliquidSignTransaction" with the chain id the action names. The last few are kept
/// per thread, the common ones are constants.
Hash32 userDomain(std::uint64_t chainId);

/// keccak(0x1901 ‖ domain ‖ struct).
Hash32 eip712Digest(const Hash32 &domainSeparator, const Hash32 &structHash);

} // namespace hl::actions

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "base/secret_bytes.h"

#include <cstddef>
#include <cstdint>

namespace hl::signing {

/// scrypt's cost: memory is 128 · n · r bytes, and the work grows with n · r · p.
struct ScryptCost
{
    std::uint64_t n = 1 << 17; ///< a power of two; 128 MiB and about half a second with r = 8
    std::uint32_t r = 8;
    std::uint32_t p = 1;

    std::uint64_t work() const { return n * r * p; }
    friend bool operator==(const ScryptCost &, const ScryptCost &) = default;
};

/// scrypt (RFC 7914) into memory that is locked and wiped. The caller bounds the cost. Also reads
/// n of 2^16 and more at r = 1, which the RFC forbids and OpenSSL refuses, because keystores of
/// the Python wallets have it.
Result<SecretBytes> scryptKey(ByteView passphrase, ByteView salt, ScryptCost cost,
                              std::size_t size);

} // namespace hl::signing

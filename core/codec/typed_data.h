// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hl::codec {

/// One field of an EIP-712 struct, its value as text exactly as a device or wallet is shown it.
struct TypedField
{
    std::string type; ///< "string", "address", "bytes32", "uint64", "uint32", "bool", "bytes"
    std::string name;
    std::string value; ///< decimal for integers, 0x-hex for address/bytes, "true"/"false"

    friend bool operator==(const TypedField &, const TypedField &) = default;
};

/// Typed data with a flat primary type, which is all the venue uses; version "1", no verifying
/// contract. The hashes are filled by us from the same fields and are what a signature is checked
/// against.
struct TypedData
{
    std::string domainName; ///< "Exchange" or "HyperliquidSignTransaction"
    std::uint64_t chainId = 0;
    std::string primaryType;
    std::vector<TypedField> fields;
    Hash32 domainSeparator{};
    Hash32 structHash{};
};

/// "Primary(type name,type name)", which is what its type hash is the hash of.
std::string typeString(const TypedData &data);

/// The params[1] object of eth_signTypedData_v4: types, domain, primaryType and message.
std::string typedDataJson(const TypedData &data);

} // namespace hl::codec

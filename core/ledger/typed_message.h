// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hl::ledger {

/// Typed data as the Ethereum app takes it: a flat struct under the four-field domain that the
/// venue uses (name, version "1", chainId, zero verifyingContract).
struct TypedMessage
{
    struct Field
    {
        std::string type; ///< string, address, bytes, bytesN, uintN, bool
        std::string name;
        std::string value; ///< decimal for uintN, 0x-hex for address and bytes, true/false, text
    };

    std::string domainName;
    std::uint64_t chainId = 0;
    std::string primaryType;
    std::vector<Field> fields;
    Hash32 domainSeparator{};
    Hash32 structHash{};
};

/// A field's value as the app is sent it: uints minimal big-endian (0 is one byte), addresses 20
/// bytes, text raw. An unknown type or a value that does not fit is ErrorKind::Internal.
Result<Bytes> encodeFieldValue(const TypedMessage::Field &field);

/// Type descriptor, size where the type has one, name (protocol.md 3.5).
Result<Bytes> encodeFieldDefinition(const TypedMessage::Field &field);

} // namespace hl::ledger

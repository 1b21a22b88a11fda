// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "crypto/signature.h"

#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace hl::signing {

using crypto::Signature;

/// One field of an EIP-712 struct, its value as text exactly as a device or wallet is shown it.
struct TypedField
{
    std::string type; ///< "string", "address", "bytes32", "uint64", "uint32", "bool", "bytes"
    std::string name;
    std::string value; ///< decimal for integers, 0x-hex for address/bytes, "true"/"false"
};

/// Typed data with a flat primary type, which is all the venue uses. `digest` is always filled by
/// us from the same fields and is what the signature is checked against.
struct TypedData
{
    std::string domainName; ///< "Exchange" or "HyperliquidSignTransaction"
    std::uint64_t chainId = 0;
    std::string primaryType;
    std::vector<TypedField> fields;
    Hash32 domainSeparator{};
    Hash32 structHash{};
};

struct SignRequest
{
    std::uint64_t id = 0;
    Hash32 digest{};
    /// Present for signers that show or rebuild what they sign; null for raw-digest signers when
    /// not needed.
    std::shared_ptr<const TypedData> typedData;
    std::vector<std::string> summary; ///< the action in words
    std::int64_t deadlineMonoMs = 0;  ///< 0: none
};

enum class Capability : std::uint8_t { RawDigest, TypedData };

/// Something that signs. Lives on the signer thread; `done` is called on the signer thread, exactly
/// once, later or at once. Cancelling answers ErrorKind::Cancelled.
class Signer
{
public:
    virtual ~Signer() = default;
    virtual Address address() const = 0;
    virtual Capability capability() const = 0;
    virtual void sign(const SignRequest &request, std::function<void(Result<Signature>)> done) = 0;
    virtual void cancel(std::uint64_t id) = 0;
};

} // namespace hl::signing

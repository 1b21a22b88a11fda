// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "codec/typed_data.h"
#include "crypto/signature.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hl::signing {

using crypto::Signature;

using codec::TypedData;
using codec::TypedField;

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

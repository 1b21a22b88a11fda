// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/msgpack_writer.h"
#include "venue/hyperliquid/actions/actions.h"

/// What stands around an action when it is hashed (protocol/signing.md 3 and 7). All views lie in
/// `scratch`, which only grows.
namespace hl::actions {

/// Nonce and the mark for no vault.
inline constexpr std::size_t kLeastEnvelope = 8 + 1;
inline constexpr std::size_t kMostEnvelope = 8 + 1 + 20 + 1 + 8;

codec::MsgpackWriter putEnvelope(codec::MsgpackWriter out, Nonce nonce,
                                 const std::optional<Address> &vault,
                                 std::optional<std::uint64_t> expiresAfter);

/// [multiSigUser, outerSigner, action] and the envelope: what every inner signer of an L1 action
/// signs.
ByteView packMultiSigPreimage(const Action &payload, const Address &multiSigUser,
                              const Address &outerSigner, Nonce nonce,
                              const std::optional<Address> &vault,
                              std::optional<std::uint64_t> expiresAfter, Bytes &scratch);

/// The wrapper without its type, and the envelope: what the leader signs.
ByteView packWrapperPreimage(const MultiSig &wrapper, Nonce nonce,
                             const std::optional<Address> &vault,
                             std::optional<std::uint64_t> expiresAfter, Bytes &scratch);

} // namespace hl::actions

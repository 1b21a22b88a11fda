// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"

#include <optional>
#include <string>
#include <vector>

/// An action in words and its hashes from its bytes alone: the check on what the encoder made, by
/// code that shares nothing with it (this library links base, num and crypto only). Any thread.
namespace hl::explain {

/// `msgpack` is one action. First a line that says what it does, then one for each order, cancel or
/// field. A key this library does not expect is shown and marked with "(!)"; bytes that are not in
/// the venue's canonical form get a line that says so. ErrorKind::Parse where they are no action.
Result<std::vector<std::string>> actionInWords(ByteView msgpack);

/// What surrounds the action in a request.
struct Surroundings
{
    Nonce nonce = 0;
    std::optional<Address> vault;
    std::optional<std::uint64_t> expiresAfter;
    bool isMainnet = true;
};

struct Hashes
{
    std::optional<Hash32> connectionId; ///< of an L1 action
    Hash32 domain{};                    ///< domain separator, as a device shows it
    Hash32 message{};                   ///< struct hash, as a device shows it
    Hash32 digest{};                    ///< what is signed
};

/// Worked out afresh from the bytes: the Agent struct of an L1 action, the action's own struct
/// where it is user-signed, the leader's struct where it is a multiSig.
Result<Hashes> hashesOf(ByteView msgpack, const Surroundings &around);

} // namespace hl::explain

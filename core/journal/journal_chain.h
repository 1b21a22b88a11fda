// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/ids.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hl::journal {

/// What is written down. `payload` is JSON text and is kept to the byte; `intent` groups the rows
/// of one request from the ticket to its final state.
struct Entry
{
    TimeMs time = 0;
    std::uint64_t intent = 0;
    std::string kind;
    std::string payload;

    friend bool operator==(const Entry &, const Entry &) = default;
};

struct Row
{
    std::uint64_t seq = 0; ///< 1, 2, 3, … without a gap
    Entry entry;
    Hash32 hash{};
};

/// SHA-256 over the hash before it and every column, lengths included, so that no two rows can be
/// read from the same bytes. The first row follows thirty-two zero bytes.
Hash32 chainHash(const Hash32 &previous, std::uint64_t seq, const Entry &entry);

/// The kinds that this program writes; another one in a file is read and shown as it stands.
namespace kind {
inline constexpr std::string_view kIntent = "intent";   ///< ticket and market, before signing
inline constexpr std::string_view kSigned = "signed";   ///< bytes, hashes, nonce, signer, signature
inline constexpr std::string_view kWiped = "wiped";     ///< a signature that was not sent, and why
inline constexpr std::string_view kSent = "sent";       ///< handed to the transport
inline constexpr std::string_view kAnswer = "answer";   ///< what the venue said
inline constexpr std::string_view kOutcome = "outcome"; ///< final state of every order in it
inline constexpr std::string_view kSetting = "setting"; ///< a guard or alert figure was changed
inline constexpr std::string_view kFill = "fill";
} // namespace kind

} // namespace hl::journal

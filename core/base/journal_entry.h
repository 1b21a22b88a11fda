// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hl {

/// Names one request in the journal, from the ticket to its final state. 0: none.
using IntentId = std::uint64_t;

/// What is written down. `payload` is the text of one JSON object and is kept to the byte.
struct JournalEntry
{
    TimeMs time = 0;
    IntentId intent = 0;
    std::string kind;
    std::string payload;

    friend bool operator==(const JournalEntry &, const JournalEntry &) = default;
};

/// The kinds that this program writes; another one in a file is shown as it stands and is no row of
/// ours to who verifies it.
namespace journal_kind {
inline constexpr std::string_view kIntent = "intent"; ///< ticket, market, the action in words
/// May be signed from here on: bytes, hashes, nonce, signer. Never a signature.
inline constexpr std::string_view kSigning = "signing";
inline constexpr std::string_view kWiped = "wiped";     ///< certainly not sent, and why
inline constexpr std::string_view kSent = "sent";       ///< handed to the transport: what, by whom
inline constexpr std::string_view kAnswer = "answer";   ///< what the venue said; the signature
inline constexpr std::string_view kOutcome = "outcome"; ///< what became of the request
inline constexpr std::string_view kFill = "fill";
inline constexpr std::string_view kEnded = "ended";     ///< final state of one of its orders
inline constexpr std::string_view kSetting = "setting"; ///< limits, expiries, signer: as changed
/// At a start: the rows before this one, from a number on, were not under the head.
inline constexpr std::string_view kUnproven = "unproven";
} // namespace journal_kind

} // namespace hl

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "venue/hyperliquid/actions/fields.h"

#include <string>
#include <string_view>

namespace hl::actions {

/// Brings text of a kind to canonical form, in place. Empty answer: done; else what it must be, for
/// an error's sentence.
std::string_view canonicalise(TextKind kind, std::string &text);

/// May the value be given as a bare JSON number?
constexpr bool takesNumber(TextKind kind)
{
    return kind == TextKind::Dec || kind == TextKind::PositiveDec || kind == TextKind::SignedDec ||
           kind == TextKind::ClassAmount;
}

/// The number behind a canonical signatureChainId; 0 where it is none or beyond 64 bits.
std::uint64_t chainNumber(const ChainId &id);

} // namespace hl::actions

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/book_update.h"
#include "market/instrument_registry.h"

#include <string_view>

namespace hl::venue {

enum class ScanResult : std::uint8_t {
    Surprise, ///< nothing may be concluded: let the general decoder look
    Book,
    Bbo,
};

/// Reads `l2Book` and `bbo` frames of exactly the layout the venue sends: same keys, same order, no
/// blanks, plain numbers, a known market. Everything else is a surprise, so what this accepts is
/// what the general decoder would give for the same bytes (tested against it). `book` or `bbo` may
/// be half written after a surprise.
ScanResult scanBookFrame(std::string_view text, const market::InstrumentRegistry &registry,
                         market::BookUpdate &book, market::BboUpdate &bbo);

/// The same for the answer of an l2Book request, which is a frame's `data` alone. False: surprise.
bool scanBookAnswer(std::string_view text, const market::InstrumentRegistry &registry,
                    market::BookUpdate &book);

} // namespace hl::venue

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/book_snapshot.h"

#include <string_view>

namespace hl::market {

/// As `batch`, `watch` and the journal print it.
constexpr std::string_view bookStateName(BookState state)
{
    switch (state) {
    case BookState::Live:
        return "live";
    case BookState::Stale:
        return "stale";
    case BookState::Invalid:
        return "invalid";
    case BookState::Empty:
        break;
    }
    return "empty";
}

} // namespace hl::market

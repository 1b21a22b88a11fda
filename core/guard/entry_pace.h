// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/order.h"

#include <cstdint>
#include <deque>

namespace hl::guard {

/// Entries of the last minute (interaction.md G7, G10). One thread; monotonic ns.
class EntryPace
{
public:
    struct Count
    {
        int second = 0;
        int tenSeconds = 0;
        int minute = 0;
    };

    void note(const model::OrderTicket &ticket, std::int64_t monoNs);
    Count count(std::int64_t monoNs) const;
    /// The same coin, side, kind, price and size within the last second.
    bool isRepeat(const model::OrderTicket &ticket, std::int64_t monoNs) const;

private:
    struct Entry
    {
        std::int64_t monoNs = 0;
        model::OrderTicket ticket;
    };
    std::deque<Entry> m_entries; ///< oldest first, none older than a minute at the last note()
};

} // namespace hl::guard

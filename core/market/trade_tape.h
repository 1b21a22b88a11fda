// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/trade.h"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

namespace hl::market {

/// The newest trades of one market, oldest first, in a ring of fixed size. A trade comes in once:
/// the venue repeats the last ones after each subscription.
class TradeTape
{
public:
    explicit TradeTape(std::size_t capacity = 1'000);

    /// Returns those that were new, oldest first. Trades of one batch may come in any order.
    std::vector<Trade> append(std::span<const Trade> trades);
    void clear();

    std::size_t size() const { return m_trades.size(); }
    /// 0 is the oldest.
    const Trade &at(std::size_t index) const;
    const Trade *last() const;
    std::uint64_t duplicates() const { return m_duplicates; }

private:
    struct Key
    {
        TimeMs time = 0;
        Tid tid = 0;
        friend bool operator==(const Key &, const Key &) = default;
    };
    struct KeyHash
    {
        std::size_t operator()(const Key &key) const noexcept;
    };

    std::size_t m_capacity;
    std::vector<Trade> m_trades; ///< ring
    std::size_t m_first = 0;
    std::unordered_set<Key, KeyHash> m_keys; ///< of the trades in the ring
    std::uint64_t m_duplicates = 0;
};

} // namespace hl::market

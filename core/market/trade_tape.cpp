// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/trade_tape.h"

#include <algorithm>

namespace hl::market {

std::size_t TradeTape::KeyHash::operator()(const Key &key) const noexcept
{
    const std::uint64_t mixed =
        (key.tid ^ static_cast<std::uint64_t>(key.time)) * 0x9e3779b97f4a7c15ULL;
    return static_cast<std::size_t>(mixed ^ (mixed >> 32));
}

TradeTape::TradeTape(std::size_t capacity) : m_capacity(std::max<std::size_t>(capacity, 1))
{
    m_trades.reserve(m_capacity);
    m_keys.reserve(m_capacity);
}

std::vector<Trade> TradeTape::append(std::span<const Trade> trades)
{
    std::vector<Trade> fresh;
    for (const Trade &trade : trades) {
        // Older than everything kept by a full ring: it was here and has left again.
        const bool tooOld = m_trades.size() == m_capacity && trade.time < at(0).time;
        if (tooOld || !m_keys.insert({trade.time, trade.tid}).second) {
            ++m_duplicates;
            continue;
        }
        fresh.push_back(trade);
    }
    std::stable_sort(fresh.begin(), fresh.end(),
                     [](const Trade &a, const Trade &b) { return a.time < b.time; });
    for (const Trade &trade : fresh) {
        if (m_trades.size() < m_capacity) {
            m_trades.push_back(trade);
        } else {
            Trade &oldest = m_trades[m_first];
            m_keys.erase({oldest.time, oldest.tid});
            oldest = trade;
            m_first = (m_first + 1) % m_capacity;
        }
    }
    return fresh;
}

void TradeTape::clear()
{
    m_trades.clear();
    m_keys.clear();
    m_first = 0;
}

const Trade &TradeTape::at(std::size_t index) const
{
    return m_trades[(m_first + index) % m_trades.size()];
}

const Trade *TradeTape::last() const
{
    return m_trades.empty() ? nullptr : &at(m_trades.size() - 1);
}

} // namespace hl::market

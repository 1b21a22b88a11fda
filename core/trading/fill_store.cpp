// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/fill_store.h"

#include <algorithm>

namespace hl::trading {

using model::Fill;

std::string FillStore::keyOf(const Fill &fill)
{
    return std::to_string(fill.time) + '/' + std::to_string(fill.tid) + '/' + fill.coin;
}

std::vector<Fill> FillStore::add(std::vector<Fill> fills)
{
    std::erase_if(fills, [&](const Fill &fill) { return !m_keys.insert(keyOf(fill)).second; });
    // The venue lists the newest first in answers and in no promised order elsewhere.
    std::ranges::stable_sort(fills, {}, [](const Fill &f) { return std::pair{f.time, f.tid}; });
    for (const Fill &fill : fills) {
        auto at = m_fills.end();
        while (at != m_fills.begin() && std::prev(at)->time > fill.time)
            --at;
        m_fills.insert(at, fill);
    }
    while (m_fills.size() > m_capacity) {
        m_keys.erase(keyOf(m_fills.front()));
        m_fills.pop_front();
    }
    return fills;
}

void FillStore::clear()
{
    m_fills.clear();
    m_keys.clear();
}

} // namespace hl::trading

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/account.h"

#include <deque>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace hl::trading {

/// The account's fills, each once (protocol/info.md: unique by time, coin and tid), whichever of
/// snapshot, stream or answer brought it. Engine thread.
class FillStore
{
public:
    explicit FillStore(std::size_t capacity = 10'000) : m_capacity(capacity) {}

    /// Those that were new, oldest first.
    std::vector<model::Fill> add(std::vector<model::Fill> fills);
    /// Oldest first.
    std::vector<model::Fill> all() const { return {m_fills.begin(), m_fills.end()}; }
    std::size_t size() const { return m_fills.size(); }
    void clear();

private:
    static std::string keyOf(const model::Fill &fill);

    std::size_t m_capacity;
    std::deque<model::Fill> m_fills;
    std::unordered_set<std::string> m_keys;
};

} // namespace hl::trading

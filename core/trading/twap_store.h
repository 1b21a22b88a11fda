// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/twap.h"
#include "venue/hyperliquid/wire_types.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hl::trading {

/// Every TWAP of an account by its id, from userTwapHistory (what became of each) and twapStates
/// (how far those that run have come). Either may come first, twice or not at all. Engine thread.
class TwapStore
{
public:
    static constexpr std::size_t kMaxEnded = 200;

    void applyHistory(const std::vector<venue::TwapHistoryEntry> &entries);
    /// The whole list of what runs in one dex ("" also for spot), sent whole each time
    /// (protocol/websocket.md 5): what was in it and is not any more has ended, before the history
    /// says how. What was never in it is left to the history: the list may be older than its start.
    void applyStates(const std::string &dex, const std::vector<venue::Twap> &running,
                     bool isWhole = true);

    /// Newest first.
    std::vector<model::Twap> all() const;
    /// Dexes in which one has not ended.
    std::set<std::string> runningDexes() const;
    /// True once after a change.
    bool takeChanged();

private:
    void apply(model::Twap fresh);
    void put(model::Twap &known, model::Twap fresh);

    std::map<model::TwapId, model::Twap> m_twaps;
    std::set<model::TwapId> m_listed; ///< were in the last list of their dex
    bool m_isChanged = false;
};

} // namespace hl::trading

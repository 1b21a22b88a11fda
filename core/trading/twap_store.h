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
    /// The whole list of what runs in one dex ("" also for spot).
    void applyStates(const std::vector<venue::Twap> &running);

    /// Newest first.
    std::vector<model::Twap> all() const;
    /// Dexes in which one runs.
    std::set<std::string> runningDexes() const;
    /// True once after a change.
    bool takeChanged();

private:
    void apply(model::Twap fresh);

    std::map<model::TwapId, model::Twap> m_twaps;
    bool m_isChanged = false;
};

} // namespace hl::trading

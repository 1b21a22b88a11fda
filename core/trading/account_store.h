// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/account.h"
#include "trading/twap_store.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hl::trading {

/// Margins, positions and balances of one account, every dex. Each report is the whole state of
/// its dex (or of spot) and replaces it. Engine thread.
class AccountStore
{
public:
    explicit AccountStore(Address user = {}) : m_user(user) {}

    void setUser(const Address &user);
    const Address &user() const { return m_user; }

    /// One dex's clearinghouseState. Older than what is there (by the venue's time): ignored.
    bool applyDex(model::MarginSummary margin, std::vector<model::Position> positions,
                  std::int64_t receivedMonoNs);
    /// The venue's time of what is there of that dex; 0: nothing.
    TimeMs timeOf(const std::string &dex) const;
    /// That time was wrong: the next report of the dex is taken, whatever its own.
    void forgetTime(const std::string &dex);
    void applyBalances(std::vector<model::Balance> balances, std::int64_t receivedMonoNs);
    /// Replaces what was known of that market.
    void applySetting(model::MarketSetting setting);
    TwapStore &twaps() { return m_twaps; }
    const TwapStore &twaps() const { return m_twaps; }
    /// "default", "unifiedAccount", … as userAbstraction says (protocol/info.md).
    void setMode(std::string mode);

    const model::Position *position(std::string_view coin) const;
    /// A fill of that coin: its dex's state may not have it yet.
    void noteFill(const model::Fill &fill);
    /// A fill of that coin is newer, by the venue's times, than its dex's state.
    bool isPositionLate(const std::string &coin) const;
    /// The coins of which that is so.
    std::vector<std::string> lateCoins() const;
    std::int64_t receivedMonoNs() const { return m_receivedMonoNs; }

    model::AccountState state() const;
    /// True once after a change.
    bool takeChanged();

private:
    struct Dex
    {
        model::MarginSummary margin;
        std::vector<model::Position> positions;
    };

    Address m_user;
    std::map<std::string, Dex> m_dexes;
    std::map<std::string, TimeMs> m_lastFill; ///< by coin
    std::vector<model::Balance> m_balances;
    std::map<std::string, model::MarketSetting> m_settings;
    TwapStore m_twaps;
    std::string m_mode = "default";
    std::int64_t m_receivedMonoNs = 0;
    bool m_isChanged = false;
};

} // namespace hl::trading

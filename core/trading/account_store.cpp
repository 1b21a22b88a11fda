// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/account_store.h"

#include "trading/order_store.h"

#include <algorithm>
#include <utility>

namespace hl::trading {

void AccountStore::setUser(const Address &user)
{
    if (user == m_user)
        return;
    *this = AccountStore(user);
    m_isChanged = true;
}

bool AccountStore::applyDex(model::MarginSummary margin, std::vector<model::Position> positions,
                            std::int64_t receivedMonoNs)
{
    Dex &dex = m_dexes[margin.dex];
    if (margin.time < dex.margin.time)
        return false;
    std::erase_if(positions, [](const model::Position &p) { return p.szi.lots == 0; });
    dex.margin = std::move(margin);
    dex.positions = std::move(positions);
    m_receivedMonoNs = std::max(m_receivedMonoNs, receivedMonoNs);
    m_isChanged = true;
    return true;
}

TimeMs AccountStore::timeOf(const std::string &dex) const
{
    const auto it = m_dexes.find(dex);
    return it == m_dexes.end() ? 0 : it->second.margin.time;
}

void AccountStore::forgetTime(const std::string &dex)
{
    if (const auto it = m_dexes.find(dex); it != m_dexes.end())
        it->second.margin.time = 0;
}

void AccountStore::applyBalances(std::vector<model::Balance> balances, std::int64_t receivedMonoNs)
{
    m_balances = std::move(balances);
    m_receivedMonoNs = std::max(m_receivedMonoNs, receivedMonoNs);
    m_isChanged = true;
}

void AccountStore::applySetting(model::MarketSetting setting)
{
    m_settings[setting.coin] = std::move(setting);
    m_isChanged = true;
}

void AccountStore::setMode(std::string mode)
{
    m_isChanged = m_isChanged || mode != m_mode;
    m_mode = std::move(mode);
}

const model::Position *AccountStore::position(std::string_view coin) const
{
    for (const auto &[name, dex] : m_dexes)
        for (const model::Position &position : dex.positions)
            if (position.coin == coin)
                return &position;
    return nullptr;
}

void AccountStore::noteFill(const model::Fill &fill)
{
    TimeMs &last = m_lastFill[fill.coin];
    last = std::max(last, fill.time);
}

bool AccountStore::isPositionLate(const std::string &coin) const
{
    const auto fill = m_lastFill.find(coin);
    if (fill == m_lastFill.end())
        return false;
    const auto dex = m_dexes.find(dexOf(coin));
    return dex == m_dexes.end() || dex->second.margin.time < fill->second;
}

std::vector<std::string> AccountStore::lateCoins() const
{
    std::vector<std::string> coins;
    for (const auto &[coin, time] : m_lastFill)
        if (isPositionLate(coin))
            coins.push_back(coin);
    return coins;
}

model::AccountState AccountStore::state() const
{
    model::AccountState state;
    state.user = m_user;
    state.mode = m_mode;
    for (const auto &[name, dex] : m_dexes) {
        state.margins.push_back(dex.margin);
        state.positions.insert(state.positions.end(), dex.positions.begin(), dex.positions.end());
    }
    state.balances = m_balances;
    for (const auto &[coin, setting] : m_settings)
        state.settings.push_back(setting);
    state.twaps = m_twaps.all();
    state.receivedMonoNs = m_receivedMonoNs;
    return state;
}

bool AccountStore::takeChanged()
{
    const bool haveTwaps = m_twaps.takeChanged();
    return std::exchange(m_isChanged, false) || haveTwaps;
}

} // namespace hl::trading

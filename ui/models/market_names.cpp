// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/market_names.h"

namespace hl::ui {

QString marketLabel(const market::Instrument &instrument)
{
    const QString coin = QString::fromStdString(instrument.coin);
    if (instrument.displayName.empty() || instrument.displayName == instrument.coin)
        return coin;
    return QString::fromStdString(instrument.displayName) + QLatin1Char(' ') + coin;
}

void MarketNames::setInstruments(engine::InstrumentListPtr list)
{
    m_list = std::move(list);
    m_byCoin.clear();
    m_labels.clear();
    if (!m_list)
        return;
    for (const market::Instrument &instrument : m_list->instruments)
        m_byCoin.emplace(instrument.coin, &instrument);
}

const market::Instrument *MarketNames::find(const std::string &coin) const
{
    const auto it = m_byCoin.find(coin);
    return it == m_byCoin.end() ? nullptr : it->second;
}

const QString &MarketNames::label(const std::string &coin) const
{
    const auto it = m_labels.find(coin);
    if (it != m_labels.end())
        return it->second;
    const market::Instrument *instrument = find(coin);
    return m_labels
        .emplace(coin, instrument ? marketLabel(*instrument) : QString::fromStdString(coin))
        .first->second;
}

} // namespace hl::ui

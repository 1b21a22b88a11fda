// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/events.h"

#include <QString>

#include <string>
#include <unordered_map>

namespace hl::ui {

/// A market's name as people read it, with the venue's own id wherever the two differ, so that two
/// tokens of one ticker can never be taken for each other: "BTC", "xyz:TSLA", "HYPE/USDC @107".
QString marketLabel(const market::Instrument &instrument);

/// Labels by coin, kept, because tables ask for the same few again and again.
class MarketNames
{
public:
    void setInstruments(engine::InstrumentListPtr list);
    const market::Instrument *find(const std::string &coin) const;
    /// The coin itself where the venue's list does not have it.
    const QString &label(const std::string &coin) const;

private:
    engine::InstrumentListPtr m_list;
    std::unordered_map<std::string, const market::Instrument *> m_byCoin;
    mutable std::unordered_map<std::string, QString> m_labels;
};

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "sim/exchange.h"

#include <optional>
#include <string>
#include <vector>

namespace hl::sim {

/// The venue's spelling of a number: plain decimal, and ".0" behind an integer.
std::string wireDec(const Decimal &value);

struct BookView
{
    std::optional<int> nSigFigs; ///< 2 … 5
    std::optional<int> mantissa; ///< 2 or 5, with nSigFigs 5
    bool fast = false;           ///< five levels a side, and said so in the frame
};

/// What the exchange knows, in the venue's own shapes (protocol/info.md 2, websocket.md 3). Reads
/// only.
class Renderer
{
public:
    explicit Renderer(const Exchange &exchange) : m_exchange(exchange) {}

    // --- markets
    codec::Value meta(int dex) const;
    codec::Value perpDexs() const;
    codec::Value spotMeta() const;
    codec::Value outcomeMeta() const;
    codec::Value perpCtx(MarketId market) const;
    codec::Value spotCtx(MarketId market) const;
    codec::Value perpCtxs(int dex) const; ///< in universe order
    codec::Value spotCtxs() const;
    codec::Value allMids(int dex) const; ///< the main dex's also have the spot pairs
    codec::Value book(MarketId market, const BookView &view) const;
    codec::Value bbo(MarketId market) const; ///< [bid or null, ask or null]
    codec::Value trade(const TradeEvent &trade) const;
    codec::Value trades(const std::vector<TradeEvent> &trades) const;
    codec::Value candle(MarketId market, const std::string &interval, const Candle &candle) const;
    codec::Value fundingHistory(MarketId market, TimeMs from, TimeMs to) const;

    // --- accounts
    codec::Value orderShort(const SimOrder &order) const;
    codec::Value orderFull(const SimOrder &order) const;
    codec::Value orderRecord(const OrderRecord &record) const;
    codec::Value orderUpdate(const SimOrder &order) const;
    codec::Value openOrders(const SimAccount &account, int dex, bool full) const;
    codec::Value historicalOrders(const SimAccount &account) const; ///< newest first
    codec::Value fill(const SimFill &fill) const;
    /// Fills of one order in one millisecond as one, where asked.
    codec::Array fills(const std::vector<SimFill> &fills, bool aggregate) const;
    codec::Value clearinghouse(const SimAccount &account, int dex) const;
    codec::Value spotState(const SimAccount &account) const;
    codec::Value activeAssetData(const SimAccount &account, MarketId market) const;
    codec::Value funding(const FundingPayment &payment) const;
    codec::Value twap(const SimTwap &twap) const;
    codec::Value twapHistory(const SimTwap &twap) const;
    codec::Value twapStates(const SimAccount &account, int dex) const;
    codec::Value ledgerUpdate(const LedgerUpdate &update) const;
    codec::Value userState(const SimAccount &account) const; ///< webData3
    codec::Value portfolio(const SimAccount &account) const;
    codec::Value userFees(const SimAccount &account) const;

    const Exchange &exchange() const { return m_exchange; }

private:
    const Universe &universe() const { return m_exchange.universe(); }
    std::string pxDec(MarketId market, Px px) const;
    std::string szDec(MarketId market, Sz sz) const;
    codec::Value leverage(const SimAccount &account, MarketId market) const;

    const Exchange &m_exchange;
};

} // namespace hl::sim

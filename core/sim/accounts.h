// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "sim/margin.h"
#include "sim/nonce_window.h"
#include "sim/sim_order.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace hl::sim {

/// Spot amounts are integers of 10^-8 of a token, whatever its own decimals.
using SpotUnits = std::int64_t;

inline Decimal spotAmount(SpotUnits units)
{
    return Decimal(units, 8);
}

struct SpotBalance
{
    SpotUnits total = 0;
    SpotUnits entryNtl = 0; ///< USDC, 10^-8
};

struct SimAgent
{
    Address address;
    std::string name; ///< "": the unnamed slot
    std::optional<TimeMs> validUntil;
};

struct LedgerUpdate
{
    TimeMs time = 0;
    std::string hash;
    codec::Value delta;
};

struct FundingPayment
{
    TimeMs time = 0;
    MarketId market = kNoMarket;
    Micros usdc = 0; ///< negative: paid
    Sz szi;
    Decimal rate;
};

struct OrderRecord
{
    SimOrder order;
    OrderStatus status = OrderStatus::Open;
    TimeMs time = 0;
};

enum class TwapState : std::uint8_t { Activated, Finished, Terminated, Error };

struct SimTwap
{
    std::int64_t id = 0;
    UserId user = kNoUser;
    MarketId market = kNoMarket;
    Side side = Side::Buy;
    Sz sz;
    Sz executedSz;
    Ntl executedNtl;
    int minutes = 0;
    bool reduceOnly = false;
    bool randomise = false;
    TimeMs timestamp = 0;
    TimeMs nextSlice = 0;
    int slices = 0;
    int slicesDone = 0;
    TwapState state = TwapState::Activated;
    std::string error;
    TimeMs stateTime = 0;
};

struct MultiSigConfig
{
    std::vector<Address> users;
    std::size_t threshold = 1;
};

struct SimAccount
{
    UserId id = kNoUser;
    Address address;
    std::string name;             ///< sub-accounts
    std::optional<UserId> master; ///< sub-accounts
    bool isVault = false;

    std::vector<PerpLedger> perps; ///< by dex
    std::map<int, SpotBalance> spot;
    std::map<MarketId, LeverageSetting> leverage;
    std::map<Oid, SimOrder> open;       ///< resting, triggers and waiting children
    std::map<Oid, OrderRecord> records; ///< every order, newest kHistory of them
    std::deque<SimFill> fills;          ///< oldest first
    std::deque<FundingPayment> fundings;
    std::deque<LedgerUpdate> ledger;
    std::vector<SimAgent> agents;
    std::map<std::int64_t, SimTwap> twaps;
    std::optional<MultiSigConfig> multiSig;
    std::map<Address, std::int64_t> builderFees; ///< tenths of a basis point
    std::map<Address, Micros> vaultEquity;
    std::string abstraction = "default";

    std::optional<TimeMs> scheduledCancel;
    std::int64_t scheduleDay = 0;
    int scheduledToday = 0;

    Micros cumVlm = 0;
    std::map<std::int64_t, std::pair<Micros, Micros>> dayVlm; ///< day → taker, maker
    std::uint64_t requestsUsed = 0;
    std::uint64_t requestsReserved = 0;
    /// Of all perps: closed results less fees, funding received less paid.
    Micros realised = 0;
    struct ValueSample
    {
        TimeMs time = 0;
        Micros value = 0; ///< of all perp accounts
        Micros pnl = 0;   ///< realised and open; money moved in or out is none
    };
    std::deque<ValueSample> valueHistory;

    static constexpr std::size_t kHistory = 10'000;

    LeverageSetting leverageOf(MarketId market, const Universe &universe) const;
    const PerpPosition *position(MarketId market, const Universe &universe) const;
    std::optional<Oid> openByCloid(const Cloid &cloid) const;
    /// The newest record of that cloid, live or done.
    std::optional<Oid> anyByCloid(const Cloid &cloid) const;
    /// Held by resting spot orders; `except` is left out.
    SpotUnits hold(int token, const Universe &universe, Oid except = 0) const;
    SpotUnits spotAvailable(int token, const Universe &universe, Oid except = 0) const;
    void record(const SimOrder &order);
    void addFill(SimFill fill);
};

/// 10^-8 units of a token in so many lots of a spot market; what a client asks for may exceed 64
/// bits.
Int128 spotUnitsOf(Sz sz, Grid grid);

/// Everyone the venue knows, and who may sign for whom.
class AccountStore
{
public:
    explicit AccountStore(const Universe &universe) : m_universe(universe) {}

    SimAccount &create(const Address &address);
    SimAccount *find(const Address &address);
    const SimAccount *find(const Address &address) const;
    SimAccount &at(UserId id) { return *m_accounts[id]; }
    const SimAccount &at(UserId id) const { return *m_accounts[id]; }
    std::size_t size() const { return m_accounts.size(); }

    /// Whose agent an address is, unless expired.
    std::optional<UserId> masterOfAgent(const Address &agent, TimeMs now) const;
    NonceWindow &noncesOf(const Address &signer) { return m_nonces[signer]; }
    void forgetNonces(const Address &signer) { m_nonces.erase(signer); }

private:
    const Universe &m_universe;
    std::vector<std::unique_ptr<SimAccount>> m_accounts;
    std::unordered_map<Address, UserId> m_byAddress;
    std::unordered_map<Address, NonceWindow> m_nonces;
};

} // namespace hl::sim

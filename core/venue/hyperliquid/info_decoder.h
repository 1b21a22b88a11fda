// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "market/asset_ctx.h"
#include "market/book_update.h"
#include "market/instrument_registry.h"
#include "market/metadata.h"
#include "market/trade.h"
#include "venue/hyperliquid/wire_types.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Answers of POST /info, and of WebSocket `post` requests of type info (protocol/info.md).
namespace hl::venue {

template <class T>
struct Listing
{
    std::vector<T> items;
    std::vector<std::string> skipped; ///< rows that cannot be read, one sentence each
    /// So many of these are of markets that are known: what a list without them says of one of its
    /// orders is not the whole of it.
    std::size_t unreadable = 0;
};

struct OrderStatusAnswer
{
    bool isKnown = false; ///< false: "unknownOid", which ends nothing (cases.md B39)
    OrderUpdate update;
};

struct UserFees
{
    model::FeeRates rates;
    Decimal activeReferralDiscount;
    Decimal activeStakingDiscount;
};

struct UserRateLimit
{
    Decimal cumVlm;
    std::int64_t nRequestsUsed = 0;
    std::int64_t nRequestsCap = 0;
    std::int64_t nRequestsSurplus = 0;
};

struct UserRole
{
    std::string role;              ///< "missing", "user", "agent", "vault", "subAccount"
    std::optional<Address> master; ///< agent: its user; subAccount: its master
};

struct ExtraAgent
{
    Address address;
    std::string name;
    std::optional<TimeMs> validUntil;
};

/// One period of "portfolio": figures of the whole account, oldest first.
struct PortfolioPeriod
{
    struct Point
    {
        TimeMs time = 0;
        Decimal value;
    };
    std::string name; ///< "day", "week", …, "perpAllTime"
    std::vector<Point> accountValue;
    std::vector<Point> pnl; ///< since the period's first point; transfers left out
    Decimal volume;
};

struct SubAccount
{
    std::string name;
    Address user;
    Address master;
    PerpAccount perp;
    SpotAccount spot;
};

struct FundingRate
{
    std::string coin;
    Decimal fundingRate;
    Decimal premium;
    TimeMs time = 0;
};

struct ExchangeStatus
{
    TimeMs time = 0;
    std::string specialStatuses; ///< empty where null
};

/// Keeps warm buffers; one thread. Metadata needs no registry; everything that carries prices or
/// sizes looks its market up there. Errors are ErrorKind::Parse and name the field.
class InfoDecoder
{
public:
    explicit InfoDecoder(const market::InstrumentRegistry &registry);
    ~InfoDecoder();
    InfoDecoder(const InfoDecoder &) = delete;
    InfoDecoder &operator=(const InfoDecoder &) = delete;

    Result<market::PerpMeta> meta(std::string_view json);
    /// An array of meta, or of [meta, contexts]: both are sent.
    Result<std::vector<market::PerpMeta>> allPerpMetas(std::string_view json);
    Result<market::PerpDexList> perpDexs(std::string_view json);
    Result<market::SpotMeta> spotMeta(std::string_view json);
    Result<market::OutcomeMeta> outcomeMeta(std::string_view json);
    Result<std::pair<market::PerpMeta, std::vector<market::AssetCtx>>>
    metaAndAssetCtxs(std::string_view json);
    Result<std::pair<market::SpotMeta, std::vector<market::AssetCtx>>>
    spotMetaAndAssetCtxs(std::string_view json);

    Result<std::vector<std::pair<std::string, Decimal>>> allMids(std::string_view json);
    /// None where the venue answers null (unknown coin).
    Result<std::optional<market::BookUpdate>> l2Book(std::string_view json);
    Result<std::vector<market::Candle>> candleSnapshot(std::string_view json);
    Result<std::vector<market::Trade>> recentTrades(std::string_view json);
    Result<std::vector<FundingRate>> fundingHistory(std::string_view json);
    Result<ExchangeStatus> exchangeStatus(std::string_view json);

    /// `dex` is not in the answer and is written into it.
    Result<PerpAccount> clearinghouseState(std::string_view json, std::string_view dex);
    Result<SpotAccount> spotClearinghouseState(std::string_view json);
    Result<Listing<WireOrder>> openOrders(std::string_view json);
    Result<Listing<WireOrder>> frontendOpenOrders(std::string_view json);
    Result<Listing<OrderUpdate>> historicalOrders(std::string_view json);
    Result<OrderStatusAnswer> orderStatus(std::string_view json);
    /// userFills and userFillsByTime.
    Result<Listing<model::Fill>> userFills(std::string_view json);
    Result<Listing<SliceFill>> userTwapSliceFills(std::string_view json);
    Result<std::vector<FundingPayment>> userFunding(std::string_view json);
    Result<std::vector<LedgerEntry>> userNonFundingLedgerUpdates(std::string_view json);
    Result<UserFees> userFees(std::string_view json);
    Result<UserRateLimit> userRateLimit(std::string_view json);
    Result<UserRole> userRole(std::string_view json);
    Result<std::vector<ExtraAgent>> extraAgents(std::string_view json);
    Result<ActiveAsset> activeAssetData(std::string_view json);
    /// "default", "disabled", "unifiedAccount", "portfolioMargin", "dexAbstraction" or new.
    Result<std::string> userAbstraction(std::string_view json);
    Result<std::vector<SubAccount>> subAccounts(std::string_view json);
    Result<std::vector<PortfolioPeriod>> portfolio(std::string_view json);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace hl::venue

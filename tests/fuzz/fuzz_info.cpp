// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_target.h"
#include "market/bundled_instruments.h"
#include "venue/hyperliquid/exchange_response.h"
#include "venue/hyperliquid/inflate.h"
#include "venue/hyperliquid/info_decoder.h"
#include "venue/hyperliquid/meta_collector.h"

#include <string>

using namespace hl;

namespace {

template <class T>
void checked(const Result<T> &result)
{
    fuzz::require(result.has_value() || !result.error().detail.empty(), "a refusal says why");
}

} // namespace

/// Any bytes as the answer of every request, as an /exchange answer, as metadata and as a packed
/// frame: no crash and a sentence for each refusal.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const market::InstrumentRegistry markets = [] {
        market::InstrumentRegistry built;
        fuzz::require(built.reload(market::bundledInstruments()).has_value(), "the bundle loads");
        return built;
    }();
    static venue::InfoDecoder decoder(markets);
    const std::string text(fuzz::textOf(data, size));
    checked(decoder.meta(text));
    checked(decoder.allPerpMetas(text));
    checked(decoder.perpDexs(text));
    checked(decoder.spotMeta(text));
    checked(decoder.outcomeMeta(text));
    checked(decoder.metaAndAssetCtxs(text));
    checked(decoder.spotMetaAndAssetCtxs(text));
    checked(decoder.allMids(text));
    checked(decoder.l2Book(text));
    checked(decoder.candleSnapshot(text));
    checked(decoder.recentTrades(text));
    checked(decoder.fundingHistory(text));
    checked(decoder.exchangeStatus(text));
    checked(decoder.clearinghouseState(text, "xyz"));
    checked(decoder.spotClearinghouseState(text));
    checked(decoder.frontendOpenOrders(text));
    checked(decoder.historicalOrders(text));
    checked(decoder.orderStatus(text));
    checked(decoder.userFills(text));
    checked(decoder.userTwapSliceFills(text));
    checked(decoder.userFunding(text));
    checked(decoder.userNonFundingLedgerUpdates(text));
    checked(decoder.userFees(text));
    checked(decoder.userRateLimit(text));
    checked(decoder.userRole(text));
    checked(decoder.extraAgents(text));
    checked(decoder.activeAssetData(text));
    checked(decoder.userAbstraction(text));
    checked(decoder.subAccounts(text));
    checked(decoder.portfolio(text));
    checked(venue::inflateBase64(text, 100'000));
    for (const int status : {0, 200, 429, 500})
        fuzz::require(venue::decodeExchangeHttp(status, text, true, 3).items.size() >= 1,
                      "every request has an outcome");

    venue::MetaCollector collector;
    if (collector.addFile(text)) {
        market::InstrumentRegistry built;
        if (built.reload(collector.build())) {
            for (const market::Instrument &instrument : built.instruments())
                fuzz::require(built.find(instrument.coin) != nullptr, "every market is found");
        }
    }
    return 0;
}

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/fake_engine.h"
#include "support/manual_clock.h"
#include "ui/common/theme.h"
#include "ui/common/workspace_state.h"

#include <QApplication>

namespace hl::test {

inline constexpr Grid kBtcGrid{MarketKind::Perp, 5};
inline constexpr Grid kEthGrid{MarketKind::Perp, 4};
inline constexpr Grid kHypeGrid{MarketKind::Spot, 2};

inline Decimal dec(std::string_view text)
{
    return *Decimal::parse(text);
}
inline Px px(std::string_view text, Grid grid = kBtcGrid)
{
    return *parsePx(text, grid);
}
inline Sz sz(std::string_view text, Grid grid = kBtcGrid)
{
    return *parseSz(text, grid);
}

/// A state fed by a recording engine: one account with a key, BTC selected, its book live at
/// 110,146 / 110,147 and every figure the panels read.
class PanelFixture
{
public:
    FakeEngine engine;
    ManualClock clock{1'764'534'103'812};
    ui::WorkspaceState state{engine, clock, &clock};

    PanelFixture()
    {
        auto list = std::make_shared<engine::InstrumentList>();
        list->instruments = {
            instrument("BTC", "BTC", 0, kBtcGrid, "", "", "USDC", 40),
            instrument("ETH", "ETH", 1, kEthGrid, "", "", "USDC", 25),
            instrument("SOL", "SOL", 5, {MarketKind::Perp, 2}, "", "", "USDC", 20),
            instrument("kPEPE", "kPEPE", 12, {MarketKind::Perp, 0}, "", "", "USDC", 10),
            instrument("xyz:NVDA", "xyz:NVDA", 110001, {MarketKind::Perp, 3}, "xyz", "", "USDC",
                       10),
            instrument("hyna:BTC", "hyna:BTC", 120001, kBtcGrid, "hyna", "", "USDE", 20),
            instrument("@107", "HYPE/USDC", 10107, kHypeGrid, "", "HYPE", "USDC", 0),
            instrument("@20", "PUMP/USDC", 10020, {MarketKind::Spot, 0}, "", "PUMP", "USDC", 0),
            instrument("#14880", "Yes", 100014880, {MarketKind::Outcome, 0}, "", "", "USDC", 0),
        };
        Q_EMIT engine.instrumentsChanged(list);
        setSigner(engine::SignerKind::Agent);
        Q_EMIT engine.feesChanged({dec("0.00045"), dec("0.00015"), dec("0.0007"), dec("0.0004")});
        std::vector<market::AssetCtx> contexts;
        for (const auto &[coin, mark, before, volume] :
             {std::tuple{"BTC", "110147", "108160", "2910000000"},
              std::tuple{"ETH", "4312.6", "4273.4", "1210000000"},
              std::tuple{"SOL", "203.41", "204.39", "410000000"},
              std::tuple{"kPEPE", "0.009886", "0.009871", "51000000"},
              std::tuple{"xyz:NVDA", "145.21", "144.57", "9100000"},
              std::tuple{"@107", "44.807", "42.556", "31000000"},
              std::tuple{"#14880", "0.413", "0.405", "120400"}}) {
            market::AssetCtx ctx;
            ctx.coin = coin;
            ctx.mark = dec(mark);
            ctx.prevDayPx = dec(before);
            ctx.dayNtlVlm = dec(volume);
            ctx.funding = dec("0.0000125");
            ctx.openInterest = dec("31482");
            contexts.push_back(ctx);
        }
        Q_EMIT engine.marketsChanged(contexts);
        Q_EMIT engine.accountChanged(account());
        // The account holds 2.2 × its equity in BTC: asked about in tests of the guard only.
        guard::Limits limits;
        limits.marketValue.ask = dec("4");
        state.setGuardLimits(limits);
        state.selectCoin("BTC");
        setBook("110146", "110147");
    }

    static market::Instrument instrument(const char *coin, const char *display, std::uint32_t asset,
                                         Grid grid, const char *dex, const char *base,
                                         const char *quote, int maxLeverage)
    {
        market::Instrument i;
        i.coin = coin;
        i.displayName = display;
        i.asset = asset;
        i.grid = grid;
        i.dex = dex;
        i.baseToken = base;
        i.quoteToken = quote;
        i.maxLeverage = maxLeverage;
        return i;
    }

    static model::AccountState account()
    {
        model::AccountState a;
        a.user = *Address::parse("0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266");
        a.receivedMonoNs = 1;
        model::MarginSummary margin;
        margin.accountValue = dec("12431.22");
        margin.totalMarginUsed = dec("2753.60");
        margin.withdrawable = dec("9677.62");
        margin.maintenanceMargin = dec("344.2");
        a.margins = {margin};
        model::Position btc;
        btc.coin = "BTC";
        btc.grid = kBtcGrid;
        btc.szi = sz("0.25");
        btc.entryPx = dec("110137");
        btc.positionValue = dec("27536.75");
        btc.unrealizedPnl = dec("2.25");
        btc.returnOnEquity = dec("0.00082");
        btc.liquidationPx = dec("98412");
        btc.marginUsed = dec("2753.68");
        btc.leverage = 10;
        btc.maxLeverage = 40;
        btc.fundingSinceOpen = dec("1.42");
        model::Position eth = btc;
        eth.coin = "ETH";
        eth.grid = kEthGrid;
        eth.szi = sz("-1.2", kEthGrid);
        eth.entryPx = dec("4344.1");
        eth.positionValue = dec("5175.12");
        eth.liquidationPx.reset();
        eth.leverage = 5;
        eth.returnOnEquity = dec("0.0361");
        eth.fundingSinceOpen = dec("-0.31");
        a.positions = {btc, eth};
        a.balances = {{"USDC", 0, dec("1500"), dec("200"), dec("0")},
                      {"HYPE", 150, dec("12.345678"), dec("0"), dec("512.20")}};
        model::MarketSetting setting;
        setting.coin = "BTC";
        setting.leverage = 10;
        setting.availableToBuy = dec("9677.62");
        setting.availableToSell = dec("12431.22");
        a.settings = {setting};
        return a;
    }

    void setSigner(engine::SignerKind kind)
    {
        engine::SignerStatus signer;
        signer.kind = kind;
        signer.name = kind == engine::SignerKind::None ? "" : "desk-1";
        signer.account = account().user;
        Q_EMIT engine.signerChanged(signer);
    }

    /// Ten levels a side, one unit apart, with 0.5 on each; received now.
    void setBook(std::string_view bid, std::string_view ask,
                 market::BookState bookState = market::BookState::Live)
    {
        auto book = std::make_shared<market::BookSnapshot>();
        book->coin = "BTC";
        book->grid = kBtcGrid;
        for (int i = 0; i < 10; ++i) {
            book->bids.push_back({px(bid) - Px{i * 10}, sz("0.5")});
            book->asks.push_back({px(ask) + Px{i * 10}, sz("0.5")});
        }
        book->state = bookState;
        book->bboMonoNs = book->fastMonoNs = book->deepMonoNs = clock.monoNs();
        book->revision = ++m_revision;
        Q_EMIT engine.bookChanged(book);
    }

    model::Order order(model::OrderKey key, const char *price, const char *size) const
    {
        model::Order o;
        o.key = key;
        o.oid = 383568041000 + key;
        o.coin = "BTC";
        o.grid = kBtcGrid;
        o.px = px(price);
        o.origSz = sz(size);
        o.tif = model::Tif::Alo;
        o.phase = model::OrderPhase::Resting;
        o.placedAt = clock.wallMs() - static_cast<TimeMs>(key) * 61'000;
        Cloid cloid;
        cloid.bytes[0] = static_cast<std::uint8_t>(0x5b + key);
        cloid.bytes[15] = 0xa1;
        o.cloid = cloid;
        o.isOurs = true;
        return o;
    }

    /// The four orders of the picture.
    void sendOrders()
    {
        auto resting = order(1, "110143", "0.05");
        auto partly = order(2, "110160", "1.2");
        partly.coin = "ETH";
        partly.grid = kEthGrid;
        partly.px = px("4331", kEthGrid);
        partly.origSz = sz("1.2", kEthGrid);
        partly.filledSz = sz("0.4", kEthGrid);
        partly.side = model::Side::Sell;
        partly.tif = model::Tif::Gtc;
        partly.phase = model::OrderPhase::PartlyFilled;
        auto stop = order(3, "97110", "0.25");
        stop.kind = model::OrderKind::Trigger;
        stop.side = model::Side::Sell;
        stop.reduceOnly = true;
        stop.trigger = model::TriggerSpec{px("107900"), true, model::TpSl::Sl};
        stop.phase = model::OrderPhase::Waiting;
        auto unknown = order(4, "110205", "0.04");
        unknown.kind = model::OrderKind::Market;
        unknown.tif = model::Tif::Ioc;
        unknown.phase = model::OrderPhase::Unknown;
        unknown.reason = "asking the venue (2)";
        Q_EMIT engine.ordersChanged({resting, partly, stop, unknown}, true);
    }

private:
    std::uint64_t m_revision = 0;
};

} // namespace hl::test

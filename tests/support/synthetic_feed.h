// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "support/fake_engine.h"

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace hl::test {

/// Plausible events for the window, the same for the same seed: a perp called BTC around 110,146
/// with a lot of 10^−5, some other markets, an account with a position, orders and fills.
class SyntheticFeed
{
public:
    static constexpr Grid kBtc{MarketKind::Perp, 5};
    static constexpr std::int64_t kUnit = 10; ///< ticks of kBtc in one whole unit

    SyntheticFeed(FakeEngine &engine, const Clock &clock, unsigned seed = 7)
        : m_engine(engine)
        , m_clock(clock)
        , m_random(seed)
    {}

    static Px btc(std::int64_t whole) { return {whole * kUnit}; }

    void sendInstruments()
    {
        auto list = std::make_shared<engine::InstrumentList>();
        const auto add = [&](const char *coin, int szDecimals, MarketKind kind, int leverage,
                             const char *dex = "", const char *display = nullptr) {
            market::Instrument i;
            i.coin = coin;
            i.displayName = display ? display : coin;
            i.asset = static_cast<std::uint32_t>(list->instruments.size());
            i.grid = {kind, static_cast<std::uint8_t>(szDecimals)};
            i.dex = dex;
            i.quoteToken = "USDC";
            i.maxLeverage = leverage;
            if (kind == MarketKind::Spot)
                i.baseToken = i.displayName.substr(0, i.displayName.find('/'));
            list->instruments.push_back(i);
        };
        add("BTC", 5, MarketKind::Perp, 40);
        add("ETH", 4, MarketKind::Perp, 25);
        add("SOL", 2, MarketKind::Perp, 20);
        add("HYPE", 2, MarketKind::Perp, 10);
        add("WLFI", 0, MarketKind::Perp, 5);
        add("kPEPE", 0, MarketKind::Perp, 10);
        add("XRP", 0, MarketKind::Perp, 20);
        add("DOGE", 0, MarketKind::Perp, 10);
        add("xyz:NVDA", 3, MarketKind::Perp, 20, "xyz");
        add("xyz:XYZ100", 4, MarketKind::Perp, 20, "xyz");
        add("AVAX", 2, MarketKind::Perp, 10);
        add("LINK", 1, MarketKind::Perp, 10);
        add("@107", 2, MarketKind::Spot, 0, "", "HYPE/USDC");
        Q_EMIT m_engine.instrumentsChanged(list);
    }

    void sendContexts()
    {
        struct Row
        {
            const char *coin, *mark, *prev, *volume, *interest;
        };
        const std::vector<Row> rows{
            {"BTC", "110147", "108156.5", "2910334001.5", "31482.12"},
            {"ETH", "4312.6", "4273.3", "1810334001.5", "512482.1"},
            {"SOL", "203.41", "204.39", "610334001.5", "4112482.1"},
            {"HYPE", "44.812", "42.553", "310334001.5", "9112482"},
            {"WLFI", "0.18392", "0.1983", "90334001.5", "419112482"},
            {"kPEPE", "0.009886", "0.009871", "50334001.5", "8119112482"},
            {"XRP", "2.8114", "2.8207", "70334001.5", "19112482"},
            {"DOGE", "0.21477", "0.21347", "80334001.5", "319112482"},
            {"xyz:NVDA", "145.21", "144.57", "5334001.5", "12482"},
            {"xyz:XYZ100", "23418", "23369", "7334001.5", "482"},
            {"AVAX", "24.113", "24.362", "6334001.5", "912482"},
            {"LINK", "23.085", "22.61", "8334001.5", "612482"},
            {"@107", "44.807", "42.561", "2334001.5", "0"},
        };
        std::vector<market::AssetCtx> contexts;
        for (const auto &row : rows) {
            market::AssetCtx c;
            c.coin = row.coin;
            c.mark = *Decimal::parse(row.mark);
            c.mid = c.mark;
            c.oracle = *c.mark + *Decimal::parse("0.0015");
            c.prevDayPx = *Decimal::parse(row.prev);
            c.dayNtlVlm = *Decimal::parse(row.volume);
            c.openInterest = *Decimal::parse(row.interest);
            c.funding = *Decimal::parse("0.0000131");
            contexts.push_back(c);
        }
        Q_EMIT m_engine.marketsChanged(contexts);
    }

    void sendConnection(engine::LinkState link = engine::LinkState::Live,
                        engine::Network network = engine::Network::Demo)
    {
        const std::int64_t now = m_clock.monoNs();
        engine::ConnectionStatus s;
        s.network = network;
        s.link = link;
        s.pingMs = 38;
        s.bboMonoNs = now - 100'000'000;
        s.bookFastMonoNs = now - 400'000'000;
        s.bookDeepMonoNs = now - 3'100'000'000;
        s.tradesMonoNs = now - 200'000'000;
        s.accountMonoNs = now - 1'000'000'000;
        s.ipWeightUsed = 288;
        Q_EMIT m_engine.connectionChanged(s);
    }

    void sendSigner()
    {
        engine::SignerStatus s;
        s.kind = engine::SignerKind::Agent;
        s.name = "desk-1";
        s.account = *Address::parse("0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266");
        s.signer = s.account;
        s.validUntil = m_clock.wallMs() + 29LL * 86'400'000 + 3'600'000;
        Q_EMIT m_engine.signerChanged(s);
    }

    /// 5 fast levels and 15 deep ones on both sides of `mid` (whole units).
    market::BookSnapshotPtr makeBook(std::int64_t bestBid = 110'146,
                                     market::BookState state = market::BookState::Live)
    {
        auto book = std::make_shared<market::BookSnapshot>();
        book->coin = "BTC";
        book->grid = kBtc;
        book->state = state;
        const std::int64_t now = m_clock.monoNs();
        book->receivedMonoNs = now;
        book->bboMonoNs = now - 100'000'000;
        book->fastMonoNs = now - 400'000'000;
        book->deepMonoNs = now - 3'100'000'000;
        book->time = m_clock.wallMs();
        book->revision = ++m_revision;
        std::exponential_distribution<double> size(1.6);
        std::bernoulli_distribution gap(0.12);
        const auto side = [&](std::vector<market::BookLevel> &levels, std::int64_t from,
                              std::int64_t step) {
            std::int64_t px = from;
            for (int i = 0; i < 20; ++i, px += step) {
                while (i > 0 && gap(m_random))
                    px += step;
                const auto source = i == 0  ? market::BookSource::Bbo
                                    : i < 6 ? market::BookSource::Fast
                                            : market::BookSource::Deep;
                const auto lots =
                    static_cast<std::int64_t>(size(m_random) * (i == 0 ? 400'000 : 90'000)) + 3;
                levels.push_back({btc(px), Sz{lots}, 1 + i % 4, source, book->time});
            }
        };
        side(book->bids, bestBid, -1);
        side(book->asks, bestBid + 1, 1);
        return book;
    }

    void sendBook(std::int64_t bestBid = 110'146, market::BookState state = market::BookState::Live,
                  const std::string &reason = {})
    {
        auto book = std::make_shared<market::BookSnapshot>(*makeBook(bestBid, state));
        book->reason = reason;
        Q_EMIT m_engine.bookChanged(book);
    }

    void sendTrades(int count, std::int64_t around = 110'146, bool isSnapshot = false)
    {
        engine::TradeBatch batch;
        batch.coin = "BTC";
        batch.grid = kBtc;
        batch.isSnapshot = isSnapshot;
        std::exponential_distribution<double> size(1.2);
        std::normal_distribution<double> off(0, 4);
        std::bernoulli_distribution buy(0.5);
        for (int i = 0; i < count; ++i) {
            market::Trade t;
            t.px = btc(around + static_cast<std::int64_t>(off(m_random)));
            t.sz = {static_cast<std::int64_t>(size(m_random) * 3'000) + 1};
            if (i % 17 == 5)
                t.sz.lots *= 30;
            t.time = m_clock.wallMs() - (count - i) * 900;
            t.tid = ++m_tid;
            t.isBuy = buy(m_random);
            batch.trades.push_back(t);
        }
        Q_EMIT m_engine.tradesAppended(batch);
    }

    void sendCandles(const std::string &interval, TimeMs lengthMs, int count)
    {
        engine::CandleBatch batch;
        batch.coin = "BTC";
        batch.grid = kBtc;
        batch.interval = interval;
        batch.isHistory = true;
        std::normal_distribution<double> step(3, 24);
        std::exponential_distribution<double> wick(0.1);
        std::exponential_distribution<double> volume(0.3);
        std::vector<double> closes{0};
        for (int i = 0; i < count; ++i)
            closes.push_back(closes.back() + step(m_random));
        const double shift = 110'146 - closes.back();
        const TimeMs last = m_clock.wallMs() / lengthMs * lengthMs;
        for (int i = 0; i < count; ++i) {
            const auto at = [&](double v) { return btc(static_cast<std::int64_t>(v + shift)); };
            const auto n = static_cast<std::size_t>(i);
            market::Candle c;
            c.openTime = last - (count - 1 - i) * lengthMs;
            c.closeTime = c.openTime + lengthMs - 1;
            c.open = at(closes[n]);
            c.close = at(closes[n + 1]);
            c.high = btc(std::max(c.open, c.close).ticks / kUnit +
                         static_cast<std::int64_t>(wick(m_random)));
            c.low = btc(std::min(c.open, c.close).ticks / kUnit -
                        static_cast<std::int64_t>(wick(m_random)));
            c.volume = {static_cast<std::int64_t>(volume(m_random) * 100'000)};
            batch.candles.push_back(c);
        }
        Q_EMIT m_engine.candlesChanged(batch);
    }

    static model::Order order(model::OrderKey key, model::Side side, std::int64_t px,
                              std::int64_t lots)
    {
        model::Order o;
        o.key = key;
        o.oid = 77'738'308 + key;
        o.coin = "BTC";
        o.grid = kBtc;
        o.side = side;
        o.px = btc(px);
        o.origSz = {lots};
        o.tif = model::Tif::Alo;
        o.phase = model::OrderPhase::Resting;
        return o;
    }

    void sendAccount()
    {
        model::AccountState a;
        a.user = *Address::parse("0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266");
        a.receivedMonoNs = m_clock.monoNs();
        model::MarginSummary m;
        m.accountValue = *Decimal::parse("12431.22");
        m.totalMarginUsed = *Decimal::parse("2237.6");
        m.totalNtlPos = *Decimal::parse("27536.75");
        m.withdrawable = *Decimal::parse("10193.62");
        a.margins.push_back(m);
        model::Position p;
        p.coin = "BTC";
        p.grid = kBtc;
        p.szi = {25'000};
        p.entryPx = *Decimal::parse("110136.8");
        p.positionValue = *Decimal::parse("27536.75");
        p.unrealizedPnl = *Decimal::parse("41.1");
        p.returnOnEquity = *Decimal::parse("0.0149");
        p.liquidationPx = *Decimal::parse("98412.0");
        p.marginUsed = *Decimal::parse("2237.6");
        p.leverage = 20;
        p.maxLeverage = 40;
        a.positions.push_back(p);
        a.balances.push_back(
            {"USDC", 0, *Decimal::parse("12431.22"), *Decimal::parse("2237.6"), {}});
        Q_EMIT m_engine.accountChanged(a);
        model::FeeRates fees;
        fees.taker = *Decimal::parse("0.00045");
        fees.maker = *Decimal::parse("0.00015");
        Q_EMIT m_engine.feesChanged(fees);

        std::vector<model::Order> orders{order(1, model::Side::Buy, 110'143, 5'000),
                                         order(2, model::Side::Sell, 110'155, 2'500),
                                         order(3, model::Side::Buy, 110'139, 10'000),
                                         order(4, model::Side::Sell, 107'900, 25'000)};
        orders[2].phase = model::OrderPhase::Unknown;
        orders[3].kind = model::OrderKind::Trigger;
        orders[3].trigger = model::TriggerSpec{btc(107'900), true, model::TpSl::Sl};
        orders[3].phase = model::OrderPhase::Waiting;
        orders[3].reduceOnly = true;
        for (auto &o : orders)
            o.placedAt = m_clock.wallMs() - static_cast<TimeMs>(o.key) * 61'000;
        Q_EMIT m_engine.ordersChanged(orders, true);

        std::vector<model::Fill> fills;
        for (int i = 0; i < 3; ++i) {
            model::Fill f;
            f.tid = 900 + static_cast<Tid>(i);
            f.oid = 1'000;
            f.coin = "BTC";
            f.grid = kBtc;
            f.px = btc(110'060 + 20 * i);
            f.sz = {8'000};
            f.time = m_clock.wallMs() - (40 - 12 * i) * 60'000;
            f.fee = *Decimal::parse("1.32");
            f.feeToken = "USDC";
            f.dir = "Open Long";
            fills.push_back(f);
        }
        Q_EMIT m_engine.fillsAppended(fills, true);

        engine::OrderLatency l;
        l.key = 1;
        l.command = 1'000'000;
        l.validated = l.command + 100'000;
        l.signedAt = l.validated + 300'000;
        l.wire = l.signedAt + 200'000;
        l.answered = l.wire + 214'000'000;
        Q_EMIT m_engine.latencyMeasured(l);
    }

    /// Everything a usual session shows.
    void sendAll()
    {
        sendConnection();
        sendSigner();
        sendInstruments();
        sendContexts();
        sendTrades(120);
        sendBook();
        sendAccount();
        sendCandles("1m", 60'000, 140);
    }

private:
    FakeEngine &m_engine;
    const Clock &m_clock;
    std::mt19937 m_random;
    std::uint64_t m_revision = 0;
    Tid m_tid = 0;
};

} // namespace hl::test

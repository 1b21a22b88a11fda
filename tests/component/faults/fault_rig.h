// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "crypto/secp256k1.h"
#include "engine/engine_core.h"
#include "engine/recorder.h"
#include "sim/venue_core.h"
#include "support/core_venue_link.h"
#include "support/fault_proxy.h"
#include "support/manual_clock.h"
#include "support/recording_sink.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace hl::test {

/// A whole terminal and a whole venue on one settable clock, with the network between them in the
/// test's hands.
class FaultRig
{
public:
    static constexpr Grid kGrid{MarketKind::Perp, 5};

    /// `startNow` false: arm faults first, then startEngine().
    explicit FaultRig(bool startNow = true, const std::vector<std::string> &coins = {"BTC"})
        : venue(venueConfig(coins), clock, clock)
    {
        venue.start();
        quote(sim::vectorsAddress(), false, "111000", "0.5");
        quote(sim::vectorsAddress(), true, "109000", "0.5");
        if (startNow)
            startEngine();
    }
    ~FaultRig() { core.reset(); }

    void startEngine()
    {
        engine::EngineConfig config;
        config.network = engine::Network::Demo;
        config.endpoints = {false, "http://venue", "ws://venue/ws"};
        config.signerKind = engine::SignerKind::LocalKey;
        config.account = shownAccount;
        config.vault = tradedFor;
        engine::EngineParts parts{clock,
                                  clock,
                                  told == nullptr ? sink : *told,
                                  ws,
                                  http,
                                  {},
                                  {},
                                  {},
                                  {},
                                  std::make_shared<engine::AtomicCounters>()};
        parts.makeSigner = [this](auto done) { done(std::make_unique<KeySigner>(signerKey())); };
        parts.openNonces = [this](const Address &, auto done) {
            done(std::make_unique<SharedNonces>(nonces));
        };
        parts.newCloid = [this] {
            Cloid cloid;
            cloid.bytes[0] = 0xAB;
            cloid.bytes[15] = ++lastCloid;
            return cloid;
        };
        if (adjust)
            adjust(config, parts);
        core = makeCore ? makeCore(config, std::move(parts))
                        : std::make_unique<engine::EngineCore>(config, std::move(parts));
        sink.bookTaken = [this](const std::string &coin) { core->returnBookCredit(coin); };
        sink.tradesTaken = [this](const std::string &coin) { core->returnTradeCredit(coin); };
        core->followMarket("BTC");
        core->start();
    }

    void run(std::chrono::milliseconds time)
    {
        for (std::chrono::milliseconds done{0}; done < time; done += kStep)
            clock.advance(kStep);
    }
    /// Until it is true, at most so long.
    template <class Condition>
    bool until(std::chrono::milliseconds most, Condition condition)
    {
        for (std::chrono::milliseconds done{0}; done < most; done += kStep) {
            if (condition())
                return true;
            clock.advance(kStep);
        }
        return condition();
    }
    bool isReady() const
    {
        const auto book = sink.books.find("BTC");
        return sink.connection.link == engine::LinkState::Live && sink.fees &&
               !sink.account.margins.empty() && book != sink.books.end() &&
               book->second->isTradable();
    }

    static Px px(std::string_view text) { return parsePx(text, kGrid).value(); }
    static Sz sz(std::string_view text) { return parseSz(text, kGrid).value(); }

    /// Somebody else's order, straight into the venue.
    void quote(const Address &who, bool isBuy, const std::string &price, const std::string &size,
               std::uint64_t asset = 0)
    {
        sim::OrderRequest request;
        request.asset = asset;
        request.isBuy = isBuy;
        request.px = price;
        request.sz = size;
        const auto *account = venue.exchange().accounts().find(who);
        venue.exchange().place(account->id, {request}, sim::Grouping::Na, {});
    }

    Cloid place(RequestId request, std::string_view price, std::string_view size,
                model::Side side = model::Side::Buy, model::Tif tif = model::Tif::Gtc)
    {
        model::OrderTicket ticket;
        ticket.coin = "BTC";
        ticket.side = side;
        ticket.px = px(price);
        ticket.sz = sz(size);
        ticket.tif = tif;
        Cloid cloid;
        cloid.bytes[0] = 0xCD;
        cloid.bytes[15] = ++lastCloid;
        ticket.cloid = cloid;
        core->placeOrder(request, ticket);
        return cloid;
    }
    /// A sell that can only reduce.
    Cloid placeClose(RequestId request, std::string_view price, std::string_view size)
    {
        model::OrderTicket ticket;
        ticket.coin = "BTC";
        ticket.side = model::Side::Sell;
        ticket.px = px(price);
        ticket.sz = sz(size);
        ticket.reduceOnly = true;
        Cloid cloid;
        cloid.bytes[0] = 0xCE;
        cloid.bytes[15] = ++lastCloid;
        ticket.cloid = cloid;
        core->placeOrder(request, ticket);
        return cloid;
    }
    const model::Order *order(const Cloid &cloid) const { return sink.byCloid(cloid); }
    /// Draft where the window has not heard of it.
    model::OrderPhase phase(const Cloid &cloid) const
    {
        const model::Order *found = order(cloid);
        return found == nullptr ? model::OrderPhase::Draft : found->phase;
    }
    const sim::SimAccount &account()
    {
        return *venue.exchange().accounts().find(sim::practiceAddress());
    }

    /// Nonces of what went to the wire, no-ops aside (they repeat one on purpose, G13). What the
    /// network then holds back is not ours to order.
    bool noncesRise() const
    {
        std::uint64_t last = 0;
        for (const std::string &text : plan.handed) {
            if (text.find("\"noop\"") != std::string::npos)
                continue;
            const auto value = codec::parseJson(text).value();
            const codec::Value *body = &value;
            if (const auto *request = value.find("request"))
                body = request->find("payload");
            const auto nonce = body->uint("nonce").value();
            if (nonce <= last)
                return false;
            last = nonce;
        }
        return true;
    }

    /// Compares every order with the venue's own books; a sentence for each difference.
    std::vector<std::string> differences()
    {
        std::vector<std::string> out;
        const sim::SimAccount &truth = account();
        std::map<Cloid, int> openCopies;
        for (const auto &[oid, order] : truth.open)
            if (order.cloid && ++openCopies[*order.cloid] > 1)
                out.push_back("doubled: " + order.cloid->toString());
        for (const auto &[oid, open] : truth.open) {
            const auto found = std::ranges::find_if(
                sink.orders, [&](const auto &entry) { return entry.second.oid == oid; });
            if (found == sink.orders.end() || !isLive(found->second.phase))
                out.push_back("lost: oid " + std::to_string(oid) + " rests and is not shown" +
                              (found == sink.orders.end()
                                   ? std::string()
                                   : " but " + std::string(phaseName(found->second.phase))));
        }
        for (const auto &[key, order] : sink.orders) {
            const std::string name =
                "order " + std::to_string(key) + " is " + std::string(phaseName(order.phase));
            const auto record = order.cloid ? truth.anyByCloid(*order.cloid) : std::nullopt;
            if (order.pending != model::PendingChange::None)
                out.push_back("state: " + name + " and still being changed");
            if (!record) {
                if (isLive(order.phase) || order.phase == model::OrderPhase::Filled ||
                    order.phase == model::OrderPhase::Cancelled)
                    out.push_back("state: " + name + " and the venue never had it");
                if (!isTerminal(order.phase))
                    out.push_back("state: " + name + " for ever");
                continue;
            }
            const sim::OrderRecord &known = truth.records.at(*record);
            const bool isOpen = truth.open.contains(*record);
            if (isOpen) {
                const sim::SimOrder &open = truth.open.at(*record);
                if (!isLive(order.phase) || order.oid != open.oid || order.px != open.limitPx ||
                    order.remaining() != open.sz)
                    out.push_back("state: " + name + " oid " + std::to_string(order.oid) + " px " +
                                  pxText(order.px, kGrid) + " left " +
                                  szText(order.remaining(), kGrid) + "; the venue has oid " +
                                  std::to_string(open.oid) + " px " + pxText(open.limitPx, kGrid) +
                                  " left " + szText(open.sz, kGrid));
            } else if (known.status == sim::OrderStatus::Filled
                           ? order.phase != model::OrderPhase::Filled
                       : known.status == sim::OrderStatus::Canceled
                           ? order.phase != model::OrderPhase::Cancelled
                           : !isTerminal(order.phase)) {
                out.push_back("state: " + name + "; the venue says " +
                              std::string(sim::statusText(known.status)));
            }
        }
        // What was ever said stays said: a person may have pressed again on it.
        for (const Cloid &cloid : sink.saidNotPlaced)
            if (const auto record = truth.anyByCloid(cloid);
                record && (truth.records.at(*record).status == sim::OrderStatus::Open ||
                           truth.records.at(*record).status == sim::OrderStatus::Filled ||
                           truth.records.at(*record).status == sim::OrderStatus::Canceled))
                out.push_back("lost: " + cloid.toString() + " was called not placed and was");
        for (const Cloid &cloid : sink.saidEnded)
            for (const auto &[oid, open] : truth.open)
                if (open.cloid == cloid)
                    out.push_back("lost: " + cloid.toString() + " was called ended and rests");
        const auto *position = truth.position(0, venue.exchange().universe());
        const std::int64_t lots = position == nullptr ? 0 : position->szi.lots;
        const auto shown = std::ranges::find(sink.account.positions, "BTC", &model::Position::coin);
        const std::int64_t shownLots = shown == sink.account.positions.end() ? 0 : shown->szi.lots;
        if (lots != shownLots)
            out.push_back("state: position " + std::to_string(shownLots) + " lots; the venue has " +
                          std::to_string(lots));
        std::set<Tid> shownFills;
        for (const auto &fill : sink.fills)
            if (!shownFills.insert(fill.tid).second)
                out.push_back("doubled: fill " + std::to_string(fill.tid));
        for (const auto &fill : truth.fills)
            if (!shownFills.contains(fill.tid))
                out.push_back("lost: fill " + std::to_string(fill.tid));
        return out;
    }

    ManualClock clock;
    sim::VenueCore venue;
    CoreVenueLink link{venue, clock, clock};
    FaultPlan plan;
    FaultyWsFactory ws{link.ws(), plan, clock};
    FaultyHttp http{link.http(), plan, clock};
    RecordingSink sink;
    engine::EventSink *told = nullptr; ///< hears the engine instead of `sink`
    trading::MemoryNonceStore nonces;
    std::uint8_t lastCloid = 0;
    std::optional<Address> shownAccount; ///< absent: the signer's
    std::optional<Address> tradedFor;    ///< a vault or sub-account that is named
    std::function<SecretBytes()> signerKey = [] { return sim::practiceKey(); };
    /// Another signer, a device, …; called at each start.
    std::function<void(engine::EngineConfig &, engine::EngineParts &)> adjust;
    /// Absent: a plain one. For what stands between a core and its parts.
    std::function<std::unique_ptr<engine::EngineCore>(const engine::EngineConfig &,
                                                      engine::EngineParts)>
        makeCore;
    std::unique_ptr<engine::EngineCore> core;

private:
    static constexpr std::chrono::milliseconds kStep{10};

    static sim::SimVenueConfig venueConfig(const std::vector<std::string> &coins)
    {
        sim::SimVenueConfig config;
        config.participants = false;
        config.coins = coins;
        sim::SimFund fund;
        fund.address = sim::practiceAddress();
        config.funds.push_back(fund);
        return config;
    }

    /// Signs at once with the practice key.
    struct KeySigner final : trading::SignerPort
    {
        explicit KeySigner(SecretBytes secret)
            : key(std::move(crypto::SecretKey::create(std::move(secret)).value()))
        {}
        Address address() const override { return key.address(); }
        void sign(const signing::SignRequest &request,
                  std::function<void(Result<signing::Signature>)> done) override
        {
            done(key.sign(request.digest));
        }
        void cancel(std::uint64_t) override {}
        crypto::SecretKey key;
    };

    /// The rig's store, which outlives a restart of the engine.
    struct SharedNonces final : trading::NonceStore
    {
        explicit SharedNonces(trading::NonceStore &store) : shared(store) {}
        Nonce reserved() const override { return shared.reserved(); }
        void reserve(Nonce upTo, std::function<void(Status)> done) override
        {
            shared.reserve(upTo, std::move(done));
        }
        trading::NonceStore &shared;
    };
};

} // namespace hl::test

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "support/dispatch_fakes.h"
#include "support/manual_clock.h"
#include "trading/order_desk.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hl::test {

inline std::string restingAnswer(Oid oid)
{
    return R"({"status":"ok","response":{"type":"order","data":{"statuses":[{"resting":{"oid":)" +
           std::to_string(oid) + "}}]}}}";
}

inline std::string errorAnswer(const std::string &text)
{
    return R"({"status":"ok","response":{"type":"order","data":{"statuses":[{"error":")" + text +
           R"("}]}}})";
}

inline std::string defaultAnswer()
{
    return R"({"status":"ok","response":{"type":"default"}})";
}

inline std::string errAnswer(const std::string &text)
{
    return R"({"status":"err","response":")" + text + R"("})";
}

/// One entry a cancel: empty is success, else the venue's error.
inline std::string cancelAnswer(const std::vector<std::string> &errors)
{
    std::string statuses;
    for (const std::string &error : errors) {
        if (!statuses.empty())
            statuses += ',';
        statuses += error.empty() ? R"("success")" : R"({"error":")" + error + R"("})";
    }
    return R"({"status":"ok","response":{"type":"cancel","data":{"statuses":[)" + statuses + "]}}}";
}

/// Passes everything on, and shows what it is given.
class SeenSender final : public trading::ActionSender
{
public:
    explicit SeenSender(trading::ActionSender &next) : m_next(next) {}
    Submitted submit(trading::ActionRequest request, Done done) override
    {
        seen.push_back(request);
        if (isHolding)
            return {};
        return m_next.submit(std::move(request), std::move(done));
    }
    bool abandon(Ticket ticket, const std::string &why) override
    {
        return m_next.abandon(ticket, why);
    }
    void spend(Nonce nonce, trading::ActionRequest request, Done done) override
    {
        m_next.spend(nonce, std::move(request), std::move(done));
    }
    void foundOut(const Address &signer, Nonce nonce, const std::string &words) override
    {
        m_next.foundOut(signer, nonce, words);
    }
    bool isDevice(bool isExit) const override { return m_next.isDevice(isExit); }
    bool mayOvertake() const override { return m_next.mayOvertake(); }
    bool isRecorded(bool) const override { return isRecording; }

    std::vector<trading::ActionRequest> seen;
    bool isRecording = false;
    bool isHolding = false; ///< passes no request on

private:
    trading::ActionSender &m_next;
};

/// An order desk between a person, an instant signer and a wire that obeys the test.
class DeskRig
{
public:
    struct Options
    {
        bool isDevice = false;
        bool isWatching = false;
        std::optional<Address> vault = {};
    };

    explicit DeskRig(Options options) : m_isWatching(options.isWatching)
    {
        instrument.coin = "BTC";
        instrument.grid = {MarketKind::Perp, 5};
        instrument.quoteToken = "USDC";
        instrument.maxLeverage = 40;
        signer.isInstant = true;
        if (!options.isWatching) {
            dispatcher = std::make_unique<trading::Dispatcher>(clock, clock, nonces, signer, wire);
            sender = std::make_unique<SeenSender>(*dispatcher);
        }
        trading::OrderDesk::Config config;
        config.envelope = {false, options.vault};
        config.isDevice = options.isDevice;
        desk = std::make_unique<trading::OrderDesk>(config, clock, clock, store, sender.get(),
                                                    venueClock, hooks());
    }
    DeskRig() : DeskRig(Options{}) {}

    Px px(std::string_view text) const { return parsePx(text, instrument.grid).value(); }
    Sz sz(std::string_view text) const { return parseSz(text, instrument.grid).value(); }

    model::OrderTicket ticket(model::Side side = model::Side::Buy,
                              std::string_view price = "50000") const
    {
        model::OrderTicket ticket;
        ticket.coin = "BTC";
        ticket.side = side;
        ticket.px = px(price);
        ticket.sz = sz("0.1");
        return ticket;
    }
    void setPosition(std::string_view szi)
    {
        position.emplace();
        position->coin = "BTC";
        position->szi = sz(szi);
    }

    void place(RequestId request, const model::OrderTicket &ticket)
    {
        const auto before = store.all().size();
        // Known before the answer: the row is there at once.
        desk->place(request, ticket);
        const auto all = store.all();
        if (all.size() > before)
            keys[request] = all.back().key;
    }

    codec::Value sentBody(std::size_t index) const
    {
        return codec::parseJson(wire.sent.at(index).body).value();
    }
    codec::Value action(std::size_t index) const { return *sentBody(index).find("action"); }
    const codec::Value *onlyOrder(const codec::Value &body) const
    {
        return &body.find("action")->find("orders")->asArray()->front();
    }
    int noops() const
    {
        int count = 0;
        for (const auto &sent : wire.sent)
            count += sent.body.find(R"("type":"noop")") != std::string::npos ? 1 : 0;
        return count;
    }

    void answer(std::size_t index, const std::string &body)
    {
        wire.answerOk(index, body);
        moved();
    }
    void fill(Oid oid, std::string_view size)
    {
        model::Fill fill;
        fill.tid = ++m_lastTid;
        fill.oid = oid;
        fill.coin = "BTC";
        fill.grid = instrument.grid;
        fill.px = px("50000");
        fill.sz = sz(size);
        if (const auto *order = store.find(keys[1]); order != nullptr && oid == 1)
            fill.cloid = order->cloid;
        store.applyFill(fill, clock.wallMs());
        moved();
    }
    void settle() { clock.advance(std::chrono::milliseconds{1}); }

    const model::Order &orderOf(RequestId request) { return *store.find(keys[request]); }
    model::OrderPhase phase(RequestId request) { return orderOf(request).phase; }
    const model::Order &only() { return *store.find(store.all().front().key); }
    const Status &result(RequestId request) { return results.at(request); }

    ManualClock clock;
    trading::VenueClock venueClock{clock};
    market::Instrument instrument;
    std::optional<model::Position> position;
    std::map<std::string, market::Instrument> others; ///< markets beside "BTC"
    std::map<std::string, model::Position> held;      ///< positions beside `position`
    std::optional<market::BookSnapshot> book;
    bool isPositionLate = false;
    std::optional<Decimal> mark;
    std::vector<model::Twap> twaps; ///< as the venue has told them
    std::optional<std::string> hold;
    std::optional<std::string> guardSays;
    std::vector<std::pair<model::OrderTicket, bool>> guarded; ///< what the guard was asked about
    trading::OrderStore store;
    trading::MemoryNonceStore nonces;
    FakeSigner signer;
    FakeTransport wire;
    std::unique_ptr<trading::Dispatcher> dispatcher;
    std::unique_ptr<SeenSender> sender;
    std::unique_ptr<trading::OrderDesk> desk;
    std::map<RequestId, Status> results;
    std::map<RequestId, int> finished;
    std::map<RequestId, model::OrderKey> keys; ///< by request, also before it has finished
    std::vector<std::string> notices;
    /// What orderStatus says of whatever it is asked: nothing where 0.
    Oid lookupFinds = 0;
    std::string lookupStatus = "open";
    int lookups = 0;

private:
    trading::OrderDesk::Hooks hooks()
    {
        trading::OrderDesk::Hooks hooks;
        hooks.context = [this](const std::string &coin) {
            model::ValidationContext context;
            const auto other = others.find(coin);
            context.instrument = coin == instrument.coin ? &instrument
                                 : other != others.end() ? &other->second
                                                         : nullptr;
            context.book = book ? &*book : nullptr;
            context.position = position ? &*position : nullptr;
            if (coin != instrument.coin) {
                const auto at = held.find(coin);
                context.position = at == held.end() ? nullptr : &at->second;
            }
            context.canTrade = !m_isWatching;
            context.isPositionLate = isPositionLate;
            context.mark = mark;
            return context;
        };
        hooks.entryHold = [this] { return hold; };
        hooks.guard = [this](const model::OrderTicket &ticket, bool isNew) {
            guarded.emplace_back(ticket, isNew);
            return guardSays;
        };
        hooks.twaps = [this] { return twaps; };
        hooks.newCloid = [this] {
            Cloid cloid;
            cloid.bytes[0] = 1;
            cloid.bytes[15] = static_cast<std::uint8_t>(++m_lastCloid);
            return cloid;
        };
        hooks.closeCap = [this](const std::string &, model::Side) { return px("45000"); };
        hooks.finished = [this](RequestId request, std::optional<model::OrderKey> key,
                                const Status &status) {
            results.insert_or_assign(request, status);
            ++finished[request];
            if (key && !keys.contains(request))
                keys[request] = *key;
        };
        hooks.notice = [this](trading::OrderDesk::Tone, const std::string &text, model::OrderKey) {
            notices.push_back(text);
        };
        hooks.lookUp = [this](model::OrderKey key, std::function<void(trading::Lookup)> done) {
            ++lookups;
            clock.after(std::chrono::milliseconds{20}, [this, key, done = std::move(done)] {
                const model::Order *order = store.find(key);
                if (lookupFinds == 0 || order == nullptr) {
                    done(trading::Lookup::Silent);
                    return;
                }
                trading::OrderReport report;
                report.coin = order->coin;
                report.grid = order->grid;
                report.side = order->side;
                report.px = order->px;
                report.sz = lookupStatus == "filled" ? Sz{} : order->origSz;
                report.origSz = order->origSz;
                report.oid = lookupFinds;
                report.cloid = order->cloid;
                report.status = lookupStatus;
                report.statusTime = clock.wallMs();
                store.applyReport(report, clock.wallMs());
                done(trading::Lookup::Found);
            });
        };
        return hooks;
    }
    void moved() { desk->ordersMoved(store.takeChanged()); }

    bool m_isWatching;
    Tid m_lastTid = 0;
    int m_lastCloid = 0;
};

} // namespace hl::test

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "desk_rig.h"

#include "independent.h"
#include "signing/recovery.h"
#include "workload.h"

#include <cstdlib>

namespace hl::bench {
namespace {

bool isTrusting = false;

crypto::SecretKey workloadKey()
{
    auto key = crypto::SecretKey::parse(inputText("privateKey"));
    if (!key)
        std::abort();
    return std::move(*key);
}

} // namespace

WithoutEcdsa::WithoutEcdsa(bool isOn)
{
    isTrusting = isOn;
}

WithoutEcdsa::~WithoutEcdsa()
{
    isTrusting = false;
}

InlineSigner::InlineSigner(bool isDummy) : m_key(workloadKey()), m_isDummy(isDummy)
{
    m_dummy.r.fill(0x11);
    m_dummy.s.fill(0x11);
    m_dummy.v = 27;
}

DeskRig::DeskRig(trading::ActionTransport &wire, bool isDummy)
    : signer(isDummy)
    , dispatcher(clock, timers, nonces, signer, wire)
    , desk({{true, {}}, false}, clock, timers, store, &router, venueClock, hooks())
{
    router.setRoutes(&dispatcher, &dispatcher);
    instrument.coin = "BTC";
    instrument.grid = {MarketKind::Perp, 5};
    instrument.quoteToken = "USDC";
    instrument.maxLeverage = 40;
    book.coin = "BTC";
    book.grid = instrument.grid;
    book.state = market::BookState::Live;
    book.bids.push_back({*parsePx("50001", instrument.grid), Sz{100'000}, 1});
    book.asks.push_back({*parsePx("50002", instrument.grid), Sz{100'000}, 1});
    m_ticket.coin = "BTC";
    m_ticket.side = model::Side::Buy;
    m_ticket.px = *parsePx("50000", instrument.grid);
    m_ticket.sz = *parseSz("0.1", instrument.grid);
}

void DeskRig::place()
{
    desk.place(++m_lastRequest, m_ticket);
}

void DeskRig::placeGroup(int count)
{
    std::vector<model::OrderTicket> tickets(static_cast<std::size_t>(count), m_ticket);
    for (int i = 0; i < count; ++i)
        tickets[static_cast<std::size_t>(i)].px.ticks -= m_ticket.px.ticks / 50'000 * i;
    desk.placeGroup(++m_lastRequest, std::move(tickets), model::Grouping::None);
}

void DeskRig::setDummy(bool isDummy)
{
    signer.setDummy(isDummy);
    isTrusting = isDummy;
}

bool DeskRig::isSigned(const std::string &body) const
{
    return digestOfBody(body) == signer.digest;
}

trading::OrderDesk::Hooks DeskRig::hooks()
{
    trading::OrderDesk::Hooks hooks;
    hooks.context = [this](const std::string &) {
        model::ValidationContext context;
        context.instrument = &instrument;
        context.book = &book;
        return context;
    };
    hooks.newCloid = [this] {
        Cloid cloid;
        ++m_lastCloid;
        for (std::size_t i = 0; i < 8; ++i)
            cloid.bytes[15 - i] = static_cast<std::uint8_t>(m_lastCloid >> (8 * i));
        return cloid;
    };
    hooks.entryHold = [] { return std::optional<std::string>(); };
    hooks.stages = [this](model::OrderKey, const trading::OrderStages &told) { stages = told; };
    // Nothing is lost here; whatever is, is told as unknown.
    hooks.lookUp = [](model::OrderKey, const std::function<void(trading::Lookup)> &) {};
    hooks.finished = [this](RequestId, std::optional<model::OrderKey>, const Status &status) {
        if (status)
            ++placed;
        else
            problem = status.error().sentence();
    };
    return hooks;
}

} // namespace hl::bench

// The linker sends the dispatcher's calls of checkRecovered here (--wrap in CMakeLists.txt).
hl::Status wrappedCheckRecovered(const hl::Hash32 &digest, const hl::crypto::Signature &signature,
                                 const hl::Address &expected) __asm__("__wrap_" HL_CHECK_RECOVERED);
hl::Status realCheckRecovered(const hl::Hash32 &digest, const hl::crypto::Signature &signature,
                              const hl::Address &expected) __asm__("__real_" HL_CHECK_RECOVERED);

hl::Status wrappedCheckRecovered(const hl::Hash32 &digest, const hl::crypto::Signature &signature,
                                 const hl::Address &expected)
{
    return hl::bench::isTrusting ? hl::Status() : realCheckRecovered(digest, signature, expected);
}

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/engine_core.h"

#include <algorithm>
#include <utility>

/// Which signers a session has and what each of them signs (interaction.md D1).
namespace hl::engine {

using trading::SignerPort;

std::unique_ptr<DeviceDesk> EngineCore::makeDeviceDesk()
{
    DeviceDesk::Config config;
    config.network = m_config.network;
    if (m_config.device && m_parts.makeDevice) {
        config.isUsed = true;
        config.isEmulator = m_config.device->isEmulator;
        config.path = m_config.device->path;
        config.account = m_config.device->account;
        config.mode = m_config.device->mode;
    }
    DeviceDesk::Hooks hooks;
    hooks.make = m_parts.makeDevice;
    hooks.settle = [this](const Address &signer, std::function<void(Status)> done) {
        settleAccount(signer, std::move(done));
    };
    hooks.localLane = [this] { return m_dispatcher.get(); };
    hooks.routesChanged = [this] { routesChanged(); };
    hooks.hasPosition = [this] {
        return std::ranges::any_of(m_account.account().state().positions,
                                   [](const model::Position &p) { return p.szi.lots != 0; });
    };
    hooks.isQuiet = [this] {
        return !m_dispatcher || (m_dispatcher->waiting() == 0 && m_dispatcher->inFlight() == 0);
    };
    hooks.account = [this] { return m_config.account.value_or(Address{}); };
    hooks.agents.adopt = [this](std::unique_ptr<SignerPort> signer, SignerLane lane,
                                std::string name, TimeMs validUntil) {
        m_config.signerKind = SignerKind::Agent;
        m_config.signerName = std::move(name);
        m_config.signerValidUntil = validUntil;
        adoptLane(std::move(signer), std::move(lane));
    };
    hooks.agents.tradingAgent = [this]() -> std::optional<Address> {
        if (!m_dispatcher)
            return std::nullopt;
        return m_signer->address();
    };
    hooks.agents.drop = [this] { dropLocalSigner(); };
    hooks.agents.isQuiet = hooks.isQuiet;
    hooks.agents.openOrders = [this] {
        const auto orders = m_orders.all();
        return static_cast<std::size_t>(std::ranges::count_if(
            orders, [](const model::Order &order) { return isLive(order.phase); }));
    };
    hooks.reviews.touch = [this](const model::OrderTicket &ticket) -> std::optional<Px> {
        const auto book = m_markets.book(ticket.coin);
        if (!book)
            return std::nullopt;
        const auto &opposite = ticket.side == model::Side::Buy ? book->asks : book->bids;
        return opposite.empty() ? std::nullopt : std::optional(opposite.front().px);
    };
    hooks.reviews.grid = [this](const std::string &coin) -> std::optional<Grid> {
        const market::Instrument *instrument = m_registry.find(coin);
        return instrument == nullptr ? std::nullopt : std::optional(instrument->grid);
    };
    return std::make_unique<DeviceDesk>(
        DeskServices{m_clock, m_parts.timers, m_sink, m_info, m_infoDecoder, m_venueClock,
                     m_parts.keys,
                     [this](SignerPort &signer, std::function<void(Result<SignerLane>)> done) {
                         openLane(signer, std::move(done));
                     },
                     [this](NoticeLevel level, std::string text, std::string key) {
                         notice(level, std::move(text), "signer", std::move(key));
                     },
                     [this] {
                         return trading::Envelope{m_config.endpoints.isMainnet, m_config.vault};
                     }},
        std::move(config), std::move(hooks));
}

void EngineCore::openLane(SignerPort &signer, std::function<void(Result<SignerLane>)> done)
{
    m_parts.openNonces(signer.address(), [this, &signer, done = std::move(done), alive = m_isAlive](
                                             Result<std::unique_ptr<trading::NonceStore>> store) {
        if (!*alive)
            return;
        if (!store)
            done(fail(store.error()));
        else
            done(makeLane(signer, std::move(*store)));
    });
}

void EngineCore::adoptLane(std::unique_ptr<SignerPort> signer, SignerLane lane)
{
    m_dispatcher.reset();
    m_transport.reset();
    m_nonces.reset();
    m_signer = std::move(signer);
    m_nonces = std::move(lane.nonces);
    m_transport = std::move(lane.transport);
    m_dispatcher = std::move(lane.dispatcher);
    m_device->localLaneChanged();
    m_sink.signerChanged(signerStatus());
}

/// The local signer may not sign any more; what is on its way is followed to its end by looking.
void EngineCore::dropLocalSigner()
{
    // Not while its own chain may be calling.
    auto dropped = std::make_shared<SignerLane>(
        SignerLane{std::move(m_nonces), std::move(m_transport), std::move(m_dispatcher)});
    std::shared_ptr<SignerPort> signer = std::move(m_signer);
    m_device->localLaneChanged();
    m_parts.timers.after(std::chrono::milliseconds{0}, [dropped, signer]() mutable {
        dropped.reset();
        signer.reset();
    });
    m_sink.signerChanged(signerStatus());
}

/// Which sender an action goes to, by the mode; the desk is made once there is any.
void EngineCore::routesChanged()
{
    trading::ActionSender *entries = m_dispatcher.get();
    trading::ActionSender *exits = m_dispatcher.get();
    if (m_device->isUsed()) {
        entries = m_device->entries();
        exits = m_device->exits();
    }
    m_sender.setRoutes(entries, exits);
    if (!m_deskMaySend && (entries != nullptr || exits != nullptr)) {
        m_deskMaySend = true;
        makeDesk();
        startAccount();
    }
    m_sink.signerChanged(signerStatus());
}

bool EngineCore::mayTrade() const
{
    return m_sender.mayEnter() || m_sender.mayExit();
}

} // namespace hl::engine

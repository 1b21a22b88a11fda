// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/engine_core.h"
#include "guard/order_math.h"

#include <algorithm>
#include <set>
#include <utility>

/// Which signers a session has and what each of them signs (interaction.md D1).
namespace hl::engine {

using trading::OrderDesk;
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
        using namespace std::chrono_literals;
        config.takes = std::clamp(m_config.device->takes, 15s, 600s);
        config.rests = std::clamp(m_config.device->rests, 15s, 600s);
        config.hashesOnly = m_config.device->hashesOnly;
    }
    DeviceDesk::Hooks hooks;
    hooks.make = m_parts.makeDevice;
    hooks.settle = [this](const Address &signer, std::function<void(Status)> done) {
        settleAccount(signer, std::move(done));
    };
    hooks.localLane = [this] { return m_dispatcher.get(); };
    hooks.isLocked = [this] { return m_isLocked; };
    hooks.routesChanged = [this] { routesChanged(); };
    hooks.hasPosition = [this] {
        return std::ranges::any_of(m_account.account().state().positions,
                                   [](const model::Position &p) { return p.szi.lots != 0; });
    };
    hooks.isQuiet = [this] {
        return !m_dispatcher || (m_dispatcher->waiting() == 0 && m_dispatcher->inFlight() == 0);
    };
    hooks.givenUp = [this](const std::string &why) { m_desk->endWaitingStops(why); };
    hooks.account = [this] { return m_config.account.value_or(Address{}); };
    hooks.agents.keyMade = [this] { m_isNewKeyLocked = false; };
    hooks.agents.keyGone = [this] {
        // A lock that took it alone ends with it: exits are the device's (rule zero).
        if (!std::exchange(m_isNewKeyLocked, false) || m_dispatcher || !m_isLocked)
            return;
        m_isLocked = false;
        noteSettings();
        m_device->localLaneChanged();
        m_sink.signerChanged(signerStatus());
    };
    hooks.agents.adopt = [this](std::unique_ptr<SignerPort> signer, SignerLane lane,
                                std::string name, TimeMs validUntil) {
        // Its passphrase was just given; a lock that came afterwards took it as well.
        m_isLocked = m_isNewKeyLocked;
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
    hooks.agents.isComing = [this] {
        return m_parts.makeSigner && !m_dispatcher && !m_hasNoSigner;
    };
    hooks.agents.listedUntil = [this](std::optional<TimeMs> until) {
        if (std::exchange(m_config.signerValidUntil, until) != until)
            m_sink.signerChanged(signerStatus());
    };
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
    hooks.reviews.collateral = [this](const std::string &coin) {
        const market::Instrument *instrument = m_registry.find(coin);
        return instrument == nullptr ? std::string() : instrument->quoteToken;
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
                     },
                     m_parts.tap, m_parts.chosen},
        std::move(config), std::move(hooks));
}

void EngineCore::setDeviceExpiries(int takesSeconds, int restsSeconds)
{
    const CommandScope scope(m_parts.tap, "deviceExpiries",
                             static_cast<std::uint64_t>(std::clamp(takesSeconds, 15, 600)),
                             static_cast<std::uint64_t>(std::clamp(restsSeconds, 15, 600)));
    if (!m_config.device)
        return;
    m_config.device->takes = std::chrono::seconds(std::clamp(takesSeconds, 15, 600));
    m_config.device->rests = std::chrono::seconds(std::clamp(restsSeconds, 15, 600));
    m_desk->setDeviceExpiries(m_config.device->takes, m_config.device->rests);
    m_device->setExpiries(m_config.device->takes, m_config.device->rests);
    noteSettings();
}

std::unique_ptr<FlattenDesk> EngineCore::makeFlattenDesk()
{
    FlattenDesk::Hooks hooks;
    hooks.desk = [this]() -> OrderDesk & { return *m_desk; };
    hooks.positions = [this] {
        std::vector<model::Position> open;
        for (const model::Position &position : m_account.account().state().positions)
            if (position.szi.lots != 0)
                open.push_back(position);
        return open;
    };
    hooks.entries = [this] {
        std::vector<model::Order> open;
        // Also those that have not left yet: they would fill after everything is flat.
        for (model::Order &order : m_orders.all())
            if (!order.reduceOnly && !isTerminal(order.phase))
                open.push_back(std::move(order));
        return open;
    };
    hooks.twaps = [this] { return m_account.account().twaps().all(); };
    hooks.lateCoins = [this] {
        std::vector<std::string> coins = m_account.lateCoins();
        // Only a perp's fill moves a position; one in a market that is not known is one.
        std::erase_if(coins, [this](const std::string &coin) {
            const market::Instrument *instrument = m_registry.find(coin);
            return instrument != nullptr && instrument->grid.kind != MarketKind::Perp;
        });
        return coins;
    };
    hooks.readAfresh = [this](const std::vector<std::string> &coins, std::function<void()> done) {
        readAfresh(coins, std::move(done));
    };
    hooks.byDevice = [this] { return m_sender.isDevice(true); };
    hooks.isEmulator = [this] { return m_device->isEmulator(); };
    hooks.finished = [this](RequestId request, const Status &status) {
        flushOrders();
        CommandResult result;
        result.request = request;
        result.ok = status.has_value();
        if (!status)
            result.error = status.error();
        m_sink.commandFinished(result);
    };
    return std::make_unique<FlattenDesk>(m_sink, std::move(hooks));
}

/// The positions of these, as far as the venue says them in three seconds.
void EngineCore::readAfresh(const std::vector<std::string> &coins, std::function<void()> done)
{
    std::set<std::string> dexes;
    for (const std::string &coin : coins)
        dexes.insert(trading::dexOf(coin));
    struct Reading
    {
        std::size_t left;
        std::function<void()> done;
    };
    const auto reading = std::make_shared<Reading>(Reading{dexes.size(), std::move(done)});
    for (const std::string &dex : dexes)
        m_account.readPositions(dex, [reading] {
            if (--reading->left == 0)
                if (const auto told = std::exchange(reading->done, {}))
                    told();
        });
    m_parts.timers.after(std::chrono::seconds{3}, [reading, alive = m_isAlive] {
        if (!*alive)
            return;
        if (const auto told = std::exchange(reading->done, {}))
            told();
    });
}

std::optional<Px> EngineCore::flattenCap(const std::string &coin, model::Side side)
{
    const market::Instrument *instrument = m_registry.find(coin);
    if (instrument == nullptr)
        return std::nullopt;
    const auto book = m_markets.book(coin);
    auto cap = guard::flattenCap(side, instrument->grid, book.get(), m_markets.context(coin));
    if (const model::Position *held = m_account.account().position(coin); !cap && held != nullptr) {
        // The account's own frame values the position at the mark.
        market::AssetCtx context;
        const auto mark =
            Decimal::div(held->positionValue.abs(), toDecimal(held->szi, held->grid).abs(), 8,
                         Rounding::HalfEven);
        if (mark && !mark->isZero())
            context.mark = *mark;
        cap = guard::flattenCap(side, instrument->grid, nullptr, &context);
    }
    if (!cap)
        return std::nullopt;
    if (cap->isFromMark)
        notice(NoticeLevel::Warning,
               "The book of " + coin + " is not live: its position is closed with the cap " +
                   pxText(cap->px, instrument->grid) + ", taken from the mark price.",
               "order", "flatten-" + coin);
    return cap->px;
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
    if (m_dispatcher)
        endLane(m_dispatcher.get(), "Another signer took its place.");
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

/// What a lane had begun ends with it: no order waits for an answer that nobody hears, and what
/// left without one is looked up and closed in the journal without its key. Told in a moment, when
/// the routes are those of the next signer.
void EngineCore::endLane(trading::Dispatcher *lane, const std::string &why)
{
    m_sender.forget(lane);
    auto ends = lane->endAll(why);
    m_sender.keep(lane->takeOpen());
    if (ends.empty())
        return;
    m_parts.timers.after(std::chrono::milliseconds{0}, [ends = std::move(ends), alive = m_isAlive] {
        for (const trading::Dispatcher::End &end : ends)
            if (*alive)
                end.done(end.result);
    });
}

/// The local signer may not sign any more; what is on its way is followed to its end by looking.
void EngineCore::dropLocalSigner()
{
    m_isLocked = false; // there is nothing to unlock any more
    m_hasNoSigner = true;
    if (m_dispatcher)
        endLane(m_dispatcher.get(), "Its signer may not sign any more.");
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
    if (mayTrade())
        noteSettings();
    m_sink.signerChanged(signerStatus());
}

bool EngineCore::mayTrade() const
{
    return m_sender.mayEnter() || m_sender.mayExit();
}

} // namespace hl::engine

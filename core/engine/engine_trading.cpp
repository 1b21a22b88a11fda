// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/engine_core.h"
#include "guard/collateral.h"

#include <algorithm>
#include <utility>

/// The trading side of EngineCore: signer, desk, validation, orders to the window.
namespace hl::engine {

using namespace std::chrono_literals;
using model::OrderKey;
using session::WsState;
using trading::OrderDesk;

void EngineCore::startSigner()
{
    m_device->start();
    if (!m_parts.makeSigner) {
        m_sink.signerChanged(signerStatus());
        return;
    }
    m_parts.makeSigner(
        [this, alive = m_isAlive](Result<std::unique_ptr<trading::SignerPort>> port) {
            if (*alive)
                signerMade(std::move(port));
        });
}

void EngineCore::signerMade(Result<std::unique_ptr<trading::SignerPort>> port)
{
    if (!port) {
        notice(NoticeLevel::Error,
               "There is no signer, this session only watches: " + port.error().sentence(),
               "signer");
        m_hasNoSigner = true;
        recoverIntents();
        m_sink.signerChanged(signerStatus());
        return;
    }
    m_signer = std::move(*port);
    if (!m_config.agentOf)
        return settleSigner();
    askRole(m_signer->address(), [this](const venue::UserRole &role) {
        if (role.role == "agent" && role.master == m_config.agentOf)
            settleSigner();
        else
            letAgentGo();
    });
}

void EngineCore::settleSigner()
{
    settleAccount(m_signer->address(), [this](const Status &settled) {
        if (settled)
            accountSettled();
        else
            watchOnly(settled.error().detail);
    });
}

/// Asks until it is answered: before that nobody may sign.
void EngineCore::askRole(const Address &of, std::function<void(const venue::UserRole &)> then)
{
    m_info.request(
        codec::Object{{"type", "userRole"}, {"user", of.toString()}},
        [this, of, then = std::move(then), alive = m_isAlive](const Result<std::string> &body) {
            if (!*alive)
                return;
            const auto role =
                body ? m_infoDecoder.userRole(*body) : Result<venue::UserRole>(fail(body.error()));
            if (role)
                then(*role);
            else // each question by a timer of its own: two signers may be asked about at once
                m_parts.timers.after(2s, [this, of, then, alive] {
                    if (*alive)
                        askRole(of, then);
                });
        });
}

/// The account that is shown must be the one that is traded (cases.md B46, B50): an agent's is its
/// master's, a sub-account is named in every request, anything else is only watched.
void EngineCore::settleAccount(const Address &signer, std::function<void(Status)> done)
{
    askRole(signer, [this, signer, done = std::move(done)](const venue::UserRole &role) {
        const bool isAgent = role.role == "agent" && role.master;
        const Address own = isAgent ? *role.master : signer;
        if (isAgent)
            m_device->agentIs(signer, own);
        const Address wanted = m_config.account.value_or(m_config.vault.value_or(own));
        if (m_config.vault && *m_config.vault != wanted)
            return done(fail(ErrorKind::Validation, "the account " + wanted.shortened() +
                                                        " is not the vault " +
                                                        m_config.vault->shortened()));
        m_config.account = wanted;
        if (wanted == own || m_config.vault)
            return done({});
        askRole(wanted, [this, signer, own, wanted, done](const venue::UserRole &of) {
            if (of.role != "subAccount" || of.master != own)
                return done(fail(ErrorKind::Validation,
                                 wanted.shortened() + " is neither the account of the signer " +
                                     signer.shortened() + " nor its sub-account"));
            m_config.vault = wanted;
            done({});
        });
    });
}

/// It has expired or was replaced since: the device goes on without it.
void EngineCore::letAgentGo()
{
    notice(NoticeLevel::Warning,
           "The agent " + m_signer->address().shortened() + " of an earlier session signs for " +
               m_config.agentOf->shortened() +
               " no longer: it has expired or was replaced. Approve a new one on the device.",
           "signer");
    m_signer.reset();
    m_isLocked = false; // there is nothing to unlock any more
    m_hasNoSigner = true;
    m_config.signerKind = SignerKind::None;
    m_device->localLaneChanged();
    recoverIntents();
}

void EngineCore::watchOnly(const std::string &why)
{
    m_signer.reset();
    m_isLocked = false;
    notice(NoticeLevel::Error, "Orders cannot be signed, this session only watches: " + why + ".",
           "signer");
    m_sink.signerChanged(signerStatus());
    m_hasNoSigner = true;
    startAccount();
    recoverIntents();
}

void EngineCore::accountSettled()
{
    m_parts.openNonces(m_signer->address(),
                       [this, alive = m_isAlive](Result<std::unique_ptr<trading::NonceStore>> s) {
                           if (*alive)
                               noncesOpened(std::move(s));
                       });
}

void EngineCore::noncesOpened(Result<std::unique_ptr<trading::NonceStore>> store)
{
    if (!store) {
        m_signer.reset();
        notice(NoticeLevel::Error,
               "Orders cannot be signed, this session only watches: " + store.error().sentence(),
               "signer");
        m_sink.signerChanged(signerStatus());
        m_hasNoSigner = true;
        recoverIntents();
        return;
    }
    SignerLane lane = makeLane(*m_signer, std::move(*store));
    adoptLane(std::move(m_signer), std::move(lane));
    startAccount();
    recoverIntents();
}

SignerLane EngineCore::makeLane(trading::SignerPort &signer,
                                std::unique_ptr<trading::NonceStore> nonces)
{
    SignerLane lane;
    lane.nonces = std::move(nonces);
    lane.transport = std::make_unique<WireTransport>(*m_session, m_exchange, signer.address(), 100,
                                                     m_config.exitReservePosts);
    lane.transport->setObserver({[this](std::size_t items) { m_watch.actionSent(items); },
                                 [this](const trading::WireAnswer &answer) {
                                     m_watch.requestEnded(answer.answered && answer.status < 500);
                                     m_watch.actionRefused(
                                         std::string_view(answer.body).substr(0, 4096));
                                 },
                                 [this] { m_desk->reconnected(); }});
    lane.dispatcher = std::make_unique<trading::Dispatcher>(
        m_clock, m_parts.timers, *lane.nonces, signer, *lane.transport,
        m_journal ? &m_journal->log() : nullptr);
    lane.dispatcher->dateBy(m_venueClock);
    return lane;
}

void EngineCore::startAccount()
{
    if (m_account.isStarted() || !m_instruments)
        return;
    if (m_config.account)
        m_account.start(*m_config.account, m_streams);
    else if (m_signer && m_dispatcher)
        m_account.start(m_config.vault.value_or(m_signer->address()), m_streams);
    else
        return;
    if (mayTrade())
        m_watch.followBudget(m_account.account().user());
    m_sink.signerChanged(signerStatus());
    recoverIntents();
}

void EngineCore::makeDesk()
{
    OrderDesk::Config config;
    config.envelope = {m_config.endpoints.isMainnet, m_config.vault};
    if (m_config.device) {
        config.deviceTakes = std::clamp(m_config.device->takes, 15s, 600s);
        config.deviceRests = std::clamp(m_config.device->rests, 15s, 600s);
    }
    m_desk =
        std::make_unique<OrderDesk>(config, m_clock, m_parts.timers, m_orders,
                                    m_deskMaySend ? &m_sender : nullptr, m_venueClock, deskHooks());
}

OrderDesk::Hooks EngineCore::deskHooks()
{
    OrderDesk::Hooks hooks;
    hooks.context = [this](const std::string &coin) { return validationContext(coin); };
    hooks.entryHold = [this] { return entryHold(); };
    hooks.guard = [this](const model::OrderTicket &ticket, bool isNew) {
        return guardRefusal(ticket, isNew);
    };
    hooks.newCloid = m_parts.newCloid;
    hooks.closeCap = [this](const std::string &coin, model::Side side) {
        return flattenCap(coin, side);
    };
    hooks.finished = [this](RequestId request, std::optional<OrderKey> key, const Status &status) {
        // The order's new state first, then the answer to the command.
        flushOrders();
        CommandResult result;
        result.request = request;
        result.order = key;
        result.ok = status.has_value();
        if (!status)
            result.error = status.error();
        m_sink.commandFinished(result);
    };
    hooks.notice = [this](OrderDesk::Tone tone, const std::string &text, OrderKey key) {
        const NoticeLevel level = tone == OrderDesk::Tone::Info      ? NoticeLevel::Info
                                  : tone == OrderDesk::Tone::Warning ? NoticeLevel::Warning
                                                                     : NoticeLevel::Error;
        notice(level, text, "order", std::to_string(key));
    };
    hooks.stages = [this](OrderKey key, const trading::OrderStages &stages) {
        m_sink.latencyMeasured({key, stages.command, stages.validated, stages.signedAt, stages.wire,
                                stages.answered, stages.firstFill});
    };
    hooks.lookUp = [this](OrderKey key, std::function<void(trading::Lookup)> done) {
        m_account.lookUp(key, std::move(done));
    };
    hooks.askLeverage = [this](const std::string &coin, auto done) {
        m_account.askLeverage(coin, std::move(done));
    };
    hooks.twaps = [this] { return m_account.account().twaps().all(); };
    return hooks;
}

model::ValidationContext EngineCore::validationContext(const std::string &coin)
{
    model::ValidationContext context;
    context.instrument = m_registry.find(coin);
    m_judgedBook = m_markets.book(coin);
    context.book = m_judgedBook.get();
    if (const market::AssetCtx *asset = m_markets.context(coin))
        context.mark = asset->mark;
    context.position = m_account.account().position(coin);
    context.isAccountKnown = m_account.isKnown();
    context.isPositionLate = m_account.isPositionLate(coin);
    if (context.instrument != nullptr)
        context.freeBase = guard::freeBaseOf(m_account.account().state(), *context.instrument);
    // Entries are held by the lock itself (entryHold).
    context.canTrade = mayTrade() && (!isLockedOut() || m_sender.isDevice(true));
    const VenueHealth &health = m_watch.health();
    context.entryBlock = health.entryBlock;
    context.entryAsk = health.entryAsk;
    context.isPostOnlyVenue = health.isPostOnly;
    return context;
}

void EngineCore::setLocked(bool isLocked)
{
    const CommandScope scope(m_parts.tap, "lock", isLocked);
    m_isLocked = isLocked;
    m_isNewKeyLocked = m_isNewKeyLocked || isLocked;
    noteSettings();
    // Exits go by the device, where there is one, as long as it lasts (rule zero).
    if (m_device->isUsed())
        m_device->localLaneChanged();
    else
        m_sink.signerChanged(signerStatus());
}

std::optional<std::string> EngineCore::entryHold() const
{
    if (isLockedOut())
        return "Locked: unlock to trade.";
    if (m_link != WsState::Open)
        return "Not connected: entries wait until the connection is back.";
    if (!m_account.isKnown())
        return "The account is being read: entries wait until it is known.";
    if (const std::string why = m_account.unreadable(); !why.empty())
        return why;
    if (m_journal)
        return m_journal->entryHold();
    return {};
}

std::optional<std::string> EngineCore::guardRefusal(const model::OrderTicket &ticket, bool isNew)
{
    if (!m_guard.isOn() || !m_account.isKnown())
        return {};
    EntryGuard::Around around{m_markets.context(ticket.coin), m_account.state(), {}};
    for (const OrderKey key : m_orders.unsettled())
        if (const model::Order *order = m_orders.find(key))
            around.orders.push_back(order);
    auto why = m_guard.refusal(ticket, validationContext(ticket.coin), around);
    if (!why && isNew)
        m_guard.noteEntry(ticket);
    return why;
}

VenueWatch::Hooks EngineCore::watchHooks()
{
    return {[this](Notice n) { m_sink.noticeRaised(n); },
            [this](TimeMs time, std::int64_t receivedNs) { m_venueClock.note(time, receivedNs); },
            [this] {
                if (m_desk)
                    m_desk->outageBegan();
            },
            [this] {
                // The connection may have lived through it, and what was said is lost.
                m_account.connectionLost();
                m_account.reload();
            }};
}

void EngineCore::placeOrder(RequestId request, const model::OrderTicket &ticket)
{
    const CommandScope scope(m_parts.tap, "place", request, ticket);
    m_desk->place(request, ticket);
}

void EngineCore::cancelOrders(RequestId request, const std::vector<OrderKey> &orders)
{
    const CommandScope scope(m_parts.tap, "cancel", request, orders);
    m_desk->cancel(request, orders);
}

void EngineCore::modifyOrder(RequestId request, OrderKey order, std::optional<Px> px,
                             std::optional<Sz> sz)
{
    const CommandScope scope(m_parts.tap, "modify", request, order, px, sz);
    m_desk->modify(request, order, px, sz);
}

void EngineCore::setLeverage(RequestId request, const std::string &coin, int leverage, bool isCross)
{
    const CommandScope scope(m_parts.tap, "leverage", request, coin, leverage, isCross);
    if (const auto why = m_guard.leverageRefusal(leverage)) {
        CommandResult result;
        result.request = request;
        result.error = Error{ErrorKind::Validation, *why, "leverage"};
        m_sink.commandFinished(result);
        return;
    }
    m_desk->setLeverage(request, coin, leverage, isCross);
}

void EngineCore::scheduleFlush()
{
    if (std::exchange(m_isFlushDue, true))
        return;
    m_parts.timers.after(0ms, [this, alive = m_isAlive] {
        if (*alive && m_isFlushDue)
            flushOrders();
    });
}

void EngineCore::flushOrders()
{
    m_isFlushDue = false;
    const bool isMerged = m_orders.takeMerged();
    std::vector<model::Order> changed = m_orders.takeChanged();
    if (changed.empty() && !isMerged)
        return;
    if (m_desk)
        m_desk->ordersMoved(changed);
    if (m_journal)
        m_journal->orders(changed);
    if (isMerged)
        m_sink.ordersChanged(m_orders.all(), true);
    else
        m_sink.ordersChanged(std::move(changed), false);
}

SignerStatus EngineCore::signerStatus() const
{
    SignerStatus status;
    if (m_dispatcher) {
        status.kind =
            m_config.signerKind == SignerKind::None ? SignerKind::LocalKey : m_config.signerKind;
        status.name = m_config.signerName;
        status.signer = m_signer->address();
        status.validUntil = m_config.signerValidUntil;
        status.waiting = static_cast<int>(m_dispatcher->waiting());
        status.hasLocalKey = true;
    }
    if (const auto device = m_device->signer();
        device && m_device->mode() != TradeMode::AgentTrades) {
        // Entries are what the device signs, and by them it is named.
        status.kind = m_device->isEmulator() ? SignerKind::Emulator : SignerKind::Ledger;
        status.name = "Ledger";
        status.signer = *device;
        status.validUntil.reset();
    }
    status.waiting += m_device->waiting();
    status.isLocked = m_isLocked;
    status.account = m_account.isStarted() ? m_account.account().user()
                                           : m_config.account.value_or(status.signer);
    return status;
}

} // namespace hl::engine

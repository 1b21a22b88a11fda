// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/engine_core.h"
#include "engine/session_words.h"
#include "trading/action_encoding.h"

#include <algorithm>
#include <utility>
#include <variant>

/// The journal of EngineCore, and what an earlier process may have sent: nothing new is entered
/// before it is known what became of the old.
namespace hl::engine {

using model::OrderKey;
using model::OrderPhase;
using trading::IntentRecovery;
using trading::Lookup;
using trading::OpenIntent;
using trading::OrderEvent;

namespace {

/// The ticket an order object was made from; nothing where its figures are off this market's grid.
std::optional<model::OrderTicket> ticketOf(const actions::OrderWire &wire,
                                           const market::Instrument &instrument)
{
    const auto px = parsePx(wire.p.text, instrument.grid);
    const auto sz = parseSz(wire.s.text, instrument.grid);
    if (!px || !sz || !wire.c)
        return {};
    model::OrderTicket ticket;
    ticket.coin = instrument.coin;
    ticket.side = wire.b ? model::Side::Buy : model::Side::Sell;
    ticket.px = *px;
    ticket.sz = *sz;
    ticket.reduceOnly = wire.r;
    ticket.cloid = wire.c;
    if (const auto *limit = std::get_if<actions::Limit>(&wire.t.kind)) {
        ticket.tif = limit->tif == actions::Tif::Alo   ? model::Tif::Alo
                     : limit->tif == actions::Tif::Gtc ? model::Tif::Gtc
                                                       : model::Tif::Ioc;
        return ticket;
    }
    const auto &trigger = std::get<actions::Trigger>(wire.t.kind);
    const auto triggerPx = parsePx(trigger.triggerPx.text, instrument.grid);
    if (!triggerPx)
        return {};
    ticket.kind = model::OrderKind::Trigger;
    ticket.trigger =
        model::TriggerSpec{*triggerPx, trigger.isMarket,
                           trigger.tpsl == actions::TpSl::Tp ? model::TpSl::Tp : model::TpSl::Sl};
    return ticket;
}

} // namespace

void EngineCore::startJournal()
{
    if (!m_parts.openJournal) {
        startSigner();
        return;
    }
    m_journal = std::make_unique<SessionJournal>(
        m_clock, m_parts.timers, m_sink, m_parts.journalNetwork, std::move(m_parts.openJournal),
        std::move(m_parts.checkJournal));
    // Nobody can sign before it is known whether it can be written down.
    m_journal->start([this] { startSigner(); }, [this] { recoverIntents(); });
}

/// What explains a request years later beside the request: who signs, how long it is good, the
/// limits it was held against.
void EngineCore::noteSettings()
{
    if (!m_journal)
        return;
    const SignerStatus signer = signerStatus();
    codec::Object settings{{"network", m_parts.journalNetwork},
                           {"signer", signer.signer.toString()},
                           {"signerKind", static_cast<std::uint64_t>(signer.kind)},
                           {"signerName", signer.name},
                           {"locked", signer.isLocked},
                           {"tradeMode", static_cast<std::uint64_t>(m_device->mode())},
                           {"exitReserve", m_config.exitReservePosts}};
    if (m_dispatcher && m_device->isUsed())
        settings.emplace_back("agent", m_signer->address().toString());
    if (signer.validUntil)
        settings.emplace_back("validUntil", *signer.validUntil);
    if (m_config.vault)
        settings.emplace_back("vault", m_config.vault->toString());
    if (m_config.device) {
        settings.emplace_back("deviceTakesS", std::int64_t{m_config.device->takes.count()});
        settings.emplace_back("deviceRestsS", std::int64_t{m_config.device->rests.count()});
    }
    settings.emplace_back("guard", m_config.guard.has_value());
    if (m_config.guard)
        for (auto &[name, value] : limitWords(*m_config.guard))
            settings.emplace_back("guard." + name, std::move(value));
    m_journal->setSettings(std::move(settings));
}

void EngineCore::verifyJournal()
{
    const CommandScope scope(m_parts.tap, "verify");
    if (m_journal)
        m_journal->check();
}

/// As soon as the account is known; entries are held from the start until the last one is resolved.
void EngineCore::recoverIntents()
{
    const bool isWaitingForSigner = m_parts.makeSigner && !m_dispatcher && !m_hasNoSigner;
    if (!m_journal || m_recovery || !m_account.isStarted() || isWaitingForSigner)
        return;
    const Address user = m_account.account().user();
    m_journal->log().setSession(m_parts.journalNetwork, user.toString());
    trading::OpenIntents left = m_journal->takeUnresolved();
    if (left.count() == 0)
        return;
    if (left.unreadable)
        notice(NoticeLevel::Error, *left.unreadable, "journal", "unreadable");
    for (const OpenIntent &intent : left.practice)
        m_journal->close(intent.intent, intent.nonce, "The practice venue ended with its program.");
    std::vector<OpenIntent> open;
    std::size_t foreign = left.elsewhere.size();
    for (OpenIntent &intent : left.here) {
        const bool isOurs = m_dispatcher && m_signer->address() == intent.signer;
        const bool isForUser = intent.vault     ? *intent.vault == user
                               : intent.account ? *intent.account == user
                                                : isOurs && !m_config.vault;
        intent.mayLookUp = isForUser;
        if (isForUser)
            showRecovered(intent);
        if (isForUser && m_money->recover(intent, m_journal->earlierMoney()))
            continue;
        if (isForUser || isOurs)
            open.push_back(std::move(intent));
        else
            ++foreign;
    }
    if (foreign > 0)
        notice(NoticeLevel::Warning,
               "The journal has " + std::to_string(foreign) +
                   " request(s) of another account or network whose outcome is open; they are "
                   "looked up when that one is used again.",
               "journal", "foreign");
    m_recovery = std::make_unique<IntentRecovery>(m_clock, m_parts.timers, m_venueClock,
                                                  std::move(open), recoveryHooks());
    tellUnresolved();
    m_recovery->start();
}

void EngineCore::tellUnresolved()
{
    const std::size_t orders = m_recovery ? m_recovery->left() : 0;
    m_journal->setUnresolved(orders + m_money->recovering(),
                             m_recovery ? m_recovery->holding() : 0);
}

/// Its orders, as Unknown rows until it is found out.
void EngineCore::showRecovered(OpenIntent &intent)
{
    const auto *action = intent.action.as<actions::Order>();
    if (action == nullptr)
        return;
    std::vector<OrderKey> &keys = m_recovered[intent.intent];
    for (const actions::OrderWire &wire : action->orders) {
        const market::Instrument *instrument =
            m_registry.findAsset(static_cast<std::uint32_t>(wire.a));
        const auto ticket = instrument == nullptr ? std::nullopt : ticketOf(wire, *instrument);
        if (!ticket)
            continue;
        if (const model::Order *known = m_orders.findByCloid(*ticket->cloid)) {
            keys.push_back(known->key);
            continue;
        }
        const OrderKey key = m_orders.add(*ticket, instrument->grid, intent.time);
        for (const OrderEvent event :
             {OrderEvent::Validated, OrderEvent::Signed, OrderEvent::Written})
            m_orders.apply(key, event, intent.time);
        m_orders.apply(key, OrderEvent::AnswerLost, m_clock.wallMs(),
                       "Recorded by the last session, which ended before its outcome was known.");
        keys.push_back(key);
    }
    if (keys.empty())
        intent.mayLookUp = false;
}

IntentRecovery::Hooks EngineCore::recoveryHooks()
{
    IntentRecovery::Hooks hooks;
    hooks.lookUp = [this](const OpenIntent &intent, auto done) {
        lookUpRecovered(m_recovered[intent.intent], Lookup::Silent, std::move(done));
    };
    const bool isDevice =
        m_config.signerKind == SignerKind::Ledger || m_config.signerKind == SignerKind::Emulator;
    if (m_dispatcher && !isDevice)
        hooks.spend = [this](const OpenIntent &intent, auto done) {
            if (!m_dispatcher || m_signer->address() != intent.signer)
                return done(trading::Reconciler::Spent::Failed);
            trading::ActionRequest request;
            request.encode = trading::encoderOf(
                actions::Noop{}, {m_config.endpoints.isMainnet, m_config.vault}, std::nullopt);
            request.isExit = true;
            request.signWithin = std::chrono::seconds{5};
            m_dispatcher->spend(
                intent.nonce, std::move(request),
                [done = std::move(done), alive = m_isAlive](const trading::DispatchResult &result) {
                    if (*alive)
                        done(trading::spentBy(result));
                });
        };
    hooks.maySpend = [this](const OpenIntent &intent) {
        return m_dispatcher && m_signer->address() == intent.signer;
    };
    hooks.resolved = [this](const OpenIntent &intent, IntentRecovery::Fate,
                            const std::string &words) {
        for (const OrderKey key : m_recovered[intent.intent]) {
            // Neither the venue's record nor a later chance: it is not there and will not be.
            if (const model::Order *order = m_orders.find(key);
                order != nullptr && order->phase == OrderPhase::Unknown)
                m_orders.apply(key, OrderEvent::ProvenDead, m_clock.wallMs(), words);
        }
        m_recovered.erase(intent.intent);
        m_journal->close(intent.intent, intent.nonce, words);
        tellUnresolved();
        notice(NoticeLevel::Info, "A request of the last session: " + words, "journal",
               std::to_string(intent.intent));
    };
    hooks.finished = [this] { tellUnresolved(); };
    return hooks;
}

/// All of a request's orders, one after the other.
void EngineCore::lookUpRecovered(std::vector<OrderKey> keys, Lookup found,
                                 std::function<void(Lookup, std::string)> done)
{
    if (keys.empty()) {
        done(found, "The venue has it; the orders show what became of it.");
        return;
    }
    const OrderKey key = keys.back();
    keys.pop_back();
    m_account.lookUp(key, [this, keys = std::move(keys), found, done = std::move(done),
                           alive = m_isAlive](Lookup lookup) {
        if (!*alive)
            return;
        if (lookup == Lookup::Failed)
            return done(Lookup::Failed, {});
        lookUpRecovered(keys, lookup == Lookup::Found ? lookup : found, done);
    });
}

} // namespace hl::engine

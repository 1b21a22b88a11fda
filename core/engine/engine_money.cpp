// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/engine.h"
#include "engine/engine_core.h"
#include "guard/collateral.h"

#include <utility>

/// Who signs what moves money, and the window's commands about it.
namespace hl::engine {

namespace {

tl::unexpected<Error> nobody(const char *why)
{
    return fail(ErrorKind::Validation, why, "signer");
}

} // namespace

/// An agent cannot withdraw or send (D2): the account's own key does, or the device that has it.
Result<MoneyDesk::Sender> EngineCore::moneySender()
{
    if (m_link != session::WsState::Open)
        return nobody("Not connected: nothing is signed that cannot be sent at once.");
    if (m_config.vault)
        return nobody("This session trades for a sub-account; its money moves in a session of the "
                      "account that owns it.");
    if (m_device->isUsed()) {
        if (m_device->queue() == nullptr || m_device->signer() != m_account.account().user())
            return nobody("The device has not told its account yet.");
        return MoneyDesk::Sender{m_device->queue(), true};
    }
    if (!m_dispatcher)
        return nobody("This session only watches; money moves with the account's own key.");
    if (m_signer->address() != m_account.account().user())
        return nobody("An agent cannot withdraw or send: only the account's own key or its device "
                      "can sign this.");
    if (m_isLocked)
        return nobody("Locked: unlock to move money.");
    return MoneyDesk::Sender{m_dispatcher.get(), false};
}

std::unique_ptr<MoneyDesk> EngineCore::makeMoneyDesk()
{
    MoneyDesk::Hooks hooks;
    hooks.sender = [this] { return moneySender(); };
    hooks.envelope = [this] {
        return trading::Envelope{m_config.endpoints.isMainnet, m_config.vault};
    };
    hooks.account = [this] { return m_account.account().state(); };
    hooks.finished = [this](RequestId request, const Status &status) {
        CommandResult result;
        result.request = request;
        result.ok = status.has_value();
        if (!status)
            result.error = status.error();
        m_sink.commandFinished(result);
    };
    hooks.moved = [this] {
        m_account.reload();
        if (m_history)
            m_history->hurry();
    };
    hooks.agents = [this](AgentList list) {
        // With a device its desk lists them, and knows which were made here.
        if (m_device->isUsed())
            return;
        for (AgentSlot &slot : list.slots)
            slot.isTrading = m_signer && m_signer->address() == slot.address;
        if (!m_parts.keys.list)
            return m_sink.agentsChanged(list);
        m_parts.keys.list([this, list, alive = m_isAlive](const std::vector<OwnKey> &keys) mutable {
            if (!*alive)
                return;
            for (AgentSlot &slot : list.slots)
                for (const OwnKey &key : keys)
                    if (key.address == slot.address) {
                        slot.isMadeHere = true;
                        slot.madeAt = key.createdMs;
                    }
            m_sink.agentsChanged(list);
        });
    };
    hooks.chosen = m_parts.chosen;
    hooks.tokenPx = [this](const std::string &token) {
        return guard::tokenPx(m_registry.instruments(), token,
                              [this](const std::string &coin) -> std::optional<Decimal> {
                                  const market::AssetCtx *context = m_markets.context(coin);
                                  return context != nullptr ? context->mark : std::nullopt;
                              });
    };
    hooks.foundOut = [this](const Address &signer, Nonce nonce, const std::string &words) {
        m_sender.foundOut(signer, nonce, words);
        // It signs what moves money also where an agent trades.
        if (m_device->queue() != nullptr)
            m_device->queue()->foundOut(signer, nonce, words);
    };
    hooks.recovered = [this](IntentId intent, Nonce nonce, const std::string &words) {
        m_journal->close(intent, nonce, words);
        tellUnresolved();
        notice(NoticeLevel::Info, "A request of the last session: " + words, "journal",
               std::to_string(intent));
    };
    return std::make_unique<MoneyDesk>(m_clock, m_parts.timers, m_venueClock, m_info, m_infoDecoder,
                                       m_sink, std::move(hooks));
}

void EngineCore::readMoneyFacts(RequestId request, const std::optional<Address> &destination)
{
    const CommandScope scope(m_parts.tap, "moneyFacts", request,
                             destination ? destination->toString() : std::string());
    if (!m_account.isStarted()) {
        MoneyFactsRead read;
        read.request = request;
        read.problem = "The account has not been read yet.";
        m_sink.moneyFactsRead(read);
        return;
    }
    m_money->readFacts(request, destination);
}

void EngineCore::moveMoney(RequestId request, const model::MoneyOrder &order)
{
    const CommandScope scope(m_parts.tap, "money", request, order);
    m_money->move(request, order);
}

void Engine::readMoneyFacts(RequestId request, const std::optional<Address> &destination)
{
    onCore([request, destination](EngineCore &core) { core.readMoneyFacts(request, destination); });
}

void Engine::moveMoney(RequestId request, const model::MoneyOrder &order)
{
    onCore([request, order](EngineCore &core) { core.moveMoney(request, order); });
}

} // namespace hl::engine

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "engine/api/review.h"
#include "engine/event_sink.h"
#include "guard/money.h"
#include "trading/action_encoding.h"
#include "trading/action_sender.h"
#include "trading/intent_rows.h"
#include "trading/venue_clock.h"
#include "venue/hyperliquid/info_decoder.h"
#include "venue/session/info_client.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hl::engine {

/// Money that leaves or moves (interaction.md G19, G20): looked up, judged by guard::judgeMoney as
/// the window does, signed by the account's own key or its device, sent at once or wiped (D18). One
/// whose answer was lost is looked for in the account's ledger and never sent again; a local key
/// spends its nonce, after which it cannot arrive any more. Engine thread.
class MoneyDesk
{
public:
    /// Equal movements closer to each other than this are not told apart by their figures.
    static constexpr TimeMs kMoneyTwinMs = 600'000;

    struct Sender
    {
        trading::ActionSender *sender = nullptr;
        bool isDevice = false;
    };
    struct Hooks
    {
        /// The account's own key, never an agent's; a sentence where there is none at the moment.
        std::function<Result<Sender>()> sender;
        std::function<trading::Envelope()> envelope;
        std::function<model::AccountState()> account;
        std::function<void(RequestId, const Status &)> finished;
        /// The account is read again.
        std::function<void()> moved;
        /// Of a session without a device, whose agents nobody else lists.
        std::function<void(const AgentList &)> agents;
        std::function<Address(const Address &)> chosen; ///< of EngineParts; may be empty
        /// Closes in the journal what was Unknown; `signer` is whose nonce it is.
        std::function<void(const Address &signer, Nonce, const std::string &words)> foundOut;
        /// The same of what recover() was given; recovering() counts it no longer.
        std::function<void(IntentId, Nonce, const std::string &words)> recovered;
        /// What one of a token is worth in USDC; none: not known. May be empty.
        std::function<std::optional<Decimal>(const std::string &token)> tokenPx = {};
    };

    MoneyDesk(const Clock &clock, TimerService &timers, const trading::VenueClock &venueClock,
              session::InfoClient &info, venue::InfoDecoder &decoder, EventSink &sink, Hooks hooks);
    ~MoneyDesk();
    MoneyDesk(const MoneyDesk &) = delete;
    MoneyDesk &operator=(const MoneyDesk &) = delete;

    void readFacts(RequestId request, const std::optional<Address> &destination);
    void move(RequestId request, const model::MoneyOrder &order);
    /// A movement of an earlier session without an end: Unknown, its twin held, and found out as
    /// one of this session is. `earlier`: movements that have one, for telling equal rows apart.
    /// False: it moves no money.
    bool recover(const trading::OpenIntent &intent,
                 const std::vector<trading::OpenIntent> &earlier);
    /// Of them, those that are still Unknown.
    std::size_t recovering() const;
    /// Connected again: what is Unknown is looked for at once.
    void reconnected();
    void sendState() const;

private:
    struct Entry
    {
        MoneyProgress progress;
        std::vector<model::Counterparty> book;
        model::MoneyFacts facts;
        std::set<std::string> rowsBefore; ///< of the ledger: none of these is it
        std::string wireToken;
        std::optional<std::int64_t> signedMonoMs;
        int tries = 0;
        /// Its nonce was used: the venue has had it, and took or refused it.
        std::optional<std::int64_t> usedMonoMs = {}; ///< known since then
        std::int64_t askedMonoMs = 0;                ///< when the record was asked last
        TimerService::Handle timer = 0;
        Address signer = {};    ///< whose nonce it is
        IntentId recovered = 0; ///< of an earlier session's journal
        std::optional<TimeMs> expiresAfter = {};
        std::size_t twinsBefore = 0; ///< of earlier sessions, which may have made equal rows
        bool wasHopeless = false;    ///< when the record was asked last
        bool isOver = false;         ///< nothing more is found out

        bool isOpen() const { return !isEnded(progress.state) && !isOver; }
        bool isSought() const { return progress.state == MoneyState::Unknown && !isOver; }
    };
    struct Found
    {
        model::MoneyFacts facts;
        std::set<std::string> rows; ///< of the ledger, by keyOf()
    };
    using FactsDone = std::function<void(Result<Found>)>;
    struct Gathering;

    // money_facts.cpp
    void gather(const std::optional<Address> &destination, FactsDone done);
    void ask(const std::shared_ptr<Gathering> &job, codec::Value payload,
             std::function<Status(const std::string &)> use);
    void askLedger(TimeMs from, std::function<void(Result<std::vector<venue::LedgerEntry>>)> done);
    void ledgerPage(const std::shared_ptr<Gathering> &job, TimeMs from, int pages);

    void checked(std::uint64_t id, Result<Found> found);
    void tokenKnown(std::uint64_t id);
    void submit(std::uint64_t id);
    void answered(std::uint64_t id, const trading::DispatchResult &result);
    void lookFor(std::uint64_t id);
    /// True: it landed. An error: not known this time.
    void lookedAt(std::uint64_t id, const Result<bool> &hasLanded);
    bool isShown(const Entry &entry, const std::vector<venue::LedgerEntry> &rows) const;
    /// This session has done the same within minutes.
    bool hasEqualBefore(const Entry &entry) const;
    void lookForApproval(std::uint64_t id);
    void spend(std::uint64_t id);
    void again(std::uint64_t id);
    bool isHopeless(const Entry &entry) const;
    bool isSilenceProof(const Entry &entry) const;
    void over(Entry &entry);
    void dead(Entry &entry, const std::string &words);
    void tellFound(Entry &entry, const std::string &words);
    std::optional<std::string> twinHold(const Entry &entry) const;
    void forgetOld();
    void step(Entry &entry, MoneyState state, std::string sentence);
    void end(Entry &entry, MoneyState state, const std::string &sentence);
    std::optional<std::string> refusal(const Entry &entry) const;
    std::optional<Decimal> tokenPx(const model::MoneyOrder &order) const;
    static std::string keyOf(const venue::LedgerEntry &row)
    {
        return row.hash + ':' + std::to_string(row.time);
    }
    Entry *find(std::uint64_t id);

    const Clock &m_clock;
    TimerService &m_timers;
    const trading::VenueClock &m_venueClock;
    session::InfoClient &m_info;
    venue::InfoDecoder &m_decoder;
    EventSink &m_sink;
    Hooks m_hooks;
    std::uint64_t m_last = 0;
    std::map<std::uint64_t, Entry> m_entries; ///< of this session, and open ones of earlier
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::engine

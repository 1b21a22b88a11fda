// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/value.h"
#include "engine/money_desk.h"
#include "engine/money_p.h"
#include "trading/money_match.h"

#include <algorithm>
#include <utility>

/// What the venue says of a destination and of this account's money, in one gathering.
namespace hl::engine {

using codec::Object;
using codec::Value;
using model::MoneyFacts;

namespace {

/// So far back a destination is remembered by the venue's own ledger.
constexpr TimeMs kLookBack = 90 * kMoneyDay;
constexpr std::size_t kPage = 500; ///< protocol/info.md: rows of one answer
/// So many of the older ones; what is missing of them is asked about as new. The last day is read
/// whole, for of it a sum is made (G20), or the gathering fails.
constexpr int kMostPages = 6;
constexpr int kMostDayPages = 20;

std::optional<Address> addressOf(const Value &delta, std::string_view name)
{
    const auto text = delta.string(name);
    const auto address = text ? Address::parse(*text) : Result<Address>(fail(text.error()));
    return address ? std::optional(*address) : std::nullopt;
}

void noteSent(MoneyFacts &facts, const Address &to, TimeMs time)
{
    const auto known = std::ranges::find(facts.counterparties, to, &model::Counterparty::address);
    if (known == facts.counterparties.end()) {
        facts.counterparties.push_back({to, time, time});
        return;
    }
    known->first = std::min(known->first, time);
    known->last = std::max(known->last, time);
}

/// Deltas of userNonFundingLedgerUpdates that took money away (protocol/info.md 4).
void note(MoneyFacts &facts, const Address &own, const venue::LedgerEntry &entry)
{
    const auto delta = codec::parseJson(entry.deltaJson);
    if (!delta)
        return;
    const bool isRecent = entry.time > facts.time - kMoneyDay;
    if (entry.type == "withdraw") {
        if (isRecent)
            facts.leftInDay = facts.leftInDay + trading::figureOf(*delta, "usdc") +
                              trading::figureOf(*delta, "fee");
        return;
    }
    const bool isUsd = entry.type == "internalTransfer";
    if (!isUsd && entry.type != "spotTransfer" && entry.type != "send")
        return;
    const auto to = addressOf(*delta, "destination");
    if (!to || *to == own || addressOf(*delta, "user") != own)
        return;
    noteSent(facts, *to, entry.time);
    const auto isOwnSub = [&](const model::NamedAddress &sub) { return sub.address == *to; };
    if (isRecent && std::ranges::none_of(facts.subAccounts, isOwnSub))
        facts.leftInDay = facts.leftInDay + trading::figureOf(*delta, isUsd ? "usdc" : "usdcValue");
}

} // namespace

struct MoneyDesk::Gathering
{
    MoneyFacts facts;
    Address own;
    std::vector<venue::LedgerEntry> rows;
    std::set<std::string> seen; ///< by keyOf(): pages overlap
    int left = 0;
    std::optional<Error> error;
    FactsDone done;

    void ended()
    {
        if (--left > 0)
            return;
        if (error)
            return done(fail(*error));
        Found found;
        for (const venue::LedgerEntry &row : rows) {
            note(facts, own, row);
            found.rows.insert(keyOf(row));
        }
        found.facts = std::move(facts);
        done(std::move(found));
    }
};

void MoneyDesk::ask(const std::shared_ptr<Gathering> &job, Value payload,
                    std::function<Status(const std::string &)> use)
{
    ++job->left;
    m_info.request(payload,
                   [job, use = std::move(use), alive = m_isAlive](const Result<std::string> &body) {
                       if (!*alive)
                           return;
                       const Status used = body ? use(*body) : Status(fail(body.error()));
                       if (!used && !job->error)
                           job->error = used.error();
                       job->ended();
                   });
}

void MoneyDesk::askLedger(TimeMs from,
                          std::function<void(Result<std::vector<venue::LedgerEntry>>)> done)
{
    m_info.request(
        Object{{"type", "userNonFundingLedgerUpdates"},
               {"user", m_hooks.account().user.toString()},
               {"startTime", std::max<TimeMs>(from, 0)}},
        [this, done = std::move(done), alive = m_isAlive](const Result<std::string> &body) {
            if (!*alive)
                return;
            if (!body)
                done(fail(body.error()));
            else
                done(m_decoder.userNonFundingLedgerUpdates(*body));
        });
}

/// Oldest first, a full page at a time; after kMostPages of them on with the last day.
void MoneyDesk::ledgerPage(const std::shared_ptr<Gathering> &job, TimeMs from, int pages)
{
    ++job->left;
    askLedger(from, [this, job, pages](Result<std::vector<venue::LedgerEntry>> rows) {
        if (!rows) {
            if (!job->error)
                job->error = rows.error();
        } else {
            const bool isFull = rows->size() >= kPage;
            const TimeMs newest = rows->empty() ? 0 : rows->back().time;
            for (venue::LedgerEntry &row : *rows)
                if (job->seen.insert(keyOf(row)).second)
                    job->rows.push_back(std::move(row));
            const TimeMs day = job->facts.time - kMoneyDay;
            if (isFull && pages >= kMostPages + kMostDayPages)
                job->error = Error{ErrorKind::Validation,
                                   "The account's movements of the last day are too many to be "
                                   "read whole.",
                                   {}};
            else if (isFull)
                ledgerPage(job, pages < kMostPages ? newest : std::max(newest, day), pages + 1);
        }
        job->ended();
    });
}

void MoneyDesk::gather(const std::optional<Address> &destination, FactsDone done)
{
    auto job = std::make_shared<Gathering>();
    job->own = m_hooks.account().user;
    job->facts.asked = destination;
    job->facts.time = m_venueClock.nowMs();
    job->done = std::move(done);
    const std::string own = job->own.toString();
    if (destination)
        ask(job, Object{{"type", "userRole"}, {"user", destination->toString()}},
            [this, job](const std::string &body) -> Status {
                HL_TRY(role, m_decoder.userRole(body));
                job->facts.role = role.role;
                job->facts.isKnownToVenue = role.role != "missing";
                job->facts.master = role.master;
                return {};
            });
    ask(job, Object{{"type", "extraAgents"}, {"user", own}},
        [this, job](const std::string &body) -> Status {
            HL_TRY(agents, m_decoder.extraAgents(body));
            AgentList list;
            list.account = job->own;
            list.isKnown = true;
            for (const venue::ExtraAgent &agent : agents) {
                AgentSlot slot;
                slot.name = agent.name.substr(0, agent.name.find(" valid_until "));
                slot.address = agent.address;
                slot.validUntil = agent.validUntil;
                job->facts.agents.push_back({slot.name, agent.address});
                list.slots.push_back(std::move(slot));
            }
            if (m_hooks.agents)
                m_hooks.agents(list);
            return {};
        });
    ask(job, Object{{"type", "subAccounts"}, {"user", own}},
        [this, job](const std::string &body) -> Status {
            HL_TRY(subs, m_decoder.subAccounts(body));
            for (const venue::SubAccount &sub : subs)
                job->facts.subAccounts.push_back({sub.name, sub.user});
            return {};
        });
    ledgerPage(job, job->facts.time - kLookBack, 1);
}

} // namespace hl::engine

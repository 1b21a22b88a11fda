// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/value.h"
#include "engine/money_desk.h"
#include "trading/dispatcher.h"
#include "trading/intent_recovery.h"
#include "trading/money_match.h"

#include <algorithm>
#include <utility>

/// Movements whose answer was lost, of this session and of earlier ones: what became of them.
namespace hl::engine {

using namespace std::chrono_literals;
using model::MoneyKind;
using model::MoneyOrder;
using trading::DispatchResult;

namespace {

constexpr auto kLookEvery = 1s;
constexpr auto kLookLater = 10s;
/// The ledger is silent so often before a local key spends the nonce.
constexpr int kLooks = 3;
/// The venue takes a nonce until it is two days old (protocol/signing.md 8).
constexpr TimeMs kNonceLifeMs = 2 * 86'400'000;
/// Our measure of the venue's clock may lag, never lead.
constexpr TimeMs kMarginMs = 2'000;
/// Blocks come within a second, and what the venue tells of them lags by seconds at most.
constexpr std::int64_t kUsedPatienceMs = 30'000;

/// No row of it is older, but for the difference of the clocks. Nonces may run ahead of the clock,
/// and the clock may have been set back.
TimeMs since(const MoneyProgress &progress)
{
    return std::min(progress.time, static_cast<TimeMs>(progress.nonce));
}

} // namespace

bool MoneyDesk::recover(const trading::OpenIntent &intent,
                        const std::vector<trading::OpenIntent> &earlier)
{
    const Address own = m_hooks.account().user;
    const auto order = trading::moneyOrderOf(intent.action, own);
    if (!order)
        return false;
    Entry entry;
    entry.progress.id = ++m_last;
    entry.progress.order = *order;
    entry.progress.title = guard::moneyTitle(*order);
    entry.progress.time = intent.time;
    entry.progress.nonce = intent.nonce;
    entry.progress.state = MoneyState::Unknown;
    entry.progress.sentence = "It was recorded by an earlier session, which ended before its "
                              "outcome was known. The account's ledger is looked at; nothing is "
                              "sent again.";
    entry.signer = intent.signer;
    entry.recovered = intent.intent;
    if (intent.expiresAfter)
        entry.expiresAfter = static_cast<TimeMs>(*intent.expiresAfter);
    for (const trading::OpenIntent &other : earlier) {
        const auto known = trading::moneyOrderOf(other.action, own);
        if (other.nonce < intent.nonce && intent.time - other.time < 2 * trading::kMoneySlackMs &&
            known && trading::isTwin(*known, *order))
            ++entry.twinsBefore;
    }
    const std::uint64_t id = entry.progress.id;
    m_sink.moneyChanged(entry.progress);
    m_entries.emplace(id, std::move(entry));
    again(id);
    return true;
}

std::size_t MoneyDesk::recovering() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_entries, [](const auto &known) {
        return known.second.recovered != 0 && known.second.isSought();
    }));
}

void MoneyDesk::tellFound(Entry &entry, const std::string &words)
{
    if (entry.recovered == 0)
        return m_hooks.foundOut(entry.signer, entry.progress.nonce, words);
    // No longer counted when it is told.
    entry.isOver = true;
    m_hooks.recovered(entry.recovered, entry.progress.nonce, entry.progress.title + ": " + words);
}

bool MoneyDesk::isHopeless(const Entry &entry) const
{
    // By the venue's clock, or not at all (G16).
    if (!m_venueClock.offsetMs())
        return false;
    const TimeMs now = m_venueClock.nowMs();
    return now > static_cast<TimeMs>(entry.progress.nonce) + kNonceLifeMs + kMarginMs ||
           (entry.expiresAfter && now > *entry.expiresAfter + kMarginMs);
}

/// A silent record proves that it did not happen: its row names the nonce, or no other could be
/// taken for it.
bool MoneyDesk::isSilenceProof(const Entry &entry) const
{
    const MoneyKind kind = entry.progress.order.kind;
    if (kind == MoneyKind::RevokeAgent || kind == MoneyKind::ApproveBuilder)
        return false;
    return trading::hasNonceInLedger(kind) || (entry.twinsBefore == 0 && !hasEqualBefore(entry));
}

/// Too late to happen now, and nothing shows that it did.
void MoneyDesk::over(Entry &entry)
{
    if (isSilenceProof(entry))
        return dead(entry, "It did not arrive and cannot any more: its time has passed and the "
                           "account's record does not show it.");
    const std::string words = "It can take no effect any more; whether it did before, the "
                              "account's own record says.";
    tellFound(entry, words);
    entry.isOver = true;
    step(entry, MoneyState::Unknown, words);
}

void MoneyDesk::dead(Entry &entry, const std::string &words)
{
    tellFound(entry, words);
    end(entry, MoneyState::Dead, words);
}

void MoneyDesk::again(std::uint64_t id)
{
    Entry *entry = find(id);
    const auto wait = entry->tries < 4 * kLooks ? kLookEvery : kLookLater;
    entry->timer = m_timers.after(wait, [this, id, alive = m_isAlive] {
        if (!*alive)
            return;
        if (Entry *is = find(id))
            is->timer = 0;
        lookFor(id);
    });
}

void MoneyDesk::reconnected()
{
    for (auto &[id, entry] : m_entries)
        if (entry.isSought() && entry.timer != 0) {
            m_timers.cancel(std::exchange(entry.timer, 0));
            lookFor(id);
        }
}

void MoneyDesk::lookFor(std::uint64_t id)
{
    Entry *entry = find(id);
    if (entry == nullptr || !entry->isSought())
        return;
    // Only what is asked after the last chance has passed proves anything.
    entry->wasHopeless = isHopeless(*entry);
    entry->askedMonoMs = m_clock.monoMs();
    if (entry->progress.order.kind == MoneyKind::RevokeAgent ||
        entry->progress.order.kind == MoneyKind::ApproveBuilder)
        return lookForApproval(id);
    askLedger(since(entry->progress) - trading::kMoneySlackMs,
              [this, id](const Result<std::vector<venue::LedgerEntry>> &rows) {
                  const Entry *is = find(id);
                  if (is == nullptr)
                      return;
                  lookedAt(id, rows ? Result<bool>(isShown(*is, *rows))
                                    : Result<bool>(fail(rows.error())));
              });
}

/// What an approval has changed is the venue's list, not the ledger.
void MoneyDesk::lookForApproval(std::uint64_t id)
{
    const MoneyOrder order = find(id)->progress.order;
    const std::string own = m_hooks.account().user.toString();
    const bool isAgent = order.kind == MoneyKind::RevokeAgent;
    codec::Object question{{"type", isAgent ? "extraAgents" : "maxBuilderFee"}, {"user", own}};
    if (!isAgent)
        question.emplace_back("builder", order.destination.toString());
    m_info.request(std::move(question), [this, id, order, isAgent,
                                         alive = m_isAlive](const Result<std::string> &body) {
        if (!*alive)
            return;
        if (!body)
            return lookedAt(id, fail(body.error()));
        if (isAgent) {
            const auto agents = m_decoder.extraAgents(*body);
            if (!agents)
                return lookedAt(id, fail(agents.error()));
            return lookedAt(id, std::ranges::find(*agents, order.destination,
                                                  &venue::ExtraAgent::address) != agents->end());
        }
        // Tenths of a basis point: a thousandth of a percent.
        const auto fee = codec::parseJson(*body);
        const auto tenths = fee ? fee->toInt() : Result<std::int64_t>(fail(fee.error()));
        if (!tenths)
            return lookedAt(id, fail(tenths.error()));
        lookedAt(id, Decimal(*tenths, 3) == order.amount);
    });
}

bool MoneyDesk::hasEqualBefore(const Entry &entry) const
{
    return std::ranges::any_of(m_entries, [&](const auto &known) {
        const MoneyProgress &other = known.second.progress;
        return other.id != entry.progress.id &&
               trading::isTwin(other.order, entry.progress.order) &&
               other.state == MoneyState::Done && entry.progress.time - other.time < kMoneyTwinMs;
    });
}

/// Rows without a nonce are told apart from earlier ones of the same figures: by what the ledger
/// had before, and not at all where this session has sent the same within minutes. Of an earlier
/// session's movement nobody knows what the ledger had: it is there where the rows are as many as
/// the movements that may have made them.
bool MoneyDesk::isShown(const Entry &entry, const std::vector<venue::LedgerEntry> &rows) const
{
    const MoneyOrder &order = entry.progress.order;
    const bool hasNonce = trading::hasNonceInLedger(order.kind);
    if (!hasNonce && hasEqualBefore(entry))
        return false;
    const auto count = std::ranges::count_if(rows, [&](const venue::LedgerEntry &row) {
        return !entry.rowsBefore.contains(keyOf(row)) &&
               trading::isIt(row, order, entry.progress.nonce, since(entry.progress));
    });
    return count > (hasNonce ? 0 : static_cast<std::ptrdiff_t>(entry.twinsBefore));
}

void MoneyDesk::lookedAt(std::uint64_t id, const Result<bool> &hasLanded)
{
    Entry *entry = find(id);
    if (entry == nullptr || !entry->isSought())
        return;
    if (!hasLanded)
        return again(id);
    ++entry->tries;
    if (*hasLanded) {
        const std::string words = "The venue's own record shows it: it was taken.";
        tellFound(*entry, words);
        end(*entry, MoneyState::Done, words);
        return m_hooks.moved();
    }
    if (entry->wasHopeless)
        return over(*entry);
    if (entry->usedMonoMs) {
        // A refused request uses its number as well, and the record may be late: only one that
        // stays silent for long proves that nothing moved.
        if (isSilenceProof(*entry) && entry->askedMonoMs - *entry->usedMonoMs >= kUsedPatienceMs)
            return dead(*entry,
                        "Nothing has moved and nothing can any more: its number is used, by its "
                        "refusal or by a request that does nothing, and the account's record has "
                        "not shown it for half a minute.");
        if (entry->tries == kLooks)
            step(*entry, MoneyState::Unknown,
                 "The venue has had it, and its record does not show it: it was refused, or the "
                 "record is late. Compare the balance; it is looked for on.");
        return again(id);
    }
    if (entry->tries >= kLooks && !entry->progress.byDevice)
        return spend(id);
    again(id);
}

/// A no-op with its nonce: if the venue takes that, the movement cannot arrive any more (G13).
void MoneyDesk::spend(std::uint64_t id)
{
    Entry *entry = find(id);
    const auto sender = m_hooks.sender();
    if (!sender || sender->isDevice)
        return again(id);
    trading::ActionRequest request;
    request.encode = trading::encoderOf(actions::Action(actions::Noop{}), m_hooks.envelope(),
                                        trading::ExpiryOf{});
    request.isExit = true;
    request.signWithin = 5s;
    request.nonceOf = entry->signer;
    sender->sender->spend(entry->progress.nonce, std::move(request),
                          [this, id, alive = m_isAlive](const DispatchResult &result) {
                              Entry *is = *alive ? find(id) : nullptr;
                              if (is == nullptr || !is->isSought())
                                  return;
                              switch (trading::spentBy(result)) {
                              case trading::Reconciler::Spent::Accepted: {
                                  const std::string words =
                                      "It did not arrive and cannot any more: its number was "
                                      "used up by a request that does nothing.";
                                  return dead(*is, words);
                              }
                              case trading::Reconciler::Spent::AlreadyUsed:
                                  is->usedMonoMs = m_clock.monoMs();
                                  is->tries = 0;
                                  break;
                              case trading::Reconciler::Spent::Failed:
                                  break;
                              }
                              again(id);
                          });
}

} // namespace hl::engine

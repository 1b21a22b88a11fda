// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/money_desk.h"

#include "codec/value.h"
#include "crypto/keccak256.h"
#include "engine/money_p.h"
#include "trading/dispatcher.h"
#include "trading/money_match.h"
#include "venue/hyperliquid/exchange_response.h"

#include <algorithm>
#include <utility>

namespace hl::engine {

using namespace std::chrono_literals;
using model::MoneyKind;
using model::MoneyOrder;
using trading::DispatchResult;

namespace {

constexpr auto kOnDevice = 180s;
constexpr auto kByKey = 10s;
/// Between the signature and the wire; a signed transfer would stay good for two days (D14, D18).
constexpr std::int64_t kAtOnceMs = 3'000;
/// Kept for the window and for telling equal rows apart; what is open always is.
constexpr std::size_t kKept = 200;
constexpr const char *kUntil = " valid_until ";

bool needsToken(MoneyKind kind)
{
    return kind == MoneyKind::SendSpot || kind == MoneyKind::DexTransfer;
}

} // namespace

MoneyDesk::MoneyDesk(const Clock &clock, TimerService &timers,
                     const trading::VenueClock &venueClock, session::InfoClient &info,
                     venue::InfoDecoder &decoder, EventSink &sink, Hooks hooks)
    : m_clock(clock)
    , m_timers(timers)
    , m_venueClock(venueClock)
    , m_info(info)
    , m_decoder(decoder)
    , m_sink(sink)
    , m_hooks(std::move(hooks))
    , m_isAlive(std::make_shared<bool>(true))
{}

MoneyDesk::~MoneyDesk()
{
    *m_isAlive = false;
    for (const auto &[id, entry] : m_entries)
        if (entry.timer != 0)
            m_timers.cancel(entry.timer);
}

void MoneyDesk::readFacts(RequestId request, const std::optional<Address> &destination)
{
    gather(destination, [this, request](Result<Found> found) {
        MoneyFactsRead read;
        read.request = request;
        if (found)
            read.facts = std::move(found->facts);
        else
            read.problem = found.error().sentence();
        m_sink.moneyFactsRead(read);
    });
}

MoneyDesk::Entry *MoneyDesk::find(std::uint64_t id)
{
    const auto it = m_entries.find(id);
    return it == m_entries.end() ? nullptr : &it->second;
}

void MoneyDesk::step(Entry &entry, MoneyState state, std::string sentence)
{
    entry.progress.state = state;
    entry.progress.sentence = std::move(sentence);
    m_sink.moneyChanged(entry.progress);
}

void MoneyDesk::end(Entry &entry, MoneyState state, const std::string &sentence)
{
    const RequestId request = entry.progress.request;
    step(entry, state, sentence);
    // Unknown was the answer to the command already.
    if (request == 0)
        return;
    m_hooks.finished(request,
                     state == MoneyState::Done
                         ? Status()
                         : Status(fail(state == MoneyState::Unknown ? ErrorKind::UnknownOutcome
                                                                    : ErrorKind::Validation,
                                       sentence, "money")));
}

void MoneyDesk::move(RequestId request, const MoneyOrder &order)
{
    forgetOld();
    const std::uint64_t id = ++m_last;
    Entry &entry = m_entries[id];
    entry.progress.id = id;
    entry.progress.request = request;
    entry.progress.order = order;
    entry.book = std::exchange(entry.progress.order.book, {});
    entry.progress.title = guard::moneyTitle(order);
    entry.progress.time = m_clock.wallMs();
    const auto sender = m_hooks.sender();
    if (!sender)
        return end(entry, MoneyState::Refused, sender.error().detail);
    entry.progress.byDevice = sender->isDevice;
    if (const auto why = twinHold(entry))
        return end(entry, MoneyState::Refused, *why);
    step(entry, MoneyState::Checking, "The destination and the account are looked up.");
    const bool hasPlace = guard::goesAway(order.kind) || order.kind == MoneyKind::VaultTransfer;
    gather(hasPlace ? std::optional(order.destination) : std::nullopt,
           [this, id](Result<Found> found) { checked(id, std::move(found)); });
}

std::optional<std::string> MoneyDesk::twinHold(const Entry &entry) const
{
    for (const auto &[other, known] : m_entries)
        if (other != entry.progress.id && known.isOpen() &&
            trading::isTwin(known.progress.order, entry.progress.order))
            return "The same movement is on its way and its outcome is not known yet.";
    return {};
}

void MoneyDesk::forgetOld()
{
    for (auto it = m_entries.begin(); m_entries.size() >= kKept && it != m_entries.end();) {
        const MoneyProgress &known = it->second.progress;
        const bool isTold =
            known.state == MoneyState::Done && m_clock.wallMs() - known.time < kMoneyTwinMs;
        it = it->second.isOpen() || isTold ? std::next(it) : m_entries.erase(it);
    }
}

std::optional<Decimal> MoneyDesk::tokenPx(const MoneyOrder &order) const
{
    return order.kind == MoneyKind::SendSpot && m_hooks.tokenPx ? m_hooks.tokenPx(order.token)
                                                                : std::nullopt;
}

/// A sentence where it may not go as things stand.
std::optional<std::string> MoneyDesk::refusal(const Entry &entry) const
{
    MoneyOrder order = entry.progress.order;
    order.book = entry.book;
    const model::AccountState account = m_hooks.account();
    for (const guard::MoneyProblem &problem :
         guard::judgeMoney(order, {account.user, &account, &entry.facts, tokenPx(order)})) {
        if (problem.blocks)
            return guard::sentenceOf(problem);
        if (std::ranges::find(order.asked, problem.rule) == order.asked.end())
            return guard::sentenceOf(problem) + " Nobody was asked about that: review it again.";
    }
    return std::nullopt;
}

void MoneyDesk::checked(std::uint64_t id, Result<Found> found)
{
    Entry *entry = find(id);
    if (entry == nullptr)
        return;
    if (!found)
        return end(*entry, MoneyState::Refused,
                   "It could not be looked up, so nothing was signed: " + found.error().sentence());
    entry->facts = std::move(found->facts);
    entry->rowsBefore = std::move(found->rows);
    MoneyOrder &order = entry->progress.order;
    if (order.kind == MoneyKind::RevokeAgent) {
        const auto agent =
            std::ranges::find(entry->facts.agents, order.name, &model::NamedAddress::name);
        if (agent == entry->facts.agents.end())
            return end(*entry, MoneyState::Refused,
                       "The venue lists no agent called \"" + order.name + "\".");
        // An address that nobody holds: the end of a hash of the agent's and the time.
        const Hash32 hash =
            crypto::keccak256(agent->address.toString() + std::to_string(m_clock.monoNs()));
        std::copy_n(hash.begin(), order.destination.bytes.size(), order.destination.bytes.begin());
        if (m_hooks.chosen)
            order.destination = m_hooks.chosen(order.destination);
    }
    if (const auto why = refusal(*entry))
        return end(*entry, MoneyState::Refused, *why);
    // The journal may have told of its twin while this was looked up.
    if (const auto why = twinHold(*entry))
        return end(*entry, MoneyState::Refused, *why);
    if (needsToken(order.kind))
        tokenKnown(id);
    else
        submit(id);
}

/// A token is named with its id, for names are shared (cases.md B52).
void MoneyDesk::tokenKnown(std::uint64_t id)
{
    m_info.request(codec::Object{{"type", "spotMeta"}}, [this, id, alive = m_isAlive](
                                                            const Result<std::string> &body) {
        Entry *entry = *alive ? find(id) : nullptr;
        if (entry == nullptr)
            return;
        const auto meta =
            body ? m_decoder.spotMeta(*body) : Result<market::SpotMeta>(fail(body.error()));
        if (!meta)
            return end(*entry, MoneyState::Refused,
                       "The venue's list of tokens could not be read, so nothing was "
                       "signed: " +
                           meta.error().sentence());
        const auto token = std::ranges::find(meta->tokens, entry->progress.order.tokenIndex,
                                             &market::SpotToken::index);
        if (token == meta->tokens.end() || token->name != entry->progress.order.token)
            return end(*entry, MoneyState::Refused,
                       "The venue knows no token " + entry->progress.order.token +
                           " with the number " + std::to_string(entry->progress.order.tokenIndex) +
                           '.');
        const Decimal &amount = entry->progress.order.amount;
        if (amount.rounded(token->weiDecimals, Rounding::TowardZero) != amount)
            return end(*entry, MoneyState::Refused,
                       "The amount of " + token->name + " has at most " +
                           std::to_string(token->weiDecimals) + " decimals.");
        const auto system = guard::systemAddress(entry->progress.order.destination);
        const bool isNative = entry->progress.order.destination.bytes[0] == 0x22; // HYPE's own
        if (entry->progress.order.kind == MoneyKind::SendSpot && system && !isNative &&
            !token->hasEvmContract)
            return end(*entry, MoneyState::Refused,
                       "The token " + token->name +
                           " has no contract on HyperEVM: what is sent to its bridge arrives "
                           "nowhere.");
        entry->wireToken = token->name + ':' + token->tokenId;
        submit(id);
    });
}

void MoneyDesk::submit(std::uint64_t id)
{
    Entry *entry = find(id);
    const auto sender = m_hooks.sender();
    if (!sender)
        return end(*entry, MoneyState::Refused, sender.error().detail);
    entry->progress.byDevice = sender->isDevice;
    MoneyOrder named = entry->progress.order;
    if (named.kind == MoneyKind::RevokeAgent) // the slot is free again after a day
        named.name += kUntil + std::to_string(m_venueClock.nowMs() + kMoneyDay);
    trading::ActionRequest request;
    const auto patience = sender->isDevice ? std::chrono::seconds(kOnDevice) : kByKey;
    request.encode = trading::encoderOf(
        trading::actionOf(named, entry->wireToken, m_hooks.account().user), m_hooks.envelope(),
        trading::ExpiryOf([this, patience]() -> std::optional<TimeMs> {
            return m_venueClock.nowMs() +
                   std::chrono::duration_cast<std::chrono::milliseconds>(patience).count();
        }));
    request.signWithin = patience;
    request.command = entry->progress.request;
    request.title = entry->progress.title;
    request.isSigned = [this, id, alive = m_isAlive] {
        if (Entry *is = *alive ? find(id) : nullptr)
            is->signedMonoMs = m_clock.monoMs();
    };
    request.handed = [this, id, alive = m_isAlive] {
        if (Entry *is = *alive ? find(id) : nullptr)
            step(*is, MoneyState::Sent, "It was sent; the venue has not answered yet.");
    };
    request.held = [this, id, alive = m_isAlive](const std::string &why) {
        if (Entry *is = *alive ? find(id) : nullptr)
            step(*is, is->progress.state, why);
    };
    request.dropReason = [this, id, alive = m_isAlive]() -> std::optional<std::string> {
        const Entry *is = *alive ? find(id) : nullptr;
        if (is == nullptr)
            return "The session has ended.";
        // Before a device is asked there is no signature yet.
        if (is->signedMonoMs && m_clock.monoMs() - *is->signedMonoMs > kAtOnceMs)
            return "It could not be sent at once after it was signed.";
        return refusal(*is);
    };
    step(*entry, MoneyState::Signing,
         sender->isDevice ? "Compare the fields on the device and approve there."
                          : "It is signed with the account's key.");
    const auto submitted = sender->sender->submit(
        std::move(request), [this, id, alive = m_isAlive](const DispatchResult &result) {
            if (*alive)
                answered(id, result);
        });
    if (submitted.nonce != 0)
        entry->progress.nonce = submitted.nonce;
}

void MoneyDesk::answered(std::uint64_t id, const DispatchResult &result)
{
    Entry *entry = find(id);
    if (entry == nullptr)
        return;
    if (result.nonce != 0)
        entry->progress.nonce = result.nonce;
    entry->signer = result.signer;
    using Fate = DispatchResult::Fate;
    if (result.fate == Fate::NotSent || result.fate == Fate::SignatureFailed)
        return end(*entry, MoneyState::NotSent, "Nothing was sent: " + result.error.detail);
    const auto answer = result.fate == Fate::Answered
                            ? venue::decodeExchangeHttp(result.answer.status, result.answer.body,
                                                        result.answer.written, 1)
                            : venue::ExchangeOutcome{};
    if (result.fate == Fate::Answered && answer.allOk()) {
        end(*entry, MoneyState::Done,
            entry->progress.order.kind == MoneyKind::Withdraw
                ? "The venue took it; it reaches Arbitrum in about five minutes."
                : "The venue took it.");
        m_hooks.moved();
        return;
    }
    if (result.fate == Fate::Answered && !answer.items.empty() &&
        answer.items.front().kind == venue::OutcomeKind::Rejected)
        return end(*entry, MoneyState::Refused,
                   "The venue refused: " + answer.items.front().message);
    end(*entry, MoneyState::Unknown,
        "It was sent and not answered. The account's ledger is watched; nothing is sent again.");
    entry->progress.request = 0;
    again(id);
}

void MoneyDesk::sendState() const
{
    for (const auto &[id, entry] : m_entries)
        m_sink.moneyChanged(entry.progress);
}

} // namespace hl::engine

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/money_desk.h"

#include "codec/value.h"
#include "crypto/keccak256.h"
#include "trading/dispatcher.h"
#include "trading/intent_recovery.h"
#include "venue/hyperliquid/exchange_response.h"

#include <algorithm>
#include <utility>

namespace hl::engine {

using namespace std::chrono_literals;
using codec::Value;
using model::MoneyKind;
using model::MoneyOrder;
using trading::DispatchResult;

namespace {

constexpr auto kOnDevice = 180s;
constexpr auto kByKey = 10s;
/// Between the signature and the wire; a signed transfer would stay good for two days (D14, D18).
constexpr std::int64_t kAtOnceMs = 3'000;
constexpr auto kLookEvery = 1s;
constexpr auto kLookLater = 10s;
/// The ledger is silent so often before a local key spends the nonce.
constexpr int kLooks = 3;
constexpr TimeMs kSlack = 60'000; ///< between the two clocks
constexpr TimeMs kTwinMs = 600'000;
constexpr TimeMs kDay = 86'400'000;
constexpr const char *kUntil = " valid_until ";

std::string wireAmount(const Decimal &amount)
{
    return amount.normalised().toString();
}

/// 1e-6 USD.
std::uint64_t micros(const Decimal &amount)
{
    const Decimal cut = amount.rounded(6, Rounding::TowardZero);
    Int128 units = cut.coefficient();
    for (int i = cut.scale(); i < 6; ++i)
        units *= 10;
    for (int i = 6; i < cut.scale(); ++i)
        units /= 10;
    return static_cast<std::uint64_t>(units);
}

actions::Action actionOf(const MoneyOrder &o, const std::string &wireToken, const Address &own)
{
    const actions::Dec amount{wireAmount(o.amount)};
    switch (o.kind) {
    case MoneyKind::Withdraw: {
        actions::Withdraw a;
        a.destination = o.destination;
        a.amount = amount;
        return actions::Action(std::move(a));
    }
    case MoneyKind::SendUsd: {
        actions::UsdSend a;
        a.destination = o.destination;
        a.amount = amount;
        return actions::Action(std::move(a));
    }
    case MoneyKind::SendSpot: {
        actions::SpotSend a;
        a.destination = o.destination;
        a.token = wireToken;
        a.amount = amount;
        return actions::Action(std::move(a));
    }
    case MoneyKind::ClassTransfer: {
        actions::UsdClassTransfer a;
        a.amount.text = wireAmount(o.amount);
        a.toPerp = o.isIn;
        return actions::Action(std::move(a));
    }
    case MoneyKind::DexTransfer: {
        actions::SendAsset a;
        a.destination = own;
        a.sourceDex = o.sourceDex;
        a.destinationDex = o.destinationDex;
        a.token = wireToken;
        a.amount = amount;
        return actions::Action(std::move(a));
    }
    case MoneyKind::SubAccountTransfer: {
        actions::SubAccountTransfer a;
        a.subAccountUser = o.destination;
        a.isDeposit = o.isIn;
        a.usd = micros(o.amount);
        return actions::Action(a);
    }
    case MoneyKind::VaultTransfer: {
        actions::VaultTransfer a;
        a.vaultAddress = o.destination;
        a.isDeposit = o.isIn;
        a.usd = micros(o.amount);
        return actions::Action(a);
    }
    case MoneyKind::RevokeAgent: {
        actions::ApproveAgent a;
        a.agentAddress = o.destination;
        a.agentName = o.name;
        return actions::Action(std::move(a));
    }
    case MoneyKind::ApproveBuilder: {
        actions::ApproveBuilderFee a;
        a.builder = o.destination;
        a.maxFeeRate.text = wireAmount(o.amount) + '%';
        return actions::Action(std::move(a));
    }
    }
    return actions::Action(actions::Noop{});
}

Decimal figureOf(const Value &delta, std::string_view name)
{
    const auto text = delta.string(name);
    return text ? Decimal::parse(*text).value_or(Decimal()) : Decimal();
}

/// Is this row of the ledger what `progress` asked for? Rows that carry the nonce say so for
/// certain; the others agree in every figure and are no older than the request.
bool isIt(const venue::LedgerEntry &row, const MoneyProgress &progress)
{
    const auto delta = codec::parseJson(row.deltaJson);
    if (!delta || row.time + kSlack < static_cast<TimeMs>(progress.nonce))
        return false;
    const MoneyOrder &o = progress.order;
    const auto hasNonce = [&] {
        const auto nonce = delta->uint("nonce");
        return nonce && *nonce == progress.nonce;
    };
    const auto isTo = [&] {
        return delta->string("destination").value_or("") == o.destination.toString();
    };
    switch (o.kind) {
    case MoneyKind::Withdraw:
        return row.type == "withdraw" && hasNonce();
    case MoneyKind::SendSpot:
        return row.type == "spotTransfer" && hasNonce();
    case MoneyKind::DexTransfer:
        return row.type == "send" && hasNonce();
    case MoneyKind::SendUsd:
        return row.type == "internalTransfer" && isTo() && figureOf(*delta, "usdc") == o.amount;
    case MoneyKind::ClassTransfer: {
        const auto toPerp = delta->boolean("toPerp");
        return row.type == "accountClassTransfer" && figureOf(*delta, "usdc") == o.amount &&
               toPerp && *toPerp == o.isIn;
    }
    case MoneyKind::SubAccountTransfer: {
        const char *other = o.isIn ? "destination" : "user";
        return row.type == "subAccountTransfer" && figureOf(*delta, "usdc") == o.amount &&
               delta->string(other).value_or("") == o.destination.toString();
    }
    case MoneyKind::VaultTransfer:
        return delta->string("vault").value_or("") == o.destination.toString() &&
               (o.isIn
                    ? row.type == "vaultDeposit" && figureOf(*delta, "usdc") == o.amount
                    : row.type == "vaultWithdraw" && figureOf(*delta, "requestedUsd") == o.amount);
    case MoneyKind::RevokeAgent:
    case MoneyKind::ApproveBuilder:
        return false;
    }
    return false;
}

bool isTwin(const MoneyOrder &a, const MoneyOrder &b)
{
    return a.kind == b.kind && a.destination == b.destination && a.amount == b.amount &&
           a.tokenIndex == b.tokenIndex && a.sourceDex == b.sourceDex &&
           a.destinationDex == b.destinationDex && a.isIn == b.isIn && a.name == b.name;
}

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
    for (const auto &[other, known] : m_entries)
        if (other != id && !isEnded(known.progress.state) &&
            isTwin(known.progress.order, entry.progress.order))
            return end(entry, MoneyState::Refused,
                       "The same movement is on its way and its outcome is not known yet.");
    step(entry, MoneyState::Checking, "The destination and the account are looked up.");
    const bool hasPlace = guard::goesAway(order.kind) || order.kind == MoneyKind::VaultTransfer;
    gather(hasPlace ? std::optional(order.destination) : std::nullopt,
           [this, id](Result<Found> found) { checked(id, std::move(found)); });
}

/// A sentence where it may not go as things stand.
std::optional<std::string> MoneyDesk::refusal(const Entry &entry) const
{
    MoneyOrder order = entry.progress.order;
    order.book = entry.book;
    const model::AccountState account = m_hooks.account();
    for (const guard::MoneyProblem &problem :
         guard::judgeMoney(order, {account.user, &account, &entry.facts}))
        if (problem.blocks)
            return guard::sentenceOf(problem);
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
        named.name += kUntil + std::to_string(m_venueClock.nowMs() + kDay);
    trading::ActionRequest request;
    const auto patience = sender->isDevice ? std::chrono::seconds(kOnDevice) : kByKey;
    request.encode = trading::encoderOf(
        actionOf(named, entry->wireToken, m_hooks.account().user), m_hooks.envelope(),
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
        if (entry.progress.state == MoneyState::Unknown && entry.timer != 0) {
            m_timers.cancel(std::exchange(entry.timer, 0));
            lookFor(id);
        }
}

void MoneyDesk::lookFor(std::uint64_t id)
{
    const Entry *entry = find(id);
    if (entry == nullptr || entry->progress.state != MoneyState::Unknown)
        return;
    if (entry->progress.order.kind == MoneyKind::RevokeAgent ||
        entry->progress.order.kind == MoneyKind::ApproveBuilder)
        return lookForApproval(id);
    askLedger(static_cast<TimeMs>(entry->progress.nonce) - kSlack,
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

/// Rows without a nonce are told apart from earlier ones of the same figures: by what the ledger
/// had before, and not at all where this session has sent the same within minutes.
bool MoneyDesk::isShown(const Entry &entry, const std::vector<venue::LedgerEntry> &rows) const
{
    const MoneyKind kind = entry.progress.order.kind;
    const bool hasNonce = kind == MoneyKind::Withdraw || kind == MoneyKind::SendSpot ||
                          kind == MoneyKind::DexTransfer;
    const auto isOther = [&](const auto &known) {
        const MoneyProgress &other = known.second.progress;
        return other.id != entry.progress.id && isTwin(other.order, entry.progress.order) &&
               other.state == MoneyState::Done && entry.progress.time - other.time < kTwinMs;
    };
    if (!hasNonce && std::ranges::any_of(m_entries, isOther))
        return false;
    return std::ranges::any_of(rows, [&](const venue::LedgerEntry &row) {
        return !entry.rowsBefore.contains(keyOf(row)) && isIt(row, entry.progress);
    });
}

void MoneyDesk::lookedAt(std::uint64_t id, const Result<bool> &hasLanded)
{
    Entry *entry = find(id);
    if (entry == nullptr || entry->progress.state != MoneyState::Unknown)
        return;
    if (!hasLanded)
        return again(id);
    ++entry->tries;
    if (*hasLanded) {
        const std::string words = "The venue's own record shows it: it was taken.";
        if (const auto sender = m_hooks.sender())
            sender->sender->foundOut(entry->progress.nonce, words);
        end(*entry, MoneyState::Done, words);
        return m_hooks.moved();
    }
    if (entry->isUsed) {
        // A refused request uses its number as well, so this proves neither.
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
    sender->sender->spend(entry->progress.nonce, std::move(request),
                          [this, id, alive = m_isAlive](const DispatchResult &result) {
                              Entry *is = *alive ? find(id) : nullptr;
                              if (is == nullptr || is->progress.state != MoneyState::Unknown)
                                  return;
                              switch (trading::spentBy(result)) {
                              case trading::Reconciler::Spent::Accepted: {
                                  const std::string words =
                                      "It did not arrive and cannot any more: its number was "
                                      "used up by a request that does nothing.";
                                  if (const auto by = m_hooks.sender())
                                      by->sender->foundOut(is->progress.nonce, words);
                                  return end(*is, MoneyState::Dead, words);
                              }
                              case trading::Reconciler::Spent::AlreadyUsed:
                                  is->isUsed = true;
                                  is->tries = 0;
                                  break;
                              case trading::Reconciler::Spent::Failed:
                                  break;
                              }
                              again(id);
                          });
}

void MoneyDesk::sendState() const
{
    for (const auto &[id, entry] : m_entries)
        m_sink.moneyChanged(entry.progress);
}

} // namespace hl::engine

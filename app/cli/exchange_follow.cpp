// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/exchange_session.h"
#include "app/cli/exchange_session_p.h"
#include "app/cli/outcome_text.h"
#include "app/venue_options.h"
#include "base/printable.h"

#include <QCoreApplication>

/// What became of a request: its answer, and where that is missing, what the venue's records say.
namespace hl::cli {

namespace {

constexpr int kLookupTries = 20;
constexpr std::chrono::milliseconds kLookupEvery{1'500};
constexpr std::uint64_t kExpiryMarginMs = 2'000;

/// Whether the venue's record of the order proves what became of the request.
bool settles(const Lookup &lookup, const venue::OrderUpdate &update, venue::ItemOutcome &item)
{
    const venue::StatusClass status = update.statusClass();
    const bool isOpen =
        status == venue::StatusClass::Open || status == venue::StatusClass::Triggered;
    switch (lookup.of) {
    case Lookup::Of::Order:
        if (status == venue::StatusClass::Other)
            return false;
        item.kind = isOpen                                 ? venue::OutcomeKind::Resting
                    : status == venue::StatusClass::Filled ? venue::OutcomeKind::Filled
                                                           : venue::OutcomeKind::Rejected;
        break;
    case Lookup::Of::Cancel:
        // Still open: the cancel may be on its way yet.
        if (isOpen || status == venue::StatusClass::Other)
            return false;
        item.kind = status == venue::StatusClass::Cancelled ? venue::OutcomeKind::Ok
                                                            : venue::OutcomeKind::Rejected;
        break;
    case Lookup::Of::Modify:
        if (update.order.oid == lookup.previousOid || !isOpen)
            return false;
        item.kind = venue::OutcomeKind::Resting;
        break;
    }
    item.oid = update.order.oid;
    item.message = "the venue's record says " + update.status;
    return true;
}

} // namespace

void ExchangeSession::answered(const trading::DispatchResult &result, std::size_t items)
{
    using Fate = trading::DispatchResult::Fate;
    if (result.fate == Fate::SignatureFailed ||
        (result.fate == Fate::NotSent && result.answer.error.detail.empty()))
        return end(result.error);
    const trading::WireAnswer &answer = result.answer;
    m_outcome = venue::decodeExchangeHttp(answer.status, answer.body, answer.written, items);
    for (venue::ItemOutcome &item : m_outcome.items) {
        if (item.message.empty() && !answer.answered)
            item.message = answer.error.detail;
    }
    report(m_outcome);
    followUnknown(0, 0);
}

void ExchangeSession::report(const venue::ExchangeOutcome &outcome) const
{
    if (m_asJson)
        return printLine(codec::Object{{"stage", "answer"}, {"outcomes", outcomesValue(outcome)}});
    for (std::size_t i = 0; i < outcome.items.size(); ++i)
        std::printf("%s\n", printable(outcomeLine(outcome, i)).c_str());
    std::fflush(stdout);
}

/// An item whose answer was lost is asked for by its id until the venue knows it. "unknownOid"
/// proves nothing while the request may still arrive, so it only ends with the last try.
void ExchangeSession::followUnknown(std::size_t item, int attempt)
{
    while (item < m_outcome.items.size() &&
           m_outcome.items[item].kind != venue::OutcomeKind::Unknown) {
        ++item;
        attempt = 0;
    }
    if (item >= m_outcome.items.size())
        return finish();
    if (item >= m_lookups.size() || attempt >= kLookupTries) {
        m_outcome.items[item].message = unknownSentence(item);
        return followUnknown(item + 1, 0);
    }
    if (!m_vault && !m_account) {
        // A question that fails now is asked again like any other.
        m_client->accountOf(signer(), [this, item, attempt](const Result<Address> &account) {
            if (account)
                m_account = *account;
            account ? followUnknown(item, attempt) : askAgain(item, attempt);
        });
        return;
    }
    withAccount([this, item, attempt](const Address &account) {
        m_client->info(codec::Object{{"type", "orderStatus"},
                                     {"user", account.toString()},
                                     {"oid", m_lookups[item].oid}},
                       [this, item, attempt, account](const Result<std::string> &answer) {
                           const auto status =
                               answer ? m_client->decoder().orderStatus(*answer)
                                      : Result<venue::OrderStatusAnswer>(fail(answer.error()));
                           if (status && status->isKnown &&
                               settles(m_lookups[item], status->update, m_outcome.items[item])) {
                               m_sender->foundOut(m_outcome.items[item].message);
                               return followUnknown(item + 1, 0);
                           }
                           if (status && !status->isKnown)
                               return proveDead(item, attempt, account);
                           askAgain(item, attempt);
                       });
    });
}

void ExchangeSession::proveDead(std::size_t item, int attempt, const Address &account)
{
    const codec::Value &id = m_lookups[item].oid;
    if (m_lookups[item].of != Lookup::Of::Order || !m_expiresAfter || id.asString() == nullptr)
        return askAgain(item, attempt);
    const auto again = [this, item, attempt] { askAgain(item, attempt); };
    const std::string user = account.toString();
    m_client->info(
        codec::Object{{"type", "exchangeStatus"}},
        [this, item, user, again, cloid = *id.asString()](const Result<std::string> &answer) {
            const auto status = answer ? m_client->decoder().exchangeStatus(*answer)
                                       : Result<venue::ExchangeStatus>(fail(answer.error()));
            if (!status ||
                static_cast<std::uint64_t>(status->time) < *m_expiresAfter + kExpiryMarginMs)
                return again();
            m_client->info(codec::Object{{"type", "frontendOpenOrders"}, {"user", user}},
                           [this, item, user, again, cloid](const Result<std::string> &open) {
                               if (!open || open->find(cloid) != std::string::npos)
                                   return again();
                               m_client->info(
                                   codec::Object{{"type", "userFills"}, {"user", user}},
                                   [this, item, again, cloid](const Result<std::string> &fills) {
                                       if (!fills || fills->find(cloid) != std::string::npos)
                                           return again();
                                       venue::ItemOutcome &outcome = m_outcome.items[item];
                                       outcome.kind = venue::OutcomeKind::Rejected;
                                       outcome.message =
                                           "not placed: its expiry has passed and the venue does "
                                           "not know it";
                                       m_sender->foundOut(outcome.message);
                                       followUnknown(item + 1, 0);
                                   });
                           });
        });
}

void ExchangeSession::askAgain(std::size_t item, int attempt)
{
    m_client->timers().after(kLookupEvery,
                             [this, item, attempt] { followUnknown(item, attempt + 1); });
}

/// What a person needs who has to find out by hand.
std::string ExchangeSession::unknownSentence(std::size_t item) const
{
    std::string text = "UNKNOWN: the request left and nothing says what became of it; do not send "
                       "it again before it is looked up";
    if (item >= m_lookups.size())
        return text + " in the account's open orders and fills";
    const codec::Value &id = m_lookups[item].oid;
    const std::string name = id.asString() != nullptr ? *id.asString() : codec::toJson(id);
    text += ". " + std::string(id.asString() != nullptr ? "cloid " : "oid ") + name +
            "; ask with: touchline-cli status " + name + " --network " +
            app::networkName(m_network).toStdString();
    if (m_parser.isSet(word("api-url")))
        text += " --api-url " + m_parser.value(word("api-url")).toStdString();
    const std::optional<Address> account = m_vault ? m_vault : m_account;
    return text + " --account " + account.value_or(signer()).toString();
}

void ExchangeSession::finish()
{
    bool isGood = true;
    for (std::size_t i = 0; i < m_outcome.items.size(); ++i)
        isGood = isGood && isGoodOutcome(m_outcome.items[i].kind);
    if (m_asJson)
        printLine(codec::Object{{"stage", "end"}, {"outcomes", outcomesValue(m_outcome)}});
    if (isGood)
        return QCoreApplication::exit(kDone);
    // The one that may be out there comes before those that certainly are not.
    for (const venue::ItemOutcome &item : m_outcome.items)
        if (item.kind == venue::OutcomeKind::Unknown)
            return end({ErrorKind::UnknownOutcome, item.message});
    for (std::size_t i = 0; i < m_outcome.items.size(); ++i) {
        if (!isGoodOutcome(m_outcome.items[i].kind))
            return end({ErrorKind::VenueRejected, outcomeLine(m_outcome, i)});
    }
}

} // namespace hl::cli

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/device_reviews.h"

#include "base/hex.h"
#include "codec/value.h"
#include "crypto/secp256k1.h"
#include "engine/device_words.h"
#include "explain/explain.h"
#include "venue/hyperliquid/exchange_response.h"

#include <utility>

namespace hl::engine {

namespace {

using Fate = trading::DispatchResult::Fate;
using Stage = trading::DeviceQueue::Stage;

constexpr const char *kHonestHash =
    "The device shows a hash. Comparing it finds a wrong app, account or encoder, not a program on "
    "this computer that changes what you see: for that, check on a second machine.";
constexpr const char *kHonestFields =
    "The device shows these fields itself: what it shows is what is signed.";

constexpr const char *kChosenHashes =
    " It could show more than that: \"hashes only\" is chosen in the signer panel.";

std::string ticketTitle(const model::OrderTicket &ticket, Grid grid)
{
    std::string text = ticket.side == model::Side::Buy ? "Buy " : "Sell ";
    text += szText(ticket.sz, grid) + ' ' + ticket.coin;
    if (ticket.kind == model::OrderKind::Market)
        text += " at market, never beyond ";
    else if (ticket.trigger)
        text +=
            " when the mark reaches " + pxText(ticket.trigger->triggerPx, grid) + ", worst fill ";
    else
        text += " at ";
    text += pxText(ticket.px, grid);
    if (ticket.kind == model::OrderKind::Limit)
        text += ticket.tif == model::Tif::Alo   ? ", post only"
                : ticket.tif == model::Tif::Ioc ? ", immediate or cancel"
                                                : " or better";
    return text + (ticket.reduceOnly ? ", reduce only" : "");
}

/// "0x" and upper case, as the device writes a hash (ledger/protocol.md 6).
std::string deviceHash(const Hash32 &hash)
{
    std::string text = toHex(hash);
    for (char &c : text)
        if (c >= 'a' && c <= 'f')
            c = static_cast<char>(c - 'a' + 'A');
    return "0x" + text;
}

/// Addresses in EIP-55, everything else as it is signed (ledger/protocol.md 6).
std::string shownValue(const codec::TypedField &field)
{
    const auto address =
        field.type == "address" ? Address::parse(field.value) : Result<Address>(Address{});
    return field.type == "address" && address ? crypto::checksumAddress(*address) : field.value;
}

std::string checkElsewhere(const trading::EncodedAction &action, const Address &account)
{
    codec::Object line{{"msgpack", toHex(action.msgpack)}, {"nonce", action.nonce}};
    if (action.vault)
        line.emplace_back("vaultAddress", action.vault->toString());
    if (action.expiresAfter)
        line.emplace_back("expiresAfter", *action.expiresAfter);
    line.emplace_back("network", action.isMainnet ? "mainnet" : "testnet");
    line.emplace_back("account", account.toString());
    return codec::toJson(codec::Value(std::move(line)));
}

/// Where a request that never left has ended, by what was said.
ReviewState endedState(const Error &error, bool mayBeForeign)
{
    switch (error.kind) {
    case ErrorKind::DeviceRefused:
        return error.field == "setting" ? ReviewState::Failed : ReviewState::Refused;
    case ErrorKind::DeviceAbsent:
    case ErrorKind::Transport:
        return ReviewState::Unplugged;
    case ErrorKind::Timeout:
        return ReviewState::TimedOut;
    case ErrorKind::Cancelled:
        return ReviewState::Rejected;
    case ErrorKind::Signature:
        if (error.field == "account")
            return ReviewState::WrongAccount;
        return mayBeForeign ? ReviewState::Blocked : ReviewState::Failed;
    default:
        return ReviewState::Failed;
    }
}

} // namespace

SigningReview *DeviceReviews::find(Ticket ticket)
{
    const auto it = m_open.find(ticket);
    return it == m_open.end() ? nullptr : &it->second;
}

void DeviceReviews::setDevice(const DeviceStatus &status)
{
    m_device = status;
}

void DeviceReviews::queued(Ticket ticket, const trading::ActionRequest &request)
{
    SigningReview review;
    review.id = ticket;
    review.request = request.command;
    review.order = request.order;
    review.isExit = request.isExit;
    review.count = request.items;
    review.title = request.title;
    if (request.ticket) {
        const model::OrderTicket &wanted = *request.ticket;
        review.ticket = wanted;
        review.coin = wanted.coin;
        review.side = wanted.side;
        review.px = wanted.px;
        if (const auto grid = m_hooks.grid ? m_hooks.grid(wanted.coin) : std::nullopt) {
            review.grid = *grid;
            if (review.title.empty())
                review.title = ticketTitle(wanted, *grid);
            if (wanted.sz.lots > 0) {
                std::string value = toDecimal(wanted.px * wanted.sz, *grid).toString();
                if (const std::string unit =
                        m_hooks.collateral ? m_hooks.collateral(wanted.coin) : std::string();
                    !unit.empty())
                    value += ' ' + unit;
                review.totals.push_back({"Value", std::move(value)});
            }
        }
    }
    review.network = m_facts.network;
    review.accountName = m_facts.accountName;
    review.account = m_facts.account;
    review.signer = m_facts.signer;
    review.path = m_facts.path;
    review.isEmulator = m_device.isEmulator;
    if (request.ticket && !request.title.empty())
        m_changes.insert(ticket);
    if (request.totals)
        m_totals[ticket] = request.totals;
    publish(m_open[ticket] = std::move(review));
}

void DeviceReviews::preparing(Ticket ticket)
{
    SigningReview *review = find(ticket);
    if (review == nullptr || review->state == ReviewState::Preparing)
        return;
    review->state = ReviewState::Preparing;
    publish(*review);
}

void DeviceReviews::putBack(Ticket ticket)
{
    SigningReview *review = find(ticket);
    if (review == nullptr)
        return;
    review->state = ReviewState::Queued;
    review->outcome.clear();
    publish(*review);
}

void DeviceReviews::held(Ticket ticket, const Error &error)
{
    SigningReview *review = find(ticket);
    if (review == nullptr || review->outcome == error.detail)
        return;
    review->outcome = error.detail;
    publish(*review);
}

Status DeviceReviews::frozen(Ticket ticket, const trading::EncodedAction &action, bool showsFields)
{
    SigningReview *review = find(ticket);
    if (review == nullptr)
        return fail(ErrorKind::Internal, "No review shows what would be signed; the device was "
                                         "not asked.");
    HL_TRY(words, explain::actionInWords(action.msgpack));
    HL_TRY(hashes, explain::hashesOf(action.msgpack, {action.nonce, action.vault,
                                                      action.expiresAfter, action.isMainnet}));
    if (!action.typedData || hashes.digest != action.digest ||
        hashes.domain != action.typedData->domainSeparator ||
        hashes.message != action.typedData->structHash)
        return fail(ErrorKind::Internal, "What the bytes say differs from what would be signed; "
                                         "the device was not asked.");
    review->state = ReviewState::Opening;
    review->outcome.clear();
    review->kind = action.isUserSigned ? ReviewKind::UserSigned : ReviewKind::L1Hash;
    review->words = std::move(words);
    // Of a single order the line that says it; else what the action is.
    const bool isSingle = review->ticket && review->count == 1 && review->words.size() > 1;
    if (!review->words.empty())
        review->title = review->words.at(isSingle ? 1 : 0);
    if (isSingle && review->title.starts_with("1. "))
        review->title.erase(0, 3);
    review->nonce = action.nonce;
    if (action.items != 0)
        review->count = action.items;
    if (const auto totals = m_totals.find(ticket); totals != m_totals.end())
        for (auto &[label, text] : totals->second())
            review->totals.push_back({std::move(label), std::move(text)});
    if (action.expiresAfter)
        review->expiresAfter = static_cast<TimeMs>(*action.expiresAfter);
    if (action.vault)
        review->account = *action.vault;
    review->openedMonoMs = m_clock.monoMs();
    if (!action.isUserSigned) {
        review->source = action.isMainnet ? "a" : "b";
        review->sourceWord = action.isMainnet ? "mainnet" : "testnet";
    }
    review->connectionId = hashes.connectionId;
    review->domainHash = hashes.domain;
    review->messageHash = hashes.message;
    review->digest = hashes.digest;
    review->isDecoded = true;
    review->deviceModel = m_device.model;
    review->appName = m_device.appName;
    review->appVersion = m_device.appVersion;
    review->isEmulator = m_device.isEmulator;
    review->checkElsewhere = checkElsewhere(action, review->account);
    if (review->ticket && m_hooks.touch)
        review->touchAtOpening = m_hooks.touch(*review->ticket);
    fillPages(*review, action, showsFields);
    publish(*review);
    return {};
}

/// What the device pages through, from ledger/protocol.md 6: two hashes in the hashed form; else
/// the domain, then every field on a touch screen, and on a Nano the message hash (its fields,
/// where "Raw messages" is on, come instead; that setting is not told).
void DeviceReviews::fillPages(SigningReview &review, const trading::EncodedAction &action,
                              bool showsFields) const
{
    review.settingNeeded = "Blind signing";
    const bool isTouch = hasTouchScreen(m_device.model);
    review.showsHashes = !showsFields;
    review.showsFields = showsFields && isTouch;
    const DevicePage domain{"Domain hash", deviceHash(review.domainHash), true};
    const DevicePage message{"Message hash", deviceHash(review.messageHash), true};
    if (!showsFields) {
        review.pages = {domain, message};
    } else {
        const codec::TypedData &typed = *action.typedData;
        review.pages = {{"name", typed.domainName},
                        {"version", "1"},
                        {"chainId", std::to_string(typed.chainId)},
                        {"verifyingContract", "0x0000000000000000000000000000000000000000"}};
        if (isTouch) {
            for (const codec::TypedField &field : typed.fields)
                review.pages.push_back({field.name, shownValue(field), field.type == "bytes32"});
        } else {
            review.pages.push_back(message);
        }
    }
    review.honestNote =
        review.kind == ReviewKind::UserSigned && review.showsFields ? kHonestFields : kHonestHash;
    if (!showsFields && m_device.canShowFields)
        review.honestNote += kChosenHashes;
}

void DeviceReviews::shown(std::optional<Ticket> active)
{
    SigningReview *review = active ? find(*active) : nullptr;
    if (review == nullptr || review->state != ReviewState::Opening)
        return;
    review->state = ReviewState::OnDevice;
    publish(*review);
}

void DeviceReviews::isSigned(Ticket ticket)
{
    SigningReview *review = find(ticket);
    if (review == nullptr)
        return;
    review->state = ReviewState::Signed;
    review->isRecovered = true;
    publish(*review);
}

void DeviceReviews::handed(Ticket ticket)
{
    SigningReview *review = find(ticket);
    if (review == nullptr)
        return;
    review->state = ReviewState::Sent;
    review->isSent = true;
    publish(*review);
}

void DeviceReviews::givenUp(Ticket ticket)
{
    SigningReview *review = find(ticket);
    if (review == nullptr)
        return;
    m_givenUp.insert(ticket);
    review->outcome = review->state == ReviewState::Queued
                          ? "Dropped before the device was asked; nothing was sent."
                          : "Rejected here; nothing was sent.";
}

void DeviceReviews::ended(Ticket ticket, const trading::DispatchResult &result, Stage at)
{
    const auto it = m_open.find(ticket);
    if (it == m_open.end())
        return;
    SigningReview review = std::move(it->second);
    m_open.erase(it);
    m_totals.erase(ticket);
    const bool isChange = m_changes.erase(ticket) > 0;
    const bool isGivenUp = m_givenUp.erase(ticket) > 0;
    const bool isSigned = at == Stage::Signed || at == Stage::Handed;
    switch (result.fate) {
    case Fate::Answered: {
        review.state = ReviewState::Answered;
        const venue::ExchangeOutcome answer = venue::decodeExchangeHttp(
            result.answer.status, result.answer.body, result.answer.written, review.count);
        for (std::size_t i = 0; i < answer.items.size(); ++i) {
            const venue::ItemOutcome &item = answer.items[i];
            if (item.kind == venue::OutcomeKind::Rejected ||
                item.kind == venue::OutcomeKind::Unknown)
                review.notDone.push_back((i + 1 < review.words.size() && answer.items.size() > 1
                                              ? review.words[i + 1] + ": "
                                              : std::string()) +
                                         item.message);
            else
                ++review.done;
        }
        review.outcome = review.notDone.empty() ? "Taken by the venue."
                         : answer.items.size() == 1
                             ? review.notDone.front()
                             : std::to_string(review.done) + " of " +
                                   std::to_string(answer.items.size()) + " done.";
        break;
    }
    case Fate::Unknown:
        review.state = ReviewState::Unknown;
        review.outcome = "It left and was not answered; what became of it is being looked up.";
        break;
    case Fate::NotSent:
    case Fate::SignatureFailed:
        if (review.state == ReviewState::Queued)
            review.state = ReviewState::Dropped;
        else if (isGivenUp)
            review.state = ReviewState::Rejected;
        else if (isSigned || (at == Stage::Preparing && result.error.kind == ErrorKind::Cancelled))
            review.state = ReviewState::Discarded;
        else
            review.state = endedState(result.error, at == Stage::Frozen);
        // What the person did here is said in those words.
        if (!isGivenUp)
            review.outcome = result.error.detail;
        review.canAskAgain =
            review.ticket && !isChange &&
            (review.state == ReviewState::Discarded || review.state == ReviewState::Unplugged ||
             review.state == ReviewState::TimedOut);
        break;
    }
    publish(review);
}

void DeviceReviews::sendState() const
{
    for (const auto &[ticket, review] : m_open)
        publish(review);
}

} // namespace hl::engine

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/intent_rows.h"

#include "base/hex.h"
#include "market/book_state_name.h"
#include "trading/intent_settings.h"

#include <utility>

namespace hl::trading {

using codec::Array;
using codec::Object;
using codec::Value;

namespace {

Value levelValue(const std::vector<market::BookLevel> &side, Grid grid)
{
    if (side.empty())
        return nullptr;
    return Array{pxText(side.front().px, grid), szText(side.front().sz, grid)};
}

std::string_view kindName(model::OrderKind kind)
{
    switch (kind) {
    case model::OrderKind::Limit:
        return "limit";
    case model::OrderKind::Market:
        return "market";
    case model::OrderKind::Trigger:
        return "trigger";
    }
    return "limit";
}

Result<Address> addressOf(const Value &row, std::string_view key)
{
    HL_TRY(text, row.string(key));
    auto address = Address::parse(text);
    if (!address)
        return fail(ErrorKind::Parse, address.error().detail, std::string(key));
    return *address;
}

std::string text(const Value *value)
{
    if (value == nullptr)
        return {};
    if (const auto *said = value->asString())
        return *said;
    return value->isNull() ? std::string() : codec::toJson(*value);
}

std::string shortText(std::string said)
{
    constexpr std::size_t kMost = 160;
    if (said.size() > kMost) {
        said.resize(kMost);
        said += "…";
    }
    return said;
}

std::string orderWords(const Value &row)
{
    std::string words = text(row.find("side")) == "sell" ? "Sell " : "Buy ";
    words += text(row.find("sz")) + ' ' + text(row.find("coin"));
    const std::string kind = text(row.find("kind"));
    if (kind == "market")
        return words + " at market, never beyond " + text(row.find("px"));
    if (const Value *trigger = row.find("trigger"); trigger != nullptr && trigger->asObject())
        return words + (text(trigger->find("tpsl")) == "tp" ? " target at " : " stop at ") +
               text(trigger->find("px"));
    const std::string tif = text(row.find("tif"));
    return words + " at " + text(row.find("px")) + (tif.empty() ? tif : ' ' + tif);
}

std::string intentWords(const Value &row)
{
    if (const Value *ticket = row.find("ticket"); ticket != nullptr && ticket->asObject())
        return orderWords(*ticket) +
               (text(ticket->find("reduceOnly")) == "true" ? ", reduce only" : std::string());
    const Value *words = row.find("words");
    std::string all;
    if (words != nullptr && words->asArray() != nullptr)
        for (const Value &line : *words->asArray())
            all += (all.empty() ? "" : " · ") + text(&line);
    return all;
}

std::string itemWords(const Value &item)
{
    std::string words = text(item.find("outcome"));
    if (const std::string oid = text(item.find("oid")); !oid.empty())
        words += " " + oid;
    if (const std::string sz = text(item.find("totalSz")); !sz.empty())
        words += " " + sz + " at " + text(item.find("avgPx"));
    if (const std::string message = text(item.find("message")); !message.empty())
        words += ": " + message;
    return words;
}

RowSummary outcomeSummary(const Value &row)
{
    RowSummary summary;
    const Value *items = row.find("items");
    if (items != nullptr && items->asArray() != nullptr)
        for (const Value &item : *items->asArray()) {
            summary.words += (summary.words.empty() ? "" : ", ") + itemWords(item);
            if (summary.state.empty())
                summary.state = text(item.find("outcome"));
        }
    if (const std::string found = text(row.find("foundOut")); !found.empty()) {
        summary.words = found;
        summary.state = "found out";
    }
    return summary;
}

} // namespace

Object ticketObject(const model::OrderTicket &ticket, Grid grid)
{
    Object out{{"coin", ticket.coin},
               {"side", sideName(ticket.side)},
               {"kind", kindName(ticket.kind)},
               {"px", pxText(ticket.px, grid)},
               {"sz", szText(ticket.sz, grid)},
               {"tif", tifName(ticket.tif)},
               {"reduceOnly", ticket.reduceOnly}};
    if (ticket.trigger)
        out.emplace_back("trigger",
                         Object{{"px", pxText(ticket.trigger->triggerPx, grid)},
                                {"isMarket", ticket.trigger->isMarket},
                                {"tpsl", ticket.trigger->tpsl == model::TpSl::Tp ? "tp" : "sl"}});
    if (ticket.cloid)
        out.emplace_back("cloid", ticket.cloid->toString());
    return out;
}

Object marketObject(const std::string &coin, const model::ValidationContext &context)
{
    Object out{{"coin", coin}};
    if (context.book != nullptr) {
        out.emplace_back("book", market::bookStateName(context.book->state));
        out.emplace_back("bookTime", context.book->time);
        out.emplace_back("bid", levelValue(context.book->bids, context.book->grid));
        out.emplace_back("ask", levelValue(context.book->asks, context.book->grid));
    }
    if (context.mark)
        out.emplace_back("mark", context.mark->toString());
    if (context.position != nullptr)
        out.emplace_back("position", szText(context.position->szi, context.position->grid));
    return out;
}

Object signingObject(const actions::Action &action, Nonce nonce,
                     const std::optional<Address> &vault, std::optional<std::uint64_t> expiresAfter,
                     bool isMainnet, const std::optional<Hash32> &connectionId,
                     const Hash32 &digest)
{
    Object out{{"type", actions::typeOf(action)},
               {"isMainnet", isMainnet},
               {"nonce", nonce},
               {"action", actions::actionJson(action)}};
    if (vault)
        out.emplace_back("vaultAddress", vault->toString());
    if (expiresAfter)
        out.emplace_back("expiresAfter", *expiresAfter);
    if (connectionId) {
        Bytes scratch;
        out.emplace_back("msgpack", toHex(actions::packAction(action, scratch)));
        out.emplace_back("connectionId", toHex0x(*connectionId));
    }
    out.emplace_back("digest", toHex0x(digest));
    return out;
}

Object outcomeObject(const venue::ItemOutcome &item)
{
    Object out{{"outcome", venue::outcomeKindName(item.kind)}};
    if (item.oid != 0)
        out.emplace_back("oid", item.oid);
    if (item.cloid)
        out.emplace_back("cloid", item.cloid->toString());
    if (item.twapId != 0)
        out.emplace_back("twapId", item.twapId);
    if (item.kind == venue::OutcomeKind::Filled) {
        out.emplace_back("totalSz", item.totalSz.toString());
        out.emplace_back("avgPx", item.avgPx.toString());
    }
    if (!item.message.empty())
        out.emplace_back("message", item.message);
    return out;
}

Object signatureObject(const signing::Signature &signature)
{
    return {{"r", toHex0x(signature.r)},
            {"s", toHex0x(signature.s)},
            {"v", std::uint64_t{signature.v}}};
}

Object fillObject(const model::Fill &fill)
{
    Object out{{"coin", fill.coin},
               {"side", sideName(fill.side)},
               {"px", pxText(fill.px, fill.grid)},
               {"sz", szText(fill.sz, fill.grid)},
               {"time", fill.time},
               {"tid", fill.tid},
               {"oid", fill.oid}};
    if (fill.cloid)
        out.emplace_back("cloid", fill.cloid->toString());
    out.emplace_back("fee", fill.fee.toString());
    out.emplace_back("feeToken", fill.feeToken);
    out.emplace_back("closedPnl", fill.closedPnl.toString());
    out.emplace_back("isTaker", fill.isTaker);
    return out;
}

Object endedObject(const model::Order &order)
{
    Object out{
        {"state", phaseName(order.phase)},        {"coin", order.coin},
        {"side", sideName(order.side)},           {"px", pxText(order.px, order.grid)},
        {"sz", szText(order.origSz, order.grid)}, {"filled", szText(order.filledSz, order.grid)}};
    if (order.avgFillPx)
        out.emplace_back("avgPx", pxText(*order.avgFillPx, order.grid));
    if (order.oid != 0)
        out.emplace_back("oid", order.oid);
    if (order.cloid)
        out.emplace_back("cloid", order.cloid->toString());
    if (!order.reason.empty())
        out.emplace_back("reason", order.reason);
    return out;
}

Result<OpenIntent> readSigning(const JournalEntry &row)
{
    HL_TRY(value, codec::parseJson(row.payload));
    OpenIntent out;
    out.intent = row.intent;
    out.time = row.time;
    HL_TRY(network, value.string("network"));
    out.network = std::move(network);
    if (value.find("account") != nullptr) {
        HL_TRY(account, addressOf(value, "account"));
        out.account = account;
    }
    HL_TRY(signer, addressOf(value, "signer"));
    out.signer = signer;
    HL_TRY(isMainnet, value.boolean("isMainnet"));
    out.isMainnet = isMainnet;
    HL_TRY(nonce, value.uint("nonce"));
    out.nonce = nonce;
    if (value.find("vaultAddress") != nullptr) {
        HL_TRY(vault, addressOf(value, "vaultAddress"));
        out.vault = vault;
    }
    if (value.find("expiresAfter") != nullptr) {
        HL_TRY(expiry, value.uint("expiresAfter"));
        out.expiresAfter = expiry;
    }
    HL_TRY(action, value.string("action"));
    auto parsed = actions::parseAction(action);
    if (!parsed)
        return fail(ErrorKind::Parse, parsed.error().sentence(), "action");
    out.action = std::move(*parsed);
    HL_TRY(digest, value.string("digest"));
    if (!fromHexExact(digest, out.digest))
        return fail(ErrorKind::Parse, "is no hash", "digest");
    return out;
}

std::vector<Cloid> placedCloids(const actions::Action &action)
{
    std::vector<Cloid> cloids;
    if (const auto *order = action.as<actions::Order>()) {
        for (const actions::OrderWire &wire : order->orders)
            if (wire.c)
                cloids.push_back(*wire.c);
    }
    return cloids;
}

namespace {

template <class... Kinds>
bool isOneOf(const actions::Action &action)
{
    return (action.is<Kinds>() || ...);
}

} // namespace

bool mayOpen(const actions::Action &action)
{
    using namespace actions;
    return !isOneOf<Cancel, CancelByCloid, TwapCancel, ScheduleCancel, Noop>(action) &&
           !isOneOf<Withdraw, UsdSend, SpotSend, SendAsset, UsdClassTransfer, SubAccountTransfer,
                    SubAccountSpotTransfer, VaultTransfer, ApproveAgent, ApproveBuilderFee>(action);
}

FollowedOrder followedOf(const JournalEntry &row)
{
    FollowedOrder out;
    const auto value = codec::parseJson(row.payload);
    if (!value)
        return out;
    if (const auto said = value->string("cloid"))
        if (const auto cloid = Cloid::parse(*said))
            out.cloid = *cloid;
    out.tid = value->uint("tid").value_or(0);
    return out;
}

RowSummary summaryOf(const JournalEntry &row)
{
    RowSummary summary;
    const auto value = codec::parseJson(row.payload);
    if (!value) {
        summary.words = "not readable";
        return summary;
    }
    if (const auto nonce = value->uint("nonce"))
        summary.nonce = *nonce;
    if (row.kind == journal_kind::kIntent) {
        summary.words = intentWords(*value);
        summary.state = text(value->find("exit")) == "true" ? "exit" : "entry";
    } else if (row.kind == journal_kind::kSigning) {
        const std::string hash = text(value->find("connectionId"));
        summary.words =
            text(value->find("type")) + ' ' + (hash.empty() ? text(value->find("digest")) : hash);
        summary.state = "recorded";
    } else if (row.kind == journal_kind::kWiped) {
        summary.words = text(value->find("reason"));
        summary.state = "not sent";
    } else if (row.kind == journal_kind::kSent) {
        summary.words = "Handed over: " + text(value->find("bytes")) + " bytes";
        summary.state = "sent";
    } else if (row.kind == journal_kind::kAnswer) {
        const bool isAnswered = text(value->find("answered")) == "true";
        summary.words = isAnswered ? text(value->find("body")) : text(value->find("error"));
        summary.state = isAnswered ? "answered" : "no answer";
    } else if (row.kind == journal_kind::kOutcome) {
        const auto nonce = summary.nonce;
        summary = outcomeSummary(*value);
        summary.nonce = nonce;
    } else if (row.kind == journal_kind::kFill) {
        summary.words = (text(value->find("side")) == "sell" ? "Sold " : "Bought ") +
                        text(value->find("sz")) + ' ' + text(value->find("coin")) + " at " +
                        text(value->find("px"));
        summary.state = "filled";
    } else if (row.kind == journal_kind::kEnded) {
        summary.words = orderWords(*value) + ", filled " + text(value->find("filled"));
        summary.state = text(value->find("state"));
    } else if (row.kind == journal_kind::kSetting) {
        summary.words = settingWords(*value);
        summary.state = value->find("changed") != nullptr ? "changed" : "as it began";
    } else if (row.kind == journal_kind::kUnproven) {
        summary.words = "Rows " + text(value->find("from")) + " to " + text(value->find("to")) +
                        " were not under the head when the program ended; what they end was looked "
                        "up again";
        summary.state = "not proven";
    } else {
        summary.words = row.payload;
    }
    if (value->find("writtenLate") != nullptr || value->find("beforeItsRecord") != nullptr)
        summary.state += summary.state.empty() ? "late" : ", late";
    summary.words = shortText(std::move(summary.words));
    summary.state = shortText(std::move(summary.state));
    return summary;
}

} // namespace hl::trading

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/journal_entry.h"
#include "codec/value.h"
#include "model/account.h"
#include "model/order.h"
#include "model/ticket_validator.h"
#include "signing/signer.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/exchange_response.h"

#include <optional>
#include <string>

/// The journal's rows as text and back. Pure; prices and sizes are the wire's decimal text,
/// integers are exact over 64 bits (cases.md B26).
namespace hl::trading {

codec::Object ticketObject(const model::OrderTicket &ticket, Grid grid);
/// State and touch of the book, mark: the market as it stood.
codec::Object marketObject(const std::string &coin, const model::ValidationContext &context);

/// What is signed, whoever signs it: action, canonical bytes, hashes, nonce, vault, expiry.
/// `connectionId` of L1 actions only.
codec::Object signingObject(const actions::Action &action, Nonce nonce,
                            const std::optional<Address> &vault,
                            std::optional<std::uint64_t> expiresAfter, bool isMainnet,
                            const std::optional<Hash32> &connectionId, const Hash32 &digest);

codec::Object outcomeObject(const venue::ItemOutcome &item);
codec::Object signatureObject(const signing::Signature &signature);
codec::Object fillObject(const model::Fill &fill);
/// The final state of one order.
codec::Object endedObject(const model::Order &order);

/// A row `signing`, read back. Errors name the field.
struct OpenIntent
{
    IntentId intent = 0;
    TimeMs time = 0;
    std::string network;
    std::optional<Address> account; ///< whose orders it was about, where that was known
    Address signer;
    bool isMainnet = false;
    Nonce nonce = 0;
    std::optional<Address> vault;
    std::optional<std::uint64_t> expiresAfter;
    actions::Action action;
    Hash32 digest{};
    bool mayLookUp = true; ///< its orders are of the account that is asked about
};
Result<OpenIntent> readSigning(const JournalEntry &row);
/// The cloids of the orders it places, in their order.
std::vector<Cloid> placedCloids(const actions::Action &action);
/// False of cancels, no-ops, money that is moved and approvals: landed or not, they open nothing,
/// so no entry waits for them. (A device's movement has no expiry; its fate may stay unknown for
/// two days.)
bool mayOpen(const actions::Action &action);

/// Whose order a row `fill` or `ended` is about.
struct FollowedOrder
{
    std::optional<Cloid> cloid;
    Tid tid = 0;
};
FollowedOrder followedOf(const JournalEntry &row);

/// One line for a table: what the row says, in words.
struct RowSummary
{
    std::string words;
    std::string state;
    std::optional<Nonce> nonce;
};
RowSummary summaryOf(const JournalEntry &row);

} // namespace hl::trading

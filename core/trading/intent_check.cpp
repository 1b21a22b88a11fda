// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/intent_check.h"

#include "base/hex.h"
#include "crypto/keccak256.h"
#include "crypto/secp256k1.h"
#include "trading/intent_rows.h"
#include "trading/intent_settings.h"
#include "venue/hyperliquid/actions/request.h"

#include <algorithm>
#include <utility>

namespace hl::trading {

namespace {

tl::unexpected<Error> wrong(std::string why)
{
    return fail(ErrorKind::Validation, std::move(why));
}

bool isTrue(const codec::Value &row, std::string_view key)
{
    const auto value = row.boolean(key);
    return value && *value;
}

/// "0x" and 32 digits, in quotes: no hash and no address has this length.
std::vector<std::string> cloidsIn(const std::string &json)
{
    constexpr std::size_t kLength = 34;
    std::vector<std::string> out;
    for (auto at = json.find("\"0x"); at != std::string::npos; at = json.find("\"0x", at + 1))
        if (at + kLength + 1 < json.size() && json[at + kLength + 1] == '"')
            if (const auto cloid = Cloid::parse(json.substr(at + 1, kLength)))
                out.push_back(cloid->toString());
    return out;
}

bool isAmong(const std::vector<std::string> &cloids, const std::string &cloid)
{
    return std::ranges::find(cloids, cloid) != cloids.end();
}

/// Nothing where it has none.
Result<std::optional<std::string>> cloidOf(const codec::Value &value)
{
    if (value.find("cloid") == nullptr)
        return std::nullopt;
    HL_TRY(text, value.string("cloid"));
    const auto cloid = Cloid::parse(text);
    if (!cloid)
        return wrong("its cloid cannot be read");
    return cloid->toString();
}

bool isOfARequest(std::string_view kind)
{
    using namespace journal_kind;
    return kind == kIntent || kind == kSigning || kind == kSent || kind == kAnswer ||
           kind == kWiped || kind == kOutcome || kind == kFill || kind == kEnded;
}

} // namespace

Status IntentCheck::check(const JournalEntry &row)
{
    const auto value = codec::parseJson(row.payload);
    if (!value || value->asObject() == nullptr)
        return wrong("its content is no JSON object");
    m_figures.late +=
        value->find("writtenLate") != nullptr || value->find("beforeItsRecord") != nullptr ? 1U
                                                                                           : 0U;
    if (row.kind == journal_kind::kSetting) {
        HL_CHECK(checkSetting(m_settings, row));
        HL_TRY(settings, settingsOf(row));
        m_settings = std::move(settings);
        ++m_figures.settings;
        return {};
    }
    // What it marks is the chain's business.
    if (row.kind == journal_kind::kUnproven)
        return {};
    if (!isOfARequest(row.kind))
        return wrong("it is of no kind that this program writes");
    if (row.intent == 0)
        return wrong("it belongs to no request");
    if (row.kind == journal_kind::kIntent)
        return intent(row, *value);
    const auto it = m_requests.find(row.intent);
    if (it == m_requests.end())
        return wrong("no row says what its request was");
    Request &of = it->second;
    if (row.kind == journal_kind::kSigning)
        return signing(of, row, *value);
    if (!of.isSigning)
        return wrong("no row says what was signed of its request");
    return later(of, row, *value);
}

Status IntentCheck::intent(const JournalEntry &row, const codec::Value &value)
{
    if (m_requests.contains(row.intent))
        return wrong("its request has such a row already");
    if (!value.boolean("exit") || !value.uint("items") || value.find("words") == nullptr ||
        value.find("words")->asArray() == nullptr)
        return wrong("it does not say what was asked");
    std::optional<std::string> cloid;
    if (const codec::Value *ticket = value.find("ticket")) {
        if (ticket->asObject() == nullptr)
            return wrong("its ticket cannot be read");
        HL_TRY(said, cloidOf(*ticket));
        cloid = std::move(said);
    }
    m_requests[row.intent].ticketCloid = std::move(cloid);
    return {};
}

Status IntentCheck::signing(Request &of, const JournalEntry &row, const codec::Value &value)
{
    if (of.isSigning)
        return wrong("its request has such a row already");
    auto read = readSigning(row);
    if (!read)
        return wrong(read.error().sentence());
    const OpenIntent &intent = *read;
    const std::string action = actions::actionJson(intent.action);
    if (action != value.string("action").value_or(""))
        return wrong("its action is not in canonical form");
    if (actions::isUserSigned(intent.action) || intent.action.is<actions::MultiSig>()) {
        const auto digest = actions::requestDigest(
            {intent.action, {}, intent.nonce, intent.vault, intent.expiresAfter}, intent.isMainnet);
        if (!digest || *digest != intent.digest)
            return wrong("its digest does not follow from its action");
    } else {
        Bytes scratch;
        if (toHex(actions::packAction(intent.action, scratch)) !=
            value.string("msgpack").value_or(""))
            return wrong("its canonical bytes do not follow from its action");
        const Hash32 id = actions::connectionId(intent.action, intent.nonce, intent.vault,
                                                intent.expiresAfter, scratch);
        if (toHex0x(id) != value.string("connectionId").value_or(""))
            return wrong("its connectionId does not follow from its canonical bytes");
        if (actions::agentDigest(id, intent.isMainnet) != intent.digest)
            return wrong("its digest does not follow from its connectionId");
    }
    for (const Cloid &cloid : placedCloids(intent.action))
        of.placed.push_back(cloid.toString());
    of.named = cloidsIn(action);
    if (of.ticketCloid && !of.placed.empty() && !isAmong(of.placed, *of.ticketCloid))
        return wrong("it is not the order of its ticket");
    const std::string posted =
        actions::requestBody(intent.action, intent.nonce, {}, intent.vault, intent.expiresAfter);
    of.isSigning = true;
    of.nonce = intent.nonce;
    of.digest = intent.digest;
    of.signer = intent.signer;
    of.posted = crypto::keccak256(asBytes(posted));
    ++m_figures.requests;
    return {};
}

/// What became of a request that may have been signed.
Status IntentCheck::later(Request &of, const JournalEntry &row, const codec::Value &value)
{
    if (row.kind == journal_kind::kFill || row.kind == journal_kind::kEnded) {
        if (of.isWiped && !of.hasOutcome)
            return wrong("its request was not sent, as an earlier row says");
        HL_TRY(cloid, cloidOf(value));
        if (cloid ? !isAmong(of.placed, *cloid) : of.placed.empty())
            return wrong("its order is none that its request places");
        return {};
    }
    if (const auto nonce = value.uint("nonce");
        value.find("nonce") && (!nonce || *nonce != of.nonce))
        return wrong("its nonce is not its request's");
    if (row.kind == journal_kind::kSent)
        return sent(of, value);
    if (row.kind == journal_kind::kAnswer)
        return answer(of, value);
    if (row.kind == journal_kind::kWiped)
        return wiped(of, value);
    HL_CHECK(outcome(of, value));
    of.hasOutcome = true;
    return {};
}

Status IntentCheck::sent(Request &of, const codec::Value &value) const
{
    if (of.isWiped)
        return wrong("its request was not sent, as an earlier row says");
    if (of.isSent)
        return wrong("its request has such a row already");
    const auto posted = value.string("posted");
    if (!posted || crypto::keccak256(asBytes(*posted)) != of.posted)
        return wrong("what was posted is not what was recorded before it was signed");
    of.isSent = true;
    return {};
}

Status IntentCheck::answer(Request &of, const codec::Value &value)
{
    if (of.isWiped)
        return wrong("its request was not sent, as an earlier row says");
    if (!of.isSent)
        return wrong("no row says what was posted");
    if (std::exchange(of.isAnswered, true))
        return wrong("its request has such a row already");
    const codec::Value *said = value.find("signature");
    if (said == nullptr)
        return isTrue(value, "answered") || isTrue(value, "written")
                   ? Status(wrong("the signature of what was sent is missing"))
                   : Status{};
    of.hasLeft = true;
    const auto signature = actions::parseSignature(codec::toJson(*said));
    if (!signature)
        return wrong("its signature cannot be read");
    const auto signer = crypto::recoverAddress(of.digest, *signature);
    if (!signer || *signer != of.signer)
        return wrong("its signature was not made by " + of.signer.toString());
    ++m_figures.signers;
    return {};
}

Status IntentCheck::wiped(Request &of, const codec::Value &value)
{
    ++m_figures.wiped;
    if (value.find("signature") != nullptr)
        return wrong("it holds the signature of a request that was not sent");
    if (of.hasLeft)
        return wrong("its request was sent, as an earlier row says");
    if (of.isSent && !of.isAnswered)
        return wrong("its request was handed over, and no row says that it did not leave");
    if (std::exchange(of.isWiped, true))
        return wrong("its request has such a row already");
    const auto digest = value.string("digest");
    if (!digest || *digest != toHex0x(of.digest))
        return wrong("its digest is not its request's");
    return {};
}

/// From its answer, or found out later; both where the answer's row was not under the head when
/// the program ended.
Status IntentCheck::outcome(Request &of, const codec::Value &value) const
{
    const codec::Value *items = value.find("items");
    const auto foundOut = value.string("foundOut");
    if (items == nullptr)
        return foundOut && !foundOut->empty() ? Status{}
                                              : Status(wrong("it does not say what became of it"));
    if (items->asArray() == nullptr || foundOut)
        return wrong("it does not say what became of it");
    if (of.isWiped)
        return wrong("its request was not sent, as an earlier row says");
    if (!of.isAnswered)
        return wrong("no row says what the venue answered");
    if (of.hasOutcome)
        return wrong("its request has such a row already");
    for (const codec::Value &item : *items->asArray()) {
        if (!item.string("outcome"))
            return wrong("it does not say what became of each order");
        HL_TRY(cloid, cloidOf(item));
        if (cloid && !of.named.empty() && !isAmong(of.named, *cloid))
            return wrong("it tells of an order that is not its request's");
    }
    return {};
}

} // namespace hl::trading

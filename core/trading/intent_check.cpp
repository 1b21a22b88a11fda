// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/intent_check.h"

#include "base/hex.h"
#include "crypto/keccak256.h"
#include "crypto/secp256k1.h"
#include "trading/intent_rows.h"
#include "trading/intent_settings.h"
#include "venue/hyperliquid/actions/request.h"

namespace hl::trading {

namespace {

tl::unexpected<Error> wrong(std::string why)
{
    return fail(ErrorKind::Validation, std::move(why));
}

} // namespace

Status IntentCheck::check(const JournalEntry &row)
{
    const auto value = codec::parseJson(row.payload);
    if (!value || value->asObject() == nullptr)
        return wrong("its content is no JSON object");
    m_figures.late += value->find("writtenLate") != nullptr ? 1U : 0U;
    if (row.kind == journal_kind::kSigning)
        return signing(row);
    if (row.kind == journal_kind::kSetting) {
        HL_CHECK(checkSetting(m_settings, row));
        HL_TRY(settings, settingsOf(row));
        m_settings = std::move(settings);
        ++m_figures.settings;
        return {};
    }
    const auto it = m_signings.find(row.intent);
    if (row.kind == journal_kind::kWiped) {
        ++m_figures.wiped;
        if (value->find("signature") != nullptr)
            return wrong("it holds the signature of a request that was not sent");
        if (it == m_signings.end())
            return wrong("no row says what its request was");
        if (it->second.hasLeft)
            return wrong("its request was sent, as an earlier row says");
        it->second.isWiped = true;
        const auto digest = value->string("digest");
        if (!digest || *digest != toHex0x(it->second.digest))
            return wrong("its digest is not its request's");
        return {};
    }
    if (row.kind == journal_kind::kAnswer || row.kind == journal_kind::kSent) {
        if (it == m_signings.end())
            return wrong("no row says what its request was");
        return row.kind == journal_kind::kAnswer ? answer(it->second, row) : sent(it->second, row);
    }
    return {};
}

Status IntentCheck::signing(const JournalEntry &row)
{
    auto read = readSigning(row);
    if (!read)
        return wrong(read.error().sentence());
    const OpenIntent &intent = *read;
    HL_TRY(value, codec::parseJson(row.payload));
    if (actions::actionJson(intent.action) != value.string("action").value_or(""))
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
    const std::string posted =
        actions::requestBody(intent.action, intent.nonce, {}, intent.vault, intent.expiresAfter);
    m_signings[row.intent] = {intent.digest, intent.signer, crypto::keccak256(asBytes(posted)),
                              false, false};
    ++m_figures.requests;
    return {};
}

Status IntentCheck::sent(const Signing &of, const JournalEntry &row) const
{
    HL_TRY(value, codec::parseJson(row.payload));
    const auto posted = value.string("posted");
    if (!posted || crypto::keccak256(asBytes(*posted)) != of.posted)
        return wrong("what was posted is not what was recorded before it was signed");
    return {};
}

Status IntentCheck::answer(Signing &of, const JournalEntry &row)
{
    HL_TRY(value, codec::parseJson(row.payload));
    const codec::Value *said = value.find("signature");
    if (said == nullptr)
        return {};
    if (of.isWiped)
        return wrong("it holds the signature of a request that was not sent");
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

} // namespace hl::trading

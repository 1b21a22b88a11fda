// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "crypto/signature.h"
#include "venue/hyperliquid/actions/account.h"
#include "venue/hyperliquid/actions/user_signed.h"

#include <memory>
#include <string>
#include <vector>

/// The multi-sig wrapper (protocol/signing.md 7).
namespace hl::actions {

struct Action;

/// userSetAbstraction as it stands inside a multi-sig payload: short words (signing.md 7.4).
struct UserSetAbstractionPayload
{
    ChainId signatureChainId;
    std::optional<Chain> hyperliquidChain;
    Address user;
    ShortAbstraction abstraction = ShortAbstraction::Disabled;
    std::optional<Nonce> nonce;

    using Fields =
        UserTable<UserSetAbstractionPayload, "userSetAbstraction",
                  Field<"user", &UserSetAbstractionPayload::user>,
                  Field<"abstraction", &UserSetAbstractionPayload::abstraction, kAny, "mode">,
                  Field<"nonce", &UserSetAbstractionPayload::nonce, kEnvelope>>;
};

/// A signature inside the wrapper: leading zero digits dropped, however many (signing.md 7.3).
struct InnerSignature
{
    crypto::Signature value;
};

/// The wrapped action, in its payload form.
struct PayloadAction
{
    std::shared_ptr<const Action> action;
};

struct MultiSigPayload
{
    Address multiSigUser;
    Address outerSigner;
    PayloadAction action;

    using Fields = Table<Field<"multiSigUser", &MultiSigPayload::multiSigUser, kAny, "account">,
                         Field<"outerSigner", &MultiSigPayload::outerSigner, kAny, "leader">,
                         Field<"action", &MultiSigPayload::action>>;
};

struct MultiSig
{
    ChainId signatureChainId;
    std::vector<InnerSignature> signatures;
    MultiSigPayload payload;

    using Fields =
        Table<Type<"multiSig">,
              Field<"signatureChainId", &MultiSig::signatureChainId, kEnvelope, "signature chain">,
              Field<"signatures", &MultiSig::signatures, between(1, 10)>,
              Field<"payload", &MultiSig::payload>>;
};

} // namespace hl::actions

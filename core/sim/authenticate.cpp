// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/action_service.h"

#include <algorithm>
#include <set>

namespace hl::sim {
namespace {

auto unknownSigner(const Address &signer)
{
    return fail(ErrorKind::VenueRejected,
                "User or API Wallet " + signer.toString() + " does not exist.");
}

} // namespace

Result<ActionService::Caller> ActionService::authenticate(const actions::PostedRequest &request)
{
    HL_TRY(signer, actions::recoverRequestSigner(request, false));
    Caller caller{kNoUser, kNoUser, signer};
    if (const SimAccount *account = m_exchange.accounts().find(signer)) {
        if (account->multiSig)
            return fail(ErrorKind::VenueRejected,
                        "Multi-sig user must send a multi-sig action: " + signer.toString());
        caller.user = caller.master = account->id;
        return caller;
    }
    // An agent signs L1 actions only; what moves funds or rights needs the master key.
    const auto master = m_exchange.accounts().masterOfAgent(signer, m_exchange.now());
    if (!master || actions::isUserSigned(request.action))
        return unknownSigner(signer);
    caller.user = caller.master = *master;
    return caller;
}

Result<ActionService::Caller>
ActionService::authenticateMultiSig(const actions::PostedRequest &request)
{
    const auto &payload = request.action.as<actions::MultiSig>()->payload;
    HL_TRY(leader, actions::recoverRequestSigner(request, false));
    // The leader is an authorised user or the API wallet of one.
    const SimAccount *leading = m_exchange.accounts().find(leader);
    const auto agentOf = m_exchange.accounts().masterOfAgent(leader, m_exchange.now());
    if (leading == nullptr && !agentOf)
        return unknownSigner(leader);
    if (payload.outerSigner != leader)
        return fail(ErrorKind::VenueRejected,
                    "Multi-sig outer signer does not match: " + leader.toString());
    const SimAccount *account = m_exchange.accounts().find(payload.multiSigUser);
    if (account == nullptr || !account->multiSig)
        return fail(ErrorKind::VenueRejected,
                    "User is not a multi-sig user: " + payload.multiSigUser.toString());
    HL_TRY(signers, actions::recoverInnerSigners(request, false));
    const auto &allowed = account->multiSig->users;
    const auto isAllowed = [&](const Address &address) {
        return std::find(allowed.begin(), allowed.end(), address) != allowed.end();
    };
    const Address leadingUser =
        leading != nullptr ? leader : m_exchange.accounts().at(*agentOf).address;
    if (!isAllowed(leadingUser))
        return fail(ErrorKind::VenueRejected,
                    "Multi-sig leader is not an authorized user: " + leadingUser.toString());
    std::set<Address> counted;
    for (const Address &signer : signers) {
        Address user = signer;
        if (const auto master = m_exchange.accounts().masterOfAgent(signer, m_exchange.now()))
            user = m_exchange.accounts().at(*master).address;
        if (!isAllowed(user))
            return fail(ErrorKind::VenueRejected,
                        "Multi-sig signer is not an authorized user: " + signer.toString());
        counted.insert(user);
    }
    if (counted.size() < account->multiSig->threshold)
        return fail(ErrorKind::VenueRejected,
                    "Multi-sig needs " + std::to_string(account->multiSig->threshold) +
                        " signatures, got " + std::to_string(counted.size()) + ".");
    return Caller{account->id, account->id, leader};
}

} // namespace hl::sim

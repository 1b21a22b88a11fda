// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "crypto/signature.h"
#include "venue/hyperliquid/actions/account.h"
#include "venue/hyperliquid/actions/deploy.h"
#include "venue/hyperliquid/actions/multisig.h"
#include "venue/hyperliquid/actions/trading.h"
#include "venue/hyperliquid/actions/user_signed.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Every /exchange action as a struct, and what can be done with one. Any thread; values in, values
/// out. Facts: protocol/signing.md and protocol/exchange-actions.md.
namespace hl::actions {

using ActionVariant = std::variant<
    Order, Cancel, CancelByCloid, Modify, BatchModify, ScheduleCancel, UpdateLeverage,
    UpdateIsolatedMargin, TopUpIsolatedOnlyMargin, TwapOrder, TwapCancel, BorrowLend, Noop,
    CreateSubAccount, SubAccountModify, SubAccountTransfer, SubAccountSpotTransfer, VaultTransfer,
    VaultDistribute, VaultModify, CreateVault, AgentSendAsset, AgentEnableDexAbstraction,
    AgentSetAbstraction, SetDisplayName, SetReferrer, RegisterReferrer, ClaimRewards, EvmUserModify,
    SpotUser, ReserveRequestWeight, GossipPriorityBid, UserOutcome, Hip3LiquidatorTransfer,
    AuthorizeAqav2Role, FinalizeEvmContract, CSigner, CValidator, ValidatorL1Stream, SpotDeploy,
    PerpDeploy, ActivateOutcomeDeployer, ApproveAgent, ApproveBuilderFee, CDeposit, CWithdraw,
    ConvertToMultiSigUser, LinkStakingUser, SendAsset, SendToEvmWithData, SpotSend,
    StakingLinkDisableTradingUser, TokenDelegate, UsdClassTransfer, UsdSend, UserDexAbstraction,
    UserPortfolioMargin, UserSetAbstraction, Withdraw, MultiSig, UserSetAbstractionPayload>;

/// `Action a = Order{…};`, `if (const Order *o = a.as<Order>())`, `std::visit(f, a.v)`.
struct Action
{
    ActionVariant v;

    Action() = default;
    template <class T>
    requires(!std::is_same_v<std::decay_t<T>, Action>) Action(T &&value) : v(std::forward<T>(value))
    {}
    template <class T>
    const T *as() const
    {
        return std::get_if<T>(&v);
    }
    template <class T>
    T *as()
    {
        return std::get_if<T>(&v);
    }
    template <class T>
    bool is() const
    {
        return std::holds_alternative<T>(v);
    }
};

/// The action's "type" word.
std::string_view typeOf(const Action &action);
/// Signed as an EIP-712 struct of its own fields by the master key (neither vault nor expiry).
bool isUserSigned(const Action &action);
/// May be sent with an envelope vaultAddress. Of a multiSig: what its payload may.
bool acceptsVault(const Action &action);
/// Orders, cancels or modifies in it, else 1; of a multiSig what its payload has. For weights.
std::size_t itemCount(const Action &action);
/// The nonce inside the action (createVault, agentSendAsset, every user-signed one); none where it
/// has none or it is not set.
std::optional<Nonce> innerNonce(const Action &action);

/// Any key order and any accepted spelling is brought to canonical form; unknown or repeated keys,
/// wrong types and values against a rule are refused with the field's path ("orders[3].p"). Null
/// for an optional field counts as absent.
Result<Action> parseAction(std::string_view json);
/// The same rules for a struct made in the program: every text canonical, every number in range.
Status checkAction(const Action &action);

/// An agent's name may end in " valid_until <unix ms>": at most 180 days ahead of `now`
/// (protocol/signing.md 6.2). Other actions pass.
Status checkAgentExpiry(const Action &action, TimeMs now);

/// Fills chain fields and inner nonces where absent, refuses those that differ from the request's.
/// Without a `signatureChainId` the action keeps its own, or gets kDefaultChainId.
inline constexpr std::string_view kDefaultChainId = "0xa4b1";
Status complete(Action &action, Nonce nonce, bool isMainnet,
                std::string_view signatureChainId = {});

/// Canonical JSON, keys in hashing order, as it is posted.
void appendActionJson(const Action &action, std::string &out);
std::string actionJson(const Action &action);
void appendActionMsgpack(const Action &action, Bytes &out);
/// The same bytes in `scratch`, which only ever grows: no allocation once it was large enough. The
/// view is good until scratch is used again.
ByteView packAction(const Action &action, Bytes &scratch);

/// What is hashed for an L1 action, and the hash (signing.md 3). `scratch` as in packAction.
ByteView packPreimage(const Action &action, Nonce nonce, const std::optional<Address> &vault,
                      std::optional<std::uint64_t> expiresAfter, Bytes &scratch);
Hash32 connectionId(const Action &action, Nonce nonce, const std::optional<Address> &vault,
                    std::optional<std::uint64_t> expiresAfter, Bytes &scratch);
/// EIP-712 digest of Agent{source, connectionId} in the Exchange/1337 domain.
Hash32 agentDigest(const Hash32 &connectionId, bool isMainnet);

/// The body of POST /exchange; keys absent where unset.
std::string requestBody(const Action &action, Nonce nonce, const crypto::Signature &signature,
                        const std::optional<Address> &vault,
                        std::optional<std::uint64_t> expiresAfter);

/// The action in words for people, from the same tables: a title, then one line a field.
std::vector<std::string> actionWords(const Action &action);

} // namespace hl::actions

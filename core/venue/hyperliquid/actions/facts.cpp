// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/detail/table_walk.h"
#include "venue/hyperliquid/actions/text_rules.h"

namespace hl::actions {
namespace {

template <class T>
concept UserSigned = requires
{
    T::kPrimary;
};

/// The member that holds the action's own copy of the nonce, where there is one.
template <class T>
constexpr auto nonceMember()
{
    if constexpr (requires { &T::time; } && !std::is_same_v<T, ScheduleCancel>)
        return &T::time;
    else if constexpr (requires { &T::nonce; })
        return &T::nonce;
    else
        return nullptr;
}

template <class T>
inline constexpr bool kHasNonce = !std::is_same_v<decltype(nonceMember<T>()), std::nullptr_t>;

template <class T>
inline constexpr bool kTakesVault =
    std::is_same_v<T, Order> || std::is_same_v<T, Modify> || std::is_same_v<T, BatchModify> ||
    std::is_same_v<T, Cancel> || std::is_same_v<T, CancelByCloid> ||
    std::is_same_v<T, ScheduleCancel> || std::is_same_v<T, UpdateLeverage> ||
    std::is_same_v<T, UpdateIsolatedMargin> || std::is_same_v<T, TopUpIsolatedOnlyMargin> ||
    std::is_same_v<T, TwapOrder> || std::is_same_v<T, TwapCancel> || std::is_same_v<T, BorrowLend>;

} // namespace

std::string_view typeOf(const Action &action)
{
    return std::visit([](const auto &a) { return detail::typeWord<std::decay_t<decltype(a)>>(); },
                      action.v);
}

bool isUserSigned(const Action &action)
{
    return std::visit([](const auto &a) { return UserSigned<std::decay_t<decltype(a)>>; },
                      action.v);
}

bool acceptsVault(const Action &action)
{
    if (const MultiSig *wrapper = action.as<MultiSig>())
        return wrapper->payload.action.action && acceptsVault(*wrapper->payload.action.action);
    return std::visit([](const auto &a) { return kTakesVault<std::decay_t<decltype(a)>>; },
                      action.v);
}

std::size_t itemCount(const Action &action)
{
    if (const auto *a = action.as<Order>())
        return a->orders.size();
    if (const auto *a = action.as<Cancel>())
        return a->cancels.size();
    if (const auto *a = action.as<CancelByCloid>())
        return a->cancels.size();
    if (const auto *a = action.as<BatchModify>())
        return a->modifies.size();
    if (const auto *a = action.as<MultiSig>(); a && a->payload.action.action)
        return itemCount(*a->payload.action.action);
    return 1;
}

std::optional<Nonce> innerNonce(const Action &action)
{
    return std::visit(
        [](const auto &a) -> std::optional<Nonce> {
            using T = std::decay_t<decltype(a)>;
            if constexpr (kHasNonce<T>)
                return a.*nonceMember<T>();
            else
                return std::nullopt;
        },
        action.v);
}

Status complete(Action &action, Nonce nonce, bool isMainnet, std::string_view signatureChainId)
{
    return std::visit(
        [&](auto &a) -> Status {
            using T = std::decay_t<decltype(a)>;
            if constexpr (kHasNonce<T>) {
                std::optional<Nonce> &own = a.*nonceMember<T>();
                if (own.value_or(nonce) != nonce)
                    return fail(
                        ErrorKind::Validation, "differs from the request's nonce",
                        requires { a.time; } ? "time" : "nonce");
                own = nonce;
            }
            if constexpr (requires { a.signatureChainId; }) {
                std::string &own = a.signatureChainId.text;
                std::string wanted(signatureChainId.empty() ? kDefaultChainId : signatureChainId);
                if (const std::string_view problem = canonicalise(TextKind::ChainId, wanted);
                    !problem.empty())
                    return fail(ErrorKind::Validation, std::string(problem), "signatureChainId");
                // "0x0000a4b1" names the same chain and keeps its own spelling.
                if (own.empty())
                    own = std::move(wanted);
                else if (!signatureChainId.empty() &&
                         chainNumber(a.signatureChainId) != chainNumber(ChainId(wanted)))
                    return fail(ErrorKind::Validation, "differs from the request's chain",
                                "signatureChainId");
            }
            if constexpr (requires { a.hyperliquidChain; }) {
                const Chain chain = isMainnet ? Chain::Mainnet : Chain::Testnet;
                if (a.hyperliquidChain.value_or(chain) != chain)
                    return fail(ErrorKind::Validation, "is not the network of the request",
                                "hyperliquidChain");
                a.hyperliquidChain = chain;
            }
            return {};
        },
        action.v);
}

} // namespace hl::actions

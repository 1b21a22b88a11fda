// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/market_data.h"

#include <utility>

/// Marks, mids and the other figures of all markets, and how old they are.
namespace hl::engine {

using namespace std::chrono_literals;
using session::Subscription;

namespace {

constexpr auto kContextPeriod = 250ms;
/// The figures of all markets repeat themselves; silent for so long they are asked for anew, which
/// brings all of them, and a mark that is so old judges no order.
constexpr std::int64_t kContextsRenewNs = 15'000'000'000;
constexpr std::int64_t kContextsRenewEveryNs = 10'000'000'000;
constexpr std::int64_t kContextsOldNs = 30'000'000'000;

} // namespace

void MarketData::setContexts(std::vector<market::AssetCtx> contexts)
{
    for (market::AssetCtx &context : contexts) {
        if (context.coin.empty())
            continue;
        const std::string coin = context.coin;
        market::AssetCtx *known = contextOf(coin);
        if (known == nullptr)
            continue;
        *known = std::move(context);
        m_contexts.at(coin).markNs = m_clock.monoNs();
        contextChanged(coin);
    }
}

void MarketData::setMids(const std::vector<std::pair<std::string, Decimal>> &mids)
{
    for (const auto &[coin, mid] : mids) {
        market::AssetCtx *context = contextOf(coin);
        if (context == nullptr || context->mid == mid)
            continue;
        context->mid = mid;
        contextChanged(coin);
    }
}

void MarketData::contextChanged(const std::string &coin)
{
    m_changedContexts.insert(coin);
    if (!m_contextTimer.isActive())
        m_contextTimer.start(kContextPeriod, [this] { flushContexts(); });
}

void MarketData::flushContexts()
{
    std::vector<market::AssetCtx> changed;
    changed.reserve(m_changedContexts.size());
    for (const std::string &coin : std::exchange(m_changedContexts, {}))
        changed.push_back(m_contexts.at(coin).values);
    if (!changed.empty())
        m_sink.marketsChanged(std::move(changed));
}

const market::AssetCtx *MarketData::context(const std::string &coin) const
{
    const auto it = m_contexts.find(coin);
    if (it == m_contexts.end())
        return nullptr;
    if (m_streams == nullptr || m_clock.monoNs() - it->second.markNs <= kContextsOldNs)
        return &it->second.values;
    m_judged = it->second.values;
    m_judged.mark.reset();
    m_judged.oracle.reset();
    return &m_judged;
}

/// None of a market that is not listed: a name that a frame makes up must not stay in memory.
market::AssetCtx *MarketData::contextOf(const std::string &coin)
{
    if (const auto it = m_contexts.find(coin); it != m_contexts.end())
        return &it->second.values;
    if (m_registry.find(coin) == nullptr)
        return nullptr;
    market::AssetCtx &context = m_contexts[coin].values;
    context.coin = coin;
    return &context;
}

void MarketData::followContexts()
{
    if (m_streams == nullptr || !m_contextFeeds.empty())
        return;
    using session::StreamType;
    for (const StreamType type :
         {StreamType::AllMids, StreamType::AllDexsAssetCtxs, StreamType::SpotAssetCtxs}) {
        ContextFeed feed;
        feed.subscription = Subscription::ofDex(type);
        feed.stream = subscribe(feed.subscription);
        feed.frameNs = m_clock.monoNs();
        m_contextFeeds.push_back(std::move(feed));
    }
}

void MarketData::contextsCame(session::StreamType type, std::int64_t receivedNs)
{
    for (ContextFeed &feed : m_contextFeeds) {
        if (feed.subscription.type != type)
            continue;
        feed.frameNs = receivedNs;
        if (std::exchange(feed.isOld, false))
            notice(NoticeLevel::Success, feed.subscription.label() + " is sent again.",
                   "silent " + feed.subscription.label());
    }
}

/// They stop without a word too (cases.md B27): told, asked for anew, and believed no longer.
void MarketData::watchContextAges(std::int64_t now)
{
    for (ContextFeed &feed : m_contextFeeds) {
        const std::int64_t age = now - feed.frameNs;
        if (!m_isConnected || age < kContextsRenewNs)
            continue;
        if (age > kContextsOldNs && !std::exchange(feed.isOld, true))
            notice(NoticeLevel::Warning,
                   "The venue has sent no " + feed.subscription.label() + " for " +
                       std::to_string(age / 1'000'000'000) +
                       " s: marks and mids are old, and orders are judged without them.",
                   "silent " + feed.subscription.label());
        if (feed.stream == 0 || now - feed.renewedNs < kContextsRenewEveryNs)
            continue;
        feed.renewedNs = now;
        m_streams->renew(feed.stream);
    }
}

} // namespace hl::engine

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/base64_deflate.h"
#include "sim/feed_hub.h"

namespace hl::sim {

using codec::Array;
using codec::Object;
using codec::Value;

namespace {

/// How often a picture is sent (ms): at least so far apart, and again after so long though nothing
/// changed. 0: never by time alone.
struct Pace
{
    TimeMs apart = 0;
    TimeMs again = 0;
};

/// Least time between two pictures of an account.
constexpr TimeMs kBlockMs = 100;

Pace paceOf(const Subscription &sub)
{
    switch (sub.channel) {
    case Channel::L2Book:
        // Deep books come about every five seconds, fast ones twice a second, changed or not.
        return sub.view.fast ? Pace{500, 500} : Pace{5000, 5000};
    case Channel::Bbo:
        return {0, 0};
    case Channel::Candle:
        return {200, 0};
    case Channel::AllMids:
    case Channel::ActiveAssetCtx:
    case Channel::AssetCtxs:
    case Channel::SpotAssetCtxs:
    case Channel::AllDexsAssetCtxs:
    case Channel::FastAssetCtxs:
        return {1000, 5000};
    case Channel::ClearinghouseState:
    case Channel::AllDexsClearinghouseState:
    case Channel::ActiveAssetData:
        return {1000, 3000};
    case Channel::WebData3:
        return {1000, 2000};
    case Channel::OpenOrders:
    case Channel::SpotState:
    case Channel::TwapStates:
        return {5000, 5000};
    default:
        return {};
    }
}

} // namespace

bool FeedHub::isTouched(const Subscription &sub, const Outbox &outbox) const
{
    const SimAccount *account = accountOf(sub);
    return account != nullptr && outbox.touched.contains(account->id);
}

Value FeedHub::paint(const Subscription &sub) const
{
    const SimAccount &account = accountOrEmpty(sub);
    const Universe &universe = m_exchange.universe();
    const std::string coin = sub.market == kNoMarket ? "" : universe.market(sub.market).coin;
    const std::string user = sub.user ? sub.user->toString() : "";
    switch (sub.channel) {
    case Channel::L2Book:
        return m_render.book(sub.market, sub.view);
    case Channel::Bbo:
        return Object{
            {"coin", coin}, {"time", m_exchange.now()}, {"bbo", m_render.bbo(sub.market)}};
    case Channel::Candle: {
        const auto candle =
            m_exchange.market(sub.market).candles.current(sub.interval, m_exchange.now());
        return candle ? m_render.candle(sub.market, sub.interval, *candle) : Value(nullptr);
    }
    case Channel::AllMids: {
        Object out;
        if (!sub.dexName.empty())
            out.emplace_back("dex", sub.dexName);
        out.emplace_back("mids", m_render.allMids(sub.dex));
        return out;
    }
    case Channel::ActiveAssetCtx:
        return Object{{"coin", coin},
                      {"ctx", universe.market(sub.market).isPerp() ? m_render.perpCtx(sub.market)
                                                                   : m_render.spotCtx(sub.market)}};
    case Channel::AssetCtxs:
        return Object{{"dex", sub.dexName}, {"ctxs", m_render.perpCtxs(sub.dex)}};
    case Channel::SpotAssetCtxs:
        return m_render.spotCtxs();
    case Channel::AllDexsAssetCtxs:
    case Channel::AllDexsClearinghouseState: {
        Array all;
        const bool ctxs = sub.channel == Channel::AllDexsAssetCtxs;
        for (std::size_t i = 0; i < universe.dexes().size(); ++i) {
            const int dex = static_cast<int>(i);
            all.push_back(Array{universe.dexes()[i], ctxs ? m_render.perpCtxs(dex)
                                                          : m_render.clearinghouse(account, dex)});
        }
        if (ctxs)
            return Object{{"ctxs", std::move(all)}};
        return Object{{"user", user}, {"clearinghouseStates", std::move(all)}};
    }
    case Channel::ClearinghouseState:
        return Object{{"dex", sub.dexName},
                      {"user", user},
                      {"clearinghouseState", m_render.clearinghouse(account, sub.dex)}};
    case Channel::OpenOrders:
        return Object{{"dex", sub.dexName},
                      {"user", user},
                      {"orders", m_render.openOrders(account, sub.dex, true)}};
    case Channel::TwapStates:
        return Object{{"dex", sub.dexName},
                      {"user", user},
                      {"states", m_render.twapStates(account, sub.dex)}};
    case Channel::SpotState:
        return Object{{"user", user}, {"spotState", m_render.spotState(account)}};
    case Channel::ActiveAssetData:
        return m_render.activeAssetData(account, sub.market);
    case Channel::WebData3:
        return m_render.userState(account);
    default:
        return nullptr;
    }
}

void FeedHub::picture(Session &session, Subscription &sub, const Outbox &outbox)
{
    const Pace pace = paceOf(sub);
    const TimeMs now = m_exchange.now();
    const bool isDue = sub.pending || now - sub.lastPush >= pace.apart;
    sub.dirty = sub.dirty || (sub.user && isTouched(sub, outbox));
    // A change is told at once, many changes in one picture a block.
    const bool touched = sub.dirty && now - sub.lastPush >= kBlockMs;
    if (!isDue && !touched)
        return;
    if (sub.channel == Channel::Bbo || sub.channel == Channel::Candle) {
        // Only where it differs from what was sent.
        const std::uint64_t revision = m_exchange.market(sub.market).book.revision();
        if (sub.channel == Channel::Bbo && !sub.pending && revision == sub.lastRevision)
            return;
        sub.lastRevision = revision;
        Value data = paint(sub);
        if (data.isNull())
            return;
        const std::string text =
            codec::toJson(sub.channel == Channel::Bbo ? *data.find("bbo") : data);
        if (text == sub.lastText)
            return;
        sub.lastText = text;
        sub.pending = false;
        sub.lastPush = now;
        push(session, sub, std::move(data));
        return;
    }
    if (pace.again == 0)
        return;
    if (sub.channel == Channel::FastAssetCtxs) {
        fastCtxs(session, sub);
        return;
    }
    const bool movesWithMarks = sub.channel == Channel::ClearinghouseState ||
                                sub.channel == Channel::AllDexsClearinghouseState ||
                                sub.channel == Channel::ActiveAssetData;
    const bool hasPositions =
        movesWithMarks && sub.dex >= 0 &&
        !accountOrEmpty(sub).perps[static_cast<std::size_t>(sub.dex)].positions.empty();
    const bool isMarket = !sub.user;
    if (!sub.pending && !touched && !isMarket && !hasPositions && now - sub.lastPush < pace.again)
        return;
    sub.pending = false;
    sub.dirty = false;
    sub.lastPush = now;
    push(session, sub, paint(sub));
}

void FeedHub::fastCtxs(Session &session, Subscription &sub)
{
    Object changed;
    for (MarketId id = 0; id < m_exchange.marketCount(); ++id) {
        const MarketSpec &spec = m_exchange.universe().market(id);
        if (spec.isDelisted)
            continue;
        const auto mid = m_exchange.midOf(id);
        const std::string markText = wireDec(toDecimal(m_exchange.markOf(id), spec.grid));
        const std::string midText = mid ? wireDec(*mid) : std::string();
        auto &last = sub.lastCtxs[spec.coin];
        Object fields;
        if (sub.pending || last.first != markText)
            fields.emplace_back("markPx", markText);
        if (sub.pending || last.second != midText)
            fields.emplace_back("midPx", mid ? Value(midText) : Value(nullptr));
        last = {markText, midText};
        if (!fields.empty())
            changed.emplace_back(spec.coin, std::move(fields));
    }
    sub.lastPush = m_exchange.now();
    if (changed.empty())
        return;
    sub.pending = false;
    push(session, sub, base64Deflate(codec::toJson(changed)));
}

} // namespace hl::sim

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/book_composer.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace hl::market {

namespace {

constexpr std::size_t kFastDepth = 5;
constexpr std::size_t kDeepDepth = 20;
/// Venue and receive time of one feed run side by side; further apart than this is no delay.
constexpr std::int64_t kDateJumpMs = 60'000;

std::string sentence(const char *what, Px px, Grid grid)
{
    return what + (" at " + pxText(px, grid));
}

/// The first rule a side breaks, in words; null where it is good.
const char *brokenRule(const std::vector<DepthLevel> &levels, bool bids)
{
    const DepthLevel *previous = nullptr;
    for (const DepthLevel &level : levels) {
        if (level.px.ticks <= 0)
            return "a price is not above zero";
        if (level.sz.lots <= 0)
            return "a size is not above zero";
        if (previous && (bids ? level.px >= previous->px : level.px <= previous->px))
            return bids ? "bids are not in falling order" : "asks are not in rising order";
        previous = &level;
    }
    return nullptr;
}

} // namespace

BookComposer::BookComposer(std::string coin, Grid grid, StalenessLimits limits)
    : m_coin(std::move(coin))
    , m_grid(grid)
    , m_limits(limits)
{}

BookComposer::Applied BookComposer::apply(const BookUpdate &update, std::int64_t receivedMonoNs)
{
    if (update.isAggregated || update.coin != m_coin || update.grid != m_grid) {
        ++m_counters.foreign;
        return Applied::Foreign;
    }
    if (isDateOff(update.time, receivedMonoNs, true))
        return refuse("its date does not fit the frames before it", false);
    Layer &layer = update.isFast ? m_fast : m_deep;
    if (layer.seen && update.time < layer.time) {
        ++m_counters.older;
        return Applied::Older;
    }
    for (const bool bids : {true, false}) {
        if (const char *rule = brokenRule(bids ? update.bids : update.asks, bids))
            return refuse(rule, false);
    }
    if (!update.bids.empty() && !update.asks.empty() &&
        update.bids.front().px >= update.asks.front().px)
        return refuse(sentence("bids and asks cross", update.bids.front().px, m_grid), true);

    layer.seen = true;
    layer.isDelta = update.isDelta;
    layer.time = update.time;
    layer.receivedMonoNs = receivedMonoNs;
    layer.bids.assign(update.bids.begin(), update.bids.end());
    layer.asks.assign(update.asks.begin(), update.asks.end());
    // At equal times the later arrival wins.
    if (m_bbo.seen && update.time >= m_bbo.time)
        m_bbo.seen = false;
    accepted(update.time, true);
    return Applied::Accepted;
}

BookComposer::Applied BookComposer::apply(const BboUpdate &update, std::int64_t receivedMonoNs)
{
    if (update.coin != m_coin || update.grid != m_grid) {
        ++m_counters.foreign;
        return Applied::Foreign;
    }
    if (isDateOff(update.time, receivedMonoNs, false))
        return refuse("its date does not fit the frames before it", false);
    if (update.time < newestTime()) {
        ++m_counters.older;
        return Applied::Older;
    }
    for (const auto &level : {update.bid, update.ask}) {
        if (level && (level->px.ticks <= 0 || level->sz.lots <= 0))
            return refuse("a best price or size is not above zero", false);
    }
    if (update.bid && update.ask && update.bid->px >= update.ask->px)
        return refuse(sentence("best bid and best ask cross", update.bid->px, m_grid), true);

    m_bbo.seen = true;
    m_bbo.time = update.time;
    m_bbo.receivedMonoNs = receivedMonoNs;
    m_bbo.bids.clear();
    m_bbo.asks.clear();
    if (update.bid)
        m_bbo.bids.push_back(*update.bid);
    if (update.ask)
        m_bbo.asks.push_back(*update.ask);
    accepted(update.time, false);
    return Applied::Accepted;
}

bool BookComposer::isDateOff(TimeMs time, std::int64_t receivedMonoNs, bool isFullBook)
{
    const std::int64_t dateMs = time - receivedMonoNs / 1'000'000;
    if (!m_dateMs) {
        if (isFullBook)
            m_dateMs = dateMs;
        return false;
    }
    // Best prices are sent when they change: an old date of theirs means a quiet market.
    if (!isFullBook)
        return dateMs > *m_dateMs + kDateJumpMs;
    if (std::abs(dateMs - *m_dateMs) <= kDateJumpMs) {
        m_dateMs = dateMs;
        m_suspectMs.reset();
        return false;
    }
    const bool isAgreed = m_suspectMs && std::abs(dateMs - *m_suspectMs) <= kDateJumpMs;
    m_suspectMs = dateMs;
    if (!isAgreed)
        return true;
    // What was there is of another time altogether.
    reset();
    m_dateMs = dateMs;
    return false;
}

bool BookComposer::noteTrades(std::span<const Trade> trades)
{
    const TimeMs bookTime = newestTime();
    const DepthLevel *bid = bestBid();
    const DepthLevel *ask = bestAsk();
    if (trades.empty() || (!bid && !ask))
        return false;
    bool allAbove = ask != nullptr;
    bool allBelow = bid != nullptr;
    TimeMs newest = 0;
    for (const Trade &trade : trades) {
        if (trade.time <= bookTime)
            return false; // the book knows it already
        newest = std::max(newest, trade.time);
        allAbove = allAbove && trade.px > ask->px;
        allBelow = allBelow && trade.px < bid->px;
    }
    if (!allAbove && !allBelow)
        return false; // a sweep begins at the touch
    m_through = sentence("a trade went through this book", trades.front().px, m_grid);
    m_throughTime = newest;
    ++m_counters.tradeThrough;
    ++m_revision;
    return true;
}

void BookComposer::markStale(std::string reason)
{
    m_stale = std::move(reason);
    ++m_revision;
}

void BookComposer::markInvalid(std::string reason, bool isCrossed)
{
    static_cast<void>(refuse(std::move(reason), isCrossed));
}

void BookComposer::reset()
{
    for (Layer *layer : {&m_bbo, &m_fast, &m_deep}) {
        layer->seen = false;
        layer->time = 0;
        layer->receivedMonoNs = 0;
        layer->bids.clear();
        layer->asks.clear();
    }
    m_invalid.clear();
    m_stale.clear();
    m_through.clear();
    m_crossed = false;
    m_dateMs.reset();
    m_suspectMs.reset();
    ++m_revision;
}

BookComposer::Applied BookComposer::refuse(std::string reason, bool crossed)
{
    m_invalid = std::move(reason);
    m_crossed = crossed;
    ++m_counters.invalid;
    ++m_revision;
    return Applied::Invalid;
}

void BookComposer::accepted(TimeMs time, bool isFullBook)
{
    // A good touch does not prove the depth behind it, so only a whole book heals.
    if (isFullBook) {
        m_invalid.clear();
        m_crossed = false;
        m_stale.clear();
    }
    if (!m_through.empty() && time >= m_throughTime)
        m_through.clear();
    ++m_counters.accepted;
    ++m_revision;
}

bool BookComposer::isBboOnTop() const
{
    return m_bbo.seen && m_bbo.time >= m_fast.time && m_bbo.time >= m_deep.time;
}

bool BookComposer::isFastUsed() const
{
    return m_fast.seen && (!m_deep.seen || m_fast.time >= m_deep.time);
}

const BookComposer::Layer *BookComposer::top() const
{
    if (isBboOnTop())
        return &m_bbo;
    if (isFastUsed())
        return &m_fast;
    return m_deep.seen ? &m_deep : nullptr;
}

TimeMs BookComposer::newestTime() const
{
    return std::max({m_bbo.seen ? m_bbo.time : 0, m_fast.time, m_deep.time});
}

const DepthLevel *BookComposer::best(bool bids) const
{
    const Layer *layer = top();
    if (!layer || layer->side(bids).empty())
        return nullptr;
    return &layer->side(bids).front();
}

void BookComposer::composeSide(bool bids, std::vector<BookLevel> &out) const
{
    std::int64_t bound = 0; // worst price covered so far
    bool isEmptySide = false;
    const auto append = [&](const Layer &layer, BookSource source) {
        const auto &side = layer.side(bids);
        // A newer frame without that side says that nobody is there.
        isEmptySide = isEmptySide || side.empty();
        if (isEmptySide)
            return;
        const bool isFirst = out.empty();
        for (const DepthLevel &level : side) {
            if (isFirst || (bids ? level.px.ticks < bound : level.px.ticks > bound))
                out.push_back({level.px, level.sz, level.n, source, layer.time});
        }
        const std::int64_t worst = side.back().px.ticks;
        bound = isFirst ? worst : bids ? std::min(bound, worst) : std::max(bound, worst);
    };
    out.clear();
    out.reserve(kDeepDepth + kFastDepth + 1);
    if (isBboOnTop())
        append(m_bbo, BookSource::Bbo);
    if (isFastUsed())
        append(m_fast, BookSource::Fast);
    if (m_deep.seen)
        append(m_deep, m_deep.isDelta ? BookSource::Delta : BookSource::Deep);
}

BookState BookComposer::state(std::int64_t nowMonoNs, std::string *reason) const
{
    const auto answer = [&](BookState state, std::string why) {
        if (reason)
            *reason = std::move(why);
        return state;
    };
    if (!m_invalid.empty())
        return answer(BookState::Invalid, "The last frame cannot be true: " + m_invalid + ".");
    if (!top())
        return answer(BookState::Empty, "No book has arrived yet.");
    if (!m_stale.empty())
        return answer(BookState::Stale, m_stale);
    if (!m_fast.seen && !m_deep.seen)
        return answer(BookState::Stale,
                      "Only best prices have arrived; whether they still hold cannot be told.");
    if (m_expectsFast && !m_fast.seen)
        return answer(BookState::Stale, "The fast book has not arrived yet.");
    const auto seconds = [&](const Layer &layer) {
        return Decimal((nowMonoNs - layer.receivedMonoNs) / 100'000'000, 1).toFixed(1) + " s";
    };
    if (m_fast.seen && m_limits.isFastStale(m_fast.receivedMonoNs, nowMonoNs))
        return answer(BookState::Stale, "The fast book is " + seconds(m_fast) + " old.");
    if (m_deep.seen && m_limits.isDeepStale(m_deep.receivedMonoNs, nowMonoNs))
        return answer(BookState::Stale, "The deep book is " + seconds(m_deep) + " old.");
    if (!m_through.empty())
        return answer(BookState::Stale, "Not the current book: " + m_through + ".");
    if (!bestBid() && !bestAsk())
        return answer(BookState::Empty, "There are no orders in this market.");
    return answer(BookState::Live, {});
}

BookSnapshot BookComposer::snapshot(std::int64_t nowMonoNs,
                                    std::int64_t oldestUnpaintedMonoNs) const
{
    BookSnapshot result;
    result.coin = m_coin;
    result.grid = m_grid;
    composeSide(true, result.bids);
    composeSide(false, result.asks);
    result.state = state(nowMonoNs, &result.reason);
    result.time = newestTime();
    result.receivedMonoNs = oldestUnpaintedMonoNs;
    result.bboMonoNs = m_bbo.receivedMonoNs;
    result.fastMonoNs = m_fast.receivedMonoNs;
    result.deepMonoNs = m_deep.receivedMonoNs;
    result.revision = m_revision;
    return result;
}

} // namespace hl::market

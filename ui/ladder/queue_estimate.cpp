// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ladder/queue_estimate.h"

#include <algorithm>

namespace hl::ui {

using market::BookSource;
using model::Side;

void QueueEstimate::clear()
{
    m_places.clear();
}

void QueueEstimate::setOrders(const std::vector<model::Order> &orders, std::int64_t monoNs)
{
    std::unordered_map<model::OrderKey, Place> next;
    for (const auto &order : orders) {
        if (!model::isLive(order.phase) || order.trigger)
            continue;
        Place place;
        const auto old = m_places.find(order.key);
        // Another price is another queue, and its back.
        if (old != m_places.end() && old->second.px == order.px)
            place = old->second;
        else
            place.restsSinceNs = monoNs;
        place.side = order.side;
        place.px = order.px;
        place.own = order.remaining();
        if (order.phase == model::OrderPhase::PartlyFilled)
            place.ahead = Sz{}; // it is being filled: nothing is before it
        next.emplace(order.key, place);
    }
    m_places = std::move(next);
}

void QueueEstimate::setBook(const market::BookSnapshot &book)
{
    for (auto &[key, place] : m_places) {
        const auto &levels = place.side == Side::Buy ? book.bids : book.asks;
        const auto it = std::find_if(levels.begin(), levels.end(),
                                     [&](const auto &level) { return level.px == place.px; });
        place.isCovered = it != levels.end() && it->source != BookSource::Deep;
        if (!place.isCovered)
            continue;
        Sz level = it->sz;
        if (book.fastMonoNs - place.restsSinceNs >= kIncludesNs) {
            // Of several own orders in a level only this one is surely not before itself.
            level = std::max(Sz{}, level - place.own);
        }
        if (!place.ahead || level < *place.ahead) {
            place.ahead = level;
            place.basis = it->time;
        }
    }
}

void QueueEstimate::addTrade(const market::Trade &trade)
{
    for (auto &[key, place] : m_places) {
        const bool hits = place.px == trade.px && (place.side == Side::Buy) != trade.isBuy;
        // A trade older than the level it is taken from is in that level already.
        if (hits && place.ahead && trade.time > place.basis)
            place.ahead = std::max(Sz{}, *place.ahead - trade.sz);
    }
}

std::optional<Sz> QueueEstimate::ahead(model::OrderKey key) const
{
    const auto it = m_places.find(key);
    return it != m_places.end() && it->second.isCovered ? it->second.ahead : std::nullopt;
}

void LevelChanges::clear()
{
    *this = LevelChanges();
}

void LevelChanges::addTrade(const market::Trade &trade)
{
    auto &sum = (trade.isBuy ? m_boughtSince : m_soldSince)[trade.px];
    sum = sum + trade.sz;
}

void LevelChanges::compare(Side side, const std::vector<market::BookLevel> &levels, Levels &last,
                           std::int64_t monoNs)
{
    Levels now;
    for (const auto &level : levels) {
        if (level.source != BookSource::Deep)
            now.emplace(level.px, level.sz);
    }
    if (!last.empty() && !now.empty()) {
        // Only between the prices that both frames reach.
        const Px low = std::max(last.begin()->first, now.begin()->first);
        const Px high = std::min(last.rbegin()->first, now.rbegin()->first);
        const auto &traded = side == Side::Buy ? m_soldSince : m_boughtSince;
        const auto inBoth = [&](Px px) {
            // Toward the touch both frames know everything; away from it only as far as both go.
            return side == Side::Buy ? px >= low : px <= high;
        };
        const auto note = [&](Px px, Sz before, Sz after) {
            const auto t = traded.find(px);
            const Sz delta = after - before + (t == traded.end() ? Sz{} : t->second);
            if (delta.lots != 0)
                m_changes[{side, px}] = {delta, monoNs};
        };
        for (const auto &[px, sz] : now) {
            const auto before = last.find(px);
            if (inBoth(px))
                note(px, before == last.end() ? Sz{} : before->second, sz);
        }
        for (const auto &[px, sz] : last) {
            if (inBoth(px) && !now.contains(px))
                note(px, sz, {});
        }
    }
    last = std::move(now);
}

void LevelChanges::setBook(const market::BookSnapshot &book, std::int64_t monoNs)
{
    if (book.fastMonoNs == 0 || book.fastMonoNs == m_fastNs)
        return;
    m_fastNs = book.fastMonoNs;
    std::erase_if(m_changes,
                  [&](const auto &entry) { return monoNs - entry.second.monoNs > kShownNs; });
    compare(Side::Buy, book.bids, m_bids, monoNs);
    compare(Side::Sell, book.asks, m_asks, monoNs);
    m_soldSince.clear();
    m_boughtSince.clear();
}

std::optional<Sz> LevelChanges::at(Side side, Px px, std::int64_t monoNs) const
{
    const auto it = m_changes.find({side, px});
    if (it == m_changes.end() || monoNs - it->second.monoNs > kShownNs)
        return std::nullopt;
    return it->second.sz;
}

} // namespace hl::ui

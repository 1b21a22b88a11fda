// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/account_data.h"
#include "trading/order_store.h"

#include <algorithm>
#include <limits>
#include <utility>

/// How old each part of the account is (interaction.md G12), and what of it cannot be read.
namespace hl::engine {

using namespace std::chrono_literals;
using session::StreamType;
using session::Subscription;

namespace {

/// These streams send the whole state each time, and again when they are asked for anew: one that
/// has not spoken for so long has to prove itself that way (G12 holds entries at 10 s). A quiet
/// account costs two messages a stream and time, of the 2000 a minute.
constexpr auto kAgePeriod = 1s;
constexpr std::int64_t kRenewAfterNs = 7'000'000'000;
constexpr std::int64_t kRenewEveryNs = 5'000'000'000;

std::string ofDex(const std::string &dex)
{
    return dex.empty() ? std::string() : " on " + dex;
}

} // namespace

void AccountData::followPart(StreamType type, const std::string &dex)
{
    m_parts[{type, dex}].stream = subscribe(Subscription::ofUser(type, m_user, dex));
}

void AccountData::proven(StreamType type, const std::string &dex, std::int64_t receivedNs)
{
    if (const auto it = m_parts.find({type, dex}); it != m_parts.end())
        it->second.frameNs = std::max(it->second.frameNs, receivedNs);
}

std::int64_t AccountData::provenNs() const
{
    std::int64_t oldest = m_parts.empty() ? 0 : std::numeric_limits<std::int64_t>::max();
    for (const auto &[key, part] : m_parts)
        oldest = std::min(oldest, provenNs(part));
    return oldest;
}

void AccountData::watchAge()
{
    m_ageTimer.start(kAgePeriod, [this] { watchAge(); });
    if (!m_gaps.empty() && m_hooks.unreadable)
        m_hooks.unreadable();
    if (!m_isKnown)
        return;
    const std::int64_t now = m_clock.monoNs();
    for (auto &[key, part] : m_parts) {
        if (part.stream == 0 || now - provenNs(part) < kRenewAfterNs ||
            now - part.renewedNs < kRenewEveryNs)
            continue;
        part.renewedNs = now;
        if (m_streams->isRefused(part.stream))
            readPart(key.first, key.second);
        else
            m_streams->renew(part.stream);
    }
}

/// What the venue does not stream is asked for, so that one refusal does not hold entries for ever.
void AccountData::readPart(StreamType type, const std::string &dex)
{
    const bool isOrders = type == StreamType::OpenOrders;
    if (!isOrders && type != StreamType::ClearinghouseState)
        return;
    codec::Object payload{{"type", isOrders ? "frontendOpenOrders" : "clearinghouseState"},
                          {"user", m_user.toString()},
                          {"dex", dex}};
    ask(std::move(payload), net::Priority::Account,
        [this, type, dex, isOrders](const Result<std::string> &body) {
            if (!body)
                return; // asked for again
            if (isOrders) {
                auto orders = m_decoder.frontendOpenOrders(*body);
                if (!orders)
                    return;
                applyOpenOrders(orders->items, orders->skipped, dex);
            } else {
                auto account = m_decoder.clearinghouseState(*body, dex);
                if (!account || !applyPerp(std::move(*account), m_clock.monoNs()))
                    return;
            }
            proven(type, dex, m_clock.monoNs());
        });
}

void AccountData::connectionLost()
{
    m_isKnown = false;
    m_failures = 0;
}

void AccountData::noteGap(const std::string &dex, Gap gap)
{
    const auto it = m_gaps.find(dex);
    const Gap before = it == m_gaps.end() ? Gap{} : it->second;
    if (gap == before)
        return;
    if (gap == Gap{}) {
        m_gaps.erase(dex);
        if (m_gaps.empty())
            notice(NoticeLevel::Success, "All that the account holds can be read.", "unreadable");
        return;
    }
    m_gaps[dex] = gap;
    for (const auto &[what, whys] :
         {std::pair("position", &gap.positions), std::pair("order", &gap.orders)})
        for (const std::string &why : *whys)
            notice(NoticeLevel::Error,
                   std::string("The account has a") + (*what == 'o' ? "n " : " ") + what +
                       ofDex(dex) + " that cannot be read and is not shown (" + why +
                       "). Entries wait until it can.",
                   "unreadable " + dex + what + why);
    if (m_hooks.unreadable)
        m_hooks.unreadable();
}

std::string AccountData::unreadable() const
{
    if (m_gaps.empty())
        return {};
    const auto &[dex, gap] = *m_gaps.begin();
    const bool isPosition = !gap.positions.empty();
    return std::string(isPosition ? "A position" : "An order") + " of the account" + ofDex(dex) +
           " cannot be read (" + (isPosition ? gap.positions : gap.orders).front() +
           "): entries wait until it can.";
}

bool AccountData::isPositionLate(const std::string &coin) const
{
    const auto gap = m_gaps.find(trading::dexOf(coin));
    const bool isUnread = gap != m_gaps.end() &&
                          std::ranges::any_of(gap->second.coins, [&](const std::string &unread) {
                              return unread.empty() || unread == coin;
                          });
    return isUnread || m_account.isPositionLate(coin);
}

std::vector<std::string> AccountData::lateCoins() const
{
    std::vector<std::string> coins = m_account.lateCoins();
    for (const auto &[dex, gap] : m_gaps)
        for (const std::string &unread : gap.coins) {
            // Where not even its market can be read it is one of that dex all the same.
            const std::string coin = !unread.empty() ? unread : (dex.empty() ? "?" : dex + ":?");
            if (std::ranges::find(coins, coin) == coins.end())
                coins.push_back(coin);
        }
    return coins;
}

/// Once for the same words: a list repeats what it holds.
void AccountData::tellSkipped(const std::string &what, const std::vector<std::string> &skipped)
{
    const std::string words = skipped.empty() ? std::string() : skipped.front();
    if (words.empty() || std::exchange(m_toldSkipped[what], words) == words)
        return;
    notice(NoticeLevel::Warning,
           std::to_string(skipped.size()) + " " + what + (skipped.size() == 1 ? "" : "s") +
               " of the account cannot be read and " + (skipped.size() == 1 ? "is" : "are") +
               " not shown: " + words + ".",
           "skipped " + what);
}

} // namespace hl::engine

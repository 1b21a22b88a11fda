// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/account_data.h"
#include "trading/venue_reports.h"

#include <algorithm>
#include <set>
#include <utility>

/// What became of single orders: orderStatus for each, open orders and fills once for all of them.
namespace hl::engine {

using namespace std::chrono_literals;
using codec::Object;
using codec::Value;
using model::OrderKey;
using trading::Lookup;

namespace {

/// Questions that come together share an answer.
constexpr std::int64_t kGatherMs = 100;
/// The lists cost forty weights and more; they are read no more often than this.
constexpr std::int64_t kListsEveryMs = 2'000;

} // namespace

struct AccountData::ListPass
{
    std::vector<Waiter> waiters;
    std::set<OrderKey> open;           ///< orders the lists showed
    std::set<std::string> failedDexes; ///< whose list did not come
    int asked = 0;
};

/// What became of an order is worth asking the other way too where one has no answer, or none that
/// can be read. HTTP first; while its last answer failed, the WebSocket: silence costs ten seconds.
template <class T>
void AccountData::askBothWays(Value payload, std::function<Result<T>(Body)> decode,
                              std::function<void(Result<T>)> done)
{
    using Way = std::function<void(std::function<void(Result<T>)>)>;
    const auto read = [decode = std::move(decode)](const Result<std::string> &body) {
        return body ? decode(*body) : Result<T>(fail(body.error()));
    };
    const Way byHttp = [this, payload, read](std::function<void(Result<T>)> told) {
        ask(payload, net::Priority::Exit, [this, read, told](const Result<std::string> &body) {
            Result<T> answer = read(body);
            m_isHttpFailing = !answer;
            told(std::move(answer));
        });
    };
    if (!m_hooks.askBySocket)
        return byHttp(std::move(done));
    const Way bySocket = [this, text = codec::toJson(payload),
                          read](std::function<void(Result<T>)> told) {
        m_hooks.askBySocket(text, [read, told, alive = m_isAlive](const Result<std::string> &said) {
            if (*alive)
                told(read(said));
        });
    };
    const Way &first = m_isHttpFailing ? bySocket : byHttp;
    first([second = m_isHttpFailing ? byHttp : bySocket, done](Result<T> answer) {
        if (answer)
            done(std::move(answer));
        else
            second(done);
    });
}

void AccountData::lookUp(OrderKey key, std::function<void(Lookup)> done)
{
    const model::Order *order = m_orders.find(key);
    if (order == nullptr || (order->oid == 0 && !order->cloid)) {
        waitForLists(key, std::move(done));
        return;
    }
    Object payload{{"type", "orderStatus"}, {"user", m_user.toString()}};
    // The cloid follows an order through a modify, its oid does not.
    if (order->cloid)
        payload.emplace_back("oid", order->cloid->toString());
    else
        payload.emplace_back("oid", order->oid);
    askBothWays<venue::OrderStatusAnswer>(
        std::move(payload), [this](Body body) { return m_decoder.orderStatus(body); },
        [this, key, done = std::move(done)](const Result<venue::OrderStatusAnswer> &answer) {
            if (!answer) {
                done(Lookup::Failed);
                return;
            }
            if (answer->isKnown) {
                m_orders.applyReport(trading::reportOf(answer->update), m_clock.wallMs());
                done(Lookup::Found);
                return;
            }
            // "unknownOid" ends nothing: open orders and fills are asked too (cases.md B39).
            waitForLists(key, done);
        });
}

void AccountData::readPositions(const std::string &dex, std::function<void()> done)
{
    askBothWays<venue::PerpAccount>(
        Object{{"type", "clearinghouseState"}, {"user", m_user.toString()}, {"dex", dex}},
        [this, dex](Body body) { return m_decoder.clearinghouseState(body, dex); },
        [this, done = std::move(done)](Result<venue::PerpAccount> account) {
            if (account)
                (void)applyPerp(std::move(*account), m_clock.monoNs());
            done();
        });
}

void AccountData::waitForLists(OrderKey key, std::function<void(Lookup)> done)
{
    const model::Order *order = m_orders.find(key);
    if (order == nullptr) {
        done(Lookup::Silent);
        return;
    }
    // Never joins a reading under way: what was asked before proves nothing about now.
    m_waiters.push_back({key, trading::dexOf(order->coin), std::move(done)});
    scheduleLists();
}

void AccountData::scheduleLists()
{
    if (m_isListing || m_waiters.empty() || m_listTimer.isActive())
        return;
    std::int64_t wait = kGatherMs;
    if (m_listedAtMs != 0)
        wait = std::max(wait, m_listedAtMs + kListsEveryMs - m_clock.monoMs());
    m_listTimer.start(std::chrono::milliseconds(wait), [this] { askLists(); });
}

void AccountData::askLists()
{
    const auto pass = std::make_shared<ListPass>();
    pass->waiters = std::exchange(m_waiters, {});
    m_isListing = true;
    std::set<std::string> dexes;
    for (const Waiter &waiter : pass->waiters)
        dexes.insert(waiter.dex);
    pass->asked = static_cast<int>(dexes.size());
    for (const std::string &dex : dexes)
        askBothWays<venue::Listing<venue::WireOrder>>(
            Object{{"type", "frontendOpenOrders"}, {"user", m_user.toString()}, {"dex", dex}},
            [this](Body body) { return m_decoder.frontendOpenOrders(body); },
            [this, pass, dex](const Result<venue::Listing<venue::WireOrder>> &open) {
                // What cannot be read may be what is looked for.
                if (!open || !open->skipped.empty())
                    pass->failedDexes.insert(dex);
                if (open)
                    for (const auto &report : trading::reportsOf(open->items))
                        pass->open.insert(m_orders.applyReport(report, m_clock.wallMs()));
                if (--pass->asked == 0)
                    askFills(pass);
            });
}

void AccountData::askFills(const std::shared_ptr<ListPass> &pass)
{
    askBothWays<venue::Listing<model::Fill>>(
        Object{{"type", "userFills"}, {"user", m_user.toString()}},
        [this](Body body) { return m_decoder.userFills(body); },
        [this, pass](Result<venue::Listing<model::Fill>> fills) {
            std::vector<std::pair<const Waiter *, Lookup>> answers;
            for (const Waiter &waiter : pass->waiters) {
                const model::Order *asked = m_orders.find(waiter.key);
                const bool hasFill =
                    fills && asked != nullptr &&
                    std::ranges::any_of(fills->items, [&](const model::Fill &fill) {
                        return (asked->cloid && fill.cloid == asked->cloid) ||
                               (asked->oid != 0 && fill.oid == asked->oid);
                    });
                const bool isFailed =
                    !fills || fills->unreadable > 0 || pass->failedDexes.contains(waiter.dex);
                const bool isFound = hasFill || pass->open.contains(waiter.key);
                answers.emplace_back(&waiter, isFound    ? Lookup::Found
                                              : isFailed ? Lookup::Failed
                                                         : Lookup::Silent);
            }
            if (fills)
                applyFills(std::move(fills->items));
            m_isListing = false;
            m_listedAtMs = m_clock.monoMs();
            for (const auto &[waiter, lookup] : answers)
                waiter->done(lookup);
            scheduleLists();
        });
}

} // namespace hl::engine

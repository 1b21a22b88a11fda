// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_desk.h"
#include "trading/order_desk_p.h"

#include <limits>
#include <utility>

/// What leaves a second time, and what waits for another to arrive first. An entry never does
/// either.
namespace hl::trading {

using model::Order;
using model::OrderKey;
using model::PendingChange;
using Fate = DispatchResult::Fate;
using namespace std::chrono_literals;

namespace {

/// In place of a request's number: abandoned, and not told to its orders yet.
constexpr Dispatcher::Ticket kGivenUp = std::numeric_limits<Dispatcher::Ticket>::max();

} // namespace

void OrderDesk::again(std::function<void()> submit)
{
    m_timers.after(1s, [submit = std::move(submit), alive = m_isAlive] {
        if (*alive)
            submit();
    });
}

/// For certain nothing left, and time is all that was against it.
bool OrderDesk::ranOut(bool isLate, const DispatchResult &result) const
{
    return (result.fate == Fate::NotSent && isLate) ||
           (result.fate == Fate::SignatureFailed && result.error.kind == ErrorKind::Timeout);
}

bool OrderDesk::goesAgainLate(Plan &plan, bool isExit, const DispatchResult &result) const
{
    // An expiry that a person chose is not moved.
    if (!isExit || plan.until || isDevice(true) || plan.lateTries >= kLateTries ||
        !ranOut(plan.isLate, result))
        return false;
    ++plan.lateTries;
    return true;
}

void OrderDesk::noteTry(OrderKey key, const std::string &why, int tries, int most)
{
    m_store.note(key,
                 why + "; it is sent again (try " + std::to_string(tries) + " of " +
                     std::to_string(most) + ").",
                 now());
}

bool OrderDesk::isWanted(OrderKey key) const
{
    const Order *order = m_store.find(key);
    return order != nullptr && order->pending != PendingChange::Cancelling;
}

std::function<void(const std::string &)> OrderDesk::tellsWait(std::vector<OrderKey> keys) const
{
    return [this, keys = std::move(keys), alive = m_isAlive](const std::string &why) {
        if (!*alive)
            return;
        for (const OrderKey key : keys)
            m_store.note(key, why, now());
    };
}

void OrderDesk::modifyAgain(const std::shared_ptr<ModifyJob> &job)
{
    const Order *waiting = m_store.find(job->key);
    if (waiting != nullptr && isLive(waiting->phase) &&
        waiting->pending == PendingChange::Modifying)
        return submitModify(job);
    m_store.endModify(job->key, "The order ended before it was changed.", now());
    finish(job->request, job->key, refusal("The order ended before it was changed."));
}

bool OrderDesk::takeBack(OrderKey key)
{
    // Not on its way yet: giving it up is surer than a cancel, and gives up all that one request
    // would have placed.
    if (const auto it = m_unsent.find(key); it != m_unsent.end()) {
        const Dispatcher::Ticket ticket = it->second;
        if (ticket == kGivenUp)
            return true;
        if (m_dispatcher != nullptr &&
            m_dispatcher->abandon(ticket, "Cancelled before it was sent.")) {
            for (auto &[other, its] : m_unsent)
                if (its == ticket)
                    its = kGivenUp;
            return true;
        }
    }
    const auto it = m_retrying.find(key);
    if (it == m_retrying.end())
        return false;
    // Refused for its rate and waiting for its next try: it never reached a book.
    const RequestId placing = it->second;
    m_retrying.erase(it);
    m_store.apply(key, OrderEvent::NotWritten, now(), "Cancelled before it was placed.");
    if (placing != 0)
        finish(placing, key, refusal("Cancelled before it was placed."));
    return true;
}

std::optional<std::string> OrderDesk::overtaking(const std::vector<OrderKey> &keys) const
{
    if (!m_dispatcher->mayOvertake())
        return {};
    for (const OrderKey key : keys)
        if (m_onWire.contains(key))
            return "It waits for the answer to the order it cancels, which it would overtake.";
    return {};
}

void OrderDesk::waitBehind(const std::shared_ptr<CancelJob> &job, const std::vector<OrderKey> &keys)
{
    std::vector<OrderKey> others;
    // Each counts as a part of its own from here on.
    for (const OrderKey key : keys) {
        if (!m_onWire.contains(key)) {
            others.push_back(key);
            continue;
        }
        ++job->open;
        m_behind[key].emplace_back([this, job, key] { cancelAgain(job, {key}); });
    }
    if (others.empty())
        return;
    ++job->open;
    cancelAgain(job, others);
}

void OrderDesk::leftWire(OrderKey key)
{
    m_onWire.erase(key);
    const auto waiting = m_behind.extract(key);
    if (!waiting)
        return;
    for (const auto &goOn : waiting.mapped())
        goOn();
}

} // namespace hl::trading

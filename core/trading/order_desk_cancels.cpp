// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/order_desk.h"
#include "trading/order_desk_p.h"

#include <algorithm>
#include <utility>

/// What goes into a cancel, and when that is chosen: when its turn comes, which on a device may be
/// minutes after the command (interaction.md D15, D16).
namespace hl::trading {

using model::Order;
using model::OrderKey;
using model::OrderPhase;
using namespace std::chrono_literals;

bool OrderDesk::noteEnded(CancelJob &job, OrderKey key) const
{
    const Order *order = m_store.find(key);
    if (order != nullptr && !isTerminal(order->phase))
        return false;
    if (order != nullptr && order->phase == OrderPhase::Cancelled)
        ++job.result.done;
    else
        job.note(refusal("The order has ended already."),
                 order == nullptr ? std::string() : orderName(*order));
    return true;
}

/// The oid dies with a modify that is on its way; the cloid passes to the new order.
bool OrderDesk::hasFirmOid(const Order &order) const
{
    return order.oid != 0 && !(order.cloid && m_store.isBeingReplaced(order.key));
}

/// One action by oid where every order has one, else one by cloid where every order has one; else
/// one of each (cases.md B47).
std::vector<std::vector<OrderKey>> OrderDesk::cancelParts(const std::vector<OrderKey> &keys) const
{
    std::vector<std::vector<OrderKey>> parts(2);
    bool haveCloids = true;
    for (const OrderKey key : keys) {
        const Order &order = *m_store.find(key);
        parts[hasFirmOid(order) ? 0 : 1].push_back(key);
        haveCloids = haveCloids && order.cloid.has_value();
    }
    if (haveCloids && !parts[1].empty())
        parts = {keys};
    std::erase_if(parts, [](const auto &part) { return part.empty(); });
    return parts;
}

actions::Action OrderDesk::cancelAction(const std::vector<OrderKey> &keys) const
{
    actions::Cancel byOid;
    actions::CancelByCloid byCloid;
    const bool isByOid =
        std::ranges::all_of(keys, [this](OrderKey key) { return hasFirmOid(*m_store.find(key)); });
    for (const OrderKey key : keys) {
        const Order &order = *m_store.find(key);
        const auto context = m_hooks.context(order.coin);
        if (context.instrument == nullptr)
            continue;
        if (isByOid)
            byOid.cancels.push_back({context.instrument->asset, order.oid});
        else if (order.cloid)
            byCloid.cancels.push_back({context.instrument->asset, *order.cloid});
    }
    if (isByOid)
        return byOid;
    return byCloid;
}

void OrderDesk::submitCancel(const std::shared_ptr<CancelJob> &job, std::vector<OrderKey> keys)
{
    ++job->open;
    auto part = std::make_shared<CancelPart>();
    auto plan = std::make_shared<Plan>();
    plan->action = cancelAction(cancelParts(keys).front());
    // No expiry: a late cancel is still wanted (interaction.md D18).
    ActionRequest cancelling = request(plan, true, 15s);
    // On a device it has no end but a person's: a late cancel is still wanted (D18).
    if (isDevice(true))
        cancelling.signWithin.reset();
    cancelling.items = keys.size();
    cancelling.command = job->request;
    cancelling.order = job->only;
    cancelling.title =
        keys.size() == 1 ? "Cancel one order" : "Cancel " + std::to_string(keys.size()) + " orders";
    part->keys = std::move(keys);
    cancelling.encode = [this, job, part, plan, encode = std::move(cancelling.encode)](
                            Nonce nonce) -> Result<EncodedAction> {
        part->isChosen = true;
        std::erase_if(part->keys, [&](OrderKey key) { return noteEnded(*job, key); });
        if (part->keys.empty())
            return fail(ErrorKind::Validation, "The order has ended already.");
        auto parts = cancelParts(part->keys);
        part->keys = std::move(parts.front());
        if (parts.size() > 1)
            part->later = std::move(parts.back());
        plan->action = cancelAction(part->keys);
        HL_TRY(encoded, encode(nonce));
        encoded.items = part->keys.size();
        return encoded;
    };
    cancelling.totals = [this, part] { return valueOf(part->keys); };
    cancelling.dropReason = [this, part]() -> std::optional<std::string> {
        // Nobody presses for what is gone already.
        part->isMoot = !part->isChosen && std::ranges::all_of(part->keys, [this](OrderKey key) {
            const Order *order = m_store.find(key);
            return order == nullptr || isTerminal(order->phase);
        });
        if (part->isMoot)
            return part->keys.size() == 1
                       ? "The order has ended already; there is nothing left to cancel."
                       : "The orders have ended already; there is nothing left to cancel.";
        auto why = overtaking(part->keys);
        part->isBehind = why.has_value();
        return why;
    };
    const auto submitted = m_dispatcher->submit(
        std::move(cancelling), [this, job, part, alive = m_isAlive](const DispatchResult &result) {
            if (*alive)
                cancelsAnswered(job, *part, result);
        });
    job->bulk->tickets.push_back(submitted.ticket);
}

} // namespace hl::trading

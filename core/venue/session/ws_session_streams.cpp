// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/redact.h"
#include "venue/session/ws_session.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace hl::session {

namespace {

using namespace std::chrono_literals;

/// Subscriptions written in one go; in the gaps posts get their turn.
constexpr int kBurst = 50;
constexpr std::chrono::milliseconds kBurstGap = 2ms;
/// After the venue's "Cannot send more than 2000 messages per minute."
constexpr std::chrono::milliseconds kMessagePause = 2'000ms;

std::string controlText(const codec::Value &payload, bool isSubscribe)
{
    std::string text = isSubscribe ? R"({"method":"subscribe","subscription":)"
                                   : R"({"method":"unsubscribe","subscription":)";
    codec::appendJson(payload, text);
    text += '}';
    return text;
}

/// The digits behind a final "id=".
std::optional<std::uint64_t> trailingId(std::string_view text)
{
    const std::size_t at = text.rfind("id=");
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view digits = text.substr(at + 3);
    std::uint64_t id = 0;
    const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
    if (ec != std::errc() || end != digits.data() + digits.size())
        return std::nullopt;
    return id;
}

} // namespace

Result<StreamHandle> WsSession::subscribe(const Subscription &subscription, StreamListener listener)
{
    if (m_state == WsState::Ended)
        return fail(ErrorKind::Transport, "The connection has ended.");
    HL_TRY(added, m_registry.add(subscription, std::move(listener)));
    if (added.isNew) {
        if (m_state == WsState::Open)
            queueSubscribe(*added.entry);
    } else if (added.entry->state() != StreamState::Pending) {
        later([this, handle = added.handle] {
            if (Entry *entry = m_registry.find(handle))
                m_registry.announce(*entry);
        });
    }
    return added.handle;
}

void WsSession::unsubscribe(StreamHandle handle)
{
    const auto removed = m_registry.remove(handle);
    if (removed && removed->wasLast)
        abandon(removed->entry);
}

void WsSession::abandon(const Entry &entry)
{
    m_deadlines.cancel(entry.deadline);
    std::erase_if(m_control, [&](const Control &c) { return c.isSubscribe && c.id == entry.id; });
    if (entry.wire == Wire::Sent)
        addOrphan(entry.id, entry.payload, true);
    if (m_state == WsState::Open && (entry.wire == Wire::Sent || entry.wire == Wire::Confirmed))
        queueUnsubscribe(entry);
}

void WsSession::renew(StreamHandle handle)
{
    Entry *entry = m_registry.find(handle);
    if (entry == nullptr || m_state != WsState::Open || entry->wire == Wire::None ||
        entry->wire == Wire::Queued)
        return;
    abandon(*entry);
    entry->hasData = false;
    queueSubscribe(*entry);
    m_registry.announce(*entry);
}

std::int64_t WsSession::lastDataMonoNs(StreamHandle handle)
{
    const Entry *entry = m_registry.find(handle);
    return entry == nullptr ? 0 : entry->lastDataMonoNs;
}

void WsSession::resubscribeAll()
{
    for (Entry *entry : m_registry.inOrder()) {
        // One that was subscribed while the owners were told is queued already.
        if (entry->wire != Wire::None)
            continue;
        entry->wire = Wire::Queued;
        m_control.push_back({entry->id, entry->payload, true});
    }
    pumpControl();
}

void WsSession::queueSubscribe(Entry &entry)
{
    entry.wire = Wire::Queued;
    entry.deadline = 0;
    m_control.push_back({entry.id, entry.payload, true});
    pumpControl();
}

void WsSession::queueUnsubscribe(const Entry &entry)
{
    m_control.push_back({entry.id, entry.payload, false});
    pumpControl();
}

void WsSession::pumpControl()
{
    if (m_controlTicket != 0 || m_burstTimer.isActive())
        return;
    for (int sent = 0; !m_control.empty(); ++sent) {
        if (sent >= kBurst) {
            m_burstTimer.start(kBurstGap, [this] { pumpControl(); });
            return;
        }
        net::RateBudget &messages = m_quota.messages();
        if (!messages.tryAcquire(1, net::Priority::Account)) {
            m_controlTicket = messages.acquire(1, net::Priority::Account, [this] {
                m_controlTicket = 0;
                // The queue may have emptied meanwhile; the token is then lost, which harms nobody.
                if (!m_control.empty()) {
                    const Control next = std::move(m_control.front());
                    m_control.pop_front();
                    if (!sendControl(next))
                        return;
                }
                pumpControl();
            });
            return;
        }
        const Control next = std::move(m_control.front());
        m_control.pop_front();
        if (!sendControl(next))
            return;
    }
}

bool WsSession::sendControl(const Control &control)
{
    if (m_state != WsState::Open || !m_connection ||
        !m_connection->send(controlText(control.payload, control.isSubscribe)))
        return false; // closing; everything starts anew on the next connection
    if (!control.isSubscribe) {
        addOrphan(control.id, control.payload, false);
        return true;
    }
    Entry *entry = m_registry.findById(control.id);
    if (entry == nullptr || entry->wire != Wire::Queued)
        return true;
    entry->wire = Wire::Sent;
    entry->sentOrder = ++m_lastSentOrder;
    entry->deadline =
        m_deadlines.add(m_config.requestTimeout, [this, id = control.id] { ackMissing(id); });
    return true;
}

void WsSession::ackMissing(const std::string &id)
{
    Entry *entry = m_registry.findById(id);
    if (entry == nullptr || entry->wire != Wire::Sent)
        return;
    entry->deadline = 0;
    if (++entry->tries >= m_config.subscribeTries) {
        m_registry.refuse(
            *entry, Error{ErrorKind::Timeout, "The venue did not confirm the subscription to " +
                                                  entry->subscription.label() + "."});
        return;
    }
    queueSubscribe(*entry);
}

void WsSession::firstFrameMissing(const std::string &id)
{
    Entry *entry = m_registry.findById(id);
    if (entry == nullptr || entry->wire != Wire::Confirmed || entry->hasData)
        return;
    entry->deadline = 0;
    // A channel that stays silent after that is shown as what it is: confirmed, not live.
    if (++entry->firstFrameTries >= m_config.subscribeTries)
        return;
    renew(entry->listeners.front().handle);
}

/// An acknowledgement that does not come either is not waited for: it would keep every later one of
/// the same subscription from counting.
void WsSession::addOrphan(const std::string &id, const codec::Value &payload, bool isSubscribe)
{
    const std::uint64_t serial = ++m_lastSentOrder;
    m_orphans.push_back({id, payload, isSubscribe, serial});
    m_deadlines.add(m_config.requestTimeout, [this, serial] {
        std::erase_if(m_orphans, [serial](const Orphan &o) { return o.serial == serial; });
    });
}

bool WsSession::takeOrphan(const codec::Value &echo, bool isSubscribe)
{
    const std::string id = canonicalId(echo);
    auto best = m_orphans.end();
    int bestLeaves = -1;
    for (auto it = m_orphans.begin(); it != m_orphans.end(); ++it) {
        if (it->isSubscribe != isSubscribe)
            continue;
        if (it->id == id) {
            best = it;
            break;
        }
        const int leaves = specificity(it->payload);
        if (leaves > bestLeaves && isSubset(it->payload, echo)) {
            best = it;
            bestLeaves = leaves;
        }
    }
    if (best == m_orphans.end())
        return false;
    m_orphans.erase(best);
    return true;
}

bool WsSession::hasOrphan(const std::string &id) const
{
    return std::any_of(m_orphans.begin(), m_orphans.end(),
                       [&](const Orphan &o) { return o.id == id; });
}

void WsSession::ackReceived(const codec::Value &echo, bool isUnsubscribe)
{
    if (isUnsubscribe) {
        takeOrphan(echo, false);
        return;
    }
    Entry *entry = m_registry.matchEcho(echo);
    // The acknowledgement of a subscription that was given up comes before that of its successor.
    if (entry == nullptr || hasOrphan(entry->id)) {
        if (takeOrphan(echo, true))
            return;
    }
    if (entry != nullptr)
        confirm(*entry);
}

void WsSession::confirm(Entry &entry)
{
    m_deadlines.cancel(std::exchange(entry.deadline, 0));
    entry.wire = Wire::Confirmed;
    entry.tries = 0;
    if (!entry.hasData && entry.subscription.firstFrame() == FirstFrame::Always)
        entry.deadline = m_deadlines.add(m_config.firstFrameTimeout,
                                         [this, id = entry.id] { firstFrameMissing(id); });
    m_registry.announce(entry);
}

void WsSession::dataReceived(const StreamKey &key, std::int64_t receivedMonoNs)
{
    m_registry.dataReceived(key, receivedMonoNs,
                            [this](const Entry &entry) { return hasOrphan(entry.id); });
}

void WsSession::errorReceived(std::string_view said, std::int64_t receivedMonoNs)
{
    // The venue quotes what it was sent: no signature goes on from here.
    const std::string sentence = codec::redactedText(said);
    const std::string_view text = sentence;
    if (const auto id = trailingId(said); id && refusePost(*id, text, receivedMonoNs))
        return;
    if (refuseNamed(text, receivedMonoNs))
        return;
    // These carry no reference. The venue answers in the order of asking, so they mean the oldest
    // request without an answer (cases.md B31).
    if (text.starts_with("Cannot send more than")) {
        messageLimitHit(sentence);
        return;
    }
    if (text.starts_with("Cannot track more than") && refuseOldest(true, sentence))
        return;
    if (text.starts_with("Cannot subscribe to more than") && refuseOldest(false, sentence))
        return;
    if (m_hooks.venueError)
        m_hooks.venueError(sentence);
}

bool WsSession::refusePost(std::uint64_t id, std::string_view text, std::int64_t receivedMonoNs)
{
    if (!m_posts.contains(id) && !m_timedOut.contains(id))
        return false;
    FrameRoute route;
    route.kind = FrameRoute::Kind::Post;
    route.postId = id;
    route.postKind = PostKind::Error;
    route.text = text;
    postAnswered(route, receivedMonoNs);
    return true;
}

bool WsSession::refuseNamed(std::string_view text, std::int64_t receivedMonoNs)
{
    const std::size_t first = text.find('{');
    const std::size_t last = text.rfind('}');
    if (first == std::string_view::npos || last == std::string_view::npos || last < first)
        return false;
    const auto body = codec::parseJson(text.substr(first, last - first + 1));
    if (!body)
        return false;
    if (const codec::Value *id = body->find("id"); id != nullptr && id->asUint() != nullptr)
        return refusePost(*id->asUint(), text, receivedMonoNs);

    const codec::Value *named = body->find("subscription");
    const codec::Value &subscription = named == nullptr ? *body : *named;
    bool isUnsubscribe = text.starts_with("Already unsubscribed");
    if (const codec::Value *method = body->find("method"); method != nullptr)
        isUnsubscribe = method->asString() != nullptr && *method->asString() == "unsubscribe";
    if (isUnsubscribe)
        return takeOrphan(subscription, false);
    if (named == nullptr && !text.starts_with("Already subscribed") &&
        !text.starts_with("Invalid subscription"))
        return false;
    Entry *entry = m_registry.matchEcho(subscription);
    if (entry == nullptr)
        return takeOrphan(subscription, true);
    if (text.starts_with("Already subscribed")) {
        // What was asked for is so: an earlier acknowledgement was lost.
        confirm(*entry);
        return true;
    }
    m_deadlines.cancel(entry->deadline);
    m_registry.refuse(*entry, Error{ErrorKind::VenueRejected, std::string(text)});
    return true;
}

bool WsSession::refuseOldest(bool isUserStream, const std::string &text)
{
    Entry *oldest = nullptr;
    for (Entry *entry : m_registry.inOrder()) {
        if (entry->wire != Wire::Sent || (isUserStream && !entry->subscription.user))
            continue;
        if (oldest == nullptr || entry->sentOrder < oldest->sentOrder)
            oldest = entry;
    }
    if (oldest == nullptr)
        return false;
    m_deadlines.cancel(oldest->deadline);
    m_registry.refuse(*oldest, Error{ErrorKind::RateLimited, text});
    return true;
}

void WsSession::messageLimitHit(const std::string &text)
{
    net::RateBudget &messages = m_quota.messages();
    messages.charge(static_cast<int>(std::max<std::int64_t>(messages.available(), 0)));
    messages.pause(kMessagePause);
    // Which message was refused is not said. Subscriptions are asked for again; the fate of a post
    // is open, and that is what its owner is told.
    for (Entry *entry : m_registry.inOrder()) {
        if (entry->wire != Wire::Sent)
            continue;
        m_deadlines.cancel(std::exchange(entry->deadline, 0));
        entry->wire = Wire::Queued;
        m_control.push_back({entry->id, entry->payload, true});
    }
    pumpControl();
    failAllPosts(ErrorKind::RateLimited, text);
    if (m_hooks.venueError)
        m_hooks.venueError(text);
}

} // namespace hl::session

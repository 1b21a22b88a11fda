// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/session/subscription_registry.h"

#include <algorithm>
#include <utility>

namespace hl::session {

StreamState SubscriptionRegistry::Entry::state() const
{
    if (wire != Wire::Confirmed)
        return StreamState::Pending;
    if (hasData || subscription.firstFrame() == FirstFrame::Never)
        return StreamState::Live;
    return StreamState::Confirmed;
}

SubscriptionRegistry::~SubscriptionRegistry()
{
    for (const Entry &entry : m_entries)
        m_quota.release(entry.subscription);
}

std::string SubscriptionRegistry::bucketOf(const Subscription &subscription)
{
    // A coin's or account's frames must not cost a walk over every other subscription. Types whose
    // frames carry no key share the bucket of their channel.
    switch (subscription.type) {
    case StreamType::UserEvents:
        return "user";
    case StreamType::OrderUpdates:
    case StreamType::Notification:
        return std::string(streamTypeName(subscription.type));
    default:
        break;
    }
    std::string bucket(streamTypeName(subscription.type));
    if (!subscription.coin.empty())
        bucket += '\0' + subscription.coin;
    else if (subscription.user)
        bucket += '\0' + subscription.user->toString();
    return bucket;
}

Result<SubscriptionRegistry::Added> SubscriptionRegistry::add(const Subscription &subscription,
                                                              StreamListener listener)
{
    Added added;
    const std::string id = subscription.canonicalId();
    if (const auto it = m_byId.find(id); it != m_byId.end()) {
        added.entry = &*it->second;
    } else {
        HL_CHECK(m_quota.reserve(subscription));
        Entry entry;
        entry.subscription = subscription;
        entry.id = id;
        entry.payload = subscription.payload();
        m_entries.push_back(std::move(entry));
        const auto last = std::prev(m_entries.end());
        m_byId.emplace(id, last);
        m_byBucket[bucketOf(subscription)].push_back(&*last);
        added.entry = &*last;
        added.isNew = true;
    }
    added.handle = ++m_lastHandle;
    added.entry->listeners.push_back({added.handle, std::move(listener)});
    m_byHandle.emplace(added.handle, added.entry);
    return added;
}

void SubscriptionRegistry::unindex(Entry &entry)
{
    const std::string bucket = bucketOf(entry.subscription);
    auto &entries = m_byBucket[bucket];
    std::erase(entries, &entry);
    if (entries.empty())
        m_byBucket.erase(bucket);
    for (const Owner &owner : entry.listeners)
        m_byHandle.erase(owner.handle);
    m_quota.release(entry.subscription);
}

std::optional<SubscriptionRegistry::Removed> SubscriptionRegistry::remove(StreamHandle handle)
{
    const auto it = m_byHandle.find(handle);
    if (it == m_byHandle.end())
        return std::nullopt;
    Entry &entry = *it->second;
    m_byHandle.erase(it);
    std::erase_if(entry.listeners, [handle](const Owner &o) { return o.handle == handle; });
    Removed removed;
    if (!entry.listeners.empty())
        return removed;
    removed.wasLast = true;
    unindex(entry);
    const auto position = m_byId.find(entry.id);
    const List::iterator node = position->second;
    m_byId.erase(position);
    removed.entry = std::move(*node);
    m_entries.erase(node);
    return removed;
}

SubscriptionRegistry::Entry *SubscriptionRegistry::find(StreamHandle handle)
{
    const auto it = m_byHandle.find(handle);
    return it == m_byHandle.end() ? nullptr : it->second;
}

SubscriptionRegistry::Entry *SubscriptionRegistry::findById(std::string_view id)
{
    const auto it = m_byId.find(std::string(id));
    return it == m_byId.end() ? nullptr : &*it->second;
}

std::vector<SubscriptionRegistry::Entry *> SubscriptionRegistry::inOrder()
{
    std::vector<Entry *> out;
    out.reserve(m_entries.size());
    for (Entry &entry : m_entries)
        out.push_back(&entry);
    return out;
}

SubscriptionRegistry::Entry *SubscriptionRegistry::matchEcho(const codec::Value &echo)
{
    if (Entry *entry = findById(canonicalId(echo)); entry != nullptr && entry->wire == Wire::Sent)
        return entry;
    Entry *best = nullptr;
    int bestLeaves = -1;
    for (Entry &entry : m_entries) {
        if (entry.wire != Wire::Sent || !isSubset(entry.payload, echo))
            continue;
        const int leaves = specificity(entry.payload);
        if (leaves > bestLeaves) {
            best = &entry;
            bestLeaves = leaves;
        }
    }
    return best;
}

void SubscriptionRegistry::dataReceived(const StreamKey &key, std::int64_t receivedMonoNs,
                                        const std::function<bool(const Entry &)> &isAmbiguous)
{
    m_bucketBuffer = key.channel == "activeSpotAssetCtx" ? "activeAssetCtx" : key.channel;
    if (!key.key.empty()) {
        m_bucketBuffer += '\0';
        const bool isUser = key.key.starts_with("0x") || key.key.starts_with("0X");
        const auto isUpper = [](char c) { return c >= 'A' && c <= 'Z'; };
        const std::size_t from = m_bucketBuffer.size();
        m_bucketBuffer += key.key;
        if (isUser && std::ranges::any_of(key.key, isUpper)) {
            for (std::size_t i = from; i < m_bucketBuffer.size(); ++i)
                if (isUpper(m_bucketBuffer[i]))
                    m_bucketBuffer[i] = static_cast<char>(m_bucketBuffer[i] - 'A' + 'a');
        }
    }
    const auto bucket = m_byBucket.find(m_bucketBuffer);
    if (bucket == m_byBucket.end())
        return;
    m_firstData.clear();
    for (Entry *entry : bucket->second) {
        if (!matches(entry->subscription, key))
            continue;
        entry->lastDataMonoNs = receivedMonoNs;
        if (entry->hasData || (entry->wire != Wire::Sent && entry->wire != Wire::Confirmed) ||
            isAmbiguous(*entry))
            continue;
        entry->hasData = true;
        entry->firstFrameTries = 0;
        m_firstData.push_back(entry->listeners.front().handle);
    }
    // Owners may add and remove subscriptions while they are told.
    const std::vector<StreamHandle> first = std::exchange(m_firstData, {});
    for (const StreamHandle handle : first) {
        if (Entry *entry = find(handle))
            announce(*entry);
    }
}

void SubscriptionRegistry::connectionLost()
{
    std::vector<StreamHandle> handles;
    for (Entry &entry : m_entries) {
        entry.wire = Wire::None;
        entry.hasData = false;
        entry.tries = 0;
        entry.firstFrameTries = 0;
        entry.deadline = 0;
        handles.push_back(entry.listeners.front().handle);
    }
    for (const StreamHandle handle : handles) {
        if (Entry *entry = find(handle))
            announce(*entry);
    }
}

void SubscriptionRegistry::refuse(Entry &entry, const Error &error)
{
    const auto owners = entry.listeners;
    unindex(entry);
    const auto position = m_byId.find(entry.id);
    const List::iterator node = position->second;
    m_byId.erase(position);
    m_entries.erase(node);
    for (const Owner &owner : owners) {
        if (owner.listener.stateChanged)
            owner.listener.stateChanged(StreamState::Refused, error);
    }
}

void SubscriptionRegistry::forgetOwners()
{
    for (Entry &entry : m_entries) {
        for (Owner &owner : entry.listeners)
            owner.listener = {};
    }
}

void SubscriptionRegistry::announce(Entry &entry)
{
    const StreamState state = entry.state();
    std::vector<Owner> toTell;
    for (Owner &owner : entry.listeners) {
        if (owner.told == state)
            continue;
        owner.told = state;
        toTell.push_back(owner);
    }
    // An owner may unsubscribe itself or others: each is looked up again before it is called.
    for (const Owner &owner : toTell) {
        if (owner.listener.stateChanged && m_byHandle.contains(owner.handle))
            owner.listener.stateChanged(state, Error{});
    }
}

} // namespace hl::session

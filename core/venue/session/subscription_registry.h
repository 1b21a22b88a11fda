// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "venue/session/subscription.h"
#include "venue/session/ws_quota.h"

#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hl::session {

using StreamHandle = std::uint64_t;

/// Pending: not (or no longer) confirmed on an open connection. Confirmed: acknowledged, no data
/// yet. Live: acknowledged and data has come on this connection (or the channel promises no first
/// frame). Refused: over, told once; subscribe again to try again.
enum class StreamState : std::uint8_t { Pending, Confirmed, Live, Refused };

struct StreamListener
{
    /// Each change, never from inside subscribe(). `error` speaks where the state is Refused.
    std::function<void(StreamState, const Error &)> stateChanged;
};

/// Which subscriptions are wanted, by whom, and how far each has come on the present connection.
/// One wire subscription for a canonical id, any number of handles. Sends nothing itself: WsSession
/// asks it for the next message.
class SubscriptionRegistry
{
public:
    enum class Wire : std::uint8_t { None, Queued, Sent, Confirmed };

    struct Owner
    {
        StreamHandle handle = 0;
        StreamListener listener;
        StreamState told = StreamState::Pending;
    };

    struct Entry
    {
        Subscription subscription;
        std::string id;
        codec::Value payload;
        Wire wire = Wire::None;
        bool hasData = false;
        int tries = 0;           ///< without an acknowledgement, since the last one
        int firstFrameTries = 0; ///< without the first frame it owes, since the last frame
        std::int64_t lastDataMonoNs = 0;
        std::uint64_t sentOrder = 0;
        std::uint64_t deadline = 0; ///< of the session's deadline queue
        std::vector<Owner> listeners = {};

        StreamState state() const;
    };

    explicit SubscriptionRegistry(WsQuota &quota) : m_quota(quota) {}
    ~SubscriptionRegistry();
    SubscriptionRegistry(const SubscriptionRegistry &) = delete;
    SubscriptionRegistry &operator=(const SubscriptionRegistry &) = delete;

    struct Added
    {
        StreamHandle handle = 0;
        Entry *entry = nullptr;
        bool isNew = false;
    };
    /// Refused at the venue's limits, with a sentence.
    Result<Added> add(const Subscription &subscription, StreamListener listener);

    struct Removed
    {
        bool wasLast = false;
        Entry entry; ///< where wasLast; no longer in the registry
    };
    /// Nothing for an unknown handle.
    std::optional<Removed> remove(StreamHandle handle);

    Entry *find(StreamHandle handle);
    Entry *findById(std::string_view id);
    /// In order of adding; the resubscribe order.
    std::vector<Entry *> inOrder();
    /// The Sent entry an echo answers: the same id, else the most specific subset.
    Entry *matchEcho(const codec::Value &echo);
    /// Marks the entries a data frame belongs to; those whose data came for the first time on this
    /// connection are announced. `isAmbiguous` says that the frame may be an earlier
    /// subscription's (its unsubscribe is not acknowledged yet).
    void dataReceived(const StreamKey &key, std::int64_t receivedMonoNs,
                      const std::function<bool(const Entry &)> &isAmbiguous);

    /// Nothing is confirmed any more; every owner is told.
    void connectionLost();
    /// Takes the entry out and tells its owners once.
    void refuse(Entry &entry, const Error &error);
    /// Tells each owner where the state has moved since it was told. The entry may be gone after.
    void announce(Entry &entry);

    /// No owner is told anything any more.
    void forgetOwners();

    std::size_t size() const { return m_entries.size(); }

private:
    using List = std::list<Entry>;

    static std::string bucketOf(const Subscription &subscription);
    void unindex(Entry &entry);

    WsQuota &m_quota;
    List m_entries;
    std::unordered_map<std::string, List::iterator> m_byId;
    std::unordered_map<StreamHandle, Entry *> m_byHandle;
    std::unordered_map<std::string, std::vector<Entry *>> m_byBucket;
    std::string m_bucketBuffer;
    std::vector<StreamHandle> m_firstData;
    StreamHandle m_lastHandle = 0;
};

} // namespace hl::session

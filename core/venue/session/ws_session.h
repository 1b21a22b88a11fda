// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "net/backoff.h"
#include "net/deadline_queue.h"
#include "net/heartbeat.h"
#include "net/transport.h"
#include "venue/session/frame_sink.h"
#include "venue/session/post_outcome.h"
#include "venue/session/subscription_registry.h"
#include "venue/session/ws_quota.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hl::session {

/// Idle: not started. Connecting: an attempt runs. Open: frames flow both ways. Waiting: between
/// attempts. Ended: stopped, for good; nothing is sent any more.
enum class WsState : std::uint8_t { Idle, Connecting, Open, Waiting, Ended };

/// One lasting WebSocket connection to the venue (protocol/websocket.md 5): connects and reconnects
/// with a fresh socket each time, keeps alive, restores subscriptions, matches posts to their
/// answers. Engine thread; all callbacks on it, never from inside the call that caused them except
/// those of stop() and reconnect(). It must not be destroyed from inside one of its callbacks.
class WsSession
{
public:
    struct Config
    {
        std::string url;
        std::chrono::milliseconds connectTimeout{10'000};
        std::chrono::milliseconds requestTimeout{10'000};
        /// An acknowledged channel that owes a first frame is renewed after this long.
        std::chrono::milliseconds firstFrameTimeout{15'000};
        /// The attempt counter starts anew once a connection stayed open this long.
        std::chrono::milliseconds stableAfter{3'000};
        int maxInFlight = 100; ///< the venue's limit of posts without an answer
        int exitReserve = 10;  ///< of them, kept for exits (interaction.md G14)
        int subscribeTries = 3;
        std::uint64_t seed = 0; ///< of the backoff's jitter
    };

    struct Hooks
    {
        /// `why` is one sentence, empty where the state is Open.
        std::function<void(WsState, const std::string &why)> stateChanged;
        /// A frame the venue sent on its `error` channel that no request could be matched to.
        std::function<void(const std::string &text)> venueError;
    };

    struct PostOptions
    {
        bool isExit = false; ///< a cancel, a close or a lookup: may use the reserve
        std::chrono::milliseconds timeout{0}; ///< 0: the configuration's
        /// Called once where the answer comes after `done` was told of the time-out, on the same
        /// connection.
        PostDone answeredLate = {};
    };

    /// All references outlive the session.
    WsSession(Config config, net::WsFactory &factory, const Clock &clock, TimerService &timers,
              WsQuota &quota, FrameSink &sink, Hooks hooks);
    /// Tells nobody; stop() before where answers are wanted.
    ~WsSession();
    WsSession(const WsSession &) = delete;
    WsSession &operator=(const WsSession &) = delete;

    /// Refused where the venue's limit of connections is reached.
    Status start();
    /// Ends for good: every pending request is answered before this returns.
    void stop();
    /// Drops the connection and makes a new one at once.
    void reconnect(const std::string &why);

    /// Refused at once at the venue's limits; never waits for a connection.
    Result<StreamHandle> subscribe(const Subscription &subscription, StreamListener listener);
    void unsubscribe(StreamHandle handle);
    /// Unsubscribes and subscribes that one stream again (a silent book, cases.md B28).
    void renew(StreamHandle handle);
    /// Of the newest frame of that stream; 0: none on any connection.
    std::int64_t lastDataMonoNs(StreamHandle handle);

    /// `payloadJson` is {"action":…,"nonce":…,"signature":…}. The bytes leave inside this call or
    /// never: posts keep their order and wait for nothing. `done` is called once, later; at the
    /// latest after the time-out.
    void postAction(std::string payloadJson, PostOptions options, PostDone done);
    void postAction(std::string payloadJson, PostDone done)
    {
        postAction(std::move(payloadJson), PostOptions{}, std::move(done));
    }
    /// `payloadJson` is the body an /info request would have.
    void postInfo(std::string payloadJson, PostOptions options, PostDone done);
    void postInfo(std::string payloadJson, PostDone done)
    {
        postInfo(std::move(payloadJson), PostOptions{}, std::move(done));
    }

    WsState state() const { return m_state; }
    bool isOpen() const { return m_state == WsState::Open; }
    int inFlight() const { return static_cast<int>(m_posts.size()); }
    std::int64_t pingMs() const { return m_heartbeat.roundTripMs(); }
    /// Connections opened so far; reconnects are one less.
    std::uint32_t connections() const { return m_connectionCount; }
    std::int64_t lastFrameMonoNs() const { return m_lastFrameNs; }

private:
    using Entry = SubscriptionRegistry::Entry;
    using Wire = SubscriptionRegistry::Wire;

    struct Post
    {
        PostDone done;
        PostDone answeredLate;
        bool isAction = false;
        std::int64_t sentNs = 0;
        net::DeadlineQueue::Id deadline = 0;
    };
    /// A subscribe or unsubscribe that waits for message budget.
    struct Control
    {
        std::string id;
        codec::Value payload;
        bool isSubscribe = false;
    };
    /// A sent message whose subscription is gone; its acknowledgement is still to come.
    struct Orphan
    {
        std::string id;
        codec::Value payload;
        bool isSubscribe = false;
        std::uint64_t serial = 0;
    };

    // ws_session.cpp: the connection and the posts
    void connect();
    void connectNow();
    void scheduleConnect(bool isCleanClose, const std::string &why);
    void opened();
    void closed(const net::CloseInfo &info);
    void drop(const std::string &why);
    void connectionLost(bool isCleanClose, const std::string &why);
    void retireConnection();
    void frameReceived(std::string_view text, std::int64_t receivedMonoNs);
    void setState(WsState state, const std::string &why = {});
    void sendPing();
    void later(std::function<void()> fn);
    void post(std::string_view type, bool isAction, const std::string &payloadJson,
              PostOptions options, PostDone done);
    std::optional<Error> postRefusal(bool isExit) const;
    void postAnswered(const FrameRoute &route, std::int64_t receivedMonoNs);
    void postTimedOut(std::uint64_t id, std::chrono::milliseconds timeout);
    void keepTimedOut(std::uint64_t id, Post post);
    void failAllPosts(ErrorKind kindOfInfo, const std::string &why);

    // ws_session_streams.cpp: subscriptions, acknowledgements, error frames
    void resubscribeAll();
    void queueSubscribe(Entry &entry);
    void queueUnsubscribe(const Entry &entry);
    void abandon(const Entry &entry);
    void pumpControl();
    bool sendControl(const Control &control);
    void ackMissing(const std::string &id);
    void firstFrameMissing(const std::string &id);
    void addOrphan(const std::string &id, const codec::Value &payload, bool isSubscribe);
    bool takeOrphan(const codec::Value &echo, bool isSubscribe);
    bool hasOrphan(const std::string &id) const;
    void ackReceived(const codec::Value &echo, bool isUnsubscribe);
    void confirm(Entry &entry);
    void dataReceived(const StreamKey &key, std::int64_t receivedMonoNs);
    void errorReceived(std::string_view text, std::int64_t receivedMonoNs);
    bool refusePost(std::uint64_t id, std::string_view text, std::int64_t receivedMonoNs);
    bool refuseNamed(std::string_view text, std::int64_t receivedMonoNs);
    bool refuseOldest(bool isUserStream, const std::string &text);
    void messageLimitHit(const std::string &text);

    Config m_config;
    net::WsFactory &m_factory;
    const Clock &m_clock;
    WsQuota &m_quota;
    FrameSink &m_sink;
    Hooks m_hooks;
    WsState m_state = WsState::Idle;

    std::unique_ptr<net::WsConnection> m_connection;
    /// Closed ones, destroyed outside of their own callbacks.
    std::vector<std::unique_ptr<net::WsConnection>> m_retired;
    std::uint32_t m_generation = 0; ///< callbacks of an older one are not listened to
    std::uint32_t m_connectionCount = 0;
    bool m_usedCleanRetry = false;
    std::int64_t m_lastFrameNs = 0;
    net::RateBudget::Ticket m_connectTicket = 0;

    SubscriptionRegistry m_registry;
    std::deque<Control> m_control;
    net::RateBudget::Ticket m_controlTicket = 0;
    std::vector<Orphan> m_orphans;
    std::uint64_t m_lastSentOrder = 0;

    std::map<std::uint64_t, Post> m_posts;
    std::map<std::uint64_t, Post> m_timedOut; ///< an answer may still come
    std::uint64_t m_lastPostId = 0;

    std::deque<std::function<void()>> m_later;
    net::Backoff m_backoff;
    net::Heartbeat m_heartbeat;
    net::DeadlineQueue m_deadlines;
    Timer m_connectTimer; ///< the attempt's time-out, the wait before it, or the stable mark
    Timer m_burstTimer;
    Timer m_retireTimer;
    Timer m_laterTimer;
};

} // namespace hl::session

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/session/ws_session.h"

#include "codec/value.h"

#include <algorithm>
#include <utility>

namespace hl::session {

namespace {

using namespace std::chrono_literals;

constexpr int kCleanClose = 1000;
constexpr int kClosedByUser = 1000;
/// Answers that are late are kept in mind for this many posts.
constexpr std::size_t kMaxTimedOut = 1000;
constexpr std::string_view kPing = R"({"method":"ping"})";

std::string seconds(std::chrono::milliseconds time)
{
    if (time.count() % 1000 == 0)
        return std::to_string(time.count() / 1000) + " s";
    return std::to_string(time.count()) + " ms";
}

/// What an error text of the venue says in the place of an HTTP status.
int statusOfText(std::string_view text)
{
    if (text.size() >= 3 && text[0] >= '1' && text[0] <= '5') {
        int status = 0;
        std::size_t digits = 0;
        while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9' && digits < 4)
            status = status * 10 + (text[digits++] - '0');
        if (digits == 3)
            return status;
    }
    return 400;
}

std::string closeSentence(const net::CloseInfo &info)
{
    if (info.code == 0)
        return info.reason.empty() ? "The connection to the venue broke." : info.reason;
    std::string text = "The venue closed the connection (code " + std::to_string(info.code);
    if (!info.reason.empty())
        text += ", " + info.reason;
    return text + ").";
}

} // namespace

WsSession::WsSession(Config config, net::WsFactory &factory, const Clock &clock,
                     TimerService &timers, WsQuota &quota, FrameSink &sink, Hooks hooks)
    : m_config(std::move(config))
    , m_factory(factory)
    , m_clock(clock)
    , m_quota(quota)
    , m_sink(sink)
    , m_hooks(std::move(hooks))
    , m_registry(quota)
    , m_backoff(m_config.seed)
    , m_heartbeat(
          clock, timers,
          {[this] { sendPing(); }, [this] { drop("The venue did not answer a ping within 3 s."); }})
    , m_deadlines(clock, timers)
    , m_connectTimer(timers)
    , m_burstTimer(timers)
    , m_retireTimer(timers)
    , m_laterTimer(timers)
{}

WsSession::~WsSession()
{
    // Owners may be gone by now; whoever wants an answer to everything calls stop() before.
    m_hooks = {};
    m_posts.clear();
    m_later.clear();
    m_registry.forgetOwners();
    stop();
}

Status WsSession::start()
{
    if (m_state != WsState::Idle)
        return fail(ErrorKind::Internal, "This connection was started before.");
    HL_CHECK(m_quota.openConnection());
    connect();
    return {};
}

void WsSession::stop()
{
    if (m_state == WsState::Ended)
        return;
    const bool wasStarted = m_state != WsState::Idle;
    m_state = WsState::Ended;
    ++m_generation;
    if (m_connection) {
        m_connection->close(kClosedByUser, "closed by the user");
        retireConnection();
    }
    if (wasStarted)
        m_quota.closeConnection();
    m_quota.connects().abort(std::exchange(m_connectTicket, 0));
    m_connectTimer.stop();
    connectionLost(false, "The connection was closed.");
    m_laterTimer.stop();
    const auto due = std::exchange(m_later, {});
    for (const auto &call : due)
        call();
    if (m_hooks.stateChanged)
        m_hooks.stateChanged(WsState::Ended, "The connection was closed.");
}

void WsSession::reconnect(const std::string &why)
{
    if (m_state == WsState::Idle || m_state == WsState::Ended)
        return;
    m_backoff.reset();
    m_usedCleanRetry = false;
    if (m_connection)
        drop(why);
    if (m_state != WsState::Waiting || m_connectTicket != 0)
        return;
    m_connectTimer.start(0ms, [this] { connect(); });
}

void WsSession::connect()
{
    m_connectTicket = m_quota.connects().acquire(1, net::Priority::Exit, [this] {
        m_connectTicket = 0;
        connectNow();
    });
}

void WsSession::connectNow()
{
    setState(WsState::Connecting, "Connecting to the venue.");
    const std::uint32_t generation = ++m_generation;
    m_connection = m_factory.create();
    m_connectTimer.start(m_config.connectTimeout, [this] {
        drop("The venue did not accept the connection within " + seconds(m_config.connectTimeout) +
             ".");
    });
    net::WsConnection::Callbacks callbacks;
    callbacks.opened = [this, generation] {
        if (generation == m_generation)
            opened();
    };
    callbacks.closed = [this, generation](const net::CloseInfo &info) {
        if (generation == m_generation)
            closed(info);
    };
    callbacks.frame = [this, generation](std::string_view text, std::int64_t receivedMonoNs) {
        if (generation == m_generation)
            frameReceived(text, receivedMonoNs);
    };
    m_connection->open(m_config.url, std::move(callbacks));
}

void WsSession::opened()
{
    ++m_connectionCount;
    m_connectTimer.start(m_config.stableAfter, [this] {
        m_backoff.reset();
        m_usedCleanRetry = false;
    });
    const std::uint32_t generation = m_generation;
    m_heartbeat.start();
    if (generation == m_generation)
        setState(WsState::Open);
    // Whoever was told may have posted, which comes before the subscriptions, or stopped this.
    if (generation == m_generation && m_state == WsState::Open)
        resubscribeAll();
}

void WsSession::closed(const net::CloseInfo &info)
{
    ++m_generation;
    retireConnection();
    connectionLost(info.code == kCleanClose, closeSentence(info));
}

void WsSession::drop(const std::string &why)
{
    ++m_generation;
    if (m_connection) {
        m_connection->abort();
        retireConnection();
    }
    connectionLost(false, why);
}

void WsSession::retireConnection()
{
    m_retired.push_back(std::move(m_connection));
    m_retireTimer.start(0ms, [this] { m_retired.clear(); });
}

void WsSession::connectionLost(bool isCleanClose, const std::string &why)
{
    m_heartbeat.stop();
    m_connectTimer.stop();
    m_burstTimer.stop();
    m_quota.messages().abort(std::exchange(m_controlTicket, 0));
    m_control.clear();
    m_orphans.clear();
    m_deadlines.clear();
    m_timedOut.clear();
    // The state first: what the owners do when they are told must find it true.
    if (m_state != WsState::Ended)
        scheduleConnect(isCleanClose, why);
    failAllPosts(ErrorKind::Transport, why);
    m_registry.connectionLost();
}

void WsSession::scheduleConnect(bool isCleanClose, const std::string &why)
{
    // The venue rotates connections with code 1000; that is no reason to wait, once.
    std::chrono::milliseconds wait = 0ms;
    if (isCleanClose && !m_usedCleanRetry)
        m_usedCleanRetry = true;
    else
        wait = m_backoff.next();
    m_connectTimer.start(wait, [this] { connect(); });
    setState(WsState::Waiting, why);
}

void WsSession::setState(WsState state, const std::string &why)
{
    m_state = state;
    if (m_hooks.stateChanged)
        m_hooks.stateChanged(state, why);
}

void WsSession::sendPing()
{
    m_quota.messages().charge(1);
    if (m_connection)
        m_connection->send(kPing);
}

void WsSession::later(std::function<void()> fn)
{
    m_later.push_back(std::move(fn));
    if (m_laterTimer.isActive())
        return;
    m_laterTimer.start(0ms, [this] {
        // What is added meanwhile waits for its own turn.
        const auto due = std::exchange(m_later, {});
        for (const auto &call : due)
            call();
    });
}

void WsSession::frameReceived(std::string_view text, std::int64_t receivedMonoNs)
{
    m_lastFrameNs = receivedMonoNs;
    const std::uint32_t generation = m_generation;
    const FrameRoute route = m_sink.frameReceived({text, receivedMonoNs, m_connectionCount});
    if (generation != m_generation)
        return;
    switch (route.kind) {
    case FrameRoute::Kind::Data:
        dataReceived(route.stream, receivedMonoNs);
        break;
    case FrameRoute::Kind::Pong:
        m_heartbeat.pongReceived();
        break;
    case FrameRoute::Kind::Post:
        postAnswered(route, receivedMonoNs);
        break;
    case FrameRoute::Kind::Ack:
        if (const auto echo = codec::parseJson(route.subscriptionJson))
            ackReceived(*echo, route.isUnsubscribe);
        break;
    case FrameRoute::Kind::Error:
        errorReceived(route.text, receivedMonoNs);
        break;
    case FrameRoute::Kind::Ignored:
        break;
    }
}

void WsSession::postAction(std::string payloadJson, PostOptions options, PostDone done)
{
    post("action", true, payloadJson, std::move(options), std::move(done));
}

void WsSession::postInfo(std::string payloadJson, PostOptions options, PostDone done)
{
    post("info", false, payloadJson, std::move(options), std::move(done));
}

std::optional<Error> WsSession::postRefusal(bool isExit) const
{
    if (m_state == WsState::Ended)
        return Error{ErrorKind::Transport, "The connection has ended; nothing was sent."};
    if (m_state != WsState::Open)
        return Error{ErrorKind::Transport, "Not connected to the venue; nothing was sent."};
    const int limit = m_config.maxInFlight - (isExit ? 0 : m_config.exitReserve);
    if (inFlight() >= limit)
        return Error{ErrorKind::RateLimited, std::to_string(inFlight()) +
                                                 " requests wait for an answer; nothing was sent."};
    const net::RateBudget &messages = m_quota.messages();
    if (!isExit && (messages.isPaused() || messages.available() <= messages.limits().exitReserve))
        return Error{ErrorKind::RateLimited,
                     "The venue's limit of messages a minute is reached; nothing was sent."};
    return std::nullopt;
}

void WsSession::post(std::string_view type, bool isAction, const std::string &payloadJson,
                     PostOptions options, PostDone done)
{
    PostOutcome notSent;
    if (auto refusal = postRefusal(options.isExit)) {
        notSent.error = std::move(*refusal);
        later([done = std::move(done), notSent] { done(notSent); });
        return;
    }
    const std::uint64_t id = ++m_lastPostId;
    std::string text;
    text.reserve(payloadJson.size() + 80);
    text += R"({"method":"post","id":)";
    text += std::to_string(id);
    text += R"(,"request":{"type":")";
    text += type;
    text += R"(","payload":)";
    text += payloadJson;
    text += "}}";
    m_quota.messages().charge(1);
    const std::int64_t sentNs = m_clock.monoNs();
    if (!m_connection->send(text)) {
        notSent.error = Error{ErrorKind::Transport, "The connection is closing; nothing was sent."};
        later([done = std::move(done), notSent] { done(notSent); });
        return;
    }
    const auto timeout = options.timeout > 0ms ? options.timeout : m_config.requestTimeout;
    Post entry;
    entry.done = std::move(done);
    entry.answeredLate = std::move(options.answeredLate);
    entry.isAction = isAction;
    entry.sentNs = sentNs;
    entry.deadline = m_deadlines.add(timeout, [this, id, timeout] { postTimedOut(id, timeout); });
    m_posts.emplace(id, std::move(entry));
}

void WsSession::postTimedOut(std::uint64_t id, std::chrono::milliseconds timeout)
{
    auto node = m_posts.extract(id);
    if (node.empty())
        return;
    Post &entry = node.mapped();
    const PostDone done = std::move(entry.done);
    PostOutcome outcome;
    outcome.written = true;
    outcome.sentMonoNs = entry.sentNs;
    const std::string sentence = "The venue did not answer within " + seconds(timeout);
    outcome.error = entry.isAction
                        ? Error{ErrorKind::UnknownOutcome, sentence + "; the outcome is unknown."}
                        : Error{ErrorKind::Timeout, sentence + "."};
    if (entry.answeredLate)
        keepTimedOut(id, std::move(entry));
    done(outcome);
}

void WsSession::keepTimedOut(std::uint64_t id, Post post)
{
    if (m_timedOut.size() >= kMaxTimedOut)
        m_timedOut.erase(m_timedOut.begin());
    m_timedOut.emplace(id, std::move(post));
}

void WsSession::postAnswered(const FrameRoute &route, std::int64_t receivedMonoNs)
{
    PostDone tell;
    PostOutcome outcome;
    bool isAction = false;
    if (auto node = m_posts.extract(route.postId); !node.empty()) {
        m_deadlines.cancel(node.mapped().deadline);
        tell = std::move(node.mapped().done);
        outcome.sentMonoNs = node.mapped().sentNs;
        isAction = node.mapped().isAction;
    } else if (auto late = m_timedOut.extract(route.postId); !late.empty()) {
        tell = std::move(late.mapped().answeredLate);
        outcome.sentMonoNs = late.mapped().sentNs;
        isAction = late.mapped().isAction;
    } else {
        return; // answered before, or nobody's
    }
    outcome.written = true;
    outcome.payloadText = route.text;
    outcome.receivedMonoNs = receivedMonoNs;
    switch (route.postKind) {
    case PostKind::Action:
    case PostKind::Info:
        outcome.answered = true;
        outcome.status = 200;
        outcome.contentType = "application/json";
        break;
    case PostKind::Error:
        outcome.answered = true;
        outcome.status = statusOfText(route.text);
        break;
    case PostKind::Malformed:
        outcome.error = Error{isAction ? ErrorKind::UnknownOutcome : ErrorKind::Parse,
                              "The venue's answer could not be read."};
        break;
    }
    tell(outcome);
}

void WsSession::failAllPosts(ErrorKind kindOfInfo, const std::string &why)
{
    auto posts = std::exchange(m_posts, {});
    // The connection lives: an answer may come all the same.
    const bool mayBeAnswered = kindOfInfo == ErrorKind::RateLimited;
    for (auto &[id, entry] : posts) {
        m_deadlines.cancel(entry.deadline);
        if (mayBeAnswered && entry.answeredLate)
            keepTimedOut(id, {{}, entry.answeredLate, entry.isAction, entry.sentNs});
        PostOutcome outcome;
        outcome.written = true;
        outcome.sentMonoNs = entry.sentNs;
        if (kindOfInfo == ErrorKind::RateLimited)
            outcome.error = Error{kindOfInfo, why};
        else if (entry.isAction)
            outcome.error = Error{ErrorKind::UnknownOutcome,
                                  "The connection closed after the request was sent; the outcome "
                                  "is unknown. " +
                                      why};
        else
            outcome.error =
                Error{kindOfInfo, "The connection closed after the request was sent. " + why};
        entry.done(outcome);
    }
}

} // namespace hl::session

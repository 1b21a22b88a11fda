// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/session/http_exchange.h"

#include "net/retry_after.h"
#include "net/weights.h"

#include <chrono>
#include <utility>

namespace hl::session {

HttpExchange::HttpExchange(std::string apiUrl, net::HttpTransport &http, const Clock &clock,
                           TimerService &timers, net::RateBudget &ipWeight)
    : m_url(std::move(apiUrl) + "/exchange")
    , m_http(http)
    , m_clock(clock)
    , m_timers(timers)
    , m_ipWeight(ipWeight)
    , m_answerTimer(timers)
{}

HttpExchange::~HttpExchange()
{
    for (const auto &[signer, items] : m_lanes) {
        if (!items.empty() && items.front().isInFlight)
            m_http.cancel(items.front().http);
    }
}

void HttpExchange::post(const Address &signer, std::string bodyJson, Options options, PostDone done)
{
    const int weight = net::exchangeWeight(options.length);
    if (options.isExit) {
        m_ipWeight.charge(weight);
    } else if (!m_ipWeight.tryAcquire(weight, net::Priority::Account)) {
        PostOutcome outcome;
        outcome.error = Error{ErrorKind::RateLimited,
                              "The request budget of this address is spent; nothing was sent."};
        answerLater(std::move(done), std::move(outcome));
        return;
    }
    Item item;
    item.body = std::move(bodyJson);
    item.options = options;
    item.done = std::move(done);
    auto &lane = m_lanes[signer];
    if (options.isExit && lane.size() == 1 && lane.front().mayBeCut)
        cut(lane);
    lane.push_back(std::move(item));
    pump(signer);
}

std::size_t HttpExchange::pending(const Address &signer) const
{
    const auto it = m_lanes.find(signer);
    return it == m_lanes.end() ? 0 : it->second.size();
}

bool HttpExchange::hasRoomForExit(const Address &signer) const
{
    const auto it = m_lanes.find(signer);
    return it == m_lanes.end() || it->second.empty() ||
           (it->second.size() == 1 && it->second.front().mayBeCut);
}

/// Its bytes may be at the venue: what became of it has to be looked up.
void HttpExchange::cut(std::deque<Item> &lane)
{
    Item item = std::move(lane.front());
    lane.pop_front();
    m_http.cancel(item.http);
    PostOutcome outcome;
    outcome.written = true;
    outcome.sentMonoNs = item.sentNs;
    outcome.error = {ErrorKind::UnknownOutcome,
                     "The request was sent and not answered within " +
                         std::to_string(item.options.yieldsAfter.count() / 1'000) +
                         " s; the next exit took its place, its outcome is unknown."};
    answerLater(std::move(item.done), std::move(outcome));
}

void HttpExchange::pump(const Address &signer)
{
    const auto it = m_lanes.find(signer);
    if (it == m_lanes.end())
        return;
    if (it->second.empty()) {
        m_lanes.erase(it);
        return;
    }
    Item &item = it->second.front();
    if (item.isInFlight)
        return;
    item.isInFlight = true;
    item.sentNs = m_clock.monoNs();
    if (item.options.yieldsAfter.count() > 0) {
        item.patience = std::make_unique<Timer>(m_timers);
        item.patience->start(item.options.yieldsAfter, [this, signer] {
            const auto lane = m_lanes.find(signer);
            if (lane == m_lanes.end() || lane->second.empty())
                return;
            lane->second.front().mayBeCut = true;
            // It may post at once, which ends this very request.
            if (const auto yields = lane->second.front().options.yields)
                yields();
        });
    }
    item.http = m_http.post(
        m_url, std::move(item.body), item.options.timeoutMs,
        [this, signer](const net::HttpResponse &response) { finish(signer, response); });
}

void HttpExchange::finish(const Address &signer, const net::HttpResponse &response)
{
    const auto it = m_lanes.find(signer);
    if (it == m_lanes.end() || it->second.empty())
        return;
    Item item = std::move(it->second.front());
    it->second.pop_front();
    item.patience.reset();

    PostOutcome outcome;
    outcome.written = response.written || response.status != 0;
    outcome.answered = response.status != 0;
    outcome.status = response.status;
    outcome.payloadText = response.body;
    outcome.contentType = response.contentType;
    outcome.retryAfterSeconds = net::parseRetryAfter(response.retryAfter, m_clock.wallMs());
    // The IP is over its limit: nothing but exits goes until it may ask again.
    if (response.status == 429)
        m_ipWeight.pause(net::pauseAfter429(outcome.retryAfterSeconds));
    outcome.sentMonoNs = item.sentNs;
    outcome.receivedMonoNs = response.receivedMonoNs;
    if (!outcome.answered) {
        const std::string why = response.problem.empty() ? "" : " " + response.problem;
        outcome.error =
            outcome.written
                ? Error{ErrorKind::UnknownOutcome,
                        "The request was sent and not answered; its outcome is unknown." + why}
                : Error{ErrorKind::Transport, "Nothing was sent." + why};
    }
    // The next one leaves first: what `done` posts comes behind it.
    pump(signer);
    item.done(outcome);
}

void HttpExchange::answerLater(PostDone done, PostOutcome outcome)
{
    m_answers.emplace_back(std::move(done), std::move(outcome));
    if (m_answerTimer.isActive())
        return;
    m_answerTimer.start(std::chrono::milliseconds(0), [this] {
        const auto due = std::exchange(m_answers, {});
        for (const auto &[call, answer] : due)
            call(answer);
    });
}

void HttpExchange::stop()
{
    m_answerTimer.stop();
    const auto answers = std::exchange(m_answers, {});
    const auto lanes = std::exchange(m_lanes, {});
    for (const auto &[call, answer] : answers)
        call(answer);
    for (const auto &[signer, items] : lanes) {
        for (const Item &item : items) {
            PostOutcome outcome;
            outcome.written = item.isInFlight;
            outcome.sentMonoNs = item.sentNs;
            outcome.error =
                item.isInFlight
                    ? Error{ErrorKind::UnknownOutcome,
                            "The connection was closed after the request was sent; its outcome "
                            "is unknown."}
                    : Error{ErrorKind::Transport, "The connection was closed; nothing was sent."};
            if (item.isInFlight)
                m_http.cancel(item.http);
            item.done(outcome);
        }
    }
}

} // namespace hl::session

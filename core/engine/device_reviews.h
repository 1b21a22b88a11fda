// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "engine/api/review.h"
#include "engine/event_sink.h"
#include "trading/device_queue.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace hl::engine {

/// Makes a SigningReview of every request for the device and keeps it up to date (interaction.md
/// D10 to D14, D20). Words and hashes come from the bytes by core/explain; where they differ from
/// the encoder's the request is stopped before the device is asked. Engine thread.
class DeviceReviews
{
public:
    using Ticket = trading::DeviceQueue::Ticket;

    struct Facts
    {
        Network network = Network::Demo;
        std::string accountName;
        Address account;
        Address signer;
        std::string path;
    };
    struct Hooks
    {
        std::function<std::optional<Px>(const model::OrderTicket &)> touch;
        std::function<std::optional<Grid>(const std::string &coin)> grid;
        /// What that market is valued in; empty where it is not known. May be empty.
        std::function<std::string(const std::string &coin)> collateral;
    };

    DeviceReviews(const Clock &clock, EventSink &sink, Hooks hooks)
        : m_clock(clock)
        , m_sink(sink)
        , m_hooks(std::move(hooks))
    {}

    void setFacts(Facts facts) { m_facts = std::move(facts); }
    void setDevice(const DeviceStatus &status);

    void queued(Ticket ticket, const trading::ActionRequest &request);
    void preparing(Ticket ticket);
    /// Back among those that wait: an exit goes before it.
    void putBack(Ticket ticket);
    void held(Ticket ticket, const Error &error);
    Status frozen(Ticket ticket, const trading::EncodedAction &action, bool showsFields);
    void isSigned(Ticket ticket);
    void handed(Ticket ticket);
    void ended(Ticket ticket, const trading::DispatchResult &result,
               trading::DeviceQueue::Stage at);
    /// The person gave it up here; said before the request is abandoned.
    void givenUp(Ticket ticket);
    /// The device began or ceased to show the active request.
    void shown(std::optional<Ticket> active);

    /// Those that have not ended, again.
    void sendState() const;

private:
    SigningReview *find(Ticket ticket);
    void publish(const SigningReview &review) const { m_sink.reviewChanged(review); }
    void fillPages(SigningReview &review, const trading::EncodedAction &action,
                   bool showsFields) const;

    const Clock &m_clock;
    EventSink &m_sink;
    Hooks m_hooks;
    Facts m_facts;
    DeviceStatus m_device;
    std::map<Ticket, SigningReview> m_open;
    /// Sums of bulk actions, asked when their bytes are made.
    std::map<Ticket, decltype(trading::ActionRequest::totals)> m_totals;
    std::set<Ticket> m_givenUp;
    std::set<Ticket> m_changes; ///< of orders that rest: never asked again as new ones
};

} // namespace hl::engine

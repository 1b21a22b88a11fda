// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "codec/value.h"
#include "market/instrument_registry.h"
#include "net/qt_http_transport.h"
#include "net/qt_timer_service.h"
#include "net/rate_budget.h"
#include "venue/hyperliquid/endpoints.h"
#include "venue/hyperliquid/info_decoder.h"
#include "venue/session/http_exchange.h"
#include "venue/session/info_client.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace hl::cli {

/// One command's conversation with a venue over HTTP: a few questions, at most one action. Main
/// thread; every callback comes later.
class VenueClient
{
public:
    explicit VenueClient(venue::Endpoints endpoints);

    const venue::Endpoints &endpoints() const { return m_endpoints; }
    const Clock &clock() const { return m_clock; }
    TimerService &timers() { return m_timers; }
    market::InstrumentRegistry &markets() { return m_markets; }
    venue::InfoDecoder &decoder() { return m_decoder; }

    using Done = std::function<void(Status)>;
    using Answer = std::function<void(Result<std::string>)>;

    /// Metadata of what `coin` can mean: the venue's own perps and spot always, a builder's dex and
    /// the outcomes where the name asks for them.
    void loadMarkets(const std::string &coin, Done done);
    void info(const codec::Value &payload, Answer done);
    /// The account a signer acts for: itself, or the master of an agent.
    void accountOf(const Address &signer, std::function<void(Result<Address>)> done);
    /// `items`: orders, cancels or modifies in it.
    void exchange(const Address &signer, std::string body, std::size_t items, bool isExit,
                  session::PostDone done);

private:
    struct Loading;
    void loadNext(const std::shared_ptr<Loading> &loading);

    venue::Endpoints m_endpoints;
    SystemClock m_clock;
    net::QtTimerService m_timers;
    net::QtHttpTransport m_http;
    net::RateBudget m_weight;
    session::InfoClient m_info;
    session::HttpExchange m_exchange;
    market::InstrumentRegistry m_markets;
    venue::InfoDecoder m_decoder;
};

} // namespace hl::cli

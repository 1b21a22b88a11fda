// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "far_end.h"
#include "venue/hyperliquid/frame_decoder.h"
#include "venue/session/frame_router.h"
#include "venue/session/ws_session.h"
#include "virtual_time.h"

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace hl::bench {

/// Decodes each frame once and calls the listeners of its stream, as the engine's sink does with
/// its stores.
class Listeners final : public session::FrameSink
{
public:
    using Listener = std::function<void(const venue::Frame &)>;

    explicit Listeners(const market::InstrumentRegistry &registry) : m_decoder(registry) {}

    void add(const session::Subscription &subscription, Listener listener);
    session::FrameRoute frameReceived(const session::InboundFrame &frame) override;
    const venue::Frame &last() const { return m_frame; }

private:
    venue::FrameDecoder m_decoder;
    venue::Frame m_frame;
    session::FrameRouter m_router;
    std::string m_key;
    std::unordered_map<std::string, std::vector<Listener>> m_listeners;
};

/// A session on a clock that stands still, with budgets that never end: what is measured is the
/// client's work, not its pacing.
class StreamRig
{
public:
    explicit StreamRig(const market::InstrumentRegistry &registry);

    /// The present connection's far end; accepted here where `accept`.
    FarEnd &open(bool accept = true);
    session::StreamHandle subscribe(const session::Subscription &subscription,
                                    Listeners::Listener listener);
    /// Answers what was sent until nothing more comes; says how many subscriptions that were.
    int acknowledge();
    int confirmed() const;

    VirtualTime time;
    FarFactory factory{time};
    session::WsQuota quota;
    Listeners listeners;
    session::WsSession session;

private:
    std::vector<session::StreamState> m_states;
};

/// Text as the socket hands it over.
QString handedOver(const std::string &text);

} // namespace hl::bench

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "engine/api/review.h"
#include "engine/device_link.h"
#include "engine/event_sink.h"
#include "engine/signer_lane.h"
#include "trading/action_encoding.h"
#include "trading/venue_clock.h"
#include "venue/hyperliquid/info_decoder.h"
#include "venue/session/info_client.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hl::engine {

class CommandTap;

/// A key of the profile.
struct OwnKey
{
    std::string name;
    Address address;
    TimeMs createdMs = 0; ///< 0: not known
};

/// Keys as the agent wizard needs them; files are touched on other threads. Answers come later.
struct KeyServices
{
    /// Makes a key under that name, stores it encrypted, reads it back and gives its signer.
    std::function<void(const std::string &name, std::shared_ptr<const SecretBytes> passphrase,
                       std::function<void(Result<std::unique_ptr<trading::SignerPort>>)> done)>
        make;
    std::function<void(const std::string &name, std::function<void(Status)> done)> forget;
    std::function<void(std::function<void(std::vector<OwnKey>)> done)> list;
};

/// What the device's and the agents' desks stand on; made by EngineCore, outlives them.
struct DeskServices
{
    const Clock &clock;
    TimerService &timers;
    EventSink &sink;
    session::InfoClient &info;
    venue::InfoDecoder &decoder;
    const trading::VenueClock &venueClock;
    KeyServices keys;

    std::function<void(trading::SignerPort &, std::function<void(Result<SignerLane>)> done)>
        openLane;
    std::function<void(NoticeLevel, std::string text, std::string key)> notice;
    std::function<trading::Envelope()> envelope;
    CommandTap *tap = nullptr; ///< hears each command of the window
    /// Of EngineParts; empty: an address stays what it is.
    std::function<Address(const Address &)> chosen = {};
};

} // namespace hl::engine

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "venue/hyperliquid/frame.h"
#include "venue/session/frame_sink.h"

#include <string>

namespace hl::session {

/// Reads off a decoded frame what the session has to know. Keeps the text its answer points to: one
/// object for each sink.
class FrameRouter
{
public:
    /// Valid until the next call and as long as `frame` is unchanged. A refused data frame still
    /// names no stream: it proves nothing about its subscription.
    FrameRoute route(const venue::Frame &frame);

private:
    std::string m_user;
};

} // namespace hl::session

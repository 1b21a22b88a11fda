// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "venue/session/subscription.h"

#include <cstdint>
#include <string_view>

namespace hl::session {

/// One inbound frame. `text` is valid during the call and followed by at least 64 readable bytes.
struct InboundFrame
{
    std::string_view text;
    std::int64_t receivedMonoNs = 0;
    /// Counts the connections of this session; a higher one means everything before is history.
    std::uint32_t connection = 0;
};

enum class PostKind : std::uint8_t { Action, Info, Error, Malformed };

/// What the session needs to know of a frame that its sink has decoded. Views are valid until the
/// sink's next call.
struct FrameRoute
{
    enum class Kind : std::uint8_t { Ignored, Ack, Pong, Post, Error, Data };

    Kind kind = Kind::Ignored;
    /// Ack.
    bool isUnsubscribe = false;
    std::string_view subscriptionJson = {}; ///< the echo
    /// Post.
    std::uint64_t postId = 0;
    PostKind postKind = PostKind::Malformed;
    /// Post: JSON of `payload` (action) or `payload.data` (info); the bare string of an error; a
    /// sentence for a malformed one. Error: the bare string of `data`.
    std::string_view text = {};
    /// Data.
    StreamKey stream = {};
};

/// Where every inbound frame goes first, once, in order: the engine decodes it, moves its stores,
/// and says what the session has to know.
class FrameSink
{
public:
    virtual ~FrameSink() = default;
    virtual FrameRoute frameReceived(const InboundFrame &frame) = 0;
};

} // namespace hl::session

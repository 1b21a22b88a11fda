// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/instrument_registry.h"
#include "venue/hyperliquid/frame.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

namespace hl::venue {

/// Inbound WebSocket text to values. Keeps no state of the feed, only warm buffers and counters;
/// one thread. Never throws, never crashes on any bytes: what cannot be used is Refused with a
/// sentence. Unknown channels and fields are tolerated and counted.
class FrameDecoder
{
public:
    /// What happens to a coin the registry does not know. Infer is for looking at single frames
    /// without metadata: sizes in the frame itself decide the grid.
    enum class UnknownCoins : std::uint8_t { Refuse, Infer };

    /// The registry must outlive the decoder; a reload is seen at the next frame.
    explicit FrameDecoder(const market::InstrumentRegistry &registry,
                          UnknownCoins unknownCoins = UnknownCoins::Refuse);
    ~FrameDecoder();
    FrameDecoder(const FrameDecoder &) = delete;
    FrameDecoder &operator=(const FrameDecoder &) = delete;

    /// At least 64 readable bytes must follow `text` (net::WsConnection gives them); decodeCopy
    /// does without. `out` is overwritten; the return value is out.kind.
    FrameKind decode(std::string_view text, Frame &out);
    FrameKind decodeCopy(std::string_view text, Frame &out);

    /// As decode, but never by the fast scanner of the usual book layout (tests, benchmarks).
    FrameKind decodeGeneral(std::string_view text, Frame &out);

    struct Counters
    {
        std::array<std::uint64_t, kChannelCount> frames{}; ///< by Channel
        std::uint64_t refused = 0;
        std::uint64_t unknownChannels = 0;
        std::uint64_t unknownFields = 0; ///< in l2Book, bbo and trades
        std::uint64_t scanned = 0;       ///< by the fast scanner
        std::uint64_t skippedRows = 0;
    };
    const Counters &counters() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// A longer fastAssetCtxs frame than this, inflated, is refused.
inline constexpr std::size_t kMaxInflated = 16U * 1024U * 1024U;

} // namespace hl::venue

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/frame_decoder.h"

#include "venue/hyperliquid/answer_scanner.h"
#include "venue/hyperliquid/book_scanner.h"
#include "venue/hyperliquid/frame_parts.h"

namespace hl::venue {

namespace {

constexpr std::size_t kMaxFrame = 16U * 1024U * 1024U;
/// Sent once after connecting, and the only text that is not JSON (protocol/websocket.md 1).
constexpr std::string_view kGreeting = "Websocket connection established.";

} // namespace

struct FrameDecoder::Private
{
    Private(const market::InstrumentRegistry &registry_, UnknownCoins unknownCoins)
        : registry(registry_)
        , reader(registry_, unknownCoins == UnknownCoins::Infer)
    {}

    FrameKind refuse(Frame &out, std::string reason)
    {
        if (out.channel == Channel::L2Book)
            out.refusedCoin = out.book.coin;
        else if (out.channel == Channel::Bbo)
            out.refusedCoin = out.bbo.coin;
        else if (out.channel == Channel::Trades)
            out.refusedCoin = out.trades.coin;
        else if (const auto *delta = std::get_if<market::DeltaUpdate>(&out.payload))
            out.refusedCoin = delta->coin;
        out.payload = std::monostate{};
        out.reason = std::move(reason);
        return out.kind = FrameKind::Refused;
    }

    FrameKind ignore(Frame &out, std::string reason)
    {
        out.reason = std::move(reason);
        return out.kind = FrameKind::Ignored;
    }

    void reset(Frame &out)
    {
        out.kind = FrameKind::Data;
        out.channel = Channel::Unknown;
        out.channelText.clear();
        out.reason.clear();
        out.skipped.clear();
        out.refusedCoin.clear();
    }

    static void forgetPayload(Frame &out)
    {
        if (out.payload.index() != 0)
            out.payload = std::monostate{};
    }

    FrameKind decode(std::string_view text, Frame &out, bool isPadded, bool mayScan)
    {
        reset(out);
        if (mayScan) {
            const ScanResult scanned = scanBookFrame(text, registry, out.book, out.bbo);
            if (scanned != ScanResult::Surprise) {
                out.channel = scanned == ScanResult::Book ? Channel::L2Book : Channel::Bbo;
                forgetPayload(out);
                out.channelText.assign(channelName(out.channel));
                ++counters.scanned;
                count(out);
                return out.kind;
            }
            if (text.size() <= kMaxFrame && scanStateFrame(text, registry, out)) {
                forgetMarkets(out);
                out.channelText.assign(channelName(out.channel));
                ++counters.scanned;
                count(out);
                return out.kind;
            }
            out.channel = Channel::Unknown;
        }
        forgetPayload(out);
        general(text, out, isPadded);
        count(out);
        return out.kind;
    }

    void count(const Frame &out)
    {
        ++counters.frames[static_cast<std::size_t>(out.channel)];
        counters.refused += out.kind == FrameKind::Refused ? 1 : 0;
        counters.skippedRows += out.skipped.size();
    }

    /// So that a frame never speaks of the market of an earlier one.
    static void forgetMarkets(Frame &out)
    {
        out.book.coin.clear();
        out.bbo.coin.clear();
        out.trades.coin.clear();
    }

    FrameKind general(std::string_view text, Frame &out, bool isPadded)
    {
        forgetMarkets(out);
        if (text == kGreeting)
            return ignore(out, "The venue's greeting.");
        if (text.size() > kMaxFrame)
            return refuse(out, "The frame is larger than " +
                                   std::to_string(kMaxFrame / 1024 / 1024) + " MiB.");
        const auto root = isPadded ? parser.parsePadded(text) : parser.parse(text);
        if (!root)
            return refuse(out, "The frame is " + root.error().detail);
        if (root->type() == JsonType::Array)
            return ignore(out, "A bare list, as the explorer's socket sends.");
        const auto channel = root->find("channel").string();
        if (!channel)
            return ignore(out, "The frame names no channel.");
        out.channelText.assign(*channel);
        out.channel = channelFromName(*channel);
        if (out.channel == Channel::Unknown) {
            ++counters.unknownChannels;
            return ignore(out, "The channel \"" + out.channelText.substr(0, 60) + "\" is unknown.");
        }
        const JsonValue data = root->find("data");
        if (data.isNone() && out.channel != Channel::Pong)
            return refuse(out, out.channelText + ": data is missing");
        reader.begin(*root);
        if (!readMarketFrame(reader, data, out, counters.unknownFields) &&
            !readAccountFrame(reader, data, out))
            readControlFrame(reader, data, out);
        if (!reader.ok())
            return refuse(out, out.channelText + ": " + reader.takeError());
        return out.kind;
    }

    const market::InstrumentRegistry &registry;
    WireReader reader;
    JsonParser parser;
    Counters counters;
};

FrameDecoder::FrameDecoder(const market::InstrumentRegistry &registry, UnknownCoins unknownCoins)
    : d(std::make_unique<Private>(registry, unknownCoins))
{}

FrameDecoder::~FrameDecoder() = default;

FrameKind FrameDecoder::decode(std::string_view text, Frame &out)
{
    return d->decode(text, out, true, true);
}

FrameKind FrameDecoder::decodeCopy(std::string_view text, Frame &out)
{
    return d->decode(text, out, false, true);
}

FrameKind FrameDecoder::decodeGeneral(std::string_view text, Frame &out)
{
    return d->decode(text, out, false, false);
}

const FrameDecoder::Counters &FrameDecoder::counters() const
{
    return d->counters;
}

} // namespace hl::venue

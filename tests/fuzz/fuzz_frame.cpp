// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_target.h"
#include "market/book_composer.h"
#include "market/bundled_instruments.h"
#include "venue/hyperliquid/frame_decoder.h"

#include <string>

using namespace hl;

namespace {

const market::InstrumentRegistry &markets()
{
    static const market::InstrumentRegistry registry = [] {
        market::InstrumentRegistry built;
        fuzz::require(built.reload(market::bundledInstruments()).has_value(), "the bundle loads");
        return built;
    }();
    return registry;
}

} // namespace

/// Any bytes: no crash, a sentence for each refusal, the scanner equal to the general decoder, and
/// a composer that never shows a crossed or unsorted book.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static venue::FrameDecoder decoder(markets());
    static venue::FrameDecoder inferring(markets(), venue::FrameDecoder::UnknownCoins::Infer);
    static venue::Frame frame;
    static venue::Frame twin;
    const std::string text(fuzz::textOf(data, size)); // its own bytes, so that overreads are seen
    decoder.decodeCopy(text, frame);
    decoder.decodeGeneral(text, twin);
    fuzz::require(frame.kind == twin.kind && frame.channel == twin.channel &&
                      frame.reason == twin.reason,
                  "both ways agree");
    fuzz::require(frame.kind != venue::FrameKind::Refused || !frame.reason.empty(),
                  "a refusal says why");
    if (frame.kind == venue::FrameKind::Data && frame.channel == venue::Channel::L2Book)
        fuzz::require(frame.book == twin.book, "on the book");
    if (frame.kind == venue::FrameKind::Data && frame.channel == venue::Channel::Bbo)
        fuzz::require(frame.bbo == twin.bbo, "on the best prices");
    inferring.decodeCopy(text, twin);

    if (frame.kind != venue::FrameKind::Data)
        return 0;
    market::BookComposer composer("BTC", Grid{MarketKind::Perp, 5});
    if (frame.channel == venue::Channel::L2Book)
        composer.apply(frame.book, 1);
    else if (frame.channel == venue::Channel::Bbo)
        composer.apply(frame.bbo, 1);
    const market::BookSnapshot book = composer.snapshot(1);
    for (std::size_t i = 1; i < book.bids.size(); ++i)
        fuzz::require(book.bids[i].px < book.bids[i - 1].px, "bids fall");
    for (std::size_t i = 1; i < book.asks.size(); ++i)
        fuzz::require(book.asks[i].px > book.asks[i - 1].px, "asks rise");
    fuzz::require(book.bids.empty() || book.asks.empty() ||
                      book.bids.front().px < book.asks.front().px,
                  "no crossed book");
    return 0;
}

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/frame_decoder.h"
#include "venue/hyperliquid/frame_parts.h"
#include "venue/hyperliquid/inflate.h"

namespace hl::venue {

namespace {

/// {"c":coin,"t":time,"l":[bids,asks],"r":[places,places]}, levels as {"p":px,"s":sz}.
void readChanges(WireReader &reader, const JsonValue &body, market::DeltaUpdate &out)
{
    reader.coin(body, "c", out.coin, out.grid);
    out.time = reader.integer(body, "t");
    const JsonValue levels = reader.array(body, "l");
    const JsonValue removed = reader.array(body, "r");
    if (reader.ok() && (levels.size() != 2 || removed.size() != 2))
        reader.problem("l", "two sides are needed");
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        auto &changed = side == 0 ? out.bids : out.asks;
        for (JsonValue::Elements at(levels.at(side)); at && reader.ok(); at.next()) {
            market::DepthLevel &level = changed.emplace_back();
            level.px = reader.px(at.value(), "p", out.grid);
            level.sz = reader.sz(at.value(), "s", out.grid);
        }
        auto &places = side == 0 ? out.removedBids : out.removedAsks;
        for (JsonValue::Elements at(removed.at(side)); at && reader.ok(); at.next()) {
            const auto place = at.value().uinteger();
            if (!place)
                reader.problem("r", "a place in the book is needed");
            places.push_back(place.value_or(0));
        }
    }
}

void readPacked(WireReader &reader, std::string_view packed, market::DeltaUpdate &out)
{
    const auto text = inflateBase64(packed, kMaxInflated);
    if (!text) {
        reader.problem("c", text.error().detail);
        return;
    }
    JsonParser parser; // the outer document is still in use
    const auto root = parser.parse(*text);
    if (root)
        readChanges(reader, *root, out);
    else
        reader.problem("c", root.error().detail);
}

} // namespace

void readDelta(WireReader &reader, const JsonValue &data, market::DeltaUpdate &out)
{
    if (const JsonValue whole = data.find("s"); whole.type() == JsonType::Object) {
        market::BookUpdate book;
        std::uint64_t unknownFields = 0;
        reader.book(whole, book, unknownFields);
        out.coin = std::move(book.coin);
        out.grid = book.grid;
        out.time = book.time;
        out.isSnapshot = true;
        out.bids = std::move(book.bids);
        out.asks = std::move(book.asks);
    } else if (const JsonValue changes = data.find("u"); changes.type() == JsonType::Object) {
        readChanges(reader, changes, out);
    } else if (const auto packed = data.find("c").string()) {
        readPacked(reader, *packed, out);
    } else {
        reader.problem("data", "a snapshot or an update is needed");
    }
}

} // namespace hl::venue

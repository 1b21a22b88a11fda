// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trading/order_store.h"

/// One order of one bitcoin at 50,000, and everything that can be said of it.
namespace hl::trading::test {

using model::Order;
using model::OrderKey;

inline constexpr Grid kGrid{MarketKind::Perp, 5};
inline constexpr TimeMs kNow = 1'700'000'000'000;

inline Px px(std::string_view text)
{
    return parsePx(text, kGrid).value();
}

inline Sz sz(std::string_view text)
{
    return parseSz(text, kGrid).value();
}

inline Cloid cloid(std::uint8_t n = 1)
{
    Cloid c;
    c.bytes[15] = n;
    return c;
}

inline model::OrderTicket ticket(std::string_view size = "1")
{
    model::OrderTicket t;
    t.coin = "BTC";
    t.px = px("50000");
    t.sz = sz(size);
    t.cloid = cloid();
    return t;
}

inline OrderKey sent(OrderStore &store, const model::OrderTicket &t)
{
    const OrderKey key = store.add(t, kGrid, kNow);
    for (const OrderEvent event : {OrderEvent::Validated, OrderEvent::Signed, OrderEvent::Written})
        store.apply(key, event, kNow);
    return key;
}

inline OrderReport report(Oid oid, std::string_view status, std::string_view left,
                          bool hasCloid = true, std::string_view orig = "1")
{
    OrderReport r;
    r.coin = "BTC";
    r.grid = kGrid;
    r.px = px("50000");
    r.sz = sz(left);
    r.origSz = sz(orig);
    r.oid = oid;
    if (hasCloid)
        r.cloid = cloid();
    r.status = status;
    r.statusTime = kNow;
    r.placedAt = kNow;
    return r;
}

inline model::Fill fill(Tid tid, Oid oid, std::string_view size, bool hasCloid = false,
                        std::string_view at = "50000")
{
    model::Fill f;
    f.tid = tid;
    f.oid = oid;
    f.coin = "BTC";
    f.grid = kGrid;
    f.px = px(at);
    f.sz = sz(size);
    f.time = kNow;
    if (hasCloid)
        f.cloid = cloid();
    return f;
}

inline PlaceOutcome resting(Oid oid)
{
    return {PlaceOutcome::Kind::Resting, oid, {}, {}, {}};
}

inline PlaceOutcome filled(Oid oid, std::string_view size)
{
    return {PlaceOutcome::Kind::Filled, oid, sz(size), px("50000"), {}};
}

inline PlaceOutcome refused(const std::string &text)
{
    return {PlaceOutcome::Kind::Refused, 0, {}, {}, text};
}

inline OrderReport openRow(Oid oid, std::string_view left, bool hasCloid = true)
{
    OrderReport r = report(oid, "open", left, hasCloid);
    r.statusTime = 0;
    r.reduceOnly = false;
    r.tif = model::Tif::Gtc;
    r.isTrigger = false;
    return r;
}

} // namespace hl::trading::test

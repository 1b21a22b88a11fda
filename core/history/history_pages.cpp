// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "history/history_pages.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace hl::history {

using codec::Object;
using codec::Value;

namespace {

tl::unexpected<Error> unfit(const std::string &what)
{
    return fail(ErrorKind::Parse, "a page of the account's history " + what, "history");
}

/// A text or an integer as it stands; empty for anything else.
std::string textOf(const Value &object, std::string_view key)
{
    const Value *value = object.find(key);
    if (value == nullptr)
        return {};
    if (const std::string *text = value->asString()) {
        // A leading blank is in some of the venue's figures.
        const std::size_t first = text->find_first_not_of(' ');
        return first == std::string::npos ? std::string() : text->substr(first);
    }
    return value->asUint() != nullptr || value->toInt() ? codec::toJson(*value) : std::string();
}

const Value &within(const Value &object, std::string_view key)
{
    static const Value nothing;
    const Value *value = object.find(key);
    return value == nullptr ? nothing : *value;
}

std::string keyOf(Kind kind, const Value &row)
{
    switch (kind) {
    case Kind::Fill:
        return textOf(row, "tid") + '/' + textOf(row, "coin");
    case Kind::Order:
        return textOf(within(row, "order"), "oid") + '/' + textOf(row, "status");
    case Kind::Funding:
        return textOf(within(row, "delta"), "coin");
    case Kind::Transfer:
        return textOf(row, "hash");
    }
    return {};
}

} // namespace

std::size_t pageSize(Kind kind)
{
    return kind == Kind::Fill || kind == Kind::Order ? 2000 : 500;
}

bool isPaged(Kind kind)
{
    return kind != Kind::Order;
}

Object pageRequest(Kind kind, const Address &account, TimeMs from)
{
    static constexpr const char *kTypes[] = {"userFillsByTime", "historicalOrders", "userFunding",
                                             "userNonFundingLedgerUpdates"};
    Object out{{"type", kTypes[static_cast<std::size_t>(kind)]}, {"user", account.toString()}};
    if (isPaged(kind))
        out.emplace_back("startTime", from);
    return out;
}

Result<std::vector<Row>> parsePage(Kind kind, std::string_view json)
{
    HL_TRY(page, codec::parseJson(json));
    const codec::Array *list = page.asArray();
    if (list == nullptr)
        return unfit("is no list");
    std::vector<Row> rows;
    rows.reserve(list->size());
    for (const Value &item : *list) {
        const Value *time = item.find(kind == Kind::Order ? "statusTimestamp" : "time");
        const auto number = time == nullptr ? Result<std::int64_t>(unfit("")) : time->toInt();
        std::string key = keyOf(kind, item);
        if (!number || *number < 0 || key.empty() || key.front() == '/')
            return unfit("holds a row without time or name");
        rows.push_back({kind, *number, std::move(key), 0, codec::toJson(item)});
    }
    // No order inside a page is promised.
    std::ranges::stable_sort(rows, [](const Row &a, const Row &b) {
        return std::tie(a.time, a.key) < std::tie(b.time, b.key);
    });
    // Two entries of one transaction have one key; both count.
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (rows[i].time == rows[i - 1].time && rows[i].key == rows[i - 1].key)
            rows[i].copy = rows[i - 1].copy + 1;
    return rows;
}

Result<Entry> entryOf(const Row &row)
{
    HL_TRY(value, codec::parseJson(row.body));
    Entry out;
    out.kind = row.kind;
    out.time = row.time;
    switch (row.kind) {
    case Kind::Fill:
        out.coin = textOf(value, "coin");
        out.what = textOf(value, "dir");
        out.px = textOf(value, "px");
        out.sz = textOf(value, "sz");
        out.amount = textOf(value, "closedPnl");
        out.fee = textOf(value, "fee");
        out.feeToken = textOf(value, "feeToken");
        out.id = textOf(value, "tid");
        break;
    case Kind::Order: {
        const Value &order = within(value, "order");
        out.coin = textOf(order, "coin");
        out.what = textOf(value, "status");
        out.px = textOf(order, "limitPx");
        out.sz = textOf(order, "origSz");
        out.id = textOf(order, "oid");
        break;
    }
    case Kind::Funding: {
        const Value &delta = within(value, "delta");
        out.coin = textOf(delta, "coin");
        out.what = "funding";
        out.px = textOf(delta, "fundingRate");
        out.sz = textOf(delta, "szi");
        out.amount = textOf(delta, "usdc");
        out.token = "USDC";
        out.id = textOf(value, "hash");
        break;
    }
    case Kind::Transfer: {
        const Value &delta = within(value, "delta");
        out.what = textOf(delta, "type");
        out.token = textOf(delta, "token");
        for (const char *key :
             {"usdc", "amount", "netWithdrawnUsd", "requestedUsd", "accountValue"}) {
            out.amount = textOf(delta, key);
            if (!out.amount.empty())
                break;
        }
        if (out.token.empty() && delta.find("amount") == nullptr)
            out.token = "USDC";
        out.fee = textOf(delta, "fee");
        out.feeToken = textOf(delta, "feeToken");
        out.coin = textOf(delta, "destination");
        out.id = textOf(value, "hash");
        break;
    }
    }
    return out;
}

} // namespace hl::history

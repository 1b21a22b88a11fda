// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/frame_parts.h"

#include <algorithm>
#include <array>

namespace hl::venue {

namespace {

template <class T, class Read>
std::vector<T> readRows(WireReader &reader, const JsonValue &list, Frame &out, Read read)
{
    if (list.type() != JsonType::Array) {
        reader.problem("data", "a list is needed");
        return {};
    }
    return reader.rows<T>(list, out.skipped, read);
}

std::vector<model::Fill> readFills(WireReader &reader, const JsonValue &list, Frame &out)
{
    if (list.type() != JsonType::Array)
        reader.problem("data", "a list is needed");
    return reader.rowsOrNone<model::Fill>(
        list, out.skipped,
        [&](const JsonValue &row, model::Fill &fill) { reader.fill(row, fill); });
}

std::vector<SliceFill> readSlices(WireReader &reader, const JsonValue &list, Frame &out)
{
    return readRows<SliceFill>(reader, list, out, [&](const JsonValue &row, SliceFill &slice) {
        reader.sliceFill(row, slice);
    });
}

std::vector<TwapHistoryEntry> readTwapHistory(WireReader &reader, const JsonValue &list, Frame &out)
{
    return readRows<TwapHistoryEntry>(
        reader, list, out,
        [&](const JsonValue &row, TwapHistoryEntry &entry) { reader.twapHistory(row, entry); });
}

std::vector<OrderUpdate> readOrderUpdates(WireReader &reader, const JsonValue &list, Frame &out)
{
    return readRows<OrderUpdate>(reader, list, out, [&](const JsonValue &row, OrderUpdate &update) {
        reader.orderUpdate(row, update);
    });
}

Liquidation readLiquidation(WireReader &reader, const JsonValue &body)
{
    Liquidation event;
    event.lid = reader.uinteger(body, "lid");
    event.liquidator.assign(reader.text(body, "liquidator"));
    event.liquidatedUser.assign(reader.text(body, "liquidated_user"));
    event.liquidatedNtlPos = reader.decimal(body, "liquidated_ntl_pos");
    event.liquidatedAccountValue = reader.decimal(body, "liquidated_account_value");
    return event;
}

void readUserEvents(WireReader &reader, const JsonValue &data, Frame &out)
{
    UserEventsFrame &frame = out.payload.emplace<UserEventsFrame>();
    if (data.type() != JsonType::Object)
        reader.problem("data", "an object is needed");
    for (JsonValue::Members at(data); at && reader.ok(); at.next()) {
        const std::string_view key = at.key();
        const JsonValue body = at.value();
        if (key == "fills") {
            frame.fills = readFills(reader, body, out);
        } else if (key == "twapSliceFills") {
            frame.sliceFills = readSlices(reader, body, out);
        } else if (key == "twapHistory") {
            frame.twapHistory = readTwapHistory(reader, body, out);
        } else if (key == "nonUserCancel") {
            frame.nonUserCancels = readRows<NonUserCancel>(
                reader, body, out, [&](const JsonValue &row, NonUserCancel &cancel) {
                    cancel.coin.assign(reader.text(row, "coin"));
                    cancel.oid = reader.uinteger(row, "oid");
                });
        } else if (key == "funding") {
            reader.funding(body, frame.funding.emplace());
        } else if (key == "liquidation") {
            frame.liquidation = readLiquidation(reader, body);
        } else {
            frame.unknown.emplace_back(key);
        }
    }
}

void readPerpAccounts(WireReader &reader, const JsonValue &data, Frame &out)
{
    PerpAccountsFrame &frame = out.payload.emplace<PerpAccountsFrame>();
    frame.user = reader.address(data, "user");
    if (out.channel == Channel::ClearinghouseState) {
        reader.perpAccount(reader.object(data, "clearinghouseState"), reader.textOr(data, "dex"),
                           frame.accounts.emplace_back());
    } else {
        for (JsonValue::Elements at(reader.array(data, "clearinghouseStates")); at && reader.ok();
             at.next()) {
            const auto dex = at.value().at(0).string();
            if (!dex || at.value().size() != 2)
                reader.problem("clearinghouseStates", "a pair of dex and state is needed");
            else
                reader.perpAccount(at.value().at(1), *dex, frame.accounts.emplace_back());
        }
    }
    for (const PerpAccount &account : frame.accounts)
        out.skipped.insert(out.skipped.end(), account.skipped.begin(), account.skipped.end());
}

void readTwapStates(WireReader &reader, const JsonValue &data, Frame &out)
{
    TwapStatesFrame &frame = out.payload.emplace<TwapStatesFrame>();
    frame.user = reader.address(data, "user");
    frame.dex.assign(reader.textOr(data, "dex"));
    frame.states = readRows<Twap>(
        reader, reader.array(data, "states"), out, [&](const JsonValue &row, Twap &twap) {
            const auto id = row.at(0).uinteger();
            if (!id || row.size() != 2)
                reader.problem("states", "a pair of twapId and state is needed");
            else
                reader.twap(row.at(1), twap);
            twap.twapId = id.value_or(0);
        });
}

void readWebData(WireReader &reader, const JsonValue &data, WebData3Frame &out)
{
    const JsonValue state = reader.object(data, "userState");
    out.user = reader.address(state, "user");
    out.agent = reader.addressIf(state, "agentAddress");
    out.agentValidUntil = reader.integerIf(state, "agentValidUntil");
    out.cumLedger = reader.decimal(state, "cumLedger");
    out.serverTime = reader.integer(state, "serverTime");
    out.isVault = reader.booleanIf(state, "isVault").value_or(false);
    out.abstraction.assign(reader.textOr(state, "abstraction", "default"));
    for (JsonValue::Elements at(data.find("perpDexStates")); at; at.next()) {
        auto &coins = out.perpsAtOpenInterestCap.emplace_back();
        for (JsonValue::Elements coin(at.value().find("perpsAtOpenInterestCap")); coin; coin.next())
            coins.emplace_back(coin.value().string().value_or(std::string_view{}));
    }
}

/// The list of a channel whose first frame is a snapshot; absence of the mark means an update.
JsonValue markedList(WireReader &reader, const JsonValue &data, Frame &out, std::string_view key)
{
    if (reader.booleanIf(data, "isSnapshot").value_or(false))
        out.kind = FrameKind::Snapshot;
    return reader.array(data, key);
}

} // namespace

bool readAccountFrame(WireReader &reader, const JsonValue &data, Frame &out)
{
    const auto user = [&] { return reader.address(data, "user"); };
    switch (out.channel) {
    case Channel::OrderUpdates:
        out.payload.emplace<OrderUpdatesFrame>().updates = readOrderUpdates(reader, data, out);
        return true;
    case Channel::UserHistoricalOrders: {
        auto &frame = out.payload.emplace<OrderUpdatesFrame>();
        frame.user = user();
        frame.updates =
            readOrderUpdates(reader, markedList(reader, data, out, "orderHistory"), out);
        return true;
    }
    case Channel::User:
        readUserEvents(reader, data, out);
        return true;
    case Channel::UserFills: {
        auto &frame = out.payload.emplace<FillsFrame>();
        frame.user = user();
        frame.fills = readFills(reader, markedList(reader, data, out, "fills"), out);
        return true;
    }
    case Channel::UserFundings: {
        auto &frame = out.payload.emplace<FundingsFrame>();
        frame.user = user();
        frame.fundings = readRows<FundingPayment>(
            reader, markedList(reader, data, out, "fundings"), out,
            [&](const JsonValue &row, FundingPayment &payment) { reader.funding(row, payment); });
        return true;
    }
    case Channel::UserNonFundingLedgerUpdates: {
        auto &frame = out.payload.emplace<LedgerFrame>();
        frame.user = user();
        frame.entries = readRows<LedgerEntry>(
            reader, markedList(reader, data, out, "nonFundingLedgerUpdates"), out,
            [&](const JsonValue &row, LedgerEntry &entry) { reader.ledgerEntry(row, entry); });
        return true;
    }
    case Channel::UserTwapSliceFills: {
        auto &frame = out.payload.emplace<SliceFillsFrame>();
        frame.user = user();
        frame.fills = readSlices(reader, markedList(reader, data, out, "twapSliceFills"), out);
        return true;
    }
    case Channel::UserTwapHistory: {
        auto &frame = out.payload.emplace<TwapHistoryFrame>();
        frame.user = user();
        frame.history = readTwapHistory(reader, markedList(reader, data, out, "history"), out);
        return true;
    }
    case Channel::ClearinghouseState:
    case Channel::AllDexsClearinghouseState:
        readPerpAccounts(reader, data, out);
        return true;
    case Channel::OpenOrders: {
        auto &frame = out.payload.emplace<OpenOrdersFrame>();
        frame.user = user();
        frame.dex.assign(reader.textOr(data, "dex"));
        frame.orders = reader.rowsOrNone<WireOrder>(
            reader.array(data, "orders"), out.skipped,
            [&](const JsonValue &row, WireOrder &order) { reader.order(row, order); });
        return true;
    }
    case Channel::TwapStates:
        readTwapStates(reader, data, out);
        return true;
    case Channel::SpotState: {
        auto &frame = out.payload.emplace<SpotStateFrame>();
        frame.user = user();
        reader.spotAccount(reader.object(data, "spotState"), frame.account);
        return true;
    }
    case Channel::ActiveAssetData:
        reader.activeAsset(data, out.payload.emplace<ActiveAsset>());
        return true;
    case Channel::WebData3:
        readWebData(reader, data, out.payload.emplace<WebData3Frame>());
        return true;
    default:
        return false;
    }
}

} // namespace hl::venue

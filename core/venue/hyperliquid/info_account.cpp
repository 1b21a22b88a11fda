// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/answer_scanner.h"
#include "venue/hyperliquid/info_decoder_p.h"

namespace hl::venue {

Result<PerpAccount> InfoDecoder::clearinghouseState(std::string_view json, std::string_view dex)
{
    if (PerpAccount scanned; scanPerpAccount(json, d->reader.registry(), dex, scanned))
        return scanned;
    return d->decode<PerpAccount>(
        json, "clearinghouseState",
        [&](const JsonValue &root, PerpAccount &out) { d->reader.perpAccount(root, dex, out); });
}

Result<SpotAccount> InfoDecoder::spotClearinghouseState(std::string_view json)
{
    return d->decode<SpotAccount>(
        json, "spotClearinghouseState",
        [&](const JsonValue &root, SpotAccount &out) { d->reader.spotAccount(root, out); });
}

Result<Listing<WireOrder>> InfoDecoder::openOrders(std::string_view json)
{
    return d->decode<Listing<WireOrder>>(
        json, "openOrders", [&](const JsonValue &root, Listing<WireOrder> &out) {
            d->needList(root);
            out.items = d->reader.rowsOrNone<WireOrder>(
                root, out.skipped,
                [&](const JsonValue &row, WireOrder &order) { d->reader.order(row, order); });
            out.unreadable = d->reader.unreadableRows();
        });
}

Result<Listing<WireOrder>> InfoDecoder::frontendOpenOrders(std::string_view json)
{
    return openOrders(json); // the same fields and more
}

Result<Listing<OrderUpdate>> InfoDecoder::historicalOrders(std::string_view json)
{
    using Orders = Listing<OrderUpdate>;
    return d->decode<Orders>(json, "historicalOrders", [&](const JsonValue &root, Orders &out) {
        d->needList(root);
        out.items = d->reader.rows<OrderUpdate>(
            root, out.skipped,
            [&](const JsonValue &row, OrderUpdate &update) { d->reader.orderUpdate(row, update); });
    });
}

Result<OrderStatusAnswer> InfoDecoder::orderStatus(std::string_view json)
{
    return d->decode<OrderStatusAnswer>(
        json, "orderStatus", [&](const JsonValue &root, OrderStatusAnswer &out) {
            const std::string_view status = d->reader.text(root, "status");
            out.isKnown = status == "order";
            if (out.isKnown)
                d->reader.orderUpdate(d->reader.object(root, "order"), out.update);
            else if (status != "unknownOid")
                d->reader.problem("status", "\"order\" or \"unknownOid\" is needed");
        });
}

Result<Listing<model::Fill>> InfoDecoder::userFills(std::string_view json)
{
    using Fills = Listing<model::Fill>;
    return d->decode<Fills>(json, "userFills", [&](const JsonValue &root, Fills &out) {
        d->needList(root);
        out.items = d->reader.rowsOrNone<model::Fill>(
            root, out.skipped,
            [&](const JsonValue &row, model::Fill &fill) { d->reader.fill(row, fill); });
        out.unreadable = d->reader.unreadableRows();
    });
}

Result<Listing<SliceFill>> InfoDecoder::userTwapSliceFills(std::string_view json)
{
    using Fills = Listing<SliceFill>;
    return d->decode<Fills>(json, "userTwapSliceFills", [&](const JsonValue &root, Fills &out) {
        d->needList(root);
        out.items = d->reader.rows<SliceFill>(
            root, out.skipped,
            [&](const JsonValue &row, SliceFill &fill) { d->reader.sliceFill(row, fill); });
    });
}

Result<std::vector<FundingPayment>> InfoDecoder::userFunding(std::string_view json)
{
    using Payments = std::vector<FundingPayment>;
    return d->decode<Payments>(json, "userFunding", [&](const JsonValue &root, Payments &out) {
        d->needList(root);
        for (JsonValue::Elements at(root); at && d->reader.ok(); at.next())
            d->reader.funding(at.value(), out.emplace_back());
    });
}

Result<std::vector<LedgerEntry>> InfoDecoder::userNonFundingLedgerUpdates(std::string_view json)
{
    using Entries = std::vector<LedgerEntry>;
    return d->decode<Entries>(
        json, "userNonFundingLedgerUpdates", [&](const JsonValue &root, Entries &out) {
            d->needList(root);
            for (JsonValue::Elements at(root); at && d->reader.ok(); at.next())
                d->reader.ledgerEntry(at.value(), out.emplace_back());
        });
}

Result<UserFees> InfoDecoder::userFees(std::string_view json)
{
    return d->decode<UserFees>(json, "userFees", [&](const JsonValue &root, UserFees &out) {
        out.rates.taker = d->reader.decimal(root, "userCrossRate");
        out.rates.maker = d->reader.decimal(root, "userAddRate");
        out.rates.spotTaker = d->reader.decimalIf(root, "userSpotCrossRate").value_or(Decimal());
        out.rates.spotMaker = d->reader.decimalIf(root, "userSpotAddRate").value_or(Decimal());
        out.activeReferralDiscount =
            d->reader.decimalIf(root, "activeReferralDiscount").value_or(Decimal());
        const JsonValue staking = root.find("activeStakingDiscount");
        if (!staking.isNone())
            out.activeStakingDiscount =
                d->reader.decimalIf(staking, "discount").value_or(Decimal());
    });
}

Result<UserRateLimit> InfoDecoder::userRateLimit(std::string_view json)
{
    return d->decode<UserRateLimit>(
        json, "userRateLimit", [&](const JsonValue &root, UserRateLimit &out) {
            out.cumVlm = d->reader.decimal(root, "cumVlm");
            out.nRequestsUsed = d->reader.integer(root, "nRequestsUsed");
            out.nRequestsCap = d->reader.integer(root, "nRequestsCap");
            out.nRequestsSurplus = d->reader.integerIf(root, "nRequestsSurplus").value_or(0);
        });
}

Result<UserRole> InfoDecoder::userRole(std::string_view json)
{
    return d->decode<UserRole>(json, "userRole", [&](const JsonValue &root, UserRole &out) {
        out.role.assign(d->reader.text(root, "role"));
        const JsonValue data = root.find("data");
        if (out.role == "agent")
            out.master = d->reader.address(data, "user");
        else if (out.role == "subAccount")
            out.master = d->reader.address(data, "master");
    });
}

Result<std::vector<ExtraAgent>> InfoDecoder::extraAgents(std::string_view json)
{
    using Agents = std::vector<ExtraAgent>;
    return d->decode<Agents>(json, "extraAgents", [&](const JsonValue &root, Agents &out) {
        d->needList(root);
        for (JsonValue::Elements at(root); at && d->reader.ok(); at.next()) {
            ExtraAgent &agent = out.emplace_back();
            agent.address = d->reader.address(at.value(), "address");
            agent.name.assign(d->reader.textOr(at.value(), "name"));
            agent.validUntil = d->reader.integerIf(at.value(), "validUntil");
        }
    });
}

Result<std::vector<PortfolioPeriod>> InfoDecoder::portfolio(std::string_view json)
{
    using Periods = std::vector<PortfolioPeriod>;
    const auto points = [this](const JsonValue &object, std::string_view key,
                               std::vector<PortfolioPeriod::Point> &out) {
        const JsonValue list = d->reader.array(object, key);
        out.reserve(list.size());
        for (JsonValue::Elements at(list); at && d->reader.ok(); at.next()) {
            const auto time = at.value().at(0).integer();
            if (!time || *time < 0)
                d->reader.problem(key, "a time in milliseconds is needed");
            else
                out.push_back({*time, d->reader.decimalOf(at.value().at(1), key)});
        }
    };
    return d->decode<Periods>(json, "portfolio", [&](const JsonValue &root, Periods &out) {
        d->needList(root);
        for (JsonValue::Elements at(root); at && d->reader.ok(); at.next()) {
            PortfolioPeriod &period = out.emplace_back();
            const auto name = at.value().at(0).string();
            if (!name)
                d->reader.problem("period", "a name is needed");
            period.name.assign(name.value_or(""));
            const JsonValue figures = at.value().at(1);
            points(figures, "accountValueHistory", period.accountValue);
            points(figures, "pnlHistory", period.pnl);
            period.volume = d->reader.decimal(figures, "vlm");
        }
    });
}

Result<ActiveAsset> InfoDecoder::activeAssetData(std::string_view json)
{
    return d->decode<ActiveAsset>(
        json, "activeAssetData",
        [&](const JsonValue &root, ActiveAsset &out) { d->reader.activeAsset(root, out); });
}

Result<std::string> InfoDecoder::userAbstraction(std::string_view json)
{
    return d->decode<std::string>(json, "userAbstraction",
                                  [&](const JsonValue &root, std::string &out) {
                                      const auto mode = root.string();
                                      if (!mode && !root.isNull())
                                          d->reader.problem("answer", "a text is needed");
                                      out = std::string(mode.value_or("default"));
                                  });
}

Result<std::vector<SubAccount>> InfoDecoder::subAccounts(std::string_view json)
{
    using Accounts = std::vector<SubAccount>;
    return d->decode<Accounts>(json, "subAccounts", [&](const JsonValue &root, Accounts &out) {
        if (root.isNull())
            return; // the venue's word for none
        d->needList(root);
        for (JsonValue::Elements at(root); at && d->reader.ok(); at.next()) {
            SubAccount &account = out.emplace_back();
            account.name.assign(d->reader.textOr(at.value(), "name"));
            account.user = d->reader.address(at.value(), "subAccountUser");
            account.master = d->reader.address(at.value(), "master");
            const JsonValue perp = at.value().find("clearinghouseState");
            if (!perp.isNone())
                d->reader.perpAccount(perp, "", account.perp);
            const JsonValue spot = at.value().find("spotState");
            if (!spot.isNone())
                d->reader.spotAccount(spot, account.spot);
        }
    });
}

} // namespace hl::venue

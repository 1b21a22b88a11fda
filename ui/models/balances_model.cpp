// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/balances_model.h"

#include "ui/common/formatters.h"
#include "ui/models/cell_text.h"

namespace hl::ui {

namespace {

bool isDollar(const std::string &token)
{
    return token == "USDC" || token == "USDT0" || token == "USDE" || token == "USDH";
}

} // namespace

BalancesModel::BalancesModel(QObject *parent) : KeyedModel(parent)
{
    setColumns({
        {"account", tr("Account"), false, false, "Perps · hyna"},
        {"token", tr("Token"), false, false, "USDC"},
        {"total", tr("Total"), true, true, "1,000,000.12345678"},
        {"inUse", tr("In use"), true, true, "1,000,000.12345678"},
        {"available", tr("Available"), true, true, "1,000,000.12345678"},
        {"maintenance", tr("Maintenance"), true, true, "1,000,000.12"},
        {"entryValue", tr("Entry value"), true, true, "1,000,000.12"},
    });
}

void BalancesModel::setAccount(const model::AccountState &account)
{
    std::vector<BalanceRow> incoming;
    for (const model::MarginSummary &margin : account.margins) {
        BalanceRow row;
        row.key = "perp:" + margin.dex;
        row.place = margin.dex.empty() ? tr("Perps")
                                       : tr("Perps · %1").arg(QString::fromStdString(margin.dex));
        row.token = margin.collateral;
        row.total = margin.accountValue;
        row.inUse = margin.totalMarginUsed;
        row.available = margin.withdrawable;
        row.maintenance = margin.maintenanceMargin;
        incoming.push_back(std::move(row));
    }
    for (const model::Balance &balance : account.balances) {
        if (balance.total.isZero() && balance.hold.isZero())
            continue;
        BalanceRow row;
        row.key = "spot:" + std::to_string(balance.token) + ":" + balance.coin;
        row.place = tr("Spot");
        row.token = balance.coin;
        row.total = balance.total;
        row.inUse = balance.hold;
        const auto available = Decimal::sub(balance.total, balance.hold);
        row.available = available ? *available : Decimal();
        if (!balance.entryNtl.isZero())
            row.entryValue = balance.entryNtl;
        incoming.push_back(std::move(row));
    }
    reconcile(std::move(incoming));
}

ColumnRange BalancesModel::changedColumns(const BalanceRow &before, const BalanceRow &after) const
{
    return before == after ? ColumnRange{} : ColumnRange{Place, EntryValue};
}

SortValue BalancesModel::sortValue(int row, int column) const
{
    const BalanceRow &r = rowAt(row);
    switch (column) {
    case Place:
        return std::string_view(r.key);
    case Token:
        return std::string_view(r.token);
    case Total:
        return r.total;
    case InUse:
        return r.inUse;
    case Available:
        return r.available;
    case Maintenance:
        return r.maintenance ? SortValue(*r.maintenance) : SortValue();
    case EntryValue:
        return r.entryValue ? SortValue(*r.entryValue) : SortValue();
    default:
        return {};
    }
}

QString BalancesModel::text(int row, int column) const
{
    const BalanceRow &r = rowAt(row);
    // Dollars to the cent; of a token every digit counts, its price is not known here.
    const auto amount = [&](const Decimal &value) {
        return isDollar(r.token) ? fmt::money(value) : fmt::decimalText(value);
    };
    switch (column) {
    case Place:
        return r.place;
    case Token:
        return QString::fromStdString(r.token);
    case Total:
        return amount(r.total);
    case InUse:
        return r.inUse.isZero() ? QStringLiteral("0") : amount(r.inUse);
    case Available:
        return amount(r.available);
    case Maintenance:
        return r.maintenance ? amount(*r.maintenance) : fmt::none();
    case EntryValue:
        return r.entryValue ? fmt::money(*r.entryValue) : fmt::none();
    default:
        return {};
    }
}

QString BalancesModel::exactText(int row, int column) const
{
    const BalanceRow &r = rowAt(row);
    switch (column) {
    case Total:
        return cell::exact(r.total);
    case InUse:
        return cell::exact(r.inUse);
    case Available:
        return cell::exact(r.available);
    case Maintenance:
        return cell::exact(r.maintenance);
    case EntryValue:
        return cell::exact(r.entryValue);
    default:
        return text(row, column);
    }
}

Tone BalancesModel::tone(int, int column) const
{
    switch (column) {
    case Place:
    case InUse:
    case Maintenance:
    case EntryValue:
        return Tone::TextDim;
    default:
        return Tone::Text;
    }
}

QVariant BalancesModel::key(int row) const
{
    return QString::fromStdString(rowAt(row).key);
}

} // namespace hl::ui

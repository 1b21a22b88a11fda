// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/account.h"
#include "ui/models/keyed_model.h"

namespace hl::ui {

/// One pool of money: the margin account of a perp dex, or one token of the spot account. Pools
/// of different tokens are never added up.
struct BalanceRow
{
    std::string key;
    QString place;
    std::string token;
    Decimal total;
    Decimal inUse;
    Decimal available;
    std::optional<Decimal> maintenance; ///< perp pools only
    std::optional<Decimal> entryValue;  ///< spot tokens only

    friend bool operator==(const BalanceRow &, const BalanceRow &) = default;
};

class BalancesModel final : public KeyedModel<BalanceRow, std::string>
{
    Q_OBJECT

public:
    enum Column { Place, Token, Total, InUse, Available, Maintenance, EntryValue };

    explicit BalancesModel(QObject *parent = nullptr);

    void setAccount(const model::AccountState &account);

    SortValue sortValue(int row, int column) const override;

protected:
    std::string keyOf(const BalanceRow &row) const override { return row.key; }
    ColumnRange changedColumns(const BalanceRow &before, const BalanceRow &after) const override;
    QString text(int row, int column) const override;
    QString exactText(int row, int column) const override;
    Tone tone(int row, int column) const override;
    QVariant key(int row) const override;
};

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/money.h"
#include "guard/money.h"
#include "ui/common/theme.h"

#include <QString>

class QLabel;

namespace hl::ui {

class FactList;
class WorkspaceState;

QString moneyProblemText(const guard::MoneyProblem &problem);
QString moneyStateText(engine::MoneyState state);
Tone moneyStateTone(engine::MoneyState state);
/// "1,234.5 USDC"; the venue's own digits, none cut.
QString sumText(const Decimal &amount, const std::string &token);
/// What it costs and what it does to the account; rows are named "<prefix>Fee" and so on.
void showMoneyFacts(FactList &list, const QString &prefix, const model::MoneyOrder &order,
                    const model::MoneyFacts *facts, const WorkspaceState &state);
/// The account pays by itself: a device, or a key that is the account's. Else why not.
QString moneySignerProblem(const WorkspaceState &state);
bool moneySignsOnDevice(const WorkspaceState &state);
QLabel *moneyLabel(const QString &objectName, FontRole font, Tone tone);
void colourLabel(QLabel *label, Tone tone);

/// What one of that order's token is worth in USDC by the venue's own listing; none: not known.
std::optional<Decimal> moneyTokenPx(const WorkspaceState &state, const model::MoneyOrder &order);

} // namespace hl::ui

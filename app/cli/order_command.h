// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

namespace hl::cli {

/// `touchline-cli order COIN buy|sell SZ PX|market …`.
int runOrder(const QStringList &arguments);
/// `touchline-cli cancel COIN OID|CLOID`.
int runCancel(const QStringList &arguments);
/// `touchline-cli modify COIN OID|CLOID [--px PX] [--sz SZ]`.
int runModify(const QStringList &arguments);
/// `touchline-cli action FILE|-`.
int runAction(const QStringList &arguments);

} // namespace hl::cli

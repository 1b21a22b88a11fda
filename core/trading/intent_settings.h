// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/journal_entry.h"
#include "codec/value.h"

#include <optional>
#include <string>

/// The rows `setting` of the journal: under which limits and by whom the requests behind them were
/// made. Each has every setting, and what changed since the row before, so that none can be taken
/// out or altered without contradicting its neighbour. Pure; any thread.
namespace hl::trading {

/// A flat object, one member a setting: a text, a number, true or false, or null where it is off.
/// `before`: those of the row before, where there is one.
std::string settingPayload(const std::optional<codec::Object> &before, const codec::Object &now);
/// The settings of such a row. ErrorKind::Parse where it is none.
Result<codec::Object> settingsOf(const JournalEntry &row);
/// One sentence where a row does not follow from the one before.
Status checkSetting(const std::optional<codec::Object> &before, const JournalEntry &row);
/// "guard.leverageBlock 20 → 10, signer …"; what a table shows.
std::string settingWords(const codec::Value &row);

} // namespace hl::trading

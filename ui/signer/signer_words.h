// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/review.h"
#include "ui/common/theme.h"

#include <QString>

/// Everything the window says of devices, modes and agents, in one place.
namespace hl::ui {

/// "Agent trades, device keeps the money".
QString modeName(engine::TradeMode mode);
/// For the signer pill: "agent trades".
QString modeShort(engine::TradeMode mode);
/// What the mode means, in one or two sentences (D1).
QString modeWords(engine::TradeMode mode);
/// What an agent can and cannot do (D2).
QString agentRiskWords();

/// "Locked", "No permission", …: two or three words for the pill.
QString deviceHeading(engine::DeviceState state);
/// The engine's sentence, or ours for the state where it sent none.
QString deviceSentence(const engine::DeviceStatus &device);
QString deviceWhatToDo(const engine::DeviceStatus &device);
/// Word on the button beside the sentence; empty: none.
QString offerText(engine::DeviceOffer offer);
/// Ask: something is to be done; Own: the device waits for a person; Bid: ready.
Tone deviceTone(engine::DeviceState state);

/// "Nano S Plus", "Ledger" where the model is not known.
QString deviceName(const engine::DeviceStatus &device);
/// " (emulator)" beside what is said of such a device; else nothing.
QString emulatorMark(bool isEmulator);
/// "Ethereum 1.22.0"; empty where no app is known.
QString appName(const std::string &name, const std::string &version);

/// What became of a review, in one sentence; empty while it is under way and nothing is to be said.
QString outcomeText(const engine::SigningReview &review);
/// "12 of 14 done" and the rest by name (D17); empty for single actions.
QString bulkText(const engine::SigningReview &review);

/// "made here 3 d ago"; the venue does not tell when another one was made (D5).
QString agentOrigin(const engine::AgentSlot &slot, TimeMs now);

QString schemeName(engine::PathScheme scheme);

/// Long words (addresses, hashes) with places where a label may break them.
QString breakable(const QString &text);

} // namespace hl::ui

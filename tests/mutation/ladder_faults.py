# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults against the rules of the ladder (interaction L1 to L28): each rule that has a switch of its own is switched off once."""

LADDER = "ui/ladder/"
COPIED = ("core", "ui", "tests")
ARMING, CLICKS, DRAG, KEYS, PICTURE = (f"tst_ladder_{name}" for name in ("arming", "clicks", "drag", "keys", "picture"))
TESTS = [ARMING, CLICKS, DRAG, KEYS, PICTURE]

# what, file, text, replacement, tests
FAULTS = [
    ("nothing at all", LADDER + "press_gate.h", "/// Between a press", "/// From a press", TESTS),
    ("L2: no stop counts as one", LADDER + "ladder_footer.cpp", "order.remaining().lots == 0 ? 0 : left - order.remaining().lots", "left", [PICTURE]),
    ("L3: no hairline", LADDER + "ladder_painter.cpp", "if (!book || book->deepMonoNs == 0)", "if (book)", [PICTURE]),
    ("L4: armed has no frame and held no hatch", LADDER + "ladder_painter.cpp", "if (armState() == ArmState::Armed) {", "if (false) {", [ARMING]),
    ("L5: another account keeps it armed", LADDER + "ladder_arming.cpp", "if (facts.identity != m_identity) {", "if (false) {", [ARMING]),
    ("L5: sleep keeps it armed", LADDER + "ladder_arming.cpp", "if (slept > kSleepMs || slept < -kSleepMs)", "if (false)", [ARMING]),
    ("L5: nobody there keeps it armed", LADDER + "ladder_arming.cpp", "if (facts.monoNs - m_lastInputNs >= kIdleNs)", "if (false)", [ARMING]),
    ("L5: out of sight keeps it armed", LADDER + "ladder_arming.cpp", "else if (facts.monoNs - m_hiddenSinceNs >= kHiddenNs)", "else if (false)", [ARMING]),
    ("L6: an unknown entry holds nothing", LADDER + "arm_reasons.cpp", "o.phase == model::OrderPhase::Unknown", "false", [ARMING]),
    ("L6: armed again with a button down", LADDER + "ladder_arming.cpp", "if (facts.isInputDown)", "if (false)", [ARMING]),
    ("L6: armed again at once", LADDER + "ladder_arming.cpp", "if (facts.monoNs - m_clearSinceNs < kSettledNs)", "if (false)", [ARMING]),
    ("L7: a plain click may take", LADDER + "click_rules.cpp", "        if (crosses)\n            return refuse(side", "        if (false)\n            return refuse(side",
     [CLICKS]),
    ("L7: sides exchanged", LADDER + "ladder_input.cpp", "column == LadderColumn::Bids) {\n        side = Side::Buy;", "column == LadderColumn::Bids) {\n        side = Side::Sell;",
     [CLICKS]),
    ("L8: a stop on any side", LADDER + "click_rules.cpp", "if ((held > 0) == (side == Side::Buy))", "if (false)", [CLICKS]),
    ("L8: a take that takes nothing is sent", LADDER + "click_rules.cpp", "if (!touch || (side == Side::Buy ? px < *touch : px > *touch))", "if (!touch)", [CLICKS]),
    ("L9: the price column sends", LADDER + "ladder_input.cpp", "} else if (column == LadderColumn::Bids) {", "} else if (column != LadderColumn::Asks) {", [CLICKS]),
    ("L10: buttons without asking", LADDER + "ladder_panel.cpp", "if (!isOn || hub.hasAgreedToButtons()) {", "if (true) {", [CLICKS]),
    ("L11: the row may stand for another price", LADDER + "press_gate.h", "if (pxNow != p.px)", "if (false)", [CLICKS]),
    ("L11: late is as good", LADDER + "press_gate.h", "if (monoNs - p.monoNs > kClickNs)", "if (false)", [CLICKS]),
    ("L12: a click that activates trades", LADDER + "ladder_input.cpp", "press.mayOnlyFill = isActivating || ", "press.mayOnlyFill = ", [CLICKS]),
    ("L12: a finger trades", LADDER + "ladder_input.cpp", "isActivating || !isMouse(*event)", "isActivating", [CLICKS]),
    ("L12: twice counts twice", LADDER + "press_gate.h", "p.monoNs - m_last->monoNs < kTwiceNs", "false", [CLICKS]),
    ("L13: a held key acts again", LADDER + "ladder_keyboard.cpp", "moveByKey(*key) || event->isAutoRepeat()", "moveByKey(*key)", [KEYS]),
    ("L13: two keys for one act", LADDER + "ladder_keys.cpp", "m_keys[i] == sequence)\n            return", "false)\n            return", [KEYS]),
    ("L14: an entry by key without arming", LADDER + "ladder_desk.cpp", "act.ticket.isEntry() && m_arming.state() != ArmState::Armed) {\n        refuse(m_arming",
     "false) {\n        refuse(m_arming", [KEYS]),
    ("L14: joining may take", LADDER + "click_rules.cpp", "resting.plain = model::Tif::Alo;", "resting.plain = model::Tif::Gtc;", [KEYS]),
    ("L15: flatten without holding", LADDER + "ladder_desk_exits.cpp", "m_hold.start(kHold,", "m_hold.start(std::chrono::milliseconds(10),", [KEYS]),
    ("L15: the second leg does not wait", LADDER + "ladder_desk.cpp", "if (close->phase != model::OrderPhase::Filled) {", "if (false) {", [KEYS]),
    ("L16: stops go with the entries", LADDER + "click_rules.cpp", "(order.reduceOnly ? plan.kept : plan.entries)", "(false ? plan.kept : plan.entries)", [ARMING]),
    ("L17: below the minimum is usable", LADDER + "size_presets.cpp", "if (!value || *value >= Decimal::fromInt(model::kMinOrderValue))", "if (true)", [KEYS]),
    ("L18: the size of when the key went down", LADDER + "click_rules.cpp", "act.ticket.sz = absolute(facts.position->szi);\n    act.ticket.reduceOnly = true;\n    const QString size",
     "act.ticket.reduceOnly = true;\n    const QString size", [KEYS]),
    ("L19: it moves under the pointer", LADDER + "ladder_view.cpp", "if (!mid || m_hover || ", "if (!mid || ", [PICTURE]),
    ("L20: no reason where it would be refused", LADDER + "ladder_hover.cpp", "        refused = true;\n        return why;", "        return why;", [PICTURE]),
    ("L20: the tip lies over the touch", LADDER + "ladder_tip.cpp", "place.intersects(touch) || ", "", [PICTURE]),
    ("L21: an own order is hit unasked", LADDER + "click_rules.cpp", "    if (own)\n        act.ask =", "    if (false)\n        act.ask =", [CLICKS]),
    ("L22: a queue where nothing is known", LADDER + "queue_estimate.cpp", "it->source != BookSource::Deep;", "true;", [PICTURE]),
    ("L22: deep levels are compared", LADDER + "queue_estimate.cpp", "if (level.source != BookSource::Deep)", "if (true)", [PICTURE]),
    ("L23: leaving drops it", LADDER + "ladder_input.cpp", "if (!viewport()->rect().contains(pos) || !row) {", "if (!row) {", [DRAG]),
    ("L24: dropped through the touch", LADDER + "click_rules.cpp", "if (touch && (order.side == Side::Buy ? px >= *touch : px <= *touch))", "if (false)", [DRAG]),
    ("L24: no surplus is seen", LADDER + "order_mover.cpp", "m_surplus = Surplus{move.key, raced};", "", [DRAG]),
    ("L25: the old stop goes first", LADDER + "order_mover.cpp", "    if (!model::isLive(fresh->phase))\n        return false;", "", [DRAG]),
    ("L26: dragged again while the device is asked", LADDER + "order_mover.cpp", "if (isMoving || order->pending != model::PendingChange::None)", "if (false)", [DRAG]),
    ("L26: a filled order leaves its request", LADDER + "order_mover.cpp", "        if (isOldGone && !move.isAnswered)\n            voidRequest(move);", "", [DRAG]),
    ("L27: a close needs a live book", LADDER + "click_rules.cpp", "const bool fromMark = !facts.notLive.isEmpty();",
     "const bool fromMark = !facts.notLive.isEmpty();\n    if (fromMark)\n        return refuse(facts.notLive);", [ARMING]),
    ("L28: a book that stopped is live", "ui/common/book_liveness.cpp", "nowMonoNs - newestBook > kBookTooOldNs", "false", [ARMING]),
]

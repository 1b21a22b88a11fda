# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults against the limits on entries (interaction G1 to G11): each is switched off once."""

GUARD = "core/guard/"
COPIED = ("core", "ui", "tests")
JUDGE, HISTORY, DAY, DISPATCH, TICKET = "tst_guard", "tst_entry_history", "tst_day_result", "tst_guard_at_dispatch", "tst_ticket_guard"
TESTS = [JUDGE, HISTORY, DAY, DISPATCH]

# what, file, text, replacement, tests
FAULTS = [
    ("nothing at all", GUARD + "guard.h", "/// What an order is judged against.", "/// By what an order is judged.", TESTS),
    ("G1: no order is too large", GUARD + "guard.cpp", "        orderValue();\n", "", [JUDGE, DISPATCH]),
    ("G2: no position is too large", GUARD + "guard.cpp", "pastEquity(value, m_limits.marketValue)", "pastEquity(value - value, m_limits.marketValue)", [JUDGE]),
    ("G2: the other markets are left out", GUARD + "guard.cpp", "value + m_now.otherPositions", "value", [JUDGE]),
    ("G3: liquidation may be anywhere", GUARD + "guard.cpp", "        liquidation(level);\n", "", [JUDGE]),
    ("G3: maintenance margin is not counted", GUARD + "guard.cpp", "        maintenance(value, held.abs() * level);\n", "", [JUDGE]),
    ("G4: any price through the touch", GUARD + "guard.cpp", "            through(toDecimal(opposite.front().px, m_grid));", "            (void)opposite;", [JUDGE]),
    ("G4: a thin market counts as deep", GUARD + "guard.cpp", ": isDeep  ? m_limits.throughDeep", ": true    ? m_limits.throughDeep", [JUDGE]),
    ("G5: any price away from the touch", GUARD + "guard.cpp", "            awayFrom(toDecimal(own.front().px, m_grid));", "            (void)own;", [JUDGE]),
    ("G6: any leverage", GUARD + "guard.cpp", "pastAbove(value, limits.leverage)", "pastAbove(Decimal(), limits.leverage)", [JUDGE, DISPATCH]),
    ("G7: ten seconds are not counted", GUARD + "guard.cpp", "        count(m_now.pace.tenSeconds, m_limits.perTenSeconds, \"G7\", \" within ten seconds\");\n", "",
     [JUDGE, DISPATCH]),
    ("G7: what the engine took is not noted", "core/engine/engine_trading.cpp", "        m_guard.noteEntry(ticket);", "        ;", [DISPATCH]),
    ("G8: what rests is not counted", GUARD + "guard.cpp", "count(m_now.restingInAccount, m_limits.restingInAccount", "count(0, m_limits.restingInAccount", [JUDGE]),
    ("G9: a loss stops nothing", GUARD + "guard.cpp", "        dayLoss();\n", "", [JUDGE, DISPATCH]),
    ("G9: the result is not fed", GUARD + "situation.cpp", "    now.dayResult = account.dayResult;\n", "", [DISPATCH]),
    ("G9: midnight is the last point before it", GUARD + "day_result.cpp", "before.value + (after->value - before.value) * *share", "before.value", [DAY]),
    ("G9: fills since the reading are not counted", GUARD + "day_result.cpp", "m_realised + fill.closedPnl - fill.fee", "m_realised", [DAY]),
    ("G9: a fill of the reading counts twice", GUARD + "day_result.cpp", "fill.time <= m_results.back().time", "false", [DAY]),
    ("G10: the same again is no news", GUARD + "entry_history.cpp", "m_pace.isRepeat(ticket, monoNs)", "false", [HISTORY]),
    ("G10: an order refused here counts as sent", GUARD + "entry_history.cpp", "    case OrderPhase::RejectedLocal:\n", "", [HISTORY]),
    ("G11: nothing is a first use", GUARD + "entry_history.cpp", "!m_used.contains(use)", "false", [HISTORY]),
    ("G11: a first use before the fills are known", GUARD + "entry_history.cpp", "m_isWhole && !use.empty()", "!use.empty()", [HISTORY]),
    ("G11: a switch is not seen", GUARD + "entry_history.cpp", "m_trader != m_lastTrader", "false", [HISTORY]),
    ("the window does not ask by what was entered before", "ui/ticket/guard_check.cpp", "    state.entryHistory().judgeBy(ticket, state.clock().monoNs(), now);\n", "", [TICKET]),
    ("rule zero: an exit is judged as an entry", GUARD + "guard.cpp", "        if (!model::isEntry(m_ticket, m_now.market))\n            return std::move(m_out);\n", "", [JUDGE]),
    ("rule zero: a spot holding cannot be left", "core/model/ticket_validator.cpp", "return toDecimal(ticket.sz, instrument->grid) > *context.freeBase;", "return true;", [JUDGE]),
]

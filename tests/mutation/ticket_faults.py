# SPDX-FileCopyrightText: The Touchline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults against the ticket's bracket, scale and TWAP and against break-even and reverse (interaction L30 to L32, D16)."""

COPIED = ("core", "ui", "tests")
GROUPS, GROUP, SCALE, PLANS, EVEN = "tst_order_groups", "tst_order_group", "tst_scale_plan", "tst_ticket_plans", "tst_break_even"
MOVE = "tst_move_dialog"
TESTS = [GROUP, SCALE, GROUPS, PLANS, EVEN, MOVE]

# what, file, text, replacement, tests
FAULTS = [
    ("nothing at all", "core/model/order_group.h", "/// Several orders", "/// Some orders", TESTS),
    ("L31: legs on any side", "core/model/order_group.cpp", "checkShape(tickets, out))\n        checkLegs(tickets, context, out);", "checkShape(tickets, out))\n        return out;",
     [GROUP, GROUPS, PLANS]),
    ("L31: the mark alone counts", "core/model/order_group.cpp", "return isBuy ? std::min(entry.px, *mark) : std::max(entry.px, *mark);", "return *mark;", [GROUP, PLANS]),
    ("L31: sent as orders of their own", "core/trading/order_desk_group.cpp", "all.grouping = actions::Grouping::NormalTpsl;", "(void)all;", [GROUPS]),
    ("L31: nor after a start", "core/trading/venue_reports.cpp", "out.back().parentOid = parent;", "(void)parent;", [GROUPS]),
    ("L31: legs that wait protect", "ui/ladder/ladder_footer.cpp", "continue; // waits for its entry", "(void)parent; // waits for its entry", [PLANS]),
    ("L31: the filled part looks protected", "ui/models/orders_model.cpp", "hasFill ? row.order.filledSz - covered(row.order) : Sz{}", "(hasFill, Sz{})", [PLANS]),
    ("L31: a stop does not count as one", "ui/models/orders_model.cpp", "if (stop.origSz.lots == 0)\n                return entry.filledSz;", "", [PLANS]),
    ("L31: cancelled unasked", "ui/tables/tables_panel_acts.cpp", "    if (bare.isEmpty())\n        return cancel", "    if (true)\n        return cancel", [PLANS]),
    ("L30: beyond liquidation, untold", "ui/ticket/guard_check.cpp", "if (after.isKnown && !after.isFlat && after.px)", "if (false)", [PLANS]),
    ("G5: a scale is asked about at its near end alone", "ui/ticket/guard_check.cpp", "return isBuy ? a.px < b.px : a.px > b.px;", "return isBuy ? a.px > b.px : a.px < b.px;", [PLANS]),
    ("G10: a TWAP is asked for the visible size", "ui/ticket/guard_check.cpp", "now.isSliced = isSliced;", "(void)isSliced;", [PLANS]),
    ("L24: a move sends the size of its opening", "ui/tables/move_dialog.cpp", "if (now->filledSz != m_order.filledSz) {", "if (false) {", [MOVE]),
    ("G1: a raised size is not asked", "ui/tables/move_dialog.cpp", "        judge(ticket, *now, out);", "        (void)ticket;", [MOVE]),
    ("L32: a reverse outlives its position", "ui/ticket/review_dialog.cpp", "if (m_isFlip && (hasMoved || now.get().isPositionLate))", "if (m_isFlip && hasMoved && false)", [EVEN]),
    ("L32: break-even loosens a stop", "ui/tables/break_even.cpp", "if (isLong ? at >= *px : at <= *px)", "if (false)", [EVEN]),
    ("L30: any length of a TWAP", "core/model/twap.cpp", "if (ticket.minutes < kLeastTwapMinutes || ticket.minutes > kMostTwapMinutes)", "if (false)", [GROUPS, PLANS]),
    ("L30: a TWAP of any value", "core/model/twap.cpp", "if (!value || *value >= Decimal::fromInt(kMinTwapValue))", "if (true)", [GROUPS, PLANS]),
    ("L32: rounded into a loss", "core/guard/order_math.cpp", "const Rounding fromLoss = isLong ? Rounding::Up : Rounding::Down;", "const Rounding fromLoss = isLong ? Rounding::Down : Rounding::Up;",
     [EVEN]),
    ("L32: funding is free", "core/guard/order_math.cpp", "isLong ? *cost + *funding : *cost - *funding", "*cost", [EVEN]),
    ("L32: a stop through the mark", "ui/tables/break_even.cpp", "if (isLong ? level >= *context->mark : level <= *context->mark) {", "if (false) {", [EVEN]),
    ("L32: the reverse says nothing", "ui/ticket/review_dialog.cpp", "flip->setText(reverseText(state, m_ticket, m_grid));", "", [EVEN]),
    ("L32: it only closes", "ui/ticket/ticket_form.cpp", "m_size = fmt::szPlain(held + held, grid());", "m_size = fmt::szPlain(held, grid());", [EVEN]),
    ("D16: the rest of a scale is lost", "core/guard/scale_plan.cpp", "const Sz sz = isLast ? plan.sz - given", "const Sz sz = false ? plan.sz - given", [SCALE, PLANS]),
    ("D16: prices round towards taking", "core/guard/scale_plan.cpp", "plan.side == model::Side::Buy ? Rounding::Down : Rounding::Up; // never", "plan.side == model::Side::Buy ? Rounding::Up : Rounding::Down; // never",
     [SCALE]),
    ("D16: small orders pass", "core/model/order_group.cpp", "for (TicketProblem &problem : validateTicket(tickets[i], context))", "for (TicketProblem &problem : std::vector<TicketProblem>())", [GROUP, PLANS]),
    ("D16: the guard sees one order of many", "core/model/order_group.cpp", "whole.sz = whole.sz + tickets[i].sz;", "", [GROUP, PLANS]),
    ("D16: the whole is not looked at after the press", "core/trading/order_desk_group.cpp", "return why ? why : groupDiscard(*job);", "return why;", [GROUPS]),
]

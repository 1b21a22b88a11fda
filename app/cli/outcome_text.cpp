// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/outcome_text.h"

namespace hl::cli {

using venue::OutcomeKind;

bool isGoodOutcome(OutcomeKind kind)
{
    switch (kind) {
    case OutcomeKind::Resting:
    case OutcomeKind::Filled:
    case OutcomeKind::Waiting:
    case OutcomeKind::Ok:
    case OutcomeKind::Running:
        return true;
    case OutcomeKind::Rejected:
    case OutcomeKind::Unknown:
    case OutcomeKind::NotSent:
        return false;
    }
    return false;
}

codec::Value outcomesValue(const venue::ExchangeOutcome &outcome)
{
    codec::Array items;
    for (const venue::ItemOutcome &item : outcome.items) {
        codec::Object line{{"outcome", outcomeKindName(item.kind)}};
        if (item.oid != 0)
            line.emplace_back("oid", item.oid);
        if (item.cloid)
            line.emplace_back("cloid", item.cloid->toString());
        if (item.twapId != 0)
            line.emplace_back("twapId", item.twapId);
        if (item.kind == OutcomeKind::Filled) {
            line.emplace_back("totalSz", item.totalSz.toString());
            line.emplace_back("avgPx", item.avgPx.toString());
        }
        if (!item.message.empty())
            line.emplace_back("message", item.message);
        items.emplace_back(line);
    }
    return items;
}

std::string outcomeLine(const venue::ExchangeOutcome &outcome, std::size_t index)
{
    const venue::ItemOutcome &item = outcome.items[index];
    std::string line = outcome.items.size() > 1 ? std::to_string(index + 1) + ": " : std::string();
    line +=
        item.kind == OutcomeKind::NotSent ? "not sent" : std::string(outcomeKindName(item.kind));
    if (item.kind == OutcomeKind::Filled && !item.totalSz.isZero())
        line += " " + item.totalSz.toString() + " at " + item.avgPx.toString();
    if (item.oid != 0)
        line += ", oid " + std::to_string(item.oid);
    if (item.cloid)
        line += ", cloid " + item.cloid->toString();
    if (item.twapId != 0)
        line += ", twap " + std::to_string(item.twapId);
    if (!item.message.empty())
        line += ": " + item.message;
    return line;
}

} // namespace hl::cli

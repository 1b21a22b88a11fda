// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "guard/order_math.h"
#include "guard/situation.h"
#include "ui/ladder/ladder_desk.h"
#include "ui/ticket/ticket_context.h"

#include <algorithm>
#include <cstdlib>

namespace hl::ui {

using model::Side;

PresetFacts LadderDesk::presetFacts(Side side) const
{
    PresetFacts facts;
    const auto *instrument = m_state.instrument(m_coin);
    if (!instrument)
        return facts;
    facts.grid = instrument->grid;
    const auto *context = m_state.context(m_coin);
    const auto book = m_state.book(m_coin);
    if (context && context->mark)
        facts.px = context->mark;
    else if (book && !book->bids.empty())
        facts.px = toDecimal(book->bids.front().px, book->grid);
    const TicketContext now(m_state, m_coin);
    const guard::Situation situation = guard::situationOf(now.get(), context, m_state.account());
    facts.equity = situation.equity;
    // "100 %": the venue's own figure, less the taker's fee, at the market cap (L18).
    const auto cap = guard::marketCap(side, true, facts.grid, book.get(), context);
    const auto &settings = m_state.account().settings;
    const auto setting = std::find_if(settings.begin(), settings.end(),
                                      [this](const auto &s) { return s.coin == m_coin; });
    if (cap && m_state.fees() && setting != settings.end() && setting->leverage > 0) {
        facts.largest = guard::largestSize(side, *cap, facts.grid, setting->leverage,
                                           side == Side::Buy ? setting->availableToBuy
                                                             : setting->availableToSell,
                                           m_state.fees()->taker, m_state.position(m_coin));
    }
    return facts;
}

std::optional<std::size_t> LadderDesk::chosenPreset() const
{
    return m_size ? std::nullopt : std::optional(m_chosen);
}

PresetSize LadderDesk::presetNow(std::size_t index, Side side) const
{
    return presetSize(m_hub.presets(m_coin).at(index), presetFacts(side));
}

PresetSize LadderDesk::size(Side side) const
{
    if (!m_size)
        return presetNow(m_chosen, side);
    const PresetFacts facts = presetFacts(side);
    PresetSize out;
    out.sz = *m_size;
    out.value = valueOf(out.sz, facts);
    out.problem = out.sz.lots <= 0 ? tr("no size") : belowMinimum(out.sz, facts);
    return out;
}

void LadderDesk::choosePreset(std::size_t index)
{
    m_size.reset();
    m_chosen = std::min(index, std::tuple_size_v<SizePresets> - 1);
    m_hub.choose(m_coin, m_chosen);
    Q_EMIT sizeChanged();
}

void LadderDesk::addPreset(std::size_t index)
{
    m_size = size(Side::Buy).sz + presetNow(index, Side::Buy).sz;
    Q_EMIT sizeChanged();
}

void LadderDesk::stepPreset(int steps)
{
    const auto last = static_cast<std::ptrdiff_t>(std::tuple_size_v<SizePresets>) - 1;
    const auto now = static_cast<std::ptrdiff_t>(m_chosen);
    choosePreset(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + steps, 0, last)));
}

void LadderDesk::sizeToPosition()
{
    const auto *position = m_state.position(m_coin);
    if (!position || position->szi.lots == 0) {
        refuse(tr("there is no position to take the size of"));
        return;
    }
    m_size = Sz{std::llabs(position->szi.lots)};
    Q_EMIT sizeChanged();
}

void LadderDesk::stepLots(std::int64_t lots)
{
    m_size = Sz{std::max<std::int64_t>(0, size(Side::Buy).sz.lots + lots)};
    Q_EMIT sizeChanged();
}

void LadderDesk::setPlainTif(model::Tif tif)
{
    m_plain = tif;
    Q_EMIT sizeChanged();
}

} // namespace hl::ui

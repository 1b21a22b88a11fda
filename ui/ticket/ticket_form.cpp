// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/ticket_form.h"

#include "ui/common/formatters.h"
#include "ui/ticket/ticket_context.h"

namespace hl::ui {

TicketForm::TicketForm(WorkspaceState &state, QObject *parent)
    : QObject(parent)
    , m_state(state)
    , m_coin(state.selectedCoin())
{
    connect(&state, &WorkspaceState::selectedCoinChanged, this, &TicketForm::setCoin);
    connect(&state, &WorkspaceState::ticketRequested, this, &TicketForm::fill);
    connect(&state, &WorkspaceState::closeRequested, this, &TicketForm::fillClose);
    connect(&state, &WorkspaceState::reverseRequested, this, &TicketForm::fillReverse);
    for (const auto signal : {&WorkspaceState::instrumentsChanged, &WorkspaceState::feesChanged,
                              &WorkspaceState::signerChanged, &WorkspaceState::heartbeat})
        connect(&state, signal, this, &TicketForm::refresh);
    connect(&state, &WorkspaceState::accountChanged, this, [this] {
        dropStaleReverse();
        refresh();
    });
    connect(&state, &WorkspaceState::signerChanged, this, [this] {
        if (std::exchange(m_account, m_state.signer().account) != m_account)
            m_leverageSet.clear();
    });
    connect(&state, &WorkspaceState::bookChanged, this,
            [this](const market::BookSnapshotPtr &book) {
                if (book->coin == m_coin)
                    refresh();
            });
    refresh();
}

Grid TicketForm::grid() const
{
    const market::Instrument *i = instrument();
    return i ? i->grid : Grid{};
}

bool TicketForm::hasPriceField() const
{
    return !isCapped() && m_type != TicketType::Twap && (!hasTriggerField() || m_isTriggerLimit);
}

bool TicketForm::isCapped() const
{
    return m_type == TicketType::Market || (m_type == TicketType::Bracket && m_plan.isMarketEntry);
}

bool TicketForm::hasTriggerField() const
{
    return m_type == TicketType::Stop || m_type == TicketType::Target;
}

bool TicketForm::reduceOnly() const
{
    if (m_type == TicketType::Bracket)
        return false; // its entry opens, its legs reduce
    return hasTriggerField() ? m_reduceOnlyTrigger : m_reduceOnlyEntry;
}

void TicketForm::setCoin(const std::string &coin)
{
    if (coin == m_coin)
        return;
    // A price or size of another market must never reach this one.
    m_coin = coin;
    m_price.clear();
    m_trigger.clear();
    m_size.clear();
    for (const TicketField field : {TicketField::Stop, TicketField::Target, TicketField::To})
        (m_plan.*planMember(field)).clear();
    m_reduceOnlyEntry = false;
    m_reverse.reset();
    refresh();
    Q_EMIT filled();
}

void TicketForm::setSide(model::Side side)
{
    if (side != m_side)
        m_reverse.reset(); // it is a person's own order by now
    m_side = side;
    refresh();
}

void TicketForm::setType(TicketType type)
{
    if (type != m_type)
        m_reverse.reset();
    m_type = type;
    refresh();
}

void TicketForm::setTriggerLimit(bool isLimit)
{
    m_isTriggerLimit = isLimit;
    refresh();
}

void TicketForm::setTif(model::Tif tif)
{
    m_tif = tif;
    refresh();
}

void TicketForm::setReduceOnly(bool on)
{
    (hasTriggerField() ? m_reduceOnlyTrigger : m_reduceOnlyEntry) = on;
    refresh();
}

void TicketForm::setSizeUnit(SizeUnit unit)
{
    if (unit == m_unit)
        return;
    const std::optional<Sz> sz = m_reading.sz;
    const std::optional<Px> px = m_reading.px;
    const std::optional<Sz> largest = m_reading.largest;
    m_unit = unit;
    m_size.clear();
    // The same size in the new unit, where it can be said.
    if (sz && sz->lots > 0) {
        if (unit == SizeUnit::Coin)
            m_size = fmt::szPlain(*sz, grid());
        else if (unit == SizeUnit::Quote && px)
            m_size = fmt::decimalText(toDecimal(*px * *sz, grid()), 2);
        else if (unit == SizeUnit::Percent && largest && largest->lots > 0)
            m_size = QString::number(sz->lots * 100 / largest->lots);
    }
    refresh();
    Q_EMIT filled();
}

void TicketForm::setPriceText(const QString &text)
{
    m_price = text;
    refresh();
}

void TicketForm::setTriggerText(const QString &text)
{
    m_trigger = text;
    refresh();
}

void TicketForm::setSizeText(const QString &text)
{
    m_size = text;
    refresh();
}

void TicketForm::setPercent(int percent)
{
    if (!m_reading.largest)
        return;
    const Sz sz{
        static_cast<std::int64_t>(static_cast<Int128>(m_reading.largest->lots) * percent / 100)};
    switch (m_unit) {
    case SizeUnit::Percent:
        m_size = QString::number(percent);
        break;
    case SizeUnit::Coin:
        m_size = sz.lots == 0 ? QString() : fmt::szPlain(sz, grid());
        break;
    case SizeUnit::Quote:
        m_size = sz.lots == 0 || !m_reading.px
                     ? QString()
                     : fmt::decimalText(toDecimal(*m_reading.px * sz, grid()), 2);
        break;
    }
    refresh();
    Q_EMIT filled();
}

void TicketForm::leverageWasSet(const std::string &coin, int leverage, bool isCross)
{
    m_leverageSet.insert_or_assign(coin, std::pair(leverage, isCross));
    refresh();
}

QString TicketForm::pxText(Px px) const
{
    return fmt::decimalText(toDecimal(px, grid()));
}

PriceReference TicketForm::reference() const
{
    return referenceOf(m_state, m_coin, grid(), m_side);
}

void TicketForm::setText(TicketField field, const QString &text)
{
    switch (field) {
    case TicketField::Price:
        m_price = text;
        break;
    case TicketField::Trigger:
        m_trigger = text;
        break;
    case TicketField::Size:
        m_size = text;
        break;
    case TicketField::None:
        return;
    default:
        m_plan.*planMember(field) = text;
    }
    refresh();
    Q_EMIT filled();
}

const QString &TicketForm::text(TicketField field) const
{
    if (const auto member = planMember(field))
        return m_plan.*member;
    return field == TicketField::Trigger ? m_trigger
                                         : (field == TicketField::Size ? m_size : m_price);
}

void TicketForm::commitPrice(TicketField field)
{
    if (text(field).trimmed().isEmpty())
        return;
    const auto value = parsePriceText(text(field), reference(), "px");
    if (!value)
        return;
    const QString shown = fmt::decimalText(*value);
    if (shown != text(field))
        setText(field, shown);
}

void TicketForm::step(TicketField field, int steps)
{
    const Grid at = grid();
    if (stepCounter(field, steps))
        return;
    if (field == TicketField::Size) {
        const std::int64_t lots = m_reading.sz ? m_reading.sz->lots : 0;
        if (m_unit == SizeUnit::Coin)
            setText(field, fmt::szPlain(Sz{std::max<std::int64_t>(0, lots + steps)}, at));
        return;
    }
    const auto value = parsePriceText(text(field), reference(), "px");
    if (!value) {
        if (text(field).trimmed().isEmpty())
            setToBest(field);
        return;
    }
    if (const auto px = steppedPx(*value, steps, at))
        setText(field, pxText(*px));
}

void TicketForm::setToBest(TicketField field)
{
    if (const auto best = reference().ownBest())
        setText(field, pxText(*best));
}

void TicketForm::setToWord(TicketField field, QChar letter)
{
    if (const auto value = parsePriceText(QString(letter), reference(), "px"))
        setText(field, fmt::decimalText(*value));
}

void TicketForm::takeNeighbour(TicketField field, bool upper)
{
    for (const TicketIssue &issue : m_reading.issues) {
        if (issue.field == field && issue.neighbours.size() == 2) {
            setText(field, pxText(issue.neighbours[upper ? 1 : 0]));
            return;
        }
    }
}

void TicketForm::fill(const std::string &coin, model::Side side, Px px)
{
    m_state.selectCoin(coin);
    setCoin(coin);
    m_side = side;
    if (hasTriggerField() && !m_isTriggerLimit)
        m_trigger = pxText(px);
    else {
        if (m_type == TicketType::Market)
            m_type = TicketType::Limit;
        m_plan.isMarketEntry = false;
        m_price = pxText(px);
    }
    refresh();
    Q_EMIT filled();
}

void TicketForm::fillClose(const std::string &coin)
{
    m_state.selectCoin(coin);
    setCoin(coin);
    const model::Position *position = m_state.position(coin);
    if (!position || position->szi.lots == 0)
        return;
    const bool isLong = position->szi.lots > 0;
    m_side = isLong ? model::Side::Sell : model::Side::Buy;
    m_type = TicketType::Market;
    m_reduceOnlyEntry = true;
    m_unit = SizeUnit::Coin;
    m_reverse.reset();
    m_size = fmt::szPlain(isLong ? position->szi : -position->szi, grid());
    refresh();
    Q_EMIT filled();
}

void TicketForm::fillReverse(const std::string &coin)
{
    fillClose(coin);
    const model::Position *position = m_state.position(coin);
    if (!position || position->szi.lots == 0)
        return;
    // One order: what closes goes first whatever of it fills, so nothing is open twice.
    m_reduceOnlyEntry = false;
    const Sz held = position->szi.lots > 0 ? position->szi : -position->szi;
    m_size = fmt::szPlain(held + held, grid());
    m_reverse.emplace(position->szi, m_size);
    refresh();
    Q_EMIT filled();
}

/// A size that was right for a position that is no more would open too much.
void TicketForm::dropStaleReverse()
{
    if (!m_reverse)
        return;
    if (m_size != m_reverse->second || m_unit != SizeUnit::Coin) {
        m_reverse.reset(); // it is another size by now, a person's own
        return;
    }
    const model::Position *position = m_state.position(m_coin);
    if ((position ? position->szi : Sz{}) == m_reverse->first)
        return;
    m_reverse.reset();
    m_size.clear();
    m_state.raiseNotice(engine::NoticeLevel::Warning,
                        tr("%1: the position has changed, so the size of the reverse is cleared. "
                           "Press Reverse again for what is held now.")
                            .arg(fmt::fromUtf8(m_coin)),
                        QStringLiteral("order"));
    Q_EMIT filled();
}

void TicketForm::fillPostOnly()
{
    fillClose(m_coin);
    m_type = TicketType::Limit;
    m_tif = model::Tif::Alo;
    if (const auto best = reference().ownBest())
        m_price = pxText(*best);
    refresh();
    Q_EMIT filled();
}

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/orders_model.h"

#include "model/order_group.h"
#include "ui/common/formatters.h"
#include "ui/models/cell_text.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace hl::ui {

namespace {

/// From the left, as the delegate reads them.
QString actWords(const std::vector<OrderAct> &acts)
{
    QStringList words;
    for (const OrderAct act : acts)
        words.prepend(act == OrderAct::Cancel ? OrdersModel::tr("cancel")
                      : act == OrderAct::Move ? OrdersModel::tr("move")
                                              : OrdersModel::tr("protect"));
    return words.join(QLatin1Char('\t'));
}

/// A stop that fires as a market order has a worst fill, not a price.
bool hasPrice(const model::Order &order)
{
    return !(order.trigger && order.trigger->isMarket);
}

Decimal valueOf(const model::Order &order)
{
    return toDecimal(order.px * order.origSz, order.grid);
}

QString phaseText(const model::Order &order)
{
    using model::OrderPhase;
    switch (order.phase) {
    case OrderPhase::Draft:
        return OrdersModel::tr("Checking");
    case OrderPhase::AwaitingSignature:
        return OrdersModel::tr("Waiting for the signature");
    case OrderPhase::Queued:
        return OrdersModel::tr("Signed, waiting to be sent");
    case OrderPhase::Sent:
        return OrdersModel::tr("Sent");
    case OrderPhase::Resting:
        return OrdersModel::tr("Resting");
    case OrderPhase::PartlyFilled:
        return OrdersModel::tr("Partly filled");
    case OrderPhase::Waiting:
        return OrdersModel::tr("Waiting for trigger");
    case OrderPhase::Filled:
        return OrdersModel::tr("Filled");
    case OrderPhase::Cancelled:
        return OrdersModel::tr("Cancelled");
    case OrderPhase::Expired:
        return OrdersModel::tr("Expired");
    case OrderPhase::RejectedLocal:
        return OrdersModel::tr("Refused here");
    case OrderPhase::RejectedVenue:
        return OrdersModel::tr("Refused by the venue");
    case OrderPhase::SignatureRefused:
        return OrdersModel::tr("Not signed");
    case OrderPhase::NotSent:
        return OrdersModel::tr("Not sent");
    case OrderPhase::Unknown:
        return OrdersModel::tr("Unknown");
    }
    return {};
}

} // namespace

QString orderTypeText(const model::Order &order)
{
    if (order.trigger) {
        const bool stop = order.trigger->tpsl == model::TpSl::Sl;
        if (order.trigger->isMarket)
            return stop ? OrdersModel::tr("Stop market") : OrdersModel::tr("Take profit market");
        return stop ? OrdersModel::tr("Stop limit") : OrdersModel::tr("Take profit limit");
    }
    if (order.kind == model::OrderKind::Market) {
        const QString cap = fmt::pxText(order.px, order.grid);
        return order.side == model::Side::Buy ? OrdersModel::tr("Market ≤ %1").arg(cap)
                                              : OrdersModel::tr("Market ≥ %1").arg(cap);
    }
    switch (order.tif) {
    case model::Tif::Gtc:
        return OrdersModel::tr("Limit · Gtc");
    case model::Tif::Ioc:
        return OrdersModel::tr("Limit · Ioc");
    case model::Tif::Alo:
        return OrdersModel::tr("Limit · Post only");
    }
    return {};
}

QString orderStateText(const model::Order &order)
{
    if (order.phase == model::OrderPhase::Unknown) {
        return order.reason.empty()
                   ? OrdersModel::tr("Unknown · asking the venue")
                   : OrdersModel::tr("Unknown · %1").arg(QString::fromStdString(order.reason));
    }
    if (!model::isTerminal(order.phase)) {
        if (order.pending == model::PendingChange::Cancelling)
            return OrdersModel::tr("Cancelling");
        if (order.pending == model::PendingChange::Modifying)
            return OrdersModel::tr("Moving");
    }
    QString state = phaseText(order);
    // A status the venue invented after this program was written is shown as it came.
    if (!order.venueStatus.empty())
        state += QStringLiteral(" · ") + QString::fromStdString(order.venueStatus);
    else if (model::isTerminal(order.phase) && !order.reason.empty())
        state += QStringLiteral(" · ") + QString::fromStdString(order.reason);
    return state;
}

bool canCancel(const model::Order &order)
{
    return !model::isTerminal(order.phase) && order.pending != model::PendingChange::Cancelling;
}

bool canMove(const model::Order &order)
{
    return model::isLive(order.phase) && !order.trigger &&
           order.pending == model::PendingChange::None;
}

OrdersModel::OrdersModel(QObject *parent) : KeyedModel(parent)
{
    setColumns({
        {"time", tr("Time"), false, true, "20:21:43.812"},
        {"market", tr("Market"), false, false, "HYPE/USDC @107"},
        {"side", tr("Side"), false, false, "sell"},
        {"type", tr("Type"), false, false, "Take profit market"},
        {"price", tr("Price"), true, true, "110,143.5"},
        {"size", tr("Size"), true, true, "100.0500"},
        {"filled", tr("Filled"), true, true, "100.0500"},
        {"value", tr("Value"), true, true, "105,507.15"},
        {"trigger", tr("Trigger"), true, true, "107,900.5"},
        {"reduce", tr("Reduce"), false, false, "Reduce"},
        {"state", tr("State"), false, false, "Unknown · asking the venue (2)", false, true, true},
        {"cloid", tr("cloid"), false, true, "0x5b1e…90a1", false, false, false, true},
        {"oid", tr("oid"), true, true, "383568041099", true},
        {"actions", QString(), true, false, "protect   move   cancel"},
    });
}

void OrdersModel::setInstruments(const engine::InstrumentListPtr &list)
{
    m_names.setInstruments(list);
    std::vector<int> all(rows().size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<int>(i);
    editRows(all, [this](OrderRow &row) {
        const QString label = m_names.label(row.order.coin);
        const bool differs = std::exchange(row.market, label) != label;
        return differs ? ColumnRange{Market, Market} : ColumnRange{};
    });
}

void OrdersModel::setOrders(const std::vector<model::Order> &orders, bool isSnapshot)
{
    if (isSnapshot) {
        std::unordered_set<model::OrderKey> known;
        for (const model::Order &order : orders)
            known.insert(order.key);
        removeIf([&](const OrderRow &row) {
            return !model::isTerminal(row.order.phase) && !known.contains(row.order.key);
        });
    }
    std::vector<OrderRow> incoming;
    incoming.reserve(orders.size());
    for (const model::Order &order : orders)
        incoming.push_back({order, m_names.label(order.coin)});
    for (OrderRow &row : incoming) {
        if (const int at = rowOf(row.order.key); at >= 0) {
            row.bare = rowAt(at).bare;
            row.stop = rowAt(at).stop;
        }
        if (row.order.parent != 0)
            m_legs.insert(row.order.key);
    }
    upsert(std::move(incoming));
    findBare();
    dropOldest();
}

/// interaction.md L31: the venue places a bracket's legs only after its entry has filled
/// completely.
void OrdersModel::findBare()
{
    struct Bracket
    {
        std::optional<Px> stop;
    };
    std::unordered_map<model::OrderKey, Bracket> brackets;
    const auto parentOf = [this](const model::Order &leg) {
        const int at = rowOf(leg.parent);
        return at < 0 ? nullptr : &orderAt(at);
    };
    std::erase_if(m_legs, [this](model::OrderKey key) {
        const int at = rowOf(key);
        return at < 0 || model::isTerminal(orderAt(at).phase);
    });
    for (const model::OrderKey key : m_legs) {
        const model::Order &leg = orderAt(rowOf(key));
        if (!model::isDormant(leg, parentOf(leg)))
            continue;
        Bracket &bracket = brackets[leg.parent];
        if (leg.trigger && leg.trigger->tpsl == model::TpSl::Sl)
            bracket.stop = leg.trigger->triggerPx;
    }
    // A stop that is at the venue covers what has filled: all of it where it is the position's.
    const auto covered = [&](const model::Order &entry) {
        std::int64_t lots = 0;
        for (const OrderRow &row : rows()) {
            const model::Order &stop = row.order;
            if (stop.coin != entry.coin || stop.side == entry.side || !stop.trigger ||
                !stop.reduceOnly || stop.trigger->tpsl != model::TpSl::Sl ||
                !model::isLive(stop.phase) || model::isDormant(stop, parentOf(stop)))
                continue;
            if (stop.origSz.lots == 0)
                return entry.filledSz;
            lots += stop.remaining().lots;
        }
        return Sz{std::min(lots, entry.filledSz.lots)};
    };
    for (const auto &[key, bracket] : brackets)
        m_entries.insert(key);
    std::vector<int> at;
    for (const model::OrderKey key : m_entries)
        if (const int row = rowOf(key); row >= 0)
            at.push_back(row);
    std::ranges::sort(at);
    editRows(at, [&](OrderRow &row) {
        const auto bracket = brackets.find(row.order.key);
        const bool isBracket = bracket != brackets.end();
        const bool hasFill = isBracket && row.order.filledSz.lots > 0;
        const Sz bare = hasFill ? row.order.filledSz - covered(row.order) : Sz{};
        const auto stop = isBracket ? bracket->second.stop : std::nullopt;
        if (row.bare == bare && row.stop == stop)
            return ColumnRange{};
        row.bare = bare;
        row.stop = stop;
        return ColumnRange{State, Actions};
    });
    std::erase_if(m_entries, [&](model::OrderKey key) { return !brackets.contains(key); });
}

std::vector<OrderAct> OrdersModel::actsAt(int row) const
{
    const OrderRow &at = rowAt(row);
    std::vector<OrderAct> out;
    if (!canCancel(at.order))
        return out;
    out.push_back(OrderAct::Cancel);
    if (canMove(at.order))
        out.push_back(OrderAct::Move);
    if (at.bare.lots > 0 && at.stop)
        out.push_back(OrderAct::Protect);
    return out;
}

void OrdersModel::dropOldest()
{
    if (rows().size() <= kMaxEnded)
        return;
    std::vector<std::pair<TimeMs, model::OrderKey>> ended;
    for (const OrderRow &row : rows()) {
        if (model::isTerminal(row.order.phase))
            ended.emplace_back(row.order.updatedAt, row.order.key);
    }
    if (ended.size() <= kMaxEnded)
        return;
    const auto firstKept = ended.end() - static_cast<std::ptrdiff_t>(kMaxEnded);
    std::nth_element(ended.begin(), firstKept, ended.end());
    removeIf([from = *firstKept](const OrderRow &row) {
        return model::isTerminal(row.order.phase) &&
               std::pair(row.order.updatedAt, row.order.key) < from;
    });
}

void OrdersModel::setEmulator(bool isEmulator)
{
    if (std::exchange(m_isEmulator, isEmulator) == isEmulator)
        return;
    std::vector<int> all(rows().size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<int>(i);
    editRows(all, [](OrderRow &) { return ColumnRange{State, State}; });
}

void OrdersModel::clear()
{
    removeIf([](const OrderRow &) { return true; });
}

int OrdersModel::openCount() const
{
    return static_cast<int>(std::count_if(rows().begin(), rows().end(), [](const OrderRow &row) {
        return !model::isTerminal(row.order.phase);
    }));
}

SortValue OrdersModel::sortValue(int row, int column) const
{
    const model::Order &o = orderAt(row);
    switch (column) {
    case Time:
        return static_cast<std::int64_t>(o.placedAt);
    case Market:
        return std::string_view(o.coin);
    case Side:
        return static_cast<std::int64_t>(o.side);
    case Type:
        return static_cast<std::int64_t>(
            o.trigger ? 10 + 2 * static_cast<int>(o.trigger->tpsl) + (o.trigger->isMarket ? 1 : 0)
                      : 4 * static_cast<int>(o.kind) + static_cast<int>(o.tif));
    case Price:
        return hasPrice(o) ? SortValue(toDecimal(o.px, o.grid)) : SortValue();
    case Size:
        return toDecimal(o.origSz, o.grid);
    case Filled:
        return toDecimal(o.filledSz, o.grid);
    case Value:
        return hasPrice(o) ? SortValue(valueOf(o)) : SortValue();
    case Trigger:
        return o.trigger ? SortValue(toDecimal(o.trigger->triggerPx, o.grid)) : SortValue();
    case Reduce:
        return static_cast<std::int64_t>(o.reduceOnly);
    case State:
        return static_cast<std::int64_t>(o.phase);
    case ClientId:
        return static_cast<std::int64_t>(o.cloid.has_value());
    case VenueId:
        return static_cast<std::int64_t>(o.oid);
    default:
        return {};
    }
}

QString OrdersModel::text(int row, int column) const
{
    const model::Order &o = orderAt(row);
    switch (column) {
    case Time:
        return fmt::timeTextMs(o.placedAt);
    case Market:
        return rowAt(row).market;
    case Side:
        return cell::side(o.side);
    case Type:
        return orderTypeText(o);
    case Price:
        return hasPrice(o) ? fmt::pxText(o.px, o.grid) : fmt::none();
    case Size:
        return fmt::szText(o.origSz, o.grid);
    case Filled:
        if (o.phase == model::OrderPhase::Unknown)
            return QStringLiteral("?");
        return o.filledSz.lots == 0 ? QStringLiteral("0") : fmt::szText(o.filledSz, o.grid);
    case Value:
        return hasPrice(o) ? fmt::money(valueOf(o)) : QString();
    case Trigger:
        return o.trigger ? fmt::pxText(o.trigger->triggerPx, o.grid) : QString();
    case Reduce:
        return o.reduceOnly ? tr("yes") : QString();
    case State:
        if (rowAt(row).bare.lots > 0 && o.phase != model::OrderPhase::Unknown)
            return tr("%1 filled, unprotected").arg(fmt::szText(rowAt(row).bare, o.grid));
        return m_isEmulator && o.phase == model::OrderPhase::AwaitingSignature
                   ? tr("%1 · emulator").arg(orderStateText(o))
                   : orderStateText(o);
    case ClientId:
        return o.cloid ? fmt::shortId(o.cloid->toString()) : fmt::none();
    case VenueId:
        return o.oid ? QString::number(o.oid) : fmt::none();
    case Actions:
        return actWords(actsAt(row));
    default:
        return {};
    }
}

QString OrdersModel::exactText(int row, int column) const
{
    const model::Order &o = orderAt(row);
    switch (column) {
    case Time:
        return cell::isoTime(o.placedAt);
    case Market:
        return QString::fromStdString(o.coin);
    case Price:
        return QString::fromStdString(pxText(o.px, o.grid));
    case Size:
        return QString::fromStdString(szText(o.origSz, o.grid));
    case Filled:
        return QString::fromStdString(szText(o.filledSz, o.grid));
    case Value:
        return hasPrice(o) ? QString::fromStdString(valueOf(o).toString()) : QString();
    case Trigger:
        return o.trigger ? QString::fromStdString(pxText(o.trigger->triggerPx, o.grid)) : QString();
    case Reduce:
        return o.reduceOnly ? QStringLiteral("true") : QStringLiteral("false");
    case ClientId:
        return o.cloid ? QString::fromStdString(o.cloid->toString()) : QString();
    case VenueId:
        return o.oid ? QString::number(o.oid) : QString();
    case Actions:
        return {};
    default:
        return text(row, column);
    }
}

Tone OrdersModel::tone(int row, int column) const
{
    const model::Order &o = orderAt(row);
    switch (column) {
    case Side:
        return o.side == model::Side::Buy ? Tone::Bid : Tone::Ask;
    case State:
        if (o.phase == model::OrderPhase::Unknown)
            return Tone::Unknown;
        if (rowAt(row).bare.lots > 0)
            return Tone::Ask;
        if (o.pending != model::PendingChange::None && !model::isTerminal(o.phase))
            return Tone::Own;
        return o.phase == model::OrderPhase::Resting || o.phase == model::OrderPhase::PartlyFilled
                   ? Tone::Text
                   : Tone::TextDim;
    case Time:
    case ClientId:
    case VenueId:
        return Tone::TextDim;
    default:
        return Tone::Text;
    }
}

Tone OrdersModel::rowTone(int row) const
{
    return orderAt(row).phase == model::OrderPhase::Unknown ? Tone::Unknown : Tone::Text;
}

QString OrdersModel::toolTip(int row, int column) const
{
    const model::Order &o = orderAt(row);
    switch (column) {
    case Time:
        return cell::isoTime(o.placedAt);
    case Price:
        return hasPrice(o) ? QString() : tr("Worst fill %1").arg(fmt::pxText(o.px, o.grid));
    case Filled:
        return o.avgFillPx ? tr("Average %1").arg(fmt::pxText(*o.avgFillPx, o.grid)) : QString();
    case State:
        if (o.phase == model::OrderPhase::Unknown)
            return tr("The order left this computer and nothing proves yet what became of it. %1")
                .arg(QString::fromStdString(o.reason))
                .trimmed();
        if (rowAt(row).bare.lots > 0)
            return tr("The venue places the stop and target only after the entry has filled "
                      "completely. P puts the stop there for the whole position now.");
        return QString::fromStdString(o.reason);
    case ClientId:
        return o.cloid ? QString::fromStdString(o.cloid->toString())
                       : tr("Placed without a client order id");
    default:
        return {};
    }
}

QVariant OrdersModel::key(int row) const
{
    return QVariant::fromValue<qulonglong>(orderAt(row).key);
}

} // namespace hl::ui

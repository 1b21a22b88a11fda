// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "guard/order_math.h"
#include "model/ticket_validator.h"
#include "ui/common/workspace_state.h"
#include "ui/ticket/number_input.h"
#include "ui/ticket/ticket_plan.h"

#include <QObject>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace hl::ui {

enum class TicketType : std::uint8_t { Limit, Market, Stop, Target, Bracket, Scale, Twap };
enum class SizeUnit : std::uint8_t { Coin, Quote, Percent };
enum class TicketField : std::uint8_t {
    None,
    Price,
    Trigger,
    Size,
    Stop,    ///< of a bracket
    Target,  ///< of a bracket
    To,      ///< a scale's last price
    Orders,  ///< a scale's number of orders
    Skew,    ///< a scale's last size over its first
    Minutes, ///< of a TWAP
};

/// One thing that is wrong or worth saying, in a sentence.
struct TicketIssue
{
    TicketField field = TicketField::None;
    QString text;
    bool blocks = true;
    std::vector<Px> neighbours; ///< the two valid prices, where the rule is the tick
};

/// Everything the ticket shows, worked out from its texts and the state at one moment.
struct TicketReading
{
    /// Whole, though perhaps not valid; of a plan the whole it stands for (model::wholeOf).
    std::optional<model::OrderTicket> ticket;
    TicketPlan plan; ///< empty where the ticket is one order
    std::vector<TicketIssue> issues;
    bool isEmpty = false; ///< nothing typed yet: nothing to complain about

    std::optional<Px> px; ///< price, cap or worst fill
    std::optional<Px> trigger;
    std::optional<Sz> sz;
    std::optional<Decimal> value;
    std::optional<Decimal> fee;
    bool isMakerFee = false;
    std::optional<Decimal> margin;
    guard::Liquidation liquidation;
    std::optional<std::int64_t> ticksFromBest; ///< of the own side, in valid steps
    std::optional<guard::BookFill> bookFill;   ///< where it would take
    std::optional<Sz> largest;

    /// First sentence that forbids sending, or null.
    const TicketIssue *blocker() const;
};

/// The state of one order ticket without a widget: texts in, a reading out. GUI thread.
class TicketForm : public QObject
{
    Q_OBJECT

public:
    explicit TicketForm(WorkspaceState &state, QObject *parent = nullptr);

    const std::string &coin() const { return m_coin; }
    const market::Instrument *instrument() const { return m_state.instrument(m_coin); }
    Grid grid() const;

    model::Side side() const { return m_side; }
    TicketType type() const { return m_type; }
    bool isTriggerLimit() const { return m_isTriggerLimit; }
    model::Tif tif() const { return m_tif; }
    bool reduceOnly() const;
    SizeUnit sizeUnit() const { return m_unit; }
    const QString &priceText() const { return m_price; }
    const QString &triggerText() const { return m_trigger; }
    const QString &sizeText() const { return m_size; }
    const QString &text(TicketField field) const;
    /// A bracket, a scale or a TWAP: more than one order by one action.
    bool isPlan() const;
    bool isMarketEntry() const { return m_plan.isMarketEntry; }
    /// Is a price typed at all in this kind of order?
    bool hasPriceField() const;
    bool hasTriggerField() const;

    void setSide(model::Side side);
    void setType(TicketType type);
    void setTriggerLimit(bool isLimit);
    void setTif(model::Tif tif);
    void setReduceOnly(bool on);
    void setMarketEntry(bool isMarket); ///< of a bracket
    void setRandomised(bool on);        ///< of a TWAP
    bool isRandomised() const { return m_plan.isRandomised; }
    void setPlanText(TicketField field, const QString &text);
    void setSizeUnit(SizeUnit unit);
    void setPriceText(const QString &text);
    void setTriggerText(const QString &text);
    void setSizeText(const QString &text);
    /// Share of the largest size, in percent; switches nothing but the size text.
    void setPercent(int percent);

    /// A price as the field would print it.
    QString pxText(Px px) const;

    /// Turns a relative or loosely typed price into the price it means; leaves refused text alone.
    void commitPrice(TicketField field);
    /// Steps the price by valid ticks, the size by lots (with ten times for Shift).
    void step(TicketField field, int steps);
    void setToBest(TicketField field);
    void setToWord(TicketField field, QChar letter);
    void takeNeighbour(TicketField field, bool upper);

    /// A click in a ladder (L4, L9).
    void fill(const std::string &coin, model::Side side, Px px);
    /// The whole position, reduce-only, at the market cap.
    void fillClose(const std::string &coin);
    /// Twice the position the other way at the market cap: closes it and opens as much (L32).
    void fillReverse(const std::string &coin);
    /// What the venue takes after an upgrade (G15): post-only at the touch; where there is a
    /// position, the order that closes it.
    void fillPostOnly();
    /// Would fillPostOnly change what kind of order this is?
    bool isPostOnly() const { return m_type == TicketType::Limit && m_tif == model::Tif::Alo; }

    PriceReference reference() const;
    int leverage() const; ///< 0 where not known
    bool isCross() const;
    /// The venue has taken this setting; it counts until the account's own word comes.
    void leverageWasSet(const std::string &coin, int leverage, bool isCross);
    const TicketReading &reading() const { return m_reading; }
    void refresh();

Q_SIGNALS:
    /// A text or choice was changed by something else than its own widget.
    void filled();
    void readingChanged();

private:
    void setText(TicketField field, const QString &text);
    static QString PlanTexts::*planMember(TicketField field);
    bool stepCounter(TicketField field, int steps);
    bool isCapped() const; ///< its price is the cap of a market order
    void setCoin(const std::string &coin);
    void dropStaleReverse();
    void readPrices(TicketReading &out) const;
    void readSize(TicketReading &out) const;
    void judge(TicketReading &out) const;
    void judgePlan(const model::OrderTicket &first, TicketReading &out) const;
    std::optional<TicketPlan> readBracket(const model::OrderTicket &entry,
                                          TicketReading &out) const;
    std::optional<TicketPlan> readScale(const model::OrderTicket &first, TicketReading &out) const;
    void judgeTwap(const model::OrderTicket &whole, TicketReading &out) const;
    void sayDust(TicketReading &out) const;
    void summarise(TicketReading &out) const;
    std::optional<Px> readPx(TicketField field, TicketReading &out) const;
    std::optional<Sz> largest(Px px) const;
    std::optional<Decimal> feeRate(bool isMaker) const;
    bool isMaker(Px px) const;
    const model::MarketSetting *setting() const;
    const model::MarginSummary *margin() const;

    WorkspaceState &m_state;
    std::string m_coin;
    model::Side m_side = model::Side::Buy;
    TicketType m_type = TicketType::Limit;
    bool m_isTriggerLimit = false;
    model::Tif m_tif = model::Tif::Alo;
    bool m_reduceOnlyEntry = false;
    bool m_reduceOnlyTrigger = true; ///< a stop or target protects unless told otherwise
    SizeUnit m_unit = SizeUnit::Coin;
    QString m_price;
    QString m_trigger;
    QString m_size;
    PlanTexts m_plan;
    std::map<std::string, std::pair<int, bool>> m_leverageSet;
    Address m_account;
    /// The position of m_coin for which Reverse has filled the size, and that size.
    std::optional<std::pair<Sz, QString>> m_reverse;
    TicketReading m_reading;
};

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/order_command.h"

#include "app/cli/exchange_session.h"
#include "base/random_cloid.h"
#include "model/ticket_validator.h"
#include "num/tick_rule.h"
#include "trading/action_encoding.h"

#include <QCoreApplication>

#include <cstdio>

namespace hl::cli {

namespace {

/// Of a market order's cap, from the touch (interaction.md, market caps: entry, deep book).
const Decimal kDefaultSlippagePercent{5, 1};

struct OrderWords
{
    std::string coin;
    model::Side side = model::Side::Buy;
    std::string sz;
    std::string px; ///< empty: market
    model::Tif tif = model::Tif::Gtc;
    std::optional<Cloid> cloid;
    bool reduceOnly = false;
    std::string triggerPx; ///< empty: no trigger
    model::TpSl tpsl = model::TpSl::Sl;
    Decimal slippage; ///< a fraction
};

Status readTrigger(const CallParser &parser, OrderWords &words)
{
    words.triggerPx = parser.value(QStringLiteral("trigger")).toStdString();
    const QString tpsl = parser.value(QStringLiteral("tpsl"));
    if (words.triggerPx.empty() != tpsl.isEmpty())
        return fail(ErrorKind::Validation, "--trigger and --tpsl go together",
                    words.triggerPx.empty() ? "--tpsl" : "--trigger");
    if (!tpsl.isEmpty() && tpsl != QLatin1String("tp") && tpsl != QLatin1String("sl"))
        return fail(ErrorKind::Validation, "must be tp or sl", "--tpsl");
    words.tpsl = tpsl == QLatin1String("tp") ? model::TpSl::Tp : model::TpSl::Sl;
    if (!words.triggerPx.empty() && parser.isSet(QStringLiteral("tif")))
        return fail(ErrorKind::Validation, "has no meaning with --trigger", "--tif");
    return {};
}

Result<OrderWords> readWords(const CallParser &parser)
{
    const QStringList given = parser.positionals();
    OrderWords words;
    words.coin = given[0].toStdString();
    if (given[1] != QLatin1String("buy") && given[1] != QLatin1String("sell"))
        return fail(ErrorKind::Validation, "must be buy or sell", "side");
    words.side = given[1] == QLatin1String("buy") ? model::Side::Buy : model::Side::Sell;
    words.sz = given[2].toStdString();
    if (given[3] != QLatin1String("market"))
        words.px = given[3].toStdString();

    const QString tif = parser.value(QStringLiteral("tif")).toLower();
    if (tif == QLatin1String("ioc"))
        words.tif = model::Tif::Ioc;
    else if (tif == QLatin1String("alo"))
        words.tif = model::Tif::Alo;
    else if (!tif.isEmpty() && tif != QLatin1String("gtc"))
        return fail(ErrorKind::Validation, "must be gtc, ioc or alo", "--tif");
    if (words.px.empty() && !tif.isEmpty() && words.tif != model::Tif::Ioc)
        return fail(ErrorKind::Validation, "a market order is ioc", "--tif");

    words.cloid = randomCloid();
    if (parser.isSet(QStringLiteral("cloid"))) {
        Result<Cloid> cloid = Cloid::parse(parser.value(QStringLiteral("cloid")).toStdString());
        if (!cloid)
            return fail(ErrorKind::Validation, cloid.error().detail, "--cloid");
        words.cloid = *cloid;
    }
    words.reduceOnly = parser.isSet(QStringLiteral("reduce-only"));
    HL_CHECK(readTrigger(parser, words));

    Decimal percent = kDefaultSlippagePercent;
    if (parser.isSet(QStringLiteral("slippage"))) {
        Result<Decimal> said =
            Decimal::parse(parser.value(QStringLiteral("slippage")).toStdString());
        if (!said || said->isNegative() || *said > Decimal::fromInt(50))
            return fail(ErrorKind::Validation, "must be percent between 0 and 50", "--slippage");
        percent = *said;
    }
    words.slippage = percent * Decimal(1, 2);
    return words;
}

Error named(const Error &error, const char *field)
{
    Error result = error;
    result.field = field;
    return result;
}

/// One `order` call: market, then (for a cap) the touch, then the ticket, its check, the action.
class OrderCall
{
public:
    OrderCall(ExchangeSession &session, OrderWords words)
        : m_session(session)
        , m_words(std::move(words))
    {}

    void start()
    {
        m_session.withMarket(m_words.coin, [this](const market::Instrument &instrument) {
            m_instrument = instrument;
            if (const Status read = readFigures(); !read)
                return m_session.end(read.error());
            askContext();
        });
    }

private:
    Status readFigures()
    {
        const Grid grid = m_instrument.grid;
        m_ticket.coin = m_instrument.coin;
        m_ticket.side = m_words.side;
        m_ticket.tif = m_words.px.empty() ? model::Tif::Ioc : m_words.tif;
        m_ticket.cloid = m_words.cloid;
        m_ticket.reduceOnly = m_words.reduceOnly;
        m_ticket.kind = m_words.px.empty() ? model::OrderKind::Market : model::OrderKind::Limit;
        const Result<Sz> sz = parseSz(m_words.sz, grid);
        if (!sz)
            return fail(named(sz.error(), "sz"));
        m_ticket.sz = *sz;
        if (!m_words.px.empty()) {
            const Result<Px> px = parsePx(m_words.px, grid);
            if (!px)
                return fail(named(px.error(), "px"));
            m_ticket.px = *px;
        }
        if (!m_words.triggerPx.empty()) {
            const Result<Px> px = parsePx(m_words.triggerPx, grid);
            if (!px)
                return fail(named(px.error(), "triggerPx"));
            m_ticket.kind = model::OrderKind::Trigger;
            m_ticket.trigger = model::TriggerSpec{*px, m_words.px.empty(), m_words.tpsl};
        }
        return {};
    }

    /// The mark price for the checks, and the account's position for a reduce-only order.
    void askContext()
    {
        m_session.ask(codec::Object{{"type", "allMids"}, {"dex", m_instrument.dex}},
                      [this](const std::string &text) {
                          const auto mids = m_session.venue().decoder().allMids(text);
                          if (!mids)
                              return m_session.end(mids.error());
                          for (const auto &[coin, mid] : *mids) {
                              if (coin == m_instrument.coin)
                                  m_mid = mid;
                          }
                          askPosition();
                      });
    }

    void askPosition()
    {
        if (!m_ticket.reduceOnly || !m_instrument.isPerp())
            return askTouch();
        m_session.withAccount([this](const Address &account) {
            m_session.ask(codec::Object{{"type", "clearinghouseState"},
                                        {"user", account.toString()},
                                        {"dex", m_instrument.dex}},
                          [this](const std::string &text) {
                              const auto state = m_session.venue().decoder().clearinghouseState(
                                  text, m_instrument.dex);
                              if (!state)
                                  return m_session.end(state.error());
                              for (const model::Position &position : state->positions) {
                                  if (position.coin == m_instrument.coin)
                                      m_position = position;
                              }
                              askTouch();
                          });
        });
    }

    void askTouch()
    {
        if (!m_words.px.empty())
            return place();
        if (m_ticket.trigger) {
            // The worst fill of a stop-market: the venue's own 10 % past its trigger.
            return cap(toDecimal(m_ticket.trigger->triggerPx, m_instrument.grid), Decimal(1, 1));
        }
        m_session.ask(
            codec::Object{{"type", "l2Book"}, {"coin", m_instrument.coin}},
            [this](const std::string &text) {
                const auto book = m_session.venue().decoder().l2Book(text);
                if (!book)
                    return m_session.end(book.error());
                const bool isBuy = m_ticket.side == model::Side::Buy;
                const auto *levels = !*book ? nullptr : isBuy ? &(*book)->asks : &(*book)->bids;
                if (levels == nullptr || levels->empty())
                    return m_session.end({ErrorKind::Validation,
                                          "there is no price to fill a market order at", "px"});
                cap(toDecimal(levels->front().px, m_instrument.grid), m_words.slippage);
            });
    }

    void cap(const Decimal &from, const Decimal &slippage)
    {
        const Result<Px> px =
            slippagePx(from, m_ticket.side == model::Side::Buy, slippage, m_instrument.grid);
        if (!px)
            return m_session.end(px.error());
        m_ticket.px = *px;
        place();
    }

    void place()
    {
        model::ValidationContext context;
        context.instrument = &m_instrument;
        context.mark = m_mid;
        context.position = m_position ? &*m_position : nullptr;
        for (const model::TicketProblem &problem : model::validateTicket(m_ticket, context)) {
            if (problem.blocks)
                return m_session.end({ErrorKind::Validation, problem.detail, problem.field});
            std::fprintf(stderr, "touchline-cli order: note: %s: %s\n", problem.field.c_str(),
                         problem.detail.c_str());
        }
        m_session.submit(trading::orderAction(m_ticket, m_instrument), headline(),
                         {{Lookup::Of::Order, m_ticket.cloid->toString()}});
    }

    std::string headline() const
    {
        const Grid grid = m_instrument.grid;
        std::string text = m_ticket.side == model::Side::Buy ? "Buy " : "Sell ";
        text += szText(m_ticket.sz, grid) + " " + m_instrument.displayName;
        if (m_instrument.displayName != m_instrument.coin)
            text += " (" + m_instrument.coin + ")";
        if (m_ticket.trigger)
            text += std::string(m_ticket.trigger->tpsl == model::TpSl::Tp ? " target" : " stop") +
                    " when the mark price reaches " + pxText(m_ticket.trigger->triggerPx, grid) +
                    ", worst fill " + pxText(m_ticket.px, grid);
        else if (m_ticket.kind == model::OrderKind::Market)
            text += " at market, never beyond " + pxText(m_ticket.px, grid);
        else
            text += " at " + pxText(m_ticket.px, grid) +
                    (m_ticket.tif == model::Tif::Alo   ? ", post only"
                     : m_ticket.tif == model::Tif::Ioc ? ", immediate or cancel"
                                                       : " or better, until cancelled");
        return text + (m_ticket.reduceOnly ? ", reduce only" : "");
    }

    ExchangeSession &m_session;
    OrderWords m_words;
    market::Instrument m_instrument;
    model::OrderTicket m_ticket;
    std::optional<Decimal> m_mid;
    std::optional<model::Position> m_position;
};

} // namespace

int runOrder(const QStringList &arguments)
{
    CallParser parser(QStringLiteral("order"),
                      QStringLiteral("Places one order: previewed, signed, sent, followed."));
    parser.positional(QStringLiteral("coin"), QStringLiteral("Market: BTC, @107, PURR/USDC …"),
                      QStringLiteral("COIN"));
    parser.positional(QStringLiteral("side"), QStringLiteral("buy or sell"),
                      QStringLiteral("buy|sell"));
    parser.positional(QStringLiteral("size"), QStringLiteral("Size in the coin."),
                      QStringLiteral("SZ"));
    parser.positional(QStringLiteral("price"), QStringLiteral("Limit price, or market."),
                      QStringLiteral("PX|market"));
    parser.option(QStringLiteral("tif"), QStringLiteral("Time in force. Default: gtc."),
                  QStringLiteral("gtc|ioc|alo"));
    parser.option(QStringLiteral("cloid"), QStringLiteral("Client order id. Default: random."),
                  QStringLiteral("C"));
    parser.option(QStringLiteral("reduce-only"), QStringLiteral("Only reduce a position."));
    parser.option(QStringLiteral("trigger"),
                  QStringLiteral("Wait until the mark price reaches this."), QStringLiteral("PX"));
    parser.option(QStringLiteral("tpsl"), QStringLiteral("Kind of trigger."),
                  QStringLiteral("tp|sl"));
    parser.option(QStringLiteral("slippage"),
                  QStringLiteral("How far past the touch a market order may fill. Default: 0.5."),
                  QStringLiteral("PERCENT"));
    ExchangeSession::addOptions(parser);
    if (const auto status = parser.parse(arguments, 4, 4))
        return *status;
    Result<OrderWords> words = readWords(parser);
    if (!words)
        return parser.badCall(QString::fromStdString(words.error().sentence()));
    auto session = ExchangeSession::open(parser, words->reduceOnly ? Intent::Exit : Intent::Entry);
    if (!session)
        return parser.failed(QString::fromStdString(session.error().sentence()));
    OrderCall call(**session, std::move(*words));
    return (*session)->run([&] { call.start(); });
}

} // namespace hl::cli

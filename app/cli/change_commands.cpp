// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/exchange_session.h"
#include "app/cli/order_command.h"
#include "app/cli/press_facts.h"
#include "model/ticket_validator.h"
#include "trading/venue_reports.h"

#include <QFile>

#include <charconv>
#include <variant>

namespace hl::cli {

namespace {

QString word(const char *latin)
{
    return QString::fromLatin1(latin);
}

Result<actions::OrderRef> parseRef(const QString &text)
{
    const std::string said = text.toStdString();
    if (said.starts_with("0x") || said.starts_with("0X")) {
        Result<Cloid> cloid = Cloid::parse(said);
        if (!cloid)
            return fail(ErrorKind::Validation, cloid.error().detail, "cloid");
        return *cloid;
    }
    std::uint64_t oid = 0;
    const auto [end, error] = std::from_chars(said.data(), said.data() + said.size(), oid);
    if (error != std::errc() || end != said.data() + said.size() || oid == 0)
        return fail(ErrorKind::Validation, "must be an order id or a cloid (0x…)", "oid");
    return oid;
}

std::string toText(const actions::OrderRef &ref)
{
    const auto *oid = std::get_if<std::uint64_t>(&ref);
    return oid != nullptr ? std::to_string(*oid) : std::get<Cloid>(ref).toString();
}

void addOrderPositionals(CallParser &parser)
{
    parser.positional(word("coin"), word("Market of the order."), word("COIN"));
    parser.positional(word("order"), word("The venue's order id, or the client's."),
                      QStringLiteral("OID|CLOID"));
}

/// The order as the venue has it, with new figures.
class ModifyCall
{
public:
    ModifyCall(ExchangeSession &session, std::string coin, actions::OrderRef ref, std::string px,
               std::string sz)
        : m_session(session)
        , m_coin(std::move(coin))
        , m_ref(ref)
        , m_px(std::move(px))
        , m_sz(std::move(sz))
    {}

    void start()
    {
        m_session.withMarket(m_coin, [this](const market::Instrument &instrument) {
            m_instrument = instrument;
            m_session.withAccount([this](const Address &account) {
                m_session.ask(codec::Object{{"type", "orderStatus"},
                                            {"user", account.toString()},
                                            {"oid", toValue(m_ref)}},
                              [this](const std::string &text) { found(text); });
            });
        });
    }

private:
    void found(const std::string &text)
    {
        const auto status = m_session.venue().decoder().orderStatus(text);
        if (!status)
            return m_session.end(status.error());
        const venue::WireOrder &order = status->update.order;
        if (!status->isKnown || order.coin != m_instrument.coin)
            return m_session.end({ErrorKind::Validation,
                                  "the venue knows no such order in " + m_instrument.coin, "oid"});
        if (status->update.statusClass() != venue::StatusClass::Open)
            return m_session.end({ErrorKind::Validation,
                                  "the order is not open any more: " + status->update.status,
                                  "oid"});
        const Result<actions::OrderWire> wire = changed(order);
        if (!wire)
            return m_session.end(wire.error());
        actions::ModifyWire change;
        // By the venue's id, which names this very order and not a successor with its cloid.
        change.oid = order.oid;
        change.order = *wire;
        actions::BatchModify modify;
        // Else the venue turns a Gtc into post-only and refuses a trigger (exchange-actions.md 1).
        modify.a = order.tif != "Alo";
        modify.modifies.push_back(std::move(change));
        std::vector<Lookup> lookups;
        if (order.cloid)
            lookups.push_back({Lookup::Of::Modify, order.cloid->toString(), order.oid});
        m_session.submit(modify,
                         "Modify order " + std::to_string(order.oid) + " in " + m_instrument.coin +
                             ": " + (wire->b ? "buy " : "sell ") + wire->s.text + " at " +
                             wire->p.text,
                         std::move(lookups));
    }

    Result<actions::OrderWire> changed(const venue::WireOrder &order) const
    {
        const Grid grid = m_instrument.grid;
        Px px = order.limitPx;
        Sz sz = order.sz;
        if (!m_px.empty()) {
            const Result<Px> parsed = parsePx(m_px, grid);
            if (!parsed)
                return fail(ErrorKind::Validation, parsed.error().detail, "px");
            px = *parsed;
        }
        if (!m_sz.empty()) {
            const Result<Sz> parsed = parseSz(m_sz, grid);
            if (!parsed)
                return fail(ErrorKind::Validation, parsed.error().detail, "sz");
            sz = *parsed;
        }
        HL_CHECK(check(order, px, sz));
        actions::OrderWire wire;
        wire.a = m_instrument.asset;
        wire.b = order.side == model::Side::Buy;
        wire.p.text = pxText(px, grid);
        wire.s.text = szText(sz, grid);
        wire.r = order.reduceOnly.value_or(false);
        wire.c = order.cloid;
        if (const auto known = trading::triggerOf(order)) {
            actions::Trigger trigger;
            trigger.isMarket = known->isMarket;
            trigger.triggerPx.text = pxText(known->triggerPx, grid);
            trigger.tpsl = known->tpsl == model::TpSl::Tp ? actions::TpSl::Tp : actions::TpSl::Sl;
            wire.t.kind = trigger;
        } else {
            wire.t.kind =
                actions::Limit{order.tif == "Alo" ? actions::Tif::Alo : actions::Tif::Gtc};
        }
        return wire;
    }

    /// Tick, lot and value as for a new order; what depends on the position was judged when it was
    /// placed.
    Status check(const venue::WireOrder &order, Px px, Sz sz) const
    {
        model::OrderTicket ticket;
        ticket.coin = m_instrument.coin;
        ticket.side = order.side;
        ticket.px = px;
        ticket.sz = sz;
        model::ValidationContext context;
        context.instrument = &m_instrument;
        for (const model::TicketProblem &problem : model::validateTicket(ticket, context)) {
            if (problem.blocks && !(problem.rule == "minValue" && order.reduceOnly == true))
                return fail(ErrorKind::Validation, problem.detail, problem.field);
        }
        return {};
    }

    ExchangeSession &m_session;
    std::string m_coin;
    actions::OrderRef m_ref;
    std::string m_px;
    std::string m_sz;
    market::Instrument m_instrument;
};

int refused(const CallParser &parser, const Error &error)
{
    return parser.failed(QString::fromStdString(error.sentence()));
}

} // namespace

int runCancel(const QStringList &arguments)
{
    CallParser parser(word("cancel"), word("Cancels one order."));
    addOrderPositionals(parser);
    ExchangeSession::addOptions(parser);
    if (const auto status = parser.parse(arguments, 2, 2))
        return *status;
    const Result<actions::OrderRef> ref = parseRef(parser.positionals().at(1));
    if (!ref)
        return parser.badCall(QString::fromStdString(ref.error().sentence()));
    auto session = ExchangeSession::open(parser, Intent::Exit);
    if (!session)
        return refused(parser, session.error());

    const std::string coin = parser.positionals().at(0).toStdString();
    return (*session)->run([&] {
        (*session)->withMarket(coin, [&](const market::Instrument &instrument) {
            actions::Action action;
            if (const auto *oid = std::get_if<std::uint64_t>(&*ref))
                action = actions::Cancel{{{instrument.asset, *oid}}};
            else
                action = actions::CancelByCloid{{{instrument.asset, std::get<Cloid>(*ref)}}};
            (*session)->submit(std::move(action),
                               "Cancel order " + toText(*ref) + " in " + instrument.coin,
                               {{Lookup::Of::Cancel, toValue(*ref)}});
        });
    });
}

int runModify(const QStringList &arguments)
{
    CallParser parser(word("modify"),
                      word("Gives a resting order another price or size. It keeps its cloid and "
                           "takes a new oid."));
    addOrderPositionals(parser);
    parser.option(word("px"), word("The new price. Default: as it is."), word("PX"));
    parser.option(word("sz"), word("The new size. Default: what is left of it."), word("SZ"));
    ExchangeSession::addOptions(parser);
    if (const auto status = parser.parse(arguments, 2, 2))
        return *status;
    const Result<actions::OrderRef> ref = parseRef(parser.positionals().at(1));
    if (!ref)
        return parser.badCall(QString::fromStdString(ref.error().sentence()));
    if (!parser.isSet(word("px")) && !parser.isSet(word("sz")))
        return parser.badCall(word("says neither --px nor --sz: there is nothing to change"));
    auto session = ExchangeSession::open(parser);
    if (!session)
        return refused(parser, session.error());
    ModifyCall call(**session, parser.positionals().at(0).toStdString(), *ref,
                    parser.value(word("px")).toStdString(), parser.value(word("sz")).toStdString());
    return (*session)->run([&] { call.start(); });
}

int runAction(const QStringList &arguments)
{
    CallParser parser(word("action"), word("Sends any action written as JSON."));
    parser.positional(word("file"), word("The action's JSON; - reads standard input."),
                      word("FILE|-"));
    ExchangeSession::addOptions(parser);
    if (const auto status = parser.parse(arguments, 1, 1))
        return *status;
    const QString name = parser.positionals().at(0);
    QFile file(name);
    const bool isOpen = name == QLatin1String("-") ? file.open(stdin, QIODevice::ReadOnly)
                                                   : file.open(QIODevice::ReadOnly);
    if (!isOpen)
        return parser.failed(QStringLiteral("%1 cannot be read").arg(name));
    Result<actions::Action> action = actions::parseAction(file.readAll().toStdString());
    if (!action)
        return refused(parser, action.error());
    if (action->is<actions::MultiSig>())
        return parser.failed(word("a multiSig action is signed by several keys: see batch, "
                                  "operation \"multisig\""));
    auto session = ExchangeSession::open(parser, intentOf(*action));
    if (!session)
        return refused(parser, session.error());
    return (*session)->run(
        [&] { (*session)->submit(std::move(*action), std::string(), std::vector<Lookup>()); });
}

} // namespace hl::cli

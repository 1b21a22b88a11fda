// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/status_command.h"

#include "app/cli/call_parser.h"
#include "app/cli/venue_client.h"
#include "app/profile.h"
#include "app/tls_check.h"
#include "app/venue_options.h"
#include "base/printable.h"

#include <QCoreApplication>
#include <QTimer>

#include <charconv>
#include <cstdio>

namespace hl::cli {

namespace {

struct StatusCall
{
    codec::Value oid;
    std::string coin;
    Address account;
    venue::Endpoints endpoints;
};

Result<StatusCall> readCall(const CallParser &parser)
{
    StatusCall call;
    const std::string name = parser.positionals().at(0).toStdString();
    if (name.starts_with("0x") || name.starts_with("0X")) {
        Result<Cloid> cloid = Cloid::parse(name);
        if (!cloid)
            return fail(ErrorKind::Validation, cloid.error().detail, "cloid");
        call.oid = cloid->toString();
    } else {
        std::uint64_t oid = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), oid);
        if (error != std::errc() || end != name.data() + name.size() || oid == 0)
            return fail(ErrorKind::Validation, "must be an order id or a cloid (0x…)", "oid");
        call.oid = oid;
    }
    call.coin = parser.value(QStringLiteral("coin")).toStdString();
    Result<Address> account = Address::parse(parser.value(QStringLiteral("account")).toStdString());
    if (!account)
        return fail(ErrorKind::Validation, account.error().detail, "--account");
    call.account = *account;
    const app::Profile profile(parser.value(QStringLiteral("profile-dir")));
    HL_TRY(network, networkOption(parser, profile.network()));
    if (network == engine::Network::Demo)
        return fail(ErrorKind::Validation,
                    "must be mainnet or testnet: the demo's venue ends with its program",
                    "--network");
    HL_TRY(endpoints, app::endpointsOf(network, parser.value(QStringLiteral("api-url")),
                                       parser.value(QStringLiteral("ws-url"))));
    call.endpoints = endpoints;
    return call;
}

std::string line(const venue::OrderUpdate &update)
{
    const venue::WireOrder &order = update.order;
    std::string text = update.status + ", " + (order.side == model::Side::Buy ? "buy " : "sell ") +
                       order.coin + " at " + pxText(order.limitPx, order.grid) + ", " +
                       szText(order.sz, order.grid) + " left of " +
                       szText(order.origSz, order.grid);
    text += ", oid " + std::to_string(order.oid);
    return order.cloid ? text + ", cloid " + order.cloid->toString() : text;
}

} // namespace

int runStatus(const QStringList &arguments)
{
    CallParser parser(QStringLiteral("status"),
                      QStringLiteral("What the venue knows of one order. Nothing is signed."));
    parser.positional(QStringLiteral("order"),
                      QStringLiteral("The venue's order id, or the client's."),
                      QStringLiteral("OID|CLOID"));
    parser.option(QStringLiteral("account"),
                  QStringLiteral("Whose order: the account, never its agent."),
                  QStringLiteral("ADDRESS"));
    parser.option(QStringLiteral("coin"),
                  QStringLiteral("Its market, needed for a builder's dex or an outcome."),
                  QStringLiteral("COIN"));
    addVenueOptions(parser);
    parser.option(QStringLiteral("json"), QStringLiteral("The venue's own answer."));
    if (const auto status = parser.parse(arguments, 1, 1))
        return *status;
    Result<StatusCall> call = readCall(parser);
    if (!call)
        return parser.badCall(QString::fromStdString(call.error().sentence()));
    if (const Status tls = app::checkTls(call->endpoints); !tls)
        return parser.failed(QString::fromStdString(tls.error().sentence()));

    VenueClient client(call->endpoints);
    const auto end = [&](const std::string &sentence) {
        QCoreApplication::exit(parser.failed(QString::fromStdString(sentence)));
    };
    const auto answered = [&](const Result<std::string> &body) {
        if (!body)
            return end(body.error().sentence());
        const auto status = client.decoder().orderStatus(*body);
        if (!status)
            return end(status.error().sentence());
        if (!status->isKnown)
            return end("the venue does not know it for " + call->account.toString() +
                       "; while the request may still arrive this proves nothing");
        std::printf("%s\n", parser.isSet(QStringLiteral("json"))
                                ? printable(*body).c_str()
                                : printable(line(status->update)).c_str());
        QCoreApplication::exit(kDone);
    };
    QTimer::singleShot(0, qApp, [&] {
        client.loadMarkets(call->coin, [&](const Status &loaded) {
            if (!loaded)
                return end(loaded.error().sentence());
            client.info(codec::Object{{"type", "orderStatus"},
                                      {"user", call->account.toString()},
                                      {"oid", call->oid}},
                        answered);
        });
    });
    return QCoreApplication::exec();
}

} // namespace hl::cli

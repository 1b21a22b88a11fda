// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/order_words.h"

#include "ui/common/formatters.h"

#include <QCoreApplication>

namespace hl::ui {

namespace {

struct OrderWords
{
    Q_DECLARE_TR_FUNCTIONS(hl::ui::OrderWords)
};

// Whole sentences, one for each case, so that each can be translated whole.
QString limitSentence(bool isBuy, model::Tif tif)
{
    switch (tif) {
    case model::Tif::Alo:
        return isBuy ? OrderWords::tr("Buy %1 %2 at %3 or better, post only")
                     : OrderWords::tr("Sell %1 %2 at %3 or better, post only");
    case model::Tif::Ioc:
        return isBuy ? OrderWords::tr("Buy %1 %2 at %3 or better, at once or not at all")
                     : OrderWords::tr("Sell %1 %2 at %3 or better, at once or not at all");
    case model::Tif::Gtc:
        break;
    }
    return isBuy ? OrderWords::tr("Buy %1 %2 at %3 or better, until cancelled")
                 : OrderWords::tr("Sell %1 %2 at %3 or better, until cancelled");
}

QString triggerSentence(bool isBuy, bool firesAbove, bool isMarket)
{
    if (isMarket) {
        if (firesAbove)
            return isBuy ? OrderWords::tr(
                               "When the mark rises to %4, buy %1 %2 at the market, %3 at worst")
                         : OrderWords::tr(
                               "When the mark rises to %4, sell %1 %2 at the market, %3 at worst");
        return isBuy ? OrderWords::tr(
                           "When the mark falls to %4, buy %1 %2 at the market, %3 at worst")
                     : OrderWords::tr(
                           "When the mark falls to %4, sell %1 %2 at the market, %3 at worst");
    }
    if (firesAbove)
        return isBuy ? OrderWords::tr("When the mark rises to %4, buy %1 %2 at %3 or better")
                     : OrderWords::tr("When the mark rises to %4, sell %1 %2 at %3 or better");
    return isBuy ? OrderWords::tr("When the mark falls to %4, buy %1 %2 at %3 or better")
                 : OrderWords::tr("When the mark falls to %4, sell %1 %2 at %3 or better");
}

} // namespace

QString orderSentence(const model::OrderTicket &ticket, Grid grid, const QString &market)
{
    const bool isBuy = ticket.side == model::Side::Buy;
    const QString sz = fmt::szText(ticket.sz, grid);
    const QString px = fmt::pxText(ticket.px, grid);
    QString text;
    if (ticket.trigger) {
        const bool firesAbove = isBuy == (ticket.trigger->tpsl == model::TpSl::Sl);
        text = triggerSentence(isBuy, firesAbove, ticket.trigger->isMarket)
                   .arg(sz, market, px, fmt::pxText(ticket.trigger->triggerPx, grid));
    } else if (ticket.kind == model::OrderKind::Market) {
        text = (isBuy ? OrderWords::tr("Buy %1 %2 at the market, %3 at worst")
                      : OrderWords::tr("Sell %1 %2 at the market, %3 at worst"))
                   .arg(sz, market, px);
    } else {
        text = limitSentence(isBuy, ticket.tif).arg(sz, market, px);
    }
    return ticket.reduceOnly ? OrderWords::tr("%1, reduce only").arg(text) : text;
}

QString reverseText(const WorkspaceState &state, const model::OrderTicket &ticket, Grid grid)
{
    const model::Position *position = state.position(ticket.coin);
    if (!position || ticket.reduceOnly || ticket.trigger || position->szi.lots == 0)
        return {};
    const bool isLong = position->szi.lots > 0;
    const Sz held = isLong ? position->szi : -position->szi;
    if (isLong == (ticket.side == model::Side::Buy) || ticket.sz <= held)
        return {};
    QString text =
        (isLong ? OrderWords::tr("First closes the long %1, then opens %2 short, %3 at worst. "
                                 "Filled in part, it closes first: only what is above %1 opens.")
                : OrderWords::tr("First closes the short %1, then opens %2 long, %3 at worst. "
                                 "Filled in part, it closes first: only what is above %1 opens."))
            .arg(fmt::szPlain(held, grid), fmt::szPlain(ticket.sz - held, grid),
                 fmt::pxText(ticket.px, grid));
    QStringList bare;
    for (const auto &[key, order] : state.orders()) {
        if (order.coin == ticket.coin && order.side == ticket.side && order.reduceOnly &&
            order.trigger && !model::isTerminal(order.phase))
            bare << (order.trigger->tpsl == model::TpSl::Sl ? OrderWords::tr("stop %1")
                                                            : OrderWords::tr("target %1"))
                        .arg(fmt::pxText(order.trigger->triggerPx, grid));
    }
    if (!bare.isEmpty())
        text += QLatin1Char(' ') +
                OrderWords::tr("No longer protecting: %1.").arg(bare.join(QLatin1String(", ")));
    return text;
}

QString liquidationText(const guard::Liquidation &liquidation, Grid grid)
{
    if (!liquidation.isKnown)
        return fmt::none();
    if (liquidation.isFlat)
        return OrderWords::tr("flat");
    return liquidation.px ? fmt::priceText(*liquidation.px, grid) : OrderWords::tr("none");
}

QString networkName(engine::Network network)
{
    switch (network) {
    case engine::Network::Mainnet:
        return OrderWords::tr("Mainnet");
    case engine::Network::Testnet:
        return OrderWords::tr("Testnet");
    case engine::Network::Demo:
        return OrderWords::tr("Practice");
    case engine::Network::Replay:
        return OrderWords::tr("Replay");
    }
    return {};
}

QString signerName(const engine::SignerStatus &signer)
{
    const QString name = QString::fromStdString(signer.name);
    switch (signer.kind) {
    case engine::SignerKind::None:
        return OrderWords::tr("watch-only");
    case engine::SignerKind::LocalKey:
        return name.isEmpty() ? OrderWords::tr("local key")
                              : OrderWords::tr("local key %1").arg(name);
    case engine::SignerKind::Agent:
        return name.isEmpty() ? OrderWords::tr("agent") : OrderWords::tr("agent %1").arg(name);
    case engine::SignerKind::Ledger:
        return OrderWords::tr("Ledger");
    case engine::SignerKind::Emulator:
        return OrderWords::tr("Ledger emulator");
    }
    return name;
}

} // namespace hl::ui

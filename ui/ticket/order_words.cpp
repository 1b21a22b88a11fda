// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/order_words.h"

#include "ui/common/formatters.h"

#include <QCoreApplication>

namespace hl::ui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("hl::ui::OrderWords", text);
}

// Whole sentences, one for each case, so that each can be translated whole.
QString limitSentence(bool isBuy, model::Tif tif)
{
    switch (tif) {
    case model::Tif::Alo:
        return isBuy ? tr("Buy %1 %2 at %3 or better, post only")
                     : tr("Sell %1 %2 at %3 or better, post only");
    case model::Tif::Ioc:
        return isBuy ? tr("Buy %1 %2 at %3 or better, at once or not at all")
                     : tr("Sell %1 %2 at %3 or better, at once or not at all");
    case model::Tif::Gtc:
        break;
    }
    return isBuy ? tr("Buy %1 %2 at %3 or better, until cancelled")
                 : tr("Sell %1 %2 at %3 or better, until cancelled");
}

QString triggerSentence(bool isBuy, bool firesAbove, bool isMarket)
{
    if (isMarket) {
        if (firesAbove)
            return isBuy ? tr("When the mark rises to %4, buy %1 %2 at the market, %3 at worst")
                         : tr("When the mark rises to %4, sell %1 %2 at the market, %3 at worst");
        return isBuy ? tr("When the mark falls to %4, buy %1 %2 at the market, %3 at worst")
                     : tr("When the mark falls to %4, sell %1 %2 at the market, %3 at worst");
    }
    if (firesAbove)
        return isBuy ? tr("When the mark rises to %4, buy %1 %2 at %3 or better")
                     : tr("When the mark rises to %4, sell %1 %2 at %3 or better");
    return isBuy ? tr("When the mark falls to %4, buy %1 %2 at %3 or better")
                 : tr("When the mark falls to %4, sell %1 %2 at %3 or better");
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
        text = (isBuy ? tr("Buy %1 %2 at the market, %3 at worst")
                      : tr("Sell %1 %2 at the market, %3 at worst"))
                   .arg(sz, market, px);
    } else {
        text = limitSentence(isBuy, ticket.tif).arg(sz, market, px);
    }
    return ticket.reduceOnly ? tr("%1, reduce only").arg(text) : text;
}

QString liquidationText(const Liquidation &liquidation, Grid grid)
{
    if (!liquidation.isKnown)
        return fmt::none();
    if (liquidation.isFlat)
        return tr("flat");
    return liquidation.px ? fmt::priceText(*liquidation.px, grid) : tr("none");
}

QString networkName(engine::Network network)
{
    switch (network) {
    case engine::Network::Mainnet:
        return tr("Mainnet");
    case engine::Network::Testnet:
        return tr("Testnet");
    case engine::Network::Demo:
        return tr("Practice");
    case engine::Network::Replay:
        return tr("Replay");
    }
    return {};
}

QString signerName(const engine::SignerStatus &signer)
{
    const QString name = QString::fromStdString(signer.name);
    switch (signer.kind) {
    case engine::SignerKind::None:
        return tr("watch-only");
    case engine::SignerKind::LocalKey:
        return name.isEmpty() ? tr("local key") : tr("local key %1").arg(name);
    case engine::SignerKind::Agent:
        return name.isEmpty() ? tr("agent") : tr("agent %1").arg(name);
    case engine::SignerKind::Ledger:
        return tr("Ledger");
    case engine::SignerKind::Emulator:
        return tr("Ledger emulator");
    }
    return name;
}

} // namespace hl::ui

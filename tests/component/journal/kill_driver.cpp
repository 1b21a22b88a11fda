// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/engine/engine_client.h"

#include <QCoreApplication>
#include <QTimer>

#include <cstdio>

using namespace hl;

/// journal_kill_driver PROFILE PORT CLOID PX IOC|GTC|NONE: starts the terminal's engine on a
/// profile, waits until an entry may leave, places one order and says so, then its end; without an
/// order it ends when nothing of earlier sessions is open any more. Its parent kills it meanwhile.
int main(int argc, char *argv[])
{
    QCoreApplication app(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.size() != 6)
        return 2;
    const std::string port = words[2].toStdString();
    engine::EngineConfig config;
    config.network = engine::Network::Testnet;
    config.endpoints = {false, "http://127.0.0.1:" + port, "ws://127.0.0.1:" + port + "/ws"};
    config.profileDir = words[1].toStdString();
    config.signerKind = engine::SignerKind::LocalKey;
    config.signerName = "vectors";
    config.makeSigner = [] { return signing::LocalSigner::create(test::vectorsKey()); };

    engine::JournalStatus journal;
    bool hasJournal = false;
    test::EngineClient client(config);
    QObject::connect(&client.engine, &engine::EngineApi::journalChanged, &client,
                     [&](const engine::JournalStatus &status) {
                         journal = status;
                         hasJournal = true;
                     });
    client.engine.followMarket("BTC");
    client.engine.start();

    const bool isOnlyFinding = words[5] == QLatin1String("NONE");
    bool isPlaced = false;
    bool hasEnded = false;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &client, [&] {
        const bool isReady = hasJournal && journal.trouble.empty() && journal.unresolved == 0 &&
                             !client.signer.signer.isZero() && client.fees &&
                             !client.account.margins.empty() && client.isTradable("BTC");
        if (!isReady)
            return;
        if (isOnlyFinding)
            return QCoreApplication::quit();
        if (!isPlaced) {
            const Grid grid{MarketKind::Perp, 5};
            model::OrderTicket ticket;
            ticket.coin = "BTC";
            ticket.px = parsePx(words[4].toStdString(), grid).value();
            ticket.sz = parseSz("0.001", grid).value();
            ticket.tif = words[5] == QLatin1String("IOC") ? model::Tif::Ioc : model::Tif::Gtc;
            ticket.cloid = Cloid::parse(words[3].toStdString()).value();
            std::puts("click");
            std::fflush(stdout);
            client.engine.placeOrder(1, ticket);
            isPlaced = true;
            return;
        }
        const model::Order *order = client.orderOf(1);
        if (hasEnded || client.result(1) == nullptr)
            return;
        // An entry that was held is given again: the account was still being read.
        if (order == nullptr || order->phase == model::OrderPhase::RejectedLocal) {
            std::printf("refused %s\n", client.result(1)->error.detail.c_str());
            std::fflush(stdout);
            return QCoreApplication::exit(3);
        }
        std::printf("final %s\n", std::string(phaseName(order->phase)).c_str());
        std::fflush(stdout);
        hasEnded = true;
    });
    poll.start(1);
    return QCoreApplication::exec();
}

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "component/engine/engine_client.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <map>

using namespace hl;

/// journal_kill_driver PROFILE PORT CLOID VALUE IOC|GTC|GROUP|TWAP|MONEY|NONE: starts the
/// terminal's engine on a profile, waits until an entry may leave, gives one command and says so,
/// then its end; without a command it ends when nothing of earlier sessions is open any more. VALUE
/// is the price of an order or of the best of a group of three, the size of a TWAP, the amount of a
/// withdrawal. Its parent kills it meanwhile.
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
    std::map<std::uint64_t, engine::MoneyState> money;
    QObject::connect(
        &client.engine, &engine::EngineApi::moneyChanged, &client,
        [&](const engine::MoneyProgress &progress) { money[progress.id] = progress.state; });
    client.engine.followMarket("BTC");
    client.engine.start();

    const QString kind = words[5];
    const std::string value = words[4].toStdString();
    const bool isOnlyFinding = kind == QLatin1String("NONE");
    const bool isOrder = kind == QLatin1String("IOC") || kind == QLatin1String("GTC");
    const Grid grid{MarketKind::Perp, 5};
    const auto ticketAt = [&](Px px) {
        model::OrderTicket ticket;
        ticket.coin = "BTC";
        ticket.px = px;
        ticket.sz = parseSz("0.001", grid).value();
        ticket.tif = kind == QLatin1String("IOC") ? model::Tif::Ioc : model::Tif::Gtc;
        ticket.cloid = Cloid::parse(words[3].toStdString()).value();
        return ticket;
    };
    const auto command = [&] {
        if (kind == QLatin1String("TWAP")) {
            model::TwapTicket ticket;
            ticket.coin = "BTC";
            ticket.sz = parseSz(value, grid).value();
            ticket.minutes = model::kLeastTwapMinutes;
            return client.engine.startTwap(1, ticket);
        }
        if (kind == QLatin1String("MONEY")) {
            model::MoneyOrder order;
            order.amount = Decimal::parse(value).value();
            order.destination =
                Address::parse("0x7a16ff8270133f063aab6c9977183d9e72835428").value();
            order.asked = {"new", "share", "system"};
            return client.engine.moveMoney(1, order);
        }
        if (isOrder)
            return client.engine.placeOrder(1, ticketAt(parsePx(value, grid).value()));
        std::vector<model::OrderTicket> group;
        for (std::uint8_t leg = 0; leg < 3; ++leg) {
            group.push_back(
                ticketAt(parsePx(std::to_string(std::stoll(value) - 100 * leg), grid).value()));
            group.back().cloid->bytes[0] = leg;
        }
        client.engine.placeOrders(1, group, model::Grouping::None);
    };
    bool isPlaced = false;
    bool hasEnded = false;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &client, [&] {
        // No entry waits for money of an earlier session.
        const auto mayStay =
            isOnlyFinding ? 0 : std::ranges::count_if(money, [](const auto &known) {
                return known.second == engine::MoneyState::Unknown;
            });
        const bool isReady = hasJournal && journal.trouble.empty() &&
                             std::ptrdiff_t(journal.unresolved) <= mayStay &&
                             !client.signer.signer.isZero() && client.fees &&
                             !client.account.margins.empty() && client.isTradable("BTC");
        if (!isReady)
            return;
        if (isOnlyFinding)
            return QCoreApplication::quit();
        if (!isPlaced) {
            std::puts("click");
            std::fflush(stdout);
            command();
            isPlaced = true;
            return;
        }
        const model::Order *order = client.orderOf(1);
        if (hasEnded || client.result(1) == nullptr)
            return;
        // An entry that was held is given again: the account was still being read.
        const bool isRefused =
            isOrder ? order == nullptr || order->phase == model::OrderPhase::RejectedLocal
                    : !client.result(1)->ok;
        if (isRefused) {
            std::printf("refused %s\n", client.result(1)->error.detail.c_str());
            std::fflush(stdout);
            return QCoreApplication::exit(3);
        }
        std::printf("final %s\n",
                    isOrder ? std::string(phaseName(order->phase)).c_str() : "answered");
        std::fflush(stdout);
        hasEnded = true;
    });
    poll.start(1);
    // For whoever waits for the click in vain.
    QTimer::singleShot(20'000, &client, [&] {
        if (isPlaced)
            return;
        std::fprintf(stderr,
                     "not ready: journal %d '%s' open %llu, signer %d, fees %d, margins %d, "
                     "book %d\n",
                     hasJournal, journal.trouble.c_str(),
                     static_cast<unsigned long long>(journal.unresolved),
                     !client.signer.signer.isZero(), client.fees.has_value(),
                     !client.account.margins.empty(), client.isTradable("BTC"));
        for (const engine::Notice &notice : client.notices)
            std::fprintf(stderr, "%s\n", notice.text.c_str());
    });
    return QCoreApplication::exec();
}

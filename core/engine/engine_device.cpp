// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/device_desk.h"
#include "engine/engine.h"
#include "engine/engine_core.h"

/// The device's commands, passed to the engine thread.
namespace hl::engine {

void Engine::moveOrders(const std::vector<RequestId> &requests,
                        const std::vector<model::OrderKey> &orders, Px to)
{
    onCore([requests, orders, to](EngineCore &core) { core.moveOrders(requests, orders, to); });
}

void Engine::placeOrders(RequestId request, const std::vector<model::OrderTicket> &tickets,
                         model::Grouping grouping)
{
    onCore([=](EngineCore &core) { core.placeOrders(request, tickets, grouping); });
}

void Engine::startTwap(RequestId request, const model::TwapTicket &ticket)
{
    onCore([request, ticket](EngineCore &core) { core.startTwap(request, ticket); });
}

void Engine::cancelTwap(RequestId request, const std::string &coin, model::TwapId id)
{
    onCore([request, coin, id](EngineCore &core) { core.cancelTwap(request, coin, id); });
}

void Engine::flattenAll(RequestId request)
{
    onCore([request](EngineCore &core) { core.flattenAll(request); });
}

void Engine::stopFlatten()
{
    onCore([](EngineCore &core) { core.stopFlatten(); });
}

void Engine::rejectReview(ReviewId review)
{
    onDevice([review](DeviceDesk &desk) { desk.rejectReview(review); });
}

void Engine::dropReview(ReviewId review)
{
    onDevice([review](DeviceDesk &desk) { desk.dropReview(review); });
}

void Engine::acknowledgeBlocked()
{
    onDevice([](DeviceDesk &desk) { desk.acknowledgeBlocked(); });
}

void Engine::retryDevice()
{
    onDevice([](DeviceDesk &desk) { desk.retry(); });
}

void Engine::openEthereumApp()
{
    onDevice([](DeviceDesk &desk) { desk.openEthereum(); });
}

void Engine::setTradeMode(RequestId request, TradeMode mode)
{
    onDevice([request, mode](DeviceDesk &desk) { desk.setMode(request, mode); });
}

void Engine::setDeviceExpiries(int takesSeconds, int restsSeconds)
{
    onCore([takesSeconds, restsSeconds](EngineCore &core) {
        core.setDeviceExpiries(takesSeconds, restsSeconds);
    });
}

void Engine::scanDeviceAccounts(RequestId request, PathScheme scheme, int first, int count)
{
    onDevice([request, scheme, first, count](DeviceDesk &desk) {
        desk.scanAccounts(request, scheme, first, count);
    });
}

void Engine::scanDevicePath(RequestId request, const std::string &path)
{
    onDevice([request, path](DeviceDesk &desk) { desk.scanPath(request, path); });
}

void Engine::showDeviceAddress(RequestId request, const std::string &path)
{
    onDevice([request, path](DeviceDesk &desk) { desk.showAddress(request, path); });
}

void Engine::giveUpDeviceAddress()
{
    onDevice([](DeviceDesk &desk) { desk.giveUpAddress(); });
}

void Engine::setDeviceForm(bool hashesOnly)
{
    onDevice([hashesOnly](DeviceDesk &desk) { desk.setForm(hashesOnly); });
}

void Engine::useDeviceAccount(RequestId request, const std::string &path)
{
    onDevice([request, path](DeviceDesk &desk) { desk.useAccount(request, path); });
}

void Engine::readAgents(RequestId request)
{
    onDevice([request](DeviceDesk &desk) { desk.readAgents(request); });
}

void Engine::approveAgent(RequestId request, const AgentPlan &plan)
{
    onDevice([request, plan](DeviceDesk &desk) { desk.approveAgent(request, plan); });
}

void Engine::revokeAgent(RequestId request, const std::string &name)
{
    onDevice([request, name](DeviceDesk &desk) { desk.revokeAgent(request, name); });
}

} // namespace hl::engine

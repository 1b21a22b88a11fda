// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/device_desk.h"

#include <utility>

namespace hl::engine {

namespace {

constexpr const char *kNoDevice =
    "This session uses no device; start it with --ledger hid, or --ledger tcp:HOST:PORT.";

} // namespace

void DeviceDesk::refuse(RequestId request, std::string why)
{
    CommandResult result;
    result.request = request;
    result.ok = false;
    result.error = {ErrorKind::Validation, std::move(why), "device"};
    m_sink.commandFinished(result);
}

void DeviceDesk::rejectReview(ReviewId) {}
void DeviceDesk::dropReview(ReviewId) {}
void DeviceDesk::acknowledgeBlocked() {}
void DeviceDesk::retry() {}
void DeviceDesk::openEthereum() {}

void DeviceDesk::setMode(RequestId request, TradeMode)
{
    refuse(request, kNoDevice);
}

void DeviceDesk::scanAccounts(RequestId request, PathScheme, int, int)
{
    refuse(request, kNoDevice);
}

void DeviceDesk::scanPath(RequestId request, const std::string &)
{
    refuse(request, kNoDevice);
}

void DeviceDesk::showAddress(RequestId request, const std::string &)
{
    refuse(request, kNoDevice);
}

void DeviceDesk::useAccount(RequestId request, const std::string &)
{
    refuse(request, kNoDevice);
}

void DeviceDesk::readAgents(RequestId request)
{
    refuse(request, kNoDevice);
}

void DeviceDesk::approveAgent(RequestId request, const AgentPlan &)
{
    refuse(request, kNoDevice);
}

void DeviceDesk::revokeAgent(RequestId request, const std::string &)
{
    refuse(request, kNoDevice);
}

void DeviceDesk::sendState()
{
    m_sink.deviceChanged(m_status);
    m_sink.tradeModeChanged(m_mode);
}

} // namespace hl::engine

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/review.h"
#include "engine/event_sink.h"

#include <string>

namespace hl::engine {

/// The device of a session as the window commands it. Engine thread. Without a device every command
/// that is answered is refused with a sentence.
class DeviceDesk
{
public:
    explicit DeviceDesk(EventSink &sink) : m_sink(sink) {}

    void rejectReview(ReviewId review);
    void dropReview(ReviewId review);
    void acknowledgeBlocked();
    void retry();
    void openEthereum();
    void setMode(RequestId request, TradeMode mode);
    void scanAccounts(RequestId request, PathScheme scheme, int first, int count);
    void scanPath(RequestId request, const std::string &path);
    void showAddress(RequestId request, const std::string &path);
    void useAccount(RequestId request, const std::string &path);
    void readAgents(RequestId request);
    void approveAgent(RequestId request, const AgentPlan &plan);
    void revokeAgent(RequestId request, const std::string &name);

    void sendState();

private:
    void refuse(RequestId request, std::string why);

    EventSink &m_sink;
    DeviceStatus m_status;
    TradeMode m_mode = TradeMode::LocalKey;
};

} // namespace hl::engine

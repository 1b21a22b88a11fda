// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/press_facts.h"
#include "app/cli/venue_client.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hl::cli {

/// Reads market and account before a device is asked and again after the press (interaction.md
/// D12). Main thread; `client` outlives it.
class PressCheck
{
public:
    PressCheck(VenueClient &client, Address signer, guard::Limits limits);

    /// `done` later, once. An error: what the action is about could not be read, and nothing is put
    /// to the device. An exit goes on with what is known (rule zero).
    void freeze(const actions::Action &action, const std::optional<Address> &account, bool isExit,
                std::function<void(Status)> done);
    /// `done` later, once, at the latest in some seconds: a person has pressed already.
    void lookAgain(std::function<void()> done);
    std::optional<std::string> discardReason() const;
    /// As of the last reading.
    std::optional<TimeMs> venueNow() const;

private:
    struct Reading;

    void loadMarkets(std::vector<std::uint64_t> assets, Status failed,
                     std::function<void(Status)> done);
    void read(std::chrono::milliseconds most, std::function<void(PressFacts)> done);
    void askMarkets(const std::shared_ptr<Reading> &reading);
    void askAccount(const std::shared_ptr<Reading> &reading, const Address &account);
    void ask(const std::shared_ptr<Reading> &reading, const codec::Value &payload,
             std::function<void(const std::string &)> store);
    static void end(const std::shared_ptr<Reading> &reading);

    VenueClient &m_client;
    Address m_signer;
    guard::Limits m_limits;
    std::optional<Address> m_account;
    bool m_isExit = false;
    std::vector<PressOrder> m_orders;
    PressFacts m_frozen;
    PressFacts m_now;
    Timer m_patience;
};

} // namespace hl::cli

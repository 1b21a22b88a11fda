// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "ledger/apdu_port.h"
#include "ledger/report_channel.h"

#include <functional>
#include <memory>

namespace hl::ledger {

/// Commands over HID reports. Looks for the answer every few milliseconds while one is awaited and
/// not at all otherwise, so that the thread stays free for other signers while a person reads the
/// device's screen.
class HidPort final : public ApduPort
{
public:
    /// `channelId` is random per open handle and never zero (protocol.md 1.3).
    HidPort(std::unique_ptr<ReportChannel> channel, std::uint16_t channelId, TimerService &timers);
    ~HidPort() override;

    void exchange(Bytes apdu, std::function<void(Result<Bytes>)> done) override;
    bool isBusy() const override { return m_done != nullptr; }
    void close() override;
    bool isEmulator() const override { return false; }
    bool isOpen() const { return m_channel != nullptr; }

private:
    void poll();
    void finish(Result<Bytes> result);

    std::unique_ptr<ReportChannel> m_channel;
    std::uint16_t m_channelId;
    Deframer m_deframer;
    std::function<void(Result<Bytes>)> m_done;
    TimerService &m_timers;
    Timer m_pollTimer;
};

} // namespace hl::ledger

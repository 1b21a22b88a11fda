// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/hid_port.h"

#include <utility>

namespace hl::ledger {
namespace {

using namespace std::chrono_literals;

constexpr auto kPollEvery = 5ms;
// What another program left behind cannot be longer than this; a device that talks without end
// must not hold the thread.
constexpr int kMostDrained = 64;

} // namespace

HidPort::HidPort(std::unique_ptr<ReportChannel> channel, std::uint16_t channelId,
                 TimerService &timers)
    : m_channel(std::move(channel))
    , m_channelId(channelId)
    , m_deframer(channelId)
    , m_timers(timers)
    , m_pollTimer(timers)
{
    for (int i = 0; i < kMostDrained; ++i) {
        const auto stale = m_channel->read();
        if (!stale || !*stale)
            break;
    }
}

HidPort::~HidPort() = default;

void HidPort::exchange(Bytes apdu, std::function<void(Result<Bytes>)> done)
{
    if (isBusy()) {
        (void)m_timers.after(0ms, [done = std::move(done)] {
            done(fail(ErrorKind::Internal, "the device still works on another command", "device"));
        });
        return;
    }
    m_done = std::move(done);
    m_deframer.reset();
    Status written = m_channel
                         ? Status{}
                         : fail(ErrorKind::DeviceAbsent, "the device is not connected", "device");
    // What came late, or twice, after the last answer is nobody's answer.
    for (int i = 0; written && i < kMostDrained; ++i) {
        const auto stale = m_channel->read();
        if (!stale)
            written = fail(stale.error());
        else if (!*stale)
            break;
    }
    if (written) {
        for (const Report &report : frame(apdu, m_channelId)) {
            written = m_channel->write(report);
            if (!written)
                break;
        }
    }
    if (!written) {
        m_pollTimer.start(0ms, [this, error = written.error()] { finish(fail(error)); });
        return;
    }
    m_pollTimer.start(kPollEvery, [this] { poll(); });
}

void HidPort::poll()
{
    for (int i = 0; i < kMostDrained; ++i) {
        const auto report = m_channel->read();
        if (!report) {
            finish(fail(report.error()));
            return;
        }
        if (!*report)
            break;
        auto answer = m_deframer.push(**report);
        if (!answer) {
            finish(fail(answer.error()));
            return;
        }
        if (*answer) {
            finish(std::move(**answer));
            return;
        }
    }
    m_pollTimer.start(kPollEvery, [this] { poll(); });
}

void HidPort::close()
{
    m_channel.reset();
    if (isBusy())
        m_pollTimer.start(0ms, [this] {
            finish(fail(ErrorKind::DeviceAbsent, "the device was disconnected", "device"));
        });
}

void HidPort::finish(Result<Bytes> result)
{
    m_pollTimer.stop();
    // After any failure of the port the handle is of no use: whoever goes on opens a new one.
    if (!result)
        m_channel.reset();
    const auto done = std::exchange(m_done, nullptr);
    done(std::move(result));
}

} // namespace hl::ledger

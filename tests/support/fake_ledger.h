// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/hex.h"
#include "ledger/apdu_port.h"
#include "ledger/report_channel.h"
#include "support/manual_clock.h"

#include <cstdlib>
#include <deque>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace hl::test {

/// A port that answers exactly the commands it was prepared for, in their order, and ends the test
/// at anything else.
class FakePort final : public ledger::ApduPort
{
public:
    explicit FakePort(ManualClock &clock) : m_clock(clock) {}

    struct Step
    {
        std::string send; ///< hex, or "*" for whatever comes
        std::string recv; ///< hex; "" stays silent until answerNow or close
        std::chrono::milliseconds after{1};
    };
    void expect(Step step) { m_steps.push_back(std::move(step)); }
    bool isDone() const { return m_steps.empty(); }
    const std::vector<std::string> &sent() const { return m_sent; }

    void exchange(Bytes apdu, std::function<void(Result<Bytes>)> done) override
    {
        const std::string hex = toHex(apdu);
        if (m_done) {
            std::cerr << "two commands at once: " << hex << '\n';
            std::abort();
        }
        if (m_steps.empty() || (m_steps.front().send != "*" && m_steps.front().send != hex)) {
            std::cerr << "unprepared command " << hex << ", expected "
                      << (m_steps.empty() ? "nothing" : m_steps.front().send) << '\n';
            std::abort();
        }
        m_sent.push_back(hex);
        const Step step = m_steps.front();
        m_steps.pop_front();
        m_done = std::move(done);
        if (!step.recv.empty())
            (void)m_clock.after(step.after, [this, step] { answerNow(*fromHex(step.recv)); });
    }

    void answerNow(Result<Bytes> answer)
    {
        if (!m_done)
            return;
        const auto done = std::exchange(m_done, nullptr);
        done(std::move(answer));
    }

    bool isBusy() const override { return m_done != nullptr; }
    void close() override
    {
        ++m_closed;
        (void)m_clock.after(std::chrono::milliseconds(0), [this] {
            answerNow(fail(ErrorKind::DeviceAbsent, "the device was disconnected", "device"));
        });
    }
    bool isEmulator() const override { return false; }
    int closed() const { return m_closed; }

private:
    ManualClock &m_clock;
    std::deque<Step> m_steps;
    std::vector<std::string> m_sent;
    std::function<void(Result<Bytes>)> m_done;
    int m_closed = 0;
};

/// Reports of a device that can be slow, mix in other programs' reports, repeat, cut, or vanish.
class FakeReports final : public ledger::ReportChannel
{
public:
    struct State
    {
        std::vector<ledger::Report> written;
        std::deque<ledger::Report> readable;
        bool gone = false;
    };

    explicit FakeReports(std::shared_ptr<State> state) : m_state(std::move(state)) {}

    Status write(const ledger::Report &report) override
    {
        if (m_state->gone)
            return fail(ErrorKind::DeviceAbsent, "the device was unplugged", "device");
        m_state->written.push_back(report);
        return {};
    }

    Result<std::optional<ledger::Report>> read() override
    {
        if (m_state->gone)
            return fail(ErrorKind::DeviceAbsent, "the device was unplugged", "device");
        if (m_state->readable.empty())
            return std::nullopt;
        const ledger::Report report = m_state->readable.front();
        m_state->readable.pop_front();
        return std::optional<ledger::Report>(report);
    }

private:
    std::shared_ptr<State> m_state;
};

} // namespace hl::test

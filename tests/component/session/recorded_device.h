// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "component/device/device_rig.h"
#include "component/session/session_file.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace hl::test {

/// A venue, a terminal, a device and a recording between them.
class RecordedDevice
{
public:
    /// `more` changes what the session is started with.
    RecordedDevice(
        const std::string &path, engine::TradeMode mode,
        const std::function<void(engine::EngineConfig &, engine::EngineParts &)> &more = {})
        : d(mode)
    {
        if (more)
            d.rig.adjust = [more, adjust = d.rig.adjust](engine::EngineConfig &config,
                                                         engine::EngineParts &parts) {
                adjust(config, parts);
                more(config, parts);
            };
        d.rig.makeCore = [this, path](const engine::EngineConfig &config,
                                      engine::EngineParts parts) {
            auto out = std::make_unique<FileOut>(path, d.rig.clock);
            file = out.get();
            recording = std::make_unique<engine::SessionRecording>(config, std::move(parts),
                                                                   std::move(out));
            return std::make_unique<engine::EngineCore>(config, recording->takeParts());
        };
        d.start();
        // The window answers later, as over a queue.
        d.sink().bookTaken = [this](const std::string &coin) {
            d.rig.clock.after(std::chrono::milliseconds(0),
                              [this, coin] { d.core().returnBookCredit(coin); });
        };
        d.sink().tradesTaken = [this](const std::string &coin) {
            d.rig.clock.after(std::chrono::milliseconds(0),
                              [this, coin] { d.core().returnTradeCredit(coin); });
        };
    }
    ~RecordedDevice()
    {
        d.rig.core.reset();
        recording.reset();
    }

    /// An order that goes to the device, if anything does.
    RequestId place(std::string_view px, model::Tif tif = model::Tif::Gtc)
    {
        (void)d.rig.place(++last, px, "0.001", model::Side::Buy, tif);
        return last;
    }
    bool step(engine::AgentStep step)
    {
        return d.rig.until(std::chrono::seconds(120), [&] {
            return !d.sink().agentSteps.empty() && d.sink().agentSteps.back().step == step;
        });
    }

    DeviceRig d;
    FileOut *file = nullptr;
    std::unique_ptr<engine::SessionRecording> recording;
    RequestId last = 0;
};

} // namespace hl::test

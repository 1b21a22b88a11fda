// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "engine/streams.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace hl::engine {

/// Streams that do not give up: one that was refused or not acknowledged keeps its handle and is
/// asked for again after ten to thirty seconds where the reason passes (a limit, no answer), and at
/// each opening of the connection whatever it was. Its owner is told once for each such time.
/// Engine thread.
class LastingStreams final : public Streams
{
public:
    static constexpr std::chrono::seconds kFirstPause{10};
    static constexpr std::chrono::seconds kMostPause{30};

    /// `inner` outlives this.
    LastingStreams(const Clock &clock, TimerService &timers, Streams &inner);
    ~LastingStreams() override;

    /// Never fails: what is refused here and now is told later, as the venue's refusal is.
    Result<Handle> subscribe(const session::Subscription &subscription,
                             std::function<void(const Error &)> refused) override;
    void unsubscribe(Handle handle) override;
    void renew(Handle handle) override;
    bool isRefused(Handle handle) const override;

    void connectionOpened();

private:
    struct Wanted
    {
        session::Subscription subscription;
        std::function<void(const Error &)> refused;
        Handle inner = 0;         ///< 0: not subscribed
        std::int64_t askedMs = 0; ///< the last time
        std::int64_t againMs = 0; ///< ask then; 0: at the next opening
        int refusals = 0;         ///< in a row
        std::optional<Error> toTell = {};
    };

    void ask(Handle handle, Wanted &wanted);
    void wasRefused(Handle handle, const Error &error);
    void serve();
    void arm();

    const Clock &m_clock;
    Streams &m_inner;
    std::map<Handle, Wanted> m_wanted;
    Handle m_last = 0;
    Timer m_timer;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::engine

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/flatten.h"
#include "engine/event_sink.h"
#include "trading/order_desk.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hl::engine {

/// "Flatten all" (interaction.md D17): one action closes every position, one cancels every entry,
/// and every TWAP that enters is stopped, each by an action of its own
/// (protocol/exchange-actions.md 3); stops and targets stay. On a device both wait in its queue,
/// the closes first, and either can be taken back until it has left. Where a fill is newer than
/// what is known of its position, that is read again before it is called closed. Engine thread.
class FlattenDesk
{
public:
    struct Hooks
    {
        std::function<trading::OrderDesk &()> desk;
        std::function<std::vector<model::Position>()> positions; ///< open ones
        std::function<std::vector<model::Order>()> entries;      ///< that may still fill
        std::function<std::vector<model::Twap>()> twaps;         ///< of the account
        /// Coins of which a fill is newer than the position that is known.
        std::function<std::vector<std::string>()> lateCoins;
        /// Asks the venue for the positions of these; `done` later, also where it does not say.
        std::function<void(const std::vector<std::string> &coins, std::function<void()> done)>
            readAfresh;
        std::function<bool()> byDevice; ///< exits are pressed for
        std::function<bool()> isEmulator;
        std::function<void(RequestId, const Status &)> finished;
    };

    FlattenDesk(EventSink &sink, Hooks hooks)
        : m_sink(sink)
        , m_hooks(std::move(hooks))
        , m_isAlive(std::make_shared<bool>(true))
    {}
    ~FlattenDesk() { *m_isAlive = false; }
    FlattenDesk(const FlattenDesk &) = delete;
    FlattenDesk &operator=(const FlattenDesk &) = delete;

    void start(RequestId request);
    /// Takes back what has not left.
    void stop();
    void sendState() const;

private:
    void close(std::vector<std::string> coins);
    void positionsRead(const std::vector<std::string> &coins);
    void closesEnded(const trading::BulkResult &result);
    void cancelsEnded(const trading::BulkResult &result);
    void stopTwaps();
    void cancelPartEnded(const trading::BulkResult &result);
    void dropCancels();
    void endStep(FlattenStep &step, const trading::BulkResult &result);
    void endIfDone();

    EventSink &m_sink;
    Hooks m_hooks;
    FlattenProgress m_progress;
    Status m_closesEnd; ///< why not whole
    Status m_cancelsEnd;
    std::vector<trading::Bulk> m_closes;
    trading::BulkResult m_closed; ///< of all that have ended
    int m_closesLeft = 0;
    bool m_isStopped = false;
    trading::Bulk m_cancels;
    std::vector<model::Twap> m_twaps; ///< not on their way yet
    std::vector<trading::Bulk> m_stops;
    trading::BulkResult m_cancelled; ///< of all that have ended
    int m_cancelsLeft = 0;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::engine

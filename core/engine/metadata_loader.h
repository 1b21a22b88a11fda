// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "market/instrument_registry.h"
#include "market/metadata.h"
#include "venue/hyperliquid/info_decoder.h"
#include "venue/session/info_client.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>

namespace hl::engine {

/// Reads the venue's metadata over HTTP: the list of dexes, each one's meta, spotMeta, and the
/// outcomes where the venue has any. Asks again, later and later, until it has it. Without the list
/// of dexes, the venue's own one or spot there is nothing; the outcomes or another dex alone keep
/// nobody from the rest: they stay what they were, or away, and only they are asked for again.
/// Engine thread.
class MetadataLoader
{
public:
    struct Hooks
    {
        /// A set that cannot be used is asked for again, as one that cannot be read.
        std::function<Status(market::MetaSet)> loaded;
        /// Each failed try, in one sentence.
        std::function<void(const Error &)> failed;
        /// Every answer as it came, for a recording.
        std::function<void(std::string request, std::string answer)> answered;
        /// The set that was just used lacks these, or has them as they were before.
        std::function<void(const std::string &what, const Error &)> partly = {};
    };

    MetadataLoader(TimerService &timers, const market::InstrumentRegistry &registry,
                   session::InfoClient &info, Hooks hooks);
    ~MetadataLoader();
    MetadataLoader(const MetadataLoader &) = delete;
    MetadataLoader &operator=(const MetadataLoader &) = delete;

    void load();
    /// Asks at once where it waits between two tries.
    void hurry();

private:
    struct Pass;

    using Use = std::function<Status(const std::string &)>;
    using Otherwise = std::function<void(const Error &)>;
    /// `otherwise`: the pass goes on without it. Empty: it has failed.
    void ask(const std::shared_ptr<Pass> &pass, codec::Value payload, Use use,
             Otherwise otherwise = {});
    void loadDexes(const std::shared_ptr<Pass> &pass);
    void loadDex(const std::shared_ptr<Pass> &pass, std::size_t place);
    void loadOutcomes(const std::shared_ptr<Pass> &pass);
    void loadMissing();
    void partEnded(const std::shared_ptr<Pass> &pass);
    void askAgain();

    session::InfoClient &m_info;
    Hooks m_hooks;
    venue::InfoDecoder m_decoder;
    std::shared_ptr<Pass> m_pass;
    market::MetaSet m_set;             ///< the last one that was used
    std::set<std::size_t> m_lateDexes; ///< places of the dexes of it that did not come
    bool m_areOutcomesLate = false;
    int m_failures = 0;
    Timer m_retry;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::engine

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "market/instrument_registry.h"
#include "market/metadata.h"
#include "venue/hyperliquid/info_decoder.h"
#include "venue/session/info_client.h"

#include <functional>
#include <memory>
#include <string>

namespace hl::engine {

/// Reads the venue's metadata over HTTP: the list of dexes, each one's meta, spotMeta, and the
/// outcomes where the venue has any. All or nothing; asks again, later and later, until it has it.
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
    void ask(const std::shared_ptr<Pass> &pass, codec::Value payload, Use use,
             bool isNeeded = true);
    void loadDexes(const std::shared_ptr<Pass> &pass);
    void partEnded(const std::shared_ptr<Pass> &pass);

    session::InfoClient &m_info;
    Hooks m_hooks;
    venue::InfoDecoder m_decoder;
    std::shared_ptr<Pass> m_pass;
    int m_failures = 0;
    Timer m_retry;
    std::shared_ptr<bool> m_isAlive;
};

} // namespace hl::engine

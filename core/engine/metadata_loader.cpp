// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/metadata_loader.h"

#include <algorithm>
#include <utility>

namespace hl::engine {

using codec::Object;
using codec::Value;

namespace {

constexpr int kMostPauseS = 60;

} // namespace

struct MetadataLoader::Pass
{
    market::MetaSet set;
    int open = 0;
    bool hasFailed = false;
    Error error;
};

MetadataLoader::MetadataLoader(TimerService &timers, const market::InstrumentRegistry &registry,
                               session::InfoClient &info, Hooks hooks)
    : m_info(info)
    , m_hooks(std::move(hooks))
    , m_decoder(registry)
    , m_retry(timers)
    , m_isAlive(std::make_shared<bool>(true))
{}

MetadataLoader::~MetadataLoader()
{
    *m_isAlive = false;
}

void MetadataLoader::load()
{
    m_retry.stop();
    const auto pass = std::make_shared<Pass>();
    m_pass = pass;
    ask(pass, Object{{"type", "perpDexs"}}, [this, pass](const std::string &body) -> Status {
        HL_TRY(dexes, m_decoder.perpDexs(body));
        pass->set.dexes = std::move(dexes);
        if (pass->set.dexes.empty())
            pass->set.dexes.emplace_back();
        pass->set.perps.resize(pass->set.dexes.size());
        loadDexes(pass);
        return {};
    });
    ask(pass, Object{{"type", "spotMeta"}}, [this, pass](const std::string &body) -> Status {
        HL_TRY(spot, m_decoder.spotMeta(body));
        pass->set.spot = std::move(spot);
        return {};
    });
    // Not every venue has outcomes; the others trade without.
    ask(
        pass, Object{{"type", "outcomeMeta"}},
        [this, pass](const std::string &body) -> Status {
            HL_TRY(outcomes, m_decoder.outcomeMeta(body));
            pass->set.outcomes = std::move(outcomes);
            return {};
        },
        false);
}

void MetadataLoader::loadDexes(const std::shared_ptr<Pass> &pass)
{
    for (std::size_t i = 0; i < pass->set.dexes.size(); ++i) {
        const std::string dex = pass->set.dexes[i] ? pass->set.dexes[i]->name : std::string();
        if (i > 0 && dex.empty())
            continue;
        Object payload{{"type", "meta"}};
        if (!dex.empty())
            payload.emplace_back("dex", dex);
        ask(pass, std::move(payload), [this, pass, i](const std::string &body) -> Status {
            HL_TRY(meta, m_decoder.meta(body));
            pass->set.perps[i] = std::move(meta);
            return {};
        });
    }
}

void MetadataLoader::ask(const std::shared_ptr<Pass> &pass, Value payload, Use use, bool isNeeded)
{
    ++pass->open;
    std::string request = codec::toJson(payload);
    m_info.request(payload, [this, pass, request = std::move(request), use = std::move(use),
                             isNeeded, alive = m_isAlive](Result<std::string> body) {
        if (!*alive || pass != m_pass)
            return;
        Status status = body ? use(*body) : Status(fail(body.error()));
        if (status && m_hooks.answered)
            m_hooks.answered(request, *body);
        if (!status && isNeeded && !std::exchange(pass->hasFailed, true))
            pass->error = status.error();
        partEnded(pass);
    });
}

void MetadataLoader::partEnded(const std::shared_ptr<Pass> &pass)
{
    if (--pass->open > 0)
        return;
    m_pass.reset();
    if (!pass->hasFailed) {
        const Status used = m_hooks.loaded(std::move(pass->set));
        if (used) {
            m_failures = 0;
            return;
        }
        pass->error = used.error();
    }
    const int seconds = std::min(1 << std::min(m_failures++, 6), kMostPauseS);
    m_retry.start(std::chrono::seconds{seconds}, [this] { load(); });
    m_hooks.failed(pass->error);
}

void MetadataLoader::hurry()
{
    if (m_retry.isActive())
        load();
}

} // namespace hl::engine

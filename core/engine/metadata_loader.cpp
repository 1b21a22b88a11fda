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
    bool isRest = false; ///< only what was late before
    bool hasFailed = false;
    Error error;
    std::set<std::size_t> lateDexes;
    bool areOutcomesLate = false;
    std::string lateWords;
    Error lateError;

    void late(const std::string &what, const Error &why)
    {
        lateWords += (lateWords.empty() ? "" : ", ") + what;
        lateError = why;
    }
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
    loadOutcomes(pass);
}

void MetadataLoader::loadOutcomes(const std::shared_ptr<Pass> &pass)
{
    ask(
        pass, Object{{"type", "outcomeMeta"}},
        [this, pass](const std::string &body) -> Status {
            HL_TRY(outcomes, m_decoder.outcomeMeta(body));
            pass->set.outcomes = std::move(outcomes);
            return {};
        },
        [this, pass](const Error &error) {
            // Not every venue has outcomes, and one that has none says so each time.
            if (!m_set.outcomes && error.kind == ErrorKind::VenueRejected)
                return;
            pass->set.outcomes = m_set.outcomes;
            pass->areOutcomesLate = true;
            pass->late("outcomes", error);
        });
}

void MetadataLoader::loadDexes(const std::shared_ptr<Pass> &pass)
{
    for (std::size_t i = 0; i < pass->set.dexes.size(); ++i) {
        const std::string dex = pass->set.dexes[i] ? pass->set.dexes[i]->name : std::string();
        if (i == 0 || !dex.empty())
            loadDex(pass, i);
    }
}

void MetadataLoader::loadDex(const std::shared_ptr<Pass> &pass, std::size_t place)
{
    const auto &named = pass->set.dexes[place];
    const std::string dex = named ? named->name : std::string();
    Object payload{{"type", "meta"}};
    if (!dex.empty())
        payload.emplace_back("dex", dex);
    Otherwise otherwise;
    if (place > 0)
        otherwise = [this, pass, place, dex](const Error &error) {
            for (std::size_t i = 0; i < m_set.dexes.size() && i < m_set.perps.size(); ++i)
                if (m_set.dexes[i] && m_set.dexes[i]->name == dex)
                    pass->set.perps[place] = m_set.perps[i];
            pass->lateDexes.insert(place);
            pass->late("dex " + dex, error);
        };
    ask(
        pass, std::move(payload),
        [this, pass, place](const std::string &body) -> Status {
            HL_TRY(meta, m_decoder.meta(body));
            pass->set.perps[place] = std::move(meta);
            return {};
        },
        std::move(otherwise));
}

void MetadataLoader::loadMissing()
{
    m_retry.stop();
    const auto pass = std::make_shared<Pass>();
    m_pass = pass;
    pass->set = m_set;
    pass->isRest = true;
    for (const std::size_t place : m_lateDexes)
        loadDex(pass, place);
    if (m_areOutcomesLate)
        loadOutcomes(pass);
}

void MetadataLoader::ask(const std::shared_ptr<Pass> &pass, Value payload, Use use,
                         Otherwise otherwise)
{
    ++pass->open;
    std::string request = codec::toJson(payload);
    m_info.request(payload,
                   [this, pass, request = std::move(request), use = std::move(use),
                    otherwise = std::move(otherwise), alive = m_isAlive](Result<std::string> body) {
                       if (!*alive || pass != m_pass)
                           return;
                       Status status = body ? use(*body) : Status(fail(body.error()));
                       if (status && m_hooks.answered)
                           m_hooks.answered(request, *body);
                       if (!status && otherwise)
                           otherwise(status.error());
                       else if (!status && !std::exchange(pass->hasFailed, true))
                           pass->error = status.error();
                       partEnded(pass);
                   });
}

void MetadataLoader::partEnded(const std::shared_ptr<Pass> &pass)
{
    if (--pass->open > 0)
        return;
    m_pass.reset();
    // Nothing of what was missing came: nothing is published or read anew for it.
    if (!pass->hasFailed && pass->isRest && pass->lateDexes == m_lateDexes &&
        pass->areOutcomesLate == m_areOutcomesLate) {
        askAgain();
        return;
    }
    if (!pass->hasFailed) {
        const Status used = m_hooks.loaded(pass->set);
        if (used) {
            m_set = std::move(pass->set);
            m_lateDexes = std::move(pass->lateDexes);
            m_areOutcomesLate = pass->areOutcomesLate;
            if (pass->lateWords.empty()) {
                m_failures = 0;
                return;
            }
            askAgain();
            if (m_hooks.partly)
                m_hooks.partly(pass->lateWords, pass->lateError);
            return;
        }
        pass->error = used.error();
    }
    m_lateDexes.clear();
    m_areOutcomesLate = false;
    askAgain();
    m_hooks.failed(pass->error);
}

void MetadataLoader::askAgain()
{
    const int seconds = std::min(1 << std::min(m_failures++, 6), kMostPauseS);
    m_retry.start(std::chrono::seconds{seconds}, [this] { hurry(); });
}

void MetadataLoader::hurry()
{
    // From the timer it is not active any more, and there is something to ask for.
    if (m_pass)
        return;
    if (m_areOutcomesLate || !m_lateDexes.empty())
        loadMissing();
    else if (m_failures > 0)
        load();
}

} // namespace hl::engine

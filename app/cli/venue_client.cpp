// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/venue_client.h"

#include <deque>
#include <utility>

namespace hl::cli {

namespace {

codec::Value ofType(std::string_view type)
{
    return codec::Object{{"type", type}};
}

} // namespace

/// What is still to be asked, in order; each step stores its answer.
struct VenueClient::Loading
{
    struct Step
    {
        codec::Value request;
        std::function<Status(const std::string &)> store;
    };

    market::MetaSet meta;
    std::deque<Step> steps;
    Done done;
};

VenueClient::VenueClient(venue::Endpoints endpoints)
    : m_endpoints(std::move(endpoints))
    , m_http(m_clock)
    , m_weight(m_clock, m_timers, net::kIpWeightLimits)
    , m_info(m_endpoints.apiUrl, m_http, m_clock, m_weight)
    , m_exchange(m_endpoints.apiUrl, m_http, m_clock, m_timers, m_weight)
    , m_decoder(m_markets)
{}

void VenueClient::loadMarkets(const std::string &coin, Done done)
{
    auto loading = std::make_shared<Loading>();
    loading->done = std::move(done);
    Loading &l = *loading;
    const std::string dex = coin.substr(0, coin.find(':'));
    const bool needsDex = dex.size() < coin.size();

    l.steps.push_back({ofType("perpDexs"), [this, &l](const std::string &text) -> Status {
                           HL_TRY(dexes, m_decoder.perpDexs(text));
                           l.meta.dexes = dexes;
                           l.meta.perps.resize(std::max<std::size_t>(dexes.size(), 1));
                           return {};
                       }});
    l.steps.push_back({ofType("meta"), [this, &l](const std::string &text) -> Status {
                           HL_TRY(meta, m_decoder.meta(text));
                           l.meta.perps.at(0) = meta;
                           return {};
                       }});
    l.steps.push_back({ofType("spotMeta"), [this, &l](const std::string &text) -> Status {
                           HL_TRY(spot, m_decoder.spotMeta(text));
                           l.meta.spot = spot;
                           return {};
                       }});
    if (needsDex) {
        l.steps.push_back({codec::Object{{"type", "meta"}, {"dex", dex}},
                           [this, &l, dex](const std::string &text) -> Status {
                               HL_TRY(meta, m_decoder.meta(text));
                               for (std::size_t i = 0; i < l.meta.dexes.size(); ++i) {
                                   if (l.meta.dexes[i] && l.meta.dexes[i]->name == dex)
                                       l.meta.perps[i] = meta;
                               }
                               return {};
                           }});
    }
    if (coin.starts_with('#') || coin.find('-') != std::string::npos) {
        l.steps.push_back({ofType("outcomeMeta"), [this, &l](const std::string &text) -> Status {
                               HL_TRY(outcomes, m_decoder.outcomeMeta(text));
                               l.meta.outcomes = outcomes;
                               return {};
                           }});
    }
    loadNext(loading);
}

void VenueClient::loadNext(const std::shared_ptr<Loading> &loading)
{
    if (loading->steps.empty()) {
        loading->done(m_markets.reload(loading->meta));
        return;
    }
    const Loading::Step step = std::move(loading->steps.front());
    loading->steps.pop_front();
    info(step.request, [this, loading, step](const Result<std::string> &answer) {
        const Status stored = answer ? step.store(*answer) : Status(fail(answer.error()));
        if (stored)
            loadNext(loading);
        else
            loading->done(stored);
    });
}

void VenueClient::info(const codec::Value &payload, Answer done)
{
    m_info.request(payload, std::move(done));
}

void VenueClient::accountOf(const Address &signer, std::function<void(Result<Address>)> done)
{
    info(codec::Object{{"type", "userRole"}, {"user", signer.toString()}},
         [this, signer, done = std::move(done)](const Result<std::string> &answer) {
             if (!answer)
                 return done(fail(answer.error()));
             const Result<venue::UserRole> role = m_decoder.userRole(*answer);
             if (!role)
                 return done(fail(role.error()));
             done(role->role == "agent" && role->master ? *role->master : signer);
         });
}

void VenueClient::exchange(const Address &signer, std::string body, std::size_t items, bool isExit,
                           session::PostDone done)
{
    session::HttpExchange::Options options;
    options.length = items;
    options.isExit = isExit;
    m_exchange.post(signer, std::move(body), options, std::move(done));
}

} // namespace hl::cli

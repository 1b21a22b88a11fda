// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sim/venue_core.h"

namespace hl::sim {

using codec::Object;
using codec::Value;

VenueCore::VenueCore(const SimVenueConfig &config, const Clock &clock, TimerService &timers)
    : m_universe(config.coins)
    , m_clock(clock)
    , m_exchange(m_universe, clock, config.seed)
    , m_info(m_exchange)
    , m_actions(m_exchange)
    , m_feeds(m_exchange)
    , m_timer(timers)
{
    openAccounts(config);
    if (config.participants)
        m_participants = std::make_unique<Participants>(m_exchange, config.seed);
    if (!config.load.isIdle()) {
        std::vector<UserId> users{m_exchange.accounts().find(practiceAddress())->id};
        for (const SimFund &fund : config.funds)
            users.push_back(m_exchange.accounts().find(fund.address)->id);
        m_load =
            std::make_unique<LoadGenerator>(m_exchange, config.load, std::move(users), config.seed);
    }
}

SimAccount &VenueCore::deposit(const Address &address, const Decimal &usdc)
{
    SimAccount *known = m_exchange.accounts().find(address);
    SimAccount &account = known != nullptr ? *known : m_exchange.accounts().create(address);
    account.perps[0].raw += toUnits(usdc.toString(), 6).value_or(0);
    account.ledger.push_back({m_clock.wallMs(), m_exchange.newHash(),
                              Object{{"type", "deposit"}, {"usdc", wireDec(usdc)}}});
    return account;
}

void VenueCore::fund(const SimFund &fund)
{
    m_exchange.touch(deposit(fund.address, fund.usdc).id);
}

void VenueCore::openAccounts(const SimVenueConfig &config)
{
    SimAccount &practice = deposit(practiceAddress(), Decimal::fromInt(100'000));
    // Something in every pocket, so that spot and the second dex can be tried at once.
    practice.spot[0].total = 25'000LL * 100'000'000;
    practice.spot[150] = {400LL * 100'000'000, 18'000LL * 100'000'000};
    practice.spot[1] = {50'000LL * 100'000'000, 7'500LL * 100'000'000};
    if (practice.perps.size() > 1)
        practice.perps[1].raw = 10'000'000'000;
    deposit(vectorsAddress(), Decimal::fromInt(100'000));
    for (const SimFund &fund : config.funds)
        deposit(fund.address, fund.usdc);
    SimAccount &vault = m_exchange.accounts().create(Treasury::vaultAddress());
    vault.isVault = true;
    vault.name = "Practice vault";
    m_exchange.takeOutbox();
}

void VenueCore::start()
{
    if (m_participants)
        m_participants->open();
    if (m_load)
        m_load->open();
    m_exchange.takeOutbox();
    m_timer.start(kStep, [this] { step(); });
}

void VenueCore::step()
{
    m_timer.start(kStep, [this] { step(); });
    if (m_participants)
        m_participants->step();
    if (m_load)
        m_load->step();
    m_exchange.tick();
    const TimeMs now = m_clock.wallMs();
    if (now - m_lastValueSample >= 60'000) {
        m_lastValueSample = now;
        for (UserId user = 0; user < m_exchange.accounts().size(); ++user) {
            SimAccount &account = m_exchange.accounts().at(user);
            account.valueHistory.push_back(m_exchange.valueOf(account));
            if (account.valueHistory.size() > 2000)
                account.valueHistory.pop_front();
        }
    }
    pump();
}

void VenueCore::pump()
{
    m_feeds.publish(m_exchange.takeOutbox());
}

VenueCore::HttpReply VenueCore::post(std::string_view path, std::string_view body)
{
    HttpAnswer answer;
    if (path == "/exchange") {
        answer = m_actions.handle(body);
    } else if (path == "/info") {
        const auto request = codec::parseJson(body);
        answer = request ? m_info.answer(*request) : HttpAnswer::malformed();
    } else {
        return {404, "text/plain", "Not Found"};
    }
    HttpReply reply;
    if (answer.status == 200) {
        reply.body = codec::toJson(answer.json);
    } else {
        reply.status = answer.status;
        reply.contentType = "text/plain; charset=utf-8";
        reply.body = answer.text;
    }
    pump();
    return reply;
}

SessionId VenueCore::connect(SendText send)
{
    const SessionId id = ++m_lastSession;
    m_feeds.open(id, std::move(send));
    m_feeds.send(id, "Websocket connection established.");
    return id;
}

void VenueCore::receive(SessionId session, std::string_view text)
{
    const auto refuse = [&] {
        m_feeds.send(session, codec::toJson(Object{
                                  {"channel", "error"},
                                  {"data", "Error parsing JSON into valid websocket request: " +
                                               std::string(text)}}));
    };
    const auto message = codec::parseJson(text);
    const auto method = message ? message->string("method") : Result<std::string>(std::string());
    if (!message || !method)
        return refuse();
    if (*method == "ping") {
        m_feeds.send(session, R"({"channel":"pong"})");
        return;
    }
    if (*method == "post")
        return answerPost(session, *message, text);
    const Value *subscription = message->find("subscription");
    if (subscription == nullptr || subscription->asObject() == nullptr)
        return refuse();
    if (*method == "subscribe")
        m_feeds.subscribe(session, *subscription, text);
    else if (*method == "unsubscribe")
        m_feeds.unsubscribe(session, *subscription, text);
    else
        refuse();
}

void VenueCore::answerPost(SessionId session, const Value &message, std::string_view raw)
{
    const Value *id = message.find("id");
    const Value *request = message.find("request");
    const auto kind =
        request != nullptr ? request->string("type") : Result<std::string>(std::string());
    const Value *payload = request != nullptr ? request->find("payload") : nullptr;
    const bool isInfo = kind && *kind == "info";
    if (id == nullptr || !id->toInt() || payload == nullptr || !kind ||
        (!isInfo && *kind != "action")) {
        m_feeds.send(session, codec::toJson(Object{
                                  {"channel", "error"},
                                  {"data", "Error parsing JSON into valid websocket request: " +
                                               std::string(raw)}}));
        return;
    }
    const HttpAnswer answer =
        isInfo ? m_info.answer(*payload) : m_actions.handle(codec::toJson(*payload));
    Object response;
    if (answer.status == 422) {
        response = {{"type", "error"}, {"payload", "422 Unprocessable Entity: " + answer.text}};
    } else if (answer.status != 200) {
        response = {{"type", "error"}, {"payload", "500 Internal Server Error"}};
    } else if (isInfo) {
        response = {{"type", "info"},
                    {"payload", Object{{"type", payload->string("type").value_or("")},
                                       {"data", answer.json}}}};
    } else {
        response = {{"type", "action"}, {"payload", answer.json}};
    }
    m_feeds.send(session,
                 codec::toJson(Object{{"channel", "post"},
                                      {"data", Object{{"id", *id}, {"response", response}}}}));
    pump();
}

} // namespace hl::sim

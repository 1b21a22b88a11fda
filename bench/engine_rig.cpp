// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine_rig.h"

#include "codec/value.h"
#include "engine/recorder.h"
#include "market/bundled_instruments.h"
#include "workload.h"

#include <QCoreApplication>

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

namespace hl::bench {
namespace {

engine::EngineConfig liveConfig()
{
    engine::EngineConfig config;
    config.endpoints.apiUrl = "http://venue.test";
    config.endpoints.wsUrl = "ws://venue.test/ws";
    return config;
}

} // namespace

EngineRig::EngineRig(const std::vector<std::string> &coins)
{
    m_coins = coins;
    make(liveConfig(), coins);
    connect();
}

EngineRig::EngineRig(const Address &account)
{
    for (int i = 0; i < 20; ++i) // the markets of its positions
        m_coins.push_back("C" + std::to_string(i));
    engine::EngineConfig config = liveConfig();
    config.account = account;
    make(std::move(config), {});
    connect();
    for (int i = 0; i < 1'000 && m_sink.account.positions.empty(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
        turn();
    }
    if (m_sink.account.positions.size() != 20)
        m_problem = "the engine did not read the account";
}

void EngineRig::connect()
{
    for (int i = 0; i < 1'000 && (!m_factory.last || !m_sink.instruments); ++i) {
        if (m_factory.last && !m_factory.last->isUp)
            m_factory.last->accept();
        turn();
    }
    if (!m_sink.instruments)
        m_problem = "the engine did not take the metadata";
}

EngineRig::EngineRig(const std::string &replayFile, const std::vector<std::string> &coins)
{
    engine::EngineConfig config;
    config.network = engine::Network::Replay;
    config.replay = engine::ReplayConfig{replayFile, 0, {}};
    m_coins = coins;
    make(std::move(config), coins);
}

EngineRig::~EngineRig() = default;

void EngineRig::make(engine::EngineConfig config, const std::vector<std::string> &followed)
{
    m_counters = std::make_shared<engine::AtomicCounters>();
    m_sink.bookTaken = [this](const std::string &coin) {
        ++m_pictures;
        if (onPicture)
            onPicture(m_sink.books.at(coin));
        m_core->returnBookCredit(coin);
    };
    m_sink.tradesTaken = [this](const std::string &coin) { m_core->returnTradeCredit(coin); };
    engine::EngineParts parts{m_clock, m_timers, m_sink, m_factory, m_http,
                              {},      {},       {},     {},        m_counters};
    m_core = std::make_unique<engine::EngineCore>(std::move(config), std::move(parts));
    for (const std::string &coin : followed)
        m_core->followMarket(coin);
    m_core->start();
}

std::string EngineRig::answerTo(const std::string &request) const
{
    const auto value = codec::parseJson(request);
    const codec::Value *type = value ? value->find("type") : nullptr;
    const std::string name = type && type->asString() ? *type->asString() : std::string();
    if (name == "perpDexs")
        return "[null]";
    if (name == "spotMeta")
        return R"({"tokens":[],"universe":[]})";
    if (name == "outcomeMeta")
        return R"({"outcomes":[],"questions":[]})";
    if (name == "clearinghouseState")
        return datedNow(inputJson("clearinghouse_state"), m_clock);
    if (name == "spotClearinghouseState")
        return R"({"balances":[]})";
    if (name == "frontendOpenOrders" || name == "userFills")
        return "[]";
    if (name == "userFees")
        return R"({"userCrossRate":"0.00045","userAddRate":"0.00015"})";
    if (name != "meta")
        return "null";
    std::string universe;
    for (const std::string &coin : m_coins) {
        // Made-up markets have BTC's grid, those of the account's positions one of their own.
        int decimals = coin.starts_with('C') ? 3 : 5;
        for (const market::Instrument &known : market::bundledInstruments())
            decimals = known.coin == coin ? known.grid.szDecimals : decimals;
        universe += (universe.empty() ? "" : ",") +
                    (R"({"szDecimals":)" + std::to_string(decimals)) + R"(,"name":")" + coin +
                    R"(","maxLeverage":40,"marginTableId":40})";
    }
    return R"({"universe":[)" + universe + R"(],"marginTables":[],"collateralToken":0})";
}

void EngineRig::answerAll()
{
    for (const auto &request : m_http.take())
        request.done(FarHttp::json(answerTo(request.body)));
    if (!m_factory.last || !m_factory.last->isUp)
        return;
    for (const std::string &sent : m_factory.last->take()) {
        const std::string answer =
            sent == R"({"method":"ping"})"
                ? std::string(R"({"channel":"pong"})")
                : R"({"channel":"subscriptionResponse","data":)" + sent + "}";
        m_factory.last->say(
            QString::fromUtf8(answer.data(), static_cast<qsizetype>(answer.size())));
    }
}

void EngineRig::turn()
{
    QCoreApplication::processEvents();
    answerAll();
}

bool EngineRig::isLive(const std::string &coin) const
{
    const auto it = m_sink.books.find(coin);
    return it != m_sink.books.end() && it->second->state == market::BookState::Live &&
           !it->second->bids.empty();
}

market::BookSnapshotPtr EngineRig::picture(const std::string &coin) const
{
    const auto it = m_sink.books.find(coin);
    return it == m_sink.books.end() ? nullptr : it->second;
}

std::string datedNow(std::string text, const Clock &clock)
{
    const std::string old = R"("time":)" + std::to_string(inputUint("nonce"));
    if (const std::size_t at = text.find(old); at != std::string::npos)
        text.replace(at, old.size(), R"("time":)" + std::to_string(clock.wallMs()));
    return text;
}

std::uint64_t residentBytes()
{
    std::ifstream statm("/proc/self/statm");
    std::uint64_t whole = 0;
    std::uint64_t resident = 0;
    statm >> whole >> resident;
    return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace hl::bench

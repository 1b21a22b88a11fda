// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/press_check.h"

#include <set>
#include <utility>

namespace hl::cli {

namespace {

using namespace std::chrono_literals;
using codec::Object;

constexpr auto kBeforeThePress = 10s;
/// A signature waits for it; an exit never waits for long.
constexpr auto kEntryWaits = 8s;
constexpr auto kExitWaits = 3s;

/// Builder dexes begin here, ten thousand ids each (protocol/prices.md 4).
constexpr std::uint64_t kFirstDexAsset = 100'000;
constexpr std::uint64_t kDexAssets = 10'000;
constexpr std::uint64_t kFirstOutcome = 100'000'000;

market::BookSnapshot snapshotOf(const market::BookUpdate &update)
{
    market::BookSnapshot book;
    book.coin = update.coin;
    book.grid = update.grid;
    const bool isCrossed = !update.bids.empty() && !update.asks.empty() &&
                           !(update.bids.front().px < update.asks.front().px);
    book.state = isCrossed ? market::BookState::Invalid : market::BookState::Live;
    book.time = update.time;
    for (const market::DepthLevel &level : update.bids)
        book.bids.push_back({level.px, level.sz, level.n, market::BookSource::Deep, update.time});
    for (const market::DepthLevel &level : update.asks)
        book.asks.push_back({level.px, level.sz, level.n, market::BookSource::Deep, update.time});
    return book;
}

} // namespace

struct PressCheck::Reading
{
    PressFacts facts;
    int open = 0;
    bool hasMargins = true;
    bool hasBalances = false;
    bool hasMode = false;
    std::function<void(PressFacts)> done;
};

PressCheck::PressCheck(VenueClient &client, Address signer, guard::Limits limits)
    : m_client(client)
    , m_signer(signer)
    , m_limits(std::move(limits))
    , m_patience(client.timers())
{}

void PressCheck::freeze(const actions::Action &action, const std::optional<Address> &account,
                        bool isExit, std::function<void(Status)> done)
{
    m_account = account;
    m_isExit = isExit;
    loadMarkets(assetsOf(action), {}, [this, action, done = std::move(done)](const Status &loaded) {
        auto orders = loaded ? ordersOf(action, m_client.markets())
                             : Result<std::vector<PressOrder>>(fail(loaded.error()));
        if (!orders && !m_isExit)
            return done(fail(orders.error()));
        m_orders = orders ? std::move(*orders) : std::vector<PressOrder>();
        read(m_isExit ? kExitWaits : kBeforeThePress, [this, done](PressFacts facts) {
            m_frozen = facts;
            m_now = std::move(facts);
            done({});
        });
    });
}

/// Those that are not known yet, one list of markets after the other.
void PressCheck::loadMarkets(std::vector<std::uint64_t> assets, Status failed,
                             std::function<void(Status)> done)
{
    const market::InstrumentRegistry &known = m_client.markets();
    std::erase_if(assets, [&](std::uint64_t asset) {
        return asset <= UINT32_MAX && known.findAsset(static_cast<std::uint32_t>(asset)) != nullptr;
    });
    if (assets.empty() || !failed)
        return done(failed);
    const std::uint64_t asset = assets.back();
    assets.pop_back();
    std::string word;
    if (asset >= kFirstOutcome) {
        word = "#";
    } else if (asset >= kFirstDexAsset) {
        const std::vector<std::string> dexes = known.dexNames();
        const std::uint64_t index = (asset - kFirstDexAsset) / kDexAssets;
        if (index < dexes.size())
            word = dexes[index] + ":";
        else if (known.generation() == 0)
            assets.push_back(asset); // the venue's own list names them
    }
    m_client.loadMarkets(word, [this, assets = std::move(assets),
                                done = std::move(done)](const Status &loaded) mutable {
        loadMarkets(std::move(assets), loaded, std::move(done));
    });
}

void PressCheck::lookAgain(std::function<void()> done)
{
    read(m_isExit ? kExitWaits : kEntryWaits, [this, done = std::move(done)](PressFacts facts) {
        m_now = std::move(facts);
        done();
    });
}

void PressCheck::read(std::chrono::milliseconds most, std::function<void(PressFacts)> done)
{
    const auto reading = std::make_shared<Reading>();
    reading->done = [this, done = std::move(done)](PressFacts facts) {
        m_patience.stop();
        done(std::move(facts));
    };
    m_patience.start(most, [reading] { end(reading); });
    ask(reading, Object{{"type", "exchangeStatus"}}, [this, reading](const std::string &text) {
        if (const auto status = m_client.decoder().exchangeStatus(text)) {
            reading->facts.venueTime = status->time;
            reading->facts.venueMonoMs = m_client.clock().monoMs();
        }
    });
    if (m_orders.empty())
        return;
    askMarkets(reading);
    if (m_account)
        return askAccount(reading, *m_account);
    ++reading->open;
    m_client.accountOf(m_signer, [this, reading](const Result<Address> &account) {
        if (account && reading->done) {
            m_account = *account;
            askAccount(reading, *account);
        }
        if (--reading->open == 0)
            end(reading);
    });
}

void PressCheck::ask(const std::shared_ptr<Reading> &reading, const codec::Value &payload,
                     std::function<void(const std::string &)> store)
{
    ++reading->open;
    m_client.info(payload, [reading, store = std::move(store)](const Result<std::string> &answer) {
        // What comes after the time is up belongs to nobody.
        if (answer && reading->done)
            store(*answer);
        if (--reading->open == 0)
            end(reading);
    });
}

void PressCheck::end(const std::shared_ptr<Reading> &reading)
{
    const auto done = std::exchange(reading->done, nullptr);
    if (!done)
        return;
    reading->facts.isAccountKnown = reading->hasMargins && reading->hasBalances && reading->hasMode;
    reading->facts.account.receivedMonoNs = reading->facts.isAccountKnown ? 1 : 0;
    done(std::move(reading->facts));
}

void PressCheck::askMarkets(const std::shared_ptr<Reading> &reading)
{
    std::set<std::string> coins;
    std::set<std::string> dexes;
    bool hasSpot = false;
    for (const PressOrder &order : m_orders) {
        const model::OrderTicket &ticket = order.ticket;
        const market::Instrument *instrument = m_client.markets().find(ticket.coin);
        if (instrument == nullptr || !coins.insert(ticket.coin).second)
            continue;
        if (instrument->isPerp())
            dexes.insert(instrument->dex);
        hasSpot = hasSpot || instrument->grid.kind == MarketKind::Spot;
        ask(reading, Object{{"type", "l2Book"}, {"coin", ticket.coin}},
            [this, reading, coin = ticket.coin](const std::string &text) {
                const auto book = m_client.decoder().l2Book(text);
                if (book && *book)
                    reading->facts.markets[coin].book = snapshotOf(**book);
            });
    }
    const auto keep = [reading, coins](const std::vector<market::AssetCtx> &contexts) {
        for (const market::AssetCtx &context : contexts)
            if (coins.contains(context.coin))
                reading->facts.markets[context.coin].context = context;
    };
    for (const std::string &dex : dexes)
        ask(reading, Object{{"type", "metaAndAssetCtxs"}, {"dex", dex}},
            [this, keep](const std::string &text) {
                if (const auto answer = m_client.decoder().metaAndAssetCtxs(text))
                    keep(answer->second);
            });
    if (hasSpot)
        ask(reading, Object{{"type", "spotMetaAndAssetCtxs"}},
            [this, keep](const std::string &text) {
                if (const auto answer = m_client.decoder().spotMetaAndAssetCtxs(text))
                    keep(answer->second);
            });
}

void PressCheck::askAccount(const std::shared_ptr<Reading> &reading, const Address &account)
{
    std::set<std::string> dexes;
    for (const PressOrder &order : m_orders)
        if (const auto *instrument = m_client.markets().find(order.ticket.coin);
            instrument != nullptr && instrument->isPerp())
            dexes.insert(instrument->dex);
    const std::string user = account.toString();
    reading->facts.account.user = account;
    reading->hasMargins = false;
    const auto left = std::make_shared<std::size_t>(dexes.size());
    if (dexes.empty())
        reading->hasMargins = true;
    for (const std::string &dex : dexes)
        ask(reading, Object{{"type", "clearinghouseState"}, {"user", user}, {"dex", dex}},
            [this, reading, dex, left](const std::string &text) {
                const auto state = m_client.decoder().clearinghouseState(text, dex);
                if (!state)
                    return;
                model::AccountState &known = reading->facts.account;
                known.margins.push_back(state->margin);
                known.positions.insert(known.positions.end(), state->positions.begin(),
                                       state->positions.end());
                // A position that cannot be read is no proof that there is none.
                if (state->skipped.empty())
                    reading->hasMargins = --*left == 0;
            });
    for (std::size_t i = 0; i < m_orders.size(); ++i)
        if (m_orders[i].changes)
            ask(reading,
                Object{{"type", "orderStatus"},
                       {"user", user},
                       {"oid", toValue(*m_orders[i].changes)}},
                [this, reading, i](const std::string &text) {
                    const auto status = m_client.decoder().orderStatus(text);
                    if (!status)
                        return;
                    const bool isOpen =
                        status->isKnown && status->update.statusClass() == venue::StatusClass::Open;
                    reading->facts.changed[i] = {isOpen, status->update.order.filled()};
                });
    ask(reading, Object{{"type", "spotClearinghouseState"}, {"user", user}},
        [this, reading](const std::string &text) {
            if (const auto spot = m_client.decoder().spotClearinghouseState(text)) {
                reading->facts.account.balances = spot->balances;
                reading->hasBalances = true;
            }
        });
    ask(reading, Object{{"type", "userAbstraction"}, {"user", user}},
        [this, reading](const std::string &text) {
            if (const auto mode = m_client.decoder().userAbstraction(text)) {
                reading->facts.account.mode = *mode;
                reading->hasMode = true;
            }
        });
}

std::optional<TimeMs> PressCheck::venueNow() const
{
    if (!m_now.venueTime)
        return {};
    return *m_now.venueTime + (m_client.clock().monoMs() - m_now.venueMonoMs);
}

std::optional<std::string> PressCheck::discardReason() const
{
    return cli::discardReason(m_orders, m_client.markets(), m_frozen, m_now, m_limits);
}

} // namespace hl::cli

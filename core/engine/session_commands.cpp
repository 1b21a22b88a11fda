// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/session_commands.h"

#include "engine/engine_core.h"
#include "engine/session_reading_p.h"

namespace hl::engine {

using codec::Array;
using codec::Object;
using codec::Value;

namespace {

/// The words of one recorded command, read in order; the first that does not fit is remembered.
class Reader
{
public:
    explicit Reader(const Array &words) : m_words(words) {}

    std::string text()
    {
        const Value *word = next();
        if (word != nullptr && word->asString() != nullptr)
            return *word->asString();
        m_isBad = true;
        return {};
    }
    std::uint64_t number()
    {
        const Value *word = next();
        if (word != nullptr && word->asUint() != nullptr)
            return *word->asUint();
        m_isBad = true;
        return 0;
    }
    bool flag()
    {
        const Value *word = next();
        if (word != nullptr && word->asBool() != nullptr)
            return *word->asBool();
        m_isBad = true;
        return false;
    }
    std::optional<std::int64_t> optionalInt()
    {
        const Value *word = next();
        if (word == nullptr) {
            m_isBad = true;
            return {};
        }
        if (word->isNull())
            return {};
        const auto value = word->toInt();
        if (!value)
            m_isBad = true;
        return value ? std::optional(*value) : std::nullopt;
    }
    std::vector<model::OrderKey> keys()
    {
        std::vector<model::OrderKey> out;
        const Value *word = next();
        if (word == nullptr || word->asArray() == nullptr) {
            m_isBad = true;
            return out;
        }
        for (const Value &key : *word->asArray()) {
            if (key.asUint() == nullptr)
                m_isBad = true;
            else
                out.push_back(*key.asUint());
        }
        return out;
    }
    model::OrderTicket ticket() { return ticketIn(next()); }
    std::vector<model::OrderTicket> tickets()
    {
        std::vector<model::OrderTicket> out;
        const Value *word = next();
        if (word == nullptr || word->asArray() == nullptr ||
            word->asArray()->size() > model::kMaxGroup) {
            m_isBad = true;
            return out;
        }
        for (const Value &one : *word->asArray())
            out.push_back(ticketIn(&one));
        return out;
    }
    model::TwapTicket twap();
    model::MoneyOrder money();
    /// Empty: none.
    std::optional<Address> optionalAddress()
    {
        const std::string word = text();
        return word.empty() ? std::nullopt : std::optional(addressIn(word));
    }
    template <class Enum>
    Enum choice(Enum last)
    {
        const std::uint64_t value = number();
        if (value > static_cast<std::uint64_t>(last))
            m_isBad = true;
        return m_isBad ? Enum{} : static_cast<Enum>(value);
    }
    bool isBad() const { return m_isBad; }

private:
    Address addressIn(const std::string &word)
    {
        const auto address = Address::parse(word);
        m_isBad = m_isBad || !address;
        return address.value_or(Address{});
    }
    model::OrderTicket ticketIn(const Value *word);
    const Value *next() { return m_at < m_words.size() ? &m_words[m_at++] : nullptr; }

    const Array &m_words;
    std::size_t m_at = 2;
    bool m_isBad = false;
};

model::OrderTicket Reader::ticketIn(const Value *word)
{
    model::OrderTicket out;
    if (word == nullptr || word->asObject() == nullptr) {
        m_isBad = true;
        return out;
    }
    const auto coin = word->string("coin");
    const auto reduceOnly = word->boolean("reduceOnly");
    if (!coin || !reduceOnly) {
        m_isBad = true;
        return out;
    }
    out.coin = *coin;
    out.reduceOnly = *reduceOnly;
    out.side = enumOf(word->uint("side"), model::Side::Sell, m_isBad);
    out.kind = enumOf(word->uint("kind"), model::OrderKind::Trigger, m_isBad);
    out.tif = enumOf(word->uint("tif"), model::Tif::Alo, m_isBad);
    out.px.ticks = intOf(word->find("px"), m_isBad);
    out.sz.lots = intOf(word->find("sz"), m_isBad);
    if (const Value *trigger = word->find("trigger"); trigger != nullptr) {
        model::TriggerSpec spec;
        spec.triggerPx.ticks = intOf(trigger->find("px"), m_isBad);
        const auto isMarket = trigger->boolean("isMarket");
        m_isBad = m_isBad || !isMarket;
        spec.isMarket = isMarket.value_or(true);
        spec.tpsl = enumOf(trigger->uint("tpsl"), model::TpSl::Sl, m_isBad);
        out.trigger = spec;
    }
    if (const auto cloid = word->string("cloid")) {
        const auto parsed = Cloid::parse(*cloid);
        m_isBad = m_isBad || !parsed;
        if (parsed)
            out.cloid = *parsed;
    }
    if (const Value *expires = word->find("expiresAfter"); expires != nullptr)
        out.expiresAfter = intOf(expires, m_isBad);
    return out;
}

model::TwapTicket Reader::twap()
{
    model::TwapTicket out;
    const Value *word = next();
    if (word == nullptr || word->asObject() == nullptr) {
        m_isBad = true;
        return out;
    }
    const auto coin = word->string("coin");
    const auto reduceOnly = word->boolean("reduceOnly");
    const auto randomise = word->boolean("randomise");
    m_isBad = m_isBad || !coin || !reduceOnly || !randomise;
    if (m_isBad)
        return out;
    out.coin = *coin;
    out.reduceOnly = *reduceOnly;
    out.randomise = *randomise;
    out.side = enumOf(word->uint("side"), model::Side::Sell, m_isBad);
    out.sz.lots = intOf(word->find("sz"), m_isBad);
    out.minutes = static_cast<int>(intOf(word->find("minutes"), m_isBad) % 100'000);
    return out;
}

model::MoneyOrder Reader::money()
{
    model::MoneyOrder out;
    const Value *word = next();
    if (word == nullptr || word->asObject() == nullptr) {
        m_isBad = true;
        return out;
    }
    const auto text = [&](const char *name) {
        auto value = word->string(name);
        m_isBad = m_isBad || !value;
        return value ? std::move(*value) : std::string();
    };
    out.kind = enumOf(word->uint("kind"), model::MoneyKind::ApproveBuilder, m_isBad);
    out.destination = addressIn(text("to"));
    out.token = text("token");
    out.tokenIndex = intOf(word->find("index"), m_isBad);
    const auto amount = Decimal::parse(text("amount"));
    m_isBad = m_isBad || !amount;
    out.amount = amount.value_or(Decimal());
    out.sourceDex = text("fromDex");
    out.destinationDex = text("toDex");
    const auto isIn = word->boolean("isIn");
    m_isBad = m_isBad || !isIn;
    out.isIn = isIn.value_or(true);
    out.name = text("name");
    if (const Value *asked = word->find("asked"); asked != nullptr && asked->asArray() != nullptr)
        for (const Value &rule : *asked->asArray()) {
            m_isBad = m_isBad || rule.asString() == nullptr;
            if (rule.asString() != nullptr)
                out.asked.push_back(*rule.asString());
        }
    const Value *book = word->find("book");
    if (book == nullptr || book->asArray() == nullptr) {
        m_isBad = true;
        return out;
    }
    for (const Value &entry : *book->asArray()) {
        const auto to = entry.string("to");
        m_isBad = m_isBad || !to;
        out.book.push_back({addressIn(to ? *to : std::string()),
                            intOf(entry.find("first"), m_isBad),
                            intOf(entry.find("last"), m_isBad)});
    }
    return out;
}

} // namespace

Value CommandScope::wordOf(const model::MoneyOrder &o)
{
    Array asked;
    for (const std::string &rule : o.asked)
        asked.emplace_back(rule);
    Array book;
    for (const model::Counterparty &known : o.book)
        book.emplace_back(
            Object{{"to", known.address.toString()}, {"first", known.first}, {"last", known.last}});
    return Object{{"kind", static_cast<std::uint64_t>(o.kind)},
                  {"to", o.destination.toString()},
                  {"token", o.token},
                  {"index", o.tokenIndex},
                  {"amount", o.amount.toString()},
                  {"fromDex", o.sourceDex},
                  {"toDex", o.destinationDex},
                  {"isIn", o.isIn},
                  {"name", o.name},
                  {"asked", std::move(asked)},
                  {"book", std::move(book)}};
}

Value CommandScope::wordOf(const std::optional<Px> &px)
{
    return px ? Value(px->ticks) : Value();
}

Value CommandScope::wordOf(const std::optional<Sz> &sz)
{
    return sz ? Value(sz->lots) : Value();
}

Value CommandScope::wordOf(const std::vector<model::OrderKey> &keys)
{
    Array out;
    for (const model::OrderKey key : keys)
        out.emplace_back(key);
    return out;
}

Value CommandScope::wordOf(const model::TwapTicket &t)
{
    return Object{{"coin", t.coin},
                  {"side", static_cast<std::uint64_t>(t.side)},
                  {"sz", t.sz.lots},
                  {"minutes", std::int64_t{t.minutes}},
                  {"reduceOnly", t.reduceOnly},
                  {"randomise", t.randomise}};
}

Value CommandScope::wordOf(const std::vector<model::OrderTicket> &tickets)
{
    Array out;
    for (const model::OrderTicket &ticket : tickets)
        out.push_back(wordOf(ticket));
    return out;
}

Value CommandScope::wordOf(const model::OrderTicket &t)
{
    const auto number = [](auto value) { return Value(static_cast<std::uint64_t>(value)); };
    Object out{{"coin", t.coin},
               {"side", number(t.side)},
               {"kind", number(t.kind)},
               {"px", t.px.ticks},
               {"sz", t.sz.lots},
               {"tif", number(t.tif)},
               {"reduceOnly", t.reduceOnly}};
    if (t.trigger)
        out.emplace_back("trigger", Object{{"px", t.trigger->triggerPx.ticks},
                                           {"isMarket", t.trigger->isMarket},
                                           {"tpsl", number(t.trigger->tpsl)}});
    if (t.cloid)
        out.emplace_back("cloid", t.cloid->toString());
    if (t.expiresAfter)
        out.emplace_back("expiresAfter", *t.expiresAfter);
    return out;
}

namespace {

Status applyDeviceCommand(const std::string &name, Reader &words, DeviceDesk &desk)
{
    const auto done = [&](auto call) -> Status {
        if (words.isBad())
            return fail(unfit("the command \"" + name + "\" is not whole"));
        call();
        return {};
    };
    if (name == "device.acknowledge")
        return done([&] { desk.acknowledgeBlocked(); });
    if (name == "device.retry")
        return done([&] { desk.retry(); });
    if (name == "device.open")
        return done([&] { desk.openEthereum(); });
    if (name == "device.unshow")
        return done([&] { desk.giveUpAddress(); });
    // A review's number, or a request's.
    const std::uint64_t id = words.number();
    if (name == "device.reject")
        return done([&] { desk.rejectReview(id); });
    if (name == "device.form")
        return done([&] { desk.setForm(id != 0); });
    if (name == "device.drop")
        return done([&] { desk.dropReview(id); });
    if (name == "device.mode") {
        const TradeMode mode = words.choice(TradeMode::DeviceOnly);
        return done([&] { desk.setMode(id, mode); });
    }
    if (name == "device.scan") {
        const PathScheme scheme = words.choice(PathScheme::Custom);
        const auto first = static_cast<int>(words.optionalInt().value_or(-1));
        const auto count = static_cast<int>(words.optionalInt().value_or(0));
        return done([&] { desk.scanAccounts(id, scheme, first, count); });
    }
    if (name == "device.agents")
        return done([&] { desk.readAgents(id); });
    const std::string text = words.text(); // a path, or an agent's name
    if (name == "device.scanPath")
        return done([&] { desk.scanPath(id, text); });
    if (name == "device.show")
        return done([&] { desk.showAddress(id, text); });
    if (name == "device.use")
        return done([&] { desk.useAccount(id, text); });
    if (name == "device.revoke")
        return done([&] { desk.revokeAgent(id, text); });
    if (name == "device.approve") {
        AgentPlan plan;
        plan.name = text;
        plan.days = static_cast<int>(words.optionalInt().value_or(0));
        plan.mayReplace = words.flag();
        plan.mode = words.choice(TradeMode::DeviceOnly);
        // It was never written down; that there was one decides what follows.
        if (words.flag())
            plan.passphrase = std::make_shared<SecretBytes>(asBytes("-"));
        return done([&] { desk.approveAgent(id, plan); });
    }
    return fail(unfit("this version does not know the command \"" + name + "\""));
}

} // namespace

Status applyCommand(const Array &command, EngineCore &core)
{
    const std::string *name = command.size() > 1 ? command[1].asString() : nullptr;
    if (name == nullptr)
        return fail(unfit("a command without a name"));
    Reader words(command);
    const auto done = [&](auto call) -> Status {
        if (words.isBad())
            return fail(unfit("the command \"" + *name + "\" is not whole"));
        call();
        return {};
    };
    if (*name == "start")
        return done([&] { core.start(); });
    if (*name == "state")
        return done([&] { core.requestState(); });
    if (*name == "report")
        return done([&] { core.requestVenueReport(); });
    if (*name == "moveMany") {
        const std::vector<RequestId> requests = words.keys();
        const std::vector<model::OrderKey> keys = words.keys();
        const auto px = words.optionalInt();
        return done([&] {
            if (px)
                core.moveOrders(requests, keys, Px{*px});
        });
    }
    if (*name == "stopFlatten")
        return done([&] { core.stopFlatten(); });
    if (*name == "deviceExpiries") {
        const auto takes = static_cast<int>(words.number() % 1'000);
        const auto rests = static_cast<int>(words.number() % 1'000);
        return done([&] { core.setDeviceExpiries(takes, rests); });
    }
    if (*name == "verify")
        return done([&] { core.verifyJournal(); });
    if (*name == "lock") {
        const bool isLocked = words.flag();
        return done([&] { core.setLocked(isLocked); });
    }
    if (*name == "follow" || *name == "release" || *name == "bookCredit" ||
        *name == "tradeCredit") {
        const std::string coin = words.text();
        return done([&] {
            if (*name == "follow")
                core.followMarket(coin);
            else if (*name == "release")
                core.releaseMarket(coin);
            else if (*name == "bookCredit")
                core.returnBookCredit(coin);
            else
                core.returnTradeCredit(coin);
        });
    }
    if (*name == "followCandles" || *name == "releaseCandles") {
        const std::string coin = words.text();
        const std::string interval = words.text();
        return done([&] {
            if (*name == "followCandles")
                core.followCandles(coin, interval);
            else
                core.releaseCandles(coin, interval);
        });
    }
    if (name->starts_with("device."))
        return applyDeviceCommand(*name, words, core.device());
    const RequestId request = words.number();
    if (*name == "flattenAll")
        return done([&] { core.flattenAll(request); });
    if (*name == "moneyFacts") {
        const auto to = words.optionalAddress();
        return done([&] { core.readMoneyFacts(request, to); });
    }
    if (*name == "money") {
        const model::MoneyOrder order = words.money();
        return done([&] { core.moveMoney(request, order); });
    }
    if (*name == "place") {
        const model::OrderTicket ticket = words.ticket();
        return done([&] { core.placeOrder(request, ticket); });
    }
    if (*name == "placeMany") {
        const auto grouping = words.choice(model::Grouping::Bracket);
        const std::vector<model::OrderTicket> tickets = words.tickets();
        return done([&] { core.placeOrders(request, tickets, grouping); });
    }
    if (*name == "twap") {
        const model::TwapTicket ticket = words.twap();
        return done([&] { core.startTwap(request, ticket); });
    }
    if (*name == "cancelTwap") {
        const std::string coin = words.text();
        const model::TwapId id = words.number();
        return done([&] { core.cancelTwap(request, coin, id); });
    }
    if (*name == "cancel") {
        const std::vector<model::OrderKey> keys = words.keys();
        return done([&] { core.cancelOrders(request, keys); });
    }
    if (*name == "modify") {
        const model::OrderKey key = words.number();
        const auto px = words.optionalInt();
        const auto sz = words.optionalInt();
        return done([&] {
            core.modifyOrder(request, key, px ? std::optional(Px{*px}) : std::nullopt,
                             sz ? std::optional(Sz{*sz}) : std::nullopt);
        });
    }
    if (*name == "leverage") {
        const std::string coin = words.text();
        const auto leverage = static_cast<int>(words.number());
        const bool isCross = words.flag();
        return done([&] { core.setLeverage(request, coin, leverage, isCross); });
    }
    return fail(unfit("this version does not know the command \"" + *name + "\""));
}

} // namespace hl::engine

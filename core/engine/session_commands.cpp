// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/session_commands.h"

#include "engine/engine_core.h"

namespace hl::engine {

using codec::Array;
using codec::Object;
using codec::Value;

namespace {

Error unfit(std::string what)
{
    return Error{ErrorKind::Parse, std::move(what), "session"};
}

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
    model::OrderTicket ticket();
    bool isBad() const { return m_isBad; }

private:
    const Value *next() { return m_at < m_words.size() ? &m_words[m_at++] : nullptr; }

    const Array &m_words;
    std::size_t m_at = 2;
    bool m_isBad = false;
};

template <class Enum>
Enum enumOf(const Result<std::uint64_t> &value, Enum last, bool &isBad)
{
    if (!value || *value > static_cast<std::uint64_t>(last)) {
        isBad = true;
        return {};
    }
    return static_cast<Enum>(*value);
}

std::int64_t intOf(const Value *value, bool &isBad)
{
    const auto number = value == nullptr ? Result<std::int64_t>(fail(unfit(""))) : value->toInt();
    if (!number)
        isBad = true;
    return number ? *number : 0;
}

model::OrderTicket Reader::ticket()
{
    model::OrderTicket out;
    const Value *word = next();
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

} // namespace

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
    const RequestId request = words.number();
    if (*name == "place") {
        const model::OrderTicket ticket = words.ticket();
        return done([&] { core.placeOrder(request, ticket); });
    }
    if (*name == "readAgents")
        return done([&] { core.readAgents(request); });
    if (*name == "tradeMode") {
        const std::uint64_t mode = words.number();
        return done([&] {
            if (mode <= static_cast<std::uint64_t>(TradeMode::DeviceOnly))
                core.setTradeMode(request, static_cast<TradeMode>(mode));
        });
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

Object configWords(const EngineConfig &config)
{
    Object out{{"network", static_cast<std::uint64_t>(config.network)},
               {"isMainnet", config.endpoints.isMainnet},
               {"apiUrl", config.endpoints.apiUrl},
               {"wsUrl", config.endpoints.wsUrl},
               {"signerKind", static_cast<std::uint64_t>(config.signerKind)},
               {"signerName", config.signerName},
               {"maxUsers", config.maxUsers},
               {"exitReserve", config.exitReservePosts},
               {"useDeltaBooks", config.useDeltaBooks}};
    if (config.account)
        out.emplace_back("account", config.account->toString());
    if (config.vault)
        out.emplace_back("vault", config.vault->toString());
    if (config.signerValidUntil)
        out.emplace_back("validUntil", *config.signerValidUntil);
    return out;
}

Result<EngineConfig> configOf(const Value &words)
{
    EngineConfig out;
    bool isBad = false;
    out.network = enumOf(words.uint("network"), Network::Replay, isBad);
    out.signerKind = enumOf(words.uint("signerKind"), SignerKind::Emulator, isBad);
    HL_TRY(isMainnet, words.boolean("isMainnet"));
    HL_TRY(apiUrl, words.string("apiUrl"));
    HL_TRY(wsUrl, words.string("wsUrl"));
    HL_TRY(signerName, words.string("signerName"));
    out.endpoints = {isMainnet, apiUrl, wsUrl};
    out.signerName = signerName;
    out.maxUsers = static_cast<int>(intOf(words.find("maxUsers"), isBad));
    out.exitReservePosts = static_cast<int>(intOf(words.find("exitReserve"), isBad));
    for (const auto &[key, address] :
         {std::pair{"account", &out.account}, std::pair{"vault", &out.vault}}) {
        if (words.find(key) == nullptr)
            continue;
        HL_TRY(text, words.string(key));
        HL_TRY(parsed, Address::parse(text));
        *address = parsed;
    }
    out.useDeltaBooks = words.boolean("useDeltaBooks").value_or(false);
    if (const Value *until = words.find("validUntil"); until != nullptr)
        out.signerValidUntil = intOf(until, isBad);
    if (isBad)
        return fail(unfit("the head of the session is not whole"));
    return out;
}

Object journalWords(const JournalStart &start)
{
    const auto rows = [](const std::vector<JournalEntry> &entries) {
        Array out;
        for (const JournalEntry &e : entries)
            out.emplace_back(Array{e.time, e.intent, e.kind, e.payload});
        return out;
    };
    return {{"lastSeq", start.lastSeq},
            {"lastIntent", start.lastIntent},
            {"unresolved", rows(start.unresolved)},
            {"recent", rows(start.recent)}};
}

Result<JournalStart> journalOf(const Value &words)
{
    JournalStart out;
    HL_TRY(lastSeq, words.uint("lastSeq"));
    HL_TRY(lastIntent, words.uint("lastIntent"));
    out.lastSeq = lastSeq;
    out.lastIntent = lastIntent;
    for (const auto &[key, into] :
         {std::pair{"unresolved", &out.unresolved}, std::pair{"recent", &out.recent}}) {
        const Value *rows = words.find(key);
        if (rows == nullptr || rows->asArray() == nullptr)
            return fail(unfit("the journal in it is not whole"));
        for (const Value &row : *rows->asArray()) {
            const Array *fields = row.asArray();
            bool isBad = fields == nullptr || fields->size() != 4;
            if (!isBad) {
                const std::string *kind = (*fields)[2].asString();
                const std::string *payload = (*fields)[3].asString();
                const std::int64_t time = intOf(&(*fields)[0], isBad);
                isBad = isBad || (*fields)[1].asUint() == nullptr || kind == nullptr ||
                        payload == nullptr;
                if (!isBad)
                    into->push_back({time, *(*fields)[1].asUint(), *kind, *payload});
            }
            if (isBad)
                return fail(unfit("a row of the journal in it is not whole"));
        }
    }
    return out;
}

} // namespace hl::engine

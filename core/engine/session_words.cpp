// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/session_words.h"

#include "engine/session_reading_p.h"
#include "guard/limit_names.h"

#include <algorithm>
#include <climits>
#include <utility>

namespace hl::engine {

using codec::Array;
using codec::Object;
using codec::Value;

namespace {

std::chrono::seconds secondsOf(const Value *value, bool &isBad)
{
    return std::chrono::seconds(std::clamp<std::int64_t>(intOf(value, isBad), 0, 86'400));
}

Result<Address> addressOf(const Value &words, const char *key)
{
    HL_TRY(text, words.string(key));
    return Address::parse(text);
}

Value limitWord(const std::optional<Decimal> &limit)
{
    return limit ? Value(limit->toString()) : Value();
}

Status readLimit(const Value &words, const std::string &key, std::optional<Decimal> &into)
{
    const Value *word = words.find(key);
    if (word == nullptr || (!word->isNull() && word->asString() == nullptr))
        return fail(unfit("a limit in its head is not whole"));
    into.reset();
    if (word->isNull())
        return {};
    HL_TRY(value, Decimal::parse(*word->asString()));
    into = value;
    return {};
}

std::string textOr(const Value &words, const char *key)
{
    return words.string(key).value_or(std::string());
}

} // namespace

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
    if (config.agentOf)
        out.emplace_back("agentOf", config.agentOf->toString());
    if (config.signerValidUntil)
        out.emplace_back("validUntil", *config.signerValidUntil);
    if (config.guard)
        out.emplace_back("guard", limitWords(*config.guard));
    if (config.device) {
        Object device{{"path", config.device->path},
                      {"isEmulator", config.device->isEmulator},
                      {"mode", static_cast<std::uint64_t>(config.device->mode)},
                      {"takes", std::int64_t{config.device->takes.count()}},
                      {"rests", std::int64_t{config.device->rests.count()}},
                      {"hashesOnly", config.device->hashesOnly}};
        if (config.device->account)
            device.emplace_back("account", config.device->account->toString());
        out.emplace_back("device", std::move(device));
    }
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
         {std::pair{"account", &out.account}, std::pair{"vault", &out.vault},
          std::pair{"agentOf", &out.agentOf}}) {
        if (words.find(key) == nullptr)
            continue;
        HL_TRY(parsed, addressOf(words, key));
        *address = parsed;
    }
    out.useDeltaBooks = words.boolean("useDeltaBooks").value_or(false);
    if (const Value *until = words.find("validUntil"); until != nullptr)
        out.signerValidUntil = intOf(until, isBad);
    if (const Value *limits = words.find("guard"); limits != nullptr) {
        HL_TRY(guard, limitsOf(*limits));
        out.guard = std::move(guard);
    }
    if (const Value *device = words.find("device"); device != nullptr) {
        DeviceConfig &config = out.device.emplace();
        HL_TRY(path, device->string("path"));
        HL_TRY(isEmulator, device->boolean("isEmulator"));
        config.path = path;
        config.isEmulator = isEmulator;
        config.mode = enumOf(device->uint("mode"), TradeMode::DeviceOnly, isBad);
        // Clamped where it is used; a planted figure need not fit a duration.
        config.takes = secondsOf(device->find("takes"), isBad);
        config.rests = secondsOf(device->find("rests"), isBad);
        // Absent: of a version that had one form.
        const codec::Value *form = device->find("hashesOnly");
        config.hashesOnly = form != nullptr && *form == codec::Value(true);
        if (device->find("account") != nullptr) {
            HL_TRY(account, addressOf(*device, "account"));
            config.account = account;
        }
    }
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
            {"recent", rows(start.recent)},
            {"settings", rows(start.settings)}};
}

Result<JournalStart> journalOf(const Value &words)
{
    JournalStart out;
    HL_TRY(lastSeq, words.uint("lastSeq"));
    HL_TRY(lastIntent, words.uint("lastIntent"));
    out.lastSeq = lastSeq;
    out.lastIntent = lastIntent;
    for (const auto &[key, into] :
         {std::pair{"unresolved", &out.unresolved}, std::pair{"recent", &out.recent},
          std::pair{"settings", &out.settings}}) {
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

Object limitWords(const guard::Limits &limits)
{
    Object out;
    for (const guard::LimitName &limit : guard::kLimitNames) {
        const std::string name = limit.name;
        out.emplace_back(name + "Ask", limitWord((limits.*limit.member).ask));
        out.emplace_back(name + "Block", limitWord((limits.*limit.member).block));
    }
    out.emplace_back(guard::kOrderValueMostName, limitWord(limits.orderValueMost));
    return out;
}

Result<guard::Limits> limitsOf(const Value &words)
{
    guard::Limits out;
    for (const guard::LimitName &limit : guard::kLimitNames) {
        const std::string name = limit.name;
        HL_CHECK(readLimit(words, name + "Ask", (out.*limit.member).ask));
        HL_CHECK(readLimit(words, name + "Block", (out.*limit.member).block));
    }
    HL_CHECK(readLimit(words, guard::kOrderValueMostName, out.orderValueMost));
    return out;
}

Value errorWord(const Error &error)
{
    Object out{{"kind", static_cast<std::uint64_t>(error.kind)}, {"detail", error.detail}};
    if (!error.field.empty())
        out.emplace_back("field", error.field);
    if (error.code)
        out.emplace_back("code", *error.code);
    return out;
}

Error errorOf(const Value *word)
{
    Error out;
    if (word == nullptr)
        return out;
    bool isBad = false;
    out.kind = enumOf(word->uint("kind"), ErrorKind::Internal, isBad);
    if (isBad)
        out.kind = ErrorKind::Internal;
    out.detail = textOr(*word, "detail");
    out.field = textOr(*word, "field");
    if (const Value *code = word->find("code"); code != nullptr)
        out.code = static_cast<int>(std::clamp<std::int64_t>(intOf(code, isBad), INT_MIN, INT_MAX));
    return out;
}

Object newsWords(const signing::DeviceNews &news)
{
    Object out{{"state", static_cast<std::uint64_t>(news.state)},
               {"sentence", news.sentence},
               {"copyText", news.copyText},
               {"model", news.model},
               {"appName", news.appName},
               {"appVersion", news.appVersion},
               {"isEmulator", news.isEmulator},
               {"canShowFields", news.canShowFields},
               {"until", news.untilMonoMs}};
    if (news.blindSigning)
        out.emplace_back("blindSigning", *news.blindSigning);
    return out;
}

Result<signing::DeviceNews> newsOf(const Value &words)
{
    signing::DeviceNews out;
    bool isBad = false;
    out.state = enumOf(words.uint("state"), signing::DeviceNews::State::Problem, isBad);
    out.untilMonoMs = intOf(words.find("until"), isBad);
    if (isBad)
        return fail(unfit("what a device said in it is not whole"));
    out.sentence = textOr(words, "sentence");
    out.copyText = textOr(words, "copyText");
    out.model = textOr(words, "model");
    out.appName = textOr(words, "appName");
    out.appVersion = textOr(words, "appVersion");
    out.isEmulator = words.boolean("isEmulator").value_or(false);
    out.canShowFields = words.boolean("canShowFields").value_or(false);
    if (const auto blind = words.boolean("blindSigning"))
        out.blindSigning = *blind;
    return out;
}

} // namespace hl::engine

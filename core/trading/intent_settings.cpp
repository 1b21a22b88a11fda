// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/intent_settings.h"

#include <algorithm>

namespace hl::trading {

using codec::Array;
using codec::Object;
using codec::Value;

namespace {

Value *memberOf(Object &object, const std::string &key)
{
    const auto it = std::ranges::find(object, key, &std::pair<std::string, Value>::first);
    return it == object.end() ? nullptr : &it->second;
}

std::string wordsOf(const Value &value)
{
    if (value.isNull())
        return "none";
    const std::string *text = value.asString();
    return text != nullptr ? *text : codec::toJson(value);
}

/// ["name", from, to]; a setting that was not there is null, as is one that is gone.
Array changes(const Object &before, const Object &now)
{
    Array out;
    const Value from(before);
    const Value to(now);
    for (const auto &[key, value] : now) {
        const Value *was = from.find(key);
        if (was == nullptr ? !value.isNull() : *was != value)
            out.emplace_back(Array{key, was == nullptr ? Value() : *was, value});
    }
    for (const auto &[key, value] : before)
        if (to.find(key) == nullptr && !value.isNull())
            out.emplace_back(Array{key, value, Value()});
    return out;
}

/// By name, those that are null left out.
Object sorted(Object settings)
{
    std::erase_if(settings, [](const auto &member) { return member.second.isNull(); });
    std::ranges::sort(settings, {}, &std::pair<std::string, Value>::first);
    return settings;
}

} // namespace

std::string settingPayload(const std::optional<Object> &before, const Object &now)
{
    Object out;
    if (before)
        out.emplace_back("changed", changes(*before, now));
    out.emplace_back("settings", now);
    return codec::toJson(out);
}

Result<Object> settingsOf(const JournalEntry &row)
{
    HL_TRY(value, codec::parseJson(row.payload));
    const Value *settings = value.find("settings");
    if (settings == nullptr || settings->asObject() == nullptr)
        return fail(ErrorKind::Parse, "are not there", "settings");
    return *settings->asObject();
}

Status checkSetting(const std::optional<Object> &before, const JournalEntry &row)
{
    const auto wrong = [](std::string why) { return fail(ErrorKind::Validation, std::move(why)); };
    const auto now = settingsOf(row);
    if (!now)
        return wrong("its settings cannot be read");
    HL_TRY(value, codec::parseJson(row.payload));
    const Value *changed = value.find("changed");
    if (!before)
        return changed == nullptr ? Status() : wrong("no row says what its settings were before");
    if (changed == nullptr || changed->asArray() == nullptr)
        return wrong("it does not say which setting was changed");
    Object made = *before;
    for (const Value &change : *changed->asArray()) {
        const Array *words = change.asArray();
        if (words == nullptr || words->size() != 3 || (*words)[0].asString() == nullptr)
            return wrong("a change in it cannot be read");
        const std::string &key = *(*words)[0].asString();
        Value *was = memberOf(made, key);
        if ((was == nullptr ? Value() : *was) != (*words)[1])
            return wrong("its setting \"" + key + "\" was another one before");
        if (was == nullptr)
            made.emplace_back(key, (*words)[2]);
        else
            *was = (*words)[2];
    }
    if (sorted(std::move(made)) != sorted(*now))
        return wrong("its settings do not follow from those before and its changes");
    return {};
}

std::string settingWords(const Value &row)
{
    const Value *changed = row.find("changed");
    std::string words;
    if (changed != nullptr && changed->asArray() != nullptr) {
        for (const Value &change : *changed->asArray()) {
            const Array *of = change.asArray();
            if (of == nullptr || of->size() != 3)
                continue;
            words += (words.empty() ? "" : ", ") + wordsOf((*of)[0]) + ' ' + wordsOf((*of)[1]) +
                     " → " + wordsOf((*of)[2]);
        }
        return words;
    }
    const Value *settings = row.find("settings");
    if (settings == nullptr || settings->asObject() == nullptr)
        return words;
    // The first row: what a person would look for in it.
    for (const char *key : {"network", "signer", "signerName", "tradeMode"})
        if (const Value *value = settings->find(key); value != nullptr && !value->isNull())
            words += (words.empty() ? "" : ", ") + (key + (' ' + wordsOf(*value)));
    return words + (words.empty() ? "" : ", ") + std::to_string(settings->asObject()->size()) +
           " settings";
}

} // namespace hl::trading

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "venue/session/subscription.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>
#include <vector>

namespace hl::session {

namespace {

using codec::Array;
using codec::Object;
using codec::Value;

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isHexString(std::string_view s)
{
    if (s.size() < 3 || s[0] != '0' || lower(s[1]) != 'x')
        return false;
    return std::all_of(s.begin() + 2, s.end(), [](char c) {
        const char l = lower(c);
        return (c >= '0' && c <= '9') || (l >= 'a' && l <= 'f');
    });
}

std::string lowered(std::string_view s)
{
    std::string out(s);
    std::transform(out.begin(), out.end(), out.begin(), lower);
    return out;
}

bool equalsFolded(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

/// The reference's objects list whole-number keys first and by value ("9" before "10").
bool isWholeNumberKey(std::string_view key)
{
    if (key.empty() || key.size() > 10 || (key.size() > 1 && key[0] == '0'))
        return false;
    return std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool keyLess(const std::string &a, const std::string &b)
{
    const bool aWhole = isWholeNumberKey(a);
    const bool bWhole = isWholeNumberKey(b);
    if (aWhole != bWhole)
        return aWhole;
    if (aWhole && a.size() != b.size())
        return a.size() < b.size();
    return a < b;
}

Value canonical(const Value &value)
{
    if (const std::string *text = value.asString())
        return isHexString(*text) ? Value(lowered(*text)) : value;
    if (const Array *array = value.asArray()) {
        Array out;
        out.reserve(array->size());
        for (const Value &item : *array)
            out.push_back(canonical(item));
        return Value(std::move(out));
    }
    if (const Object *object = value.asObject()) {
        Object out;
        out.reserve(object->size());
        for (const auto &[key, item] : *object)
            out.emplace_back(key, canonical(item));
        std::sort(out.begin(), out.end(),
                  [](const auto &a, const auto &b) { return keyLess(a.first, b.first); });
        return Value(std::move(out));
    }
    return value;
}

/// How a channel's frames and subscriptions name what they are about.
struct ChannelRule
{
    std::string_view channel;
    std::string_view payloadKey;
    enum class Where : std::uint8_t { Member, FirstElement, UserState } where;
    std::string_view frameMember;
    bool isUser;
};

using Where = ChannelRule::Where;

constexpr std::array kRules{
    ChannelRule{"l2Book", "coin", Where::Member, "coin", false},
    ChannelRule{"l2", "coin", Where::Member, "coin", false},
    ChannelRule{"bbo", "coin", Where::Member, "coin", false},
    ChannelRule{"trades", "coin", Where::FirstElement, "coin", false},
    ChannelRule{"candle", "coin", Where::Member, "s", false},
    ChannelRule{"activeAssetCtx", "coin", Where::Member, "coin", false},
    ChannelRule{"activeSpotAssetCtx", "coin", Where::Member, "coin", false},
    ChannelRule{"activeAssetData", "coin", Where::Member, "coin", false},
    ChannelRule{"userFills", "user", Where::Member, "user", true},
    ChannelRule{"userFundings", "user", Where::Member, "user", true},
    ChannelRule{"userNonFundingLedgerUpdates", "user", Where::Member, "user", true},
    ChannelRule{"userHistoricalOrders", "user", Where::Member, "user", true},
    ChannelRule{"userTwapSliceFills", "user", Where::Member, "user", true},
    ChannelRule{"userTwapHistory", "user", Where::Member, "user", true},
    ChannelRule{"clearinghouseState", "user", Where::Member, "user", true},
    ChannelRule{"allDexsClearinghouseState", "user", Where::Member, "user", true},
    ChannelRule{"openOrders", "user", Where::Member, "user", true},
    ChannelRule{"twapStates", "user", Where::Member, "user", true},
    ChannelRule{"spotState", "user", Where::Member, "user", true},
    ChannelRule{"webData3", "user", Where::UserState, "user", true},
};

const ChannelRule *ruleOf(std::string_view channel)
{
    for (const ChannelRule &rule : kRules) {
        if (rule.channel == channel)
            return &rule;
    }
    return nullptr;
}

std::string_view textMember(const Value *object, std::string_view key)
{
    const Value *v = object == nullptr ? nullptr : object->find(key);
    const std::string *text = v == nullptr ? nullptr : v->asString();
    return text == nullptr ? std::string_view() : std::string_view(*text);
}

std::string_view keyIn(const ChannelRule &rule, const Value &data)
{
    const Value *holder = &data;
    if (rule.where == Where::FirstElement) {
        const Array *array = data.asArray();
        holder = array == nullptr || array->empty() ? nullptr : &array->front();
    } else if (rule.where == Where::UserState) {
        holder = data.find("userState");
    }
    return textMember(holder, rule.frameMember);
}

bool isChannelOf(StreamType type, std::string_view channel)
{
    switch (type) {
    case StreamType::UserEvents:
        return channel == "user";
    case StreamType::ActiveAssetCtx:
        return channel == "activeAssetCtx" || channel == "activeSpotAssetCtx";
    default:
        return channel == streamTypeName(type);
    }
}

bool equalsUser(const Address &user, std::string_view text)
{
    char own[42] = {'0', 'x'};
    writeHex(user.bytes, own + 2);
    const std::string_view printed(own, sizeof own);
    return printed == text || equalsFolded(printed, text);
}

} // namespace

std::string canonicalId(const Value &value)
{
    return codec::toJson(canonical(value));
}

int specificity(const Value &value)
{
    if (const Array *array = value.asArray()) {
        int sum = 0;
        for (const Value &item : *array)
            sum += specificity(item);
        return sum;
    }
    if (const Object *object = value.asObject()) {
        int sum = 0;
        for (const auto &[key, item] : *object)
            sum += specificity(item);
        return sum;
    }
    return 1;
}

bool isSubset(const Value &subset, const Value &superset)
{
    if (const std::string *text = subset.asString()) {
        const std::string *other = superset.asString();
        if (other == nullptr)
            return false;
        if (isHexString(*text) && isHexString(*other))
            return equalsFolded(*text, *other);
        return *text == *other;
    }
    if (const Array *array = subset.asArray()) {
        const Array *other = superset.asArray();
        return other != nullptr &&
               std::equal(array->begin(), array->end(), other->begin(), other->end(), isSubset);
    }
    if (const Object *object = subset.asObject()) {
        if (superset.asObject() == nullptr)
            return false;
        return std::all_of(object->begin(), object->end(), [&](const auto &member) {
            const Value *other = superset.find(member.first);
            return other != nullptr && isSubset(member.second, *other);
        });
    }
    return subset == superset;
}

std::optional<std::string> routeKey(std::string_view channel, const Value &payload)
{
    const ChannelRule *rule = ruleOf(channel);
    if (rule == nullptr)
        return std::nullopt;
    const std::string_view key = textMember(&payload, rule->payloadKey);
    if (key.empty())
        return std::nullopt;
    return rule->isUser ? lowered(key) : std::string(key);
}

std::optional<std::string> frameKey(std::string_view channel, const Value &data)
{
    const ChannelRule *rule = ruleOf(channel);
    if (rule == nullptr)
        return std::nullopt;
    const std::string_view key = keyIn(*rule, data);
    if (key.empty())
        return std::nullopt;
    return rule->isUser ? lowered(key) : std::string(key);
}

StreamKey streamKeyOf(std::string_view channel, const Value &data)
{
    StreamKey key;
    key.channel = channel;
    if (const ChannelRule *rule = ruleOf(channel))
        key.key = keyIn(*rule, data);
    if (channel == "candle")
        key.interval = textMember(&data, "i");
    key.dex = textMember(&data, "dex");
    if (channel == "activeAssetData")
        key.user = textMember(&data, "user");
    if (channel == "l2Book") {
        const Value *fast = data.find("fast");
        key.isFast = fast != nullptr && fast->asBool() != nullptr && *fast->asBool();
    }
    return key;
}

bool matches(const Subscription &s, const StreamKey &frame)
{
    if (!isChannelOf(s.type, frame.channel))
        return false;
    if (const ChannelRule *rule = ruleOf(frame.channel)) {
        // A subscription with a key hears only frames that carry the same one.
        if (rule->isUser) {
            if (s.user && !equalsUser(*s.user, frame.key))
                return false;
        } else if (!s.coin.empty() && s.coin != frame.key) {
            return false;
        }
    }
    switch (s.type) {
    case StreamType::L2Book:
        return s.fast == frame.isFast;
    case StreamType::Candle:
        return s.interval == frame.interval;
    case StreamType::ActiveAssetData:
        return !s.user || equalsUser(*s.user, frame.user);
    case StreamType::AllMids:
    case StreamType::AssetCtxs:
    case StreamType::ClearinghouseState:
    case StreamType::OpenOrders:
    case StreamType::TwapStates:
        return s.dex == frame.dex;
    default:
        return true;
    }
}

} // namespace hl::session

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "crypto/secp256k1.h"
#include "sim/venue_core.h"
#include "support/manual_clock.h"
#include "venue/hyperliquid/actions/request.h"

#include <QDebug>

#include <algorithm>
#include <string>
#include <vector>

namespace hl::test {

inline constexpr const char *kVectorsKey =
    "0x0123456789012345678901234567890123456789012345678901234567890123";
inline constexpr const char *kMakerKey =
    "0x1111111111111111111111111111111111111111111111111111111111111111";
inline constexpr const char *kStrangerKey =
    "0x2222222222222222222222222222222222222222222222222222222222222222";

/// JSON written with single quotes.
inline std::string J(std::string text)
{
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

inline crypto::SecretKey keyOf(const std::string &hex)
{
    auto key = crypto::SecretKey::parse(hex);
    if (!key)
        qFatal("bad test key");
    return std::move(*key);
}

struct Envelope
{
    std::optional<Address> vault = {};
    std::optional<std::uint64_t> expiresAfter = {};
    bool isMainnet = false;
    std::optional<Nonce> nonce = {};
};

/// A venue on a manual clock: no sockets, no participants unless asked for. Two clients: the
/// vectors' address (taker) and a funded maker.
struct VenueFixture
{
    explicit VenueFixture(bool participants = false, std::uint64_t seed = 1)
        : core(configOf(participants, seed), clock, clock)
    {
        core.start();
    }

    static sim::SimVenueConfig configOf(bool participants, std::uint64_t seed)
    {
        sim::SimVenueConfig config;
        config.seed = seed;
        config.participants = participants;
        config.coins = {"BTC", "ETH", "SOL", "PURR/USDC", "@107", "xyz:XYZ100"};
        config.funds = {{keyOf(kMakerKey).address(), Decimal::fromInt(10'000'000)}};
        return config;
    }

    /// The body of a signed request, as a client would post it.
    std::string body(const std::string &actionJson, const char *keyHex,
                     const Envelope &envelope = {})
    {
        auto action = actions::parseAction(actionJson);
        if (!action) {
            qWarning() << "test action is refused:" << action.error().sentence().c_str();
            return "{}";
        }
        const Nonce nonce = envelope.nonce.value_or(nextNonce());
        if (actions::isUserSigned(*action)) {
            if (auto done = actions::complete(*action, nonce, envelope.isMainnet, "0x66eee"); !done)
                qWarning() << done.error().sentence().c_str();
        }
        actions::PostedRequest request{*action, {}, nonce, envelope.vault, envelope.expiresAfter};
        const auto digest = actions::requestDigest(request, envelope.isMainnet);
        const auto key = keyOf(keyHex);
        const auto signature = key.sign(digest.value_or(Hash32{}));
        return actions::requestBody(*action, nonce, *signature, envelope.vault,
                                    envelope.expiresAfter);
    }

    codec::Value act(const std::string &actionJson, const char *keyHex = kVectorsKey,
                     const Envelope &envelope = {})
    {
        return parse(core.post("/exchange", body(actionJson, keyHex, envelope)).body);
    }

    codec::Value info(const std::string &request)
    {
        return parse(core.post("/info", request).body);
    }

    codec::Value infoOf(const std::string &type, const char *keyHex = kVectorsKey)
    {
        return info(R"({"type":")" + type + R"(","user":")" + keyOf(keyHex).address().toString() +
                    R"("})");
    }

    static codec::Value parse(const std::string &text)
    {
        return codec::parseJson(text).value_or(codec::Value("unreadable: " + text));
    }

    Nonce nextNonce()
    {
        return lastNonce = std::max(lastNonce + 1, static_cast<Nonce>(clock.wallMs()));
    }

    void advance(int ms) { clock.advance(std::chrono::milliseconds(ms)); }

    // --- orders in short
    static std::string orderJson(int asset, bool buy, const std::string &px, const std::string &sz,
                                 const std::string &type = R"({"limit":{"tif":"Gtc"}})",
                                 bool reduceOnly = false, const std::string &cloid = {})
    {
        std::string out = R"({"a":)" + std::to_string(asset) + R"(,"b":)" +
                          (buy ? "true" : "false") + R"(,"p":")" + px + R"(","s":")" + sz +
                          R"(","r":)" + (reduceOnly ? "true" : "false") + R"(,"t":)" + type;
        if (!cloid.empty())
            out += R"(,"c":")" + cloid + R"(")";
        return out + "}";
    }

    static std::string ordersJson(const std::string &orders, const std::string &grouping = "na")
    {
        return R"({"type":"order","orders":[)" + orders + R"(],"grouping":")" + grouping + R"("})";
    }

    /// The statuses of one order action.
    codec::Value statuses(const std::string &orders, const char *keyHex = kVectorsKey,
                          const std::string &grouping = "na")
    {
        const codec::Value answer = act(ordersJson(orders, grouping), keyHex);
        const codec::Value *response = answer.find("response");
        const codec::Value *data = response != nullptr ? response->find("data") : nullptr;
        const codec::Value *list = data != nullptr ? data->find("statuses") : nullptr;
        return list != nullptr ? *list : answer;
    }

    /// The first status, as JSON text.
    std::string place(const std::string &order, const char *keyHex = kVectorsKey,
                      const std::string &grouping = "na")
    {
        const codec::Value list = statuses(order, keyHex, grouping);
        const codec::Array *array = list.asArray();
        return codec::toJson(array != nullptr && !array->empty() ? array->front() : list);
    }

    /// oid of a resting or filled status text.
    static std::uint64_t oidIn(const std::string &status)
    {
        const std::size_t at = status.find("\"oid\":");
        return at == std::string::npos ? 0 : std::stoull(status.substr(at + 6));
    }

    /// A two-sided BTC book of the maker: 5 BTC at 109990, 109999 | 110001, 110010.
    void makeBook()
    {
        const auto gtc = [&](bool buy, const char *px) { return orderJson(0, buy, px, "5"); };
        statuses(gtc(true, "109990") + "," + gtc(true, "109999") + "," + gtc(false, "110001") +
                     "," + gtc(false, "110010"),
                 kMakerKey);
    }

    ManualClock clock;
    sim::VenueCore core;
    Nonce lastNonce = 0;
};

/// The value under a path of keys and indexes ("a/0/b"), as JSON text; "(none)" where absent.
inline std::string at(const codec::Value &value, const std::string &path)
{
    const codec::Value *here = &value;
    std::size_t from = 0;
    while (from < path.size()) {
        const std::size_t slash = std::min(path.find('/', from), path.size());
        const std::string part = path.substr(from, slash - from);
        if (const codec::Array *array = here->asArray()) {
            const std::size_t index = std::stoul(part);
            if (index >= array->size())
                return "(none)";
            here = &(*array)[index];
        } else {
            here = here->find(part);
            if (here == nullptr)
                return "(none)";
        }
        from = slash + 1;
    }
    if (const std::string *text = here->asString())
        return *text;
    return codec::toJson(*here);
}

} // namespace hl::test

#define COMPARE_TEXT(actual, expected)                                                             \
    QCOMPARE(QString::fromStdString(actual), QString::fromStdString(expected))

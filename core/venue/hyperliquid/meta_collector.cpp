// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/meta_collector.h"

#include "venue/hyperliquid/info_decoder_p.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace hl::venue {

namespace {

/// Dex of a meta answer, by the prefix its names carry.
std::string dexOf(const market::PerpMeta &meta)
{
    if (meta.universe.empty())
        return {};
    const std::string &name = meta.universe.front().name;
    const std::size_t colon = name.find(':');
    return colon == std::string::npos ? std::string() : name.substr(0, colon);
}

} // namespace

struct MetaCollector::Private
{
    struct Named
    {
        std::optional<std::size_t> place; ///< in perpDexs, where the bundle's order says it
        std::string dex;
        market::PerpMeta meta;
    };

    market::InstrumentRegistry none;
    JsonParser parser;
    InfoDecoder decoder{none};
    market::PerpDexList dexes;
    std::vector<Named> perps;
    std::optional<market::SpotMeta> spot;
    std::optional<market::OutcomeMeta> outcomes;

    Status addMeta(const JsonValue &value, std::optional<std::size_t> place,
                   std::optional<std::string> dex)
    {
        const bool isPair = value.type() == JsonType::Array && value.size() == 2 &&
                            value.at(1).type() == JsonType::Array;
        const JsonValue body = isPair ? value.at(0) : value;
        HL_TRY(meta, decoder.meta(body.toJson()));
        std::string name = dex ? *dex : dexOf(meta);
        std::erase_if(perps, [&](const Named &known) { return known.dex == name; });
        perps.push_back({place, std::move(name), std::move(meta)});
        return {};
    }

    Status addSpot(const JsonValue &value)
    {
        HL_TRY(meta, decoder.spotMeta(value.toJson()));
        spot = std::move(meta);
        return {};
    }

    Status addDexes(const JsonValue &value)
    {
        HL_TRY(list, decoder.perpDexs(value.toJson()));
        dexes = std::move(list);
        return {};
    }

    Status addOutcomes(const JsonValue &value)
    {
        HL_TRY(meta, decoder.outcomeMeta(value.toJson()));
        outcomes = std::move(meta);
        return {};
    }

    Status addBundle(const JsonValue &root)
    {
        const JsonValue meta = root.find("meta");
        const bool isList = meta.type() == JsonType::Array &&
                            !(meta.size() == 2 && meta.at(1).type() == JsonType::Array);
        if (isList) {
            std::size_t place = 0;
            for (JsonValue::Elements at(meta); at; at.next(), ++place) {
                if (at.value().isNone())
                    continue;
                const bool isMain = place == 0;
                HL_CHECK(addMeta(at.value(), place,
                                 isMain ? std::optional<std::string>("") : std::nullopt));
            }
        } else if (!meta.isNone()) {
            HL_CHECK(addMeta(meta, std::nullopt, std::nullopt));
        }
        if (const JsonValue value = root.find("perpDexs"); !value.isNone())
            HL_CHECK(addDexes(value));
        if (const JsonValue value = root.find("spotMeta"); !value.isNone())
            HL_CHECK(addSpot(value));
        if (const JsonValue value = root.find("outcomeMeta"); !value.isNone())
            HL_CHECK(addOutcomes(value));
        return {};
    }

    Status addAnswer(const JsonValue &request, const JsonValue &answer)
    {
        const auto type = request.find("type").string();
        const std::string dex(request.find("dex").string().value_or(std::string_view{}));
        if (type == "meta" || type == "metaAndAssetCtxs")
            return addMeta(answer, std::nullopt, dex);
        if (type == "perpDexs")
            return addDexes(answer);
        if (type == "spotMeta")
            return addSpot(answer);
        if (type == "spotMetaAndAssetCtxs")
            return addSpot(answer.at(0));
        if (type == "outcomeMeta")
            return addOutcomes(answer);
        return {};
    }

    Status addByShape(const JsonValue &root)
    {
        if (root.type() == JsonType::Object) {
            if (!root.find("answer").isAbsent())
                return addAnswer(root.find("request"), root.find("answer"));
            for (const char *key : {"meta", "perpDexs", "spotMeta", "outcomeMeta"}) {
                if (!root.find(key).isAbsent())
                    return addBundle(root);
            }
            if (!root.find("tokens").isAbsent())
                return addSpot(root);
            if (!root.find("universe").isAbsent())
                return addMeta(root, std::nullopt, std::nullopt);
            if (!root.find("outcomes").isAbsent())
                return addOutcomes(root);
            return {};
        }
        const JsonValue first = root.at(0);
        if (!first.find("tokens").isAbsent())
            return addSpot(first);
        if (!first.find("universe").isAbsent())
            return addMeta(root, std::nullopt, std::nullopt);
        if (first.isNull() && root.size() > 0)
            return addDexes(root);
        return {};
    }
};

MetaCollector::MetaCollector() : d(std::make_unique<Private>()) {}
MetaCollector::~MetaCollector() = default;

Status MetaCollector::add(std::string_view json)
{
    const auto root = d->parser.parse(json);
    if (!root)
        return fail(ErrorKind::Parse, "the metadata is " + root.error().detail, "meta");
    return d->addByShape(*root);
}

Status MetaCollector::addFile(std::string_view text)
{
    if (const auto whole = d->parser.parse(text); whole)
        return d->addByShape(*whole);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.find_first_not_of(" \t\r") != std::string_view::npos)
            HL_CHECK(add(line));
    }
    if (isEmpty())
        return fail(ErrorKind::Validation, "holds no answer of meta or spotMeta", "meta");
    return {};
}

bool MetaCollector::isEmpty() const
{
    return d->perps.empty() && !d->spot && !d->outcomes;
}

market::MetaSet MetaCollector::build() const
{
    market::MetaSet set;
    set.dexes = d->dexes;
    set.spot = d->spot;
    set.outcomes = d->outcomes;
    const auto placeOf = [&](const Private::Named &named) -> std::size_t {
        if (named.place)
            return *named.place;
        if (named.dex.empty())
            return 0;
        for (std::size_t i = 1; i < set.dexes.size(); ++i) {
            if (set.dexes[i] && set.dexes[i]->name == named.dex)
                return i;
        }
        // Without perpDexs its id is not known; behind all others it cannot take another's.
        return std::max<std::size_t>({set.dexes.size(), set.perps.size(), 1});
    };
    for (const Private::Named &named : d->perps) {
        const std::size_t place = placeOf(named);
        if (set.perps.size() <= place)
            set.perps.resize(place + 1);
        set.perps[place] = named.meta;
    }
    return set;
}

} // namespace hl::venue

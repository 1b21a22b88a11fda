// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine/replay_metadata.h"

#include "codec/value.h"
#include "market/instrument_registry.h"
#include "record/archive_reader.h"
#include "venue/hyperliquid/info_decoder.h"

#include <fstream>
#include <iterator>
#include <utility>

namespace hl::engine {

using codec::Value;

namespace {

/// Metadata stands at the head of a recording of ours; no further is looked for it.
constexpr int kHeadEntries = 400;

/// Answers by their request's type, as they are met.
class MetaParts
{
public:
    MetaParts() : m_decoder(m_registry) {}

    Status add(std::string_view type, std::string_view dex, const Value &answer)
    {
        const std::string json = codec::toJson(answer);
        if (type == "meta") {
            HL_TRY(meta, m_decoder.meta(json));
            m_metas.emplace_back(std::string(dex), std::move(meta));
        } else if (type == "spotMeta") {
            HL_TRY(spot, m_decoder.spotMeta(json));
            m_set.spot = std::move(spot);
        } else if (type == "perpDexs") {
            HL_TRY(dexes, m_decoder.perpDexs(json));
            m_set.dexes = std::move(dexes);
        }
        return {};
    }

    std::optional<market::MetaSet> take()
    {
        if (m_metas.empty() && !m_set.spot)
            return {};
        if (m_set.dexes.empty())
            m_set.dexes.emplace_back();
        m_set.perps.resize(m_set.dexes.size());
        for (auto &[dex, meta] : m_metas)
            for (std::size_t i = 0; i < m_set.dexes.size(); ++i)
                if ((i == 0 && dex.empty()) || (m_set.dexes[i] && m_set.dexes[i]->name == dex))
                    m_set.perps[i] = meta;
        return std::move(m_set);
    }

private:
    market::InstrumentRegistry m_registry;
    venue::InfoDecoder m_decoder;
    market::MetaSet m_set;
    std::vector<std::pair<std::string, market::PerpMeta>> m_metas;
};

} // namespace

Result<market::MetaSet> parseMetaFile(std::string_view json)
{
    HL_TRY(value, codec::parseJson(json));
    MetaParts parts;
    if (const codec::Array *list = value.asArray()) {
        for (std::size_t i = 0; i < list->size() && i < 2; ++i)
            HL_CHECK(parts.add(i == 0 ? "meta" : "spotMeta", {}, (*list)[i]));
    } else if (value.find("universe") != nullptr) {
        HL_CHECK(parts.add(value.find("tokens") != nullptr ? "spotMeta" : "meta", {}, value));
    } else {
        for (const char *type : {"perpDexs", "meta", "spotMeta"})
            if (const Value *answer = value.find(type))
                HL_CHECK(parts.add(type, {}, *answer));
    }
    auto set = parts.take();
    if (!set)
        return fail(ErrorKind::Parse, "it holds neither an answer of meta nor one of spotMeta");
    return std::move(*set);
}

Result<std::optional<market::MetaSet>> replayMetadata(const ReplayConfig &config)
{
    HL_TRY(reader, record::ArchiveReader::open(config.path));
    MetaParts parts;
    record::ArchiveEntry entry;
    for (int i = 0; i < kHeadEntries; ++i) {
        const auto more = reader->next(entry);
        if (!more)
            return fail(more.error());
        if (!*more)
            break;
        if (entry.kind != record::EntryKind::Info)
            continue;
        const auto info = codec::parseJson(entry.text);
        const Value *request = info ? info->find("request") : nullptr;
        const Value *answer = info ? info->find("answer") : nullptr;
        if (request == nullptr || answer == nullptr)
            continue;
        const auto type = request->string("type");
        const auto dex = request->string("dex");
        if (type)
            HL_CHECK(parts.add(*type, dex ? std::string_view(*dex) : std::string_view(), *answer));
    }
    if (auto set = parts.take())
        return set;
    if (config.metaFile.empty())
        return std::optional<market::MetaSet>{};
    std::ifstream file(config.metaFile, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file)
        return fail(ErrorKind::Validation, config.metaFile + " cannot be read.", "meta");
    auto set = parseMetaFile(text);
    if (!set)
        return fail(ErrorKind::Parse,
                    config.metaFile + " is no metadata: " + set.error().sentence(), "meta");
    return std::optional(std::move(*set));
}

} // namespace hl::engine

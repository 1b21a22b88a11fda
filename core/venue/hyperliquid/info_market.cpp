// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/answer_scanner.h"
#include "venue/hyperliquid/book_scanner.h"
#include "venue/hyperliquid/info_decoder_p.h"

#include <algorithm>
#include <limits>

namespace hl::venue {

namespace {

int smallInt(std::int64_t value)
{
    return static_cast<int>(std::clamp<std::int64_t>(value, -1, 1'000'000));
}

market::MarginMode marginModeOf(std::string_view mode, bool onlyIsolated)
{
    if (mode == "strictIsolated")
        return market::MarginMode::StrictIsolated;
    if (mode == "noCross" || onlyIsolated)
        return market::MarginMode::NoCross;
    return market::MarginMode::Normal;
}

} // namespace

void InfoDecoder::Private::perpMeta(const JsonValue &value, market::PerpMeta &out)
{
    for (JsonValue::Elements at(reader.array(value, "universe")); at && reader.ok(); at.next()) {
        const JsonValue row = at.value();
        market::PerpAsset &asset = out.universe.emplace_back();
        asset.name.assign(reader.text(row, "name"));
        asset.szDecimals = smallInt(reader.integer(row, "szDecimals"));
        asset.maxLeverage = smallInt(reader.integerIf(row, "maxLeverage").value_or(0));
        asset.marginTableId = reader.integerIf(row, "marginTableId").value_or(0);
        asset.marginMode = marginModeOf(reader.textOr(row, "marginMode"),
                                        reader.booleanIf(row, "onlyIsolated").value_or(false));
        asset.isDelisted = reader.booleanIf(row, "isDelisted").value_or(false);
    }
    for (JsonValue::Elements at(value.find("marginTables")); at && reader.ok(); at.next()) {
        const JsonValue body = at.value().at(1);
        market::MarginTable &table = out.marginTables.emplace_back();
        table.id = at.value().at(0).integer().value_or(-1);
        table.description.assign(reader.textOr(body, "description"));
        for (JsonValue::Elements tier(reader.array(body, "marginTiers")); tier; tier.next()) {
            table.tiers.push_back({reader.decimal(tier.value(), "lowerBound"),
                                   smallInt(reader.integer(tier.value(), "maxLeverage"))});
        }
    }
    out.collateralToken = reader.integerIf(value, "collateralToken").value_or(0);
}

void InfoDecoder::Private::spotMeta(const JsonValue &value, market::SpotMeta &out)
{
    for (JsonValue::Elements at(reader.array(value, "tokens")); at && reader.ok(); at.next()) {
        const JsonValue row = at.value();
        market::SpotToken &token = out.tokens.emplace_back();
        token.name.assign(reader.text(row, "name"));
        token.szDecimals = smallInt(reader.integer(row, "szDecimals"));
        token.weiDecimals = smallInt(reader.integerIf(row, "weiDecimals").value_or(0));
        token.index = reader.integer(row, "index");
        token.tokenId.assign(reader.textOr(row, "tokenId"));
        token.fullName.assign(reader.textOr(row, "fullName"));
        token.isCanonical = reader.booleanIf(row, "isCanonical").value_or(false);
        token.hasEvmContract = !row.find("evmContract").isNone();
    }
    for (JsonValue::Elements at(reader.array(value, "universe")); at && reader.ok(); at.next()) {
        const JsonValue row = at.value();
        market::SpotPair &pair = out.universe.emplace_back();
        pair.name.assign(reader.text(row, "name"));
        pair.index = reader.integer(row, "index");
        pair.isCanonical = reader.booleanIf(row, "isCanonical").value_or(false);
        const JsonValue tokens = reader.array(row, "tokens");
        const auto base = tokens.at(0).integer();
        const auto quote = tokens.at(1).integer();
        if (!base || !quote)
            reader.problem("tokens", "a base and a quote index are needed");
        pair.base = base.value_or(-1);
        pair.quote = quote.value_or(-1);
    }
}

InfoDecoder::InfoDecoder(const market::InstrumentRegistry &registry)
    : d(std::make_unique<Private>(registry))
{}

InfoDecoder::~InfoDecoder() = default;

Result<market::PerpMeta> InfoDecoder::meta(std::string_view json)
{
    return d->decode<market::PerpMeta>(
        json, "meta", [&](const JsonValue &root, auto &out) { d->perpMeta(root, out); });
}

Result<std::vector<market::PerpMeta>> InfoDecoder::allPerpMetas(std::string_view json)
{
    return d->decode<std::vector<market::PerpMeta>>(
        json, "allPerpMetas", [&](const JsonValue &root, auto &out) {
            d->needList(root);
            for (JsonValue::Elements at(root); at && d->reader.ok(); at.next()) {
                const bool isPair = at.value().type() == JsonType::Array;
                d->perpMeta(isPair ? at.value().at(0) : at.value(), out.emplace_back());
            }
        });
}

Result<market::PerpDexList> InfoDecoder::perpDexs(std::string_view json)
{
    return d->decode<market::PerpDexList>(json, "perpDexs", [&](const JsonValue &root, auto &out) {
        d->needList(root);
        for (JsonValue::Elements at(root); at && d->reader.ok(); at.next()) {
            if (at.value().isNone()) {
                out.emplace_back();
                continue;
            }
            market::PerpDex dex;
            dex.name.assign(d->reader.text(at.value(), "name"));
            dex.fullName.assign(d->reader.textOr(at.value(), "fullName"));
            dex.deployer.assign(d->reader.textOr(at.value(), "deployer"));
            out.emplace_back(std::move(dex));
        }
    });
}

Result<market::SpotMeta> InfoDecoder::spotMeta(std::string_view json)
{
    return d->decode<market::SpotMeta>(
        json, "spotMeta", [&](const JsonValue &root, auto &out) { d->spotMeta(root, out); });
}

Result<market::OutcomeMeta> InfoDecoder::outcomeMeta(std::string_view json)
{
    return d->decode<market::OutcomeMeta>(
        json, "outcomeMeta", [&](const JsonValue &root, auto &out) {
            for (JsonValue::Elements at(d->reader.array(root, "outcomes")); at; at.next())
                d->reader.outcome(at.value(), out.outcomes.emplace_back());
            for (JsonValue::Elements at(root.find("questions")); at; at.next())
                d->reader.question(at.value(), out.questions.emplace_back());
        });
}

Result<std::pair<market::PerpMeta, std::vector<market::AssetCtx>>>
InfoDecoder::metaAndAssetCtxs(std::string_view json)
{
    using Both = MetaAndContexts;
    if (Both scanned; scanMetaAndContexts(json, scanned))
        return scanned;
    return d->decode<Both>(json, "metaAndAssetCtxs", [&](const JsonValue &root, Both &out) {
        d->perpMeta(root.at(0), out.first);
        const JsonValue contexts = root.at(1);
        d->needList(contexts);
        for (JsonValue::Elements at(contexts); at && d->reader.ok(); at.next()) {
            const std::size_t place = out.second.size();
            market::AssetCtx &context = out.second.emplace_back();
            if (place < out.first.universe.size())
                context.coin = out.first.universe[place].name;
            d->reader.context(at.value(), context);
        }
    });
}

Result<std::pair<market::SpotMeta, std::vector<market::AssetCtx>>>
InfoDecoder::spotMetaAndAssetCtxs(std::string_view json)
{
    using Both = std::pair<market::SpotMeta, std::vector<market::AssetCtx>>;
    return d->decode<Both>(json, "spotMetaAndAssetCtxs", [&](const JsonValue &root, Both &out) {
        d->spotMeta(root.at(0), out.first);
        const JsonValue contexts = root.at(1);
        d->needList(contexts);
        // Joined by the name in the row: there are more of them than pairs.
        for (JsonValue::Elements at(contexts); at && d->reader.ok(); at.next())
            d->reader.context(at.value(), out.second.emplace_back());
    });
}

Result<std::vector<std::pair<std::string, Decimal>>> InfoDecoder::allMids(std::string_view json)
{
    if (Mids scanned; scanMids(json, scanned))
        return scanned;
    return d->decode<Mids>(json, "allMids", [&](const JsonValue &root, Mids &out) {
        if (root.type() != JsonType::Object)
            d->reader.problem("answer", "an object is needed");
        for (JsonValue::Members at(root); at && d->reader.ok(); at.next())
            out.emplace_back(at.key(), d->reader.decimalOf(at.value(), at.key()));
    });
}

Result<std::optional<market::BookUpdate>> InfoDecoder::l2Book(std::string_view json)
{
    using Book = std::optional<market::BookUpdate>;
    Book scanned(std::in_place);
    if (scanBookAnswer(json, d->reader.registry(), *scanned))
        return scanned;
    return d->decode<Book>(json, "l2Book", [&](const JsonValue &root, Book &out) {
        std::uint64_t unknownFields = 0;
        if (!root.isNone())
            d->reader.book(root, out.emplace(), unknownFields);
    });
}

Result<std::vector<market::Candle>> InfoDecoder::candleSnapshot(std::string_view json)
{
    using Candles = std::vector<market::Candle>;
    return d->decode<Candles>(json, "candleSnapshot", [&](const JsonValue &root, Candles &out) {
        d->needList(root);
        std::string coin;
        Grid grid;
        for (JsonValue::Elements at(root); at && d->reader.ok(); at.next()) {
            d->reader.coin(at.value(), "s", coin, grid);
            d->reader.candle(at.value(), grid, out.emplace_back());
        }
    });
}

Result<std::vector<market::Trade>> InfoDecoder::recentTrades(std::string_view json)
{
    using Trades = std::vector<market::Trade>;
    return d->decode<Trades>(json, "recentTrades", [&](const JsonValue &root, Trades &out) {
        d->needList(root);
        std::string coin;
        Grid grid;
        for (JsonValue::Elements at(root); at && d->reader.ok(); at.next()) {
            d->reader.coin(at.value(), "coin", coin, grid);
            d->reader.trade(at.value(), grid, out.emplace_back());
        }
    });
}

Result<std::vector<FundingRate>> InfoDecoder::fundingHistory(std::string_view json)
{
    using Rates = std::vector<FundingRate>;
    return d->decode<Rates>(json, "fundingHistory", [&](const JsonValue &root, Rates &out) {
        d->needList(root);
        for (JsonValue::Elements at(root); at && d->reader.ok(); at.next()) {
            FundingRate &rate = out.emplace_back();
            rate.coin.assign(d->reader.text(at.value(), "coin"));
            rate.fundingRate = d->reader.decimal(at.value(), "fundingRate");
            rate.premium = d->reader.decimal(at.value(), "premium");
            rate.time = d->reader.integer(at.value(), "time");
        }
    });
}

Result<ExchangeStatus> InfoDecoder::exchangeStatus(std::string_view json)
{
    return d->decode<ExchangeStatus>(
        json, "exchangeStatus", [&](const JsonValue &root, ExchangeStatus &out) {
            out.time = d->reader.integer(root, "time");
            const JsonValue statuses = root.find("specialStatuses");
            const auto words = statuses.string();
            if (!statuses.isNone())
                out.specialStatuses = words ? std::string(*words) : statuses.toJson();
        });
}

} // namespace hl::venue

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "market/asset_ctx.h"
#include "market/book_update.h"
#include "market/instrument_registry.h"
#include "market/trade.h"
#include "venue/hyperliquid/json_view.h"
#include "venue/hyperliquid/wire_types.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hl::venue {

/// Fields and rows that frames and info answers share. Nothing is returned as an error on the way:
/// the first problem is kept as a sentence, everything after it reads as zero, and whoever decodes
/// a row or a document asks ok() at its end.
class WireReader
{
public:
    WireReader(const market::InstrumentRegistry &registry, bool infersGrids);

    /// Forgets the last document's problem; with inferred grids looks through the new one.
    void begin(const JsonValue &root);

    bool ok() const { return m_error.empty(); }
    const std::string &error() const { return m_error; }
    std::string takeError();
    void problem(std::string_view key, std::string_view what);

    // --- fields of an object; `…If`: absent or null is none
    std::string_view text(const JsonValue &object, std::string_view key);
    std::string_view textOr(const JsonValue &object, std::string_view key,
                            std::string_view otherwise = {});
    std::int64_t integer(const JsonValue &object, std::string_view key);
    std::optional<std::int64_t> integerIf(const JsonValue &object, std::string_view key);
    std::uint64_t uinteger(const JsonValue &object, std::string_view key);
    bool boolean(const JsonValue &object, std::string_view key);
    std::optional<bool> booleanIf(const JsonValue &object, std::string_view key);
    Decimal decimal(const JsonValue &object, std::string_view key);
    std::optional<Decimal> decimalIf(const JsonValue &object, std::string_view key);
    Address address(const JsonValue &object, std::string_view key);
    std::optional<Address> addressIf(const JsonValue &object, std::string_view key);
    std::optional<Cloid> cloidIf(const JsonValue &object, std::string_view key);
    model::Side side(const JsonValue &object, std::string_view key);
    Px px(const JsonValue &object, std::string_view key, Grid grid);
    Sz sz(const JsonValue &object, std::string_view key, Grid grid);
    /// As sz, but takes the venue's float residue ("3695042.8999999999") to the lot it means.
    Sz szWithResidue(const JsonValue &object, std::string_view key, Grid grid);
    /// An array or object member; a problem where it is missing.
    JsonValue array(const JsonValue &object, std::string_view key);
    JsonValue object(const JsonValue &object, std::string_view key);

    Decimal decimalOf(const JsonValue &value, std::string_view key);

    /// Reads the market's name and finds its grid.
    void coin(const JsonValue &object, std::string_view key, std::string &coin, Grid &grid);
    const Grid *gridOf(std::string_view coin) const;

    // --- rows; each leaves a problem where something is off
    void level(const JsonValue &value, Grid grid, market::DepthLevel &out);
    void book(const JsonValue &data, market::BookUpdate &out, std::uint64_t &unknownFields);
    void bbo(const JsonValue &data, market::BboUpdate &out, std::uint64_t &unknownFields);
    void trade(const JsonValue &row, Grid grid, market::Trade &out);
    void candle(const JsonValue &row, Grid grid, market::Candle &out);
    void context(const JsonValue &ctx, market::AssetCtx &out);
    void fill(const JsonValue &row, model::Fill &out);
    void order(const JsonValue &row, WireOrder &out, int depth = 0);
    void orderUpdate(const JsonValue &row, OrderUpdate &out);
    void sliceFill(const JsonValue &row, SliceFill &out);
    void twap(const JsonValue &row, Twap &out);
    void twapHistory(const JsonValue &row, TwapHistoryEntry &out);
    void funding(const JsonValue &row, FundingPayment &out);
    void ledgerEntry(const JsonValue &row, LedgerEntry &out);
    void perpAccount(const JsonValue &state, std::string_view dex, PerpAccount &out);
    void spotAccount(const JsonValue &state, SpotAccount &out);
    void activeAsset(const JsonValue &data, ActiveAsset &out);
    void outcome(const JsonValue &row, market::Outcome &out);
    void question(const JsonValue &row, market::OutcomeQuestion &out);

    /// Reads every row of a list; one that cannot be used is told in `skipped` and left out. A list
    /// of which nothing could be used is a problem.
    template <class T, class Read>
    std::vector<T> rows(const JsonValue &list, std::vector<std::string> &skipped, Read read)
    {
        std::vector<T> items;
        const std::size_t before = skipped.size();
        items.reserve(list.size());
        for (JsonValue::Elements at(list); at; at.next()) {
            read(at.value(), items.emplace_back());
            if (ok())
                continue;
            items.pop_back();
            m_unreadable += m_isUnknownMarket ? 0 : 1;
            skipped.push_back(takeError());
        }
        if (items.empty() && skipped.size() > before)
            m_error = skipped[before];
        return items;
    }
    /// As rows(), but where nothing could be used the list is empty and `skipped` says why: for
    /// what an account holds, of which a market that is not known must not hide the rest.
    template <class T, class Read>
    std::vector<T> rowsOrNone(const JsonValue &list, std::vector<std::string> &skipped, Read read)
    {
        if (!ok())
            return {};
        std::vector<T> items = rows<T>(list, skipped, read);
        takeError();
        return items;
    }
    /// Rows of this document that were skipped although their market is known.
    std::size_t unreadableRows() const { return m_unreadable; }

    const market::InstrumentRegistry &registry() const { return m_registry; }

private:
    void collectGrids(const JsonValue &value, std::string_view coin, int depth);

    const market::InstrumentRegistry &m_registry;
    bool m_infersGrids;
    std::map<std::string, Grid, std::less<>> m_inferred;
    std::string m_error;
    bool m_isUnknownMarket = false; ///< that is what m_error says
    std::size_t m_unreadable = 0;
};

} // namespace hl::venue

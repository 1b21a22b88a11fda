// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Answers to values, and symbols to ids. Neither client checks an answer: what decodes it is
// JSON.parse and nothing else, so that alone is measured, without the request around it.

/** @returns {Promise<import("./harness.mjs").Scenario[]>} */
export async function dataScenarios(w, lib) {
    const decode = (name, value, units, iterations, check) => {
        const text = JSON.stringify(value);
        return { name, units, iterations, check: (v) => check(v) && JSON.stringify(v) === text, run: () => JSON.parse(text) };
    };
    const answers = { meta: w.symbol_meta, spotMeta: w.symbol_spot_meta, outcomeMeta: { outcomes: [], questions: [] } };
    const converter = await lib.SymbolConverter.create({ transport: { isTestnet: false, request: async (_, payload) => answers[payload.type] } });
    const lookUp = (name, names, read, check) => ({
        name, units: names.length, iterations: 500, check,
        run: () => { let last; for (const n of names) last = read(n); return last; }, told: () => names.map(read).join(" "),
    });
    const pairs = w.symbol_names.slice(102);
    return [
        decode("data/parse_l2_book", w.l2_book, 40, 200, (v) => v.levels[1].length === 20),
        decode("data/parse_all_mids", w.all_mids, 350, 100, (v) => v.C349 === w.all_mids.C349),
        decode("data/parse_clearinghouse_state", w.clearinghouse_state, 20, 100, (v) => v.assetPositions.length === 20),
        decode("data/parse_meta_and_asset_ctxs", w.meta_and_asset_ctxs, 200, 50, (v) => v[1].length === 200),
        lookUp("utils/symbol_get_asset_id", w.symbol_names, (n) => converter.getAssetId(n), (v) => v === 10100),
        lookUp("utils/symbol_get_sz_decimals", w.symbol_names, (n) => converter.getSzDecimals(n), (v) => v === 0),
        lookUp("utils/symbol_get_spot_pair_id", pairs, (n) => converter.getSpotPairId(n), (v) => v === "@100"),
    ];
}

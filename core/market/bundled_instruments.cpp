// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "market/bundled_instruments.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace hl::market {

namespace {

struct Entry
{
    std::string_view coin;
    std::uint8_t szDecimals;
};

// clang-format off
/// As the venue listed its own perps.
constexpr auto kEntries = std::to_array<Entry>({
    {"BTC", 5}, {"ETH", 4}, {"ATOM", 2}, {"MATIC", 1}, {"DYDX", 1}, {"SOL", 2}, {"AVAX", 2},
    {"BNB", 3}, {"APE", 1}, {"OP", 1}, {"LTC", 2}, {"ARB", 1}, {"DOGE", 0}, {"INJ", 1},
    {"SUI", 1}, {"kPEPE", 0}, {"CRV", 1}, {"LDO", 1}, {"LINK", 1}, {"STX", 1}, {"RNDR", 1},
    {"CFX", 0}, {"FTM", 0}, {"GMX", 2}, {"SNX", 1}, {"XRP", 0}, {"BCH", 3}, {"APT", 2},
    {"AAVE", 2}, {"COMP", 2}, {"MKR", 4}, {"WLD", 1}, {"FXS", 1}, {"HPOS", 0}, {"RLB", 0},
    {"UNIBOT", 3}, {"YGG", 0}, {"TRX", 0}, {"kSHIB", 0}, {"UNI", 1}, {"SEI", 0}, {"RUNE", 1},
    {"OX", 0}, {"FRIEND", 1}, {"SHIA", 0}, {"CYBER", 1}, {"ZRO", 1}, {"BLZ", 0}, {"DOT", 1},
    {"BANANA", 1}, {"TRB", 2}, {"FTT", 1}, {"LOOM", 0}, {"OGN", 0}, {"RDNT", 0}, {"ARK", 0},
    {"BNT", 0}, {"CANTO", 0}, {"REQ", 0}, {"BIGTIME", 0}, {"KAS", 0}, {"ORBS", 0}, {"BLUR", 0},
    {"TIA", 1}, {"BSV", 2}, {"ADA", 0}, {"TON", 1}, {"MINA", 0}, {"POLYX", 0}, {"GAS", 1},
    {"PENDLE", 0}, {"STG", 0}, {"FET", 0}, {"STRAX", 0}, {"NEAR", 1}, {"MEME", 0}, {"ORDI", 2},
    {"BADGER", 1}, {"NEO", 2}, {"ZEN", 2}, {"FIL", 1}, {"PYTH", 0}, {"SUSHI", 1}, {"ILV", 2},
    {"IMX", 1}, {"kBONK", 0}, {"GMT", 0}, {"SUPER", 0}, {"USTC", 0}, {"NFTI", 1}, {"JUP", 0},
    {"kLUNC", 0}, {"RSR", 0}, {"GALA", 0}, {"JTO", 0}, {"NTRN", 0}, {"ACE", 2}, {"MAV", 0},
    {"WIF", 0}, {"CAKE", 1}, {"PEOPLE", 0}, {"ENS", 2}, {"ETC", 2}, {"XAI", 1}, {"MANTA", 1},
    {"UMA", 1}, {"ONDO", 0}, {"ALT", 0}, {"ZETA", 1}, {"DYM", 1}, {"MAVIA", 1}, {"W", 1},
    {"PANDORA", 5}, {"STRK", 1}, {"PIXEL", 0}, {"AI", 1}, {"TAO", 3}, {"AR", 2}, {"MYRO", 0},
    {"kFLOKI", 0}, {"BOME", 0}, {"ETHFI", 1}, {"ENA", 0}, {"MNT", 1}, {"TNSR", 1}, {"SAGA", 1},
    {"MERL", 0}, {"HBAR", 0}, {"POPCAT", 0}, {"OMNI", 2}, {"EIGEN", 2}, {"REZ", 0}, {"NOT", 0},
    {"TURBO", 0}, {"BRETT", 0}, {"IO", 1}, {"ZK", 0}, {"BLAST", 0}, {"LISTA", 0}, {"MEW", 0},
    {"RENDER", 1}, {"kDOGS", 0}, {"POL", 0}, {"CATI", 0}, {"CELO", 0}, {"HMSTR", 0}, {"SCR", 1},
    {"NEIROETH", 0}, {"kNEIRO", 1}, {"GOAT", 0}, {"MOODENG", 0}, {"GRASS", 1}, {"PURR", 0},
    {"PNUT", 1}, {"XLM", 0}, {"CHILLGUY", 0}, {"SAND", 0}, {"IOTA", 0}, {"ALGO", 0},
    {"HYPE", 2}, {"ME", 1}, {"MOVE", 0}, {"VIRTUAL", 1}, {"PENGU", 0}, {"USUAL", 1},
    {"FARTCOIN", 1}, {"AI16Z", 1}, {"AIXBT", 0}, {"ZEREBRO", 0}, {"BIO", 0}, {"GRIFFAIN", 0},
    {"SPX", 1}, {"S", 0}, {"MORPHO", 1}, {"TRUMP", 1}, {"MELANIA", 1}, {"ANIME", 0},
    {"VINE", 0}, {"VVV", 2}, {"JELLY", 0}, {"BERA", 1}, {"TST", 0}, {"LAYER", 0}, {"IP", 1},
    {"OM", 1}, {"KAITO", 0}, {"NIL", 0}, {"PAXG", 3}, {"PROMPT", 0}, {"BABY", 0}, {"WCT", 0},
    {"HYPER", 0}, {"ZORA", 0}, {"INIT", 0}, {"DOOD", 0}, {"LAUNCHCOIN", 0}, {"NXPC", 0},
    {"SOPH", 0}, {"RESOLV", 0}, {"SYRUP", 0}, {"PUMP", 0}, {"PROVE", 0}, {"YZY", 0}, {"XPL", 0},
    {"WLFI", 0}, {"LINEA", 0}, {"SKY", 0}, {"ASTER", 0}, {"AVNT", 0}, {"STBL", 0}, {"0G", 0},
    {"HEMI", 0}, {"APEX", 0}, {"2Z", 0}, {"ZEC", 2}, {"MON", 0}, {"MET", 0}, {"MEGA", 0},
    {"CC", 0}, {"ICP", 1}, {"AERO", 0}, {"STABLE", 0}, {"FOGO", 0}, {"LIT", 0}, {"XMR", 3},
    {"AXS", 1}, {"DASH", 2}, {"SKR", 0}
});
// clang-format on

} // namespace

std::vector<Instrument> bundledInstruments()
{
    std::vector<Instrument> instruments;
    instruments.reserve(kEntries.size());
    for (const Entry &entry : kEntries) {
        Instrument instrument;
        instrument.coin = entry.coin;
        instrument.displayName = entry.coin;
        instrument.asset = static_cast<std::uint32_t>(instruments.size());
        instrument.grid = {MarketKind::Perp, entry.szDecimals};
        instrument.quoteToken = "USDC";
        instruments.push_back(std::move(instrument));
    }
    return instruments;
}

} // namespace hl::market

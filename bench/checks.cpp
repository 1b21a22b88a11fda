// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "checks.h"

#include "workload.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace hl::bench {
namespace {

/// The member is a text, and this number to the last digit.
bool isNumber(const codec::Value &of, std::string_view key, const Decimal &is)
{
    const codec::Value *found = of.find(key);
    const std::string *text = found != nullptr ? found->asString() : nullptr;
    if (text == nullptr)
        return false;
    const auto meant = Decimal::parse(*text);
    return meant && *meant == is;
}

bool isNumber(const codec::Value &of, std::string_view key, const std::optional<Decimal> &is)
{
    return is && isNumber(of, key, *is);
}

bool isText(const codec::Value &of, std::string_view key, const std::string &is)
{
    const codec::Value *found = of.find(key);
    return found != nullptr && found->asString() != nullptr && *found->asString() == is;
}

const codec::Array &arrayOf(const codec::Value *value)
{
    static const codec::Array none;
    const codec::Array *array = value != nullptr ? value->asArray() : nullptr;
    return array != nullptr ? *array : none;
}

bool areLevels(const codec::Value &texts, const std::vector<market::DepthLevel> &levels, Grid grid)
{
    const codec::Array &meant = arrayOf(&texts);
    return std::ranges::equal(meant, levels,
                              [grid](const codec::Value &text, const market::DepthLevel &level) {
                                  const auto n = text.uint("n");
                                  return isNumber(text, "px", toDecimal(level.px, grid)) &&
                                         isNumber(text, "sz", toDecimal(level.sz, grid)) && n &&
                                         *n == static_cast<std::uint64_t>(level.n);
                              });
}

} // namespace

bool isBookOf(const codec::Value &data, const market::BookUpdate &book)
{
    const codec::Array &sides = arrayOf(data.find("levels"));
    return isText(data, "coin", book.coin) && sides.size() == 2 &&
           areLevels(sides[0], book.bids, book.grid) && areLevels(sides[1], book.asks, book.grid);
}

bool isWorkloadBook(const market::BookUpdate &book)
{
    return isBookOf(input("l2_book"), book) && book.bids.size() == 20;
}

bool areWorkloadMids(const std::vector<std::pair<std::string, Decimal>> &mids)
{
    return mids.size() == 350 && std::ranges::all_of(mids, [](const auto &mid) {
               return isNumber(input("all_mids"), mid.first, mid.second);
           });
}

bool isWorkloadAccount(const venue::PerpAccount &account)
{
    const codec::Value &state = input("clearinghouse_state");
    const codec::Value *summary = state.find("marginSummary");
    if (summary == nullptr || !isNumber(*summary, "accountValue", account.margin.accountValue) ||
        !isNumber(state, "withdrawable", account.margin.withdrawable) ||
        account.positions.size() != 20)
        return false;
    return std::ranges::equal(arrayOf(state.find("assetPositions")), account.positions,
                              [](const codec::Value &text, const model::Position &is) {
                                  const codec::Value *meant = text.find("position");
                                  return meant != nullptr && isText(*meant, "coin", is.coin) &&
                                         isNumber(*meant, "szi", toDecimal(is.szi, is.grid)) &&
                                         isNumber(*meant, "entryPx", is.entryPx) &&
                                         isNumber(*meant, "positionValue", is.positionValue) &&
                                         isNumber(*meant, "unrealizedPnl", is.unrealizedPnl) &&
                                         isNumber(*meant, "liquidationPx", is.liquidationPx) &&
                                         isNumber(*meant, "marginUsed", is.marginUsed) &&
                                         is.leverage == 20;
                              });
}

bool areWorkloadContexts(const std::vector<market::AssetCtx> &contexts)
{
    const codec::Array &both = arrayOf(&input("meta_and_asset_ctxs"));
    return both.size() == 2 && contexts.size() == 200 &&
           std::ranges::equal(arrayOf(&both[1]), contexts,
                              [](const codec::Value &meant, const market::AssetCtx &is) {
                                  return isNumber(meant, "markPx", is.mark) &&
                                         isNumber(meant, "midPx", is.mid) &&
                                         isNumber(meant, "oraclePx", is.oracle) &&
                                         isNumber(meant, "prevDayPx", is.prevDayPx) &&
                                         isNumber(meant, "dayNtlVlm", is.dayNtlVlm) &&
                                         isNumber(meant, "openInterest", is.openInterest) &&
                                         isNumber(meant, "funding", is.funding) &&
                                         isNumber(meant, "premium", is.premium);
                              });
}

bool areWorkloadBalances(const std::vector<model::Balance> &balances)
{
    const codec::Value *data = input("spot_state_frame").find("data");
    const codec::Value *state = data != nullptr ? data->find("spotState") : nullptr;
    return state != nullptr && balances.size() == 20 &&
           std::ranges::equal(arrayOf(state->find("balances")), balances,
                              [](const codec::Value &meant, const model::Balance &is) {
                                  return isText(meant, "coin", is.coin) &&
                                         isNumber(meant, "total", is.total) &&
                                         isNumber(meant, "hold", is.hold) &&
                                         isNumber(meant, "entryNtl", is.entryNtl);
                              });
}

bool areWorkloadFastContexts(const std::vector<venue::FastContext> &contexts, const char *key)
{
    const codec::Object *meant = input(key).asObject();
    return meant != nullptr && contexts.size() == meant->size() &&
           std::ranges::all_of(contexts, [meant](const venue::FastContext &is) {
               const auto it =
                   std::ranges::find(*meant, is.coin, &codec::Object::value_type::first);
               return it != meant->end() && isNumber(it->second, "markPx", is.mark) && is.mid &&
                      isNumber(it->second, "midPx", *is.mid);
           });
}

} // namespace hl::bench

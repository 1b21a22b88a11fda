// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "net/weights.h"

#include <algorithm>
#include <array>

namespace hl::net {

namespace {

constexpr std::size_t kOrdersPerWeight = 40;
constexpr std::size_t kItemsPerWeight = 20;
constexpr std::size_t kCandlesPerWeight = 60;

constexpr std::array kCheap{std::string_view("l2Book"),
                            std::string_view("allMids"),
                            std::string_view("clearinghouseState"),
                            std::string_view("orderStatus"),
                            std::string_view("spotClearinghouseState"),
                            std::string_view("exchangeStatus")};

constexpr std::array kSurcharged{std::string_view("recentTrades"),
                                 std::string_view("historicalOrders"),
                                 std::string_view("userFills"),
                                 std::string_view("userFillsByTime"),
                                 std::string_view("fundingHistory"),
                                 std::string_view("userFunding"),
                                 std::string_view("nonUserFundingUpdates"),
                                 std::string_view("userNonFundingLedgerUpdates"),
                                 std::string_view("twapHistory"),
                                 std::string_view("userTwapSliceFills"),
                                 std::string_view("userTwapSliceFillsByTime"),
                                 std::string_view("delegatorHistory"),
                                 std::string_view("delegatorRewards"),
                                 std::string_view("validatorStats")};

bool isOneOf(const auto &names, std::string_view type)
{
    return std::find(names.begin(), names.end(), type) != names.end();
}

std::size_t itemsPerWeight(std::string_view type)
{
    if (type == "candleSnapshot")
        return kCandlesPerWeight;
    return isOneOf(kSurcharged, type) ? kItemsPerWeight : 0;
}

} // namespace

int exchangeWeight(std::size_t length)
{
    return static_cast<int>(1 + length / kOrdersPerWeight);
}

int infoWeight(std::string_view type)
{
    if (isOneOf(kCheap, type))
        return 2;
    return type == "userRole" ? 60 : 20;
}

bool hasSurcharge(std::string_view type)
{
    return itemsPerWeight(type) != 0;
}

int infoSurcharge(std::string_view type, std::size_t items)
{
    const std::size_t unit = itemsPerWeight(type);
    return unit == 0 ? 0 : static_cast<int>((items + unit - 1) / unit);
}

int explorerSurcharge(std::string_view type, std::size_t items)
{
    return type == "blockList" ? static_cast<int>(items) : 0;
}

std::size_t countTopLevelItems(std::string_view json)
{
    const std::size_t start = json.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || json[start] != '[')
        return 0;
    std::size_t commas = 0;
    bool hasContent = false;
    bool isInString = false;
    int depth = 0;
    for (std::size_t i = start; i < json.size(); ++i) {
        const char c = json[i];
        if (isInString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                isInString = false;
            continue;
        }
        switch (c) {
        case '"':
            isInString = true;
            hasContent = true;
            break;
        case '[':
        case '{':
            hasContent = hasContent || depth > 0;
            ++depth;
            break;
        case ']':
        case '}':
            if (--depth == 0)
                return hasContent ? commas + 1 : 0;
            break;
        case ',':
            commas += depth == 1 ? 1 : 0;
            break;
        case ' ':
        case '\t':
        case '\r':
        case '\n':
            break;
        default:
            hasContent = true;
        }
    }
    return 0;
}

} // namespace hl::net

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/utf8.h"
#include "venue/hyperliquid/actions/detail/table_walk.h"
#include "venue/hyperliquid/actions/text_rules.h"

#include <string>

/// One place for what a value must keep to: the reader applies it to input, checkAction to structs.
/// Every function answers an empty text where all is well, else the end of the sentence.
namespace hl::actions::detail {

std::string boundsProblem(const Rule &rule, const char *unit);

template <class T>
std::string valueProblem(const T &value, const Rule &rule)
{
    if constexpr (std::is_same_v<T, bool>) {
        return {};
    } else if constexpr (std::is_integral_v<T>) {
        const bool isBelow = std::is_signed_v<T> ? static_cast<std::int64_t>(value) < rule.min
                                                 : value < static_cast<std::uint64_t>(rule.min);
        const bool isAbove = std::is_signed_v<T> ? static_cast<std::int64_t>(value) > rule.max
                                                 : value > static_cast<std::uint64_t>(rule.max);
        return isBelow || isAbove ? boundsProblem(rule, "") : std::string();
    } else if constexpr (std::is_same_v<T, std::string>) {
        if (rule.min == 0 && rule.max == kMaxSafe)
            return {};
        const auto size = static_cast<std::int64_t>(codec::utf16Length(value));
        return size < rule.min || size > rule.max ? boundsProblem(rule, " characters")
                                                  : std::string();
    } else if constexpr (kIsVector<T>) {
        const auto size = static_cast<std::int64_t>(value.size());
        return size < rule.min || size > rule.max ? boundsProblem(rule, " items") : std::string();
    } else {
        return {};
    }
}

/// Rules between the fields of one struct, or beyond the tables' words; field and sentence.
struct StructProblem
{
    std::string_view field;
    std::string_view detail;
    explicit operator bool() const { return !detail.empty(); }
};

template <class T>
StructProblem structProblem(const T &)
{
    return {};
}
StructProblem structProblem(const ApproveAgent &action);
StructProblem structProblem(const SendToEvmWithData &action);

} // namespace hl::actions::detail

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/actions/detail/rules.h"

#include <charconv>
#include <optional>

namespace hl::actions {

namespace detail {

std::string boundsProblem(const Rule &rule, const char *unit)
{
    if (rule.max == kMaxSafe && rule.min == 0 && *unit == '\0')
        return "must be a whole number between 0 and 2^53-1";
    if (rule.max == kMaxSafe)
        return "must be at least " + std::to_string(rule.min) + unit;
    return "must be between " + std::to_string(rule.min) + " and " + std::to_string(rule.max) +
           unit;
}

namespace {

/// The name without its end, and the time the end names; an end that is no time belongs to the
/// name.
struct AgentName
{
    std::string_view base;
    std::optional<std::uint64_t> validUntil;
};

AgentName splitAgentName(std::string_view name)
{
    constexpr std::string_view kMark = " valid_until ";
    const std::size_t at = name.rfind(kMark);
    if (at == std::string_view::npos)
        return {name, std::nullopt};
    const std::string_view digits = name.substr(at + kMark.size());
    std::uint64_t until = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), until);
    if (digits.empty() || read.ec != std::errc() || read.ptr != digits.data() + digits.size())
        return {name, std::nullopt};
    return {name.substr(0, at), until};
}

} // namespace

StructProblem structProblem(const ApproveAgent &action)
{
    if (codec::utf16Length(splitAgentName(action.agentName).base) > 16)
        return {"agentName", "must have at most 16 characters"};
    return {};
}

StructProblem structProblem(const SendToEvmWithData &action)
{
    if (action.addressEncoding == AddressEncoding::Hex &&
        !Address::parse(action.destinationRecipient))
        return {"destinationRecipient", "must be an address of 40 hex digits behind 0x"};
    return {};
}

namespace {

/// A canonical decimal above zero of everyday length: nearly every price and size.
bool isPlainDecimal(std::string_view text)
{
    constexpr std::size_t kEveryday = 16;
    if (text.empty() || text.size() > kEveryday || text == "0")
        return false;
    std::size_t point = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '.' && point == 0 && i > 0)
            point = i;
        else if (text[i] < '0' || text[i] > '9')
            return false;
    }
    const bool isWhole = point == 0;
    const bool hasLeadingZero = text.front() == '0' && (isWhole || point > 1);
    return !hasLeadingZero && (isWhole || (text.back() >= '1' && text.back() <= '9'));
}

struct Checker
{
    Error error;

    bool refuse(std::string detail)
    {
        error = Error{ErrorKind::Validation, std::move(detail)};
        return false;
    }
    bool under(std::string_view name)
    {
        std::string path(name);
        if (!error.field.empty() && error.field.front() != '[')
            path += '.';
        error.field = path + error.field;
        return false;
    }

    template <class T>
    bool check(const T &value, const Rule &rule)
    {
        if (std::string problem = valueProblem(value, rule); !problem.empty())
            return refuse(std::move(problem));
        if constexpr (kIsText<T>) {
            if ((T::kKind == TextKind::Dec || T::kKind == TextKind::PositiveDec) &&
                isPlainDecimal(value.text))
                return true;
            std::string canonical = value.text;
            if (const std::string_view problem = canonicalise(T::kKind, canonical);
                !problem.empty())
                return refuse(std::string(problem));
            return canonical == value.text ? true : refuse("is not in canonical form");
        } else if constexpr (Worded<T>) {
            return static_cast<std::size_t>(value) < Words<T>::kWords.size() ||
                   refuse("is no known word");
        } else if constexpr (kIsOptional<T>) {
            if (value)
                return check(*value, rule);
            return rule.presence != Presence::Envelope || refuse("is not set");
        } else if constexpr (kIsVector<T>) {
            for (std::size_t i = 0; i < value.size(); ++i)
                if (!check(value[i], kAnyItem))
                    return under('[' + std::to_string(i) + ']');
            return true;
        } else if constexpr (kIsTuple<T>) {
            return std::apply([&](const auto &...item) { return (check(item, kAny) && ...); },
                              value);
        } else if constexpr (kIsVariant<T>) {
            return std::visit([&](const auto &v) { return check(v, rule); }, value);
        } else if constexpr (std::is_same_v<T, PayloadAction>) {
            return value.action ? check(value.action->v, kAny) : refuse("is missing");
        } else if constexpr (Wrapped<T>) {
            return check(value.*T::Whole::kMember, T::Whole::kRule);
        } else if constexpr (Tabled<T>) {
            bool ok = true;
            TablesAsWritten::each<T>([&](auto row) {
                using Row = decltype(row);
                if constexpr (kIsOneOf<Row>) {
                    if (ok && !check(value.*Row::kMember, kAny))
                        ok = under(Row::kKeys[(value.*Row::kMember).index()]);
                } else if constexpr (!kIsType<Row>) {
                    const auto &member = value.*Row::kMember;
                    if (ok && isPresent<Row>(member) && !check(member, Row::kRule))
                        ok = under(Row::kKey);
                }
            });
            if (const StructProblem problem = ok ? structProblem(value) : StructProblem()) {
                refuse(std::string(problem.detail));
                return under(problem.field);
            }
            return ok;
        } else {
            return true;
        }
    }

    /// Items of a list may be negative only where their own table says so; lists of plain numbers
    /// do not occur.
    static constexpr Rule kAnyItem = kAny;
};

} // namespace
} // namespace detail

Status checkAction(const Action &action)
{
    detail::Checker checker;
    if (!checker.check(action.v, kAny))
        return fail(std::move(checker.error));
    return {};
}

Status checkAgentExpiry(const Action &action, TimeMs now)
{
    constexpr std::uint64_t kMost = 180ULL * 24 * 60 * 60 * 1000;
    const ApproveAgent *approve = action.as<ApproveAgent>();
    const auto until =
        approve ? detail::splitAgentName(approve->agentName).validUntil : std::nullopt;
    if (until && *until > static_cast<std::uint64_t>(now) + kMost)
        return fail(ErrorKind::Validation, "must expire within 180 days", "agentName");
    return {};
}

} // namespace hl::actions

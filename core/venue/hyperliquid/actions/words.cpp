// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/detail/table_walk.h"

namespace hl::actions {
namespace {

using namespace detail;

/// Titles where the type word alone would not be understood.
struct Title
{
    std::string_view type;
    std::string_view title;
};
constexpr Title kTitles[] = {
    {"order", "Place orders"},
    {"cancel", "Cancel orders"},
    {"cancelByCloid", "Cancel orders by client id"},
    {"modify", "Modify an order"},
    {"batchModify", "Modify orders"},
    {"scheduleCancel", "Schedule a cancel of all orders"},
    {"updateLeverage", "Set leverage"},
    {"updateIsolatedMargin", "Change isolated margin"},
    {"topUpIsolatedOnlyMargin", "Top up isolated margin"},
    {"twapOrder", "Place a TWAP order"},
    {"twapCancel", "Cancel a TWAP order"},
    {"noop", "Use up a nonce, nothing else"},
    {"vaultTransfer", "Vault deposit or withdrawal"},
    {"usdSend", "Send USDC to another account"},
    {"spotSend", "Send a spot token to another account"},
    {"sendAsset", "Send an asset"},
    {"withdraw3", "Withdraw USDC from the venue"},
    {"usdClassTransfer", "Transfer USDC between spot and perps"},
    {"approveAgent", "Let an agent key trade for this account"},
    {"approveBuilderFee", "Allow a builder to charge fees"},
    {"convertToMultiSigUser", "Change who may sign for this account"},
    {"cDeposit", "Move HYPE into staking"},
    {"cWithdraw", "Move HYPE out of staking"},
    {"tokenDelegate", "Delegate or undelegate stake"},
    {"multiSig", "Multi-sig request"},
};

template <class T>
std::string valueWords(const T &value, std::string_view label);

/// "key value, key value" of a struct inside another.
template <class T>
std::string rowsInline(const T &value)
{
    std::string out;
    const auto add = [&out](std::string part) { out += (out.empty() ? "" : ", ") + part; };
    TablesAsWritten::each<T>([&](auto row) {
        using Row = decltype(row);
        if constexpr (kIsOneOf<Row>) {
            const auto &member = value.*Row::kMember;
            std::string inner = valueWords(member, {});
            add(std::string(Row::kKeys[member.index()]) + (inner.empty() ? "" : ' ' + inner));
        } else if constexpr (!kIsType<Row>) {
            if (isPresent<Row>(value.*Row::kMember)) {
                const std::string_view label = Row::kLabel.empty() ? Row::kKey : Row::kLabel;
                add(std::string(label.substr(0, label.find('|'))) + ' ' +
                    valueWords(value.*Row::kMember, label));
            }
        }
    });
    return out;
}

/// Words for true and false where the label has them.
std::string boolWords(bool value, std::string_view label)
{
    const std::size_t first = label.find('|');
    if (first == std::string_view::npos)
        return value ? "yes" : "no";
    const std::size_t second = label.find('|', first + 1);
    return std::string(value ? label.substr(first + 1, second - first - 1)
                             : label.substr(second + 1));
}

template <class T>
std::string valueWords(const T &value, std::string_view label)
{
    if constexpr (std::is_same_v<T, bool>) {
        return boolWords(value, label);
    } else if constexpr (NullOnly<T>) {
        return {};
    } else if constexpr (std::is_integral_v<T>) {
        return std::to_string(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
        return '"' + value + '"';
    } else if constexpr (kIsText<T>) {
        return value.text.empty() ? "\"\"" : value.text;
    } else if constexpr (std::is_same_v<T, Address> || std::is_same_v<T, Cloid>) {
        return value.toString();
    } else if constexpr (Worded<T>) {
        return std::string(Words<T>::kWords[static_cast<std::size_t>(value)]);
    } else if constexpr (kIsOptional<T>) {
        return value ? valueWords(*value, label) : std::string("not set");
    } else if constexpr (kIsVector<T>) {
        std::string out;
        for (const auto &item : value)
            out += (out.empty() ? "" : "; ") + valueWords(item, {});
        return out.empty() ? "none" : out;
    } else if constexpr (kIsTuple<T>) {
        std::string out;
        std::apply(
            [&](const auto &...item) {
                ((out += (out.empty() ? "" : " ") + valueWords(item, {})), ...);
            },
            value);
        return out;
    } else if constexpr (kIsVariant<T>) {
        return std::visit([&](const auto &v) { return valueWords(v, label); }, value);
    } else if constexpr (std::is_same_v<T, InnerSignature>) {
        return "a signature";
    } else if constexpr (std::is_same_v<T, PayloadAction>) {
        std::string out;
        for (const std::string &line : actionWords(*value.action))
            out += (out.empty() ? "" : "; ") + line;
        return out;
    } else if constexpr (Wrapped<T>) {
        return valueWords(value.*T::Whole::kMember, label);
    } else {
        return rowsInline(value);
    }
}

/// One line a row, one line an item of a list of structs.
template <class T>
void lines(const T &value, std::vector<std::string> &out)
{
    TablesAsWritten::each<T>([&](auto row) {
        using Row = decltype(row);
        if constexpr (kIsOneOf<Row>) {
            const auto &member = value.*Row::kMember;
            out.push_back(std::string(Row::kKeys[member.index()]) + ": " + valueWords(member, {}));
        } else if constexpr (!kIsType<Row>) {
            const auto &member = value.*Row::kMember;
            using Member = std::decay_t<decltype(member)>;
            if (!isPresent<Row>(member))
                return;
            const std::string_view label = Row::kLabel.empty() ? Row::kKey : Row::kLabel;
            const std::string name(label.substr(0, label.find('|')));
            if constexpr (kIsVector<Member>) {
                std::size_t n = 0;
                for (const auto &item : member)
                    out.push_back(name + ' ' + std::to_string(++n) + ": " + valueWords(item, {}));
            } else {
                out.push_back(name + ": " + valueWords(member, label));
            }
        }
    });
}

} // namespace

std::vector<std::string> actionWords(const Action &action)
{
    std::vector<std::string> out;
    const std::string_view type = typeOf(action);
    std::string title(type);
    for (const Title &known : kTitles)
        if (known.type == type)
            title = known.title;
    out.push_back(std::move(title));
    std::visit([&](const auto &a) { lines(a, out); }, action.v);
    return out;
}

} // namespace hl::actions

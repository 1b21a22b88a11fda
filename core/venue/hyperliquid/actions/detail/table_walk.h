// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/hex.h"
#include "venue/hyperliquid/actions/actions.h"

#include <tuple>

/// Walking the tables at compile time; shared by everything derived from them.
namespace hl::actions::detail {

template <class Row>
inline constexpr bool kIsType = false;
template <Name V>
inline constexpr bool kIsType<Type<V>> = true;

template <class Row>
inline constexpr bool kIsOneOf = false;
template <auto M, Name... K>
inline constexpr bool kIsOneOf<OneOf<M, K...>> = true;

template <class T>
inline constexpr bool kIsVector = false;
template <class T>
inline constexpr bool kIsVector<std::vector<T>> = true;

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
inline constexpr bool kIsTuple = false;
template <class... T>
inline constexpr bool kIsTuple<std::tuple<T...>> = true;

template <class T>
inline constexpr bool kIsVariant = false;
template <class... T>
inline constexpr bool kIsVariant<std::variant<T...>> = true;

template <class T>
inline constexpr bool kIsText = false;
template <TextKind K>
inline constexpr bool kIsText<TextOf<K>> = true;

/// On what the encoder is made of, small functions with a row each.
#define HL_INLINED __attribute__((always_inline))

template <class... Rows, class F>
HL_INLINED constexpr void eachRow(Table<Rows...>, F &&f)
{
    (f(Rows{}), ...);
}

/// The tables as they are written. Tests walk them with a row left out or two exchanged.
struct TablesAsWritten
{
    template <class T, class F>
    HL_INLINED static constexpr void each(F &&f)
    {
        eachRow(typename T::Fields{}, f);
    }
    template <class T>
    static constexpr bool isWhole()
    {
        return true;
    }
};

/// The type word of an action's struct.
template <class T>
constexpr std::string_view typeWord()
{
    std::string_view word;
    eachRow(typename T::Fields{}, [&word](auto row) {
        if constexpr (kIsType<decltype(row)>)
            word = decltype(row)::kValue;
    });
    return word;
}

/// Is the row's key written for this value?
template <class Row, class Value>
bool isPresent(const Value &value)
{
    if constexpr (Row::kRule.presence == Presence::Optional)
        return value.has_value();
    else if constexpr (Row::kRule.presence == Presence::TrueOnly)
        return value;
    else if constexpr (Row::kRule.presence == Presence::OmitEmpty)
        return !value.empty();
    else
        return true;
}

/// Rows written for a value of T. A constant where no row is optional.
template <class Tables, class T>
std::size_t presentRows(const T &value)
{
    std::size_t n = 0;
    Tables::template each<T>([&](auto row) HL_INLINED {
        using Row = decltype(row);
        if constexpr (kIsType<Row> || kIsOneOf<Row>)
            ++n;
        else
            n += isPresent<Row>(value.*Row::kMember);
    });
    return n;
}

inline constexpr std::size_t kAddressText = 42;
inline constexpr std::size_t kCloidText = 34;

/// "0x" and the digits of r or s, leading zeros kept.
inline void writeHashText(const Hash32 &bytes, char (&out)[66])
{
    out[0] = '0';
    out[1] = 'x';
    writeHex(bytes, out + 2);
}

/// The same without leading zeros; at least the digits of a zero would be none, as other clients
/// have it.
inline std::string_view trimmedHashText(const Hash32 &bytes, char (&buffer)[66])
{
    writeHashText(bytes, buffer);
    std::size_t from = 2;
    while (from < 66 && buffer[from] == '0')
        ++from;
    buffer[from - 2] = '0';
    buffer[from - 1] = 'x';
    return {buffer + from - 2, 66 - (from - 2)};
}

} // namespace hl::actions::detail

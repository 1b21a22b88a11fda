// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/ids.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// The vocabulary in which an action is described once (protocol/exchange-actions.md): a struct and
/// its list of fields in hashing order. Encoder, printer, reader, checker, words and EIP-712 types
/// are all derived from that list.
namespace hl::actions {

/// The largest whole number every client of the venue agrees on.
inline constexpr std::int64_t kMaxSafe = 9007199254740991;

/// A string as a template argument.
template <std::size_t N>
struct Name
{
    char text[N]{};

    constexpr Name(const char (&s)[N]) { std::copy_n(s, N, text); }
    constexpr std::string_view view() const { return {text, N - 1}; }
    static constexpr std::size_t kSize = N - 1;
};

enum class Presence : std::uint8_t {
    Required,
    Optional,      ///< std::optional: no key while unset
    Nullable,      ///< std::optional: null while unset, and the key must be given
    NullByDefault, ///< as Nullable, but an absent key counts as null
    Defaulted,     ///< an absent key leaves the struct's own default, which is written
    TrueOnly,      ///< bool: no key while false; false is refused
    OmitEmpty,     ///< text: no key while empty
    Envelope,      ///< std::optional or text: filled from the request by complete()
};

/// How a field of a user-signed action is hashed (protocol/signing.md 6). None: it is not.
enum class Sol : std::uint8_t { None, String, Address, Bool, Uint64, Uint32, Bytes };

/// What a value must keep to. `min` and `max` bound a whole number, the UTF-16 length of a text or
/// the items of a list.
struct Rule
{
    Presence presence = Presence::Required;
    Sol sol = Sol::None;
    std::int64_t min = 0;
    std::int64_t max = kMaxSafe;

    constexpr Rule with(Presence p) const { return {p, sol, min, max}; }
    constexpr Rule as(Sol s) const { return {presence, s, min, max}; }
};

inline constexpr Rule kAny{};
inline constexpr Rule kOptional{.presence = Presence::Optional};
inline constexpr Rule kNullable{.presence = Presence::Nullable};
inline constexpr Rule kDefaulted{.presence = Presence::Defaulted};
inline constexpr Rule kTrueOnly{.presence = Presence::TrueOnly};
inline constexpr Rule kEnvelope{.presence = Presence::Envelope};
inline constexpr Rule kNotEmpty{.min = 1};
inline constexpr Rule kSigned{.min = -kMaxSafe};
constexpr Rule between(std::int64_t min, std::int64_t max)
{
    return {.min = min, .max = max};
}

/// One row: the key, where the value lives, what it must keep to and how people call it (empty: by
/// the key itself; "side|buy|sell": the words for true and false).
template <Name Key, auto Member, Rule R = kAny, Name Label = "">
struct Field
{
    static constexpr std::string_view kKey = Key.view();
    static constexpr auto kMember = Member;
    static constexpr Rule kRule = R;
    static constexpr std::string_view kLabel = Label.view();
    static constexpr auto kName = Key;
};

/// One row that is the action's type, always the first.
template <Name Value>
struct Type
{
    static constexpr std::string_view kValue = Value.view();
    static constexpr auto kName = Value;
};

/// One row that is exactly one of several keys; the member is a std::variant whose alternatives
/// stand in the order of the keys.
template <auto Member, Name... Keys>
struct OneOf
{
    static constexpr auto kMember = Member;
    static constexpr std::array<std::string_view, sizeof...(Keys)> kKeys{Keys.view()...};
};

template <class... Rows>
struct Table
{
    static constexpr std::size_t kSize = sizeof...(Rows);
};

/// A struct that has such a table.
template <class T>
concept Tabled = requires
{
    typename T::Fields;
};

/// A struct that is written as its one member: `using Whole = Field<"", &T::list>;`.
template <class T>
concept Wrapped = requires
{
    typename T::Whole;
};

/// A struct written as null.
template <class T>
concept NullOnly = requires
{
    requires T::kIsNull;
};

/// The wire words of an enum, in the order of its values.
template <class E>
struct Words;

template <class T>
concept Worded = std::is_enum_v<T> && requires
{
    Words<T>::kWords;
};

/// Texts with rules of their own. The text is canonical once read or checked.
enum class TextKind : std::uint8_t {
    Dec,         ///< unsigned decimal
    PositiveDec, ///< unsigned decimal above zero
    SignedDec,
    Percent,      ///< digits, optional fraction, "%", kept verbatim
    Ip,           ///< IPv4 or IPv6, kept verbatim
    HexData,      ///< "0x" and an even number of digits, case kept
    ChainId,      ///< "0x" and digits, lower case, leading zeros kept
    MaybeAddress, ///< "" or an address
    ClassAmount,  ///< unsigned decimal, or "<decimal> subaccount:<address>" kept verbatim
    Signers,      ///< the JSON text of a multi-sig set, or "null" (protocol/signing.md 6.3)
};

template <TextKind K>
struct TextOf
{
    static constexpr TextKind kKind = K;

    std::string text;

    TextOf() = default;
    TextOf(std::string t) : text(std::move(t)) {}
    TextOf(std::string_view t) : text(t) {}
    TextOf(const char *t) : text(t) {}

    friend bool operator==(const TextOf &, const TextOf &) = default;
};

using Dec = TextOf<TextKind::Dec>;
using PositiveDec = TextOf<TextKind::PositiveDec>;
using SignedDec = TextOf<TextKind::SignedDec>;
using Percent = TextOf<TextKind::Percent>;
using IpText = TextOf<TextKind::Ip>;
using HexData = TextOf<TextKind::HexData>;
using ChainId = TextOf<TextKind::ChainId>;
using MaybeAddress = TextOf<TextKind::MaybeAddress>;
using ClassAmount = TextOf<TextKind::ClassAmount>;
using Signers = TextOf<TextKind::Signers>;

} // namespace hl::actions

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/json_cursor.h"
#include "venue/hyperliquid/actions/detail/rules.h"

#include <algorithm>
#include <cstring>

/// Input from outside into the structs, straight from the text.
namespace hl::actions::detail {

using codec::JsonCursor;

bool readUnsigned(JsonCursor &in, std::uint64_t &out);
bool readSigned(JsonCursor &in, std::int64_t &out);
bool readAddress(JsonCursor &in, Address &out);
bool readCloid(JsonCursor &in, Cloid &out);
bool readText(JsonCursor &in, TextKind kind, std::string &out);
bool readWord(JsonCursor &in, const std::string_view *words, std::size_t count, std::size_t &out);
bool readInnerSignature(JsonCursor &in, crypto::Signature &out);
bool readPayload(JsonCursor &in, PayloadAction &out);
bool readPlainString(JsonCursor &in, std::string &out);

template <class T>
bool readTable(JsonCursor &in, T &out);
template <class T>
bool readValue(JsonCursor &in, T &out, const Rule &rule);

/// Is the text that comes next a safe whole number in any spelling? Hex counts, so a cloid below
/// 2^53 given as "oid" is an order id, as every other client reads it.
bool isWholeNumberText(JsonCursor &in);

/// Does what comes next look like a T? Tells the alternatives of an untagged variant apart.
template <class T>
bool looksLike(JsonCursor &in)
{
    using Kind = JsonCursor::Kind;
    const Kind kind = in.peek();
    if constexpr (std::is_integral_v<T>)
        return kind == Kind::Number || (kind == Kind::String && isWholeNumberText(in));
    else if constexpr (std::is_same_v<T, Cloid> || Worded<T>)
        return kind == Kind::String;
    else
        return kind == Kind::Object;
}

template <std::size_t I = 0, class... T>
bool readUntagged(JsonCursor &in, std::variant<T...> &out)
{
    using Alternative = std::variant_alternative_t<I, std::variant<T...>>;
    if constexpr (I + 1 < sizeof...(T)) {
        if (!looksLike<Alternative>(in))
            return readUntagged<I + 1>(in, out);
    }
    return readValue(in, out.template emplace<I>(), kAny);
}

template <class T>
bool readValue(JsonCursor &in, T &out, const Rule &rule)
{
    if constexpr (std::is_same_v<T, bool>) {
        if (in.peek() != JsonCursor::Kind::Boolean)
            return in.refuse(ErrorKind::Validation, "must be true or false");
        return in.boolean(out);
    } else if constexpr (std::is_unsigned_v<T>) {
        if (!readUnsigned(in, out))
            return false;
    } else if constexpr (std::is_integral_v<T>) {
        if (!readSigned(in, out))
            return false;
    } else if constexpr (std::is_same_v<T, std::string>) {
        if (!readPlainString(in, out))
            return false;
    } else if constexpr (kIsText<T>) {
        return readText(in, T::kKind, out.text);
    } else if constexpr (std::is_same_v<T, Address>) {
        return readAddress(in, out);
    } else if constexpr (std::is_same_v<T, Cloid>) {
        return readCloid(in, out);
    } else if constexpr (Worded<T>) {
        std::size_t index = 0;
        if (!readWord(in, Words<T>::kWords.data(), Words<T>::kWords.size(), index))
            return false;
        out = static_cast<T>(index);
        return true;
    } else if constexpr (kIsOptional<T>) {
        if (in.peek() == JsonCursor::Kind::Null) {
            out.reset();
            return in.null();
        }
        return readValue(in, out.emplace(), rule);
    } else if constexpr (kIsVector<T>) {
        if (in.peek() != JsonCursor::Kind::Array)
            return in.refuse(ErrorKind::Validation, "must be a list");
        in.beginArray();
        out.clear();
        std::size_t left = in.left();
        while (in.element()) {
            if (!readValue(in, out.emplace_back(), kAny))
                return in.under('[' + std::to_string(out.size() - 1) + ']');
            if (out.size() == 1) {
                // The others are about as long as the first.
                constexpr std::size_t kMost = 65536 / sizeof(out.front());
                out.reserve(1 + std::min(in.left() / (left - in.left()), kMost));
            }
        }
        if (!in.ok())
            return false;
    } else if constexpr (kIsTuple<T>) {
        if (in.peek() != JsonCursor::Kind::Array)
            return in.refuse(ErrorKind::Validation, "must be a list");
        in.beginArray();
        const bool isRead = std::apply(
            [&](auto &...item) { return ((in.element() && readValue(in, item, kAny)) && ...); },
            out);
        if (!in.ok())
            return false;
        if (!isRead || in.element())
            return in.refuse(ErrorKind::Validation,
                             "must have " + std::to_string(std::tuple_size_v<T>) + " items");
        return in.ok();
    } else if constexpr (kIsVariant<T>) {
        return readUntagged(in, out);
    } else if constexpr (NullOnly<T>) {
        return in.peek() == JsonCursor::Kind::Null
                   ? in.null()
                   : in.refuse(ErrorKind::Validation, "must be null");
    } else if constexpr (std::is_same_v<T, InnerSignature>) {
        return readInnerSignature(in, out.value);
    } else if constexpr (std::is_same_v<T, PayloadAction>) {
        return readPayload(in, out);
    } else if constexpr (Wrapped<T>) {
        return readValue(in, out.*T::Whole::kMember, T::Whole::kRule);
    } else {
        return readTable(in, out);
    }
    if (std::string problem = valueProblem(out, rule); !problem.empty())
        return in.refuse(ErrorKind::Validation, std::move(problem));
    return true;
}

/// The value behind a row's key, null and all.
template <class Row, class Member>
bool readMember(JsonCursor &in, Member &out)
{
    constexpr Presence kPresence = Row::kRule.presence;
    constexpr bool kNullIsAbsent =
        kPresence == Presence::TrueOnly || kPresence == Presence::OmitEmpty ||
        kPresence == Presence::Defaulted || (kPresence == Presence::Envelope && kIsText<Member>);
    if constexpr (kNullIsAbsent) {
        if (in.peek() == JsonCursor::Kind::Null)
            return in.null();
    }
    if (!readValue(in, out, Row::kRule))
        return false;
    if constexpr (kPresence == Presence::TrueOnly) {
        if (!out)
            return in.refuse(ErrorKind::Validation, "must be true or left out");
    }
    return true;
}

/// A key against a name whose length the compiler knows.
template <Name N>
bool isKey(std::string_view key)
{
    return key.size() == N.kSize && std::memcmp(key.data(), N.text, N.kSize) == 0;
}

template <class T, class... Rows>
bool readRows(JsonCursor &in, T &out, Table<Rows...>)
{
    std::uint64_t seen = 0;
    std::string_view key;
    std::string scratch;
    // Reads the value of the key if it is this row's.
    const auto tryRow = [&](auto row, std::uint64_t bit, bool &isRead) {
        using Row = decltype(row);
        const auto once = [&] {
            if (seen & bit)
                in.refuse(ErrorKind::Validation, "must be given once");
            seen |= bit;
            return in.ok();
        };
        if constexpr (kIsType<Row>) {
            if (key != "type")
                return false;
            isRead = once() && in.skipValue();
        } else if constexpr (kIsOneOf<Row>) {
            bool isFound = false;
            [&]<std::size_t... I>(std::index_sequence<I...>)
            {
                (void)((key == Row::kKeys[I]
                            ? (isFound = true,
                               isRead =
                                   once() &&
                                   readValue(in, (out.*Row::kMember).template emplace<I>(), kAny),
                               true)
                            : false) ||
                       ...);
            }
            (std::make_index_sequence<Row::kKeys.size()>());
            if (!isFound)
                return false;
        } else {
            if (!isKey<Row::kName>(key))
                return false;
            isRead = once() && readMember<Row>(in, out.*Row::kMember);
        }
        if (!isRead)
            in.under(key);
        return true;
    };
    while (in.member(key, scratch)) {
        std::uint64_t bit = 1;
        bool isRead = false;
        const bool isKnown = ((tryRow(Rows{}, bit, isRead) ? true : (bit <<= 1, false)) || ...);
        if (!isKnown) {
            in.refuse(ErrorKind::Validation, "is not a key of this action");
            return in.under(key);
        }
        if (!isRead)
            return false;
    }
    if (!in.ok())
        return false;
    std::uint64_t bit = 1;
    const auto needed = [&](auto row) {
        using Row = decltype(row);
        const bool isSeen = seen & bit;
        bit <<= 1;
        if (isSeen || !in.ok())
            return;
        if constexpr (kIsOneOf<Row>) {
            std::string names;
            for (const std::string_view name : Row::kKeys)
                names += (names.empty() ? "" : ", ") + std::string(name);
            in.refuse(ErrorKind::Validation, "must have one of: " + names);
        } else if constexpr (!kIsType<Row>) {
            if (Row::kRule.presence == Presence::Required ||
                Row::kRule.presence == Presence::Nullable) {
                in.refuse(ErrorKind::Validation, "is missing");
                in.under(Row::kKey);
            }
        }
    };
    (needed(Rows{}), ...);
    if (!in.ok())
        return false;
    if (const StructProblem problem = structProblem(out)) {
        in.refuse(ErrorKind::Validation, std::string(problem.detail));
        return in.under(problem.field);
    }
    return true;
}

template <class T>
bool readTable(JsonCursor &in, T &out)
{
    if (in.peek() != JsonCursor::Kind::Object)
        return in.refuse(ErrorKind::Validation, "must be an object");
    in.beginObject();
    return readRows(in, out, typename T::Fields{});
}

} // namespace hl::actions::detail

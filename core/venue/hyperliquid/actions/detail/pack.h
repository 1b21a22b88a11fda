// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/msgpack_writer.h"
#include "venue/hyperliquid/actions/detail/table_walk.h"

/// msgpack from the tables: first the most bytes a value can need, then the bytes, unchecked.
namespace hl::actions::detail {

/// A key as it stands in msgpack.
template <Name Key>
inline constexpr auto kPackedKey = [] {
    constexpr std::size_t kHeader = Key.kSize < 32 ? 1 : 2;
    static_assert(Key.kSize < 256);
    struct
    {
        std::uint8_t bytes[kHeader + Key.kSize]{};
    } out;
    if constexpr (kHeader == 1) {
        out.bytes[0] = static_cast<std::uint8_t>(0xa0 + Key.kSize);
    } else {
        out.bytes[0] = 0xd9;
        out.bytes[1] = static_cast<std::uint8_t>(Key.kSize);
    }
    for (std::size_t i = 0; i < Key.kSize; ++i)
        out.bytes[kHeader + i] = static_cast<std::uint8_t>(Key.text[i]);
    return out;
}();

/// "type" and its word.
template <Name Word>
inline constexpr auto kPackedType = [] {
    constexpr auto kWord = kPackedKey<Word>;
    struct
    {
        std::uint8_t bytes[5 + sizeof kWord.bytes]{0xa4, 't', 'y', 'p', 'e'};
    } out;
    for (std::size_t i = 0; i < sizeof kWord.bytes; ++i)
        out.bytes[5 + i] = kWord.bytes[i];
    return out;
}();

/// The words of an enum as they stand in msgpack, each padded to one length that is moved without
/// a look at its own.
template <Worded E>
inline constexpr auto kPackedWords = [] {
    constexpr std::size_t kLongest =
        std::max_element(Words<E>::kWords.begin(), Words<E>::kWords.end(),
                         [](std::string_view a, std::string_view b) { return a.size() < b.size(); })
            ->size();
    static_assert(kLongest < 32);
    constexpr std::size_t kMoved = kLongest < 8 ? 8 : (kLongest < 16 ? 16 : 32);
    struct Word
    {
        std::uint8_t bytes[kMoved]{};
        std::uint8_t size = 0;
    };
    std::array<Word, Words<E>::kWords.size()> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::string_view word = Words<E>::kWords[i];
        out[i].size = static_cast<std::uint8_t>(word.size() + 1);
        out[i].bytes[0] = static_cast<std::uint8_t>(0xa0 + word.size());
        for (std::size_t k = 0; k < word.size(); ++k)
            out[i].bytes[1 + k] = static_cast<std::uint8_t>(word[k]);
    }
    return out;
}();

template <class Tables>
struct Packer
{
    using Writer = codec::MsgpackWriter;

    enum class WithType : bool { No, Yes };

    template <class T>
    static std::size_t most(const T &value)
    {
        if constexpr (std::is_same_v<T, bool> || NullOnly<T>) {
            return 1;
        } else if constexpr (std::is_integral_v<T>) {
            return Writer::kMostInt;
        } else if constexpr (std::is_same_v<T, std::string>) {
            return Writer::kMostHeader + value.size();
        } else if constexpr (kIsText<T>) {
            return Writer::kMostHeader + value.text.size();
        } else if constexpr (std::is_same_v<T, Address>) {
            return 2 + kAddressText;
        } else if constexpr (std::is_same_v<T, Cloid>) {
            return 2 + kCloidText;
        } else if constexpr (Worded<T>) {
            return 32;
        } else if constexpr (kIsOptional<T>) {
            return value ? most(*value) : 1;
        } else if constexpr (kIsVector<T>) {
            std::size_t n = Writer::kMostHeader;
            if constexpr (kFixed<typename T::value_type>) {
                if (!value.empty())
                    n += value.size() * most(value.front());
            } else {
                for (const auto &item : value)
                    n += most(item);
            }
            return n;
        } else if constexpr (kIsTuple<T>) {
            return std::apply(
                [](const auto &...item) { return (Writer::kMostHeader + ... + most(item)); },
                value);
        } else if constexpr (kIsVariant<T>) {
            return std::visit([](const auto &v) { return most(v); }, value);
        } else if constexpr (std::is_same_v<T, InnerSignature>) {
            return 1 + 2 * (2 + 2 + 66) + 2 + Writer::kMostInt;
        } else if constexpr (std::is_same_v<T, PayloadAction>) {
            return most(value.action->v);
        } else if constexpr (Wrapped<T>) {
            return most(value.*T::Whole::kMember);
        } else {
            std::size_t n = Writer::kMostHeader;
            Tables::template each<T>([&](auto row) {
                using Row = decltype(row);
                if constexpr (kIsType<Row>)
                    n += sizeof kPackedType<Row::kName>.bytes;
                else if constexpr (kIsOneOf<Row>)
                    n += Writer::kMostHeader + Row::kKeys[(value.*Row::kMember).index()].size() +
                         most(value.*Row::kMember);
                else
                    n += sizeof kPackedKey<Row::kName>.bytes + most(value.*Row::kMember);
            });
            return n;
        }
    }

    /// The writer goes from hand to hand by value: its position stays in a register, where one that
    /// is referred to would be stored and loaded around every byte that is written.
    template <class T>
    static Writer put(Writer out, const T &value)
    {
        if constexpr (std::is_same_v<T, bool>) {
            out.boolean(value);
        } else if constexpr (NullOnly<T>) {
            out.nil();
        } else if constexpr (std::is_unsigned_v<T>) {
            out.uint(value);
        } else if constexpr (std::is_integral_v<T>) {
            out.integer(value);
        } else if constexpr (std::is_same_v<T, std::string>) {
            out.string(value);
        } else if constexpr (kIsText<T>) {
            out.string(value.text);
        } else if constexpr (std::is_same_v<T, Address>) {
            out.literal({0xd9, kAddressText, '0', 'x'});
            hex(out.skip(2 * value.bytes.size()), value.bytes);
        } else if constexpr (std::is_same_v<T, Cloid>) {
            out.literal({0xd9, kCloidText, '0', 'x'});
            hex(out.skip(2 * value.bytes.size()), value.bytes);
        } else if constexpr (Worded<T>) {
            const auto &word = kPackedWords<T>[static_cast<std::size_t>(value)];
            out.padded(word.bytes, word.size);
        } else if constexpr (kIsOptional<T>) {
            if (value)
                return put(out, *value);
            out.nil();
        } else if constexpr (kIsVector<T>) {
            out.arrayHeader(value.size());
            for (const auto &item : value)
                out = put(out, item);
        } else if constexpr (kIsTuple<T>) {
            out.arrayHeader(std::tuple_size_v<T>);
            std::apply([&out](const auto &...item) { ((out = put(out, item)), ...); }, value);
        } else if constexpr (kIsVariant<T>) {
            return std::visit([out](const auto &v) { return put(out, v); }, value);
        } else if constexpr (std::is_same_v<T, InnerSignature>) {
            char text[66];
            out.mapHeader(3);
            out.literal({0xa1, 'r'});
            out.string(trimmedHashText(value.value.r, text));
            out.literal({0xa1, 's'});
            out.string(trimmedHashText(value.value.s, text));
            out.literal({0xa1, 'v'});
            out.uint(value.value.v);
        } else if constexpr (std::is_same_v<T, PayloadAction>) {
            return put(out, value.action->v);
        } else if constexpr (Wrapped<T>) {
            return put(out, value.*T::Whole::kMember);
        } else {
            return map(out, value, WithType::Yes);
        }
        return out;
    }

    /// A struct with a table. The hash of a multi-sig wrapper leaves its type out.
    template <class T>
    static Writer map(Writer out, const T &value, WithType withType)
    {
        out.mapHeader(presentRows<Tables>(value) - (withType == WithType::No ? 1 : 0));
        Tables::template each<T>([&](auto row) HL_INLINED {
            using Row = decltype(row);
            if constexpr (kIsType<Row>) {
                if (withType == WithType::Yes)
                    out.literal(kPackedType<Row::kName>.bytes);
            } else if constexpr (kIsOneOf<Row>) {
                out.string(Row::kKeys[(value.*Row::kMember).index()]);
                out = put(out, value.*Row::kMember);
            } else {
                const auto &member = value.*Row::kMember;
                if (isPresent<Row>(member)) {
                    out.literal(kPackedKey<Row::kName>.bytes);
                    out = put(out, member);
                }
            }
        });
        return out;
    }

private:
    /// Four bytes into eight digits at a time, in one register.
    template <std::size_t N>
    static void hex(std::uint8_t *to, const std::array<std::uint8_t, N> &bytes)
    {
        static_assert(N % 4 == 0 && std::endian::native == std::endian::little);
        for (std::size_t i = 0; i < N; i += 4) {
            std::uint32_t four;
            std::memcpy(&four, bytes.data() + i, 4);
            std::uint64_t x = four;
            x = (x | x << 16) & 0x0000ffff0000ffff;
            x = (x | x << 8) & 0x00ff00ff00ff00ff;
            x = (x >> 4 & 0x000f000f000f000f) | (x & 0x000f000f000f000f) << 8;
            const std::uint64_t isLetter = (x + 0x0606060606060606) >> 4 & 0x0101010101010101;
            x += 0x3030303030303030 + isLetter * ('a' - '0' - 10);
            std::memcpy(to + 2 * i, &x, 8);
        }
    }

    /// Needs the same most bytes whatever its value.
    template <class T>
    static constexpr bool kFixed =
        std::is_integral_v<T> || std::is_same_v<T, Address> || std::is_same_v<T, Cloid> ||
        std::is_same_v<T, CancelWire> || std::is_same_v<T, CancelByCloidWire>;
};

} // namespace hl::actions::detail

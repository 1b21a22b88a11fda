// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace hl::codec {

namespace detail {

/// How an integer of so many significant bits is written: its first byte is the tag, or holds the
/// number itself; the bytes after it are the number's lowest, moved to the top by `shift`.
struct IntShape
{
    std::uint8_t tag = 0;
    std::uint8_t inTag = 0; ///< the part of the number that stands in the first byte
    std::uint8_t shift = 56;
    std::uint8_t size = 1; ///< of all bytes
};

constexpr IntShape intShape(std::uint8_t tag, int bytes)
{
    return {tag, 0, static_cast<std::uint8_t>(64 - 8 * bytes),
            static_cast<std::uint8_t>(1 + bytes)};
}

/// protocol/signing.md 4, numbers from 0 on.
inline constexpr auto kUintShapes = [] {
    std::array<IntShape, 65> shapes{};
    for (std::size_t bits = 0; bits < shapes.size(); ++bits)
        shapes[bits] = bits <= 7    ? IntShape{0, 0x7f}
                       : bits <= 8  ? intShape(0xcc, 1)
                       : bits <= 16 ? intShape(0xcd, 2)
                       : bits <= 32 ? intShape(0xce, 4)
                                    : intShape(0xcf, 8);
    return shapes;
}();

/// The same, and behind it those of negative numbers by the significant bits of their complement.
inline constexpr auto kIntShapes = [] {
    std::array<std::array<IntShape, 65>, 2> shapes{kUintShapes};
    for (std::size_t bits = 0; bits < shapes[1].size(); ++bits)
        shapes[1][bits] = bits <= 5    ? IntShape{0, 0xff}
                          : bits <= 7  ? intShape(0xd0, 1)
                          : bits <= 15 ? intShape(0xd1, 2)
                          : bits <= 31 ? intShape(0xd2, 4)
                                       : intShape(0xd3, 8);
    return shapes;
}();

} // namespace detail

/// Writes canonical minimal msgpack (protocol/signing.md 4) into memory the caller made room for:
/// nothing here checks, so the caller adds up the k…Most sizes first. No allocation.
class MsgpackWriter
{
public:
    static constexpr std::size_t kMostInt = 9;
    static constexpr std::size_t kMostHeader = 5;

    explicit MsgpackWriter(std::uint8_t *out) : m_at(out) {}
    std::uint8_t *at() const { return m_at; }

    [[gnu::always_inline]] void nil() { byte(0xc0); }
    [[gnu::always_inline]] void boolean(bool v) { byte(static_cast<std::uint8_t>(0xc2 + v)); }

    /// Without a branch: asset ids, order ids and margins lie on both sides of every border, and
    /// one guess that goes wrong costs more than all of it. Nine bytes are written whatever the
    /// size, so there must be room for kMostInt.
    [[gnu::always_inline]] void uint(std::uint64_t v)
    {
        shaped(v, detail::kUintShapes[significantBits(v)]);
    }
    [[gnu::always_inline]] void integer(std::int64_t v)
    {
        const auto bits = static_cast<std::uint64_t>(v);
        const std::uint64_t sign = bits >> 63;
        const std::size_t size = significantBits(bits ^ (0 - sign));
        shaped(bits, detail::kIntShapes[sign][size]);
    }
    void real(double v) { tagged(0xcb, std::bit_cast<std::uint64_t>(v)); }

    [[gnu::always_inline]] void stringHeader(std::size_t size)
    {
        if (size < 32) {
            byte(static_cast<std::uint8_t>(0xa0 + size));
        } else if (size < 0x100) {
            tagged(0xd9, static_cast<std::uint8_t>(size));
        } else if (size < 0x10000) {
            tagged(0xda, static_cast<std::uint16_t>(size));
        } else {
            tagged(0xdb, static_cast<std::uint32_t>(size));
        }
    }
    [[gnu::always_inline]] void string(std::string_view text)
    {
        stringHeader(text.size());
        raw(text.data(), text.size());
    }
    [[gnu::always_inline]] void arrayHeader(std::size_t size) { header(size, 0x90, 0xdc); }
    [[gnu::always_inline]] void mapHeader(std::size_t size) { header(size, 0x80, 0xde); }

    [[gnu::always_inline]] void byte(std::uint8_t b) { *m_at++ = b; }
    /// Bytes that are msgpack already. Short ones, the common case, are moved in two overlapping
    /// words instead of by a call.
    [[gnu::always_inline]] void raw(const void *data, std::size_t size)
    {
        const auto *from = static_cast<const std::uint8_t *>(data);
        if (size > 16) {
            std::memcpy(m_at, from, size);
        } else if (size >= 8) {
            overlapping<std::uint64_t>(from, size);
        } else if (size >= 4) {
            overlapping<std::uint32_t>(from, size);
        } else if (size >= 2) {
            overlapping<std::uint16_t>(from, size);
        } else if (size == 1) {
            *m_at = *from;
        }
        m_at += size;
    }
    /// Bytes whose number the compiler knows.
    template <std::size_t N>
    [[gnu::always_inline]] void literal(const std::uint8_t (&bytes)[N])
    {
        std::memcpy(m_at, bytes, N);
        m_at += N;
    }
    /// The first `size` of N bytes; the rest is moved too and overwritten later, so there must be
    /// room for N.
    template <std::size_t N>
    [[gnu::always_inline]] void padded(const std::uint8_t (&bytes)[N], std::size_t size)
    {
        std::memcpy(m_at, bytes, N);
        m_at += size;
    }
    /// Room of `size` bytes, filled by the caller.
    [[gnu::always_inline]] std::uint8_t *skip(std::size_t size)
    {
        std::uint8_t *here = m_at;
        m_at += size;
        return here;
    }
    template <class Unsigned>
    [[gnu::always_inline]] void bigEndian(Unsigned v)
    {
        if constexpr (std::endian::native == std::endian::little && sizeof v > 1) {
            if constexpr (sizeof v == 2)
                v = __builtin_bswap16(v);
            else if constexpr (sizeof v == 4)
                v = __builtin_bswap32(v);
            else
                v = __builtin_bswap64(v);
        }
        std::memcpy(m_at, &v, sizeof v);
        m_at += sizeof v;
    }

private:
    /// 1 to 64; zero counts as one bit.
    static std::size_t significantBits(std::uint64_t v)
    {
        return static_cast<std::size_t>(std::bit_width(v | 1));
    }
    [[gnu::always_inline]] void shaped(std::uint64_t v, detail::IntShape shape)
    {
        m_at[0] = static_cast<std::uint8_t>(shape.tag + (v & shape.inTag));
        std::uint64_t rest = v << shape.shift;
        if constexpr (std::endian::native == std::endian::little)
            rest = __builtin_bswap64(rest);
        std::memcpy(m_at + 1, &rest, sizeof rest);
        m_at += shape.size;
    }
    template <class Unsigned>
    [[gnu::always_inline]] void tagged(std::uint8_t tag, Unsigned v)
    {
        byte(tag);
        bigEndian(v);
    }
    template <class Word>
    [[gnu::always_inline]] void overlapping(const std::uint8_t *from, std::size_t size)
    {
        Word head;
        Word tail;
        std::memcpy(&head, from, sizeof head);
        std::memcpy(&tail, from + size - sizeof tail, sizeof tail);
        std::memcpy(m_at, &head, sizeof head);
        std::memcpy(m_at + size - sizeof tail, &tail, sizeof tail);
    }
    [[gnu::always_inline]] void header(std::size_t size, std::uint8_t fixed, std::uint8_t tag16)
    {
        if (size < 16) {
            byte(static_cast<std::uint8_t>(fixed + size));
        } else if (size < 0x10000) {
            tagged(tag16, static_cast<std::uint16_t>(size));
        } else {
            tagged(static_cast<std::uint8_t>(tag16 + 1), static_cast<std::uint32_t>(size));
        }
    }

    std::uint8_t *m_at;
};

} // namespace hl::codec

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace hl::codec {

/// Writes canonical minimal msgpack (protocol/signing.md 4) into memory the caller made room for:
/// nothing here checks, so the caller adds up the k…Most sizes first. No allocation.
class MsgpackWriter
{
public:
    static constexpr std::size_t kMostInt = 9;
    static constexpr std::size_t kMostHeader = 5;

    explicit MsgpackWriter(std::uint8_t *out) : m_at(out) {}
    std::uint8_t *at() const { return m_at; }

    void nil() { byte(0xc0); }
    void boolean(bool v) { byte(static_cast<std::uint8_t>(0xc2 + v)); }

    void uint(std::uint64_t v)
    {
        if (v < 0x100) {
            // Asset ids lie on both sides of 128: without a branch there is none to mispredict.
            const bool isTagged = v >= 0x80;
            m_at[0] = isTagged ? std::uint8_t{0xcc} : static_cast<std::uint8_t>(v);
            m_at[1] = static_cast<std::uint8_t>(v);
            m_at += isTagged ? 2 : 1;
        } else if (v > 0xffffffff) {
            tagged(0xcf, v);
        } else if (v > 0xffff) {
            tagged(0xce, static_cast<std::uint32_t>(v));
        } else {
            tagged(0xcd, static_cast<std::uint16_t>(v));
        }
    }
    void integer(std::int64_t v)
    {
        if (v >= 0) {
            uint(static_cast<std::uint64_t>(v));
        } else if (v >= -32) {
            byte(static_cast<std::uint8_t>(v));
        } else if (v >= -128) {
            tagged(0xd0, static_cast<std::uint8_t>(v));
        } else if (v >= -32768) {
            tagged(0xd1, static_cast<std::uint16_t>(v));
        } else if (v >= -2147483648LL) {
            tagged(0xd2, static_cast<std::uint32_t>(v));
        } else {
            tagged(0xd3, static_cast<std::uint64_t>(v));
        }
    }
    void real(double v) { tagged(0xcb, std::bit_cast<std::uint64_t>(v)); }

    void stringHeader(std::size_t size)
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
    void string(std::string_view text)
    {
        stringHeader(text.size());
        raw(text.data(), text.size());
    }
    void arrayHeader(std::size_t size) { header(size, 0x90, 0xdc); }
    void mapHeader(std::size_t size) { header(size, 0x80, 0xde); }

    void byte(std::uint8_t b) { *m_at++ = b; }
    /// Bytes that are msgpack already. Short ones, the common case, are moved in two overlapping
    /// words instead of by a call.
    void raw(const void *data, std::size_t size)
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
    void literal(const std::uint8_t (&bytes)[N])
    {
        std::memcpy(m_at, bytes, N);
        m_at += N;
    }
    /// The first `size` of N bytes; the rest is moved too and overwritten later, so there must be
    /// room for N.
    template <std::size_t N>
    void padded(const std::uint8_t (&bytes)[N], std::size_t size)
    {
        std::memcpy(m_at, bytes, N);
        m_at += size;
    }
    /// Room of `size` bytes, filled by the caller.
    std::uint8_t *skip(std::size_t size)
    {
        std::uint8_t *here = m_at;
        m_at += size;
        return here;
    }
    template <class Unsigned>
    void bigEndian(Unsigned v)
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
    template <class Unsigned>
    void tagged(std::uint8_t tag, Unsigned v)
    {
        byte(tag);
        bigEndian(v);
    }
    template <class Word>
    void overlapping(const std::uint8_t *from, std::size_t size)
    {
        Word head;
        Word tail;
        std::memcpy(&head, from, sizeof head);
        std::memcpy(&tail, from + size - sizeof tail, sizeof tail);
        std::memcpy(m_at, &head, sizeof head);
        std::memcpy(m_at + size - sizeof tail, &tail, sizeof tail);
    }
    void header(std::size_t size, std::uint8_t fixed, std::uint8_t tag16)
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

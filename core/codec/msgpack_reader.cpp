// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/utf8.h"
#include "codec/value.h"

#include <bit>

namespace hl::codec {
namespace {

class Reader
{
public:
    explicit Reader(ByteView bytes) : m_bytes(bytes) {}

    bool value(Value &out, int depth);
    bool atEnd() const { return m_at == m_bytes.size(); }
    const char *problem = "The msgpack bytes go on after their end.";

private:
    bool refuse(const char *what)
    {
        problem = what;
        return false;
    }
    std::size_t left() const { return m_bytes.size() - m_at; }
    bool number(std::size_t size, std::uint64_t &out)
    {
        if (left() < size)
            return refuse("The msgpack bytes end too early.");
        out = 0;
        for (std::size_t i = 0; i < size; ++i)
            out = out << 8 | m_bytes[m_at++];
        return true;
    }
    bool text(std::size_t size, std::string &out)
    {
        if (left() < size)
            return refuse("The msgpack bytes end too early.");
        // The one cast the aliasing rules allow.
        out.assign(reinterpret_cast<const char *>(m_bytes.data()) + m_at, size);
        m_at += size;
        return isUtf8(out) || refuse("The msgpack bytes have a string that is not UTF-8.");
    }
    bool key(std::string &out);
    bool array(std::size_t size, Value &out, int depth);
    bool map(std::size_t size, Value &out, int depth);
    bool wide(std::uint8_t tag, Value &out, int depth);

    ByteView m_bytes;
    std::size_t m_at = 0;
};

bool Reader::key(std::string &out)
{
    Value name;
    const std::uint8_t tag = left() > 0 ? m_bytes[m_at] : 0;
    const bool isString = (tag >= 0xa0 && tag < 0xc0) || (tag >= 0xd9 && tag <= 0xdb);
    if (isString && value(name, 0)) {
        out = std::move(*std::get_if<std::string>(&name.storage()));
        return true;
    }
    if (isString)
        return false;
    return refuse("The msgpack bytes have a map key that is no string.");
}

bool Reader::array(std::size_t size, Value &out, int depth)
{
    if (size > left())
        return refuse("The msgpack bytes end too early.");
    Array items(size);
    for (Value &item : items)
        if (!value(item, depth + 1))
            return false;
    out = std::move(items);
    return true;
}

bool Reader::map(std::size_t size, Value &out, int depth)
{
    if (size > left() / 2)
        return refuse("The msgpack bytes end too early.");
    Object members(size);
    for (auto &[name, item] : members)
        if (!key(name) || !value(item, depth + 1))
            return false;
    out = std::move(members);
    return true;
}

bool Reader::value(Value &out, int depth)
{
    if (depth > 128)
        return refuse("The msgpack bytes are nested too deep.");
    if (left() == 0)
        return refuse("The msgpack bytes end too early.");
    const std::uint8_t tag = m_bytes[m_at++];
    if (tag < 0x80) {
        out = std::uint64_t{tag};
        return true;
    }
    if (tag < 0x90)
        return map(tag & 0x0f, out, depth);
    if (tag < 0xa0)
        return array(tag & 0x0f, out, depth);
    if (tag < 0xc0) {
        std::string v;
        if (!text(tag & 0x1f, v))
            return false;
        out = std::move(v);
        return true;
    }
    if (tag >= 0xe0) {
        out = std::int64_t{static_cast<std::int8_t>(tag)};
        return true;
    }
    return wide(tag, out, depth);
}

bool Reader::wide(std::uint8_t tag, Value &out, int depth)
{
    std::uint64_t n = 0;
    switch (tag) {
    case 0xc0:
        out = nullptr;
        return true;
    case 0xc2:
    case 0xc3:
        out = tag == 0xc3;
        return true;
    case 0xca:
        if (!number(4, n))
            return false;
        out = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(n)));
        return true;
    case 0xcb:
        if (!number(8, n))
            return false;
        out = std::bit_cast<double>(n);
        return true;
    case 0xcc:
    case 0xcd:
    case 0xce:
    case 0xcf:
        if (!number(std::size_t{1} << (tag - 0xcc), n))
            return false;
        out = n;
        return true;
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3: {
        const unsigned size = 1u << (tag - 0xd0);
        if (!number(size, n))
            return false;
        const unsigned shift = 64 - 8 * size;
        out = static_cast<std::int64_t>(n << shift) >> shift;
        return true;
    }
    case 0xd9:
    case 0xda:
    case 0xdb: {
        std::string v;
        if (!number(std::size_t{1} << (tag - 0xd9), n) || !text(n, v))
            return false;
        out = std::move(v);
        return true;
    }
    case 0xdc:
    case 0xdd:
        return number(tag == 0xdc ? 2 : 4, n) && array(n, out, depth);
    case 0xde:
    case 0xdf:
        return number(tag == 0xde ? 2 : 4, n) && map(n, out, depth);
    default:
        return refuse("The msgpack bytes have a type the venue does not use.");
    }
}

} // namespace

Result<Value> decodeMsgpack(ByteView bytes)
{
    Reader reader(bytes);
    Value out;
    if (!reader.value(out, 0) || !reader.atEnd())
        return fail(ErrorKind::Parse, reader.problem);
    return out;
}

} // namespace hl::codec

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "explain/msgpack_walk.h"

#include <bit>
#include <charconv>

namespace hl::explain {
namespace {

struct Walker
{
    ByteView in;
    std::size_t at = 0;
    bool isCanonical = true;
    int depth = 0;

    bool take(std::size_t size, std::uint64_t &out)
    {
        if (in.size() - at < size)
            return false;
        out = 0;
        while (size-- > 0)
            out = out * 256 + in[at++];
        return true;
    }

    bool text(std::uint64_t size, Node &out)
    {
        if (in.size() - at < size)
            return false;
        out.kind = Node::Kind::Text;
        out.text.reserve(size);
        for (; size > 0; --size)
            out.text.push_back(static_cast<char>(in[at++]));
        return true;
    }

    bool several(std::uint64_t size, Node &out, bool isMap)
    {
        if (in.size() - at < size)
            return false;
        out.kind = isMap ? Node::Kind::Map : Node::Kind::List;
        for (; size > 0; --size) {
            Node key;
            if (isMap && (!value(key) || !key.is(Node::Kind::Text)))
                return false;
            auto &slot = out.members.emplace_back(Member{std::move(key.text), Node()});
            if (!value(slot.second))
                return false;
        }
        return true;
    }

    void shortest(bool isShortest) { isCanonical = isCanonical && isShortest; }

    bool value(Node &out)
    {
        if (at == in.size() || ++depth > 64)
            return false;
        out.begin = at;
        const bool ok = tagged(in[at++], out);
        out.end = at;
        --depth;
        return ok;
    }

    bool tagged(std::uint8_t tag, Node &out)
    {
        std::uint64_t n = 0;
        if (tag <= 0x7f || tag >= 0xe0) {
            out.kind = tag <= 0x7f ? Node::Kind::Uint : Node::Kind::Int;
            out.number = tag <= 0x7f ? tag : tag - std::uint64_t{256};
            return true;
        }
        if (tag <= 0x8f)
            return several(tag - 0x80u, out, true);
        if (tag <= 0x9f)
            return several(tag - 0x90u, out, false);
        if (tag <= 0xbf)
            return text(tag - 0xa0u, out);
        switch (tag) {
        case 0xc0:
            return true;
        case 0xc2:
        case 0xc3:
            out.kind = Node::Kind::Bool;
            out.flag = tag == 0xc3;
            return true;
        case 0xcb:
            shortest(false);
            out.kind = Node::Kind::Real;
            if (!take(8, n))
                return false;
            out.real = std::bit_cast<double>(n);
            return true;
        case 0xcc:
        case 0xcd:
        case 0xce:
        case 0xcf: {
            constexpr std::uint64_t kLeast[] = {0x80, 0x100, 0x10000, 0x100000000};
            out.kind = Node::Kind::Uint;
            if (!take(std::size_t{1} << (tag - 0xcc), out.number))
                return false;
            shortest(out.number >= kLeast[tag - 0xcc]);
            return true;
        }
        case 0xd0:
        case 0xd1:
        case 0xd2:
        case 0xd3: {
            constexpr std::int64_t kMost[] = {-33, -129, -32769, -2147483649LL};
            const std::size_t size = std::size_t{1} << (tag - 0xd0);
            if (!take(size, n))
                return false;
            const std::uint64_t sign = std::uint64_t{1} << (8 * size - 1);
            const auto wide = static_cast<std::int64_t>((n ^ sign) - sign);
            out.kind = wide < 0 ? Node::Kind::Int : Node::Kind::Uint;
            out.number = static_cast<std::uint64_t>(wide);
            shortest(wide <= kMost[tag - 0xd0]);
            return true;
        }
        case 0xd9:
        case 0xda:
        case 0xdb: {
            constexpr std::uint64_t kLeast[] = {32, 256, 65536};
            if (!take(std::size_t{1} << (tag - 0xd9), n))
                return false;
            shortest(n >= kLeast[tag - 0xd9]);
            return text(n, out);
        }
        case 0xdc:
        case 0xdd:
        case 0xde:
        case 0xdf:
            if (!take(tag % 2 == 0 ? 2 : 4, n))
                return false;
            shortest(n >= (tag % 2 == 0 ? 16u : 65536u));
            return several(n, out, tag >= 0xde);
        default:
            return false;
        }
    }
};

} // namespace

const Node *Node::find(std::string_view key) const
{
    if (kind == Kind::Map)
        for (const auto &[name, node] : members)
            if (name == key)
                return &node;
    return nullptr;
}

std::string_view Node::textOf(std::string_view key) const
{
    const Node *found = find(key);
    return found && found->is(Kind::Text) ? std::string_view(found->text) : std::string_view();
}

std::string Node::shown() const
{
    switch (kind) {
    case Kind::Nil:
        return "nothing";
    case Kind::Bool:
        return flag ? "yes" : "no";
    case Kind::Uint:
        return std::to_string(number);
    case Kind::Int:
        return std::to_string(static_cast<std::int64_t>(number));
    case Kind::Real: {
        char digits[40];
        const char *last = std::to_chars(digits, digits + sizeof digits, real).ptr;
        return std::string(digits, static_cast<std::size_t>(last - digits));
    }
    case Kind::Text:
        return text.empty() ? "\"\"" : text;
    case Kind::List:
    case Kind::Map: {
        std::string out(1, kind == Kind::Map ? '{' : '[');
        for (const auto &[name, node] : members) {
            if (out.size() > 1)
                out += ", ";
            if (kind == Kind::Map)
                out += name + ": ";
            out += node.shown();
        }
        out.push_back(kind == Kind::Map ? '}' : ']');
        return out;
    }
    }
    return {};
}

Result<Walk> walkMsgpack(ByteView bytes)
{
    Walker walker{bytes};
    Walk out;
    if (!walker.value(out.root))
        return fail(ErrorKind::Parse,
                    "The bytes are not a whole msgpack value of the venue's kinds.");
    if (walker.at != bytes.size())
        return fail(ErrorKind::Parse, "The bytes go on after the action.");
    out.isCanonical = walker.isCanonical;
    return out;
}

} // namespace hl::explain

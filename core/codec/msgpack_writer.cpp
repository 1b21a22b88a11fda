// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/msgpack_writer.h"

#include "codec/value.h"

namespace hl::codec {
namespace {

std::size_t mostBytes(const Value &value)
{
    struct Measure
    {
        std::size_t operator()(std::nullptr_t) const { return 1; }
        std::size_t operator()(bool) const { return 1; }
        std::size_t operator()(std::uint64_t) const { return MsgpackWriter::kMostInt; }
        std::size_t operator()(std::int64_t) const { return MsgpackWriter::kMostInt; }
        std::size_t operator()(double) const { return 9; }
        std::size_t operator()(const std::string &v) const
        {
            return MsgpackWriter::kMostHeader + v.size();
        }
        std::size_t operator()(const Array &items) const
        {
            std::size_t most = MsgpackWriter::kMostHeader;
            for (const Value &item : items)
                most += mostBytes(item);
            return most;
        }
        std::size_t operator()(const Object &members) const
        {
            std::size_t most = MsgpackWriter::kMostHeader;
            for (const auto &[key, item] : members)
                most += MsgpackWriter::kMostHeader + key.size() + mostBytes(item);
            return most;
        }
    };
    return std::visit(Measure{}, value.storage());
}

void write(const Value &value, MsgpackWriter &out)
{
    struct Printer
    {
        MsgpackWriter &out;
        void operator()(std::nullptr_t) const { out.nil(); }
        void operator()(bool v) const { out.boolean(v); }
        void operator()(std::uint64_t v) const { out.uint(v); }
        void operator()(std::int64_t v) const { out.integer(v); }
        void operator()(double v) const { out.real(v); }
        void operator()(const std::string &v) const { out.string(v); }
        void operator()(const Array &items) const
        {
            out.arrayHeader(items.size());
            for (const Value &item : items)
                write(item, out);
        }
        void operator()(const Object &members) const
        {
            out.mapHeader(members.size());
            for (const auto &[key, item] : members) {
                out.string(key);
                write(item, out);
            }
        }
    };
    std::visit(Printer{out}, value.storage());
}

} // namespace

void appendMsgpack(const Value &value, Bytes &out)
{
    const std::size_t start = out.size();
    out.resize(start + mostBytes(value));
    MsgpackWriter writer(out.data() + start);
    write(value, writer);
    out.resize(static_cast<std::size_t>(writer.at() - out.data()));
}

} // namespace hl::codec

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/json_writer.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/detail/table_walk.h"

namespace hl::actions {
namespace {

using namespace detail;

struct Printer
{
    std::string &out;

    void comma(bool &first)
    {
        if (!first)
            out.push_back(',');
        first = false;
    }
    void key(std::string_view name)
    {
        // Keys are identifiers: nothing in them needs an escape.
        out.push_back('"');
        out += name;
        out += "\":";
    }
    void quoted(ByteView bytes)
    {
        const std::size_t at = out.size();
        out.resize(at + 4 + 2 * bytes.size());
        out[at] = '"';
        out[at + 1] = '0';
        out[at + 2] = 'x';
        writeHex(bytes, out.data() + at + 3);
        out.back() = '"';
    }

    template <class T>
    void put(const T &value)
    {
        if constexpr (std::is_same_v<T, bool>) {
            out += value ? "true" : "false";
        } else if constexpr (NullOnly<T>) {
            out += "null";
        } else if constexpr (std::is_unsigned_v<T>) {
            codec::appendJsonUint(value, out);
        } else if constexpr (std::is_integral_v<T>) {
            codec::appendJsonInt(value, out);
        } else if constexpr (std::is_same_v<T, std::string>) {
            codec::appendJsonString(value, out);
        } else if constexpr (kIsText<T>) {
            codec::appendJsonString(value.text, out);
        } else if constexpr (std::is_same_v<T, Address> || std::is_same_v<T, Cloid>) {
            quoted(value.bytes);
        } else if constexpr (Worded<T>) {
            codec::appendJsonString(Words<T>::kWords[static_cast<std::size_t>(value)], out);
        } else if constexpr (kIsOptional<T>) {
            if (value)
                put(*value);
            else
                out += "null";
        } else if constexpr (kIsVector<T>) {
            out.push_back('[');
            bool first = true;
            for (const auto &item : value) {
                comma(first);
                put(item);
            }
            out.push_back(']');
        } else if constexpr (kIsTuple<T>) {
            out.push_back('[');
            bool first = true;
            std::apply([&](const auto &...item) { ((comma(first), put(item)), ...); }, value);
            out.push_back(']');
        } else if constexpr (kIsVariant<T>) {
            std::visit([&](const auto &v) { put(v); }, value);
        } else if constexpr (std::is_same_v<T, InnerSignature>) {
            char text[66];
            out += "{\"r\":\"";
            out += trimmedHashText(value.value.r, text);
            out += "\",\"s\":\"";
            out += trimmedHashText(value.value.s, text);
            out += "\",\"v\":";
            codec::appendJsonUint(value.value.v, out);
            out.push_back('}');
        } else if constexpr (std::is_same_v<T, PayloadAction>) {
            put(value.action->v);
        } else if constexpr (Wrapped<T>) {
            put(value.*T::Whole::kMember);
        } else {
            out.push_back('{');
            bool first = true;
            TablesAsWritten::each<T>([&](auto row) {
                using Row = decltype(row);
                if constexpr (kIsType<Row>) {
                    comma(first);
                    key("type");
                    codec::appendJsonString(Row::kValue, out);
                } else if constexpr (kIsOneOf<Row>) {
                    comma(first);
                    key(Row::kKeys[(value.*Row::kMember).index()]);
                    put(value.*Row::kMember);
                } else if (isPresent<Row>(value.*Row::kMember)) {
                    comma(first);
                    key(Row::kKey);
                    put(value.*Row::kMember);
                }
            });
            out.push_back('}');
        }
    }
};

} // namespace

void appendActionJson(const Action &action, std::string &out)
{
    Printer{out}.put(action.v);
}

std::string actionJson(const Action &action)
{
    std::string out;
    appendActionJson(action, out);
    return out;
}

std::string requestBody(const Action &action, Nonce nonce, const crypto::Signature &signature,
                        const std::optional<Address> &vault,
                        std::optional<std::uint64_t> expiresAfter)
{
    std::string out = "{\"action\":";
    appendActionJson(action, out);
    out += ",\"signature\":{\"r\":\"" + toHex0x(signature.r) + "\",\"s\":\"" +
           toHex0x(signature.s) + "\",\"v\":";
    codec::appendJsonUint(signature.v, out);
    out += "},\"nonce\":";
    codec::appendJsonUint(nonce, out);
    if (vault)
        out += ",\"vaultAddress\":\"" + vault->toString() + '"';
    if (expiresAfter) {
        out += ",\"expiresAfter\":";
        codec::appendJsonUint(*expiresAfter, out);
    }
    out.push_back('}');
    return out;
}

} // namespace hl::actions

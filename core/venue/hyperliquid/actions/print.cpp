// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/json_writer.h"
#include "venue/hyperliquid/actions/actions.h"
#include "venue/hyperliquid/actions/detail/table_walk.h"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstring>

namespace hl::actions {
namespace {

using namespace detail;

/// Appends through a pointer; the string gets its size at the end. A plain order with its
/// envelope fits into the first room.
class Printer
{
public:
    explicit Printer(std::string &out) : m_out(out), m_size(out.size())
    {
        m_out.resize(m_size + kFirstRoom);
    }
    ~Printer() { m_out.resize(m_size); }
    Printer(const Printer &) = delete;
    Printer &operator=(const Printer &) = delete;

    HL_INLINED void raw(std::string_view text)
    {
        std::memcpy(room(text.size()), text.data(), text.size());
        m_size += text.size();
    }
    HL_INLINED void raw(char c)
    {
        *room(1) = c;
        ++m_size;
    }
    void number(std::integral auto value)
    {
        char *const at = room(20);
        m_size += static_cast<std::size_t>(std::to_chars(at, at + 20, value).ptr - at);
    }
    void quoted(std::string_view text)
    {
        const auto isPlain = [](char c) {
            return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
        };
        if (std::ranges::all_of(text, isPlain)) {
            raw('"');
            raw(text);
            raw('"');
            return;
        }
        std::string escaped;
        codec::appendJsonString(text, escaped);
        raw(escaped);
    }
    void quoted(ByteView bytes)
    {
        char *const at = room(4 + 2 * bytes.size());
        std::memcpy(at, "\"0x", 3);
        writeHex(bytes, at + 3);
        at[3 + 2 * bytes.size()] = '"';
        m_size += 4 + 2 * bytes.size();
    }
    HL_INLINED void comma(bool &first)
    {
        if (!first)
            raw(',');
        first = false;
    }
    // Keys and words of the tables are identifiers: nothing in them needs an escape.
    HL_INLINED void key(std::string_view name)
    {
        raw('"');
        raw(name);
        raw("\":");
    }
    HL_INLINED void word(std::string_view name)
    {
        raw('"');
        raw(name);
        raw('"');
    }

    template <class T>
    void put(const T &value)
    {
        if constexpr (std::is_same_v<T, bool>) {
            raw(value ? std::string_view("true") : std::string_view("false"));
        } else if constexpr (NullOnly<T>) {
            raw("null");
        } else if constexpr (std::is_integral_v<T>) {
            number(value);
        } else if constexpr (std::is_same_v<T, std::string>) {
            quoted(std::string_view(value));
        } else if constexpr (kIsText<T>) {
            quoted(std::string_view(value.text));
        } else if constexpr (std::is_same_v<T, Address> || std::is_same_v<T, Cloid>) {
            quoted(ByteView(value.bytes));
        } else if constexpr (Worded<T>) {
            word(Words<T>::kWords[static_cast<std::size_t>(value)]);
        } else if constexpr (kIsOptional<T>) {
            if (value)
                put(*value);
            else
                raw("null");
        } else if constexpr (kIsVector<T>) {
            raw('[');
            bool first = true;
            for (const auto &item : value) {
                comma(first);
                put(item);
            }
            raw(']');
        } else if constexpr (kIsTuple<T>) {
            raw('[');
            bool first = true;
            std::apply([&](const auto &...item) { ((comma(first), put(item)), ...); }, value);
            raw(']');
        } else if constexpr (kIsVariant<T>) {
            std::visit([&](const auto &v) { put(v); }, value);
        } else if constexpr (std::is_same_v<T, InnerSignature>) {
            char text[66];
            raw("{\"r\":\"");
            raw(trimmedHashText(value.value.r, text));
            raw("\",\"s\":\"");
            raw(trimmedHashText(value.value.s, text));
            raw("\",\"v\":");
            number(value.value.v);
            raw('}');
        } else if constexpr (std::is_same_v<T, PayloadAction>) {
            put(value.action->v);
        } else if constexpr (Wrapped<T>) {
            put(value.*T::Whole::kMember);
        } else {
            raw('{');
            bool first = true;
            TablesAsWritten::each<T>([&](auto row) {
                using Row = decltype(row);
                if constexpr (kIsType<Row>) {
                    comma(first);
                    key("type");
                    word(Row::kValue);
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
            raw('}');
        }
    }

private:
    static constexpr std::size_t kFirstRoom = 640;

    HL_INLINED char *room(std::size_t size)
    {
        if (m_out.size() - m_size < size)
            grow(size);
        return m_out.data() + m_size;
    }
    void grow(std::size_t size) { m_out.resize(2 * m_out.size() + size); }

    std::string &m_out;
    std::size_t m_size;
};

} // namespace

void appendActionJson(const Action &action, std::string &out)
{
    Printer(out).put(action.v);
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
    std::string out;
    {
        Printer print(out);
        print.raw("{\"action\":");
        print.put(action.v);
        print.raw(",\"signature\":{\"r\":");
        print.quoted(ByteView(signature.r));
        print.raw(",\"s\":");
        print.quoted(ByteView(signature.s));
        print.raw(",\"v\":");
        print.number(signature.v);
        print.raw("},\"nonce\":");
        print.number(nonce);
        if (vault) {
            print.raw(",\"vaultAddress\":");
            print.quoted(ByteView(vault->bytes));
        }
        if (expiresAfter) {
            print.raw(",\"expiresAfter\":");
            print.number(*expiresAfter);
        }
        print.raw('}');
    }
    return out;
}

} // namespace hl::actions

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "codec/json_writer.h"

#include "codec/value.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace hl::codec {

void appendJsonString(std::string_view text, std::string &out)
{
    out.push_back('"');
    std::size_t from = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        out.append(text, from, i - from);
        from = i + 1;
        out.push_back('\\');
        constexpr std::string_view kValues = "\"\\\b\f\n\r\t";
        constexpr std::string_view kNames = "\"\\bfnrt";
        if (const std::size_t at = kValues.find(text[i]); at != std::string_view::npos) {
            out.push_back(kNames[at]);
        } else {
            constexpr char kDigits[] = "0123456789abcdef";
            out += "u00";
            out.push_back(kDigits[c >> 4]);
            out.push_back(kDigits[c & 15]);
        }
    }
    out.append(text, from);
    out.push_back('"');
}

void appendJsonUint(std::uint64_t value, std::string &out)
{
    char text[20];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    out.append(text, end);
}

void appendJsonInt(std::int64_t value, std::string &out)
{
    char text[20];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    out.append(text, end);
}

void appendJsonDouble(double value, std::string &out)
{
    if (!std::isfinite(value)) {
        out += "null";
        return;
    }
    if (value == 0) {
        out.push_back('0');
        return;
    }
    char text[40];
    const auto end =
        std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
    std::string_view all(text, static_cast<std::size_t>(end - text));
    if (all.front() == '-') {
        out.push_back('-');
        all.remove_prefix(1);
    }
    const std::size_t e = all.find('e');
    std::string digits(1, all[0]);
    if (e > 2)
        digits.append(all, 2, e - 2);
    int exponent = 0;
    const char *exponentText = all.data() + e + (all[e + 1] == '+' ? 2 : 1);
    std::from_chars(exponentText, end, exponent);
    const int point = exponent + 1; // digits before the point
    const int size = static_cast<int>(digits.size());
    if (point >= size && point <= 21) {
        out += digits;
        out.append(static_cast<std::size_t>(point - size), '0');
    } else if (point > 0 && point <= 21) {
        out.append(digits, 0, static_cast<std::size_t>(point));
        out.push_back('.');
        out.append(digits, static_cast<std::size_t>(point));
    } else if (point > -6 && point <= 0) {
        out += "0.";
        out.append(static_cast<std::size_t>(-point), '0');
        out += digits;
    } else {
        out.push_back(digits[0]);
        if (size > 1) {
            out.push_back('.');
            out.append(digits, 1);
        }
        out += point - 1 < 0 ? "e-" : "e+";
        appendJsonUint(static_cast<std::uint64_t>(std::abs(point - 1)), out);
    }
}

void appendJson(const Value &value, std::string &out)
{
    struct Printer
    {
        std::string &out;
        void operator()(std::nullptr_t) const { out += "null"; }
        void operator()(bool v) const { out += v ? "true" : "false"; }
        void operator()(std::uint64_t v) const { appendJsonUint(v, out); }
        void operator()(std::int64_t v) const { appendJsonInt(v, out); }
        void operator()(double v) const { appendJsonDouble(v, out); }
        void operator()(const std::string &v) const { appendJsonString(v, out); }
        void operator()(const Array &items) const
        {
            out.push_back('[');
            bool first = true;
            for (const Value &item : items) {
                if (!std::exchange(first, false))
                    out.push_back(',');
                appendJson(item, out);
            }
            out.push_back(']');
        }
        void operator()(const Object &members) const
        {
            out.push_back('{');
            bool first = true;
            for (const auto &[key, item] : members) {
                if (!std::exchange(first, false))
                    out.push_back(',');
                appendJsonString(key, out);
                out.push_back(':');
                appendJson(item, out);
            }
            out.push_back('}');
        }
    };
    std::visit(Printer{out}, value.storage());
}

std::string toJson(const Value &value)
{
    std::string out;
    appendJson(value, out);
    return out;
}

} // namespace hl::codec

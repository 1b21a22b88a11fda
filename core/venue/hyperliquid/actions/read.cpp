// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "venue/hyperliquid/actions/detail/read.h"

#include "num/normalise.h"
#include "venue/hyperliquid/actions/detail/read_action.h"

namespace hl::actions {

namespace detail {
namespace {

/// Where one type word stands for several structs, the place decides.
enum class Place : bool { Root, Payload };

using ReadAction = bool (*)(JsonCursor &, Action &);

template <class T>
bool readInto(JsonCursor &in, Action &out)
{
    return readTable(in, out.v.emplace<T>());
}

struct Entry
{
    std::string_view word;
    ReadAction read;
};

template <class... T>
constexpr std::array<Entry, sizeof...(T)> entriesOf(const std::variant<T...> *)
{
    return {Entry{typeWord<T>(), readInto<T>}...};
}

ReadAction readerOf(std::string_view word, Place place)
{
    static constexpr auto kEntries = entriesOf(static_cast<const ActionVariant *>(nullptr));
    if (place == Place::Payload && word == "userSetAbstraction")
        return readInto<UserSetAbstractionPayload>;
    if (place == Place::Payload && word == "multiSig")
        return nullptr;
    for (const Entry &entry : kEntries)
        if (entry.word == word)
            return entry.read;
    return nullptr;
}

bool readAction(JsonCursor &in, Action &out, Place place)
{
    if (in.peek() != JsonCursor::Kind::Object)
        return in.refuse(ErrorKind::Validation, "must be an object");
    const JsonCursor::Position start = in.position();
    std::string_view key;
    std::string keyScratch;
    std::string_view word;
    std::string wordScratch;
    bool isFound = false;
    in.beginObject();
    while (!isFound && in.member(key, keyScratch)) {
        if (key != "type") {
            if (!in.skipValue())
                return false;
            continue;
        }
        isFound = true;
        if (in.peek() != JsonCursor::Kind::String) {
            in.refuse(ErrorKind::Validation, "must be a text");
            return in.under("type");
        }
        in.stringView(word, wordScratch);
    }
    if (!in.ok())
        return false;
    const ReadAction read = isFound ? readerOf(word, place) : nullptr;
    if (!read) {
        in.refuse(ErrorKind::Validation, isFound ? "is no known action" : "is missing");
        return in.under("type");
    }
    in.rewind(start);
    return read(in, out);
}

bool normalisedInteger(JsonCursor &in, std::int64_t &out)
{
    std::string_view token;
    std::string scratch;
    const bool isString = in.peek() == JsonCursor::Kind::String;
    if (!isString && in.peek() != JsonCursor::Kind::Number)
        return in.refuse(ErrorKind::Validation, "must be a whole number");
    if (!(isString ? in.stringView(token, scratch) : in.number(token)))
        return false;
    const Result<std::int64_t> value = normaliseInteger(token);
    if (!value || token.find_first_not_of(' ') == std::string_view::npos)
        return in.refuse(ErrorKind::Validation,
                         "must be a whole number between -(2^53-1) and 2^53-1");
    out = *value;
    return true;
}

} // namespace

bool isWholeNumberText(JsonCursor &in)
{
    const JsonCursor::Position start = in.position();
    std::string_view text;
    std::string scratch;
    const bool isNumber = in.stringView(text, scratch) && !text.empty() && normaliseInteger(text);
    if (in.ok())
        in.rewind(start);
    return isNumber;
}

bool readUnsigned(JsonCursor &in, std::uint64_t &out)
{
    if (in.shortUnsigned(out))
        return true;
    std::int64_t value = 0;
    if (!normalisedInteger(in, value))
        return false;
    if (value < 0)
        return in.refuse(ErrorKind::Validation, "must not be negative");
    out = static_cast<std::uint64_t>(value);
    return true;
}

bool readSigned(JsonCursor &in, std::int64_t &out)
{
    return normalisedInteger(in, out);
}

bool readPlainString(JsonCursor &in, std::string &out)
{
    if (in.peek() != JsonCursor::Kind::String)
        return in.refuse(ErrorKind::Validation, "must be a text");
    std::string_view view;
    std::string scratch;
    if (!in.stringView(view, scratch))
        return false;
    out.assign(view);
    return true;
}

bool readAddress(JsonCursor &in, Address &out)
{
    std::string_view view;
    std::string scratch;
    if (in.peek() == JsonCursor::Kind::String && !in.stringView(view, scratch))
        return false;
    Result<Address> address = Address::parse(view);
    if (!address)
        return in.refuse(ErrorKind::Validation, "must be an address of 40 hex digits behind 0x");
    out = *address;
    return true;
}

bool readCloid(JsonCursor &in, Cloid &out)
{
    std::string_view view;
    std::string scratch;
    if (in.peek() == JsonCursor::Kind::String && !in.stringView(view, scratch))
        return false;
    Result<Cloid> cloid = Cloid::parse(view);
    if (!cloid)
        return in.refuse(ErrorKind::Validation, "must be 32 hex digits behind 0x");
    out = *cloid;
    return true;
}

bool readText(JsonCursor &in, TextKind kind, std::string &out)
{
    using Kind = JsonCursor::Kind;
    const Kind next = in.peek();
    // Prices and sizes go straight from the text into the canonical form.
    if (next == Kind::String && (kind == TextKind::Dec || kind == TextKind::PositiveDec)) {
        std::string_view view;
        std::string scratch;
        if (!in.stringView(view, scratch))
            return false;
        if (normaliseDecimal(view, DecimalSign::Unsigned, out) &&
            (kind == TextKind::Dec || out != "0"))
            return true;
        out.assign(view);
        return in.refuse(ErrorKind::Validation, std::string(canonicalise(kind, out)));
    }
    if (kind == TextKind::Signers && next != Kind::String) {
        // Given as JSON, not as a text that holds JSON.
        const char *from = in.position().at;
        if (!in.skipValue())
            return false;
        out.assign(from, in.position().at);
    } else if (next == Kind::Number && takesNumber(kind)) {
        std::string_view token;
        if (!in.number(token))
            return false;
        out.assign(token);
    } else if (next == Kind::String) {
        if (!readPlainString(in, out))
            return false;
    } else {
        return in.refuse(ErrorKind::Validation,
                         takesNumber(kind) ? "must be a decimal" : "must be a text");
    }
    const std::string_view problem = canonicalise(kind, out);
    return problem.empty() || in.refuse(ErrorKind::Validation, std::string(problem));
}

bool readWord(JsonCursor &in, const std::string_view *words, std::size_t count, std::size_t &out)
{
    std::string_view view;
    std::string scratch;
    const bool isString = in.peek() == JsonCursor::Kind::String;
    if (isString && !in.stringView(view, scratch))
        return false;
    for (std::size_t i = 0; isString && i < count; ++i) {
        if (words[i] == view) {
            out = i;
            return true;
        }
    }
    std::string detail = "must be one of:";
    for (std::size_t i = 0; i < count; ++i)
        detail += (i == 0 ? " " : ", ") + std::string(words[i]);
    return in.refuse(ErrorKind::Validation, std::move(detail));
}

namespace {

/// Up to 64 digits behind "0x": the short forms of signing.md 7.3 are padded on the left.
bool readHash(JsonCursor &in, Hash32 &out)
{
    std::string_view view;
    std::string scratch;
    if (in.peek() == JsonCursor::Kind::String && !in.stringView(view, scratch))
        return false;
    if (view.size() < 2 || view.size() > 66 || view.substr(0, 2) != "0x")
        return in.refuse(ErrorKind::Validation, "must be 0x and up to 64 hex digits");
    std::string padded(66 - view.size(), '0');
    padded += view.substr(2);
    if (!fromHexExact(padded, out))
        return in.refuse(ErrorKind::Validation, "must be 0x and up to 64 hex digits");
    return true;
}

} // namespace

bool readInnerSignature(JsonCursor &in, crypto::Signature &out)
{
    if (in.peek() != JsonCursor::Kind::Object)
        return in.refuse(ErrorKind::Validation, "must be an object");
    in.beginObject();
    std::string_view key;
    std::string scratch;
    int seen = 0;
    while (in.member(key, scratch)) {
        bool isRead = false;
        if (key == "r" && !(seen & 1)) {
            seen |= 1;
            isRead = readHash(in, out.r);
        } else if (key == "s" && !(seen & 2)) {
            seen |= 2;
            isRead = readHash(in, out.s);
        } else if (key == "v" && !(seen & 4)) {
            seen |= 4;
            std::uint64_t v = 0;
            isRead = readUnsigned(in, v);
            if (isRead && v != 0 && v != 1 && v != 27 && v != 28)
                isRead = in.refuse(ErrorKind::Validation, "must be 27 or 28");
            out.v = static_cast<std::uint8_t>(v < 2 ? v + 27 : v);
        } else {
            in.refuse(ErrorKind::Validation, "is not a key of a signature");
        }
        if (!isRead)
            return in.under(key);
    }
    return in.ok() && (seen == 7 || in.refuse(ErrorKind::Validation, "must have r, s and v"));
}

bool readRootAction(JsonCursor &in, Action &out)
{
    return readAction(in, out, Place::Root);
}

bool readPayload(JsonCursor &in, PayloadAction &out)
{
    auto inner = std::make_shared<Action>();
    if (!readAction(in, *inner, Place::Payload))
        return false;
    out.action = std::move(inner);
    return true;
}

} // namespace detail

Result<Action> parseAction(std::string_view json)
{
    codec::JsonCursor in(json);
    Action out;
    if (!detail::readRootAction(in, out) || !in.atEnd())
        return fail(std::move(in.error()));
    return out;
}

} // namespace hl::actions

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/hex.h"
#include "codec/msgpack_writer.h"
#include "num/wire_format.h"
#include "scenario.h"
#include "venue/hyperliquid/actions/actions.h"
#include "workload.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <charconv>

namespace hl::bench {
namespace {

using benchmark::State;

void packAction(State &state, const char *key)
{
    const auto action = actions::parseAction(inputJson(key));
    if (!action)
        std::abort();
    Bytes scratch;
    ByteView bytes;
    for (auto _ : state) {
        bytes = actions::packAction(*action, scratch);
        benchmark::DoNotOptimize(bytes.data());
        benchmark::ClobberMemory();
    }
    Bytes expected;
    codec::appendMsgpack(input(key), expected);
    if (!std::equal(bytes.begin(), bytes.end(), expected.begin(), expected.end()))
        state.SkipWithError("wrong bytes");
    gave(toHex0x(bytes));
    state.SetItemsProcessed(static_cast<std::int64_t>(actions::itemCount(*action)) *
                            state.iterations());
}

void wideIntegers(State &state)
{
    std::vector<std::int64_t> numbers;
    for (const codec::Value &item : *input("wide_ints_1000").asArray())
        numbers.push_back(*item.toInt());
    Bytes buffer(numbers.size() * codec::MsgpackWriter::kMostInt + 8);
    std::size_t size = 0;
    for (auto _ : state) {
        codec::MsgpackWriter out(buffer.data());
        out.arrayHeader(numbers.size());
        for (const std::int64_t n : numbers)
            out.integer(n);
        size = static_cast<std::size_t>(out.at() - buffer.data());
        benchmark::DoNotOptimize(buffer.data());
        benchmark::ClobberMemory();
    }
    Bytes expected;
    codec::appendMsgpack(input("wide_ints_1000"), expected);
    buffer.resize(size);
    gave(toHex0x(buffer));
    if (buffer != expected)
        state.SkipWithError("wrong bytes");
    state.SetItemsProcessed(static_cast<std::int64_t>(numbers.size()) * state.iterations());
}

/// Every value of a list through one formatter; each must give the text that `meant` lists.
template <class In, class Format>
void formatAll(State &state, const std::vector<In> &values, const char *meant, Format &&format)
{
    for (auto _ : state) {
        for (const In &value : values) {
            const Result<std::string> text = format(value);
            benchmark::DoNotOptimize(text);
        }
    }
    std::vector<std::string> texts;
    std::string joined;
    for (const In &value : values) {
        texts.push_back(format(value).value_or("refused"));
        joined += (joined.empty() ? "" : " ") + texts.back();
    }
    if (texts != inputTexts(meant))
        state.SkipWithError("a value became another text");
    gave(joined);
    state.SetItemsProcessed(static_cast<std::int64_t>(values.size()) * state.iterations());
}

void formatPrice(State &state)
{
    formatAll(state, inputTexts("prices"), "price_texts",
              [](const std::string &v) { return wire::formatPrice(v, 0, MarketKind::Spot); });
}

void formatSize(State &state)
{
    formatAll(state, inputTexts("sizes"), "size_texts",
              [](const std::string &v) { return wire::formatSize(v, 5); });
}

void floatToWire(State &state)
{
    std::vector<double> values;
    for (const std::string &text : inputTexts("floats")) {
        double value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        values.push_back(value);
    }
    formatAll(state, values, "float_texts", [](double v) { return wire::floatToWire(v); });
}

[[maybe_unused]] const int kRegistered = [] {
    scenario("msgpack/wide_ints_1000", wideIntegers);
    scenario("msgpack/cancel_1", packAction, "cancel_1");
    scenario("msgpack/cancel_100", packAction, "cancel_100");
    scenario("msgpack/cancel_1000", packAction, "cancel_1000");
    scenario("msgpack/batch_modify_100", packAction, "batch_modify_100");
    scenario("msgpack/order_100", packAction, "order_100");
    scenario("utils/format_price", formatPrice);
    scenario("utils/format_size", formatSize);
    scenario("utils/float_to_wire", floatToWire);
    return 0;
}();

} // namespace
} // namespace hl::bench

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the bytes of a scenario cost before anybody understands them: simdjson's whole check of the
// same text, and a copy of the same bytes. "limit/simdjson/X" and "limit/memory_copy/X" stand
// beside X and count its units; limits.py prints how far X is from each.

#include "scenario.h"
#include "venue/hyperliquid/actions/actions.h"
#include "workload.h"

#include <QByteArray>

#include <benchmark/benchmark.h>
#include <simdjson.h>
#include <zlib.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace hl::bench {
namespace {

using benchmark::State;

/// The text checked and put on simdjson's tape, numbers read as doubles, into memory that it
/// already has.
void simdjsonTape(State &state, const std::string &text, std::int64_t units)
{
    const simdjson::padded_string padded(text);
    simdjson::dom::parser parser;
    for (auto _ : state) {
        simdjson::dom::element root;
        if (parser.parse(padded).get(root) != simdjson::SUCCESS) {
            state.SkipWithError("not JSON");
            return;
        }
        benchmark::DoNotOptimize(root);
    }
    state.SetItemsProcessed(units * state.iterations());
}

void copyBytes(State &state, const char *bytes, std::size_t size, std::int64_t units)
{
    std::vector<char> to(size);
    for (auto _ : state) {
        benchmark::DoNotOptimize(bytes);
        std::memcpy(to.data(), bytes, size);
        benchmark::DoNotOptimize(to.data());
        benchmark::ClobberMemory();
    }
    if (std::memcmp(to.data(), bytes, size) != 0)
        state.SkipWithError("wrong bytes");
    state.SetItemsProcessed(units * state.iterations());
}

void document(const char *of, const char *key, std::int64_t units)
{
    scenario((std::string("limit/simdjson/") + of).c_str(),
             [=](State &state) { simdjsonTape(state, inputJson(key), units); });
    scenario((std::string("limit/memory_copy/") + of).c_str(), [=](State &state) {
        const std::string text = inputJson(key);
        copyBytes(state, text.data(), text.size(), units);
    });
}

/// A compressed frame: the raw deflate stream out of its base64, inflated, then simdjson's check
/// of what comes out.
void inflated(const char *of, const std::string &key)
{
    const std::string frame = key + "_frame";
    scenario((std::string("limit/simdjson/") + of).c_str(), [=](State &state) {
        const QByteArray deflated =
            QByteArray::fromBase64(QByteArray::fromStdString(*input(frame).string("data")));
        const std::string meant = inputJson(key);
        std::string text(meant.size() + simdjson::SIMDJSON_PADDING, ' ');
        simdjson::dom::parser parser;
        z_stream stream{};
        if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
            std::abort();
        for (auto _ : state) {
            inflateReset(&stream);
            stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(deflated.data()));
            stream.avail_in = static_cast<uInt>(deflated.size());
            stream.next_out = reinterpret_cast<Bytef *>(text.data());
            stream.avail_out = static_cast<uInt>(meant.size());
            simdjson::dom::element root;
            if (inflate(&stream, Z_FINISH) != Z_STREAM_END ||
                parser.parse(text.data(), meant.size(), false).get(root) != simdjson::SUCCESS) {
                state.SkipWithError("not JSON");
                break;
            }
            benchmark::DoNotOptimize(root);
        }
        inflateEnd(&stream);
        if (!text.starts_with(meant))
            state.SkipWithError("wrong text");
        state.SetItemsProcessed(state.iterations());
    });
    scenario((std::string("limit/memory_copy/") + of).c_str(), [=](State &state) {
        const std::string text = inputJson(frame);
        copyBytes(state, text.data(), text.size(), 1);
    });
}

/// The texts of a list, one behind the other.
void listed(const char *of, const char *key, std::size_t from = 0)
{
    scenario((std::string("limit/memory_copy/") + of).c_str(), [=](State &state) {
        std::string all;
        const std::vector<std::string> texts = inputTexts(key);
        for (std::size_t i = from; i < texts.size(); ++i)
            all += texts[i];
        copyBytes(state, all.data(), all.size(), static_cast<std::int64_t>(texts.size() - from));
    });
}

void packed(const char *of, const char *key)
{
    scenario((std::string("limit/memory_copy/") + of).c_str(), [=](State &state) {
        const auto action = actions::parseAction(inputJson(key));
        if (!action)
            std::abort();
        Bytes scratch;
        const ByteView bytes = actions::packAction(*action, scratch);
        copyBytes(state, reinterpret_cast<const char *>(bytes.data()), bytes.size(),
                  static_cast<std::int64_t>(actions::itemCount(*action)));
    });
}

[[maybe_unused]] const int kRegistered = [] {
    document("data/parse_l2_book", "l2_book", 40);
    document("data/parse_all_mids", "all_mids", 350);
    document("data/parse_clearinghouse_state", "clearinghouse_state", 20);
    document("data/parse_meta_and_asset_ctxs", "meta_and_asset_ctxs", 200);
    document("subscription/l2book_frame_dispatch_e2e", "l2_book_frame", 1);
    document("subscription/clearinghouseState_frame_dispatch_e2e", "clearinghouse_frame", 1);
    document("subscription/spotState_frame_dispatch_e2e", "spot_state_frame", 1);
    document("subscription/webData3_frame_dispatch_e2e", "web_data3_frame", 1);
    document("signing/parse_canonicalize_order_100", "order_100", 100);
    inflated("fast_asset_ctxs_snapshot_decompress", "fast_ctxs_snapshot");
    inflated("fast_asset_ctxs_delta_decompress", "fast_ctxs_delta");
    listed("utils/format_price", "prices");
    listed("utils/format_size", "sizes");
    listed("utils/float_to_wire", "floats");
    listed("utils/symbol_get_asset_id", "symbol_names");
    listed("utils/symbol_get_sz_decimals", "symbol_names");
    listed("utils/symbol_get_spot_pair_id", "symbol_names", 102);
    packed("msgpack/cancel_1", "cancel_1");
    packed("msgpack/cancel_100", "cancel_100");
    packed("msgpack/cancel_1000", "cancel_1000");
    packed("msgpack/batch_modify_100", "batch_modify_100");
    packed("msgpack/order_100", "order_100");
    return 0;
}();

} // namespace
} // namespace hl::bench

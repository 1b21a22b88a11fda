// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "venue/hyperliquid/info_decoder.h"
#include "venue/hyperliquid/json_view.h"
#include "venue/hyperliquid/wire_reader.h"

namespace hl::venue {

struct InfoDecoder::Private
{
    explicit Private(const market::InstrumentRegistry &registry) : reader(registry, false) {}

    /// Parses, lets `read` look at the root, and turns what is off into an error that names the
    /// request.
    template <class T, class Read>
    Result<T> decode(std::string_view json, const char *what, Read read)
    {
        const auto root = parser.parse(json);
        if (!root)
            return fail(ErrorKind::Parse, std::string("the answer is ") + root.error().detail,
                        what);
        reader.begin(*root);
        T out{};
        read(*root, out);
        if (!reader.ok())
            return fail(ErrorKind::Parse, reader.takeError(), what);
        return out;
    }

    void needList(const JsonValue &value)
    {
        if (value.type() != JsonType::Array)
            reader.problem("answer", "a list is needed");
    }

    void perpMeta(const JsonValue &value, market::PerpMeta &out);
    void spotMeta(const JsonValue &value, market::SpotMeta &out);

    JsonParser parser;
    WireReader reader;
};

} // namespace hl::venue

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"

#include <string>

namespace hl::sim {

/// What one HTTP request is answered with; over the WebSocket the same, wrapped.
struct HttpAnswer
{
    int status = 200;
    codec::Value json; ///< status 200
    std::string text;  ///< anything else, as plain text

    static HttpAnswer ok(codec::Value value) { return {200, std::move(value), {}}; }
    static HttpAnswer malformed()
    {
        return {422, {}, "Failed to deserialize the JSON body into the target type"};
    }
    static HttpAnswer internal() { return {500, {}, "null"}; }
};

} // namespace hl::sim

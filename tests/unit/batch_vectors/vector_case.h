// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"
#include "support/json_vectors.h"

#include <optional>
#include <string>
#include <vector>

/// Vector rows as requests of `touchline-cli batch`.
namespace hl::batch_vectors {

using codec::Object;
using codec::Value;

/// One row of a vector file as a request and what must be in its answer; no members: refused.
struct Case
{
    std::string name;
    Object request;
    std::optional<Object> expected;
    std::string text{}; ///< the request up to its id, where it is not the object's
};

inline const Value kNull;

inline const Value &at(const Value &row, std::string_view key)
{
    const Value *v = row.find(key);
    return v ? *v : kNull;
}

inline void give(Object &request, const Value &row, std::initializer_list<const char *> keys)
{
    for (const char *key : keys)
        if (row.find(key))
            request.emplace_back(key, *row.find(key));
}

inline std::optional<Object> refusable(const Value &value, const char *key)
{
    if (value.isNull() ||
        (value.asString() && value.asString()->find("Error:") != std::string::npos))
        return std::nullopt;
    return Object{{key, value}};
}

/// official_cases.cpp
void official(std::vector<Case> &out, const char *file);

} // namespace hl::batch_vectors

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "codec/value.h"

#include <cstdint>
#include <string>
#include <utility>

/// What the readers of a recorded session's lines share; for those files only.
namespace hl::engine {

inline Error unfit(std::string what)
{
    return Error{ErrorKind::Parse, std::move(what), "session"};
}

template <class Enum>
Enum enumOf(const Result<std::uint64_t> &value, Enum last, bool &isBad)
{
    if (!value || *value > static_cast<std::uint64_t>(last)) {
        isBad = true;
        return {};
    }
    return static_cast<Enum>(*value);
}

inline std::int64_t intOf(const codec::Value *value, bool &isBad)
{
    const auto number = value == nullptr ? Result<std::int64_t>(fail(unfit(""))) : value->toInt();
    if (!number)
        isBad = true;
    return number ? *number : 0;
}

} // namespace hl::engine

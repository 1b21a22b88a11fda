// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace hl {

/// The only way a fallible function answers. Constructors do not fail; they have a `create`.
template <class T>
using Result = tl::expected<T, Error>;

using Status = Result<void>;

/// `return fail(ErrorKind::Validation, "must be above zero", "px");`
inline tl::unexpected<Error> fail(ErrorKind kind, std::string detail, std::string field = {},
                                  std::source_location where = std::source_location::current())
{
    return tl::unexpected<Error>(
        Error{kind, std::move(detail), std::move(field), std::nullopt, where});
}

inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

} // namespace hl

/// Unwraps a Result into a new variable or returns its error.
#define HL_TRY(name, expr)                                                                         \
    auto name##_result_ = (expr);                                                                  \
    if (!name##_result_)                                                                           \
        return ::hl::fail(std::move(name##_result_).error());                                      \
    auto name = std::move(*name##_result_)

/// Returns the error of a Status or Result whose value is not needed.
#define HL_CHECK(expr)                                                                             \
    if (auto hlCheck_ = (expr); !hlCheck_)                                                         \
    return ::hl::fail(std::move(hlCheck_).error())

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hl::codec {

/// A JSON string with its quotes, escaped as JSON requires and no more.
void appendJsonString(std::string_view text, std::string &out);
void appendJsonUint(std::uint64_t value, std::string &out);
void appendJsonInt(std::int64_t value, std::string &out);
/// The shortest text that reads back to the same double, laid out as ECMAScript's Number::toString
/// does (which is how other clients print them). Not finite: null.
void appendJsonDouble(double value, std::string &out);

} // namespace hl::codec

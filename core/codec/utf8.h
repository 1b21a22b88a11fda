// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hl::codec {

/// Well-formed UTF-8: no surrogates, no overlong forms, nothing past U+10FFFF.
bool isUtf8(std::string_view text);
void appendUtf8(std::uint32_t code, std::string &out);
/// Length in UTF-16 units, which is how the venue's clients count characters. Well-formed input.
std::size_t utf16Length(std::string_view text);

} // namespace hl::codec

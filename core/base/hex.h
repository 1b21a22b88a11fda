// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <string>
#include <string_view>

namespace hl {

/// Lower-case digits, no prefix.
std::string toHex(ByteView bytes);
/// Lower-case digits behind "0x".
std::string toHex0x(ByteView bytes);

/// Lower-case digits, no prefix, into `out`, which has room for twice the bytes.
void writeHex(ByteView bytes, char *out);

/// Any case, with or without "0x" / "0X". An odd number of digits or another character is an
/// ErrorKind::Parse.
Result<Bytes> fromHex(std::string_view text);

/// As fromHex, and exactly `out.size()` bytes.
Status fromHexExact(std::string_view text, std::span<std::uint8_t> out);

} // namespace hl

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trading/nonce_text.h"

#include <charconv>

namespace hl::trading {

Result<Nonce> parseNonceText(std::string_view text)
{
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    Nonce value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        return fail(ErrorKind::Parse, "does not hold a nonce; orders are not signed with it.");
    return value;
}

} // namespace hl::trading

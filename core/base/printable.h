// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace hl {

/// Text from outside as it may be shown on a terminal or in a log line: control characters, line
/// breaks and marks that change the direction of writing are written as \\n or \\u{202e}, so that
/// no value can forge a line around it or reorder what is read.
std::string printable(std::string_view text);

} // namespace hl

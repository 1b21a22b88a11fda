// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hl::explain {

/// One value of a msgpack text, with the place of its bytes.
struct Member;

struct Node
{
    enum class Kind : std::uint8_t { Nil, Bool, Uint, Int, Real, Text, List, Map };

    Kind kind = Kind::Nil;
    bool flag = false;
    std::uint64_t number = 0; ///< of Int: its two's complement
    double real = 0;
    std::string text;
    std::vector<Member> members; ///< of List with empty names
    std::size_t begin = 0;
    std::size_t end = 0;

    bool is(Kind k) const { return kind == k; }
    const Node *find(std::string_view key) const;
    /// Text of a Text, else empty.
    std::string_view textOf(std::string_view key) const;
    /// The value on one line: numbers and texts as they are, maps and lists in brackets.
    std::string shown() const;
};

struct Member
{
    std::string first;
    Node second;
};

struct Walk
{
    Node root;
    bool isCanonical = true; ///< every value in its shortest form, no doubles
};

/// One value and nothing after it.
Result<Walk> walkMsgpack(ByteView bytes);

} // namespace hl::explain

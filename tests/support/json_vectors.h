// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace hl::test {

/// The vectors' key (tests/data/vectors/README.md of the specification).
inline constexpr std::string_view kVectorKey =
    "0x0123456789012345678901234567890123456789012345678901234567890123";

/// A file of tests/data/vectors, whole and with exact integers. A file that cannot be read ends the
/// test program: no row may vanish silently.
inline codec::Value vectorFile(const std::string &name)
{
    std::ifstream in(std::string(HL_TEST_DATA "/vectors/") + name, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    auto value = codec::parseJson(text);
    if (!value) {
        std::cerr << name << ": " << value.error().detail << '\n';
        std::abort();
    }
    return std::move(*value);
}

inline const codec::Array &rowsOf(const codec::Value &file, std::string_view list)
{
    const codec::Value *rows = file.find(list);
    if (!rows || !rows->asArray() || rows->asArray()->empty()) {
        std::cerr << "no rows in " << list << '\n';
        std::abort();
    }
    return *rows->asArray();
}

/// Member as text: empty where absent or null.
inline std::string textOf(const codec::Value &row, std::string_view key)
{
    const codec::Value *v = row.find(key);
    return v && v->asString() ? *v->asString() : std::string();
}

} // namespace hl::test

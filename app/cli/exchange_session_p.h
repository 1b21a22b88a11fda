// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/value.h"

#include <QString>

#include <cstdio>

/// Shared by the two source files of ExchangeSession.
namespace hl::cli {

inline QString word(const char *latin)
{
    return QString::fromLatin1(latin);
}

inline void printLine(const codec::Value &value)
{
    std::printf("%s\n", codec::toJson(value).c_str());
    std::fflush(stdout);
}

} // namespace hl::cli

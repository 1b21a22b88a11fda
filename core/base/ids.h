// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <compare>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace hl {

/// A 20-byte account address. Printed in lower case, which is the only form that is hashed or
/// posted (protocol/signing.md 6.1).
struct Address
{
    std::array<std::uint8_t, 20> bytes{};

    /// 40 hex digits behind "0x", any case.
    static Result<Address> parse(std::string_view text);
    std::string toString() const;
    /// "0x1479…9325", for people.
    std::string shortened() const;
    bool isZero() const;

    friend auto operator<=>(const Address &, const Address &) = default;
};

/// A client order id: 16 bytes, printed as "0x" and 32 lower-case hex digits.
struct Cloid
{
    std::array<std::uint8_t, 16> bytes{};

    static Result<Cloid> parse(std::string_view text);
    std::string toString() const;

    friend auto operator<=>(const Cloid &, const Cloid &) = default;
};

/// The venue's order id; beyond 2^32 in practice. 0: not known yet.
using Oid = std::uint64_t;
/// The venue's trade id (50 bits).
using Tid = std::uint64_t;
/// Milliseconds since 1970, the venue's unit everywhere but in userTwapHistory.
using TimeMs = std::int64_t;
using Nonce = std::uint64_t;
/// Names one command from the window; echoed in every event that answers it.
using RequestId = std::uint64_t;

} // namespace hl

template <>
struct std::hash<hl::Address>
{
    std::size_t operator()(const hl::Address &a) const noexcept;
};

template <>
struct std::hash<hl::Cloid>
{
    std::size_t operator()(const hl::Cloid &c) const noexcept;
};

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <cstdint>

/// Commands and answers of the device's apps. Facts: ledger/protocol.md.
namespace hl::ledger {

/// CLA INS P1 P2 Lc data. `data` holds at most 255 bytes; more is a bug of the caller
/// (ErrorKind::Internal).
Result<Bytes> makeApdu(std::uint8_t cla, std::uint8_t ins, std::uint8_t p1, std::uint8_t p2,
                       ByteView data = {});

struct Reply
{
    Bytes data;
    std::uint16_t sw = 0;

    bool isOk() const { return sw == 0x9000; }
};

/// The status word is the last two bytes, whatever stands in front of it.
Result<Reply> parseReply(ByteView bytes);

} // namespace hl::ledger

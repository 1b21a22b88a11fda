// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace hl::ledger {

/// One HID report, without the report id that hidapi wants in front when writing.
using Report = std::array<std::uint8_t, 64>;

/// channel(2) 05 seq(2) payload, zero padded; the first payload begins with the length (2 bytes).
std::vector<Report> frame(ByteView apdu, std::uint16_t channel);

/// Puts an answer together again. Reports of other channels belong to other programs and are
/// dropped (protocol.md 1.3). After an error the port must be drained and reopened.
class Deframer
{
public:
    explicit Deframer(std::uint16_t channel) : m_channel(channel) {}

    /// The whole answer once its last report has come; nothing while more are needed.
    Result<std::optional<Bytes>> push(ByteView report);
    void reset();
    std::uint64_t droppedForeign() const { return m_foreign; }

private:
    std::uint16_t m_channel;
    std::uint16_t m_nextSeq = 0;
    std::size_t m_length = 0;
    Bytes m_data;
    std::uint64_t m_foreign = 0;
};

} // namespace hl::ledger

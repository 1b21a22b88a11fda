// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/hid_framing.h"

#include <algorithm>

namespace hl::ledger {
namespace {

constexpr std::uint8_t kTagApdu = 0x05;
constexpr std::size_t kHeader = 5;

std::uint16_t read16(ByteView bytes, std::size_t at)
{
    return static_cast<std::uint16_t>(bytes[at] << 8 | bytes[at + 1]);
}

} // namespace

std::vector<Report> frame(ByteView apdu, std::uint16_t channel)
{
    Bytes payload{static_cast<std::uint8_t>(apdu.size() >> 8),
                  static_cast<std::uint8_t>(apdu.size() & 0xFF)};
    payload.insert(payload.end(), apdu.begin(), apdu.end());

    std::vector<Report> reports;
    constexpr std::size_t kRoom = std::tuple_size_v<Report> - kHeader;
    for (std::size_t at = 0; at < payload.size(); at += kRoom) {
        Report report{};
        const std::size_t seq = reports.size();
        report[0] = static_cast<std::uint8_t>(channel >> 8);
        report[1] = static_cast<std::uint8_t>(channel & 0xFF);
        report[2] = kTagApdu;
        report[3] = static_cast<std::uint8_t>(seq >> 8);
        report[4] = static_cast<std::uint8_t>(seq & 0xFF);
        const std::size_t n = std::min(kRoom, payload.size() - at);
        std::copy_n(payload.begin() + static_cast<std::ptrdiff_t>(at), n, report.begin() + kHeader);
        reports.push_back(report);
    }
    return reports;
}

Result<std::optional<Bytes>> Deframer::push(ByteView report)
{
    if (report.size() < kHeader)
        return fail(ErrorKind::Transport, "the device sent a report that is too short");
    if (read16(report, 0) != m_channel) {
        ++m_foreign;
        return std::nullopt;
    }
    if (report[2] != kTagApdu || read16(report, 3) != m_nextSeq) {
        reset();
        return fail(ErrorKind::Transport, "the device's reports are out of sequence");
    }
    std::size_t at = kHeader;
    if (m_nextSeq == 0) {
        if (report.size() < kHeader + 2)
            return fail(ErrorKind::Transport, "the device sent a report that is too short");
        m_length = read16(report, kHeader);
        m_data.clear();
        at += 2;
    }
    ++m_nextSeq;
    const std::size_t n = std::min(report.size() - at, m_length - m_data.size());
    m_data.insert(m_data.end(), report.begin() + static_cast<std::ptrdiff_t>(at),
                  report.begin() + static_cast<std::ptrdiff_t>(at + n));
    if (m_data.size() < m_length)
        return std::nullopt;
    Bytes whole = std::move(m_data);
    reset();
    return std::optional<Bytes>(std::move(whole));
}

void Deframer::reset()
{
    m_nextSeq = 0;
    m_length = 0;
    m_data.clear();
}

} // namespace hl::ledger

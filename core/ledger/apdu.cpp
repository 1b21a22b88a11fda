// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ledger/apdu.h"

namespace hl::ledger {

Result<Bytes> makeApdu(std::uint8_t cla, std::uint8_t ins, std::uint8_t p1, std::uint8_t p2,
                       ByteView data)
{
    if (data.size() > 255)
        return fail(ErrorKind::Internal, "a device command carries at most 255 bytes");
    Bytes out{cla, ins, p1, p2, static_cast<std::uint8_t>(data.size())};
    out.insert(out.end(), data.begin(), data.end());
    return out;
}

Result<Reply> parseReply(ByteView bytes)
{
    if (bytes.size() < 2)
        return fail(ErrorKind::Transport, "the device's answer is shorter than a status word");
    Reply reply;
    const std::size_t size = bytes.size() - 2;
    reply.data.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    reply.sw = static_cast<std::uint16_t>(bytes[size] << 8 | bytes[size + 1]);
    return reply;
}

} // namespace hl::ledger

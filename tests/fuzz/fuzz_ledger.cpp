// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_target.h"
#include "ledger/apdu.h"
#include "ledger/ethereum_commands.h"
#include "ledger/hid_framing.h"
#include "ledger/hyperliquid_app.h"

#include <algorithm>

using namespace hl;

/// Any bytes as what a device sends: reports that are put together, answers of its apps, and the
/// metadata that somebody made for it. And what we frame comes back as it was.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const ByteView bytes(data, size);
    ledger::Deframer frames(0x0101);
    for (std::size_t at = 0; at + 64 <= size; at += 64) {
        const auto answer = frames.push(bytes.subspan(at, 64));
        fuzz::require(!answer || !*answer || (*answer)->size() <= 0xFFFF, "an answer is bounded");
        if (!answer)
            frames.reset();
    }
    if (size <= 0xFFFF) {
        ledger::Deframer own(0x0101);
        std::optional<Bytes> whole;
        for (const ledger::Report &report : ledger::frame(bytes, 0x0101)) {
            fuzz::require(!whole, "the last report ends it");
            const auto pushed = own.push(report);
            fuzz::require(pushed.has_value(), "our own reports follow each other");
            whole = *pushed;
        }
        fuzz::require(size == 0 || (whole && std::ranges::equal(*whole, bytes)),
                      "what was framed comes back");
    }
    if (const auto reply = ledger::parseReply(bytes)) {
        fuzz::require(reply->data.size() + 2 == size, "the status word is the last two bytes");
        const ByteView answer = reply->data;
        (void)ledger::readAppVersion(answer);
        (void)ledger::readConfiguration(answer);
        (void)ledger::readAddress(answer);
        if (const auto signature = ledger::readSignature(answer))
            fuzz::require(signature->v == 27 || signature->v == 28, "v is 27 or 28");
        (void)ledger::readHlAddress(answer);
        if (const auto signature = ledger::readHlSignature(answer))
            fuzz::require(signature->signature.v == 27 || signature->signature.v == 28,
                          "v is 27 or 28");
    }
    const std::string_view text = fuzz::textOf(data, size);
    const auto middle = std::min(text.find('\n'), text.size());
    if (const auto metadata = ledger::HlMetadata::parse(
            text.substr(0, middle), text.substr(std::min(middle + 1, text.size()))))
        fuzz::require(2 * (metadata->certificate.size() + metadata->record.size()) <= size,
                      "two digits are a byte");
    return 0;
}

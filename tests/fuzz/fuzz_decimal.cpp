// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_target.h"
#include "num/decimal.h"
#include "num/normalise.h"
#include "num/wire_format.h"

using namespace hl;

/// Canonical text is canonical, short enough text is a Decimal of the same text, formatting is
/// idempotent.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text = fuzz::textOf(data, size);
    std::string plain;
    if (normaliseDecimal(text, DecimalSign::Signed, plain)) {
        std::string again;
        fuzz::require(normaliseDecimal(plain, DecimalSign::Signed, again) && again == plain,
                      "canonical text stays as it is");
        if (plain.size() <= 37) {
            const auto decimal = Decimal::parse(plain);
            fuzz::require(decimal.has_value(), "it is a Decimal");
            fuzz::require(decimal->toString() == plain, "and prints the same");
        }
    }
    if (const auto decimal = Decimal::parse(text)) {
        std::string canonical;
        fuzz::require(normaliseDecimal(text, DecimalSign::Signed, canonical), "both readers agree");
        fuzz::require(decimal->toString() == canonical, "on the value");
    }
    for (const int szDecimals : {0, 3, 8}) {
        for (const MarketKind kind : {MarketKind::Perp, MarketKind::Spot}) {
            if (const auto price = wire::formatPrice(text, szDecimals, kind))
                fuzz::require(*wire::formatPrice(*price, szDecimals, kind) == *price,
                              "a formatted price stays as it is");
            for (const Rounding rounding : {Rounding::Down, Rounding::Up, Rounding::HalfEven})
                if (const auto rounded = wire::roundToTick(text, szDecimals, kind, rounding))
                    fuzz::require(
                        wire::roundToTick(rounded->wire, szDecimals, kind, rounding)->wire ==
                            rounded->wire,
                        "a rounded price lies on the tick");
        }
        if (const auto sz = wire::formatSize(text, szDecimals))
            fuzz::require(*wire::formatSize(*sz, szDecimals) == *sz,
                          "a formatted size stays as it is");
    }
    (void)normaliseInteger(text).has_value();
    (void)wire::cloidFromInteger(text).has_value();
    return 0;
}

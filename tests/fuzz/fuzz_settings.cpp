// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/settings_text.h"
#include "fuzz/fuzz_target.h"

using namespace hl;

/// Any bytes as a settings file: refused, or read to what is printed and read as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto settings = parseSettings(fuzz::textOf(data, size));
    if (!settings) {
        fuzz::require(!settings.error().detail.empty(), "a refusal has a sentence");
        return 0;
    }
    const std::string text = printSettings(*settings);
    const auto again = parseSettings(text);
    fuzz::require(again.has_value(), "what is printed is read");
    fuzz::require(*again == *settings, "what is read is what was printed");
    fuzz::require(printSettings(*again) == text, "one spelling");
    for (const auto &[key, words] : *settings) {
        fuzz::require(!key.empty(), "a key has a name");
        fuzz::require(words.size() == 1 || settingsWord(*settings, key).empty(),
                      "a list is no word");
    }
    return 0;
}

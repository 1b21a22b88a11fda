// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/fuzz_target.h"
#include "ui/money/address_book.h"

using namespace hl;

/// Any bytes as an address book: refused, or exactly what the program itself would write.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    if (const auto entries = ui::AddressBook::read(bytes)) {
        fuzz::require(entries->size() <= ui::AddressBook::kMostEntries, "so many entries");
        fuzz::require(ui::AddressBook::write(*entries) == bytes, "one spelling");
        for (const auto &entry : *entries)
            fuzz::require(entry.name.isEmpty() || ui::AddressBook::isName(entry.name),
                          "a name is one");
    }
    return 0;
}

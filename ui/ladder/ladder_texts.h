// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "num/grid.h"

#include <QString>

#include <array>
#include <cstdint>

namespace hl::ui {

/// How sizes print (L3): to the lot, or as quote value.
enum class SizeMode : std::uint8_t { Lot, Quote };

/// The figures of a ladder's cells, kept from picture to picture: a row whose figure stands still
/// costs no memory. A value may be forgotten at any time and is then made again. GUI thread.
class LadderTexts
{
public:
    const QString &price(Px px, Grid grid);
    /// At most `maxChars`, never a size that is not zero as zero (L3).
    const QString &size(Sz sz, Px px, Grid grid, SizeMode mode, int maxChars);

private:
    enum class Kind : std::uint8_t { None, Price, Lot, Quote };
    struct Entry
    {
        Kind kind = Kind::None;
        Grid grid;
        int maxChars = 0;
        std::int64_t px = 0;
        std::int64_t lots = 0;
        QString text;
    };
    /// The place of that figure; `isNew`: its text is still to be made.
    Entry &entryFor(Kind kind, Grid grid, int maxChars, std::int64_t px, std::int64_t lots,
                    bool &isNew);

    std::array<Entry, 1024> m_entries;
};

} // namespace hl::ui

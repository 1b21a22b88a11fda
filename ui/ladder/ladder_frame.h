// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/ladder/ladder_view.h"

#include <optional>
#include <utility>
#include <vector>

namespace hl::ui {

inline constexpr int kLadderPad = 6;

struct LadderView::Frame
{
    Columns c;
    int rowHeight = 0;
    int header = 0;
    int width = 0;
    int height = 0;
    std::int64_t lowest = 0;
    std::optional<std::int64_t> bid;
    std::optional<std::int64_t> ask;
    std::optional<std::int64_t> hoverRow;
    Sz mostTraded;

    int y(std::int64_t topRow, std::int64_t row) const
    {
        return header + static_cast<int>(topRow - row) * rowHeight;
    }
};

} // namespace hl::ui

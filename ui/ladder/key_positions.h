// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QKeyEvent>

#include <optional>
#include <string_view>

namespace hl::ui {

/// The letter that a US keyboard has where this key lies, so that one hand's keys are in one place
/// on every layout: where X types "ч" or A types "q", the same keys act. X11 and Wayland number
/// keys by their place (the kernel's code and 8); none where the platform gave no number or the
/// place is no letter's.
inline std::optional<Qt::Key> letterAt(const QKeyEvent &event)
{
    struct Row
    {
        quint32 first;
        std::string_view letters;
    };
    static constexpr Row kRows[] = {{24, "QWERTYUIOP"}, {38, "ASDFGHJKL"}, {52, "ZXCVBNM"}};
    const quint32 code = event.nativeScanCode();
    for (const auto &[first, letters] : kRows) {
        if (code >= first && code < first + letters.size())
            return static_cast<Qt::Key>(letters[code - first]);
    }
    return std::nullopt;
}

} // namespace hl::ui

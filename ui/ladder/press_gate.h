// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "num/grid.h"

#include <QPoint>
#include <Qt>

#include <cstdint>
#include <optional>

namespace hl::ui {

/// What a press named: a cell, and the price that stood there (interaction.md L11).
struct CellPress
{
    std::int64_t row = 0;
    int column = 0;
    Px px;
    QPoint pos;
    std::int64_t monoNs = 0;
    bool isCtrl = false;
    bool isShift = false;
    /// It only made the window or the ladder active, or no mouse sent it: it fills the ticket at
    /// most (L12).
    bool mayOnlyFill = false;
    Qt::MouseButton button = Qt::LeftButton;
    /// The ladder was armed when the button went down; without that nothing is sent.
    bool wasArmed = true;
};

/// Between a press and its release: what was pressed counts, never what lies there now. No widget.
class PressGate
{
public:
    static constexpr std::int64_t kClickNs = 1'000'000'000; ///< L11
    static constexpr int kSlack = 4;                        ///< L11, pixels
    static constexpr std::int64_t kTwiceNs = 250'000'000;   ///< L12

    enum class Verdict : std::uint8_t {
        None,      ///< nothing was pressed
        Act,       ///< on the price of the press
        Elsewhere, ///< another cell, or too far
        Late,      ///< held for more than a second
        RowMoved,  ///< the row stands for another price now
        Twice,     ///< the same cell a moment ago
    };

    void press(const CellPress &press) { m_press = press; }
    void cancel() { m_press.reset(); }
    const std::optional<CellPress> &pressed() const { return m_press; }

    /// `pxNow` is what the pressed row stands for at this moment. Forgets the press; another button
    /// than the one that was pressed does nothing.
    Verdict release(std::int64_t row, int column, Px pxNow, QPoint pos, std::int64_t monoNs,
                    Qt::MouseButton button = Qt::LeftButton)
    {
        if (!m_press || m_press->button != button)
            return Verdict::None;
        const CellPress p = *m_press;
        m_press.reset();
        if (row != p.row || column != p.column || (pos - p.pos).manhattanLength() > kSlack)
            return Verdict::Elsewhere;
        if (monoNs - p.monoNs > kClickNs)
            return Verdict::Late;
        if (pxNow != p.px)
            return Verdict::RowMoved;
        if (m_last && m_last->row == p.row && m_last->column == p.column &&
            p.monoNs - m_last->monoNs < kTwiceNs)
            return Verdict::Twice;
        if (!p.mayOnlyFill)
            m_last = p;
        return Verdict::Act;
    }

private:
    std::optional<CellPress> m_press;
    std::optional<CellPress> m_last; ///< the last that acted
};

} // namespace hl::ui

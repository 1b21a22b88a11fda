// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QKeySequence>
#include <QString>

#include <array>
#include <cstdint>
#include <optional>

class QKeyEvent;
class QSettings;

namespace hl::ui {

/// What a key does in a ladder that has the focus (interaction.md L13 to L15).
enum class LadderKey : std::uint8_t {
    Centre,
    Up,
    Down,
    PageUp,
    PageDown,
    ToMid,
    Preset1,
    Preset2,
    Preset3,
    Preset4,
    Preset5,
    Add1,
    Add2,
    Add3,
    Add4,
    Add5,
    SizePosition,
    LotUp,
    LotDown,
    Arm,
    Buy,
    Sell,
    JoinBid,
    JoinAsk,
    ImproveBid,
    ImproveAsk,
    TakeBuy,
    TakeSell,
    CancelNearest,
    CancelEntries,
    Flatten, ///< held
    Reverse, ///< held
    FillTicket,
    Trim,
    Count
};

/// Which key means what; editable, no two the same. A value.
class LadderKeys
{
public:
    LadderKeys();

    std::optional<LadderKey> find(const QKeyEvent &event) const;
    /// What a ladder takes this press for: keypad, Shift over the digits and both Return keys
    /// levelled. The page that edits the keys reads them the same way.
    static QKeySequence sequenceOf(const QKeyEvent &event);
    static QKeySequence standard(LadderKey key);
    QKeySequence sequence(LadderKey key) const { return m_keys[static_cast<std::size_t>(key)]; }
    /// The one that has it already, and nothing is changed; none: it is set.
    std::optional<LadderKey> set(LadderKey key, const QKeySequence &sequence);
    /// In words for the list of shortcuts.
    static QString words(LadderKey key);
    /// Stable, as in a settings file.
    static const char *name(LadderKey key);

    void save(QSettings &settings) const;
    void restore(QSettings &settings);

private:
    std::array<QKeySequence, static_cast<std::size_t>(LadderKey::Count)> m_keys;
};

} // namespace hl::ui

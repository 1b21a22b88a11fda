// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/ladder/ladder_keys.h"

#include <QKeySequence>
#include <QObject>
#include <QString>

#include <optional>
#include <vector>

class QAction;
class QSettings;

namespace hl::ui {

class ActionCollection;
class LadderHub;

/// Every key of the window in one list: the actions, the ladder's keys, and those that stay as they
/// are. No two that could meet are the same: an action is heard while a ladder has the focus, too
/// (interaction.md L13). GUI thread; must not outlive the actions or the hub.
class Shortcuts final : public QObject
{
    Q_OBJECT

public:
    enum class Kind : std::uint8_t {
        Action, ///< anywhere in the window
        Ladder, ///< in a ladder that has the focus
        Fixed   ///< cannot be changed
    };
    struct Entry
    {
        Kind kind = Kind::Fixed;
        QString id;    ///< "view.findMarket", "ladder.buy": stable
        QString words; ///< "Find market"
        QString where; ///< "anywhere", "ladder", "tables"
        QKeySequence keys;
        QKeySequence standard;
    };
    /// Why a key is not taken; an empty sentence: it is.
    struct Answer
    {
        QString sentence;
        std::optional<std::size_t> holder; ///< it has the key and could be asked for it
    };

    Shortcuts(ActionCollection &actions, LadderHub &hub, QObject *parent = nullptr);

    const std::vector<Entry> &entries() const { return m_entries; }
    std::optional<std::size_t> find(const QString &id) const;

    /// An empty sequence takes the key away.
    Answer check(std::size_t entry, const QKeySequence &keys) const;
    /// Sets it where check() has nothing to say. `takeOver`: the holder is left without a key.
    Answer set(std::size_t entry, const QKeySequence &keys, bool takeOver = false);
    /// Back to the standard key; another that has it now gets its own back as well.
    void reset(std::size_t entry);
    void resetAll();
    bool isStandard(std::size_t entry) const;

    /// Those that differ, in the groups "shortcuts" and "ladderKeys".
    void save(QSettings &settings) const;
    /// A key that a damaged or foreign file gives twice, or that may not be, stays at its standard.
    void restore(QSettings &settings);

Q_SIGNALS:
    void changed();

private:
    void assign(std::size_t entry, const QKeySequence &keys);
    void addFixed();

    ActionCollection &m_actions;
    LadderHub &m_hub;
    std::vector<Entry> m_entries;
};

/// "Ctrl+K" in the words of this desktop; a dash where there is none.
QString keysText(const QKeySequence &keys);

} // namespace hl::ui

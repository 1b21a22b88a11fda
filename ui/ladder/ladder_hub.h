// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "model/twap.h"
#include "ui/ladder/ladder_keys.h"
#include "ui/ladder/size_presets.h"

#include <QObject>

#include <map>
#include <set>
#include <string>
#include <vector>

class QSettings;

namespace hl::ui {

class WorkspaceState;

/// What all ladders of a window share: the sizes of each market, the keys, how many are armed. One
/// for each workspace state, which owns it. GUI thread.
class LadderHub final : public QObject
{
    Q_OBJECT

public:
    /// Made on first use.
    static LadderHub &of(WorkspaceState &state);

    const SizePresets &presets(const std::string &coin) const;
    void setPreset(const std::string &coin, std::size_t index, const SizePreset &preset);
    /// The size last chosen in that market by any ladder (L17): where another one begins. What a
    /// ladder sends is its own choice.
    std::size_t chosen(const std::string &coin) const;
    void choose(const std::string &coin, std::size_t index);

    const LadderKeys &keys() const { return m_keys; }
    LadderKeys &keys() { return m_keys; }
    /// As LadderKeys::set, and says so.
    std::optional<LadderKey> setKey(LadderKey key, const QKeySequence &sequence);

    /// Asked once a profile before the first "button" mode (L10).
    bool hasAgreedToButtons() const { return m_hasAgreedToButtons; }
    void agreeToButtons() { m_hasAgreedToButtons = true; }

    /// Every entry of that market (empty: of the account) is asked to be cancelled: nothing that a
    /// ladder would place next as part of a move or a reverse is placed.
    void noteEntriesCancelled(const std::string &coin = {}) { Q_EMIT entriesCancelled(coin); }

    void setArmed(const QObject *ladder, bool isArmed);
    int armed() const { return static_cast<int>(m_armed.size()); }

    void save(QSettings &settings) const;
    void restore(QSettings &settings);

Q_SIGNALS:
    void presetsChanged(const std::string &coin);
    void restored();
    void keysChanged();
    void armedChanged(int count);
    void entriesCancelled(const std::string &coin);

private:
    explicit LadderHub(QObject *parent) : QObject(parent) {}

    struct Sizes
    {
        SizePresets presets = defaultPresets();
        std::size_t chosen = 1;
    };
    std::map<std::string, Sizes> m_sizes;
    LadderKeys m_keys;
    std::set<const QObject *> m_armed;
    bool m_hasAgreedToButtons = false;
};

/// "; TWAPs asked to stop: Buy 0.5 BTC by TWAP, 0.1 done"; empty where there is none.
QString stoppedTwapsText(const std::vector<model::Twap> &twaps);

} // namespace hl::ui

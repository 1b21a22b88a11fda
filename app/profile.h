// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/events.h"

#include <QString>

#include <optional>

namespace hl::app {

/// Where things live in a profile folder, and the few settings needed before there is a window.
class Profile
{
public:
    /// An empty folder means the platform's place.
    explicit Profile(const QString &dir);

    const QString &dir() const { return m_dir; }
    QString keysDir() const;
    QString logsDir() const;
    QString workspacesDir() const;

    /// Demo where nothing was ever chosen.
    engine::Network network() const;
    /// Remembered for the next start; it is part of the profile, not a toggle.
    void setNetwork(engine::Network network);

private:
    QString m_dir;
};

} // namespace hl::app

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

namespace hl::ui {

class Preferences;

/// Theme, live; size of text, from the next start.
class AppearancePage final : public QWidget
{
    Q_OBJECT

public:
    explicit AppearancePage(Preferences &preferences, QWidget *parent = nullptr);
};

} // namespace hl::ui

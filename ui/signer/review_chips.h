// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QWidget>

class QHBoxLayout;

namespace hl::ui {

/// The requests that wait for the device, at most three, exits first; each can be dropped (D15).
/// Nothing of theirs is frozen yet.
class ReviewChips final : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t kMost = 3;

    explicit ReviewChips(WorkspaceState &state, QWidget *parent = nullptr);

    QStringList shownTexts() const;

private:
    void refresh();

    WorkspaceState &m_state;
    QHBoxLayout *m_row = nullptr;
    std::vector<std::pair<engine::ReviewId, QString>> m_shown;
};

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

namespace hl::ui {

/// L2: position, entry, PnL, liquidation and its distance, unprotected size; always there.
class LadderFooter final : public QWidget
{
    Q_OBJECT

public:
    LadderFooter(WorkspaceState &state, QWidget *parent = nullptr);
    void setCoin(const std::string &coin);
    QSize sizeHint() const override;
    /// Everything it shows, in one line.
    QString shownText() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Figures
    {
        QString position;
        QString entry;
        QString even;
        QString pnl;
        int side = 0; ///< sign of the position
        int gain = 0; ///< sign of the PnL
        QString liquidation;
        QString bare;
        bool isBare = false;
    };
    Figures figures() const;
    void refresh();

    WorkspaceState &m_state;
    std::string m_coin;
};

/// Size of `position` that no resting reduce-only stop covers.
Sz unprotectedSize(const model::Position &position, const std::vector<model::Order> &orders);

} // namespace hl::ui

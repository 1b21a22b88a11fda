// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"
#include "ui/ticket/number_input.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QPushButton;

namespace hl::ui {

class NumberField;

/// A new price or size for a resting order. Sends one modify, of what was changed only, and only
/// while the order is still live and nothing of it has filled since this was opened: a size that
/// was not edited is what remains at dispatch (interaction.md L24), one that was is void with a
/// fill. The guard's asks want one act more. Return in a number field never sends; Ctrl+Return
/// does.
class MoveDialog final : public QDialog
{
    Q_OBJECT

public:
    MoveDialog(WorkspaceState &state, const model::Order &order, QWidget *parent);

Q_SIGNALS:
    /// Before the command, so that its answer can be awaited.
    void sent(hl::RequestId request);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Reading
    {
        std::optional<Px> px;
        std::optional<Sz> sz;
        QString problem;
        QStringList asks;  ///< sentences that want one act more
        QStringList rules; ///< of them, sorted
    };
    Reading read() const;
    void judge(const model::OrderTicket &ticket, const model::Order &now, Reading &out) const;
    PriceReference reference() const;
    void refresh();
    void stepPrice(int steps);
    void send();

    WorkspaceState &m_state;
    model::Order m_order;
    NumberField *m_px = nullptr;
    NumberField *m_sz = nullptr;
    QLabel *m_status = nullptr;
    QCheckBox *m_ask = nullptr;
    QStringList m_asked; ///< rules that were agreed to, where it is checked
    QPushButton *m_send = nullptr;
};

} // namespace hl::ui

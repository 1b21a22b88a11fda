// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"
#include "ui/ticket/ticket_form.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QPushButton;

namespace hl::ui {

class FactList;

/// The review step: the frozen order in words, what it costs, the exact strings that will be
/// signed, and what has changed since the review was opened. Return approves (local key or agent),
/// Escape rejects. Nothing is re-priced here: an order that has become invalid cannot be sent.
class ReviewDialog final : public QDialog
{
    Q_OBJECT

public:
    ReviewDialog(WorkspaceState &state, const TicketForm &form, QWidget *parent);

    const model::OrderTicket &ticket() const { return m_ticket; }

Q_SIGNALS:
    void approved(const hl::model::OrderTicket &ticket);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void buildFacts(const TicketForm &form);
    QWidget *wireView();
    QString orderProblem(const model::ValidationContext &now) const;
    QString twapProblem(const model::ValidationContext &now) const;
    QString groupProblem(const model::ValidationContext &now) const;
    void watch();
    void ask(QStringList rules, const QStringList &told);
    void approve();
    QStringList changes() const;
    bool isOnDevice() const;

    WorkspaceState &m_state;
    model::OrderTicket m_ticket; ///< of several: what they are together
    TicketPlan m_plan;           ///< the orders themselves, where there are several
    Grid m_grid;
    std::optional<Px> m_bestAtOpen;
    std::optional<Decimal> m_markAtOpen;
    Sz m_positionAtOpen;
    Address m_accountAtOpen;
    engine::Network m_networkAtOpen;
    bool m_isFlip = false; ///< closes m_positionAtOpen and opens the other way
    bool m_isDone = false;

    FactList *m_facts = nullptr;
    FactList *m_wire = nullptr;
    QLabel *m_changed = nullptr;
    QLabel *m_problem = nullptr;
    QStringList m_asked; ///< rules that want another act, sorted
    QLabel *m_askText = nullptr;
    QCheckBox *m_ask = nullptr;
    QPushButton *m_send = nullptr;
    QPushButton *m_reject = nullptr;
};

} // namespace hl::ui

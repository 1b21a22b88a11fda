// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/panel.h"
#include "ui/ticket/ticket_form.h"

#include <QPointer>

class QButtonGroup;
class QCheckBox;
class QLabel;
class QPushButton;
class QSlider;

namespace hl::ui {

class FactList;
class NumberField;
class PlanFields;
class ReviewDialog;

/// The order ticket. It sends nothing by itself: Ctrl+Return or the button opens the review, and
/// what is approved there is placed.
class TicketPanel final : public Panel
{
    Q_OBJECT

public:
    explicit TicketPanel(WorkspaceState &state, QWidget *parent = nullptr);

    TicketForm &form() { return m_form; }
    /// Puts the cursor into the price (or size) field.
    void focusEntry();
    /// Opens the review if the ticket may be sent; else nothing happens.
    void openReview();

    void saveSettings(QSettings &settings) const override;
    void restoreSettings(QSettings &settings) override;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    QWidget *buildBody();
    QWidget *buildFooter();
    QWidget *buildSides();
    QWidget *buildTypes();
    QWidget *buildPercents();
    QWidget *buildTifs();
    void connectField(NumberField *field, TicketField which);
    void connectState();

    void showForm();    ///< texts and choices into the widgets
    void showReading(); ///< figures, sentences, enabled states
    void showFacts();
    void showIssue();
    void showButtons();
    bool isAsked(const model::OrderTicket &ticket) const;
    void askDevice(const model::OrderTicket &ticket);
    void place(const model::OrderTicket &ticket);
    void onFinished(const engine::CommandResult &result);
    void openLeverage();
    void cycleUnit();

    WorkspaceState &m_state;
    TicketForm m_form;
    QPointer<ReviewDialog> m_review;
    TicketPlan m_plan; ///< what was reviewed last; empty: one order
    RequestId m_placing = 0;
    QString m_outcome; ///< of the last order, until the ticket is edited
    bool m_isBadOutcome = false;
    bool m_isShowing = false;

    QPushButton *m_buy = nullptr;
    QPushButton *m_sell = nullptr;
    QButtonGroup *m_types = nullptr;
    QButtonGroup *m_tifs = nullptr;
    QButtonGroup *m_executions = nullptr;
    QWidget *m_tifRow = nullptr;
    QWidget *m_executionRow = nullptr;
    QLabel *m_triggerLabel = nullptr;
    NumberField *m_trigger = nullptr;
    QLabel *m_priceLabel = nullptr;
    NumberField *m_price = nullptr;
    QLabel *m_sizeLabel = nullptr;
    NumberField *m_size = nullptr;
    QSlider *m_percent = nullptr;
    PlanFields *m_plans = nullptr;
    QCheckBox *m_reduceOnly = nullptr;
    FactList *m_facts = nullptr;
    QLabel *m_issue = nullptr;
    QPushButton *m_lower = nullptr;
    QPushButton *m_upper = nullptr;
    QPushButton *m_postOnly = nullptr;
    QPushButton *m_submit = nullptr;
    QLabel *m_signer = nullptr;
    QPushButton *m_leverage = nullptr;
};

} // namespace hl::ui

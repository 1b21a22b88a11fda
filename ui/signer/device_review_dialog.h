// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QDialog>

class QPushButton;

namespace hl::ui {

class ActionPane;
class DeviceNotice;
class DevicePane;
class StepList;

/// One request on the device, from the first question to its end (D10 to D14). At the left what is
/// signed, at the right what the device shows. Return approves nothing here; Escape rejects. Not
/// modal: books, charts and other signers go on.
class DeviceReviewDialog final : public QDialog
{
    Q_OBJECT

public:
    DeviceReviewDialog(WorkspaceState &state, const engine::SigningReview &review, QWidget *parent);

    engine::ReviewId id() const { return m_review.id; }
    const engine::SigningReview &review() const { return m_review; }
    /// Escape: stops waiting where nothing has left yet, else only closes.
    void reject() override;

Q_SIGNALS:
    /// A new request for a new press, at today's price (D13).
    void askedAgain(const hl::engine::SigningReview &review);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void onReview(const engine::SigningReview &review);
    void onDevice();
    void refresh();
    void showSteps();
    void showSentence();
    void checkElsewhere();

    WorkspaceState &m_state;
    engine::SigningReview m_review;
    bool m_wasOnDevice = false;

    ActionPane *m_action = nullptr;
    DevicePane *m_device = nullptr;
    StepList *m_steps = nullptr;
    DeviceNotice *m_notice = nullptr;
    QPushButton *m_reject = nullptr;
    QPushButton *m_check = nullptr;
    QPushButton *m_again = nullptr;
};

} // namespace hl::ui

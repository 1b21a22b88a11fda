// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QSlider;
class QSpinBox;

namespace hl::ui {

/// Leverage and margin mode of one perp market. What is set already is never sent again: each
/// change costs a request of the account's budget (cases.md B56).
class LeverageDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `leverage` 0: not known, so whatever is chosen counts as a change.
    LeverageDialog(WorkspaceState &state, const market::Instrument &instrument, int leverage,
                   bool isCross, QWidget *parent);

Q_SIGNALS:
    /// The venue has taken it.
    void leverageSet(const std::string &coin, int leverage, bool isCross);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    bool isChange() const;
    void refresh();
    void apply();
    void onFinished(const engine::CommandResult &result);

    WorkspaceState &m_state;
    std::string m_coin;
    int m_known;
    bool m_knownCross;
    RequestId m_request = 0;
    QSpinBox *m_value = nullptr;
    QSlider *m_slider = nullptr;
    QPushButton *m_cross = nullptr;
    QPushButton *m_isolated = nullptr;
    QPushButton *m_apply = nullptr;
    QLabel *m_status = nullptr;
};

} // namespace hl::ui

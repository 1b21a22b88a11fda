// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "engine/api/flatten.h"
#include "ui/common/workspace_state.h"

#include <QDialog>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace hl::ui {

class DeviceNotice;
class Pill;

/// Where "flatten all" stands: two presses, what each is about, what was done and what was not, and
/// a way to stop between them (interaction.md D17). Follows the state; not modal. Escape closes it
/// and stops nothing.
class FlattenDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit FlattenDialog(WorkspaceState &state, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Part
    {
        QLabel *title = nullptr;
        QLabel *state = nullptr;
        QPlainTextEdit *lines = nullptr;
    };
    Part makePart(const QString &name);
    void refresh();
    void fill(const Part &part, const engine::FlattenStep &step, const QString &title,
              bool isFirst);

    WorkspaceState &m_state;
    Pill *m_badge;
    Part m_closes;
    Part m_cancels;
    DeviceNotice *m_notice;
    QLabel *m_end;
    QPushButton *m_stop;
    QPushButton *m_close;
};

/// "2 of 3 positions closed…" and the rest by name; empty while it runs.
QString flattenText(const engine::FlattenProgress &progress);

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/ladder/ladder_desk.h"

#include <QPushButton>
#include <QWidget>

#include <array>

namespace hl::ui {

/// One size: as coin above, as quote below; greyed with the minimum where it is too small (L17).
class PresetButton final : public QPushButton
{
    Q_OBJECT

public:
    explicit PresetButton(QWidget *parent);
    void show(const QString &coin, const QString &quote, const QString &problem, bool isChosen);
    const QString &coinText() const { return m_coin; }
    const QString &quoteText() const { return m_quote; }
    bool isUsable() const { return m_problem.isEmpty(); }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {30, sizeHint().height()}; }

Q_SIGNALS:
    void editAsked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    QString m_coin;
    QString m_quote;
    QString m_problem;
    bool m_isChosen = false;
};

/// The five sizes of the ladder's market and what a plain click is. Takes no focus: the keys stay
/// with the ladder.
class SizeBar final : public QWidget
{
    Q_OBJECT

public:
    /// `dialogs` outlives the bar.
    SizeBar(WorkspaceState &state, LadderDesk &desk, Dialogs &dialogs, QWidget *parent);

    PresetButton &button(std::size_t index) const { return *m_buttons[index]; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    void refresh();
    void edit(std::size_t index);

    WorkspaceState &m_state;
    LadderDesk &m_desk;
    Dialogs &m_dialogs;
    std::array<PresetButton *, 5> m_buttons{};
    QPushButton *m_tif = nullptr;
};

} // namespace hl::ui

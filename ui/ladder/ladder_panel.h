// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/panel.h"
#include "ui/ladder/ladder_view.h"

class QLabel;
class QMenu;
class QPushButton;

namespace hl::ui {

class LadderFooter;
class LadderStrip;

/// One ladder with its state strip and its position footer. Linked, it shows the selected market;
/// free, it stays on its own.
class LadderPanel : public Panel
{
    Q_OBJECT

public:
    LadderPanel(WorkspaceState &state, const QString &objectName, QWidget *parent = nullptr);

    LadderView &view() { return *m_view; }
    void setLinked(bool linked);
    bool isLinked() const { return m_linked; }
    void setCoin(const std::string &coin);

private:
    void makeGroupMenu();
    void refreshNote();
    void refreshGroup();

    WorkspaceState &m_state;
    LadderStrip *m_strip = nullptr;
    LadderView *m_view = nullptr;
    LadderFooter *m_footer = nullptr;
    QPushButton *m_groupButton = nullptr;
    QMenu *m_groupMenu = nullptr;
    bool m_linked = true;
};

/// The line above the rows: the ladder's state, and what a click at the pointer would do.
class LadderStrip : public QWidget
{
    Q_OBJECT

public:
    explicit LadderStrip(QWidget *parent = nullptr);
    void setState(ArmState state, const QString &detail);
    void setHover(const QString &text, bool refused);
    /// L27: the one banner with reason and age; empty where the book is live. It takes the place of
    /// everything else here and no row moves or is hidden for it.
    void setNotLive(const QString &reason);
    const QString &shownText() const { return m_text; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    ArmState m_state = ArmState::Off;
    QString m_detail;
    QString m_hover;
    bool m_refused = false;
    QString m_notLive;
    QString m_text;
};

/// L2: position, entry, PnL, liquidation and its distance, unprotected size; always there.
class LadderFooter : public QWidget
{
    Q_OBJECT

public:
    LadderFooter(WorkspaceState &state, QWidget *parent = nullptr);
    void setCoin(const std::string &coin);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    WorkspaceState &m_state;
    std::string m_coin;
};

/// Size of `position` that no resting reduce-only stop covers.
Sz unprotectedSize(const model::Position &position, const std::vector<model::Order> &orders);

} // namespace hl::ui

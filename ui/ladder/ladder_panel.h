// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/dialogs.h"
#include "ui/common/panel.h"
#include "ui/ladder/ladder_footer.h"
#include "ui/ladder/ladder_strip.h"
#include "ui/ladder/ladder_view.h"
#include "ui/ladder/size_bar.h"

#include <memory>

class QLabel;
class QMenu;
class QPushButton;

namespace hl::ui {

/// One ladder with its state strip, its sizes and its position footer. Linked, it shows the
/// selected market; free, it stays on its own.
class LadderPanel : public Panel
{
    Q_OBJECT

public:
    /// `dialogs` outlives the panel; null: the window's own.
    LadderPanel(WorkspaceState &state, const QString &objectName, Dialogs *dialogs = nullptr,
                QWidget *parent = nullptr);
    ~LadderPanel() override;

    LadderView &view() { return *m_view; }
    LadderDesk &desk() { return m_view->desk(); }
    SizeBar &sizes() { return *m_sizes; }
    QMenu &menu() { return *m_menu; }
    void setLinked(bool linked);
    bool isLinked() const { return m_linked; }
    void setCoin(const std::string &coin);

    void saveSettings(QSettings &settings) const override;
    void restoreSettings(QSettings &settings) override;

private:
    void makeMenu();
    void addOrderActions();
    LadderAct stopHere() const;
    QAction *check(const QString &name, const QString &text, bool isOn,
                   const std::function<void(bool)> &set);
    void takeWanted();
    void refreshNote();
    void refreshGroup();
    void refreshStrip();
    void askForButtons(QAction *action);
    QString armedDetail() const;

    WorkspaceState &m_state;
    std::unique_ptr<Dialogs> m_ownDialogs;
    Dialogs *m_dialogs;
    OneShot m_messageTimer;
    LadderStrip *m_strip = nullptr;
    SizeBar *m_sizes = nullptr;
    LadderView *m_view = nullptr;
    LadderFooter *m_footer = nullptr;
    QPushButton *m_groupButton = nullptr;
    QMenu *m_menu = nullptr;
    QAction *m_linkAction = nullptr;
    std::optional<Px> m_menuPx; ///< the price of the row a context menu was opened on
    LadderAct m_menuStop;       ///< as the menu says it
    std::string m_wanted;       ///< of a settings file, until the venue has listed it
    bool m_linked = true;
};

} // namespace hl::ui

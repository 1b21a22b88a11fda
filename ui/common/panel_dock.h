// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDockWidget>

class QHBoxLayout;
class QLabel;

namespace hl::ui {

class Panel;
class PanelHeader;

/// A dock that looks as part of the picture: rounded panel, one header line with the panel's title
/// and note. In a group of tabs the tab bar is the header and the note moves beside the content.
class PanelDock : public QDockWidget
{
    Q_OBJECT

public:
    explicit PanelDock(Panel *panel, QWidget *parent = nullptr);

    Panel *panel() const { return m_panel; }
    /// Tabbed docks have no header of their own.
    void setTabbed(bool tabbed);
    bool isTabbed() const { return m_tabbed; }

private:
    Panel *m_panel;
    PanelHeader *m_header;
    QWidget *m_noHeader;
    QWidget *m_body;
    bool m_tabbed = false;
};

/// Title at the left, note and the panel's own widget at the right; drags the dock.
class PanelHeader : public QWidget
{
    Q_OBJECT

public:
    PanelHeader(Panel *panel, QWidget *parent);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    void placeExtra();

    Panel *m_panel;
};

} // namespace hl::ui

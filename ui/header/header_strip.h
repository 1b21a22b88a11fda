// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/workspace_state.h"
#include "ui/header/pieces.h"

#include <QWidget>

#include <vector>

class QLabel;
class QMenu;
class QPushButton;

namespace hl::ui {

class MarketName;

/// The selected market, the account and the connection in one line; network and signer are always
/// in sight, the rest gives way in a fixed order when the window is narrow.
class HeaderStrip : public QWidget
{
    Q_OBJECT

public:
    explicit HeaderStrip(WorkspaceState &state, QWidget *parent = nullptr);

    void setMenu(QMenu *menu);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The signer pill was clicked.
    void signerClicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void refreshMarket();
    void refreshPrice();
    void refreshContext();
    void refreshAccount();
    void refreshConnection();
    void refreshSigner();
    void showSignerPill(QString text);
    void refreshCountdown();
    void fit();
    Figure *figure(const char *name, const QString &label, const QString &widest);

    WorkspaceState &m_state;
    MarketName *m_name = nullptr;
    Figure *m_mark = nullptr;
    Figure *m_oracle = nullptr;
    Figure *m_change = nullptr;
    Figure *m_volume = nullptr;
    Figure *m_interest = nullptr;
    Figure *m_funding = nullptr;
    Figure *m_next = nullptr;
    Figure *m_equity = nullptr;
    Figure *m_margin = nullptr;
    Figure *m_pnl = nullptr;
    Pill *m_network = nullptr;
    Pill *m_emulator = nullptr;
    Pill *m_signer = nullptr;
    Pill *m_link = nullptr;
    QPushButton *m_menuButton = nullptr;
    std::vector<QWidget *> m_givesWay; ///< first to go first
};

} // namespace hl::ui

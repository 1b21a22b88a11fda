// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/ladder/ladder_arming.h"

#include <QWidget>

namespace hl::ui {

/// The line above the rows: the ladder's state, and what a click at the pointer would do. A click
/// on it arms or disarms. The three states differ without colour (L4).
class LadderStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit LadderStrip(QWidget *parent = nullptr);
    /// `detail`: Armed: for whom and with what; Held and Off: why.
    void setState(ArmState state, const QString &detail);
    void setHover(const QString &text, bool refused);
    /// L27: the one banner with reason and age; empty where the book is live. It takes the place of
    /// everything else here and no row moves or is hidden for it.
    void setNotLive(const QString &reason);
    /// A held key and what it will do; empty: none.
    void setHolding(const QString &words);
    /// A refusal or something to decide, until the next hover; empty: none.
    void setMessage(const QString &text);
    /// What rests too much after a move (L24); empty: nothing.
    void setSurplus(const QString &text);
    /// The key that arms, at the right; empty: none does.
    void setArmKey(const QString &key);
    const QString &shownText() const { return m_text; }
    QSize sizeHint() const override;

Q_SIGNALS:
    void clicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    void refresh();

    ArmState m_state = ArmState::Off;
    QString m_detail;
    QString m_hover;
    QString m_holding;
    QString m_message;
    QString m_surplus;
    bool m_refused = false;
    QString m_notLive;
    QString m_text;
    QString m_armKey;
};

} // namespace hl::ui

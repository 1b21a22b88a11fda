// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QKeySequence>
#include <QLineEdit>

namespace hl::ui {

/// Shows a shortcut and takes another: Return, Space, F2 or a click make it listen, the next key
/// with its modifiers is what it says, Escape ends it. Sets nothing by itself.
class KeyField final : public QLineEdit
{
    Q_OBJECT

public:
    explicit KeyField(const QString &objectName, QWidget *parent = nullptr);

    /// `ofLadder`: keys are read as a ladder reads them.
    void setKeys(const QKeySequence &keys, bool ofLadder, bool isFixed);
    bool isListening() const { return m_isListening; }
    void listen();

Q_SIGNALS:
    void pressed(const QKeySequence &keys);
    void listeningChanged(bool isListening);

protected:
    bool event(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void take(const QKeyEvent &event);
    void stop();
    void refresh();

    QKeySequence m_keys;
    bool m_ofLadder = false;
    bool m_isFixed = true;
    bool m_isListening = false;
};

} // namespace hl::ui

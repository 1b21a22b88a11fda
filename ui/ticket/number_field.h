// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineEdit>

namespace hl::ui {

/// A line for one exact figure, with its unit at the right. It holds text, never a binary number;
/// whoever owns it parses. Return only commits: it never sends anything (interaction.md L30).
class NumberField final : public QLineEdit
{
    Q_OBJECT

public:
    explicit NumberField(const QString &objectName, QWidget *parent = nullptr);

    void setUnit(const QString &unit, bool isClickable = false);
    const QString &unit() const { return m_unit; }
    /// Draws the field as refused.
    void setRefused(bool refused);
    bool isRefused() const { return m_isRefused; }
    /// Letters that act at once instead of being typed ("bam").
    void setHotLetters(const QString &letters) { m_hotLetters = letters; }

Q_SIGNALS:
    /// Up, Down, wheel while focused: +1, −1; with Shift ten.
    void stepped(int steps);
    /// Ctrl+Up, Ctrl+Down.
    void bestRequested();
    /// "<" and ">": the lower and the upper of two offered neighbours.
    void neighbourRequested(bool upper);
    void hotLetterPressed(QChar letter);
    /// Return, or the focus left.
    void committed();
    void unitClicked();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QRect unitRect() const;
    void applyTheme();

    QString m_unit;
    QString m_hotLetters;
    bool m_isUnitClickable = false;
    bool m_isRefused = false;
    int m_wheelRest = 0;
};

} // namespace hl::ui

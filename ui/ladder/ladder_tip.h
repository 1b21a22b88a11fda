// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>
#include <QWidget>

namespace hl::ui {

/// A few lines beside the pointer (interaction.md L20): takes no focus and no press, and never lies
/// over the touch.
class LadderTip final : public QWidget
{
    Q_OBJECT

public:
    explicit LadderTip(QWidget *parent);

    /// Near `cell`, clear of it and of `touch`; hidden where there is no room. All in the parent's
    /// coordinates; nothing above `top` is covered.
    void showAt(const QStringList &lines, const QRect &cell, const QRect &touch, int top);
    const QStringList &lines() const { return m_lines; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QStringList m_lines;
};

} // namespace hl::ui

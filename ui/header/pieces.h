// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/theme.h"

#include <QWidget>

#include <optional>

namespace hl::ui {

/// A small label above a figure. Keeps the width of its widest expected text, so that nothing
/// beside it moves when the figure changes.
class Figure : public QWidget
{
    Q_OBJECT

public:
    Figure(const QString &objectName, const QString &label, const QString &widest,
           QWidget *parent = nullptr);

    void setValue(const QString &value, Tone tone = Tone::Text);
    const QString &value() const { return m_value; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_label;
    QString m_widest;
    QString m_value;
    Tone m_tone = Tone::Text;
};

/// A rounded badge: network, signer, connection.
class Pill : public QWidget
{
    Q_OBJECT

public:
    explicit Pill(const QString &objectName, QWidget *parent = nullptr);

    /// `dot`: colour of the leading dot, none without. `filled`: tinted with `tone`, for badges
    /// that must not be overlooked.
    void setContent(const QString &text, Tone tone, std::optional<Tone> dot, bool filled);
    const QString &text() const { return m_text; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void clicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    QString m_text;
    Tone m_tone = Tone::Text;
    std::optional<Tone> m_dot;
    bool m_filled = false;
};

} // namespace hl::ui

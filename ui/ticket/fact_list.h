// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/theme.h"

#include <QHash>
#include <QWidget>

class QGridLayout;
class QLabel;

namespace hl::ui {

/// Quiet lines of "label … figure"; figures stand at the right in the digits font.
class FactList final : public QWidget
{
    Q_OBJECT

public:
    explicit FactList(QWidget *parent = nullptr);

    /// Rows stay in the order they are first named. The value's label has `id` as object name.
    void set(const QString &id, const QString &label, const QString &value, Tone tone = Tone::Text,
             const QString &toolTip = {});
    QString value(const QString &id) const;
    void setRowVisible(const QString &id, bool isVisible);

private:
    struct Row
    {
        QLabel *label = nullptr;
        QLabel *value = nullptr;
        Tone tone = Tone::Text;
    };
    void applyTheme();
    static void colour(QLabel *label, Tone tone);

    QGridLayout *m_layout;
    QHash<QString, Row> m_rows;
};

} // namespace hl::ui

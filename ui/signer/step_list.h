// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/common/theme.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace hl::ui {

/// Steps of something under way: done ones with a tick, the present one stronger, a failed one with
/// a cross. In a row or below each other; places are kept as steps change.
class StepList final : public QWidget
{
    Q_OBJECT

public:
    enum class State : std::uint8_t { Ahead, Now, Done, Failed };
    struct Step
    {
        QString text;
        State state = State::Ahead;
        bool operator==(const Step &) const = default;
    };

    StepList(const QString &objectName, Qt::Orientation orientation, QWidget *parent = nullptr);

    void setSteps(std::vector<Step> steps);
    const std::vector<Step> &steps() const { return m_steps; }
    /// "decoded ✓ · waiting for the device", for tests and screen readers.
    QString shownText() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    static QString marked(const Step &step);

    Qt::Orientation m_orientation;
    std::vector<Step> m_steps;
};

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/ticket/ticket_form.h"

#include <QWidget>

#include <functional>
#include <vector>

class QCheckBox;
class QLabel;

namespace hl::ui {

class NumberField;

/// The fields that only a bracket, a scale or a TWAP has, below the size. What is typed goes to the
/// form; which of them show follows its type.
class PlanFields final : public QWidget
{
    Q_OBJECT

public:
    /// `adopt` connects a field to the form as the ticket connects its own.
    PlanFields(TicketForm &form, const std::function<void(NumberField *, TicketField)> &adopt,
               QWidget *parent = nullptr);

    void showForm();
    /// Draws as refused what `issues` name.
    void showIssues(const std::vector<TicketIssue> &issues);
    /// The fields that hold prices, for the ticket to commit.
    static std::vector<TicketField> prices();

private:
    struct Row
    {
        TicketField field;
        QLabel *label = nullptr;
        NumberField *edit = nullptr;
    };
    Row make(const char *name, TicketField field, const QString &label);
    QWidget *side(const std::vector<Row> &rows);
    void fill(const Row &row) const;

    TicketForm &m_form;
    std::vector<Row> m_rows;
    QWidget *m_bracket = nullptr;
    QWidget *m_scale = nullptr;
    QWidget *m_twap = nullptr;
    QCheckBox *m_randomise = nullptr;
};

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/plan_fields.h"

#include "ui/common/theme.h"
#include "ui/ticket/number_field.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace hl::ui {

PlanFields::PlanFields(TicketForm &form,
                       const std::function<void(NumberField *, TicketField)> &adopt,
                       QWidget *parent)
    : QWidget(parent)
    , m_form(form)
{
    const Row stop = make("planStop", TicketField::Stop, tr("Stop (mark price)"));
    const Row target = make("planTarget", TicketField::Target, tr("Target"));
    const Row to = make("planTo", TicketField::To, tr("Last price"));
    const Row orders = make("planOrders", TicketField::Orders, tr("Orders"));
    const Row skew = make("planSkew", TicketField::Skew, tr("Size, last : first"));
    skew.edit->setToolTip(tr("1 is even; 2 gives the last order twice the size of the first."));
    stop.edit->setToolTip(tr("The venue places stop and target only after the entry has filled "
                             "completely."));
    const Row minutes = make("planMinutes", TicketField::Minutes, tr("Minutes"));
    m_randomise = new QCheckBox(tr("Randomise slices"));
    m_randomise->setObjectName(QStringLiteral("planRandomise"));
    m_randomise->setToolTip(tr("Each slice is up to 20 % larger or smaller."));
    connect(m_randomise, &QCheckBox::clicked, this, [this](bool on) { m_form.setRandomised(on); });
    m_twap = side({minutes});
    m_bracket = side({stop, target});
    m_scale = new QWidget;
    auto *stack = new QVBoxLayout(m_scale);
    stack->setContentsMargins(0, 0, 0, 0);
    stack->setSpacing(3);
    stack->addWidget(to.label);
    stack->addWidget(to.edit);
    stack->addWidget(side({orders, skew}));
    m_rows = {stop, target, to, orders, skew, minutes};
    for (const Row &row : m_rows)
        adopt(row.edit, row.field);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(3);
    layout->addWidget(m_bracket);
    layout->addWidget(m_scale);
    layout->addWidget(m_twap);
    layout->addWidget(m_randomise);
}

PlanFields::Row PlanFields::make(const char *name, TicketField field, const QString &label)
{
    Row row{field, new QLabel(label), new NumberField(QString::fromLatin1(name))};
    row.label->setFont(Theme::instance().font(FontRole::Label));
    row.label->setForegroundRole(QPalette::PlaceholderText);
    row.label->setBuddy(row.edit);
    row.edit->setAccessibleName(label);
    row.edit->setMinimumWidth(10);
    return row;
}

QWidget *PlanFields::side(const std::vector<Row> &rows)
{
    auto *pair = new QWidget;
    auto *grid = new QGridLayout(pair);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(3);
    int column = 0;
    for (const Row &row : rows) {
        grid->addWidget(row.label, 0, column);
        grid->addWidget(row.edit, 1, column);
        grid->setColumnStretch(column++, 1);
    }
    return pair;
}

void PlanFields::fill(const Row &row) const
{
    const QString &text = m_form.text(row.field);
    if (row.edit->text() != text)
        row.edit->setText(text);
}

void PlanFields::showForm()
{
    m_bracket->setVisible(m_form.type() == TicketType::Bracket);
    m_scale->setVisible(m_form.type() == TicketType::Scale);
    m_twap->setVisible(m_form.type() == TicketType::Twap);
    m_randomise->setVisible(m_form.type() == TicketType::Twap);
    m_randomise->setChecked(m_form.isRandomised());
    setVisible(m_form.isPlan());
    std::for_each(m_rows.begin(), m_rows.end(), [this](const Row &row) { fill(row); });
}

void PlanFields::showIssues(const std::vector<TicketIssue> &issues)
{
    for (const Row &row : m_rows) {
        const bool isNamed =
            std::any_of(issues.begin(), issues.end(), [&](const TicketIssue &issue) {
                return issue.field == row.field && issue.blocks;
            });
        row.edit->setRefused(isNamed && !row.edit->text().trimmed().isEmpty());
    }
}

std::vector<TicketField> PlanFields::prices()
{
    return {TicketField::Stop, TicketField::Target, TicketField::To};
}

} // namespace hl::ui

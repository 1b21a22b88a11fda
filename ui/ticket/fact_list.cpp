// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/fact_list.h"

#include <QGridLayout>
#include <QLabel>

namespace hl::ui {

FactList::FactList(QWidget *parent) : QWidget(parent), m_layout(new QGridLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(8);
    m_layout->setVerticalSpacing(3);
    m_layout->setColumnStretch(1, 1);
    connect(&Theme::instance(), &Theme::changed, this, &FactList::applyTheme);
}

void FactList::colour(QLabel *label, Tone tone)
{
    QPalette palette = label->palette();
    const QColor color = Theme::instance().color(tone);
    if (palette.color(QPalette::WindowText) == color)
        return;
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
}

void FactList::set(const QString &id, const QString &label, const QString &value, Tone tone,
                   const QString &toolTip)
{
    Row &row = m_rows[id];
    if (!row.label) {
        const int at = m_layout->rowCount();
        row.label = new QLabel;
        row.value = new QLabel;
        row.value->setObjectName(id);
        row.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        row.value->setTextInteractionFlags(Qt::NoTextInteraction);
        row.label->setFont(Theme::instance().font(FontRole::Label));
        row.value->setFont(Theme::instance().font(FontRole::Digits));
        row.label->setBuddy(row.value);
        m_layout->addWidget(row.label, at, 0);
        m_layout->addWidget(row.value, at, 1);
        colour(row.label, Tone::TextFaint);
    }
    if (row.label->text() != label)
        row.label->setText(label);
    if (row.value->text() != value) {
        row.value->setText(value);
        row.value->setAccessibleName(label + QLatin1Char(' ') + value);
    }
    row.value->setToolTip(toolTip);
    row.tone = tone;
    colour(row.value, tone);
}

QString FactList::value(const QString &id) const
{
    const auto it = m_rows.find(id);
    return it == m_rows.end() ? QString() : it->value->text();
}

void FactList::setRowVisible(const QString &id, bool isVisible)
{
    if (const auto it = m_rows.find(id); it != m_rows.end()) {
        it->label->setVisible(isVisible);
        it->value->setVisible(isVisible);
    }
}

void FactList::applyTheme()
{
    for (const Row &row : m_rows) {
        colour(row.label, Tone::TextFaint);
        colour(row.value, row.tone);
    }
}

} // namespace hl::ui

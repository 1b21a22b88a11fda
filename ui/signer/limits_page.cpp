// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/limits_page.h"

#include "ui/common/formatters.h"
#include "ui/signer/device_notice.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <vector>

namespace hl::ui {

namespace {

enum class Unit : std::uint8_t { Equity, Share, Count };

QString figure(const std::optional<Decimal> &value, Unit unit)
{
    if (!value)
        return fmt::none();
    switch (unit) {
    case Unit::Equity:
        return LimitsPage::tr("%1 × equity").arg(fmt::decimalText(*value));
    case Unit::Share:
        return fmt::decimalText(*value * Decimal(100, 0)) + QStringLiteral(" %");
    case Unit::Count:
        break;
    }
    return fmt::decimalText(*value);
}

} // namespace

QWidget *LimitsPage::makeTable(const guard::Limits &limits)
{
    struct Row
    {
        QString what;
        const guard::Limit &limit;
        Unit unit;
    };
    const std::vector<Row> rows{
        {tr("Order value"), limits.orderValue, Unit::Equity},
        {tr("Position in one market"), limits.marketValue, Unit::Equity},
        {tr("Positions in all markets"), limits.accountValue, Unit::Equity},
        {tr("Distance to liquidation, below"), limits.liquidationDistance, Unit::Share},
        {tr("Maintenance margin used"), limits.maintenanceUsed, Unit::Share},
        {tr("Limit through the touch, deep market"), limits.throughDeep, Unit::Share},
        {tr("Limit through the touch, thin market"), limits.throughThin, Unit::Share},
        {tr("Limit away from the touch"), limits.away, Unit::Share},
        {tr("Leverage"), limits.leverage, Unit::Count},
        {tr("Loss since 00:00 UTC"), limits.dayLoss, Unit::Share},
    };
    auto *table = new QWidget;
    auto *grid = new QGridLayout(table);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(28);
    grid->setVerticalSpacing(5);
    grid->setColumnStretch(0, 1);
    const auto cell = [grid](const QString &text, FontRole font, Tone tone, int row, int column) {
        auto *label = signerLabel(QStringLiteral("limitCell"), font, tone);
        label->setWordWrap(false);
        label->setText(text);
        if (column > 0)
            label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid->addWidget(label, row, column);
    };
    cell(tr("Entries"), FontRole::Label, Tone::TextFaint, 0, 0);
    cell(tr("asked from"), FontRole::Label, Tone::TextFaint, 0, 1);
    cell(tr("refused from"), FontRole::Label, Tone::TextFaint, 0, 2);
    int line = 1;
    for (const Row &row : rows) {
        cell(row.what, FontRole::Text, Tone::TextDim, line, 0);
        cell(figure(row.limit.ask, row.unit), FontRole::Digits, Tone::Text, line, 1);
        cell(figure(row.limit.block, row.unit), FontRole::Digits, Tone::Text, line++, 2);
    }
    return table;
}

QString LimitsPage::exitsWords()
{
    return tr("Exits are told of these limits and never stopped by them.");
}

LimitsPage::LimitsPage(WorkspaceState &state, WizardChoice &choice, const guard::Limits &limits)
    : WizardPage(state, choice, QStringLiteral("wizardLimits"))
    , m_read(new QCheckBox(tr("I have read these limits and keep them")))
{
    m_read->setObjectName(QStringLiteral("limitsRead"));
    auto *exits = signerLabel(QStringLiteral("limitsExits"), FontRole::Text, Tone::TextDim);
    exits->setText(exitsWords());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(makeTable(limits));
    layout->addWidget(exits);
    layout->addWidget(m_read);
    layout->addStretch(1);
    connect(m_read, &QCheckBox::toggled, this, &WizardPage::changed);
}

QString LimitsPage::title() const
{
    return tr("The limits that guard this account");
}

bool LimitsPage::isComplete() const
{
    return m_read->isChecked();
}

void LimitsPage::enter()
{
    m_read->setChecked(false);
}

} // namespace hl::ui

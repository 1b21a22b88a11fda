// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/money/agents_page.h"

#include "guard/money.h"
#include "ui/common/dialogs.h"
#include "ui/common/formatters.h"
#include "ui/money/money_words.h"
#include "ui/signer/signer_state.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace hl::ui {

namespace {

enum Column { Name, AgentAddress, Age, Expires, Origin, ColumnCount };

constexpr TimeMs kDay = 86'400'000;

} // namespace

AgentsPage::AgentsPage(WorkspaceState &state, Dialogs &dialogs, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_dialogs(dialogs)
    , m_list(new QTreeWidget)
    , m_line(moneyLabel(QStringLiteral("agentsLine"), FontRole::Label, Tone::TextDim))
    , m_revoke(new QPushButton(tr("Revoke…")))
{
    setObjectName(QStringLiteral("agentsPage"));
    m_list->setObjectName(QStringLiteral("agentsList"));
    m_list->setAccessibleName(tr("Agents of this account"));
    m_list->setColumnCount(ColumnCount);
    m_list->setHeaderLabels({tr("Name"), tr("Address"), tr("Age"), tr("Expires"), tr("Made")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFont(Theme::instance().font(FontRole::Digits));
    m_revoke->setObjectName(QStringLiteral("agentsRevoke"));
    auto *again = new QPushButton(tr("Read again"));
    again->setObjectName(QStringLiteral("agentsRead"));
    auto *wizard = new QPushButton(tr("New agent…"));
    wizard->setObjectName(QStringLiteral("agentsWizard"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(again);
    buttons->addStretch(1);
    buttons->addWidget(wizard);
    buttons->addWidget(m_revoke);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->setSpacing(6);
    layout->addWidget(m_line);
    layout->addWidget(m_list, 1);
    layout->addLayout(buttons);
    connect(again, &QPushButton::clicked, this, &AgentsPage::read);
    connect(wizard, &QPushButton::clicked, this, &AgentsPage::wizardAsked);
    connect(m_revoke, &QPushButton::clicked, this, &AgentsPage::revoke);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this,
            [this] { m_revoke->setEnabled(!m_list->selectedItems().isEmpty()); });
    connect(&state.signing(), &SignerState::agentsChanged, this, &AgentsPage::showAgents);
    connect(&state, &WorkspaceState::accountChanged, this, &AgentsPage::showLine);
    showAgents();
}

void AgentsPage::read()
{
    const RequestId request = m_state.nextRequest();
    if (moneySignsOnDevice(m_state))
        m_state.engine().readAgents(request);
    else
        m_state.engine().readMoneyFacts(request, std::nullopt);
}

void AgentsPage::showAgents()
{
    const engine::AgentList &agents = m_state.signing().agents();
    const TimeMs now = m_state.clock().wallMs();
    const auto days = [](TimeMs span) { return tr("%1 d").arg(span / kDay); };
    m_list->clear();
    for (const engine::AgentSlot &slot : agents.slots) {
        auto *item = new QTreeWidgetItem(m_list);
        item->setText(Name, slot.name.empty() ? tr("(the web page's)") : fmt::fromUtf8(slot.name));
        item->setData(Name, Qt::UserRole, fmt::fromUtf8(slot.name));
        item->setText(AgentAddress, fmt::fromUtf8(slot.address.shortened()));
        item->setToolTip(AgentAddress, fmt::fromUtf8(guard::groupedAddress(slot.address)));
        item->setText(Age, slot.madeAt == 0 ? fmt::none() : days(now - slot.madeAt));
        item->setText(Expires, slot.validUntil ? tr("%1, in %2")
                                                     .arg(fmt::dateTimeText(*slot.validUntil),
                                                          days(*slot.validUntil - now))
                                               : tr("never"));
        item->setText(Origin, slot.isTrading    ? tr("signs in this session")
                              : slot.isMadeHere ? tr("made here")
                                                : tr("elsewhere"));
    }
    for (int column = 0; column < ColumnCount; ++column)
        m_list->resizeColumnToContents(column);
    m_revoke->setEnabled(false);
    showLine();
}

void AgentsPage::showLine()
{
    const engine::AgentList &agents = m_state.signing().agents();
    const QString mode = tr("Account mode: %1.").arg(fmt::fromUtf8(m_state.account().mode));
    QString line;
    if (!agents.problem.empty())
        line = fmt::fromUtf8(agents.problem);
    else if (!agents.isKnown)
        line = tr("The venue's list has not been read yet.");
    else
        line = tr("%1 of %2 slots for named agents. An agent cannot withdraw or send, but whoever "
                  "has its key can trade the account to zero.")
                   .arg(std::ranges::count_if(agents.slots,
                                              [](const auto &s) { return !s.name.empty(); }))
                   .arg(agents.mostNamed);
    m_line->setText(line + QLatin1Char(' ') + mode);
}

void AgentsPage::revoke()
{
    const auto chosen = m_list->selectedItems();
    if (chosen.isEmpty())
        return;
    const QString name = chosen.front()->data(Name, Qt::UserRole).toString();
    const QString why = moneySignerProblem(m_state);
    if (name.isEmpty() || !why.isEmpty()) {
        m_state.raiseNotice(engine::NoticeLevel::Warning,
                            why.isEmpty() ? tr("The unnamed agent is the web page's own: log out "
                                               "there to end it.")
                                          : why,
                            QStringLiteral("money"));
        return;
    }
    m_dialogs.ask(this,
                  {tr("Revoke the agent \"%1\"?").arg(name),
                   tr("Its slot is given to an address that nobody holds. It signs nothing more; "
                      "its orders stay on the venue."),
                   tr("Revoke %1").arg(name)},
                  [this, name](bool isMeant) {
                      if (!isMeant)
                          return;
                      const RequestId request = m_state.nextRequest();
                      if (moneySignsOnDevice(m_state)) {
                          m_state.engine().revokeAgent(request, name.toStdString());
                          return;
                      }
                      model::MoneyOrder order;
                      order.kind = model::MoneyKind::RevokeAgent;
                      order.name = name.toStdString();
                      m_state.engine().moveMoney(request, order);
                  });
}

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/slot_page.h"

#include "ui/common/formatters.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/signer_state.h"
#include "ui/signer/signer_words.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpressionValidator>
#include <QSysInfo>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace hl::ui {

namespace {

enum Column { Name, AgentAddress, Expires, Origin, ColumnCount };

} // namespace

QString agentNameOf(const QString &hostName)
{
    QString name;
    for (const QChar c : hostName) {
        if (c == QLatin1Char('.'))
            break; // the machine, without its domain
        const bool isTaken = c.unicode() < 128 && (c.isLetterOrNumber() || c == QLatin1Char('-') ||
                                                   c == QLatin1Char('_'));
        if (isTaken)
            name += c;
    }
    name.truncate(SlotPage::kLongestName);
    return name.isEmpty() ? QStringLiteral("touchline") : name;
}

SlotPage::SlotPage(WorkspaceState &state, WizardChoice &choice)
    : WizardPage(state, choice, QStringLiteral("wizardSlots"))
    , m_list(new QTreeWidget)
    , m_keep(new QCheckBox)
    , m_name(new QLineEdit)
    , m_status(signerLabel(QStringLiteral("slotStatus"), FontRole::Text, Tone::TextDim))
    , m_replace(new QCheckBox)
{
    m_list->setObjectName(QStringLiteral("slotList"));
    m_list->setAccessibleName(tr("Agents of this account"));
    m_list->setColumnCount(ColumnCount);
    m_list->setHeaderLabels({tr("Name"), tr("Address"), tr("Expires"), tr("Made")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFont(Theme::instance().font(FontRole::Digits));
    const int digit = QFontMetrics(m_list->font()).horizontalAdvance(QLatin1Char('0'));
    m_list->header()->resizeSection(Name, digit * 20);
    m_list->header()->resizeSection(AgentAddress, digit * 18);
    m_list->header()->resizeSection(Expires, digit * 36);
    m_keep->setObjectName(QStringLiteral("slotKeep"));
    m_name->setObjectName(QStringLiteral("slotName"));
    m_name->setMaxLength(kLongestName);
    m_name->setValidator(new QRegularExpressionValidator(
        QRegularExpression(QStringLiteral("[A-Za-z0-9_-]{0,16}")), m_name));
    m_name->setFont(Theme::instance().font(FontRole::Digits));
    m_name->setText(agentNameOf(QSysInfo::machineHostName()));
    m_replace->setObjectName(QStringLiteral("slotReplace"));
    auto *label = new QLabel(tr("&Name of the new agent, at most 16 characters"));
    label->setFont(Theme::instance().font(FontRole::Label));
    label->setBuddy(m_name);
    m_name->setAccessibleName(tr("Name of the new agent"));

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_keep);
    layout->addWidget(label);
    layout->addWidget(m_name);
    layout->addWidget(m_status);
    layout->addWidget(m_replace);
    m_status->setMinimumHeight(2 * m_status->fontMetrics().lineSpacing());

    connect(m_name, &QLineEdit::textChanged, this, &SlotPage::onName);
    connect(m_replace, &QCheckBox::toggled, this, [this](bool on) {
        m_choice.mayReplace = on;
        Q_EMIT changed();
    });
    connect(m_keep, &QCheckBox::toggled, this, [this](bool on) {
        m_choice.keepAgent = on;
        m_name->setEnabled(!on);
        onName();
    });
    connect(m_list, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem *item) {
        if (const QString name = item->data(Name, Qt::UserRole).toString(); !name.isEmpty())
            m_name->setText(name);
    });
    connect(&state.signing(), &SignerState::agentsChanged, this, &SlotPage::showAgents);
    showAgents();
}

QString SlotPage::title() const
{
    return tr("Which agent?");
}

const engine::AgentSlot *SlotPage::taken() const
{
    const auto &slots = m_state.signing().agents().slots;
    const std::string name = m_name->text().toStdString();
    const auto it = std::find_if(slots.begin(), slots.end(), [&](const engine::AgentSlot &slot) {
        return !slot.name.empty() && slot.name == name;
    });
    return it == slots.end() ? nullptr : &*it;
}

const engine::AgentSlot *SlotPage::tradingHere() const
{
    const auto &slots = m_state.signing().agents().slots;
    const auto it = std::find_if(slots.begin(), slots.end(), [](const engine::AgentSlot &slot) {
        return slot.isMadeHere && slot.isTrading;
    });
    return it == slots.end() ? nullptr : &*it;
}

int SlotPage::namedSlots() const
{
    const auto &slots = m_state.signing().agents().slots;
    return static_cast<int>(std::count_if(slots.begin(), slots.end(),
                                          [](const auto &slot) { return !slot.name.empty(); }));
}

bool SlotPage::isComplete() const
{
    if (!m_state.signing().agents().isKnown)
        return false;
    if (m_choice.keepAgent)
        return true;
    if (m_name->text().isEmpty())
        return false;
    if (taken())
        return m_replace->isChecked();
    return namedSlots() < m_state.signing().agents().mostNamed;
}

void SlotPage::enter()
{
    m_state.engine().readAgents(m_state.nextRequest());
}

void SlotPage::showAgents()
{
    const engine::AgentList &agents = m_state.signing().agents();
    m_list->clear();
    for (const engine::AgentSlot &slot : agents.slots) {
        auto *item = new QTreeWidgetItem(m_list);
        item->setText(Name, slot.name.empty() ? tr("(unnamed)") : fmt::fromUtf8(slot.name));
        item->setSizeHint(Name, QSize(0, Theme::instance().rowHeight()));
        item->setData(Name, Qt::UserRole, fmt::fromUtf8(slot.name));
        item->setText(AgentAddress, fmt::fromUtf8(slot.address.shortened()));
        item->setToolTip(AgentAddress, fmt::fromUtf8(slot.address.toString()));
        if (slot.validUntil) {
            const TimeMs left = *slot.validUntil - m_state.clock().wallMs();
            item->setText(Expires, left > 0 ? tr("%1 (in %2)")
                                                  .arg(fmt::dateTimeText(*slot.validUntil),
                                                       fmt::durationText(left * 1'000'000))
                                            : tr("expired"));
        } else {
            item->setText(Expires, tr("no end"));
        }
        item->setText(Origin, agentOrigin(slot, m_state.clock().wallMs()));
    }
    const engine::AgentSlot *here = tradingHere();
    m_keep->setVisible(here != nullptr);
    if (here)
        m_keep->setText(
            tr("Keep agent %1, only change the way to trade").arg(fmt::fromUtf8(here->name)));
    else
        m_keep->setChecked(false);
    onName();
}

void SlotPage::onName()
{
    const engine::AgentList &agents = m_state.signing().agents();
    m_choice.agentName = m_name->text().toStdString();
    const engine::AgentSlot *slot = m_choice.keepAgent ? nullptr : taken();
    m_replace->setVisible(slot != nullptr);
    if (slot) {
        m_replace->setText(tr("Replace agent %1").arg(fmt::fromUtf8(slot->name)));
        m_status->setText(
            slot->isMadeHere
                ? tr("The name is taken by %1, made here. Its key stops working at once.")
                      .arg(fmt::fromUtf8(slot->address.shortened()))
                : tr("The name is taken by %1, made elsewhere. Whatever trades with it stops "
                     "working at once.")
                      .arg(fmt::fromUtf8(slot->address.shortened())));
        setLabelTone(m_status, Tone::Ask);
    } else {
        m_replace->setChecked(false);
        if (!agents.problem.empty())
            m_status->setText(fmt::fromUtf8(agents.problem));
        else if (!agents.isKnown)
            m_status->setText(tr("Asking the venue for the agents of this account."));
        else if (!m_choice.keepAgent && namedSlots() >= agents.mostNamed)
            m_status->setText(tr("No slot is free: choose one of the agents above to replace."));
        else
            m_status->setText(
                tr("%1 of %2 named agents are in use.").arg(namedSlots()).arg(agents.mostNamed));
        setLabelTone(m_status, agents.problem.empty() ? Tone::TextDim : Tone::Ask);
    }
    Q_EMIT changed();
}

} // namespace hl::ui

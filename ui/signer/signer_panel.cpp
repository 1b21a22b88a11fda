// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/signer_panel.h"

#include "ui/common/formatters.h"
#include "ui/header/pieces.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/review_chips.h"
#include "ui/signer/signer_state.h"
#include "ui/signer/signer_words.h"
#include "ui/ticket/fact_list.h"
#include "ui/ticket/order_words.h"

#include <QCheckBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <utility>

namespace hl::ui {

namespace {

constexpr int kLeastExpiry = 15; // D18
constexpr int kMostExpiry = 600;

} // namespace

SignerPanel::SignerPanel(WorkspaceState &state, QWidget *parent)
    : QDialog(parent)
    , m_state(state)
    , m_badge(new Pill(QStringLiteral("panelEmulatorBadge")))
    , m_mode(signerLabel(QStringLiteral("signerMode"), FontRole::TextStrong, Tone::Text))
    , m_modeWords(signerLabel(QStringLiteral("signerModeWords"), FontRole::Text, Tone::TextDim))
    , m_facts(new FactList)
    , m_notice(new DeviceNotice(state))
    , m_exit(signerLabel(QStringLiteral("signerExit"), FontRole::TextStrong, Tone::Own))
    , m_chips(new ReviewChips(state))
    , m_agentsTitle(signerLabel(QStringLiteral("agentsTitle"), FontRole::Title, Tone::Text))
    , m_agentsNote(signerLabel(QStringLiteral("agentsNote"), FontRole::Text, Tone::TextDim))
    , m_agents(new QWidget)
    , m_wizard(new QPushButton(tr("Set up signing…")))
{
    setObjectName(QStringLiteral("signerPanel"));
    setWindowTitle(tr("Signer"));
    m_badge->setContent(tr("EMULATOR"), Tone::Own, std::nullopt, true);
    m_wizard->setObjectName(QStringLiteral("signerWizard"));
    m_wizard->setAutoDefault(false);
    m_agentsTitle->setText(tr("Agents of this account"));
    auto *close = new QPushButton(tr("Close · Esc"));
    close->setObjectName(QStringLiteral("signerClose"));
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_wizard, &QPushButton::clicked, this, &SignerPanel::wizardAsked);

    auto *top = new QHBoxLayout;
    top->addWidget(m_mode, 1);
    top->addWidget(m_badge);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(close);
    buttons->addStretch(1);
    buttons->addWidget(m_wizard);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(10);
    layout->addLayout(top);
    layout->addWidget(m_modeWords);
    layout->addWidget(m_notice);
    layout->addWidget(m_exit);
    layout->addWidget(m_facts);
    m_expiries = makeExpiries();
    layout->addWidget(m_expiries);
    m_form = new QCheckBox(tr("The device shows &hashes only"));
    m_form->setObjectName(QStringLiteral("deviceHashesOnly"));
    m_form->setToolTip(tr("Domain and message hash instead of the fields, also where this device "
                          "can show those. For a device that does not take the fields; less can be "
                          "compared on it."));
    connect(m_form, &QCheckBox::clicked, this,
            [this](bool on) { m_state.engine().setDeviceForm(on); });
    layout->addWidget(m_form);
    layout->addWidget(m_chips);
    layout->addWidget(m_agentsTitle);
    layout->addWidget(m_agentsNote);
    layout->addWidget(m_agents);
    layout->addStretch(1);
    layout->addLayout(buttons);
    setMinimumWidth(m_facts->fontMetrics().averageCharWidth() * 88);

    const SignerState &signing = state.signing();
    connect(&signing, &SignerState::deviceChanged, this, &SignerPanel::refresh);
    connect(&signing, &SignerState::modeChanged, this, &SignerPanel::refresh);
    connect(&signing, &SignerState::agentsChanged, this, &SignerPanel::showAgents);
    connect(&signing, &SignerState::reviewChanged, this, &SignerPanel::refresh);
    connect(&state, &WorkspaceState::signerChanged, this, &SignerPanel::refresh);
    refresh();
    showAgents();
    setFocus();
}

/// How long a signature of the device is good (D18).
QWidget *SignerPanel::makeExpiries()
{
    auto *row = new QWidget;
    row->setObjectName(QStringLiteral("deviceExpiries"));
    auto *words = signerLabel(QStringLiteral("expiriesWords"), FontRole::Text, Tone::TextDim);
    words->setText(tr("A device's signature is good for"));
    words->setWordWrap(false);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(words);
    const auto field = [&](const char *name, const QString &of) {
        auto *spin = new QSpinBox;
        spin->setObjectName(QString::fromLatin1(name));
        spin->setRange(kLeastExpiry, kMostExpiry);
        spin->setSuffix(tr(" s"));
        // Room for the arrows of every style.
        spin->setMinimumWidth(spin->fontMetrics().horizontalAdvance(QStringLiteral("000 s")) + 56);
        spin->setAccessibleName(tr("Seconds a signature for %1 is good").arg(of));
        spin->setToolTip(tr("%1 to %2 s, counted from when the bytes are frozen.")
                             .arg(kLeastExpiry)
                             .arg(kMostExpiry));
        auto *label = signerLabel(QString::fromLatin1(name) + QStringLiteral("Of"), FontRole::Text,
                                  Tone::TextDim);
        label->setText(of);
        label->setWordWrap(false);
        layout->addWidget(spin);
        layout->addWidget(label);
        connect(spin, &QSpinBox::editingFinished, this, &SignerPanel::sendExpiries);
        return spin;
    };
    m_takes = field("expiryTakes", tr("market orders"));
    m_rests = field("expiryRests", tr("resting orders"));
    layout->addStretch(1);
    return row;
}

void SignerPanel::sendExpiries()
{
    const engine::DeviceStatus &device = m_state.signing().device();
    if (m_takes->value() != device.takesSeconds || m_rests->value() != device.restsSeconds)
        m_state.engine().setDeviceExpiries(m_takes->value(), m_rests->value());
}

void SignerPanel::refresh()
{
    const SignerState &signing = m_state.signing();
    const engine::DeviceStatus &device = signing.device();
    m_badge->setVisible(device.isEmulator || m_state.signer().kind == engine::SignerKind::Emulator);
    m_mode->setText(modeName(signing.mode()));
    m_modeWords->setText(modeWords(signing.mode()));
    m_facts->set(QStringLiteral("panelSigner"), tr("Signed by"), signerName(m_state.signer()));
    const bool hasDevice = signing.hasDevice();
    m_notice->setVisible(hasDevice);
    m_expiries->setVisible(hasDevice);
    m_form->setVisible(hasDevice);
    m_form->setChecked(device.hashesOnly);
    if (!m_takes->hasFocus() && !m_rests->hasFocus()) {
        m_takes->setValue(device.takesSeconds);
        m_rests->setValue(device.restsSeconds);
    }
    m_exit->setText(fmt::fromUtf8(device.exitHint));
    m_exit->setVisible(!device.exitHint.empty());
    if (hasDevice) {
        const QString app = appName(device.appName, device.appVersion);
        m_facts->set(QStringLiteral("panelDevice"), tr("Device"),
                     device.isEmulator ? tr("%1, emulator").arg(deviceName(device))
                                       : deviceName(device));
        m_facts->set(QStringLiteral("panelApp"), tr("App"), app.isEmpty() ? fmt::none() : app);
        m_facts->set(QStringLiteral("panelPath"), tr("Path"),
                     device.path.empty() ? fmt::none() : fmt::fromUtf8(device.path));
        m_facts->set(QStringLiteral("panelAccount"), tr("Account"),
                     device.account ? fmt::fromUtf8(device.account->toString()) : fmt::none());
        m_facts->set(QStringLiteral("panelBlind"), tr("Blind signing"),
                     !device.blindSigning   ? fmt::none()
                     : *device.blindSigning ? tr("on")
                                            : tr("off"));
    }
    m_chips->setVisible(!signing.queued().empty());
    // Renewal waits until nothing is in flight (D9).
    const bool isQuiet = m_state.signer().waiting == 0 && !signing.active();
    if (std::exchange(m_isQuiet, isQuiet) != isQuiet)
        showAgents();
    grow();
}

/// A sentence that wraps makes the panel taller; it never shrinks under the pointer.
void SignerPanel::grow()
{
    if (!layout())
        return;
    layout()->activate();
    const int wanted = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width())
                                                     : layout()->totalSizeHint().height();
    if (wanted > height())
        resize(width(), wanted);
}

void SignerPanel::showAgents()
{
    const SignerState &signing = m_state.signing();
    const engine::AgentList &list = signing.agents();
    const bool hasDevice = signing.hasDevice();
    m_agentsTitle->setVisible(hasDevice);
    m_agentsNote->setVisible(hasDevice && (!list.isKnown || list.slots.empty()));
    m_agentsNote->setText(!list.problem.empty() ? fmt::fromUtf8(list.problem)
                          : !list.isKnown       ? tr("Not asked for yet.")
                                                : tr("The account has no agents."));
    auto *fresh = new QWidget;
    fresh->setObjectName(QStringLiteral("agentRows"));
    auto *grid = new QGridLayout(fresh);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const engine::AgentSlot &slot : list.slots) {
        const QString name = slot.name.empty() ? tr("(unnamed)") : fmt::fromUtf8(slot.name);
        const QString until = slot.validUntil ? fmt::dateTimeText(*slot.validUntil) : tr("no end");
        const std::array cells{name, fmt::fromUtf8(slot.address.shortened()), until,
                               agentOrigin(slot, m_state.clock().wallMs())};
        int column = 0;
        for (const QString &text : cells) {
            auto *cell = signerLabel(QStringLiteral("agentCell%1").arg(column),
                                     column == 0 ? FontRole::TextStrong : FontRole::DigitsSmall,
                                     slot.isMadeHere || column == 0 ? Tone::Text : Tone::TextDim);
            cell->setWordWrap(false);
            cell->setText(text);
            grid->addWidget(cell, row, column++);
        }
        if (slot.isMadeHere && !slot.name.empty()) {
            auto *renew = new QPushButton(tr("Renew"));
            auto *revoke = new QPushButton(tr("Revoke"));
            renew->setObjectName(QStringLiteral("agentRenew"));
            revoke->setObjectName(QStringLiteral("agentRevoke"));
            renew->setAccessibleName(tr("Renew %1").arg(name));
            revoke->setAccessibleName(tr("Revoke %1").arg(name));
            renew->setEnabled(m_isQuiet);
            renew->setToolTip(m_isQuiet ? QString() : tr("Possible when nothing is on its way."));
            for (QPushButton *button : {renew, revoke}) {
                button->setAutoDefault(false);
                setButtonKind(button, ButtonKind::Flat);
                grid->addWidget(button, row, column++);
            }
            connect(renew, &QPushButton::clicked, this,
                    [this, agent = slot.name] { Q_EMIT renewAsked(agent); });
            connect(revoke, &QPushButton::clicked, this,
                    [this, agent = slot.name] { Q_EMIT revokeAsked(agent); });
        }
        ++row;
    }
    layout()->replaceWidget(m_agents, fresh);
    m_agents->hide();
    m_agents->deleteLater();
    m_agents = fresh;
    m_agents->setVisible(row > 0);
    grow();
}

bool SignerPanel::event(QEvent *event)
{
    const bool isHandled = QDialog::event(event);
    // The layouts inside have told theirs: only now is the height of a wrapped sentence known.
    if (event->type() == QEvent::LayoutRequest)
        grow();
    return isHandled;
}

void SignerPanel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().color(Tone::Panel));
    painter.setPen(Theme::instance().color(Tone::Line));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace hl::ui

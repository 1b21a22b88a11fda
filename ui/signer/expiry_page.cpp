// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/expiry_page.h"

#include "ui/lock/secret_field.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/signer_state.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace hl::ui {

ExpiryPage::ExpiryPage(WorkspaceState &state, WizardChoice &choice)
    : WizardPage(state, choice, QStringLiteral("wizardExpiry"))
    , m_first(new SecretField)
    , m_second(new SecretField)
    , m_status(signerLabel(QStringLiteral("expiryStatus"), FontRole::Text, Tone::Ask))
    , m_setting(signerLabel(QStringLiteral("expirySetting"), FontRole::TextStrong, Tone::Own))
{
    auto *days = new QHBoxLayout;
    days->setSpacing(6);
    auto *group = new QButtonGroup(this);
    for (const int each : kDays) {
        auto *chip = new QPushButton(tr("%n day(s)", nullptr, each));
        chip->setObjectName(QStringLiteral("expiryDays%1").arg(each));
        chip->setCheckable(true);
        chip->setAutoDefault(false);
        chip->setChecked(each == choice.days);
        setButtonKind(chip, ButtonKind::Chip);
        group->addButton(chip);
        days->addWidget(chip);
        connect(chip, &QPushButton::toggled, this, [this, each](bool on) {
            if (on)
                m_choice.days = each;
        });
    }
    days->addStretch(1);
    auto *made = signerLabel(QStringLiteral("expiryMade"), FontRole::Text, Tone::TextDim);
    made->setText(tr("A new key is made on this computer, stored encrypted and read back before "
                     "the device is asked. No old key is ever used again."));
    m_first->setObjectName(QStringLiteral("agentPassphrase"));
    m_second->setObjectName(QStringLiteral("agentPassphraseAgain"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(days);
    layout->addSpacing(8);
    layout->addWidget(made);
    for (const auto &[field, words] : {std::pair{m_first, tr("&Passphrase for the agent's key")},
                                       std::pair{m_second, tr("Passphrase &again")}}) {
        auto *label = new QLabel(words);
        label->setFont(Theme::instance().font(FontRole::Label));
        label->setBuddy(field);
        QString name = words;
        field->setAccessibleName(name.remove(QLatin1Char('&')));
        layout->addWidget(label);
        layout->addWidget(field);
        connect(field, &SecretField::changed, this, &ExpiryPage::refresh);
    }
    layout->addWidget(m_status);
    m_status->setMinimumHeight(m_status->fontMetrics().lineSpacing());
    layout->addSpacing(8);
    layout->addWidget(m_setting);
    layout->addStretch(1);
    connect(&state.signing(), &SignerState::deviceChanged, this, &ExpiryPage::refresh);
    refresh();
}

QString ExpiryPage::title() const
{
    return tr("How long, and under which passphrase?");
}

void ExpiryPage::enter()
{
    refresh();
    m_first->setFocus();
}

bool ExpiryPage::isComplete() const
{
    return m_first->size() >= kShortest && m_first->matches(*m_second);
}

std::shared_ptr<const SecretBytes> ExpiryPage::takePassphrase()
{
    m_second->clear();
    return m_first->take();
}

void ExpiryPage::refresh()
{
    const bool differs = !m_second->isEmpty() && !m_first->matches(*m_second);
    const bool isShort = !m_first->isEmpty() && m_first->size() < kShortest;
    m_status->setText(isShort   ? tr("A passphrase has at least eight characters.")
                      : differs ? tr("The two passphrases differ.")
                                : QString());
    const std::optional<bool> blind = m_state.signing().device().blindSigning;
    if (blind == true) {
        m_setting->setText(tr("Blind signing is on in the Ethereum app, as this needs."));
        setLabelTone(m_setting, Tone::TextDim);
    } else {
        m_setting->setText(
            blind == false
                ? tr("Blind signing is off on the device. Turn it on before you go on: Ethereum "
                     "app, Settings, Blind signing.")
                : tr("The device needs Blind signing on: Ethereum app, Settings, Blind signing."));
        setLabelTone(m_setting, Tone::Own);
    }
    Q_EMIT changed();
}

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/mode_page.h"

#include "ui/signer/device_notice.h"
#include "ui/signer/signer_state.h"
#include "ui/signer/signer_words.h"

#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>

#include <array>

namespace hl::ui {

using engine::TradeMode;

ModePage::ModePage(WorkspaceState &state, WizardChoice &choice)
    : WizardPage(state, choice, QStringLiteral("wizardMode"))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    const std::array modes{std::pair{TradeMode::AgentTrades, "modeAgentTrades"},
                           std::pair{TradeMode::DeviceOpensAgentExits, "modeDeviceOpens"},
                           std::pair{TradeMode::DeviceOnly, "modeDeviceOnly"}};
    for (const auto &[mode, name] : modes) {
        auto *radio = new QRadioButton(modeName(mode));
        radio->setObjectName(QLatin1String(name));
        radio->setFont(Theme::instance().font(FontRole::TextStrong));
        auto *words = signerLabel(QLatin1String(name) + QStringLiteral("Words"), FontRole::Text,
                                  Tone::TextDim);
        words->setText(modeWords(mode));
        words->setContentsMargins(22, 0, 0, 10);
        radio->setAccessibleDescription(words->text());
        connect(radio, &QRadioButton::toggled, this, [this, chosen = mode](bool on) {
            if (on)
                m_choice.mode = chosen;
            Q_EMIT changed();
        });
        layout->addWidget(radio);
        layout->addWidget(words);
        m_modes.emplace_back(mode, radio);
    }
    auto *risk = signerLabel(QStringLiteral("modeRisk"), FontRole::Text, Tone::Own);
    risk->setText(agentRiskWords());
    layout->addWidget(risk);
    layout->addStretch(1);
}

QString ModePage::title() const
{
    return tr("How do you want to trade?");
}

void ModePage::enter()
{
    if (m_isChosen)
        return; // turned back to: what was chosen stays
    m_isChosen = true;
    const TradeMode now = m_state.signing().mode();
    const TradeMode chosen = now == TradeMode::LocalKey ? TradeMode::AgentTrades : now;
    for (const auto &[mode, radio] : m_modes)
        radio->setChecked(mode == chosen);
    m_choice.mode = chosen;
}

} // namespace hl::ui

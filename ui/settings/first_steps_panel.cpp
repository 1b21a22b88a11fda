// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings/first_steps_panel.h"

#include "ui/common/theme.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/signer_state.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace hl::ui {

using engine::Network;

FirstStepsPanel::FirstStepsPanel(WorkspaceState &state, const QStringList &keys, QWidget *parent)
    : Panel(QStringLiteral("guide"), parent)
    , m_state(state)
{
    setTitle(tr("First steps"));
    auto *header = new QWidget(this);
    auto *top = new QHBoxLayout(header);
    top->setContentsMargins(0, 0, 0, 0);
    top->setSpacing(8);
    const int height = Theme::instance().panelHeaderHeight() - 8;
    auto *on = signerLabel(QStringLiteral("guideOn"), FontRole::Label, Tone::TextFaint);
    on->setText(tr("without practice on"));
    on->setWordWrap(false);
    m_network = new QComboBox;
    m_network->setObjectName(QStringLiteral("guideNetwork"));
    m_network->setAccessibleName(tr("Network to begin on"));
    m_network->addItem(tr("Mainnet"), static_cast<int>(Network::Mainnet));
    m_network->addItem(tr("Testnet"), static_cast<int>(Network::Testnet));
    m_network->setFixedHeight(height);
    m_network->setMinimumWidth(
        m_network->fontMetrics().horizontalAdvance(QStringLiteral("Mainnet")) + 44);
    auto *close = button("guideDone", tr("Done"));
    close->setFixedHeight(height);
    connect(close, &QPushButton::clicked, this, &FirstStepsPanel::done);
    top->addWidget(on);
    top->addWidget(m_network);
    top->addWidget(close);
    setHeaderWidget(header);

    auto *inner = new QWidget;
    auto *columns = new QHBoxLayout(inner);
    columns->setContentsMargins(14, 4, 14, 4);
    columns->setSpacing(24);

    auto *practise = column(columns, "guidePractise", tr("Practise"),
                            tr("Play money on a venue inside this program. No network, no "
                               "account, nothing to install."));
    m_practise = button("guidePractiseGo", tr("Trade on the practice account"));
    connect(m_practise, &QPushButton::clicked, this, [this] {
        if (m_state.connection().network == Network::Demo)
            Q_EMIT practiceAsked();
        else
            Q_EMIT sessionAsked({});
    });
    practise->addWidget(m_practise, 0, Qt::AlignLeft);
    practise->addStretch(1);

    auto *follow = column(columns, "guideWatch", tr("Watch an address"),
                          tr("Positions, orders and fills of anybody's account. Nothing can be "
                             "signed."));
    m_address = new QLineEdit;
    m_address->setObjectName(QStringLiteral("guideAddress"));
    m_address->setAccessibleName(tr("Address to watch"));
    m_address->setPlaceholderText(QStringLiteral("0x…"));
    m_address->setMaxLength(64);
    m_address->setFont(Theme::instance().font(FontRole::DigitsSmall));
    auto *go = button("guideWatchGo", tr("Watch"));
    connect(go, &QPushButton::clicked, this, &FirstStepsPanel::watch);
    connect(m_address, &QLineEdit::returnPressed, this, &FirstStepsPanel::watch);
    auto *row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_address, 1);
    row->addWidget(go);
    m_addressSaid = signerLabel(QStringLiteral("guideWatchSaid"), FontRole::Label, Tone::Ask);
    // In the words' place, so that it is in sight in a low panel too.
    m_addressSaid->hide();
    follow->addWidget(m_addressSaid);
    follow->addLayout(row);
    follow->addStretch(1);

    auto *ledger =
        column(columns, "guideLedger", tr("Trade with a Ledger"),
               tr("The device keeps the money; an agent on this computer trades and cannot "
                  "withdraw."));
    m_ledger = button("guideLedgerGo", tr("Connect the Ledger"));
    connect(m_ledger, &QPushButton::clicked, this, [this] {
        if (m_state.signing().hasDevice()) {
            Q_EMIT wizardAsked();
            return;
        }
        SessionWish wish;
        wish.network = chosenNetwork();
        wish.hasLedger = true;
        Q_EMIT sessionAsked(wish);
    });
    ledger->addWidget(m_ledger, 0, Qt::AlignLeft);
    ledger->addStretch(1);

    const QString command = QStringLiteral("touchline-cli key new main");
    auto *local = column(
        columns, "guideKey", tr("Trade with a key of this computer"),
        keys.isEmpty()
            ? tr("Encrypted in the profile. Make one in a terminal with \"%1\".").arg(command)
            : tr("Kept encrypted in the profile, asked for its passphrase."));
    auto *choice = new QHBoxLayout;
    choice->setSpacing(6);
    if (keys.isEmpty()) {
        auto *copy = button("guideKeyCopy", tr("Copy the command"));
        connect(copy, &QPushButton::clicked, this,
                [command] { QApplication::clipboard()->setText(command); });
        choice->addWidget(copy);
    } else {
        auto *names = new QComboBox;
        names->setObjectName(QStringLiteral("guideKeys"));
        names->setAccessibleName(tr("Key"));
        names->addItems(keys);
        auto *use = button("guideKeyGo", tr("Open"));
        connect(use, &QPushButton::clicked, this, [this, names] {
            SessionWish wish;
            wish.network = chosenNetwork();
            wish.signer = names->currentText();
            Q_EMIT sessionAsked(wish);
        });
        choice->addWidget(names);
        choice->addWidget(use);
    }
    choice->addStretch(1);
    local->addLayout(choice);
    local->addStretch(1);

    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(inner);
    scroll->viewport()->setAutoFillBackground(false);
    inner->setAutoFillBackground(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    setFocusProxy(m_practise);

    connect(&state, &WorkspaceState::connectionChanged, this, &FirstStepsPanel::refresh);
    connect(&state, &WorkspaceState::ordersChanged, this,
            [this](const std::vector<model::Order> &orders) {
                const bool isTrading =
                    std::any_of(orders.begin(), orders.end(), [](const model::Order &order) {
                        return order.isOurs && model::isLive(order.phase);
                    });
                if (isTrading && isVisible())
                    Q_EMIT done();
            });
    refresh();
}

QVBoxLayout *FirstStepsPanel::column(QHBoxLayout *columns, const char *name, const QString &title,
                                     const QString &words)
{
    auto *layout = new QVBoxLayout;
    layout->setSpacing(4);
    auto *head = signerLabel(QLatin1String(name), FontRole::TextStrong, Tone::Text);
    head->setText(title);
    auto *text =
        signerLabel(QLatin1String(name) + QStringLiteral("Words"), FontRole::Text, Tone::TextDim);
    text->setText(words);
    layout->addWidget(head);
    layout->addWidget(text);
    columns->addLayout(layout, 1);
    return layout;
}

QPushButton *FirstStepsPanel::button(const char *name, const QString &text)
{
    auto *made = new QPushButton(text);
    made->setObjectName(QLatin1String(name));
    made->setAutoDefault(false);
    return made;
}

Network FirstStepsPanel::chosenNetwork() const
{
    return static_cast<Network>(m_network->currentData().toInt());
}

void FirstStepsPanel::refresh()
{
    const Network now = m_state.connection().network;
    m_practise->setText(now == Network::Demo ? tr("Trade on the practice account")
                                             : tr("Open the practice account"));
    // Told every half second, changed or not: what a person chose meanwhile stays chosen.
    if (std::exchange(m_seen, now) == now)
        return;
    if (const int at = m_network->findData(static_cast<int>(now)); at >= 0)
        m_network->setCurrentIndex(at);
}

void FirstStepsPanel::watch()
{
    const auto address = Address::parse(m_address->text().trimmed().toStdString());
    findChild<QLabel *>(QStringLiteral("guideWatchWords"))->setVisible(address.has_value());
    m_addressSaid->setVisible(!address);
    if (!address) {
        m_addressSaid->setText(tr("An address is 0x and 40 digits 0–9, a–f."));
        m_address->setFocus();
        return;
    }
    m_addressSaid->clear();
    SessionWish wish;
    wish.network = chosenNetwork();
    wish.watch = *address;
    Q_EMIT sessionAsked(wish);
}

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/money/money_review.h"

#include "ui/common/dialogs.h"
#include "ui/common/formatters.h"
#include "ui/money/money_words.h"
#include "ui/ticket/fact_list.h"
#include "ui/ticket/order_words.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace hl::ui {

namespace {

/// Two lines of five groups: eyes keep their place.
QString inTwoLines(const Address &address)
{
    QString text = fmt::fromUtf8(guard::groupedAddress(address));
    text[26] = QLatin1Char('\n');
    return text;
}

QString actOf(const guard::MoneyProblem &problem)
{
    const std::string_view rule = problem.rule;
    if (rule == "new")
        return MoneyReview::tr("I have compared all 40 digits");
    if (rule == "system")
        return MoneyReview::tr("It shall go over this bridge");
    return MoneyReview::tr("It shall be so much");
}

} // namespace

MoneyReview::MoneyReview(WorkspaceState &state, Dialogs &dialogs, const model::MoneyOrder &order,
                         const model::MoneyFacts &facts, QWidget *parent)
    : QDialog(parent)
    , m_state(state)
    , m_dialogs(dialogs)
    , m_order(order)
    , m_facts(facts)
    , m_account(state.account().user)
    , m_network(state.connection().network)
{
    setObjectName(QStringLiteral("moneyReview"));
    setWindowTitle(tr("Review"));
    auto *title = moneyLabel(QStringLiteral("moneyReviewTitle"), FontRole::Market, Tone::Text);
    // A shortened address is one word.
    title->setText(fmt::fromUtf8(guard::moneyTitle(order))
                       .replace(QStringLiteral("…"), QStringLiteral("\u2060…\u2060")));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 22, 24, 20);
    layout->setSpacing(12);
    layout->addWidget(title);
    const bool hasPlace = guard::goesAway(order.kind) ||
                          order.kind == model::MoneyKind::VaultTransfer ||
                          order.kind == model::MoneyKind::SubAccountTransfer ||
                          order.kind == model::MoneyKind::ApproveBuilder;
    if (hasPlace) {
        auto *address =
            moneyLabel(QStringLiteral("moneyReviewAddress"), FontRole::DigitsMarket, Tone::Own);
        address->setTextFormat(Qt::PlainText);
        address->setText(inTwoLines(order.destination));
        address->setAccessibleName(tr("Destination %1").arg(inTwoLines(order.destination)));
        layout->addWidget(address);
    }
    m_list = new FactList;
    showMoneyFacts(*m_list, QStringLiteral("moneyReview"), m_order, &m_facts, state);
    m_list->set(QStringLiteral("moneyReviewAccount"), tr("From the account"),
                fmt::fromUtf8(m_account.toString()));
    m_list->set(QStringLiteral("moneyReviewNetwork"), tr("Network"), networkName(m_network));
    const bool isOnDevice = moneySignsOnDevice(state);
    m_list->set(QStringLiteral("moneyReviewSigner"), tr("Signed by"),
                isOnDevice ? tr("the device, after a press there") : signerName(state.signer()));
    layout->addWidget(m_list);

    const guard::MoneySituation at{m_account, &state.account(), &m_facts,
                                   moneyTokenPx(state, m_order)};
    for (const guard::MoneyProblem &problem : guard::judgeMoney(m_order, at)) {
        if (problem.blocks)
            continue;
        auto *text = moneyLabel(QStringLiteral("moneyAskText_") + QLatin1String(problem.rule),
                                FontRole::Text, Tone::Ask);
        text->setText(moneyProblemText(problem));
        auto *box = new QCheckBox(actOf(problem));
        box->setObjectName(QStringLiteral("moneyAsk_") + QLatin1String(problem.rule));
        connect(box, &QCheckBox::toggled, this, &MoneyReview::watch);
        layout->addWidget(text);
        layout->addWidget(box);
        m_asked.emplace_back(problem.rule, box);
        m_isAskedTwice = m_isAskedTwice || std::string_view(problem.rule) == "share";
    }
    m_problem = moneyLabel(QStringLiteral("moneyReviewProblem"), FontRole::TextStrong, Tone::Ask);
    m_problem->setMinimumHeight(2 * m_problem->fontMetrics().lineSpacing());
    layout->addWidget(m_problem);

    m_reject = new QPushButton(tr("Reject · Esc"));
    m_reject->setObjectName(QStringLiteral("moneyReject"));
    m_reject->setAutoDefault(false);
    m_send = new QPushButton(isOnDevice ? tr("Sign on the device") : tr("Sign and send"));
    m_send->setObjectName(QStringLiteral("moneySend"));
    m_send->setAutoDefault(false);
    setButtonKind(m_send, ButtonKind::PrimarySell);
    connect(m_reject, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_send, &QPushButton::clicked, this, &MoneyReview::send);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_reject);
    buttons->addStretch(1);
    buttons->addWidget(m_send);
    layout->addLayout(buttons);
    // A whole address and its label fit on one line, and every line has its height.
    const int width =
        QFontMetrics(Theme::instance().font(FontRole::Digits)).horizontalAdvance(QLatin1Char('0')) *
            42 +
        m_list->fontMetrics().averageCharWidth() * 26 + 48;
    setFixedWidth(width);
    setMinimumHeight(layout->totalHeightForWidth(width));
    m_reject->setFocus();

    connect(&state, &WorkspaceState::accountChanged, this, &MoneyReview::watch);
    connect(&state, &WorkspaceState::signerChanged, this, &MoneyReview::watch);
    connect(&state, &WorkspaceState::connectionChanged, this, &MoneyReview::watch);
    watch();
}

void MoneyReview::watch()
{
    if (m_isDone)
        return;
    QString problem = moneySignerProblem(m_state);
    if (m_state.account().user != m_account || m_state.connection().network != m_network)
        problem = tr("Account or network has changed: this can only be rejected.");
    const guard::MoneySituation at{m_account, &m_state.account(), &m_facts,
                                   moneyTokenPx(m_state, m_order)};
    for (const guard::MoneyProblem &found : guard::judgeMoney(m_order, at)) {
        if (!problem.isEmpty())
            break;
        const bool wasAsked = std::ranges::any_of(
            m_asked, [&](const auto &asked) { return asked.first == found.rule; });
        if (found.blocks)
            problem = moneyProblemText(found);
        else if (!wasAsked) // more is asked than when it was opened
            problem = tr("The account has changed: open the review again.");
    }
    m_problem->setText(problem);
    m_send->setEnabled(problem.isEmpty() && std::ranges::all_of(m_asked, [](const auto &asked) {
                           return asked.second->isChecked();
                       }));
}

void MoneyReview::send()
{
    watch();
    if (m_isDone || !m_send->isEnabled())
        return;
    if (!m_isAskedTwice)
        return approve();
    const guard::MoneyCost cost = guard::costOf(m_order, &m_facts);
    m_dialogs.ask(this,
                  {tr("A large part of this account"),
                   tr("%1 leave for a destination that is new:\n%2")
                       .arg(sumText(cost.leaves, m_order.token), inTwoLines(m_order.destination)),
                   tr("Send %1").arg(sumText(m_order.amount, m_order.token))},
                  [this](bool isMeant) {
                      if (isMeant)
                          approve();
                  });
}

void MoneyReview::approve()
{
    watch();
    if (m_isDone || !m_send->isEnabled())
        return;
    m_isDone = true;
    model::MoneyOrder order = m_order;
    for (const auto &[rule, box] : m_asked)
        order.asked.push_back(rule);
    accept();
    Q_EMIT approved(order);
}

void MoneyReview::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (!event->isAutoRepeat() && !(event->modifiers() & ~Qt::KeypadModifier)) {
            if (m_reject->hasFocus())
                reject();
            else if (m_send->hasFocus() && !moneySignsOnDevice(m_state))
                send();
        }
        event->accept();
        return;
    }
    QDialog::keyPressEvent(event);
}

} // namespace hl::ui

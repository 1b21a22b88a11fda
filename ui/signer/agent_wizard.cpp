// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/agent_wizard.h"

#include "ui/common/error_text.h"
#include "ui/header/pieces.h"
#include "ui/signer/account_page.h"
#include "ui/signer/approval_page.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/expiry_page.h"
#include "ui/signer/limits_page.h"
#include "ui/signer/mode_page.h"
#include "ui/signer/signer_state.h"
#include "ui/signer/slot_page.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace hl::ui {

AgentWizard::AgentWizard(WorkspaceState &state, QWidget *parent)
    : QDialog(parent)
    , m_state(state)
    , m_account(new AccountPage(state, m_choice))
    , m_expiry(new ExpiryPage(state, m_choice))
    , m_approval(new ApprovalPage(state, m_choice))
    , m_title(signerLabel(QStringLiteral("wizardTitle"), FontRole::Market, Tone::Text))
    , m_problem(signerLabel(QStringLiteral("wizardProblem"), FontRole::TextStrong, Tone::Ask))
    , m_badge(new Pill(QStringLiteral("wizardEmulatorBadge")))
    , m_stack(new QStackedWidget)
    , m_close(new QPushButton(tr("Close · Esc")))
    , m_back(new QPushButton(tr("Back")))
    , m_next(new QPushButton(tr("Next")))
{
    setObjectName(QStringLiteral("agentWizard"));
    setWindowTitle(tr("Set up signing"));
    setAttribute(Qt::WA_DeleteOnClose);
    // In the order of Page.
    m_pages = {new ModePage(state, m_choice),
               m_account,
               new SlotPage(state, m_choice),
               m_expiry,
               m_approval,
               new LimitsPage(state, m_choice, state.guardLimits())};
    for (WizardPage *page : m_pages) {
        m_stack->addWidget(page);
        connect(page, &WizardPage::changed, this, &AgentWizard::refresh);
    }
    m_close->setObjectName(QStringLiteral("wizardClose"));
    m_back->setObjectName(QStringLiteral("wizardBack"));
    m_next->setObjectName(QStringLiteral("wizardNext"));
    for (QPushButton *button : {m_close, m_back, m_next})
        button->setAutoDefault(false);
    connect(m_close, &QPushButton::clicked, this, &AgentWizard::reject);
    connect(m_back, &QPushButton::clicked, this, &AgentWizard::back);
    connect(m_next, &QPushButton::clicked, this, &AgentWizard::next);
    connect(&state, &WorkspaceState::commandFinished, this, &AgentWizard::onFinished);
    m_badge->setContent(tr("EMULATOR"), Tone::Own, std::nullopt, true);
    const auto mark = [this] { m_badge->setVisible(m_state.signing().device().isEmulator); };
    connect(&state.signing(), &SignerState::deviceChanged, this, mark);
    mark();

    m_problem->setMinimumHeight(m_problem->fontMetrics().lineSpacing());
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_close);
    buttons->addStretch(1);
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 18);
    layout->setSpacing(12);
    auto *head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_badge);
    layout->addLayout(head);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_problem);
    layout->addLayout(buttons);
    const QFontMetrics digits(Theme::instance().font(FontRole::Digits));
    setFixedWidth(digits.horizontalAdvance(QLatin1Char('0')) * 112);
    setFixedHeight(m_problem->fontMetrics().lineSpacing() * 39);
    turnTo(Page::Mode);
}

WizardPage *AgentWizard::current() const
{
    return m_pages[static_cast<std::size_t>(m_page)];
}

bool AgentWizard::takes(const engine::SigningReview &review) const
{
    return isVisible() && m_page == Page::Approval && m_approval->takes(review);
}

void AgentWizard::startRenewal(const std::string &name)
{
    if (m_page == Page::Approval && m_approval->isUnderWay())
        return; // one at a time
    m_choice.isRenewal = true;
    m_choice.mode = m_state.signing().mode();
    m_choice.agentName = name;
    m_choice.mayReplace = true; // its own slot
    m_choice.keepAgent = false;
    turnTo(Page::Expiry);
}

void AgentWizard::turnTo(Page page)
{
    m_page = page;
    m_problem->clear();
    m_stack->setCurrentWidget(current());
    m_title->setText(current()->title());
    current()->enter();
    refresh();
}

void AgentWizard::refresh()
{
    const bool isWaiting = m_pending != 0 && m_page != Page::Approval;
    m_next->setEnabled(!isWaiting && current()->isComplete());
    m_next->setText(m_page == Page::Expiry   ? tr("Make the key and ask the device")
                    : m_page == Page::Limits ? tr("Finish")
                                             : tr("Next"));
    const bool isFirst = m_page == Page::Mode || (m_page == Page::Expiry && m_choice.isRenewal);
    const bool isLast = m_page == Page::Limits;
    m_back->setEnabled(!isWaiting && !isFirst && !isLast &&
                       (m_page != Page::Approval || m_approval->canGoBack()));
}

void AgentWizard::send(const std::function<void(RequestId)> &command, std::function<void()> then)
{
    m_problem->clear();
    m_pending = m_state.nextRequest();
    m_then = std::move(then);
    refresh();
    command(m_pending);
}

void AgentWizard::onFinished(const engine::CommandResult &result)
{
    if (m_pending == 0 || result.request != m_pending)
        return;
    m_pending = 0;
    const std::function<void()> then = std::exchange(m_then, nullptr);
    if (!result.ok && m_page == Page::Approval)
        m_approval->fail(QString::fromStdString(result.error.sentence()));
    else if (!result.ok)
        m_problem->setText(errorText(result.error));
    else if (then)
        then();
    refresh();
}

void AgentWizard::next()
{
    if (!m_next->isEnabled())
        return;
    engine::EngineApi &engine = m_state.engine();
    const auto changeMode = [this, &engine] {
        send([&](RequestId request) { engine.setTradeMode(request, m_choice.mode); },
             [this] { turnTo(Page::Limits); });
    };
    const auto afterAccount = [this, changeMode] {
        if (m_choice.mode == engine::TradeMode::DeviceOnly)
            changeMode(); // no agent in it
        else
            turnTo(Page::Slots);
    };
    switch (m_page) {
    case Page::Mode: {
        // A device that is gone cannot be asked for its account, nor is it where that is known.
        const engine::DeviceStatus &device = m_state.signing().device();
        const bool needsNothing =
            m_choice.mode == engine::TradeMode::DeviceOnly || m_state.signer().hasLocalKey;
        if (device.account && engine::isDown(device.state) && needsNothing)
            changeMode();
        else
            turnTo(Page::Account);
        break;
    }
    case Page::Account: {
        const auto &accounts = m_state.signing().accounts();
        const bool isInUse = std::any_of(accounts.begin(), accounts.end(), [this](const auto &a) {
            return a.path == m_choice.path && a.isInUse;
        });
        // Another one that was chosen for the next start is taken back.
        if (isInUse && !m_state.signing().device().nextAccount)
            afterAccount();
        else
            send([&](RequestId request) { engine.useDeviceAccount(request, m_choice.path); },
                 afterAccount);
        break;
    }
    case Page::Slots:
        if (m_choice.keepAgent)
            changeMode();
        else
            turnTo(Page::Expiry);
        break;
    case Page::Expiry:
        approve();
        break;
    case Page::Approval:
        turnTo(Page::Limits);
        break;
    case Page::Limits:
        accept();
        break;
    }
}

void AgentWizard::approve()
{
    engine::AgentPlan plan;
    plan.name = m_choice.agentName;
    plan.days = m_choice.days;
    plan.mode = m_choice.mode;
    plan.mayReplace = m_choice.mayReplace;
    plan.passphrase = m_expiry->takePassphrase();
    turnTo(Page::Approval);
    send(
        [&](RequestId request) {
            m_approval->begin(request);
            m_state.engine().approveAgent(request, plan);
        },
        {});
}

void AgentWizard::back()
{
    if (!m_back->isEnabled())
        return;
    if (m_page == Page::Approval) {
        m_approval->stop();
        m_approval->begin(0);
        m_pending = 0;
        turnTo(Page::Expiry);
        return;
    }
    turnTo(static_cast<Page>(static_cast<int>(m_page) - 1));
}

void AgentWizard::reject()
{
    // Once the device was asked, Escape rejects there first; what was sent can only be waited for.
    if (m_page == Page::Approval && m_approval->isUnderWay() && m_approval->canGoBack())
        m_approval->stop();
    if (m_page == Page::Account)
        m_account->stop();
    QDialog::reject();
}

void AgentWizard::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        auto *button = qobject_cast<QPushButton *>(focusWidget());
        if (button && !event->isAutoRepeat())
            button->click();
        event->accept();
        return;
    }
    QDialog::keyPressEvent(event);
}

void AgentWizard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().color(Tone::Panel));
    painter.setPen(Theme::instance().color(Tone::Line));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace hl::ui

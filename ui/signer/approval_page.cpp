// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/approval_page.h"

#include "ui/common/formatters.h"
#include "ui/signer/check_dialog.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/device_pane.h"
#include "ui/signer/signer_state.h"
#include "ui/signer/signer_words.h"
#include "ui/signer/step_list.h"
#include "ui/ticket/fact_list.h"
#include "ui/ticket/order_words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace hl::ui {

using engine::AgentStep;
using engine::ReviewState;

namespace {

constexpr int kWordLines = 4;

/// 0x and groups of four, so that it can be read aloud.
QString grouped(const QString &address)
{
    QString out = address.left(2);
    for (qsizetype i = 2; i < address.size(); i += 4)
        out += QLatin1Char(' ') + address.mid(i, 4);
    return out;
}

} // namespace

ApprovalPage::ApprovalPage(WorkspaceState &state, WizardChoice &choice)
    : WizardPage(state, choice, QStringLiteral("wizardApproval"))
    , m_facts(new FactList)
    , m_agent(signerLabel(QStringLiteral("agentAddress"), FontRole::DigitsMarket, Tone::Text))
    , m_name(signerLabel(QStringLiteral("agentName"), FontRole::TextStrong, Tone::Text))
    , m_words(new QPlainTextEdit)
    , m_check(new QPushButton(tr("Check elsewhere")))
    , m_steps(new StepList(QStringLiteral("agentSteps"), Qt::Vertical))
    , m_device(new DevicePane)
    , m_empty(signerLabel(QStringLiteral("approvalEmpty"), FontRole::Text, Tone::TextFaint))
    , m_notice(new DeviceNotice(state))
{
    m_empty->setText(tr("What the device will show appears here before it is asked."));
    auto *label = signerLabel(QStringLiteral("agentLabel"), FontRole::Label, Tone::TextFaint);
    label->setText(tr("Agent"));
    QFont large = m_agent->font();
    large.setPixelSize(QFontMetrics(Theme::instance().font(FontRole::Digits)).height() + 1);
    m_agent->setFont(large);
    auto *from = signerLabel(QStringLiteral("approvalFrom"), FontRole::Label, Tone::TextFaint);
    from->setText(tr("Decoded from the bytes that are signed"));
    m_words->setObjectName(QStringLiteral("approvalWords"));
    m_words->setAccessibleName(from->text());
    m_words->setPlaceholderText(tr("Nothing is frozen before the device is ready."));
    m_words->setReadOnly(true);
    m_words->setTabChangesFocus(true);
    m_words->setFrameShape(QFrame::NoFrame);
    m_words->setFont(Theme::instance().font(FontRole::DigitsSmall));
    m_words->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_words->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_words->setFixedHeight(kWordLines * m_words->fontMetrics().lineSpacing() + 12);
    m_check->setObjectName(QStringLiteral("approvalCheck"));
    m_check->setAutoDefault(false);
    connect(m_check, &QPushButton::clicked, this, [this] {
        if (m_review)
            (new CheckDialog(fmt::fromUtf8(m_review->checkElsewhere), m_review->isEmulator, this))
                ->show();
    });
    auto *left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(label);
    left->addWidget(m_agent);
    left->addWidget(m_name);
    left->addWidget(from);
    left->addWidget(m_words);
    left->addWidget(m_facts);
    left->addSpacing(8);
    left->addWidget(m_steps);
    left->addStretch(1);
    auto *right = new QVBoxLayout;
    right->addWidget(m_empty);
    right->addWidget(m_device, 1);
    right->addWidget(m_check, 0, Qt::AlignLeft);
    auto *panes = new QHBoxLayout;
    panes->setSpacing(28);
    panes->addLayout(left, 1);
    panes->addLayout(right, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addLayout(panes, 1);
    layout->addWidget(m_notice);
    connect(&state.signing(), &SignerState::progressChanged, this, &ApprovalPage::onProgress);
    connect(&state.signing(), &SignerState::reviewChanged, this, &ApprovalPage::onReview);
    refresh();
}

QString ApprovalPage::title() const
{
    return tr("Approve the agent on the device");
}

void ApprovalPage::begin(RequestId request)
{
    m_request = request;
    m_progress = {};
    m_review.reset();
    m_reached = AgentStep::None;
    m_failure.clear();
    refresh();
}

bool ApprovalPage::isComplete() const
{
    return m_progress.step == AgentStep::Trading;
}

bool ApprovalPage::canGoBack() const
{
    return m_reached < AgentStep::Sent &&
           (!m_review || m_review->state < ReviewState::Signed || engine::isEnded(m_review->state));
}

bool ApprovalPage::isUnderWay() const
{
    return m_request != 0 && m_failure.isEmpty() && !isComplete();
}

bool ApprovalPage::takes(const engine::SigningReview &review) const
{
    return m_request != 0 &&
           (review.request == m_request || (review.id != 0 && review.id == m_progress.review));
}

void ApprovalPage::stop()
{
    if (m_review && !engine::isEnded(m_review->state) && m_review->state < ReviewState::Signed)
        m_state.engine().rejectReview(m_review->id);
}

void ApprovalPage::fail(const QString &sentence)
{
    if (m_failure.isEmpty()) // the progress has said it better
        m_failure = sentence;
    refresh();
}

void ApprovalPage::onProgress()
{
    const engine::AgentProgress &progress = m_state.signing().progress();
    if (m_request == 0 || progress.request != m_request)
        return;
    m_progress = progress;
    if (progress.step == AgentStep::Failed)
        m_failure = fmt::fromUtf8(progress.sentence);
    else
        m_reached = progress.step;
    if (const engine::SigningReview *review = m_state.signing().review(progress.review))
        m_review = *review;
    refresh();
}

void ApprovalPage::onReview(const engine::SigningReview &review)
{
    if (!takes(review))
        return;
    m_review = review;
    refresh();
}

bool ApprovalPage::saysAgent() const
{
    QString said;
    for (const std::string &line : m_review->words)
        said += fmt::fromUtf8(line) + QLatin1Char('\n');
    const QString address = fmt::fromUtf8(m_progress.agentChecksummed);
    const QString until = m_progress.validUntil
                              ? QStringLiteral(" valid_until %1").arg(*m_progress.validUntil)
                              : QString();
    // Before the first step is told there is nothing to compare with.
    return address.isEmpty() || (said.contains(address, Qt::CaseInsensitive) &&
                                 said.contains(fmt::fromUtf8(m_progress.name) + until));
}

void ApprovalPage::refresh()
{
    const QString checksummed = fmt::fromUtf8(m_progress.agentChecksummed);
    m_agent->setText(checksummed.isEmpty() ? fmt::none() : grouped(checksummed));
    m_agent->setAccessibleName(tr("Agent %1").arg(checksummed));
    const QString name =
        fmt::fromUtf8(m_progress.name.empty() ? m_choice.agentName : m_progress.name);
    m_name->setText(
        m_progress.validUntilWords.empty()
            ? name
            : tr("%1, valid until %2").arg(name, fmt::fromUtf8(m_progress.validUntilWords)));
    m_facts->set(QStringLiteral("approvalChain"), tr("Chain"),
                 networkName(m_review ? m_review->network : m_state.connection().network));
    m_facts->set(QStringLiteral("approvalNonce"), tr("Nonce"),
                 m_review && m_review->nonce != 0 ? QString::number(m_review->nonce) : fmt::none());

    QStringList lines;
    if (m_review)
        for (const std::string &line : m_review->words)
            lines << fmt::fromUtf8(line);
    const QString decoded = lines.join(QLatin1Char('\n'));
    if (m_words->toPlainText() != decoded)
        m_words->setPlainText(decoded);
    m_check->setEnabled(m_review && !m_review->checkElsewhere.empty());

    const bool isShown = m_review && !m_review->pages.empty();
    m_device->setVisible(isShown);
    m_empty->setVisible(!isShown);
    if (isShown)
        m_device->showReview(*m_review);

    const bool hasFailed = !m_failure.isEmpty();
    const auto step = [&](AgentStep at, const QString &words) {
        StepList::Step s{words, StepList::State::Ahead};
        const int reached = static_cast<int>(m_reached);
        const int place = static_cast<int>(at);
        // OnDevice is done once something later was reached.
        const bool isDone = at == AgentStep::OnDevice ? reached > place : reached >= place;
        if (isDone)
            s.state = StepList::State::Done;
        else if (place == reached + (m_reached == AgentStep::OnDevice ? 0 : 1))
            s.state = hasFailed ? StepList::State::Failed : StepList::State::Now;
        return s;
    };
    m_steps->setSteps({step(AgentStep::KeyMade, tr("key made, stored, read back")),
                       step(AgentStep::OnDevice, tr("approved on the device")),
                       step(AgentStep::Sent, tr("taken by the venue")),
                       step(AgentStep::Listed, tr("listed with this address and expiry")),
                       step(AgentStep::Proven, tr("proven by a signed no-op")),
                       step(AgentStep::Trading, tr("trading enabled"))});
    if (hasFailed)
        m_notice->setSentence(m_failure, Tone::Ask);
    else if (!lines.isEmpty() && !saysAgent())
        m_notice->setSentence(tr("The bytes that are signed name another agent or date than this "
                                 "page: reject it on the device."),
                              Tone::Ask);
    else if (isComplete())
        m_notice->setSentence(tr("The agent is proven. Trading is enabled."), Tone::Bid);
    else if (m_review && engine::isEnded(m_review->state) &&
             m_review->state != ReviewState::Answered)
        m_notice->setSentence(outcomeText(*m_review), Tone::Ask);
    else
        m_notice->clearSentence();
    Q_EMIT changed();
}

} // namespace hl::ui

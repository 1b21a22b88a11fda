// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/device_review_dialog.h"

#include "ui/common/formatters.h"
#include "ui/signer/action_pane.h"
#include "ui/signer/check_dialog.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/device_pane.h"
#include "ui/signer/review_chips.h"
#include "ui/signer/signer_state.h"
#include "ui/signer/signer_words.h"
#include "ui/signer/step_list.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace hl::ui {

using engine::DeviceState;
using engine::ReviewState;

namespace {

constexpr int kMargin = 24;
constexpr int kGutter = 32;

/// Nothing has left, and the device may still be told so.
bool canReject(ReviewState state)
{
    return state < ReviewState::Sent;
}

bool isFailure(ReviewState state)
{
    return engine::isEnded(state) && state != ReviewState::Answered;
}

} // namespace

DeviceReviewDialog::DeviceReviewDialog(WorkspaceState &state, const engine::SigningReview &review,
                                       QWidget *parent)
    : QDialog(parent)
    , m_state(state)
    , m_review(review)
    , m_action(new ActionPane(state))
    , m_device(new DevicePane)
    , m_steps(new StepList(QStringLiteral("reviewSteps"), Qt::Horizontal))
    , m_notice(new DeviceNotice(state))
    , m_reject(new QPushButton(tr("Reject · Esc")))
    , m_check(new QPushButton(tr("Check elsewhere")))
    , m_again(new QPushButton(tr("Again at the market")))
{
    setObjectName(QStringLiteral("deviceReviewDialog"));
    setWindowTitle(tr("Review on the device"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(false);
    // Keys go to the dialog itself, so that no button has the focus by chance.
    setFocusPolicy(Qt::StrongFocus);
    m_reject->setObjectName(QStringLiteral("reviewReject"));
    m_check->setObjectName(QStringLiteral("reviewCheck"));
    m_again->setObjectName(QStringLiteral("reviewAgain"));
    for (QPushButton *button : {m_reject, m_check, m_again})
        button->setAutoDefault(false);
    connect(m_reject, &QPushButton::clicked, this, &DeviceReviewDialog::reject);
    connect(m_check, &QPushButton::clicked, this, &DeviceReviewDialog::checkElsewhere);
    connect(m_again, &QPushButton::clicked, this, [this] {
        const engine::SigningReview asked = m_review;
        close();
        Q_EMIT askedAgain(asked);
    });

    // Its words change, the places of the buttons do not.
    const QFontMetrics words = m_reject->fontMetrics();
    const QString rejecting = m_reject->text();
    const int frame = m_reject->sizeHint().width() - words.horizontalAdvance(rejecting);
    m_reject->setFixedWidth(frame + std::max(words.horizontalAdvance(rejecting),
                                             words.horizontalAdvance(tr("Close · Esc"))));
    QSizePolicy stays = m_again->sizePolicy();
    stays.setRetainSizeWhenHidden(true);
    m_again->setSizePolicy(stays);

    auto *panes = new QHBoxLayout;
    panes->setSpacing(kGutter);
    panes->addWidget(m_action, 1);
    panes->addWidget(m_device, 1);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_reject);
    buttons->addWidget(m_check);
    buttons->addStretch(1);
    buttons->addWidget(m_again);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, 20, kMargin, 18);
    layout->setSpacing(10);
    layout->addLayout(panes, 1);
    layout->addWidget(m_steps);
    layout->addWidget(m_notice);
    layout->addWidget(new ReviewChips(state));
    layout->addLayout(buttons);

    // One size from the first question to the end: nothing jumps when the hashes come.
    const int pane = m_device->minimumWidth();
    m_notice->setMinimumHeight(2 * m_notice->fontMetrics().lineSpacing() + 24);
    const int line = m_notice->fontMetrics().lineSpacing();
    const int most = screen() ? screen()->availableGeometry().height() - 60 : 40 * line;
    // Taller than a tiny screen rather than unreadable: Escape needs no button.
    setFixedSize(2 * std::max(pane, m_steps->sizeHint().width() / 2) + 2 * kMargin + kGutter + 24,
                 std::clamp(most, 36 * line, 40 * line));

    connect(&state.signing(), &SignerState::reviewChanged, this, &DeviceReviewDialog::onReview);
    connect(&state.signing(), &SignerState::deviceChanged, this, &DeviceReviewDialog::onDevice);
    connect(&state, &WorkspaceState::bookChanged, this, [this] { m_action->count(); });
    connect(&state, &WorkspaceState::heartbeat, this, [this] { m_action->count(); });
    onReview(review);
    setFocus();
}

void DeviceReviewDialog::onReview(const engine::SigningReview &review)
{
    if (review.id != m_review.id)
        return;
    m_review = review;
    m_wasOnDevice = m_wasOnDevice || review.state == ReviewState::Opening ||
                    review.state == ReviewState::OnDevice;
    if (review.state == ReviewState::Answered ||
        (review.state == ReviewState::Rejected && !m_wasOnDevice)) {
        done(QDialog::Accepted);
        return;
    }
    refresh();
}

void DeviceReviewDialog::onDevice()
{
    const DeviceState device = m_state.signing().device().state;
    const bool stillShows = device == DeviceState::Draining || device == DeviceState::Reviewing;
    // Rejected on both sides: there is nothing left to say (D20).
    if (m_review.state == ReviewState::Rejected && !stillShows) {
        done(QDialog::Accepted);
        return;
    }
    showSentence();
}

void DeviceReviewDialog::refresh()
{
    m_action->showReview(m_review);
    m_device->showReview(m_review);
    m_check->setEnabled(!m_review.checkElsewhere.empty());
    m_reject->setText(canReject(m_review.state) ? tr("Reject · Esc") : tr("Close · Esc"));
    m_again->setVisible(isFailure(m_review.state) && m_review.canAskAgain && m_review.ticket);
    showSteps();
    showSentence();
}

void DeviceReviewDialog::showSteps()
{
    using Step = StepList::State;
    const ReviewState state = m_review.state;
    const bool isFrozen = !m_review.words.empty();
    const Step decoded = m_review.isDecoded       ? Step::Done
                         : isFrozen               ? Step::Failed
                         : engine::isEnded(state) ? Step::Ahead
                                                  : Step::Now;
    Step device = Step::Ahead;
    if (m_review.isRecovered || state == ReviewState::Signed || state == ReviewState::Sent ||
        state == ReviewState::Answered || state == ReviewState::Blocked ||
        state == ReviewState::Discarded || state == ReviewState::Unknown)
        device = Step::Done;
    else if (engine::isEnded(state))
        device = Step::Failed;
    else if (isFrozen)
        device = Step::Now;
    const Step recovered = m_review.isRecovered            ? Step::Done
                           : state == ReviewState::Blocked ? Step::Failed
                                                           : Step::Ahead;
    const Step sent = m_review.isSent                   ? Step::Done
                      : state == ReviewState::Discarded ? Step::Failed
                      : state == ReviewState::Signed    ? Step::Now
                                                        : Step::Ahead;
    const Step answered = state == ReviewState::Answered ? Step::Done
                          : m_review.isSent              ? Step::Now
                                                         : Step::Ahead;
    m_steps->setSteps({{tr("decoded and re-encoded"), decoded},
                       {tr("waiting for the device"), device},
                       {tr("signature recovered"), recovered},
                       {tr("sent"), sent},
                       {tr("answered"), answered}});
}

void DeviceReviewDialog::showSentence()
{
    const QString outcome = outcomeText(m_review);
    if (m_review.state == ReviewState::Rejected) {
        m_notice->setSentence(outcome, Tone::Own, tr("Press reject on the device too."));
    } else if (isFailure(m_review.state)) {
        m_notice->setSentence(outcome,
                              m_review.state == ReviewState::Unknown ? Tone::Unknown : Tone::Ask);
    } else if (!m_review.outcome.empty()) {
        m_notice->setSentence(outcome, Tone::Own);
    } else if (m_state.signing().device().state == DeviceState::Reviewing) {
        // What to do then stands below what the device shows.
        m_notice->setSentence(deviceSentence(m_state.signing().device()), Tone::Own);
    } else {
        m_notice->clearSentence();
    }
}

void DeviceReviewDialog::reject()
{
    if (engine::isEnded(m_review.state) || !canReject(m_review.state)) {
        QDialog::reject();
        return;
    }
    m_state.engine().rejectReview(m_review.id);
}

void DeviceReviewDialog::checkElsewhere()
{
    auto *dialog =
        new CheckDialog(fmt::fromUtf8(m_review.checkElsewhere), m_review.isEmulator, this);
    dialog->show();
}

void DeviceReviewDialog::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        // Approving is done on the device alone. Only a request that has ended takes Return, on the
        // button that has the focus.
        auto *button = qobject_cast<QPushButton *>(focusWidget());
        if (button && engine::isEnded(m_review.state) && !event->isAutoRepeat())
            button->click();
        event->accept();
        return;
    }
    QDialog::keyPressEvent(event);
}

void DeviceReviewDialog::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Tone::Panel));
    painter.setPen(theme.color(Tone::Line));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    // A line between what is signed and what the device shows.
    const int x = m_device->x() - kGutter / 2;
    painter.fillRect(QRect(x, m_device->y(), 1, m_device->height()), theme.color(Tone::Line));
}

} // namespace hl::ui

// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/signing_desk.h"

#include "ui/common/dialogs.h"
#include "ui/common/error_text.h"
#include "ui/common/formatters.h"
#include "ui/models/market_names.h"
#include "ui/settings/settings_file.h"
#include "ui/signer/agent_wizard.h"
#include "ui/signer/ask_again.h"
#include "ui/signer/device_review_dialog.h"
#include "ui/signer/flatten_dialog.h"
#include "ui/signer/signer_panel.h"
#include "ui/signer/signer_state.h"
#include "ui/signer/signer_words.h"

#include <QWidget>

#include <algorithm>

namespace hl::ui {

using engine::DeviceState;
using engine::NoticeLevel;
using engine::ReviewState;

namespace {

/// "BTC buy 0.05 at 110,143", for each order that stays.
QStringList openOrders(const WorkspaceState &state)
{
    QStringList names;
    for (const auto &[key, order] : state.orders()) {
        if (!model::isLive(order.phase))
            continue;
        const market::Instrument *instrument = state.instrument(order.coin);
        names << SigningDesk::tr("%1 %2 %3 at %4")
                     .arg(instrument ? marketLabel(*instrument) : fmt::fromUtf8(order.coin),
                          fmt::fromUtf8(model::sideName(order.side)),
                          fmt::szPlain(order.remaining(), order.grid),
                          fmt::pxText(order.px, order.grid));
    }
    return names;
}

} // namespace

SigningDesk::SigningDesk(WorkspaceState &state, Dialogs *dialogs, QWidget *window)
    : QObject(window)
    , m_state(state)
    , m_dialogs(dialogs)
    , m_window(window)
{
    if (!m_dialogs) {
        m_ownDialogs = std::make_unique<WindowDialogs>();
        m_dialogs = m_ownDialogs.get();
    }
    SignerState &signing = state.signing();
    connect(&signing, &SignerState::reviewChanged, this, &SigningDesk::onReview);
    connect(&signing, &SignerState::deviceChanged, this, &SigningDesk::onDevice);
    connect(&signing, &SignerState::progressChanged, this, &SigningDesk::onProgress);
    connect(&signing, &SignerState::flattenChanged, this, &SigningDesk::onFlatten);
    connect(&state, &WorkspaceState::commandFinished, this, &SigningDesk::onFinished);
    connect(&state, &WorkspaceState::heartbeat, this, &SigningDesk::onHeartbeat);
}

SigningDesk::~SigningDesk()
{
    // Reviews, panel and wizard read the state, which ends before the window's children do.
    for (QDialog *open : m_window->findChildren<QDialog *>(QString(), Qt::FindDirectChildrenOnly)) {
        if (qobject_cast<DeviceReviewDialog *>(open) || qobject_cast<SignerPanel *>(open) ||
            qobject_cast<AgentWizard *>(open) || qobject_cast<FlattenDialog *>(open))
            const std::unique_ptr<QDialog> gone(open);
    }
}

SignerPanel *SigningDesk::panel() const
{
    return m_panel;
}

AgentWizard *SigningDesk::wizard() const
{
    return m_wizard;
}

FlattenDialog *SigningDesk::flattenDialog() const
{
    return m_flatten;
}

DeviceReviewDialog *SigningDesk::dialog(engine::ReviewId id) const
{
    const auto dialogs = m_window->findChildren<DeviceReviewDialog *>();
    const auto it = std::find_if(dialogs.begin(), dialogs.end(),
                                 [id](const DeviceReviewDialog *d) { return d->id() == id; });
    return it == dialogs.end() ? nullptr : *it;
}

void SigningDesk::onReview(const engine::SigningReview &review)
{
    if (review.state == ReviewState::Answered) {
        if (const QString text = bulkText(review); !text.isEmpty())
            m_state.raiseNotice(review.done == review.count ? NoticeLevel::Success
                                                            : NoticeLevel::Warning,
                                text + emulatorMark(review.isEmulator), QStringLiteral("bulk"));
        return;
    }
    if (review.state == ReviewState::Queued || dialog(review.id))
        return;
    if (m_wizard && m_wizard->takes(review))
        return; // it shows the request on its own page
    if (engine::isEnded(review.state)) {
        if (review.state != ReviewState::Dropped)
            m_state.raiseNotice(NoticeLevel::Warning,
                                outcomeText(review) + emulatorMark(review.isEmulator),
                                QStringLiteral("device"));
        return;
    }
    auto *opened = new DeviceReviewDialog(m_state, review, m_window);
    connect(opened, &DeviceReviewDialog::askedAgain, this, &SigningDesk::askAgain);
    opened->show();
}

void SigningDesk::onDevice()
{
    const engine::DeviceStatus &device = m_state.signing().device();
    offerModes();
    // Locked while a request waits is told at once; the rest is in the pill and the review.
    if (device.state == DeviceState::Locked && m_lastDevice != DeviceState::Locked &&
        m_state.signing().active())
        m_state.raiseNotice(NoticeLevel::Warning,
                            deviceSentence(device) + QLatin1Char(' ') + deviceWhatToDo(device) +
                                emulatorMark(device.isEmulator),
                            QStringLiteral("device"));
    if (device.state == DeviceState::Blocked && m_lastDevice != DeviceState::Blocked)
        m_state.raiseNotice(NoticeLevel::Error,
                            deviceSentence(device) + emulatorMark(device.isEmulator),
                            QStringLiteral("device"));
    m_lastDevice = device.state;
    if (device.exitHint != m_lastHint) {
        m_lastHint = device.exitHint;
        if (!m_lastHint.empty())
            m_state.raiseNotice(NoticeLevel::Warning, fmt::fromUtf8(m_lastHint),
                                QStringLiteral("device-exit"));
    }
}

void SigningDesk::onHeartbeat()
{
    const engine::SigningReview *active = m_state.signing().active();
    if (active && active->state == ReviewState::OnDevice && active->id != m_reminded &&
        m_state.clock().monoMs() - active->openedMonoMs >= kWaitingNoticeMs) {
        m_reminded = active->id;
        m_state.raiseNotice(NoticeLevel::Info,
                            tr("The device waits for you: %1").arg(fmt::fromUtf8(active->title)) +
                                emulatorMark(active->isEmulator),
                            QStringLiteral("device"));
    }
}

void SigningDesk::onProgress()
{
    const engine::AgentProgress &progress = m_state.signing().progress();
    if (m_wizard && !progress.isRevocation)
        return; // says it on its own page
    const QString name = fmt::fromUtf8(progress.name);
    const QString mark = emulatorMark(m_state.signing().device().isEmulator);
    if (progress.step == engine::AgentStep::Failed)
        m_state.raiseNotice(NoticeLevel::Error, fmt::fromUtf8(progress.sentence) + mark,
                            QStringLiteral("agent"));
    if (progress.step == engine::AgentStep::Revoked) {
        const QStringList stay = openOrders(m_state);
        m_state.raiseNotice(
            NoticeLevel::Success,
            (stay.isEmpty() ? tr("Agent %1 is revoked and its key wiped. No order stays.").arg(name)
                            : tr("Agent %1 is revoked and its key wiped. These orders stay: %2")
                                  .arg(name, stay.join(QStringLiteral("; ")))) +
                mark,
            QStringLiteral("agent"));
    }
}

void SigningDesk::onFlatten()
{
    const engine::FlattenProgress &progress = m_state.signing().flatten();
    if (progress.isRunning) {
        // An agent is done before a person has read anything: only presses need a window.
        if (!progress.byDevice || m_flattenShown == progress.request)
            return;
        m_flattenShown = progress.request;
        if (!m_flatten)
            m_flatten = new FlattenDialog(m_state, m_window);
        m_flatten->show();
        return;
    }
    if (progress.request == m_flattenSaid)
        return;
    m_flattenSaid = progress.request;
    const bool isWhole = progress.closes.done == progress.closes.all &&
                         progress.cancels.done == progress.cancels.all;
    m_state.raiseNotice(isWhole ? NoticeLevel::Success : NoticeLevel::Warning,
                        flattenText(progress) + emulatorMark(progress.isEmulator),
                        QStringLiteral("flatten"));
}

void SigningDesk::onFinished(const engine::CommandResult &result)
{
    if (m_requests.erase(result.request) != 0 && !result.ok)
        m_state.raiseNotice(NoticeLevel::Error,
                            errorText(result.error) +
                                emulatorMark(m_state.signing().device().isEmulator),
                            QStringLiteral("device"));
}

void SigningDesk::askAgain(const engine::SigningReview &review)
{
    const auto ticket = ticketAtTheMarket(m_state, review);
    if (!ticket) {
        m_state.raiseNotice(NoticeLevel::Warning,
                            tr("%1 has no live book to take a price from: ask again from the "
                               "ticket.")
                                .arg(fmt::fromUtf8(review.coin)),
                            QStringLiteral("device"));
        return;
    }
    if (!m_state.signing().signsOnDevice(*ticket, m_state.signer().kind)) {
        // Another signer would send it without a review: it goes through the ticket.
        m_state.requestTicket(ticket->coin, ticket->side, ticket->px);
        return;
    }
    const RequestId request = m_state.nextRequest();
    m_requests.insert(request);
    m_state.engine().placeOrder(request, *ticket);
}

void SigningDesk::openPanel()
{
    if (!m_panel) {
        m_panel = new SignerPanel(m_state, m_window);
        connect(m_panel, &SignerPanel::wizardAsked, this, &SigningDesk::openWizard);
        connect(m_panel, &SignerPanel::renewAsked, this, &SigningDesk::renewAgent);
        connect(m_panel, &SignerPanel::revokeAsked, this, &SigningDesk::revokeAgent);
    }
    if (m_state.signing().hasDevice())
        m_state.engine().readAgents(m_state.nextRequest());
    m_panel->show();
    m_panel->raise();
    m_panel->activateWindow();
}

AgentWizard *SigningDesk::makeWizard()
{
    if (!m_wizard)
        m_wizard = new AgentWizard(m_state, m_window);
    m_wizard->show();
    m_wizard->raise();
    m_wizard->activateWindow();
    return m_wizard;
}

void SigningDesk::openWizard()
{
    makeWizard();
}

void SigningDesk::renewAgent(const std::string &name)
{
    makeWizard()->startRenewal(name);
}

void SigningDesk::revokeAgent(const std::string &name)
{
    const QStringList stay = openOrders(m_state);
    Question question;
    question.title = tr("Revoke agent %1").arg(fmt::fromUtf8(name));
    question.text = tr("The device is asked to give its slot to an address nobody holds. The key "
                       "on this computer is wiped; trading with it ends at once.");
    question.text += QStringLiteral("\n\n");
    question.text +=
        stay.isEmpty()
            ? tr("No order rests on the venue.")
            : tr("These orders stay on the venue: %1").arg(stay.join(QStringLiteral("; ")));
    question.text += emulatorMark(m_state.signing().device().isEmulator);
    question.act = tr("Revoke %1").arg(fmt::fromUtf8(name));
    m_dialogs->ask(m_panel ? static_cast<QWidget *>(m_panel) : m_window, question,
                   [this, name](bool yes) {
                       if (!yes)
                           return;
                       const RequestId request = m_state.nextRequest();
                       m_requests.insert(request);
                       m_state.engine().revokeAgent(request, name);
                   });
}

void SigningDesk::offerModesOnce(const QString &settingsFile)
{
    m_settingsFile = settingsFile;
    offerModes();
}

void SigningDesk::offerModes()
{
    if (m_settingsFile.isEmpty() || !m_state.signing().hasDevice())
        return;
    const QString file = std::exchange(m_settingsFile, {});
    if (!checkSettingsPlace(file)) {
        makeWizard();
        return;
    }
    QSettings settings(file, settingsFormat());
    const QString key = QStringLiteral("signer/modesOffered");
    if (settings.value(key).toBool())
        return;
    settings.setValue(key, true);
    makeWizard();
}

} // namespace hl::ui

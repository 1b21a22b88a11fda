// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/signer/flatten_dialog.h"

#include "ui/common/formatters.h"
#include "ui/header/pieces.h"
#include "ui/signer/device_notice.h"
#include "ui/signer/signer_state.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace hl::ui {

using engine::FlattenState;

namespace {

constexpr int kLines = 5;
constexpr int kCharacters = 62;

Tone stateTone(FlattenState state)
{
    switch (state) {
    case FlattenState::Running:
        return Tone::Own;
    case FlattenState::Done:
        return Tone::Bid;
    case FlattenState::Partly:
    case FlattenState::Failed:
        return Tone::Ask;
    case FlattenState::NotNeeded:
    case FlattenState::Stopped:
        break;
    }
    return Tone::TextDim;
}

} // namespace

QString flattenText(const engine::FlattenProgress &progress)
{
    if (progress.isRunning || progress.request == 0)
        return {};
    QStringList said{fmt::fromUtf8(progress.sentence)};
    for (const engine::FlattenStep *step : {&progress.closes, &progress.cancels}) {
        // Each name has its reason; without names one reason is that of all.
        if (step->notDone.empty() && !step->sentence.empty()) {
            const QString why = fmt::fromUtf8(step->sentence);
            if (said.last() != why)
                said << why;
        }
        for (const std::string &name : step->notDone)
            said << fmt::fromUtf8(name);
    }
    return said.join(QLatin1Char(' '));
}

FlattenDialog::FlattenDialog(WorkspaceState &state, QWidget *parent)
    : QDialog(parent)
    , m_state(state)
    , m_badge(new Pill(QStringLiteral("flattenEmulatorBadge")))
    , m_closes(makePart(QStringLiteral("flattenCloses")))
    , m_cancels(makePart(QStringLiteral("flattenCancels")))
    , m_notice(new DeviceNotice(state))
    , m_end(signerLabel(QStringLiteral("flattenEnd"), FontRole::TextStrong, Tone::Text))
    , m_stop(new QPushButton(tr("Stop")))
    , m_close(new QPushButton(tr("Close · Esc")))
{
    setObjectName(QStringLiteral("flattenDialog"));
    setWindowTitle(tr("Flatten all"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(false);
    setFocusPolicy(Qt::StrongFocus);
    m_badge->setContent(tr("EMULATOR"), Tone::Own, std::nullopt, true);
    auto *title = signerLabel(QStringLiteral("flattenTitle"), FontRole::Market, Tone::Text);
    title->setText(tr("Flatten all"));
    auto *what = signerLabel(QStringLiteral("flattenWhat"), FontRole::Text, Tone::TextDim);
    what->setText(tr("Two requests: the first closes every position at the market, the second "
                     "cancels every entry; each TWAP that enters takes one more. Stops and "
                     "targets stay."));
    m_stop->setObjectName(QStringLiteral("flattenStop"));
    m_stop->setAccessibleDescription(tr("Takes back what has not left."));
    m_stop->setToolTip(tr("Takes back what has not left."));
    m_close->setObjectName(QStringLiteral("flattenClose"));
    for (QPushButton *button : {m_stop, m_close})
        button->setAutoDefault(false);
    connect(m_stop, &QPushButton::clicked, this, [this] { m_state.engine().stopFlatten(); });
    connect(m_close, &QPushButton::clicked, this, &FlattenDialog::reject);

    auto *head = new QHBoxLayout;
    head->addWidget(title);
    head->addStretch(1);
    head->addWidget(m_badge);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_close);
    buttons->addStretch(1);
    buttons->addWidget(m_stop);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 18);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(what);
    for (const Part *part : {&m_closes, &m_cancels}) {
        layout->addSpacing(4);
        auto *row = new QHBoxLayout;
        row->addWidget(part->title, 1);
        row->addWidget(part->state, 0, Qt::AlignRight | Qt::AlignTop);
        layout->addLayout(row);
        layout->addWidget(part->lines);
    }
    layout->addStretch(1);
    layout->addWidget(m_notice);
    layout->addWidget(m_end);
    layout->addLayout(buttons);
    // One size throughout: the Stop button stays under the pointer.
    const QFontMetrics metrics = m_notice->fontMetrics();
    m_end->setMinimumHeight(2 * metrics.lineSpacing());
    m_notice->setMinimumHeight(2 * metrics.lineSpacing() + 24);
    const int width = metrics.averageCharWidth() * kCharacters + 48;
    setFixedSize(width, 30 * metrics.lineSpacing());

    connect(&state.signing(), &SignerState::flattenChanged, this, &FlattenDialog::refresh);
    refresh();
    setFocus();
}

FlattenDialog::Part FlattenDialog::makePart(const QString &name)
{
    Part part;
    part.title = signerLabel(name + QStringLiteral("Title"), FontRole::TextStrong, Tone::Text);
    part.state = signerLabel(name + QStringLiteral("State"), FontRole::Text, Tone::TextDim);
    part.state->setWordWrap(false);
    part.lines = new QPlainTextEdit;
    part.lines->setObjectName(name);
    part.lines->setReadOnly(true);
    part.lines->setTabChangesFocus(true);
    part.lines->setFrameShape(QFrame::NoFrame);
    part.lines->setFont(Theme::instance().font(FontRole::DigitsSmall));
    part.lines->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    part.lines->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    part.lines->setFixedHeight(part.lines->fontMetrics().lineSpacing() * kLines + 12);
    return part;
}

void FlattenDialog::fill(const Part &part, const engine::FlattenStep &step, const QString &title,
                         bool isFirst)
{
    const engine::FlattenProgress &progress = m_state.signing().flatten();
    part.title->setText(title);
    part.lines->setAccessibleName(title);
    QStringList lines;
    // Once it has ended, what was not done; before that, what it is about.
    const auto &shown = step.notDone.empty() ? step.lines : step.notDone;
    for (const std::string &line : shown)
        lines << fmt::fromUtf8(line);
    if (!step.sentence.empty() && step.notDone.empty())
        lines.prepend(fmt::fromUtf8(step.sentence));
    const QString all = lines.join(QLatin1Char('\n'));
    if (part.lines->toPlainText() != all)
        part.lines->setPlainText(all);

    QString words;
    switch (step.state) {
    case FlattenState::NotNeeded:
        words = tr("nothing to do");
        break;
    case FlattenState::Running: {
        const engine::SigningReview *active = m_state.signing().active();
        const bool isOurs = active != nullptr && active->request == progress.request;
        // The second waits in the queue while the first is on the device.
        const bool isOn = isOurs && (isFirst || progress.closes.state != FlattenState::Running);
        words = !progress.byDevice ? tr("on its way")
                : isOn             ? tr("press on the device")
                                   : tr("waits for its press");
        break;
    }
    case FlattenState::Done:
    case FlattenState::Partly:
        words = tr("%1 of %2 done").arg(step.done).arg(step.all);
        break;
    case FlattenState::Failed:
        words = tr("not done");
        break;
    case FlattenState::Stopped:
        words = tr("stopped, nothing sent");
        break;
    }
    part.state->setText(words);
    setLabelTone(part.state, stateTone(step.state));
}

void FlattenDialog::refresh()
{
    const engine::FlattenProgress &progress = m_state.signing().flatten();
    m_badge->setVisible(progress.isEmulator);
    const auto title = [&](const QString &press, const QString &plain) {
        return progress.byDevice ? press : plain;
    };
    fill(m_closes, progress.closes, title(tr("Press 1: close positions"), tr("Close positions")),
         true);
    fill(m_cancels, progress.cancels, title(tr("Press 2: cancel entries"), tr("Cancel entries")),
         false);
    m_notice->setVisible(progress.byDevice && progress.isRunning);
    m_end->setText(progress.isRunning ? QString() : fmt::fromUtf8(progress.sentence));
    m_stop->setEnabled(progress.isRunning);
}

void FlattenDialog::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance().color(Tone::Panel));
    painter.setPen(Theme::instance().color(Tone::Line));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace hl::ui

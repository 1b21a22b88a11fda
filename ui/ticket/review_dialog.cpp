// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/ticket/review_dialog.h"

#include "num/tick_rule.h"
#include "ui/common/formatters.h"
#include "ui/models/market_names.h"
#include "ui/signer/signer_state.h"
#include "ui/ticket/fact_list.h"
#include "ui/ticket/guard_check.h"
#include "ui/ticket/order_words.h"
#include "ui/ticket/problem_text.h"
#include "ui/ticket/ticket_context.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace hl::ui {

namespace {

constexpr std::size_t kLinesShown = 8;

QLabel *wrapped(const QString &objectName, FontRole font, Tone tone)
{
    auto *label = new QLabel;
    label->setObjectName(objectName);
    label->setWordWrap(true);
    label->setFont(Theme::instance().font(font));
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, Theme::instance().color(tone));
    label->setPalette(palette);
    return label;
}

std::optional<Px> ownBest(const WorkspaceState &state, const model::OrderTicket &ticket)
{
    const auto book = state.book(ticket.coin);
    if (!book)
        return std::nullopt;
    const auto &side = ticket.side == model::Side::Buy ? book->bids : book->asks;
    return side.empty() ? std::nullopt : std::optional(side.front().px);
}

Sz heldIn(const WorkspaceState &state, const std::string &coin)
{
    const model::Position *position = state.position(coin);
    return position ? position->szi : Sz{};
}

} // namespace

ReviewDialog::ReviewDialog(WorkspaceState &state, const TicketForm &form, QWidget *parent)
    : QDialog(parent)
    , m_state(state)
    , m_ticket(form.reading().ticket.value_or(model::OrderTicket()))
    , m_plan(form.reading().plan)
    , m_grid(form.grid())
    , m_bestAtOpen(ownBest(state, m_ticket))
    , m_positionAtOpen(heldIn(state, m_ticket.coin))
    , m_accountAtOpen(state.signer().account)
    , m_networkAtOpen(state.connection().network)
{
    const bool isBuy = m_ticket.side == model::Side::Buy;
    setObjectName(QStringLiteral("reviewDialog"));
    setWindowTitle(m_plan.twap        ? tr("Review TWAP")
                   : m_plan.isGroup() ? (isBuy ? tr("Review buy orders") : tr("Review sell orders"))
                   : isBuy            ? tr("Review buy order")
                                      : tr("Review sell order"));
    if (const market::AssetCtx *ctx = state.context(m_ticket.coin))
        m_markAtOpen = ctx->mark;

    const market::Instrument *instrument = state.instrument(m_ticket.coin);
    auto *action = wrapped(QStringLiteral("reviewAction"), FontRole::Market, Tone::Text);
    const QString market =
        instrument ? marketLabel(*instrument) : QString::fromStdString(m_ticket.coin);
    action->setText(m_plan.twap        ? twapSentence(*m_plan.twap, m_grid, market)
                    : m_plan.isGroup() ? planSentence(m_plan, m_grid, market)
                                       : orderSentence(m_ticket, m_grid, market));
    auto *flip = wrapped(QStringLiteral("reviewReverse"), FontRole::Text, Tone::Own);
    flip->setText(reverseText(state, m_ticket, m_grid));
    flip->setVisible(!flip->text().isEmpty());
    m_isFlip = !flip->text().isEmpty();
    m_facts = new FactList;
    m_wire = new FactList;
    buildFacts(form);
    m_changed = wrapped(QStringLiteral("reviewChanged"), FontRole::Text, Tone::Own);
    m_problem = wrapped(QStringLiteral("reviewProblem"), FontRole::TextStrong, Tone::Ask);
    m_askText = wrapped(QStringLiteral("reviewAskText"), FontRole::Text, Tone::Ask);
    m_ask = new QCheckBox(tr("Send it all the same"));
    m_ask->setObjectName(QStringLiteral("reviewAsk"));
    connect(m_ask, &QCheckBox::toggled, this, &ReviewDialog::watch);
    // Two lines are always kept free, so that the buttons never move under the pointer.
    m_changed->setMinimumHeight(2 * m_changed->fontMetrics().lineSpacing());
    m_problem->setMinimumHeight(m_problem->fontMetrics().lineSpacing());

    m_send = new QPushButton(isOnDevice()       ? tr("Sign on the device")
                             : m_plan.twap      ? tr("Start TWAP")
                             : m_plan.isGroup() ? tr("Send %1 orders").arg(m_plan.orders.size())
                             : isBuy            ? tr("Send buy order")
                                                : tr("Send sell order"));
    m_send->setObjectName(QStringLiteral("reviewSend"));
    setButtonKind(m_send, isBuy ? ButtonKind::PrimaryBuy : ButtonKind::PrimarySell);
    m_send->setAutoDefault(false);
    m_reject = new QPushButton(tr("Reject · Esc"));
    m_reject->setObjectName(QStringLiteral("reviewReject"));
    m_reject->setAutoDefault(false);
    connect(m_send, &QPushButton::clicked, this, &ReviewDialog::approve);
    connect(m_reject, &QPushButton::clicked, this, &QDialog::reject);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_reject);
    buttons->addStretch(1);
    buttons->addWidget(m_send);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 22, 24, 20);
    layout->setSpacing(14);
    layout->addWidget(action);
    layout->addWidget(flip);
    layout->addWidget(m_facts);
    layout->addWidget(wireView());
    layout->addWidget(m_changed);
    layout->addWidget(m_problem);
    layout->addWidget(m_askText);
    layout->addWidget(m_ask);
    layout->addLayout(buttons);
    // A whole address and its label fit on one line.
    setFixedWidth(
        QFontMetrics(Theme::instance().font(FontRole::Digits)).horizontalAdvance(QLatin1Char('0')) *
            42 +
        m_facts->fontMetrics().averageCharWidth() * 22 + 48);
    m_send->setFocus();

    connect(&state, &WorkspaceState::bookChanged, this, &ReviewDialog::watch);
    connect(&state, &WorkspaceState::contextsChanged, this, &ReviewDialog::watch);
    connect(&state, &WorkspaceState::accountChanged, this, &ReviewDialog::watch);
    connect(&state, &WorkspaceState::signerChanged, this, &ReviewDialog::watch);
    connect(&state, &WorkspaceState::connectionChanged, this, &ReviewDialog::watch);
    connect(&state, &WorkspaceState::heartbeat, this, &ReviewDialog::watch);
    watch();
}

/// The list itself, or a view of a fixed height that scrolls over many lines (interaction.md D16).
QWidget *ReviewDialog::wireView()
{
    if (m_plan.orders.size() <= kLinesShown)
        return m_wire;
    auto *scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("reviewLines"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_wire);
    scroll->viewport()->setAutoFillBackground(false);
    m_wire->setAutoFillBackground(false);
    scroll->setAccessibleName(tr("Every order that will be signed"));
    // Half a line more than fits says that there is more.
    const int line = m_wire->sizeHint().height() / static_cast<int>(m_plan.orders.size() + 1);
    scroll->setFixedHeight(line * static_cast<int>(2 * kLinesShown + 3) / 2);
    return scroll;
}

void ReviewDialog::buildFacts(const TicketForm &form)
{
    const TicketReading &r = form.reading();
    const market::Instrument *i = form.instrument();
    const QString quote = i ? QString::fromStdString(i->quoteToken) : QString();
    const auto figure = [&](const std::optional<Decimal> &value) {
        return value ? QString(fmt::money(*value) + QLatin1Char(' ') + quote) : fmt::none();
    };
    m_facts->set(QStringLiteral("reviewValue"), tr("Value"), figure(r.value));
    m_facts->set(QStringLiteral("reviewFee"), r.isMakerFee ? tr("Fee (maker)") : tr("Fee (taker)"),
                 figure(r.fee));
    if (i && i->isPerp()) {
        const int leverage = form.leverage();
        m_facts->set(QStringLiteral("reviewMargin"),
                     leverage == 0    ? tr("Margin")
                     : form.isCross() ? tr("Margin %1× cross").arg(leverage)
                                      : tr("Margin %1× isolated").arg(leverage),
                     figure(r.margin));
        m_facts->set(QStringLiteral("reviewLiquidation"), tr("Liquidation, estimate"),
                     liquidationText(r.liquidation, m_grid));
    }
    m_facts->set(QStringLiteral("reviewAccount"), tr("Account"),
                 QString::fromStdString(m_accountAtOpen.toString()));
    m_facts->set(QStringLiteral("reviewSigner"), tr("Signed by"), signerName(m_state.signer()));
    m_facts->set(QStringLiteral("reviewNetwork"), tr("Network"), networkName(m_networkAtOpen));

    // Exactly the strings that are hashed.
    m_wire->set(QStringLiteral("reviewWireCoin"), tr("Signed: market"),
                i ? tr("%1 = asset %2").arg(QString::fromStdString(m_ticket.coin)).arg(i->asset)
                  : QString::fromStdString(m_ticket.coin));
    if (m_plan.twap) {
        m_wire->set(QStringLiteral("reviewWireSz"), tr("Signed: size"),
                    QString::fromStdString(hl::szText(m_plan.twap->sz, m_grid)));
        m_wire->set(QStringLiteral("reviewWireMinutes"), tr("Signed: minutes"),
                    QString::number(m_plan.twap->minutes));
        m_wire->set(QStringLiteral("reviewWireRandomise"), tr("Signed: randomise"),
                    m_plan.twap->randomise ? tr("yes") : tr("no"));
        m_wire->set(QStringLiteral("reviewWireReduce"), tr("Signed: reduce only"),
                    m_plan.twap->reduceOnly ? tr("yes") : tr("no"));
        return;
    }
    if (m_plan.isGroup()) {
        int at = 0;
        for (const PlanLine &line : planLines(m_plan, m_grid))
            m_wire->set(QStringLiteral("reviewLine%1").arg(at++), line.name, line.words);
        return;
    }
    m_wire->set(QStringLiteral("reviewWirePx"), tr("Signed: price"),
                QString::fromStdString(hl::pxText(m_ticket.px, m_grid)));
    m_wire->set(QStringLiteral("reviewWireSz"), tr("Signed: size"),
                QString::fromStdString(hl::szText(m_ticket.sz, m_grid)));
    if (m_ticket.trigger)
        m_wire->set(QStringLiteral("reviewWireTrigger"), tr("Signed: trigger"),
                    QString::fromStdString(hl::pxText(m_ticket.trigger->triggerPx, m_grid)));
}

bool ReviewDialog::isOnDevice() const
{
    return m_state.signing().signsOnDevice(m_ticket, m_state.signer().kind);
}

QStringList ReviewDialog::changes() const
{
    QStringList lines;
    const auto best = ownBest(m_state, m_ticket);
    if (best && m_bestAtOpen && *best != *m_bestAtOpen) {
        const std::int64_t ticks =
            (best->ticks - m_bestAtOpen->ticks) / std::max<std::int64_t>(1, tickAt(*best, m_grid));
        const QString moved = fmt::signedMoney(Decimal::fromInt(ticks), 0);
        lines << (m_ticket.side == model::Side::Buy ? tr("best bid moved %1")
                                                    : tr("best ask moved %1"))
                     .arg(moved);
    }
    const market::AssetCtx *ctx = m_state.context(m_ticket.coin);
    if (ctx && ctx->mark && m_markAtOpen && *ctx->mark != *m_markAtOpen && m_ticket.trigger)
        lines << tr("mark %1, was %2")
                     .arg(fmt::priceText(*ctx->mark, m_grid),
                          fmt::priceText(*m_markAtOpen, m_grid));
    if (const Sz held = heldIn(m_state, m_ticket.coin); held != m_positionAtOpen)
        lines << tr("position %1, was %2")
                     .arg(fmt::szText(held, m_grid), fmt::szText(m_positionAtOpen, m_grid));
    return lines;
}

void ReviewDialog::watch()
{
    if (m_isDone)
        return;
    const QStringList changed = changes();
    m_changed->setText(changed.isEmpty()
                           ? QString()
                           : tr("Since opening: %1").arg(changed.join(QStringLiteral(" · "))));
    QString problem;
    QStringList told;
    QStringList rules;
    if (m_state.signer().account != m_accountAtOpen ||
        m_state.connection().network != m_networkAtOpen) {
        problem = tr("Account or network has changed: this order can only be rejected.");
    } else {
        const TicketContext now(m_state, m_ticket.coin);
        problem = m_plan.twap        ? twapProblem(now.get())
                  : m_plan.isGroup() ? groupProblem(now.get())
                                     : orderProblem(now.get());
        // The size was right for that position alone: what closes now would open as much again.
        const bool hasMoved = heldIn(m_state, m_ticket.coin) != m_positionAtOpen;
        if (m_isFlip && (hasMoved || now.get().isPositionLate))
            problem = tr("The position has changed since this was opened: reject this, and reverse "
                         "what is held now.");
        const auto take = [&](const model::TicketProblem &p, const QString &text) {
            if (p.blocks) {
                if (problem.isEmpty())
                    problem = text;
                return;
            }
            told << text;
            if (wantsAct(m_ticket, p, now.get()))
                rules << QString::fromStdString(p.rule);
        };
        const auto asked = m_plan.twap ? guardProblems(m_state, m_ticket, now.get(), true)
                                       : askedProblems(m_state, m_ticket, now.get());
        for (const model::TicketProblem &p : asked)
            take(p, problemText(p, m_ticket, now.get()));
        for (const model::GroupProblem &p : legProblems(m_state, m_plan, now.get()))
            take(p.problem, groupProblemText(p, m_plan, now.get()));
    }
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty() || told.isEmpty());
    if (!problem.isEmpty()) { // it cannot be sent anyway
        told.clear();
        rules.clear();
    }
    ask(rules, told);
    m_send->setEnabled(problem.isEmpty() && (m_asked.isEmpty() || m_ask->isChecked()));
}

QString ReviewDialog::orderProblem(const model::ValidationContext &now) const
{
    for (const model::TicketProblem &p : model::validateTicket(m_ticket, now)) {
        if (p.blocks)
            return problemText(p, m_ticket, now);
    }
    return {};
}

QString ReviewDialog::twapProblem(const model::ValidationContext &now) const
{
    for (const model::TicketProblem &p : model::validateTwap(*m_plan.twap, now)) {
        if (p.blocks)
            return twapProblemText(p, *m_plan.twap, now);
    }
    return {};
}

QString ReviewDialog::groupProblem(const model::ValidationContext &now) const
{
    for (const model::GroupProblem &p : model::validateGroup(m_plan.orders, m_plan.grouping, now)) {
        if (p.problem.blocks)
            return groupProblemText(p, m_plan, now);
    }
    return {};
}

/// "Ask": one extra deliberate act, taken back when something new is asked.
void ReviewDialog::ask(QStringList rules, const QStringList &told)
{
    // The figures in the sentences move; what was agreed to are the rules that asked.
    std::sort(rules.begin(), rules.end());
    if (!std::includes(m_asked.begin(), m_asked.end(), rules.begin(), rules.end()))
        m_ask->setChecked(false);
    m_asked = std::move(rules);
    m_ask->setVisible(!m_asked.isEmpty());
    m_askText->setVisible(!told.isEmpty());
    m_askText->setText(told.join(QLatin1Char('\n')));
}

void ReviewDialog::approve()
{
    watch(); // judged once more at the moment it leaves
    if (m_isDone || !m_send->isEnabled())
        return;
    m_isDone = true;
    const model::OrderTicket ticket = m_ticket;
    accept();
    Q_EMIT approved(ticket);
}

void ReviewDialog::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        // The Ctrl+Return that opened this must not also approve it.
        if (!event->isAutoRepeat() && !(event->modifiers() & ~Qt::KeypadModifier)) {
            if (m_reject->hasFocus())
                reject();
            else if (!isOnDevice()) // there, Return approves nothing (D10)
                approve();
        }
        event->accept();
        return;
    }
    QDialog::keyPressEvent(event);
}

void ReviewDialog::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Tone::Panel));
    // A line between what it costs and what is signed.
    const QWidget *lines = findChild<QScrollArea *>(QStringLiteral("reviewLines"));
    const int y = (lines ? lines : m_wire)->y() - 8;
    painter.fillRect(QRect(24, y, width() - 48, 1), theme.color(Tone::Line));
}

} // namespace hl::ui
